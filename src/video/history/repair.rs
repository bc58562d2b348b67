//! Irregularities that later frames explain are taken out again.

use super::{Entry, Happening, History, Step};
use crate::video::seen::Seen;

/// So many steps back an irregularity is held against what came later.
const LOOK_BACK: usize = 24;

impl History {
    /// Takes out setups that the record does not need to arrive at the board that is seen now:
    /// stones that came back to where they had vanished, captured stones that were lifted before
    /// the move that takes them.
    pub(super) fn heal(&mut self, seen: &Seen) -> Option<Happening> {
        let first = self.entries.len().saturating_sub(LOOK_BACK);
        let is_setup = |entry: &Entry| matches!(entry.step, Step::Setup { .. });
        (first..self.entries.len())
            .filter(|&index| is_setup(&self.entries[index]))
            .find_map(|index| self.without(index, seen))
            .map(|(index, healed)| {
                *self = healed;
                Happening::Repaired { from: index }
            })
    }

    /// The record without a step, or without it and a later setup that undoes it, if all moves stay
    /// legal and it shows what is seen.
    fn without(&self, index: usize, seen: &Seen) -> Option<(usize, Self)> {
        let undoing = (index + 1..self.entries.len())
            .filter(|&later| matches!(self.entries[later].step, Step::Setup { .. }));
        std::iter::once(None)
            .chain(undoing.map(Some))
            .find_map(|other| {
                let mut entries = self.entries.clone();
                if let Some(other) = other {
                    entries.remove(other);
                }
                entries.remove(index);
                let mut healed = self.with_entries(entries)?;
                for taken in &mut healed.taken_back {
                    taken.after -= usize::from(taken.after > index);
                }
                healed
                    .differences(seen)
                    .is_empty()
                    .then_some((index, healed))
            })
    }

    /// The same game with other steps; `None` where the rules forbid one of the moves.
    fn with_entries(&self, entries: Vec<Entry>) -> Option<Self> {
        let mut position = super::legal(self.start.clone());
        for entry in &entries {
            match entry.step {
                Step::Move(turn) => {
                    position.play(turn).ok()?;
                }
                Step::Setup { .. } => {
                    super::carry_out(&mut position, &entry.step);
                }
            }
        }
        Some(Self {
            entries,
            position,
            ..self.clone()
        })
    }
}
