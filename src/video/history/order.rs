//! The likeliest legal order of stones that came between two views.

use super::search::Search;
use super::{Entry, Happening, History, Step};
use crate::go::{Color, Move, Point};
use crate::video::seen::{Seconds, Seen, Settled};

/// A stone that came.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stone {
    pub(super) color: Color,
    pub(super) point: Point,
    after: Seconds,
    by: Seconds,
}

impl Stone {
    fn about(&self) -> Seconds {
        (self.after + self.by) / 2.0
    }
}

/// An order, with what it leaves unexplained.
#[derive(Debug, Clone)]
pub(super) struct Order {
    pub(super) stones: Vec<usize>,
    /// Points that still differ afterwards.
    pub(super) left: usize,
    pub(super) cost: f64,
}

/// The index that an order begins at, the order of which stones, and whether another is as likely.
type Found = (usize, (Order, Vec<Stone>, bool));

/// A stone was seen before the one that is to come before it had: only a misreading explains that.
const CONTRADICTION: f64 = 5.0;
/// For each second by which a stone seems to have come before the one ordered before it.
const INVERSION: f64 = 0.5;
/// For each line between a move and the next: most moves answer the one before. Small against what
/// times tell.
const DISTANCE: f64 = 0.02;
/// Steps in the record are put in another order where that costs so much less: a contradiction less.
const CLEARLY: f64 = 0.5 * CONTRADICTION;
/// Orders whose costs differ by less than this are equally likely.
const SAME: f64 = 0.5;
/// The most stones whose order is looked for. More than these at once are no moves under a hand.
const MOST_STONES: usize = 12;
/// A stone this near to where one of its colour vanished was moved, not played, in lines.
const NUDGED: f64 = 1.5;
/// So long a stone that may have been moved waits for another explanation, in seconds.
const NUDGE_HOLD: Seconds = 4.0;

impl History {
    /// Explains stones that came as moves, all or some of them; the moves before are put in another
    /// order where these must have come earlier.
    pub(super) fn explain(&mut self, seen: &Seen, now: Seconds) -> Option<Vec<Happening>> {
        let added = self.added(seen, now);
        if added.is_empty() || added.len() > MOST_STONES {
            return None;
        }
        let earliest = added
            .iter()
            .map(|stone| stone.after)
            .fold(f64::INFINITY, f64::min);
        let end = self.entries.len();
        let from = self.reopened(earliest);
        let is_regular = self.entries[from..].iter().all(|e| e.irregular.is_none());
        let plain = self.try_order(seen, end, &added).map(|found| (end, found));
        let (from, found) = match plain {
            Some(plain) if is_regular && (from == end || plain.1.0.left == 0) => {
                self.unless_clearly_earlier(plain, from, seen, &added)
            }
            plain => {
                let reopened = self
                    .try_order(seen, from, &added)
                    .map(|found| (from, found));
                let better = |a: &Found, b: &Found| a.1.0.left < b.1.0.left;
                match (plain, reopened) {
                    (Some(a), Some(b)) if better(&a, &b) || is_regular && !better(&b, &a) => a,
                    (_, Some(b)) => b,
                    (a, None) => a?,
                }
            }
        };
        Some(self.accept(from, found.0, &found.1, found.2))
    }

    /// New stones after the steps that are known, unless the times clearly say that they came before some
    /// of them.
    fn unless_clearly_earlier(
        &self,
        plain: Found,
        from: usize,
        seen: &Seen,
        added: &[Stone],
    ) -> Found {
        if from == self.entries.len() {
            return plain;
        }
        let known: Vec<Stone> = self.entries[from.saturating_sub(1)..]
            .iter()
            .filter_map(stone_of)
            .collect();
        let known = known.windows(2).map(|pair| cost_of(pair[0], pair[1]));
        let cost = known.sum::<f64>() + plain.1.0.cost;
        match self.try_order(seen, from, added) {
            Some(other) if other.0.left == 0 && other.0.cost + CLEARLY < cost => (from, other),
            _ => plain,
        }
    }

    /// The best order of the steps from an index on together with new stones; `None` where that
    /// explains nothing more than there is. Says whether another is as likely.
    fn try_order(
        &self,
        seen: &Seen,
        from: usize,
        added: &[Stone],
    ) -> Option<(Order, Vec<Stone>, bool)> {
        let mut stones: Vec<Stone> = self.entries[from..].iter().filter_map(stone_of).collect();
        stones.extend(added);
        let position = self.position_after(from);
        let mut search = Search {
            history: self,
            seen,
            stones: &stones,
            previous: self.entries[..from].iter().rev().find_map(stone_of),
            found: Vec::new(),
            looked_at: 0,
        };
        search.from(&position, &mut Vec::new(), &mut Vec::new(), 0.0);
        let before = self.differences(seen).len();
        let needed = self.entries.len() - from;
        let mut found = search.found;
        found.retain(|order| order.stones.len() > needed && order.left < before);
        found.sort_by(|a, b| {
            (a.left, usize::MAX - a.stones.len())
                .cmp(&(b.left, usize::MAX - b.stones.len()))
                .then(a.cost.total_cmp(&b.cost))
        });
        let best = found.first()?.clone();
        let rival = |order: &&Order| {
            order.left == best.left
                && order.stones.len() == best.stones.len()
                && order.cost < best.cost + SAME
        };
        let uncertain = found.iter().skip(1).any(|order| rival(&order));
        Some((best, stones, uncertain))
    }

    /// Writes an order into the record.
    fn accept(
        &mut self,
        from: usize,
        order: Order,
        stones: &[Stone],
        uncertain: bool,
    ) -> Vec<Happening> {
        let old = self.pop(self.entries.len() - from);
        let entry_of = |&index: &usize| {
            let stone = stones[index];
            Entry {
                step: Step::Move(Move::Play(stone.color, stone.point)),
                after: stone.after,
                by: stone.by,
                uncertain,
                irregular: None,
            }
        };
        for entry in order.stones.iter().map(entry_of) {
            self.push(entry);
        }
        let kept = (self.entries[from..].iter().zip(&old))
            .take_while(|(new, old)| new.step == old.step)
            .count();
        if kept == old.len() {
            vec![Happening::Added { from: from + kept }]
        } else {
            vec![Happening::Repaired { from: from + kept }]
        }
    }

    /// The stones that the record does not know. A stone that may only have been moved waits.
    fn added(&self, seen: &Seen, now: Seconds) -> Vec<Stone> {
        let board = self.position.board();
        let differences = self.differences(seen);
        let vanished = |color: Color, near: Point| {
            differences.iter().any(|&other| {
                board.get(other) == Some(color)
                    && seen.get(other).stone.is_none()
                    && distance(other, near) <= NUDGED
            })
        };
        let stone = |&point: &Point| {
            let Settled {
                stone, after, by, ..
            } = seen.get(point);
            let color = stone?;
            let waits = vanished(color, point) && now - by < NUDGE_HOLD;
            (!waits).then_some(Stone {
                color,
                point,
                after,
                by,
            })
        };
        differences.iter().filter_map(stone).collect()
    }
}

fn stone_of(entry: &Entry) -> Option<Stone> {
    match entry.step {
        Step::Move(Move::Play(color, point)) => Some(Stone {
            color,
            point,
            after: entry.after,
            by: entry.by,
        }),
        _ => None,
    }
}

fn distance(a: Point, b: Point) -> f64 {
    let along = |a: u8, b: u8| f64::from(a) - f64::from(b);
    along(a.column(), b.column()).hypot(along(a.row(), b.row()))
}

/// What speaks against one stone right before another.
pub(super) fn cost_of(before: Stone, then: Stone) -> f64 {
    let contradiction = if then.by <= before.after && then.by < before.by {
        CONTRADICTION
    } else {
        0.0
    };
    let early = (before.about() - then.about()).max(0.0);
    contradiction + (INVERSION * early).min(1.0) + DISTANCE * distance(before.point, then.point)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::{Board, BoardSize, Color::Black, Color::White, Setup};

    #[test]
    fn stones_that_were_there_first_are_put_before_those_that_were_believed_first() {
        let size = BoardSize::square(9).unwrap();
        let mut seen = Seen::at(&Board::empty(size), 0.0);
        let mut history = History::new(Setup::from(Board::empty(size)));
        let stones = [
            (Black, 2, 1.0),
            (White, 6, 3.0),
            (Black, 4, 5.0),
            (White, 8, 7.0),
        ];
        let mut come = |history: &mut History, which: [usize; 2], now| {
            for (color, column, by) in which.map(|index| stones[index]) {
                let settled = Settled {
                    stone: Some(color),
                    after: by - 0.5,
                    by,
                    last: now,
                };
                seen.set(Point::new(column, 4), settled);
            }
            history.update(&seen, now)
        };
        // A shadow lay on the first two.
        come(&mut history, [2, 3], 8.0);
        let happenings = come(&mut history, [0, 1], 9.0);
        assert_eq!(happenings, [Happening::Repaired { from: 0 }]);
        let order: Vec<u8> = (history.entries().iter())
            .filter_map(stone_of)
            .map(|stone| stone.point.column())
            .collect();
        assert_eq!(order, [2, 6, 4, 8]);
    }
}
