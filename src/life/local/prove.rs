//! Proofs that need answers: chains that cannot be taken if their owner answers each attack,
//! whatever else is on the board.
//!
//! Everything is taken to be against the owner. Beside the small regions that the chains
//! enclose they have no liberties, all around stand enemies that cannot be taken, the enemy
//! moves first and may take back any ko at once, and no board may come back by a move of
//! the owner. What holds then holds on the board, as more liberties never harm a chain.

mod save;

use rustc_hash::FxHashMap;

use super::field::{Cells, Field, MOST_CELLS, Stones, each, only};
use super::ground::Ground;
use crate::go::{ByColor, Color, Point};

pub(in crate::life) use save::saved;

/// So many positions are looked at for one proof.
const BUDGET: u32 = 5_000;
/// A line of so many moves proves nothing.
const DEEPEST: usize = 40;
/// Groups with more empty points in their small regions are left to the estimate.
const MOST_EMPTY: usize = 9;

/// Chains of a colour with the small regions that they alone enclose.
pub(super) struct Group {
    color: Color,
    field: Field,
    stones: Stones,
    /// The chains of the colour, by number, and their cells.
    chains: Vec<(usize, Cells)>,
    /// The points of each cell that is one point.
    points: Vec<Option<Point>>,
}

/// What is proved of a group.
pub(super) struct Proof {
    /// The chains that live, by number.
    pub alive: Vec<usize>,
    /// The points inside, if all of them become the owner's.
    pub owned: Vec<Point>,
}

impl Group {
    /// Every group of a colour.
    pub(super) fn all(ground: &Ground, color: Color) -> Vec<Self> {
        let mut groups = Vec::new();
        let mut seen: Vec<Point> = Vec::new();
        for region in ground.small_regions(color) {
            if seen.contains(&region.points[0]) {
                continue;
            }
            let (chains, points) = spread(ground, color, region.points[0]);
            groups.extend(Self::new(ground, color, &chains, &points));
            seen.extend(points);
        }
        groups
    }

    fn new(ground: &Ground, color: Color, ids: &[usize], inside: &[Point]) -> Option<Self> {
        let board = ground.board;
        let empty = inside.iter().filter(|&&p| board.get(p).is_none()).count();
        if empty > MOST_EMPTY || inside.len() + ids.len() > MOST_CELLS || ids.is_empty() {
            return None;
        }
        let mut cell_of = vec![None; board.size().area()];
        let mut group = Self {
            color,
            field: Field::default(),
            stones: Stones::default(),
            chains: Vec::new(),
            points: inside.iter().map(|&point| Some(point)).collect(),
        };
        let mut cells: Vec<Vec<Point>> = inside.iter().map(|&point| vec![point]).collect();
        for &id in ids {
            group.chains.push((id, only(cells.len())));
            group.points.push(None);
            cells.push(ground.chains[id].stones.clone());
        }
        for (cell, points) in cells.iter().enumerate() {
            points
                .iter()
                .for_each(|&p| cell_of[ground.index(p)] = Some(cell));
            if let Some(stone) = board.get(points[0]) {
                group.stones.of[stone] |= only(cell);
            }
        }
        for (cell, points) in cells.iter().enumerate() {
            let near = points.iter().flat_map(|&point| board.neighbours(point));
            let around = near.filter_map(|near| cell_of[ground.index(near)]);
            let around = around.fold(0, |sum, other| sum | only(other));
            group.field.around.push(around & !only(cell));
            group.field.weights.push(1);
        }
        group.field.large[color] = group.walls();
        group.field.anchored[color.opponent()] = group.walls();
        group.give_up_outside();
        Some(group)
    }

    /// Chains that have all their liberties outside are as good as taken.
    fn give_up_outside(&mut self) {
        let empty = self.field.empty(&self.stones);
        for &(_, chain) in &self.chains {
            if self.field.beside(chain) & empty == 0 {
                self.stones.of[self.color] &= !chain;
                self.stones.of[self.color.opponent()] |= chain;
            }
        }
    }

    /// The cells of the chains around.
    fn walls(&self) -> Cells {
        self.chains.iter().fold(0, |sum, chain| sum | chain.1)
    }

    /// Proves what it can: all chains and all points inside, else all chains, else some.
    pub(super) fn prove(&self) -> Proof {
        let all: Vec<usize> = self.chains.iter().map(|chain| chain.0).collect();
        let inside = self.points.iter().flatten().copied().collect();
        if self.holds(self.walls(), true) {
            return Proof {
                alive: all,
                owned: inside,
            };
        }
        let alive = if self.holds(self.walls(), false) {
            all
        } else {
            let living = self
                .chains
                .iter()
                .filter(|chain| self.holds(chain.1, false));
            living.map(|chain| chain.0).collect()
        };
        Proof {
            alive,
            owned: Vec::new(),
        }
    }

    fn holds(&self, kept: Cells, clean: bool) -> bool {
        let mut defence = Defence::new(self, kept, clean);
        defence.holds(&Turn::attack(self.stones))
    }
}

/// The chains around the small regions that hang together with a point, and their points.
fn spread(ground: &Ground, color: Color, start: Point) -> (Vec<usize>, Vec<Point>) {
    let mut chains: Vec<usize> = Vec::new();
    let mut starts = vec![start];
    let mut points: Vec<Point> = Vec::new();
    while let Some(start) = starts.pop() {
        let Some(region) = ground.region(start, color) else {
            continue;
        };
        if !region.is_small() || points.contains(&start) {
            continue;
        }
        points.extend(&region.points);
        for near in region
            .points
            .iter()
            .flat_map(|&p| ground.board.neighbours(p))
        {
            if let Some(id) = ground.chain_at(near)
                && ground.chains[id].color == color
                && !chains.contains(&id)
            {
                chains.push(id);
                starts.extend(&ground.chains[id].liberties);
            }
        }
    }
    (chains, points)
}

/// A position with the side to move.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
struct Turn {
    stones: Stones,
    attacks: bool,
    passed: bool,
}

impl Turn {
    fn attack(stones: Stones) -> Self {
        Self {
            stones,
            attacks: true,
            passed: false,
        }
    }
}

/// The search for one proof.
struct Defence<'a> {
    group: &'a Group,
    /// The chains that must not be taken.
    kept: Cells,
    /// Whether no enemy may be left inside.
    clean: bool,
    /// What was found. What holds is known only where the enemy takes no stone in its proof, and used only
    /// where it has taken none in the line: then no board can come back, whatever the line.
    known: FxHashMap<Turn, bool>,
    line: Vec<ByColor<Cells>>,
    /// How often the enemy took stones in the line, and in all that was looked at.
    losses: u32,
    all_losses: u32,
    budget: u32,
}

impl<'a> Defence<'a> {
    fn new(group: &'a Group, kept: Cells, clean: bool) -> Self {
        Self {
            group,
            kept,
            clean,
            known: FxHashMap::default(),
            line: Vec::new(),
            losses: 0,
            all_losses: 0,
            budget: BUDGET,
        }
    }

    /// Whether the owner holds what is to be kept. `false` means that it is not proved.
    fn holds(&mut self, turn: &Turn) -> bool {
        if self.kept & !turn.stones.of[self.group.color] != 0 {
            return false;
        }
        let known = self.known.get(turn).copied();
        if let Some(known) = known.filter(|&holds| !holds || self.losses == 0) {
            return known;
        }
        if self.budget == 0 || self.line.len() >= DEEPEST {
            return false;
        }
        self.budget -= 1;
        let losses = self.all_losses;
        self.line.push(turn.stones.of);
        let holds = if turn.attacks {
            self.withstands(turn)
        } else {
            self.answer(turn).is_some()
        };
        self.line.pop();
        if !holds || self.all_losses == losses {
            self.known.insert(*turn, holds);
        }
        holds
    }

    fn withstands(&mut self, turn: &Turn) -> bool {
        let enemy = self.group.color.opponent();
        // The enemy may take back any ko.
        let free = Stones {
            ko: 0,
            ..turn.stones
        };
        for cell in each(self.group.field.empty(&free)) {
            if let Some(stones) = self.group.field.play(&free, enemy, cell) {
                let next = Turn {
                    stones,
                    attacks: false,
                    passed: false,
                };
                let loss = u32::from(free.of[self.group.color] & !stones.of[self.group.color] != 0);
                self.losses += loss;
                self.all_losses += loss;
                let holds = self.holds(&next);
                self.losses -= loss;
                if !holds {
                    return false;
                }
            }
        }
        if turn.passed {
            return !self.clean || free.of[enemy] == 0;
        }
        self.holds(&Turn {
            stones: free,
            attacks: false,
            passed: true,
        })
    }

    /// The stones after a move, or a pass, that holds.
    fn answer(&mut self, turn: &Turn) -> Option<Stones> {
        let (color, enemy) = (self.group.color, self.group.color.opponent());
        let stones = turn.stones;
        let passed = Stones { ko: 0, ..stones };
        let holds = if turn.passed {
            !self.clean || stones.of[enemy] == 0
        } else {
            self.holds(&Turn {
                stones: passed,
                attacks: true,
                passed: true,
            })
        };
        if holds {
            return Some(passed);
        }
        for cell in each(self.group.field.empty(&stones)) {
            let Some(after) = self.group.field.play(&stones, color, cell) else {
                continue;
            };
            let is_new = !self.line.contains(&after.of);
            if is_new && self.holds(&Turn::attack(after)) {
                return Some(after);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
