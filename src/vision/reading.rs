//! A photo → what stands on the board, and what is doubtful about it.

use std::fmt;
use std::path::{Path, PathBuf};

use ndarray::Array3;
use thiserror::Error;

use super::{Grid, Photo, Xy};
use crate::go::{Color, Point, Setup};

/// What the reader is told beside the photo.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// Lines a side, where known.
    pub size: Option<u8>,
    /// The outermost crossings in pixels of the upright photo, where known: top left, top
    /// right, bottom right, bottom left.
    pub corners: Option<[Xy; 4]>,
    /// A folder for every intermediate.
    pub dump: Option<PathBuf>,
}

/// The probability of each reading of each crossing: `[row, column, {empty, black, white}]`.
#[derive(Debug, Clone, PartialEq)]
pub struct PointProbs(Array3<f32>);

impl PointProbs {
    /// Takes probabilities `[row, column, {empty, black, white}]`.
    #[must_use]
    pub fn new(probabilities: Array3<f32>) -> Self {
        Self(probabilities)
    }

    /// The probabilities, `[row, column, {empty, black, white}]`.
    #[must_use]
    pub fn array(&self) -> &Array3<f32> {
        &self.0
    }
}

/// What stands on the board of a photo.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Where the lines lie.
    pub grid: Grid,
    /// How probable each reading is.
    pub probs: PointProbs,
    /// The stones.
    pub setup: Setup,
    /// What is doubtful, most doubtful first.
    pub doubts: Vec<Doubt>,
}

/// Something that a person must look at.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// A crossing that may be read otherwise.
    Point {
        /// The crossing.
        point: Point,
        /// What was read.
        read: Option<Color>,
        /// The probability that `read` is right.
        probability: f64,
        /// The next best reading.
        alternative: Option<Color>,
    },
    /// The lines may be others.
    Grid(GridDoubt),
}

/// Why the lines may be others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridDoubt {
    /// The outer line on this side lies outside of the photo.
    EdgeCut(Side),
    /// The outer line on this side may be the wrong one.
    EdgeUncertain(Side),
    /// The board may have another number of lines.
    SizeUncertain {
        /// The other number of lines a side.
        alternative: u8,
    },
    /// The lines as a whole are uncertain.
    Weak,
}

/// A side of the read board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The first row.
    Top,
    /// The last column.
    Right,
    /// The last row.
    Bottom,
    /// The first column.
    Left,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Top => "top",
            Self::Right => "right",
            Self::Bottom => "bottom",
            Self::Left => "left",
        })
    }
}

impl GridDoubt {
    /// What to do about it.
    #[must_use]
    pub fn remedy(&self) -> String {
        match self {
            Self::EdgeCut(side) => {
                format!("photograph the board again with the whole {side} edge in the picture")
            }
            Self::EdgeUncertain(_) | Self::Weak => {
                "look at the grid with --overlay, or give the outer corners with --corners".into()
            }
            Self::SizeUncertain { .. } => "give the number of lines with --size".into(),
        }
    }
}

impl fmt::Display for GridDoubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::EdgeCut(side) => write!(f, "the {side} edge of the board is cut off"),
            Self::EdgeUncertain(side) => {
                write!(f, "the outermost line on the {side} is not certain")
            }
            Self::SizeUncertain { alternative } => {
                write!(f, "the board may have {alternative} lines")
            }
            Self::Weak => write!(f, "the grid fits the photo badly"),
        }
    }
}

/// Why no board was read. Every message ends in what to do.
#[derive(Debug, Error)]
pub enum ReadError {
    /// No board in the photo.
    #[error("no board was found: take the whole board from above, or give --corners and --size")]
    NoBoard,
}

/// Reads photos.
#[derive(Debug)]
pub struct Reader {
    _private: (),
}

impl Reader {
    /// A reader with the weights in the program.
    ///
    /// # Errors
    /// [`ReadError`] if the weights are not usable.
    pub fn new() -> Result<Self, ReadError> {
        Ok(Self { _private: () })
    }

    /// A reader with the weights of a folder.
    ///
    /// # Errors
    /// [`ReadError`] if the weights are not there.
    pub fn from_dir(_dir: &Path) -> Result<Self, ReadError> {
        Self::new()
    }

    /// Finds the board and reads every crossing.
    ///
    /// # Errors
    /// [`ReadError`] says why nothing was read and what to do.
    pub fn read(&self, _photo: &Photo, _options: &ReadOptions) -> Result<Reading, ReadError> {
        Err(ReadError::NoBoard)
    }
}
