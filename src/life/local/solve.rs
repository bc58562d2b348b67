//! The best play in a small part of a board, to the end and exactly: which margin of area a
//! side can reach before both pass.
//!
//! A ko may be taken back one move later, as if there were a threat elsewhere for each side;
//! no other board may come back. So a side that passes only because of a ko has not ended
//! the play. Or one side wins every ko: then the other may take none, and both answers
//! together say what hangs on a ko.

use rustc_hash::FxHashMap;

use super::field::{Cells, Field, Stones, each, only};
use crate::go::{ByColor, Color};

/// A line of play is counted as it stands after so many moves; only repeated captures make
/// it so long.
const DEEPEST: usize = 24;

/// Searches one part.
pub(super) struct Solver<'a> {
    field: &'a Field,
    /// What is known of positions.
    known: FxHashMap<Turn, Bounds>,
    /// The boards of the line that is looked at.
    line: Vec<ByColor<Cells>>,
    /// The earliest board of the line that forbade a move since this was last set.
    depends_on: usize,
    /// Positions that may still be looked at.
    budget: u32,
    /// The side that wins every ko.
    ko_winner: Option<Color>,
}

/// A position with the side to move.
#[derive(PartialEq, Eq, Hash, Clone, Copy)]
struct Turn {
    stones: Stones,
    color: Color,
    /// Whether the other side has just passed.
    passed: bool,
}

impl Turn {
    fn begin(start: &Stones, first: Color) -> Self {
        Self {
            stones: *start,
            color: first,
            passed: false,
        }
    }

    fn pass(&self) -> Self {
        Self {
            stones: Stones {
                ko: 0,
                ..self.stones
            },
            color: self.color.opponent(),
            passed: self.stones.ko == 0,
        }
    }
}

/// Between which margins for Black the best one lies.
#[derive(Clone, Copy)]
struct Bounds {
    least: i32,
    most: i32,
}

/// The search was too large.
pub(super) struct TooLarge;

impl<'a> Solver<'a> {
    pub(super) fn new(field: &'a Field, budget: u32) -> Self {
        Self {
            field,
            known: FxHashMap::default(),
            line: Vec::new(),
            depends_on: usize::MAX,
            budget,
            ko_winner: None,
        }
    }

    /// The same where one side wins every ko.
    pub(super) fn with_kos_won_by(self, color: Color) -> Self {
        Self {
            ko_winner: Some(color),
            ..self
        }
    }

    /// The margin for Black with best play.
    pub(super) fn best(&mut self, start: &Stones, first: Color) -> Result<i32, TooLarge> {
        self.line.clear();
        self.value(&Turn::begin(start, first))
    }

    /// The stones at the end of best play. Passing is preferred where it costs nothing.
    pub(super) fn play_out(&mut self, start: &Stones, first: Color) -> Result<Stones, TooLarge> {
        self.line.clear();
        let mut turn = Turn::begin(start, first);
        for _ in 0..DEEPEST {
            let value = self.value(&turn)?;
            self.line.push(turn.stones.of);
            if self.can_pass(&turn, value)? {
                if turn.passed {
                    break;
                }
                turn = turn.pass();
            } else if let Some(next) = self.best_move(&turn, value)? {
                turn = next;
            } else {
                break;
            }
        }
        Ok(turn.stones)
    }

    /// Whether passing keeps the value.
    fn can_pass(&mut self, turn: &Turn, value: i32) -> Result<bool, TooLarge> {
        if turn.passed {
            return Ok(self.field.margin(&turn.stones) == value);
        }
        self.keeps(&turn.pass(), value)
    }

    /// A move that keeps the value.
    fn best_move(&mut self, turn: &Turn, value: i32) -> Result<Option<Turn>, TooLarge> {
        for cell in self.moves(turn) {
            if let Some(next) = self.play(turn, cell)
                && self.keeps(&next, value)?
            {
                return Ok(Some(next));
            }
        }
        Ok(None)
    }

    /// Whether the side that has just moved still has the value.
    fn keeps(&mut self, turn: &Turn, value: i32) -> Result<bool, TooLarge> {
        match turn.color {
            Color::White => self.reaches(turn, value),
            Color::Black => Ok(!self.reaches(turn, value + 1)?),
        }
    }

    /// The margin for Black.
    fn value(&mut self, turn: &Turn) -> Result<i32, TooLarge> {
        let limit: i32 = self.field.weights.iter().sum();
        let (mut least, mut most) = (-limit, limit);
        let mut guess = self.field.margin(&turn.stones);
        while least < most {
            // Whether it is more than the guess, or less.
            if guess >= most || !self.reaches(turn, guess + 1)? {
                most = guess.min(most);
                if least < most {
                    if self.reaches(turn, most)? {
                        least = most;
                    } else {
                        most -= 1;
                    }
                }
            } else {
                least = guess + 1;
            }
            guess = (least + most).div_euclid(2);
        }
        Ok(least)
    }

    fn play(&mut self, turn: &Turn, cell: usize) -> Option<Turn> {
        let mut stones = self.field.play(&turn.stones, turn.color, cell)?;
        if let Some(winner) = self.ko_winner
            && stones.ko != 0
        {
            if turn.color != winner {
                return None;
            }
            stones.ko = 0;
        }
        // A ko may be taken back later; no other board may come back.
        if stones.ko == 0 {
            let seen = self.line.iter().position(|board| *board == stones.of);
            if let Some(place) = seen {
                self.depends_on = self.depends_on.min(place);
                return None;
            }
        }
        Some(Turn {
            stones,
            color: turn.color.opponent(),
            passed: false,
        })
    }

    /// Whether Black can reach a margin.
    fn reaches(&mut self, turn: &Turn, goal: i32) -> Result<bool, TooLarge> {
        let mut bounds = self.field.bounds(&turn.stones);
        if let Some(known) = self.known.get(turn) {
            bounds = (bounds.0.max(known.least), bounds.1.min(known.most));
        }
        if bounds.0 >= goal {
            return Ok(true);
        }
        if bounds.1 < goal {
            return Ok(false);
        }
        if self.line.len() >= DEEPEST {
            return Ok(self.field.margin(&turn.stones) >= goal);
        }
        self.budget = self.budget.checked_sub(1).ok_or(TooLarge)?;
        let before = std::mem::replace(&mut self.depends_on, usize::MAX);
        self.line.push(turn.stones.of);
        let found = self.try_all(turn, goal);
        self.line.pop();
        let reached = found?;
        if self.depends_on >= self.line.len() {
            let known = self.known.entry(*turn).or_insert(Bounds {
                least: i32::MIN,
                most: i32::MAX,
            });
            if reached {
                known.least = known.least.max(goal);
            } else {
                known.most = known.most.min(goal - 1);
            }
        }
        self.depends_on = self.depends_on.min(before);
        Ok(reached)
    }

    fn try_all(&mut self, turn: &Turn, goal: i32) -> Result<bool, TooLarge> {
        let wanted = turn.color == Color::Black;
        let after_pass = if turn.passed {
            self.field.margin(&turn.stones) >= goal
        } else {
            self.reaches(&turn.pass(), goal)?
        };
        if after_pass == wanted {
            return Ok(wanted);
        }
        for cell in self.moves(turn) {
            if let Some(next) = self.play(turn, cell)
                && self.reaches(&next, goal)? == wanted
            {
                return Ok(wanted);
            }
        }
        Ok(!wanted)
    }

    /// The cells that are worth playing: captures and the cells that enemies touch first.
    fn moves(&self, turn: &Turn) -> Vec<usize> {
        let Turn { stones, color, .. } = turn;
        let enemy = stones.of[color.opponent()];
        let empty = self.field.empty(stones);
        let mut moves: Vec<usize> = each(empty & !stones.ko)
            .filter(|&cell| !self.field.is_own_eye(stones, *color, cell))
            .collect();
        moves.sort_by_cached_key(|&cell| {
            let around = self.field.around[cell];
            let takes = each(around & enemy).any(|near| {
                let chain = self.field.connected(only(near), enemy);
                self.field.beside(chain) & empty == only(cell)
            });
            let open = (around & empty).count_ones();
            (!takes, around & enemy == 0, std::cmp::Reverse(open))
        });
        moves
    }
}
