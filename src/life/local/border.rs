//! What an open border is worth, by exact play in it.
//!
//! Where each move is answered in the place in which it was made, no side gets more out of
//! several places together than the sum of what it gets by beginning in each. So the gains of
//! the side that begins bound what the whole border can still change.

use super::BUDGET;
use super::ground::Ground;
use super::grow;
use super::solve::Solver;
use crate::go::{ByColor, Color, Point};

/// By how many points of area a side gains at best if it begins in a border, against the
/// border's being shared as it stands. `None` where it is too large to be searched.
pub(in crate::life) fn gains(ground: &Ground, points: &[Point]) -> Option<ByColor<u32>> {
    let part = grow::border(ground, points)?;
    let shared = part.field.margin(&part.stones);
    let mut gains = ByColor::default();
    for first in Color::BOTH {
        let best = Solver::new(&part.field, BUDGET).best(&part.stones, first);
        let change = best.ok()? - shared;
        let gain = match first {
            Color::Black => change,
            Color::White => -change,
        };
        // Both may also share it.
        gains[first] = gain.max(0).unsigned_abs();
    }
    Some(gains)
}
