//! What stands on each point by the evidence so far, and since when.

use crate::go::{Board, BoardSize, Color, Point};

/// Seconds since the first frame.
pub type Seconds = f64;

/// What stands on a point, and between which moments it came there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settled {
    /// The stone, or `None` for an empty point.
    pub stone: Option<Color>,
    /// When the point was last seen as it was before.
    pub after: Seconds,
    /// When it was first seen as it is.
    pub by: Seconds,
    /// When it was last seen as it is.
    pub last: Seconds,
}

impl Settled {
    /// The likeliest moment of the change.
    pub(super) fn about(&self) -> Seconds {
        (self.after + self.by) / 2.0
    }
}

/// What stands on all points.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    size: BoardSize,
    points: Vec<Settled>,
}

impl Seen {
    /// A board that was there at a moment.
    #[must_use]
    pub fn at(board: &Board, now: Seconds) -> Self {
        let settled = |stone: &Option<Color>| Settled {
            stone: *stone,
            after: now,
            by: now,
            last: now,
        };
        Self {
            size: board.size(),
            points: board.as_slice().iter().map(settled).collect(),
        }
    }

    /// The size of the board.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// What stands on a point of the board.
    #[must_use]
    pub fn get(&self, point: Point) -> Settled {
        self.points[self.size.index(point)]
    }

    /// Notes what stands on a point of the board.
    pub fn set(&mut self, point: Point, settled: Settled) {
        let index = self.size.index(point);
        self.points[index] = settled;
    }

    /// The stones alone.
    #[must_use]
    pub fn board(&self) -> Board {
        let mut board = Board::empty(self.size);
        for point in self.size.points() {
            board.set(point, self.get(point).stone);
        }
        board
    }

    /// Since when every point has been seen at least once.
    #[must_use]
    pub fn all_seen_since(&self) -> Seconds {
        let times = self.points.iter().map(|settled| settled.last);
        times.fold(f64::INFINITY, f64::min)
    }
}
