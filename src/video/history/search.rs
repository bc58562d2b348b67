//! All legal orders of stones, the likeliest first.

use super::History;
use super::order::{Order, Stone, cost_of};
use crate::go::{Board, Color, Move, Point, Position};
use crate::video::seen::Seen;

/// Orders that are looked at; six stones of each colour have 518,400, seven moves 144.
const MOST_ORDERS: usize = 20_000;

/// A depth-first walk through the orders.
pub(super) struct Search<'a> {
    pub(super) history: &'a History,
    pub(super) seen: &'a Seen,
    pub(super) stones: &'a [Stone],
    /// The move before them all.
    pub(super) previous: Option<Stone>,
    pub(super) found: Vec<Order>,
    pub(super) looked_at: usize,
}

impl Search<'_> {
    /// Notes the order so far and tries every stone as the next move.
    pub(super) fn from(
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
