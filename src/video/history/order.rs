//! The likeliest legal order of stones that came between two views.

use super::{Entry, Happening, History, Step};
use crate::go::{Board, Color, Move, Point, Position};
use crate::video::seen::{Seconds, Seen, Settled};

/// A stone that came.
#[derive(Debug, Clone, Copy)]
struct Stone {
    color: Color,
    point: Point,
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
struct Order {
    stones: Vec<usize>,
    /// Points that still differ afterwards.
    left: usize,
    cost: f64,
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
/// Orders whose costs differ by less than this are equally likely.
const SAME: f64 = 0.5;
/// Orders that are looked at; six stones of each colour have 518,400, seven moves 144.
const MOST_ORDERS: usize = 20_000;
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
            Some(plain) if is_regular && (from == end || plain.1.0.left == 0) => plain,
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

/// A depth-first walk through the orders.
struct Search<'a> {
    history: &'a History,
    seen: &'a Seen,
    stones: &'a [Stone],
    /// The move before them all.
    previous: Option<Stone>,
    found: Vec<Order>,
    looked_at: usize,
}

impl Search<'_> {
    /// Notes the order so far and tries every stone as the next move.
    fn from(
        &mut self,
        position: &Position,
        so_far: &mut Vec<usize>,
        captured: &mut Vec<(Point, Color)>,
        cost: f64,
    ) {
        self.looked_at += 1;
        if self.looked_at > MOST_ORDERS {
            return;
        }
        if !so_far.is_empty() {
            self.found.push(Order {
                stones: so_far.clone(),
                left: self.left(position.board(), captured),
                cost,
            });
        }
        for index in self.nearest_first(so_far.last().map(|&i| self.stones[i])) {
            let stone = self.stones[index];
            let turn = position.to_move().is_none_or(|color| color == stone.color);
            if so_far.contains(&index) || !turn {
                continue;
            }
            let mut next = position.clone();
            let Ok(taken) = next.play(Move::Play(stone.color, stone.point)) else {
                continue;
            };
            let before = so_far.last().map(|&i| self.stones[i]).or(self.previous);
            let step = before.map_or(0.0, |before| cost_of(before, stone));
            let known = captured.len();
            captured.extend(taken.iter().map(|&point| (point, stone.color.opponent())));
            so_far.push(index);
            self.from(&next, so_far, captured, cost + step);
            so_far.pop();
            captured.truncate(known);
        }
    }

    /// The stones, the nearest to the last move first, so that the best orders are looked at first.
    fn nearest_first(&self, last: Option<Stone>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.stones.len()).collect();
        if let Some(last) = last.or(self.previous) {
            order.sort_by(|&a, &b| {
                let cost = |i: usize| cost_of(last, self.stones[i]);
                cost(a).total_cmp(&cost(b))
            });
        }
        order
    }

    /// How many points do not show what a board says; captured stones may still lie there.
    fn left(&self, board: &Board, captured: &[(Point, Color)]) -> usize {
        let differs = |point: &Point| {
            let stone = self.seen.get(*point).stone;
            if stone == board.get(*point) {
                return false;
            }
            let lies = |color: Color| {
                captured.contains(&(*point, color))
                    || self.history.lingering_at(*point) == Some(color)
            };
            !(board.get(*point).is_none() && stone.is_some_and(lies))
        };
        board.size().points().filter(differs).count()
    }
}

/// What speaks against one stone right before another.
fn cost_of(before: Stone, then: Stone) -> f64 {
    let contradiction = if then.by <= before.after && then.by < before.by {
        CONTRADICTION
    } else {
        0.0
    };
    let early = (before.about() - then.about()).max(0.0);
    contradiction + (INVERSION * early).min(1.0) + DISTANCE * distance(before.point, then.point)
}
