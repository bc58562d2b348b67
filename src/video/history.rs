//! What was seen, as a game: moves in the order of the rules where they explain it, and what the
//! rules do not explain as what it is.
//!
//! The rules are a prior. Stones that came between two clear views are put in the likeliest legal
//! order; a move that turns out to be missing is put in where it must have been; stones that stay
//! unexplained for a while are irregular, and are recorded and reported as that.

mod entry;
mod irregular;
mod lingering;
mod order;
mod repair;
mod search;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use super::seen::{Seconds, Seen};
use crate::go::{BoardSize, Color, Move, Point, Position, Setup};

pub use entry::{Entry, Happening, Step, TakenBack, Warning};
pub use irregular::Irregularity;

/// A game as it is known so far.
#[derive(Debug, Clone)]
pub struct History {
    start: Setup,
    /// Black stones that are set up before White moves.
    handicap: usize,
    entries: Vec<Entry>,
    taken_back: Vec<TakenBack>,
    position: Position,
    /// Captured stones that were not taken off the board yet, and since when.
    lingering: BTreeMap<usize, (Color, Seconds)>,
    /// Lingering stones that were reported as forgotten.
    forgotten: Vec<usize>,
}

/// The moves and setups that may be thought over again when a move turns out to be missing. More
/// moves than this under one hand were not seen in any game; the work grows with its factorial.
const REOPEN: usize = 6;

impl History {
    /// A game that begins with these stones. Chains without a liberty are left out of the first
    /// position, as no legal game begins with them.
    #[must_use]
    pub fn new(start: Setup) -> Self {
        let position = legal(start.clone());
        let start = Setup {
            board: position.board().clone(),
            to_move: start.to_move,
        };
        Self {
            start,
            handicap: 0,
            entries: Vec::new(),
            taken_back: Vec::new(),
            position,
            lingering: BTreeMap::new(),
            forgotten: Vec::new(),
        }
    }

    /// The first black stones, so many, are handicap stones and no moves.
    #[must_use]
    pub fn with_handicap(mut self, stones: u8) -> Self {
        self.handicap = usize::from(stones);
        self
    }

    /// A game that was recorded before.
    #[must_use]
    pub fn resumed(start: Setup, entries: Vec<Entry>, taken_back: Vec<TakenBack>) -> Self {
        let mut history = Self::new(start);
        history.entries = entries;
        history.taken_back = taken_back;
        history.position = history.position_after(history.entries.len());
        history
    }

    /// The stones at the start.
    #[must_use]
    pub fn start(&self) -> &Setup {
        &self.start
    }

    /// The steps so far.
    #[must_use]
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The moves that were taken back.
    #[must_use]
    pub fn taken_back(&self) -> &[TakenBack] {
        &self.taken_back
    }

    /// The position now, captured stones taken off.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.start.board.size()
    }

    /// How many moves were made, passes included.
    #[must_use]
    pub fn moves(&self) -> usize {
        let is_move = |entry: &&Entry| matches!(entry.step, Step::Move(_));
        self.entries.iter().filter(is_move).count()
    }

    /// A pass that a person has entered, for the side to move.
    pub fn pass(&mut self, now: Seconds) -> Vec<Happening> {
        let color = self.position.to_move().unwrap_or(Color::Black);
        let from = self.entries.len();
        self.push(Entry {
            step: Step::Move(Move::Pass(color)),
            after: now,
            by: now,
            uncertain: false,
            irregular: None,
        });
        vec![Happening::Added { from }]
    }

    /// Takes in what is seen now.
    pub fn update(&mut self, seen: &Seen, now: Seconds) -> Vec<Happening> {
        if self.handicap_stones_come(seen) {
            return vec![Happening::SetUp];
        }
        self.note_lifted(seen);
        let mut happenings = self.note_forgotten(now);
        if self.differences(seen).is_empty() {
            return happenings;
        }
        let explained = self
            .heal(seen)
            .map(|healed| vec![healed])
            .or_else(|| self.explain(seen, now))
            .or_else(|| self.take_back(seen, now))
            .or_else(|| self.admit(seen, now));
        if let Some(more) = explained {
            happenings.extend(more);
            self.note_lifted(seen);
            happenings.extend(self.heal(seen));
        }
        happenings
    }

    /// Takes black stones into the start until the handicap is complete.
    fn handicap_stones_come(&mut self, seen: &Seen) -> bool {
        let known = self.start.board.count(Color::Black);
        if !self.entries.is_empty() || self.handicap < 2 || known >= self.handicap {
            return false;
        }
        let come = self.differences(seen).into_iter();
        let come: Vec<Point> = come
            .filter(|&point| seen.get(point).stone == Some(Color::Black))
            .take(self.handicap - known)
            .collect();
        for &point in &come {
            self.start.board.set(point, Some(Color::Black));
        }
        if known + come.len() == self.handicap {
            self.start.to_move = Some(Color::White);
        }
        self.position = legal(self.start.clone());
        !come.is_empty()
    }

    /// The points that do not show what the record says.
    fn differences(&self, seen: &Seen) -> Vec<Point> {
        let differs = |point: &Point| {
            let stone = seen.get(*point).stone;
            stone != self.position.board().get(*point)
                && self
                    .lingering_at(*point)
                    .is_none_or(|color| stone != Some(color))
        };
        self.size().points().filter(differs).collect()
    }

    /// Adds a step and carries it out.
    fn push(&mut self, entry: Entry) {
        let size = self.size();
        for point in carry_out(&mut self.position, &entry.step) {
            let color = match entry.step {
                Step::Move(turn) => turn.color().opponent(),
                Step::Setup { .. } => continue,
            };
            self.lingering.insert(size.index(point), (color, entry.by));
        }
        self.entries.push(entry);
    }

    /// Takes steps off the end of the record.
    fn pop(&mut self, count: usize) -> Vec<Entry> {
        let left = self.entries.len() - count;
        self.position = self.position_after(left);
        let (size, board) = (self.size(), self.position.board());
        let stands = |index: usize| size.points().nth(index).and_then(|p| board.get(p));
        self.lingering
            .retain(|&index, (color, _)| stands(index) != Some(*color));
        self.entries.split_off(left)
    }

    /// The position after so many steps.
    #[must_use]
    pub fn position_after(&self, steps: usize) -> Position {
        let mut position = legal(self.start.clone());
        for entry in &self.entries[..steps] {
            carry_out(&mut position, &entry.step);
        }
        position
    }

    /// The index of the first of the last steps, moves with stones all of them, that may have
    /// happened after a time.
    fn reopened(&self, time: Seconds) -> usize {
        let open = self.entries.iter().rev().take(REOPEN);
        let open = open.take_while(|entry| {
            matches!(entry.step, Step::Move(Move::Play(..))) && entry.by > time
        });
        self.entries.len() - open.count()
    }
}

/// Makes a step and returns the stones that it takes. A move that the rules forbid changes nothing;
/// no such move gets into a record.
fn carry_out(position: &mut Position, step: &Step) -> Vec<Point> {
    match step {
        Step::Move(turn) => position.play(*turn).unwrap_or_default(),
        Step::Setup { points, to_move } => {
            let mut board = position.board().clone();
            for &(point, stone) in points {
                board.set(point, stone);
            }
            let to_move = to_move.or(position.to_move());
            *position = legal(Setup { board, to_move });
            Vec::new()
        }
    }
}

/// The stones less those whose chains have no liberty.
fn legal(mut setup: Setup) -> Position {
    for chain in setup.board.chains() {
        if chain.liberties.is_empty() {
            for stone in chain.stones {
                setup.board.set(stone, None);
            }
        }
    }
    Position::try_from(setup).expect("every chain has a liberty")
}
