//! One reading against its truth.

use std::fmt;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;

use super::truth::Truth;
use crate::go::{Board, BoardSize, Color, Point, Symmetry};
use crate::vision::{Doubt, Reading, Xy};

/// The corners may be off by this much, in cells, for the grid to be the right one: less than
/// half, so that no line can be taken for its neighbour.
const RIGHT_GRID: f64 = 0.5;

/// The crossings that were read with a probability from one limit to the next.
#[derive(Debug, Clone, Copy, Serialize)]
struct Bin {
    from: f64,
    crossings: usize,
    wrong: usize,
}

/// Where the bins begin, and so end.
const BINS: [f64; 9] = [0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995];

/// How a reading compares with the truth.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Judgement {
    pub name: String,
    /// Whether an outer line is outside of the photo.
    pub cut: bool,
    /// Whether a position came out.
    pub answered: bool,
    /// Whether the number of lines and every crossing are right, quarter turns allowed.
    pub perfect: bool,
    /// Crossings read wrongly; `None` where they cannot be compared.
    pub wrong: Option<usize>,
    /// Of these, those without a doubt of their own.
    pub unmarked: Option<usize>,
    /// Lines a side that were read, and that there are.
    lines: (Option<u8>, u8),
    /// How many doubts there are.
    pub doubts: usize,
    /// The doubts about the grid, in words.
    grid_doubts: Vec<String>,
    /// The smallest probability that a crossing's reading is right.
    worst_confidence: Option<f64>,
    /// On the right grid: how often crossings of a certainty are read wrongly.
    reliability: Vec<Bin>,
    /// How far the corner that is farthest off is off, in cells.
    corner_error: Option<f64>,
    /// Why no position came out.
    refusal: Option<String>,
    pub milliseconds: f64,
}

impl Judgement {
    pub(super) fn new(
        truth: &Truth,
        reading: Result<&Reading, &anyhow::Error>,
        took: Duration,
    ) -> Self {
        let mut judgement = Self {
            name: truth.name.clone(),
            cut: truth.cut,
            answered: reading.is_ok(),
            perfect: false,
            wrong: None,
            unmarked: None,
            lines: (None, truth.size),
            doubts: 0,
            grid_doubts: Vec::new(),
            worst_confidence: None,
            reliability: Vec::new(),
            corner_error: None,
            refusal: None,
            milliseconds: took.as_secs_f64() * 1000.0,
        };
        match reading {
            Err(error) => judgement.refusal = Some(format!("{error:#}")),
            Ok(reading) => judgement.compare(truth, reading),
        }
        judgement
    }

    fn compare(&mut self, truth: &Truth, reading: &Reading) {
        let size = reading.setup.board.size();
        self.lines.0 = Some(size.width());
        self.doubts = reading.doubts.len();
        self.grid_doubts = grid_doubts(reading);
        self.worst_confidence = (size.points())
            .map(|point| confidence(reading, point))
            .min_by(f64::total_cmp);
        self.corner_error = truth
            .corners
            .map(|corners| corner_error(corners, truth.size, reading));
        let same_size = BoardSize::square(truth.size) == Ok(size);
        match &truth.board {
            Some(board) if same_size => {
                let wrong = wrong_points(board, &truth.hidden, reading);
                let doubtful = doubtful_points(reading);
                let unmarked = wrong
                    .iter()
                    .filter(|point| !doubtful.contains(point))
                    .count();
                self.unmarked = Some(unmarked);
                self.wrong = Some(wrong.len());
                self.perfect = wrong.is_empty();
                if self.corner_error.is_some_and(|error| error < RIGHT_GRID) {
                    self.reliability = reliability(reading, &truth.hidden, &wrong);
                }
            }
            Some(_) => {}
            None => {
                let right_grid = self.corner_error.is_some_and(|error| error < RIGHT_GRID);
                self.perfect = same_size && right_grid && !truth.cut;
            }
        }
    }

    /// Something is wrong and nothing says so.
    pub(super) fn is_silent(&self) -> bool {
        self.answered && !self.perfect && self.doubts == 0
    }

    /// The board is there to be read and was read, or it is not and no one was misled.
    pub(super) fn is_as_it_should_be(&self) -> bool {
        self.perfect || (self.cut && !self.is_silent())
    }
}

/// A line of the list, without the name.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(refusal) = &self.refusal {
            let mark = if self.cut { "ok (cut), " } else { "" };
            return write!(
                f,
                "{mark}unanswered: {refusal}  {:.0} ms",
                self.milliseconds
            );
        }
        let found = match (self.cut, self.perfect, self.lines, self.wrong) {
            (true, ..) => "answered although cut".to_owned(),
            (_, true, ..) => "ok".to_owned(),
            (_, _, (Some(read), true_lines), _) if read != true_lines => {
                format!("read as {read} lines, has {true_lines}")
            }
            (_, _, _, Some(wrong)) => {
                format!(
                    "{wrong} wrong ({} without a doubt)",
                    self.unmarked.unwrap_or(wrong)
                )
            }
            _ => "other corners".to_owned(),
        };
        let silent = if self.is_silent() { " SILENT" } else { "" };
        write!(
            f,
            "{found}{silent}  doubts {}  worst {:.2}  corners {}  {:.0} ms",
            self.doubts,
            self.worst_confidence.unwrap_or(f64::NAN),
            self.corner_error
                .map_or("-".to_owned(), |error| format!("{error:.2}")),
            self.milliseconds
        )?;
        if !self.grid_doubts.is_empty() {
            write!(f, "  grid: {}", self.grid_doubts.join("; "))?;
        }
        Ok(())
    }
}

fn grid_doubts(reading: &Reading) -> Vec<String> {
    let grid = reading.doubts.iter().filter_map(|doubt| match doubt {
        Doubt::Grid(doubt) => Some(doubt.to_string()),
        Doubt::Point { .. } => None,
    });
    grid.collect()
}

fn doubtful_points(reading: &Reading) -> Vec<Point> {
    let points = reading.doubts.iter().filter_map(|doubt| match doubt {
        Doubt::Point { point, .. } => Some(*point),
        Doubt::Grid(_) => None,
    });
    points.collect()
}

/// The wrongly read crossings, as points of the read board, at the quarter turn that has the
/// fewest.
fn wrong_points(truth: &Board, hidden: &[Point], reading: &Reading) -> Vec<Point> {
    let size = truth.size();
    let read = &reading.setup.board;
    let wrong = |turn: &Symmetry| -> Vec<Point> {
        let judged = size.points().filter(|point| !hidden.contains(point));
        judged
            .map(|point| (turn.apply(point, size), truth.get(point)))
            .filter(|&(point, stone)| read.get(point) != stone)
            .map(|(point, _)| point)
            .collect()
    };
    let turns = Symmetry::ALL[..4].iter().map(wrong);
    turns.min_by_key(Vec::len).unwrap_or_default()
}

/// The probability that a crossing's reading is right.
fn confidence(reading: &Reading, point: Point) -> f64 {
    let class = match reading.setup.board.get(point) {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    };
    let at = [usize::from(point.row()), usize::from(point.column()), class];
    f64::from(reading.probs.array()[at])
}

fn reliability(reading: &Reading, hidden: &[Point], wrong: &[Point]) -> Vec<Bin> {
    let mut bins = BINS.map(|from| Bin {
        from,
        crossings: 0,
        wrong: 0,
    });
    let points = reading.setup.board.size().points();
    for point in points.filter(|point| !hidden.contains(point)) {
        let bin = BINS.partition_point(|from| *from <= confidence(reading, point)) - 1;
        bins[bin].crossings += 1;
        bins[bin].wrong += usize::from(wrong.contains(&point));
    }
    bins.to_vec()
}

/// The largest distance of a corner at the best quarter turn, in true cells.
fn corner_error(corners: [Xy; 4], lines: u8, reading: &Reading) -> f64 {
    let found = reading.grid.corners();
    let distance = |a: Xy, b: Xy| (a[0] - b[0]).hypot(a[1] - b[1]);
    let around = |turn: usize| {
        let far = (0..4).map(|i| distance(corners[i], found[(i + turn) % 4]));
        far.fold(0.0, f64::max)
    };
    let sides = (0..4).map(|i| distance(corners[i], corners[(i + 1) % 4]));
    let cell = sides.sum::<f64>() / 4.0 / f64::from(lines - 1);
    (0..4).map(around).fold(f64::INFINITY, f64::min) / cell
}
