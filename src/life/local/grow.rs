//! Which small parts of a board are worth an exact search.
//!
//! A part begins with a small region that one side encloses. The chains around it and the
//! enemy's in it may be taken, so their other liberties belong to it too, and so on, until
//! all that is beside it is settled.

use super::field::{Cells, Field, MOST_CELLS, Stones, only};
use super::ground::{Ground, Region};
use crate::go::{Board, Color, Point};
use crate::life::shape::is_killing;

/// Parts with more empty points are not searched: few of them could be finished.
const MOST_EMPTY: usize = 12;
/// A point with a stone counts a little more than one without, so that of two equal gains
/// the one that takes stones is made.
const STONE: i32 = 5;
const EMPTY: i32 = 4;

/// A small part of a board, closed.
pub(super) struct Part {
    pub field: Field,
    pub stones: Stones,
    /// The empty points, which are the first cells.
    pub empty: Vec<Point>,
    /// The chains that may be taken, by number, and their cells.
    pub chains: Vec<(usize, Cells)>,
}

/// Every part that begins with a small region, each once.
pub(super) fn parts(ground: &Ground) -> Vec<Part> {
    let mut known: Vec<Vec<Point>> = Vec::new();
    let mut parts = Vec::new();
    for color in Color::BOTH {
        for region in ground.small_regions(color) {
            let mut growth = Growth::new(ground, Some(color));
            growth.enclose(region, color);
            if !growth.is_closed() || growth.chains.is_empty() {
                continue;
            }
            growth.empty.sort_unstable_by_key(|&p| ground.index(p));
            if !known.contains(&growth.empty) {
                parts.extend(growth.part());
                known.push(growth.empty);
            }
        }
    }
    parts
}

/// The part of an open border with the chains around it that play in it could take. A chain
/// with two liberties elsewhere is not in atari before a move there that is answered.
pub(super) fn border(ground: &Ground, points: &[Point]) -> Option<Part> {
    let mut growth = Growth::new(ground, None);
    for &point in points {
        growth.add_empty(point);
        for id in (ground.board.neighbours(point)).filter_map(|near| ground.chain_at(near)) {
            let liberties = ground.chains[id].liberties.iter();
            let elsewhere = liberties
                .filter(|liberty| !points.contains(liberty))
                .count();
            if !ground.is_alive(id) && (elsewhere < 2 || !ground.is_settled(id)) {
                growth.add_chain(id);
            }
        }
    }
    growth.is_closed().then(|| growth.part()).flatten()
}

/// A part that is not yet closed.
struct Growth<'a> {
    ground: &'a Ground<'a>,
    /// The side that encloses the region that it begins with; `None` for a border.
    seed: Option<Color>,
    chains: Vec<usize>,
    empty: Vec<Point>,
}

impl<'a> Growth<'a> {
    fn new(ground: &'a Ground<'a>, seed: Option<Color>) -> Self {
        Self {
            ground,
            seed,
            chains: Vec::new(),
            empty: Vec::new(),
        }
    }

    fn add_chain(&mut self, id: usize) {
        if !self.chains.contains(&id) {
            self.chains.push(id);
        }
    }

    fn add_empty(&mut self, point: Point) {
        if !self.empty.contains(&point) {
            self.empty.push(point);
        }
    }

    /// Takes in a small region with what is in it and the chains around it that are in
    /// danger.
    fn enclose(&mut self, region: &Region, color: Color) {
        for &point in &region.points {
            match self.ground.chain_at(point) {
                Some(id) => self.add_chain(id),
                None => self.add_empty(point),
            }
            for near in self.ground.board.neighbours(point) {
                if let Some(id) = self.ground.chain_at(near)
                    && self.ground.chains[id].color == color
                    && !self.ground.is_solid(id)
                    && self.is_doubtful(id)
                {
                    self.add_chain(id);
                }
            }
        }
    }

    /// Whether the eyes of a chain are searched too.
    fn is_doubtful(&self, id: usize) -> bool {
        let is_own = |seed| seed == self.ground.chains[id].color;
        self.seed.is_none_or(is_own) || !self.ground.is_settled(id)
    }

    /// Takes in all that it depends on, unless that is too much.
    fn is_closed(&mut self) -> bool {
        let (mut chains, mut empty) = (0, 0);
        loop {
            if self.empty.len() > MOST_EMPTY {
                return false;
            }
            if let Some(&id) = self.chains.get(chains) {
                chains += 1;
                self.surround_chain(id);
            } else if let Some(&point) = self.empty.get(empty) {
                empty += 1;
                self.surround_empty(point);
            } else {
                return true;
            }
        }
    }

    fn surround_chain(&mut self, id: usize) {
        let ground = self.ground;
        let chain = &ground.chains[id];
        let is_doubtful = self.is_doubtful(id);
        for &liberty in &chain.liberties {
            match ground.region(liberty, chain.color) {
                Some(region) if region.is_small() && is_doubtful => {
                    self.enclose(region, chain.color);
                }
                _ => self.add_empty(liberty),
            }
        }
        for &stone in &chain.stones {
            self.add_unsettled_beside(stone);
        }
    }

    fn surround_empty(&mut self, point: Point) {
        self.add_unsettled_beside(point);
        for near in self.ground.board.neighbours(point) {
            let is_empty = self.ground.chain_at(near).is_none();
            if is_empty && self.ground.settled_at(near).is_none() {
                self.add_empty(near);
            }
        }
    }

    fn add_unsettled_beside(&mut self, point: Point) {
        let ground = self.ground;
        for near in ground.board.neighbours(point) {
            if let Some(id) = ground.chain_at(near)
                && !ground.is_settled(id)
            {
                self.add_chain(id);
            }
        }
    }

    /// The part as a field, unless it has too many cells.
    fn part(&self) -> Option<Part> {
        let ground = self.ground;
        let mut part = Part {
            field: Field::default(),
            stones: Stones::default(),
            empty: self.empty.clone(),
            chains: Vec::new(),
        };
        let mut cells: Vec<Vec<Point>> = self.empty.iter().map(|&point| vec![point]).collect();
        for &id in &self.chains {
            let chain = &ground.chains[id];
            let before = cells.len();
            let is_large = is_large(ground.board, &chain.stones);
            if is_large {
                cells.push(chain.stones.clone());
            } else {
                cells.extend(chain.stones.iter().map(|&stone| vec![stone]));
            }
            if cells.len() > MOST_CELLS {
                return None;
            }
            let own = (before..cells.len()).fold(0, |sum, cell| sum | only(cell));
            part.stones.of[chain.color] |= own;
            if is_large {
                part.field.large[chain.color] |= own;
            }
            part.chains.push((id, own));
        }
        self.connect(&mut part.field, &cells);
        Some(part)
    }

    /// Gives the field its cells with their neighbours and anchors.
    fn connect(&self, field: &mut Field, cells: &[Vec<Point>]) {
        let ground = self.ground;
        let board = ground.board;
        let mut cell_of = vec![None; board.size().area()];
        for (cell, points) in cells.iter().enumerate() {
            for &point in points {
                cell_of[ground.index(point)] = Some(cell);
            }
        }
        for (cell, points) in cells.iter().enumerate() {
            let mut around = 0;
            for near in points.iter().flat_map(|&point| board.neighbours(point)) {
                match cell_of[ground.index(near)] {
                    Some(other) => around |= only(other),
                    None => {
                        if let Some(color) = ground.settled_at(near).or(board.get(near)) {
                            field.anchored[color] |= only(cell);
                        }
                    }
                }
            }
            let weight = match (self.seed, board.get(points[0])) {
                (None, _) => 1,
                (_, None) => EMPTY,
                (_, Some(_)) => STONE,
            };
            let points = i32::try_from(points.len()).expect("few");
            field.around.push(around & !only(cell));
            field.weights.push(weight * points);
        }
    }
}

/// Whether a chain leaves room for two eyes once it is taken: more than three stones that
/// do not make a killing shape.
fn is_large(board: &Board, stones: &[Point]) -> bool {
    let degree = |&stone: &Point| {
        let around = board.neighbours(stone);
        around.filter(|near| stones.contains(near)).count()
    };
    let mut degrees: Vec<usize> = stones.iter().map(degree).collect();
    degrees.sort_unstable();
    stones.len() > 3 && !is_killing(&degrees)
}
