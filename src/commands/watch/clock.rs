//! What the clock showed, for the moves of the record.

use crate::go::{Color, Move};
use crate::video::{Entry, Seconds, Step};

/// What the clock showed over time.
#[derive(Debug, Clone, Default)]
pub(super) struct Clock(Vec<Shown>);

#[derive(Debug, Clone, Copy)]
struct Shown {
    at: Seconds,
    color: Color,
    left: Seconds,
}

impl Clock {
    /// Notes what a side has left.
    pub(super) fn note(&mut self, color: Color, left: Seconds, at: Seconds) {
        self.0.push(Shown { at, color, left });
    }

    /// The side that made a step, and what it had left after it, if the clock was seen then: it stands
    /// until the other side has moved.
    pub(super) fn left_after(&self, entries: &[Entry], index: usize) -> Option<(Color, Seconds)> {
        let entry = &entries[index];
        let Step::Move(Move::Play(color, _) | Move::Pass(color)) = entry.step else {
            return None;
        };
        let next = entries.get(index + 1);
        let until = next.map_or(f64::INFINITY, |next| next.after.max(entry.by));
        let shown = self.0.iter().rev();
        let mut shown = shown.filter(|shown| shown.color == color);
        shown
            .find(|shown| (entry.after..=until).contains(&shown.at))
            .map(|shown| (color, shown.left))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Point;

    #[test]
    fn a_move_has_what_the_clock_showed_until_the_next() {
        let entry = |color, column, after| Entry {
            step: Step::Move(Move::Play(color, Point::new(column, 0))),
            after,
            by: after + 1.0,
            uncertain: false,
            irregular: None,
        };
        let entries = [
            entry(Color::Black, 0, 10.0),
            entry(Color::White, 1, 30.0),
            entry(Color::Black, 2, 50.0),
        ];
        let mut clock = Clock::default();
        for (at, black, white) in [
            (5.0, 900.0, 900.0),
            (10.5, 890.0, 900.0),
            (31.0, 890.0, 880.0),
        ] {
            clock.note(Color::Black, black, at);
            clock.note(Color::White, white, at);
        }
        assert_eq!(clock.left_after(&entries, 0), Some((Color::Black, 890.0)));
        assert_eq!(clock.left_after(&entries, 1), Some((Color::White, 880.0)));
        assert_eq!(clock.left_after(&entries, 2), None);
    }
}
