//! What the rules do not explain, named as what it is.

use std::fmt;

use super::{Entry, Happening, History, Step, TakenBack, Warning};
use crate::go::{Color, Move, PlayError, Point};
use crate::video::seen::{Seconds, Seen};

/// What is not as the rules have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Irregularity {
    /// A side moved twice, or a pass was not entered.
    TwoInARow,
    /// Moves were taken back.
    TakenBack,
    /// Stones with liberties were taken off.
    Removed,
    /// Stones lie elsewhere than they were played.
    Moved,
    /// A ko was taken back at once.
    KoRetaken,
    /// A stone was put where it has no liberty and takes nothing.
    Forbidden,
    /// Stones came that no order of moves explains.
    Unordered,
    /// Captured stones are still on the board.
    CapturesLeft,
}

impl Irregularity {
    /// All of them.
    const ALL: [Self; 8] = [
        Self::TwoInARow,
        Self::TakenBack,
        Self::Removed,
        Self::Moved,
        Self::KoRetaken,
        Self::Forbidden,
        Self::Unordered,
        Self::CapturesLeft,
    ];

    /// The irregularity of a [`name`](Self::name).
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// The name in the events.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::TwoInARow => "two_in_a_row",
            Self::TakenBack => "taken_back",
            Self::Removed => "removed",
            Self::Moved => "moved",
            Self::KoRetaken => "ko_retaken",
            Self::Forbidden => "forbidden",
            Self::Unordered => "unordered",
            Self::CapturesLeft => "captures_left",
        }
    }
}

/// For the referee, in words.
impl fmt::Display for Irregularity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TwoInARow => "two moves of one side in a row, or a pass that was not entered",
            Self::TakenBack => "a move was taken back",
            Self::Removed => "stones were taken off without being captured",
            Self::Moved => "a stone was moved to another point",
            Self::KoRetaken => "the ko was taken back at once",
            Self::Forbidden => "a stone was put on a point without a liberty",
            Self::Unordered => "stones whose order is not known",
            Self::CapturesLeft => "captured stones are still on the board",
        })
    }
}

/// So long nothing must contradict a take-back, in seconds: a hand that adjusts a stone is faster.
const TAKE_BACK_HOLD: Seconds = 1.5;
/// So long a stone that comes out of turn waits for the move that is missing.
const TURN_HOLD: Seconds = 4.0;
/// So long stones that vanished wait for the move that takes them: some players lift first.
const VANISHED_HOLD: Seconds = 8.0;
/// Points that stay hidden are waited for so long beyond that.
const HIDDEN_HOLD: Seconds = 45.0;
/// Captured stones that lie for so long were forgotten.
pub(super) const FORGOTTEN_AFTER: Seconds = 30.0;
/// The most moves that are taken back at once.
const MOST_TAKEN_BACK: usize = 4;
/// A stone that was put down and moved on within so many seconds was adjusted or misread at first,
/// not taken back.
const ADJUSTED: Seconds = 3.0;

impl History {
    /// The last moves are gone, and perhaps others were made instead.
    pub(super) fn take_back(&mut self, seen: &Seen, now: Seconds) -> Option<Vec<Happening>> {
        let differences = self.differences(seen);
        let newest = (differences.iter()).map(|&point| seen.get(point).by);
        if now - newest.fold(0.0, f64::max) < TAKE_BACK_HOLD {
            return None;
        }
        (1..=MOST_TAKEN_BACK.min(self.entries.len()))
            .find_map(|count| self.take_back_last(count, seen, now))
    }

    fn take_back_last(
        &mut self,
        count: usize,
        seen: &Seen,
        now: Seconds,
    ) -> Option<Vec<Happening>> {
        let from = self.entries.len() - count;
        let is_gone = |entry: &Entry| match entry.step {
            Step::Move(Move::Play(color, point)) => seen.get(point).stone != Some(color),
            _ => false,
        };
        if !self.entries[from..].iter().all(is_gone) {
            return None;
        }
        // The board looks the same where the ko that the last move took is taken back at once.
        let mut differences = self.differences(seen).into_iter();
        if count == 1 && differences.any(|point| self.is_ko(point, seen)) {
            return None;
        }
        let mut other = self.clone();
        let gone = other.pop(count);
        other.lingering.clear();
        if !other.differences(seen).is_empty() {
            other.explain(seen, now)?;
            if !other.differences(seen).is_empty() {
                return None;
            }
        }
        let stayed = |entry: &Entry| match entry.step {
            Step::Move(Move::Play(_, point)) => seen.get(point).after - entry.by > ADJUSTED,
            _ => true,
        };
        let mut happenings = vec![Happening::Repaired { from }];
        if gone.iter().any(stayed) {
            happenings.push(Happening::Warning(taken_back(&gone)));
            other.taken_back.push(TakenBack {
                after: from,
                entries: gone,
            });
        }
        *self = other;
        Some(happenings)
    }

    /// Records what has stayed unexplained for long enough as what it is.
    pub(super) fn admit(&mut self, seen: &Seen, now: Seconds) -> Option<Vec<Happening>> {
        let board = self.position.board();
        let (added, vanished): (Vec<Point>, Vec<Point>) = (self.differences(seen).into_iter())
            .partition(|&point| seen.get(point).stone.is_some());
        let ripe = |points: &[Point], hold: Seconds| {
            let newest = points.iter().map(|&point| seen.get(point).by);
            let newest = newest.fold(f64::NEG_INFINITY, f64::max);
            let clear = seen.all_seen_since() > newest || now - newest > HIDDEN_HOLD;
            !points.is_empty() && clear && now - newest > hold
        };
        let replaced = added.iter().any(|&point| board.get(point).is_some());
        if ripe(&added, TURN_HOLD) && vanished.is_empty() && !replaced && added.len() <= 2 {
            return Some(self.admit_moves(&added, seen));
        }
        let all: Vec<Point> = added.iter().chain(&vanished).copied().collect();
        ripe(&all, VANISHED_HOLD).then(|| self.admit_setup(&added, &vanished, seen))
    }

    /// Stones that came out of turn are moves out of turn; those that the rules forbid are set up.
    fn admit_moves(&mut self, added: &[Point], seen: &Seen) -> Vec<Happening> {
        let mut order = added.to_vec();
        order.sort_by(|&a, &b| seen.get(a).about().total_cmp(&seen.get(b).about()));
        let from = self.entries.len();
        let mut happenings = vec![Happening::Added { from }];
        for point in order {
            let Some(color) = seen.get(point).stone else {
                continue;
            };
            let turn = Move::Play(color, point);
            let in_turn = self.position.to_move().is_none_or(|next| next == color);
            let kind = match self.position.clone().play(turn) {
                Ok(_) if in_turn => None,
                Ok(_) => Some(Irregularity::TwoInARow),
                Err(PlayError::Ko { .. }) => Some(Irregularity::KoRetaken),
                Err(_) => Some(Irregularity::Forbidden),
            };
            let step = match kind {
                None | Some(Irregularity::TwoInARow) => Step::Move(turn),
                Some(_) => self.setup_as_seen(&[point], seen),
            };
            self.push(entry(step, &[point], seen, kind));
            happenings.extend(kind.map(|kind| warning(kind, vec![point], Some(color))));
        }
        happenings
    }

    /// Whatever differs is set up as it is.
    fn admit_setup(&mut self, added: &[Point], vanished: &[Point], seen: &Seen) -> Vec<Happening> {
        let board = self.position.board();
        let came = added.first().and_then(|&point| seen.get(point).stone);
        let went = vanished.first().and_then(|&point| board.get(point));
        let in_turn = came.is_some() && came == self.position.to_move();
        let kind = match (added, vanished) {
            ([point], _) if in_turn && self.is_ko(*point, seen) => Irregularity::KoRetaken,
            ([], _) => Irregularity::Removed,
            ([_], [_]) if came == went => Irregularity::Moved,
            _ => Irregularity::Unordered,
        };
        let points: Vec<Point> = added.iter().chain(vanished).copied().collect();
        let from = self.entries.len();
        let step = self.setup_as_seen(&points, seen);
        self.push(entry(step, &points, seen, Some(kind)));
        vec![
            Happening::Added { from },
            warning(kind, points, came.or(went)),
        ]
    }

    fn is_ko(&self, point: Point, seen: &Seen) -> bool {
        let turn = seen.get(point).stone.map(|color| Move::Play(color, point));
        turn.is_some_and(|turn| {
            matches!(self.position.clone().play(turn), Err(PlayError::Ko { .. }))
        })
    }

    /// The points as they are seen. After a stone that came alone it is the other side's turn.
    fn setup_as_seen(&self, points: &[Point], seen: &Seen) -> Step {
        let stones = points.iter().filter_map(|&point| seen.get(point).stone);
        let to_move = match stones.collect::<Vec<Color>>()[..] {
            [color] if Some(color) == self.position.to_move() => Some(color.opponent()),
            _ => self.position.to_move(),
        };
        Step::Setup {
            points: (points.iter())
                .map(|&point| (point, seen.get(point).stone))
                .collect(),
            to_move,
        }
    }
}

fn entry(step: Step, points: &[Point], seen: &Seen, irregular: Option<Irregularity>) -> Entry {
    let times = points.iter().map(|&point| seen.get(point));
    Entry {
        step,
        after: times.clone().map(|s| s.after).fold(f64::INFINITY, f64::min),
        by: times.map(|s| s.by).fold(0.0, f64::max),
        uncertain: irregular == Some(Irregularity::Unordered),
        irregular,
    }
}

fn warning(kind: Irregularity, points: Vec<Point>, color: Option<Color>) -> Happening {
    Happening::Warning(Warning {
        kind,
        points,
        color,
    })
}

fn taken_back(gone: &[Entry]) -> Warning {
    let stones = gone.iter().filter_map(|entry| match entry.step {
        Step::Move(Move::Play(color, point)) => Some((color, point)),
        _ => None,
    });
    let (colors, points): (Vec<Color>, Vec<Point>) = stones.unzip();
    Warning {
        kind: Irregularity::TakenBack,
        points,
        color: colors.first().copied(),
    }
}
