//! The connected parts of a board without stones.

use crate::go::{Board, ByColor, Color, Point};

/// Connected empty points.
#[derive(Debug)]
pub(super) struct Region {
    pub points: Vec<Point>,
    /// Whether stones of a colour are around it.
    beside: ByColor<bool>,
}

impl Region {
    /// The side whose stones alone are around.
    pub(super) fn surrounded_by(&self) -> Option<Color> {
        match (self.beside.black, self.beside.white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }
}

/// Every empty region, by its first point row by row.
pub(super) fn regions(board: &Board) -> Vec<Region> {
    let size = board.size();
    let mut seen = vec![false; size.area()];
    let mut regions = Vec::new();
    for start in size.points() {
        if board.get(start).is_none() && !seen[size.index(start)] {
            regions.push(spread(board, start, &mut seen));
        }
    }
    regions
}

fn spread(board: &Board, start: Point, seen: &mut [bool]) -> Region {
    let size = board.size();
    let mut region = Region {
        points: vec![start],
        beside: ByColor::default(),
    };
    seen[size.index(start)] = true;
    let mut next = 0;
    while let Some(&point) = region.points.get(next) {
        next += 1;
        for near in board.neighbours(point) {
            if let Some(color) = board.get(near) {
                region.beside[color] = true;
            } else if !seen[size.index(near)] {
                seen[size.index(near)] = true;
                region.points.push(near);
            }
        }
    }
    region
}

/// The side that holds or alone reaches each point, row by row from the top left.
pub(super) fn owners(live: &Board) -> Vec<Option<Color>> {
    let mut owners = live.as_slice().to_vec();
    for region in regions(live) {
        let owner = region.surrounded_by();
        for point in region.points {
            owners[live.size().index(point)] = owner;
        }
    }
    owners
}
