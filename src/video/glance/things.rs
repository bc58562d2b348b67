//! What lies over the board and is larger than a stone.
//!
//! Middles that are hidden, those that look shaded without showing their lines, and crossings that look
//! different than what stands there does, hang together where they touch. A stone that was put down
//! is such a thing, too, but a small one.

use super::lines::Shown;
use super::{Glance, Sight};
use crate::video::seen::Seconds;

/// What hides no more than two middles is as small as a stone: one that lies between the crossings, or
/// is seen from low.
const SPECK: usize = 2;
/// A stone touches no more than the four middles round its crossing.
const ROUND_A_STONE: usize = 4;
/// What touches more, or hides the lines all round a square, but is no larger, is a finger, a hand of the
/// wood's colour among stones, or several stones that came at once. Stones lie still for so long, in
/// seconds; hands do not.
const STONES_LIE: Seconds = 40.0;
/// So many corners of a square look different where a hand is over it; stones that came or went in a row are
/// two.
const CORNERS: usize = 3;

/// What hangs together.
#[derive(Default)]
struct Thing {
    middles: Vec<usize>,
    hidden: usize,
    /// Whether it hides the lines all round a square, as one stone does not.
    hides_lines: bool,
    still_since: Seconds,
}

impl Thing {
    fn is_large(&self, now: Seconds) -> bool {
        let moves = now - self.still_since < STONES_LIE;
        let is_strange = self.hides_lines || self.middles.len() > ROUND_A_STONE;
        self.hidden > SPECK || is_strange && moves
    }
}

impl Glance {
    /// The middles that are covered by large things.
    pub(super) fn large_things(&self, now: Seconds) -> Vec<bool> {
        let mut covered = vec![false; self.middles.len()];
        let mut seen = vec![false; self.middles.len()];
        for start in 0..self.middles.len() {
            if self.is_vague(start) && !seen[start] {
                let thing = self.thing_at(start, &mut seen);
                if thing.is_large(now) {
                    thing
                        .middles
                        .iter()
                        .for_each(|&middle| covered[middle] = true);
                }
            }
        }
        self.cover_what_cannot_be_told(&mut covered);
        covered
    }

    /// Where stones hide the lines beside something that surely covers the board, it may go on unseen.
    fn cover_what_cannot_be_told(&self, covered: &mut [bool]) {
        let shown = |i: usize| self.middles[i].map(|middle| middle.shown);
        let is_poor = |i: usize| shown(i).is_some_and(Shown::is_poor);
        let sure: Vec<usize> = (0..covered.len())
            .filter(|&i| covered[i] && is_poor(i))
            .collect();
        for middle in sure {
            let beside = self.neighbours(middle);
            for beside in beside.filter(|i| shown(*i) == Some(Shown::Unknown)) {
                covered[beside] = true;
            }
        }
    }

    /// Whether a middle may be covered. Where stones hide its lines it may show the colour that it had
    /// by chance; then what has become of the stones tells.
    fn is_vague(&self, index: usize) -> bool {
        self.middles[index].is_some_and(|middle| match (middle.sight, middle.shown) {
            (Sight::Hidden, _) => true,
            (_, Shown::Lines) => false,
            (Sight::Shaded, _) => true,
            (Sight::Free, _) => {
                let different = self.corners(index).filter(|c| self.is_different(*c));
                different.count() >= CORNERS
            }
        })
    }

    fn thing_at(&self, start: usize, seen: &mut [bool]) -> Thing {
        let mut thing = Thing::default();
        let mut next = vec![start];
        seen[start] = true;
        while let Some(index) = next.pop() {
            if let Some(middle) = self.middles[index] {
                thing.hidden += usize::from(middle.sight == Sight::Hidden);
                thing.hides_lines |= middle.shown == Shown::Nothing;
                thing.still_since = thing.still_since.max(middle.still_since);
            }
            thing.middles.push(index);
            let beside = self.neighbours(index);
            let across = self.across_changed(index);
            for other in beside.chain(across) {
                if self.is_vague(other) && !std::mem::replace(&mut seen[other], true) {
                    next.push(other);
                }
            }
        }
        thing
    }

    /// The middles round the crossings beside those round a middle, where both look different.
    fn across_changed(&self, middle: usize) -> Vec<usize> {
        let changed = |crossing: &usize| self.is_different(*crossing);
        let near: Vec<usize> = self.corners(middle).filter(changed).collect();
        let next = near.into_iter().flat_map(|crossing| self.next_to(crossing));
        next.filter(changed)
            .flat_map(|crossing| self.around(crossing))
            .collect()
    }
}
