//! What was read, and where it is not sure.

use std::fmt;

use crate::go::{Board, BoardSize, Color, Point, Setup};

use super::classify::PointProbs;
use super::grid::Grid;
use super::homography::Xy;
use super::lattice::Fit;

/// A side of the board as it lies in the photo.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// Row 0.
    Top,
    /// The last column.
    Right,
    /// The last row.
    Bottom,
    /// Column 0.
    Left,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Side::Top => "top",
            Side::Right => "right",
            Side::Bottom => "bottom",
            Side::Left => "left",
        })
    }
}

/// Something that a person must look at before the reading counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Doubt {
    /// A crossing that may be read wrongly.
    Point {
        /// The crossing.
        point: Point,
        /// What was read: a stone's colour, or `None` for empty.
        read: Option<Color>,
        /// The probability that this is right, 0..1.
        probability: f64,
        /// What it would be otherwise.
        alternative: Option<Color>,
    },
    /// The whole grid may be wrong.
    Grid(GridDoubt),
}

/// What may be wrong with the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GridDoubt {
    /// An outer line lies beyond the border of the photo.
    EdgeCut(Side),
    /// Which line is the outermost on this side, and so on the side opposite, is not certain.
    EdgeUncertain(Side),
    /// The board may have another number of lines.
    SizeUncertain {
        /// The other number.
        alternative: u8,
    },
    /// The lattice fits badly.
    Weak,
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
            Self::EdgeCut(side) => {
                write!(
                    f,
                    "the {side} edge of the board is cut off by the photo's border"
                )
            }
            Self::EdgeUncertain(side) => {
                write!(f, "the outermost line on the {side} is not certain")
            }
            Self::SizeUncertain { alternative } => {
                write!(f, "the board may have {alternative} lines a side")
            }
            Self::Weak => write!(f, "the grid fits the photo badly"),
        }
    }
}

/// A board read from a photo.
#[derive(Debug, Clone)]
pub struct Reading {
    /// Where the crossings are.
    pub grid: Grid,
    /// How likely each crossing is empty, black, white.
    pub probs: PointProbs,
    /// The most likely stones.
    pub setup: Setup,
    /// What is not certain: the grid first, then the points, the most doubtful first.
    pub doubts: Vec<Doubt>,
}

/// A crossing whose reading is less likely than this is doubtful. On held-out photos nearly every
/// wrong crossing on a right grid is below it, and one board in some is asked about without need
/// (the trade is in `models/card.md`).
pub const SURE: f64 = 0.9;

/// A grid that fits worse than this is doubtful, see `Fit::quality`.
const GOOD_FIT: f64 = 0.6;

/// The window of lines must be this much more likely (natural log) than one shifted by a line.
const SURE_WINDOW: f64 = 6.0;

impl Reading {
    /// A reading from probabilities on a grid that is beyond doubt.
    pub fn new(grid: Grid, probs: PointProbs) -> Self {
        let setup = most_likely(&probs, grid.size());
        let doubts = point_doubts(&probs);
        Self {
            grid,
            probs,
            setup,
            doubts,
        }
    }

    /// A reading from probabilities on the grid of a fit, in a photo of a size in pixels.
    pub(super) fn of_fit(fit: &Fit, probs: PointProbs, photo: Xy) -> Self {
        let mut reading = Self::new(fit.grid.clone(), probs);
        let mut doubts: Vec<Doubt> = grid_doubts(fit, photo)
            .into_iter()
            .map(Doubt::Grid)
            .collect();
        doubts.append(&mut reading.doubts);
        reading.doubts = doubts;
        reading
    }
}

const STONES: [Option<Color>; 3] = [None, Some(Color::Black), Some(Color::White)];

fn most_likely(probs: &PointProbs, size: BoardSize) -> Setup {
    let mut board = Board::empty(size);
    for point in size.points() {
        let (best, _) = ranked(probs, point);
        board.set(point, STONES[best.0]);
    }
    Setup {
        board,
        to_move: None,
    }
}

/// The likeliest and the second likeliest of a crossing, as (index, probability).
fn ranked(probs: &PointProbs, point: Point) -> ((usize, f64), (usize, f64)) {
    let at = |k: usize| {
        f64::from(probs.array()[[usize::from(point.row()), usize::from(point.column()), k]])
    };
    let mut order = [0, 1, 2].map(|k| (k, at(k)));
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    (order[0], order[1])
}

fn point_doubts(probs: &PointProbs) -> Vec<Doubt> {
    let (rows, columns, _) = probs.array().dim();
    let mut doubts: Vec<(f64, Doubt)> = (0..rows * columns)
        .filter_map(|i| {
            let point = Point::new((i % columns) as u8, (i / columns) as u8);
            let (best, second) = ranked(probs, point);
            let doubt = Doubt::Point {
                point,
                read: STONES[best.0],
                probability: best.1,
                alternative: STONES[second.0],
            };
            (best.1 < SURE).then_some((best.1, doubt))
        })
        .collect();
    doubts.sort_by(|a, b| a.0.total_cmp(&b.0));
    doubts.into_iter().map(|d| d.1).collect()
}

fn grid_doubts(fit: &Fit, photo: Xy) -> Vec<GridDoubt> {
    let mut doubts = Vec::new();
    let corners = fit.grid.corners();
    let limit = 0.25 * fit.grid.cell();
    let beyond = |p: &Xy| (0..2).any(|i| p[i] < -limit || p[i] > photo[i] - 1.0 + limit);
    let sides = [Side::Top, Side::Right, Side::Bottom, Side::Left];
    for (i, side) in sides.into_iter().enumerate() {
        if beyond(&corners[i]) && beyond(&corners[(i + 1) % 4]) {
            doubts.push(GridDoubt::EdgeCut(side));
        }
    }
    if doubts.is_empty() && corners.iter().any(beyond) {
        let i = corners.iter().position(beyond).unwrap_or(0);
        doubts.push(GridDoubt::EdgeCut(sides[i]));
    }
    for (margin, side) in fit.window_margin.iter().zip([Side::Left, Side::Top]) {
        if *margin < SURE_WINDOW {
            doubts.push(GridDoubt::EdgeUncertain(side));
        }
    }
    if let Some((alternative, _)) = fit.other_size.filter(|(_, margin)| *margin < SURE_WINDOW) {
        doubts.push(GridDoubt::SizeUncertain { alternative });
    }
    if fit.quality() < GOOD_FIT {
        doubts.push(GridDoubt::Weak);
    }
    doubts
}
