//! Readings over time → what stands on each point.

use super::glance::{Change, Sight};
use super::seen::{Seconds, Seen, Settled};
use crate::go::{Board, Color, Point};
use crate::vision::{Reading, SURE};

/// How a point looked when it was read.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) sight: Sight,
    /// Since when it has looked like this.
    pub(super) since: Seconds,
    pub(super) change: Change,
}

/// What a reading of a point has shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// Surely what stands there.
    Confirmed,
    /// Something else stands there now.
    Changed,
    /// Nothing that is sure by now.
    Open,
}

/// Something else than what stands on a point by now, seen there.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    stone: Option<Color>,
    first: Seconds,
    /// Since when the point has looked like this.
    since: Seconds,
    weight: f64,
    sight: Sight,
}

/// What was seen on each point.
#[derive(Debug)]
pub(super) struct Evidence {
    seen: Seen,
    candidates: Vec<Option<Candidate>>,
}

/// The evidence that changes a point: two sure readings of a free point, or many less sure ones.
const ENOUGH: f64 = 2.0;
/// Readings of a free point must agree for this long, in seconds: half of the second that a stable
/// stone may take until it is told.
const HOLD: Seconds = 0.25;
/// As long as something is near a point or a shadow lies on it.
const SHADED_HOLD: Seconds = 1.5;
/// A reading less likely than this says nothing.
const LIKELY: f64 = 0.6;
/// What an unsure reading weighs against a sure one: eight of them change a point. Where a hand may be near
/// they weigh nothing, and where the point does not clearly look different they are wrong, as on a board that
/// is found again under a hand; sure ones are unsure where it looks as before.
const UNSURE: f64 = 0.25;

impl Evidence {
    /// A board that is known.
    pub(super) fn of(board: &Board, now: Seconds) -> Self {
        Self {
            seen: Seen::at(board, now),
            candidates: vec![None; board.size().area()],
        }
    }

    pub(super) fn seen(&self) -> &Seen {
        &self.seen
    }

    /// Whether another reading is needed to tell, of points with this sight.
    pub(super) fn is_open(&self, sight: Sight) -> bool {
        let mut candidates = self.candidates.iter().flatten();
        candidates.any(|candidate| candidate.sight == sight)
    }

    /// Notes that a point looks as it did when it was last read.
    pub(super) fn still(&mut self, point: Point, now: Seconds) {
        if self.candidates[self.seen.size().index(point)].is_none() {
            let mut settled = self.seen.get(point);
            settled.last = now;
            self.seen.set(point, settled);
        }
    }

    /// Takes in what was read on a point that was not hidden.
    pub(super) fn take(
        &mut self,
        point: Point,
        reading: &Reading,
        look: Look,
        now: Seconds,
    ) -> Taken {
        let stone = reading.setup.board.get(point);
        let probability = probability(reading, point, stone);
        let settled = self.seen.get(point);
        let index = self.seen.size().index(point);
        let is_sure = probability >= SURE;
        if stone == settled.stone {
            if !is_sure {
                return Taken::Open;
            }
            self.candidates[index] = None;
            self.still(point, now);
            return Taken::Confirmed;
        }
        if probability < LIKELY {
            return Taken::Open;
        }
        let weight = match (is_sure, look.change, look.sight) {
            (true, Change::Slight | Change::Clear | Change::Unknown, _) => 1.0,
            (true, Change::None, _) | (false, Change::Clear, Sight::Free) => UNSURE,
            (false, Change::Clear, Sight::Shaded | Sight::Hidden) => 0.0,
            (false, Change::None | Change::Slight | Change::Unknown, _) => return Taken::Open,
        };
        let before = self.candidates[index].filter(|candidate| candidate.stone == stone);
        let candidate = Candidate {
            stone,
            first: before.map_or(now, |candidate| candidate.first),
            since: before.map_or(look.since, |candidate| candidate.since),
            weight: weight + before.map_or(0.0, |candidate| candidate.weight),
            sight: look.sight,
        };
        let hold = if look.sight == Sight::Free {
            HOLD
        } else {
            SHADED_HOLD
        };
        self.candidates[index] = Some(candidate);
        if candidate.weight < ENOUGH || now - candidate.first < hold {
            return Taken::Open;
        }
        self.settle(point, candidate, now);
        Taken::Changed
    }

    /// Settles what was read surely enough, as no more will be seen.
    pub(super) fn conclude(&mut self, now: Seconds) {
        for point in self.seen.size().points() {
            let candidate = self.candidates[self.seen.size().index(point)];
            if let Some(candidate) = candidate.filter(|candidate| candidate.weight >= ENOUGH) {
                self.settle(point, candidate, now);
            }
        }
    }

    fn settle(&mut self, point: Point, candidate: Candidate, now: Seconds) {
        let settled = self.seen.get(point);
        self.candidates[self.seen.size().index(point)] = None;
        self.seen.set(
            point,
            Settled {
                stone: candidate.stone,
                after: settled.last,
                // The look tells it from frame to frame, readings are rarer.
                by: candidate.since.clamp(settled.last, candidate.first),
                last: now,
            },
        );
    }
}

fn probability(reading: &Reading, point: Point, stone: Option<Color>) -> f64 {
    let class = match stone {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    f64::from(reading.probs.array()[[usize::from(point.row()), usize::from(point.column()), class]])
}

#[cfg(test)]
mod tests {
    use ndarray::{Array3, Axis};

    use super::*;
    use crate::go::{BoardSize, Setup};
    use crate::vision::{Grid, PointProbs};

    /// A white stone in the middle, to the eyes of a net, as surely as it says.
    fn white_in_the_middle(point: Point, probability: f64) -> Reading {
        let mut probs = Array3::zeros((9, 9, 3));
        probs.index_axis_mut(Axis(2), 0).fill(1.0);
        let place = |class: usize| [usize::from(point.row()), usize::from(point.column()), class];
        probs[place(0)] = 1.0 - probability as f32;
        probs[place(2)] = probability as f32;
        let mut board = Board::empty(BoardSize::square(9).unwrap());
        board.set(point, Some(Color::White));
        let corners = [[10.0, 10.0], [90.0, 10.0], [90.0, 90.0], [10.0, 90.0]];
        Reading {
            grid: Grid::from_corners(9, corners).unwrap(),
            probs: PointProbs::new(probs),
            setup: Setup::from(board),
            doubts: Vec::new(),
            neighbour: None,
        }
    }

    /// What stands in the middle of an empty board after so many such readings of it.
    fn believed(probability: f64, change: Change, readings: u8) -> Option<Color> {
        let point = Point::new(4, 4);
        let reading = white_in_the_middle(point, probability);
        let mut evidence = Evidence::of(&Board::empty(BoardSize::square(9).unwrap()), 0.0);
        let look = Look {
            sight: Sight::Free,
            since: 1.0,
            change,
        };
        for step in 0..readings {
            evidence.take(point, &reading, look, 1.0 + f64::from(step) / 4.0);
        }
        evidence.seen().get(point).stone
    }

    #[test]
    fn unsure_readings_are_believed_where_the_point_has_changed() {
        assert_eq!(believed(0.85, Change::Clear, 20), Some(Color::White));
        assert_eq!(believed(0.85, Change::Slight, 20), None);
        assert_eq!(believed(0.85, Change::None, 20), None);
        assert_eq!(believed(0.85, Change::Unknown, 20), None);
        assert_eq!(believed(0.5, Change::Clear, 20), None);
    }

    #[test]
    fn sure_readings_are_believed_later_where_the_point_looks_as_before() {
        assert_eq!(believed(0.97, Change::Clear, 2), Some(Color::White));
        assert_eq!(believed(0.97, Change::Slight, 2), Some(Color::White));
        assert_eq!(believed(0.97, Change::Unknown, 2), Some(Color::White));
        assert_eq!(believed(0.97, Change::None, 4), None);
        assert_eq!(believed(0.97, Change::None, 8), Some(Color::White));
    }
}
