//! Where in the frame to look.

use crate::vision::Grid;

/// Where to look round the middle of a square, along each axis, in cells: a stone of half a cell comes
/// no nearer than a fifth.
const MIDDLE: [f64; 5] = [-0.12, -0.06, 0.0, 0.06, 0.12];
/// Where to look round a crossing: between the lines, which would flicker with the least shake, and
/// within any stone that lies on it.
const CROSSING: [f64; 6] = [-0.27, -0.22, -0.17, 0.17, 0.22, 0.27];
/// Across a line, in cells: as far as a grid that is followed is off.
const ACROSS: [f64; 9] = [-0.12, -0.09, -0.06, -0.03, 0.0, 0.03, 0.06, 0.09, 0.12];
/// Along a line, to take the noise out.
const ALONG: [f64; 3] = [-0.06, 0.0, 0.06];
/// The wood on both sides of a line.
const BESIDE: [f64; 2] = [-0.26, 0.26];
/// A crossing at the frame's border is looked at where this share of its spot is in the frame: a
/// corner's is a quarter.
const IN_FRAME: f64 = 0.2;

/// Where to look in frames of one size: offsets of pixels.
#[derive(Debug)]
pub(super) struct Spots {
    pub(super) size: (u32, u32),
    /// The spots in the squares' middles, row by row, the squares beyond the outer lines too; empty
    /// where a part lies outside of the frame.
    pub(super) middles: Vec<Vec<usize>>,
    pub(super) crossings: Vec<Vec<usize>>,
    /// The pieces of lines between neighbouring crossings.
    pub(super) pieces: Vec<Piece>,
}

/// A piece of a line, half way between two crossings.
#[derive(Debug)]
pub(super) struct Piece {
    /// The crossings at its ends.
    pub(super) ends: [usize; 2],
    /// The middles on its sides.
    pub(super) sides: [usize; 2],
    /// The places across it; empty outside of the frame.
    pub(super) across: Vec<Vec<usize>>,
    /// The places on both sides.
    pub(super) beside: Vec<Vec<usize>>,
}

impl Spots {
    pub(super) fn new(grid: &Grid, size: (u32, u32)) -> Self {
        let lines = usize::from(grid.lines());
        let squares = (0..(lines + 1) * (lines + 1)).map(|i| {
            let at = |v: usize| v as f64 - 0.5;
            [at(i % (lines + 1)), at(i / (lines + 1))]
        });
        let crossings = (0..lines * lines).map(|i| [(i % lines) as f64, (i / lines) as f64]);
        let rows = (0..lines * lines).filter(|i| i % lines + 1 < lines);
        let columns = (0..lines * lines).filter(|i| i / lines + 1 < lines);
        let rows = rows.map(|i| Piece::right_of(i, grid, size));
        let columns = columns.map(|i| Piece::below(i, grid, size));
        Self {
            size,
            middles: squares
                .map(|at| spot(grid, &square(at, &MIDDLE), size, 1.0))
                .collect(),
            crossings: crossings
                .map(|at| spot(grid, &square(at, &CROSSING), size, IN_FRAME))
                .collect(),
            pieces: rows.chain(columns).collect(),
        }
    }
}

impl Piece {
    fn right_of(crossing: usize, grid: &Grid, size: (u32, u32)) -> Self {
        let lines = usize::from(grid.lines());
        let above = crossing / lines * (lines + 1) + crossing % lines + 1;
        let at = [(crossing % lines) as f64 + 0.5, (crossing / lines) as f64];
        Self {
            ends: [crossing, crossing + 1],
            sides: [above, above + lines + 1],
            ..Self::at(at, |across, along| [along, across], grid, size)
        }
    }

    fn below(crossing: usize, grid: &Grid, size: (u32, u32)) -> Self {
        let lines = usize::from(grid.lines());
        let left = (crossing / lines + 1) * (lines + 1) + crossing % lines;
        let at = [(crossing % lines) as f64, (crossing / lines) as f64 + 0.5];
        Self {
            ends: [crossing, crossing + lines],
            sides: [left, left + 1],
            ..Self::at(at, |across, along| [across, along], grid, size)
        }
    }

    fn at(
        at: [f64; 2],
        step: impl Fn(f64, f64) -> [f64; 2],
        grid: &Grid,
        size: (u32, u32),
    ) -> Self {
        let place = |across: f64| {
            let steps = ALONG.map(|along| step(across, along));
            steps.map(|[dx, dy]| [at[0] + dx, at[1] + dy])
        };
        let spots = |steps: &[f64]| -> Vec<Vec<usize>> {
            let spots = steps
                .iter()
                .map(|step| spot(grid, &place(*step), size, 1.0));
            spots.collect()
        };
        let (mut across, mut beside) = (spots(&ACROSS), spots(&BESIDE));
        if across.iter().chain(&beside).any(Vec::is_empty) {
            (across, beside) = (Vec::new(), Vec::new());
        }
        Self {
            ends: [0; 2],
            sides: [0; 2],
            across,
            beside,
        }
    }
}

/// The places round a lattice position.
fn square(at: [f64; 2], steps: &[f64]) -> Vec<[f64; 2]> {
    let rows = steps.iter();
    rows.flat_map(|dy| steps.iter().map(move |dx| [at[0] + dx, at[1] + dy]))
        .collect()
}

/// The pixels at lattice positions; none where fewer than a share of them are in the frame.
fn spot(grid: &Grid, at: &[[f64; 2]], (width, height): (u32, u32), share: f64) -> Vec<usize> {
    let pixel = |&[column, row]: &[f64; 2]| {
        let (x, y) = grid.image_point(column, row);
        let (x, y) = (x.round(), y.round());
        let is_inside = x >= 0.0 && y >= 0.0 && x < f64::from(width) && y < f64::from(height);
        is_inside.then(|| 3 * (y as usize * width as usize + x as usize))
    };
    let pixels: Vec<usize> = at.iter().filter_map(pixel).collect();
    if (pixels.len() as f64) < share * at.len() as f64 {
        return Vec::new();
    }
    pixels
}
