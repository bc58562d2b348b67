//! What was read, and where it is not sure.

use std::fmt;

use crate::go::{Board, BoardSize, Color, Point, Setup};

use super::classify::{Classified, PointProbs, SURE, Trouble};
use super::grid::Grid;
use super::homography::Xy;
use super::lattice::{Fit, SURE_WINDOW};
use super::neighbour::Neighbour;

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

impl Side {
    /// Where something lies that is beyond this side of the board that was read.
    #[must_use]
    pub(crate) fn of_board(self) -> &'static str {
        match self {
            Side::Top => "above this one",
            Side::Right => "to the right of this one",
            Side::Bottom => "below this one",
            Side::Left => "to the left of this one",
        }
    }
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
        /// What in the light makes it hard to read.
        trouble: Option<Trouble>,
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
    /// Another board in the photo, on this side of the one that was read, is about as large.
    OtherBoard(Side),
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
            Self::OtherBoard(_) => {
                "photograph the board by itself, or give its outer corners with --corners".into()
            }
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
            Self::OtherBoard(side) => {
                write!(
                    f,
                    "another board of about this size is in the photo, {}",
                    side.of_board()
                )
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
    /// On which side of it, as the photo lies, a smaller board was seen.
    pub neighbour: Option<Side>,
}

/// A grid that fits worse than this is doubtful, see `Fit::quality`. Of held-out photos all but two
/// of 190 right grids are better, all but two of 14 wrong ones worse.
const GOOD_FIT: f64 = 0.9;

/// Where less than this share of the lines between empty crossings is seen, the grid is doubtful.
/// All but one of 213 right grids show 0.66 and more, a grid dreamt into wood 0.62.
const LINES_SEEN: f64 = 0.66;

/// A board of this share of the area of the one that was read may be the one that is meant.
const AS_LARGE: f64 = 0.5;

/// So many stones beside an outer line make it doubtful, unless the window is this sure.
const STONES_BESIDE: usize = 3;
/// See `STONES_BESIDE` and `SURE_WINDOW`.
const SURE_WINDOW_BESIDE: f64 = 6.0;

impl Reading {
    /// A reading of what was seen on a grid that is beyond doubt.
    pub(super) fn new(grid: Grid, seen: &Classified) -> Self {
        let trouble = |p: Point| seen.trouble(usize::from(p.row()), usize::from(p.column()));
        Self::on_grid(grid, seen.probs.clone(), &trouble)
    }

    /// A reading of probabilities on a grid that is beyond doubt; `trouble` says what in the light
    /// makes a point hard to read.
    pub(super) fn on_grid(
        grid: Grid,
        probs: PointProbs,
        trouble: &dyn Fn(Point) -> Option<Trouble>,
    ) -> Self {
        Self {
            setup: most_likely(&probs, grid.size()),
            doubts: point_doubts(&probs, trouble),
            grid,
            probs,
            neighbour: None,
        }
    }

    /// A reading of what was seen on a grid whose corners a person gave, in a photo of a size in
    /// pixels: what lies beyond its border nobody sees.
    pub(super) fn of_corners(grid: Grid, seen: &Classified, photo: Xy) -> Self {
        let cut = sides_beyond(&grid, photo, BEYOND_BORDER).map(GridDoubt::EdgeCut);
        let doubts: Vec<Doubt> = cut.map(Doubt::Grid).collect();
        let mut reading = Self::new(grid, seen);
        reading.doubts.splice(0..0, doubts);
        reading
    }

    /// A reading of what was seen on the grid of a fit, in a photo of a size in pixels.
    pub(super) fn of_fit(fit: &Fit, seen: &Classified, photo: Xy) -> Self {
        let doubts = grid_doubts(fit, seen, photo);
        let mut reading = Self::new(fit.grid.clone(), seen);
        reading
            .doubts
            .splice(0..0, doubts.into_iter().map(Doubt::Grid));
        reading
    }

    /// The same beside another board. If that one is about as large, nobody knows which is meant.
    pub(super) fn beside(mut self, neighbour: Option<Neighbour>) -> Self {
        match neighbour {
            Some(Neighbour { side, area }) if area > AS_LARGE => {
                self.doubts
                    .insert(0, Doubt::Grid(GridDoubt::OtherBoard(side)));
            }
            other => self.neighbour = other.map(|n| n.side),
        }
        self
    }

    /// Whether what was read is rather no board at all: more than a quarter of its crossings are
    /// doubtful (of held-out boards read rightly at most one in thirty), or the grid fits badly and
    /// its edges are nowhere certain.
    pub(super) fn is_no_board(&self) -> bool {
        let points = self
            .doubts
            .iter()
            .filter(|d| matches!(d, Doubt::Point { .. }));
        let has = |doubt: GridDoubt| self.doubts.contains(&Doubt::Grid(doubt));
        let edges =
            has(GridDoubt::EdgeUncertain(Side::Top)) && has(GridDoubt::EdgeUncertain(Side::Left));
        4 * points.count() > self.grid.size().area() || edges && has(GridDoubt::Weak)
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

fn point_doubts(probs: &PointProbs, trouble: &dyn Fn(Point) -> Option<Trouble>) -> Vec<Doubt> {
    let (rows, columns, _) = probs.array().dim();
    let mut doubts: Vec<(f64, Doubt)> = (0..rows * columns)
        .filter_map(|i| {
            let point = Point::new((i % columns) as u8, (i / columns) as u8);
            let (best, second) = ranked(probs, point);
            let doubt = || Doubt::Point {
                point,
                read: STONES[best.0],
                probability: best.1,
                alternative: STONES[second.0],
                trouble: trouble(point),
            };
            (best.1 < SURE).then(|| (best.1, doubt()))
        })
        .collect();
    doubts.sort_by(|a, b| a.0.total_cmp(&b.0));
    doubts.into_iter().map(|d| d.1).collect()
}

const SIDES: [Side; 4] = [Side::Top, Side::Right, Side::Bottom, Side::Left];

fn grid_doubts(fit: &Fit, seen: &Classified, photo: Xy) -> Vec<GridDoubt> {
    let cut: Vec<Side> = sides_beyond(&fit.grid, photo, BEYOND_BORDER).collect();
    let at_border = sides_beyond(&fit.grid, photo, -AT_BORDER).filter(|side| !cut.contains(side));
    let mut doubts: Vec<GridDoubt> = (cut.iter().copied().map(GridDoubt::EdgeCut))
        .chain(at_border.map(GridDoubt::EdgeUncertain))
        .collect();
    let lines = f64::from(fit.grid.lines());
    for (i, side) in SIDES.into_iter().enumerate() {
        // The columns decide left and right, the rows top and bottom.
        let margin = fit.window_margin[(i + 1) % 2] / lines;
        let limit = if seen.beside[i] >= STONES_BESIDE {
            SURE_WINDOW_BESIDE
        } else {
            SURE_WINDOW
        };
        let first = matches!(side, Side::Left | Side::Top);
        let doubt = GridDoubt::EdgeUncertain(side);
        if (margin < SURE_WINDOW && first || margin < limit && seen.beside[i] >= STONES_BESIDE)
            && !doubts.contains(&doubt)
        {
            doubts.push(doubt);
        }
    }
    if let Some((alternative, margin)) = fit.other_size
        && margin < SURE_WINDOW * lines
    {
        doubts.push(GridDoubt::SizeUncertain { alternative });
    }
    if fit.quality() < GOOD_FIT || seen.lines_seen().is_some_and(|share| share < LINES_SEEN) {
        doubts.push(GridDoubt::Weak);
    }
    doubts
}

/// How far, in cells, a corner may seem to lie beyond the photo's border: about the error of a grid.
const BEYOND_BORDER: f64 = 0.05;
/// An outer line this near to the border, in cells, may have another one beyond it.
const AT_BORDER: f64 = 0.15;

/// The sides whose outer line lies farther beyond the photo's border than this many cells: both its
/// ends do, or one where no side is wholly outside.
fn sides_beyond(grid: &Grid, photo: Xy, cells: f64) -> impl Iterator<Item = Side> {
    let limit = cells * grid.cell();
    let beyond = grid
        .corners()
        .map(|p| (0..2).any(|i| p[i] < -limit || p[i] > photo[i] - 1.0 + limit));
    let whole = [0, 1, 2, 3].map(|i| beyond[i] && beyond[(i + 1) % 4]);
    let cut = if whole.contains(&true) { whole } else { beyond };
    SIDES
        .into_iter()
        .zip(cut)
        .filter_map(|(side, cut)| cut.then_some(side))
}
