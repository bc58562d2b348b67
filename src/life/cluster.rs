//! Parts of the board that the playouts leave unsettled, and who surrounds them.

use super::arena::{Arena, Cell, Spot};
use crate::go::{ByColor, Color};

/// A connected unsettled part of the board.
#[derive(Debug, Clone)]
pub(super) struct Cluster {
    pub spots: Vec<Spot>,
    /// Whether settled points of a colour are around it.
    beside: ByColor<bool>,
}

impl Cluster {
    /// The side whose settled points alone are around.
    pub(super) fn surrounded_by(&self) -> Option<Color> {
        match (self.beside.black, self.beside.white) {
            (true, false) => Some(Color::Black),
            (false, true) => Some(Color::White),
            _ => None,
        }
    }
}

/// The connected parts of the points without an owner. `owners` says whose a settled point
/// is, by number in the arena.
pub(super) fn clusters(arena: &Arena, owners: &[Option<Color>]) -> Vec<Cluster> {
    let mut seen: Vec<bool> = owners.iter().map(Option::is_some).collect();
    let mut found = Vec::new();
    for &start in arena.board() {
        if !seen[usize::from(start)] {
            found.push(spread(arena, owners, start, &mut seen));
        }
    }
    found
}

fn spread(arena: &Arena, owners: &[Option<Color>], start: Spot, seen: &mut [bool]) -> Cluster {
    let mut cluster = Cluster {
        spots: vec![start],
        beside: ByColor::default(),
    };
    seen[usize::from(start)] = true;
    let mut next = 0;
    while let Some(&spot) = cluster.spots.get(next) {
        next += 1;
        for near in arena.around(spot) {
            let index = usize::from(near);
            if let Some(color) = owners[index] {
                cluster.beside[color] = true;
            } else if arena.cell(near) != Cell::Wall && !seen[index] {
                seen[index] = true;
                cluster.spots.push(near);
            }
        }
    }
    cluster
}
