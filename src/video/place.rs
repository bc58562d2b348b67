//! Where a board lies in the frame, and which way round.

use crate::go::{Board, BoardSize, Point, Symmetry};
use crate::vision::{Grid, Reading};

/// Corners nearer than this, in cells, are the same place.
pub(super) const SAME_PLACE: f64 = 0.4;

/// Stones that may be missing on a board that is the one that is known: a tenth of them and two, but
/// no more than half.
fn may_be_missing(stones: usize) -> usize {
    (2 + stones / 10).min(stones / 2)
}

/// The largest distance of a corner, in cells.
pub(super) fn distance(a: &Grid, b: &Grid) -> f64 {
    let off = a.corners().into_iter().zip(b.corners());
    off.map(|(p, q)| (p[0] - q[0]).hypot(p[1] - q[1]) / b.cell())
        .fold(0.0, f64::max)
}

/// Whether two readings show the same board at the same place.
pub(super) fn agree(a: &Reading, b: &Reading) -> bool {
    a.setup.board == b.setup.board && distance(&a.grid, &b.grid) < SAME_PLACE
}

/// How a known board may lie on a grid that was found: turned, then shifted by whole lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Lie {
    /// Quarter turns clockwise.
    turn: usize,
    /// Columns and rows.
    shift: [i16; 2],
}

const AS_BEFORE: Lie = Lie {
    turn: 0,
    shift: [0, 0],
};

impl Lie {
    /// Where a point of the known board is on the grid; `None` beyond its edge.
    fn of(self, point: Point, size: BoardSize) -> Option<Point> {
        let turned = Symmetry::ALL[self.turn].apply(point, size);
        let [column, row] = [turned.column(), turned.row()].map(i16::from);
        let moved =
            |at: i16, by: i16, lines: u8| u8::try_from(at + by).ok().filter(|&line| line < lines);
        Some(Point::new(
            moved(column, self.shift[0], size.width())?,
            moved(row, self.shift[1], size.height())?,
        ))
    }

    /// The grid of the known board, where `grid` was found.
    fn grid(self, grid: &Grid) -> Option<Grid> {
        if self == AS_BEFORE {
            return Some(grid.clone());
        }
        let last = f64::from(grid.lines()) - 1.0;
        let [dx, dy] = self.shift.map(f64::from);
        let mut corners = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]].map(|[x, y]| {
            let (x, y) = grid.image_point(x + dx, y + dy);
            [x, y]
        });
        corners.rotate_left(self.turn);
        Grid::from_corners(grid.lines(), corners)
    }
}

/// Stones of a known board that a reading does not show, where they are not hidden.
fn missing(known: &Board, read: &Board, lie: Lie, hidden: impl Fn(Point) -> bool) -> usize {
    let size = known.size();
    let stones = size
        .points()
        .filter(|point| known.get(*point).is_some() && !hidden(*point));
    stones
        .filter(|&point| {
            let read = lie.of(point, size).and_then(|there| read.get(there));
            read != known.get(point)
        })
        .count()
}

/// Whether a reading cannot be of the board that is known: too many of its stones are not there, and
/// stones are where there were none, as on a grid that is off by a line.
pub(super) fn is_astray(known: &Board, reading: &Reading, hidden: impl Fn(Point) -> bool) -> bool {
    let read = &reading.setup.board;
    let stones = known.stones();
    let missing = missing(known, read, AS_BEFORE, &hidden);
    let new = known.size().points().filter(|point| {
        known.get(*point).is_none() && read.get(*point).is_some() && !hidden(*point)
    });
    missing > may_be_missing(stones.black + stones.white) && 2 * new.count() > missing
}

/// The grid of a reading such that the known board lies as it did before: grids that are off by a line
/// and, where `turned`, quarter turns are tried. `None` where it is not that board.
pub(super) fn as_known(known: &Board, reading: &Reading, turned: bool) -> Option<Grid> {
    let read = &reading.setup.board;
    if read.size() != known.size() {
        return None;
    }
    let stones = known.stones();
    let stones = stones.black + stones.white;
    let shifts = if stones < TELLING { 0..=0 } else { -1..=1 };
    let turns = 0..if turned { 4 } else { 1 };
    let lies = turns.flat_map(|turn| {
        let shifts = shifts.clone();
        let rows = shifts
            .clone()
            .flat_map(move |dx| shifts.clone().map(move |dy| [dx, dy]));
        rows.map(move |shift| Lie { turn, shift })
    });
    // A board that looks the same from several sides was not turned.
    let (missing, lie) = lies
        .map(|lie| (missing(known, read, lie, |_| false), lie))
        .min_by_key(|&(missing, lie)| missing + usize::from(lie != AS_BEFORE))?;
    if missing > may_be_missing(stones) {
        return None;
    }
    lie.grid(&reading.grid)
}

/// So many stones tell whether a grid is off by a line.
const TELLING: usize = 3;
