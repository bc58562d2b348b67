//! Unconditional life and death (Benson, "Life in the game of Go", 1976): what holds even if
//! the owner of the stones passes for ever.
//!
//! A chain lives so if it has two vital regions whose bordering chains all live so. A region
//! is a connected part of the board without stones of the colour; it is vital to a chain
//! that touches each of its empty points. Suicide is forbidden, as it is in [`Position`].
//!
//! The opponent's stones in a region that only such chains border are dead if at most one of
//! its points touches no stone of the border, as an eye of theirs would need such a point
//! and they need two.
//!
//! [`Position`]: crate::go::Position

use crate::go::{Board, BoardSize, ByColor, Chain, Color, Point};

/// The points about which nothing is left to say, row by row from the top left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Proofs {
    /// Stones that can never be taken.
    pub alive: Vec<bool>,
    /// Whose the point is for ever: living stones, and the regions in which the opponent
    /// cannot live.
    pub owner: Vec<Option<Color>>,
}

impl Proofs {
    /// Proves what it can on a board of which every chain has a liberty.
    pub(super) fn of(board: &Board, chains: &[Chain]) -> Self {
        let size = board.size();
        let mut proofs = Self {
            alive: vec![false; size.area()],
            owner: vec![None; size.area()],
        };
        let sides = ByColor::from_fn(|color| Side::of(board, chains, color));
        for color in Color::BOTH {
            sides[color].mark(size, color, &mut proofs);
        }
        proofs
    }
}

/// The chains and regions of one colour.
struct Side<'a> {
    chains: Vec<&'a Chain>,
    regions: Vec<Region>,
    /// Which of the chains live unconditionally.
    alive: Vec<bool>,
}

/// A connected part of the board without stones of the colour.
struct Region {
    points: Vec<usize>,
    /// The chains of the colour around it, each once.
    border: Vec<usize>,
    /// The chains of the border to which every empty point is a liberty.
    vital_to: Vec<usize>,
    /// How many points touch no stone of the colour.
    inner: usize,
}

impl<'a> Side<'a> {
    fn of(board: &Board, chains: &'a [Chain], color: Color) -> Self {
        let size = board.size();
        let chains: Vec<&Chain> = chains.iter().filter(|chain| chain.color == color).collect();
        let mut chain_of = vec![None; size.area()];
        for (id, chain) in chains.iter().enumerate() {
            for &stone in &chain.stones {
                chain_of[size.index(stone)] = Some(id);
            }
        }
        let regions = regions(board, &chain_of);
        let alive = unconditionally_alive(chains.len(), &regions);
        Self {
            chains,
            regions,
            alive,
        }
    }

    fn mark(&self, size: BoardSize, color: Color, proofs: &mut Proofs) {
        let living = self.chains.iter().zip(&self.alive);
        for (chain, _) in living.filter(|&(_, &alive)| alive) {
            for &stone in &chain.stones {
                proofs.alive[size.index(stone)] = true;
                proofs.owner[size.index(stone)] = Some(color);
            }
        }
        let is_owned = |region: &&Region| {
            let mut border = region.border.iter();
            region.inner <= 1 && !region.border.is_empty() && border.all(|&id| self.alive[id])
        };
        for region in self.regions.iter().filter(is_owned) {
            for &point in &region.points {
                proofs.owner[point] = Some(color);
            }
        }
    }
}

/// The regions of a colour whose chains `chain_of` numbers, point by point.
fn regions(board: &Board, chain_of: &[Option<usize>]) -> Vec<Region> {
    let size = board.size();
    let mut seen: Vec<bool> = chain_of.iter().map(Option::is_some).collect();
    let mut regions = Vec::new();
    for start in size.points() {
        if seen[size.index(start)] {
            continue;
        }
        seen[size.index(start)] = true;
        let mut points = vec![start];
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for near in size.neighbours(point) {
                if !std::mem::replace(&mut seen[size.index(near)], true) {
                    points.push(near);
                }
            }
        }
        regions.push(Region::of(board, &points, chain_of));
    }
    regions
}

impl Region {
    fn of(board: &Board, points: &[Point], chain_of: &[Option<usize>]) -> Self {
        let size = board.size();
        let mut region = Self {
            points: points.iter().map(|&point| size.index(point)).collect(),
            border: Vec::new(),
            vital_to: Vec::new(),
            inner: 0,
        };
        let mut empty = 0;
        // For each chain, how many empty points are liberties of it.
        let mut touched = vec![0; chain_of.len()];
        for &point in points {
            let mut beside: Vec<usize> = size
                .neighbours(point)
                .filter_map(|near| chain_of[size.index(near)])
                .collect();
            beside.sort_unstable();
            beside.dedup();
            region.inner += usize::from(beside.is_empty());
            if board.get(point).is_none() {
                empty += 1;
                beside.iter().for_each(|&id| touched[id] += 1);
            }
            region.border.append(&mut beside);
        }
        region.border.sort_unstable();
        region.border.dedup();
        let border = region.border.iter().copied();
        region.vital_to = border.filter(|&id| touched[id] == empty).collect();
        region
    }
}

/// Takes away chains with fewer than two vital regions, and regions bordered by such chains,
/// until nothing changes.
fn unconditionally_alive(chains: usize, regions: &[Region]) -> Vec<bool> {
    let mut alive = vec![true; chains];
    loop {
        let mut vital = vec![0; chains];
        for region in regions {
            if region.border.iter().all(|&id| alive[id]) {
                region.vital_to.iter().for_each(|&id| vital[id] += 1);
            }
        }
        let before = alive.iter().filter(|&&alive| alive).count();
        for (alive, &vital) in alive.iter_mut().zip(&vital) {
            *alive &= vital >= 2;
        }
        if alive.iter().filter(|&&alive| alive).count() == before {
            return alive;
        }
    }
}
