//! What a record consists of, and what there is to tell of it.

use super::Irregularity;
use crate::go::{Color, Move, Point};
use crate::video::seen::Seconds;

/// One step of the record.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// A move.
    Move(Move),
    /// Points that changed without a move: what stands there afterwards, and who is to move.
    Setup {
        /// The points, each with its stone or `None`.
        points: Vec<(Point, Option<Color>)>,
        /// The side to move then, where it is known.
        to_move: Option<Color>,
    },
}

/// A step with what is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What happened.
    pub step: Step,
    /// It had not happened yet at this time.
    pub after: Seconds,
    /// It had happened by this time.
    pub by: Seconds,
    /// Whether another order explains what was seen as well.
    pub uncertain: bool,
    /// What is not as the rules have it.
    pub irregular: Option<Irregularity>,
}

/// Moves that were taken back, as they stood in the record.
#[derive(Debug, Clone, PartialEq)]
pub struct TakenBack {
    /// After how many steps of the record.
    pub after: usize,
    /// The steps.
    pub entries: Vec<Entry>,
}

/// Something that the record or the referee must hear of.
#[derive(Debug, Clone, PartialEq)]
pub enum Happening {
    /// Steps were added at the end, the first of them at this index.
    Added {
        /// Index of the first.
        from: usize,
    },
    /// The record was changed from this index on.
    Repaired {
        /// Index of the first step that is not what it was.
        from: usize,
    },
    /// Handicap stones were put down: the start is another one.
    SetUp,
    /// Something irregular.
    Warning(Warning),
}

/// Something irregular, for the referee.
#[derive(Debug, Clone, PartialEq)]
pub struct Warning {
    /// What it is.
    pub kind: Irregularity,
    /// Where, the points that matter most first.
    pub points: Vec<Point>,
    /// Whose stones, where that can be told.
    pub color: Option<Color>,
}
