//! Games played from a position to the end, with light knowledge and much chance.

use super::arena::{Arena, Cell, Spot};
use super::policy::Policy;
use crate::go::{ByColor, Color};

/// A game has at most so many moves for each point of the board.
const MOVES_A_POINT: usize = 3;
/// The first of so many parts of the games only teaches and is not counted.
const WARM_UP: u32 = 4;

/// How often each point ended as whose.
#[derive(Debug, Clone)]
pub(super) struct Tally {
    games: u32,
    /// By number in the arena.
    counts: ByColor<Vec<u32>>,
}

impl Tally {
    fn new(arena: &Arena) -> Self {
        Self {
            games: 0,
            counts: ByColor::from_fn(|_| vec![0; arena.spots()]),
        }
    }

    fn add(&mut self, owners: &[Option<Color>]) {
        self.games += 1;
        for (spot, owner) in owners.iter().enumerate() {
            if let Some(color) = *owner {
                self.counts[color][spot] += 1;
            }
        }
    }

    /// The share of the games after which the point was of this colour.
    pub(super) fn share(&self, spot: Spot, color: Color) -> f64 {
        f64::from(self.counts[color][usize::from(spot)]) / f64::from(self.games.max(1))
    }
}

/// Plays so many games with each side moving first; the result by who moved first. The same
/// position and seed give the same games.
pub(super) fn play_out(start: &Arena, games: u32, seed: u64) -> ByColor<Tally> {
    let mut policy = Policy::new(start, seed);
    let mut arena = start.clone();
    let mut owners = vec![None; start.spots()];
    let mut tallies = ByColor::from_fn(|_| Tally::new(start));
    for number in 0..games {
        for first in Color::BOTH {
            arena.copy_from(start);
            play(&mut arena, &mut policy, first);
            count(&arena, &mut owners);
            policy.learn(&owners);
            if number >= games / WARM_UP {
                tallies[first].add(&owners);
            }
        }
    }
    tallies
}

/// Plays until both sides pass.
fn play(arena: &mut Arena, policy: &mut Policy, mut color: Color) {
    let mut last = None;
    let mut passes = 0;
    for _ in 0..MOVES_A_POINT * arena.board().len() {
        last = policy.choose(arena, color, last);
        if let Some(spot) = last {
            arena.play(color, spot);
            passes = 0;
        } else {
            arena.pass();
            passes += 1;
        }
        if passes == 2 {
            return;
        }
        color = color.opponent();
    }
}

/// Stones belong to their side, empty points to the side whose stones alone they reach.
fn count(arena: &Arena, owners: &mut [Option<Color>]) {
    let mut seen = vec![false; owners.len()];
    let mut region = Vec::new();
    for &start in arena.board() {
        if let Cell::Stone(color) = arena.cell(start) {
            owners[usize::from(start)] = Some(color);
        } else if !seen[usize::from(start)] {
            let owner = flood(arena, start, &mut seen, &mut region);
            for &spot in &region {
                owners[usize::from(spot)] = owner;
            }
        }
    }
}

/// The side that alone surrounds the empty points around one, which `region` then holds.
fn flood(arena: &Arena, start: Spot, seen: &mut [bool], region: &mut Vec<Spot>) -> Option<Color> {
    let mut reached = ByColor::from_fn(|_| false);
    region.clear();
    region.push(start);
    seen[usize::from(start)] = true;
    let mut next = 0;
    while let Some(&spot) = region.get(next) {
        next += 1;
        for near in arena.around(spot) {
            match arena.cell(near) {
                Cell::Stone(color) => reached[color] = true,
                Cell::Empty if !seen[usize::from(near)] => {
                    seen[usize::from(near)] = true;
                    region.push(near);
                }
                _ => {}
            }
        }
    }
    match (reached.black, reached.white) {
        (true, false) => Some(Color::Black),
        (false, true) => Some(Color::White),
        _ => None,
    }
}
