//! The fine step: from a guess that is wrong by up to about two cells to the grid itself.
//!
//! The photo is cut into a view in which the guessed crossings lie 8 pixels apart. For each of
//! them a net gives the step to the **nearest true** crossing, and whether that one is inside the
//! outer lines. The steps are unwrapped outwards from the middle, a homography and a small bend are
//! fitted to all of them, and the window of n lines that the insides make most likely is taken.
//! This is repeated from the better guess.

use ndarray::{Array3, ArrayView3, Axis};

use super::contrast::contrast;
use super::grid::{BEND_TERMS, Bend, Grid};
use super::homography::{Homography, Xy, distance, solve, tukey};
use super::nets::{Net, NetError};
use super::rectify::{Pyramid, cut_view};
use super::unwrap::sightings;
use super::window::{Vote, Window};

/// View pixels a cell.
const CELL: usize = 8;
/// Cells of the view beyond the guessed outer lines.
pub(super) const MARGIN: usize = 4;
/// Crossings this near to the fitted lattice agree with it, in cells.
pub(super) const TOLERANCE: f64 = 0.2;

/// The window of n lines must be this many times n more likely (natural log) than one shifted by a
/// line or of another size. Of held-out photos all but one right grid are above it, most wrong
/// ones below.
pub(super) const SURE_WINDOW: f64 = 2.4;

/// A grid and how much speaks for it.
#[derive(Debug, Clone)]
pub struct Fit {
    /// The grid.
    pub grid: Grid,
    /// Share of the crossings inside the window that agree with the fitted lattice, 0..1.
    pub agree: f64,
    /// Mean probability that the assumed spacing, hence the number of lines, is right.
    pub spacing: f64,
    /// Mean log likelihood, per crossing in the photo, of what the net says to be inside and outside.
    pub inside: f64,
    /// By how much (natural log) the window beats the best one with other columns, other rows.
    pub window_margin: [f64; 2],
    /// The next likely number of lines, and by how much (natural log) it is less likely.
    pub other_size: Option<(u8, f64)>,
}

impl Fit {
    /// One number to compare guesses: 1 where everything agrees, towards 0 where nothing does.
    pub fn quality(&self) -> f64 {
        self.agree * self.spacing * self.inside.exp()
    }

    /// Whether no neighbouring window of lines is nearly as likely.
    pub fn is_window_sure(&self) -> bool {
        let lines = f64::from(self.grid.lines());
        (self.window_margin.iter()).all(|margin| *margin >= SURE_WINDOW * lines)
    }
}

/// One round of the fine step from `guess`; `None` where no lattice is seen. The number of lines
/// may come out as another one of `sizes`.
pub fn refine(
    net: &dyn Net,
    pyramid: &Pyramid,
    guess: &Grid,
    sizes: &[u8],
) -> Result<Option<Fit>, NetError> {
    let output = look(net, pyramid, guess)?;
    Ok(fit(output.view(), guess, sizes, pyramid.size()))
}

/// The net's output `[4, k, k]` for the photo seen through a guess.
pub(super) fn look(
    net: &dyn Net,
    pyramid: &Pyramid,
    guess: &Grid,
) -> Result<Array3<f32>, NetError> {
    let count = usize::from(guess.lines()) + 2 * MARGIN;
    let lattice_from_view = |p: Xy| p.map(|v| v / CELL as f64 - MARGIN as f64);
    let view = cut_view(pyramid, (count - 1) * CELL + 1, &|p| {
        guess.photo_point(lattice_from_view(p))
    });
    let output = net.run(contrast(&view, CELL).view())?;
    Ok(output.index_axis_move(Axis(0), 0))
}

/// Fits the lattice to the net's output `[4, k, k]`, in a photo of a size in pixels.
fn fit(output: ArrayView3<f32>, guess: &Grid, sizes: &[u8], photo: Xy) -> Option<Fit> {
    let seen = sightings(output);
    if seen.len() < 20 {
        return None;
    }
    let index: Vec<Xy> = seen.iter().map(|s| s.index).collect();
    let at: Vec<Xy> = seen.iter().map(|s| s.at).collect();
    let (assumed_from_index, _) = Homography::fit_robust(&index, &at, TOLERANCE)?;
    let window = Window::choose(&votes(output, &assumed_from_index, guess, photo)?, sizes)?;
    // Indices are now counted from the window's corner.
    let index: Vec<Xy> = index
        .iter()
        .map(|p| [0, 1].map(|i| p[i] - window.origin[i]))
        .collect();
    let there: Option<Vec<Xy>> = at.iter().map(|p| guess.photo_point(*p)).collect();
    let grid = bent_grid(&index, &there?, window.lines, guess.cell())?;
    let last = f64::from(window.lines) - 1.0;
    let within: Vec<usize> = (0..index.len())
        .filter(|&i| index[i].iter().all(|v| (0.0..=last).contains(v)))
        .collect();
    let cell = grid.cell();
    let agree = within
        .iter()
        .filter(|&&i| {
            let there = grid.photo_point(index[i]);
            let seen = guess.photo_point(at[i]);
            matches!((there, seen), (Some(a), Some(b)) if distance(a, b) < TOLERANCE * cell)
        })
        .count();
    Some(Fit {
        agree: agree as f64 / within.len().max(1) as f64,
        spacing: seen.iter().map(|s| s.spacing).sum::<f64>() / seen.len() as f64,
        inside: window.likelihood,
        window_margin: window.margin,
        other_size: window.other_size,
        grid,
    })
}

pub(super) fn sigmoid(x: f32) -> f64 {
    1.0 / (1.0 + f64::from(-x).exp())
}

/// What the net says of each assumed crossing. Of what lies beyond the photo's border it knows
/// nothing, and most people get the whole board into the picture.
fn votes(
    output: ArrayView3<f32>,
    assumed_from_index: &Homography,
    guess: &Grid,
    photo: Xy,
) -> Option<Vec<Vote>> {
    let index_from_assumed = assumed_from_index.inverse()?;
    let count = output.dim().1;
    let in_photo = |p: Xy| (0..2).all(|i| p[i] > -1.0 && p[i] < photo[i]);
    let vote = |i: usize| {
        let (r, c) = (i / count, i % count);
        let assumed = [c, r].map(|v| v as f64 - MARGIN as f64);
        let nearest = index_from_assumed.apply(assumed).map(f64::round);
        let there = guess.photo_point(assumed_from_index.apply(nearest));
        let in_photo = there.is_some_and(in_photo);
        Vote {
            index: nearest.map(|v| v as i32),
            inside: if in_photo {
                sigmoid(output[[2, r, c]])
            } else {
                BEYOND
            },
            in_photo,
        }
    };
    Some((0..count * count).map(vote).collect())
}

/// The probability that a line beyond the photo's border belongs to the board.
const BEYOND: f64 = 0.25;

/// Homography and bend through sightings: index → photo.
fn bent_grid(index: &[Xy], photo: &[Xy], count: u8, cell: f64) -> Option<Grid> {
    let (h, _) = Homography::fit_robust(index, photo, 1.5 * TOLERANCE * cell)?;
    let lines = f64::from(count);
    let lattice_from_photo = h.inverse()?;
    let residuals: Vec<Xy> = index
        .iter()
        .zip(photo)
        .map(|(i, p)| {
            let there = lattice_from_photo.apply(*p);
            [there[0] - i[0], there[1] - i[1]]
        })
        .collect();
    let mut bend = Bend::default();
    for _ in 0..4 {
        bend = fit_bend(index, &residuals, &bend, lines)?;
    }
    Some(Grid::new(count, h, bend))
}

/// Pull of the bend towards none: worth this many crossings.
const RIDGE: f64 = 6.0;

/// One step of reweighted, damped least squares.
fn fit_bend(index: &[Xy], residuals: &[Xy], last: &Bend, lines: f64) -> Option<Bend> {
    let mut a = [[[0.0; BEND_TERMS + 1]; BEND_TERMS]; 2];
    for (p, residual) in index.iter().zip(residuals) {
        if p.iter().any(|v| *v < -0.5 || *v > lines - 0.5) {
            continue;
        }
        let terms = Bend::terms(*p, lines);
        let now = last.at(*p, lines);
        let w = tukey(distance(now, *residual) / (2.0 * TOLERANCE));
        for i in 0..2 {
            for j in 0..BEND_TERMS {
                for k in 0..BEND_TERMS {
                    a[i][j][k] += w * terms[j] * terms[k];
                }
                a[i][j][BEND_TERMS] += w * terms[j] * residual[i];
            }
        }
    }
    for matrix in &mut a {
        for (j, row) in matrix.iter_mut().enumerate() {
            row[j] += RIDGE;
        }
    }
    Some(Bend {
        coefficients: [solve(a[0])?, solve(a[1])?],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a perfect net says of a board whose truth is `truth`, seen from `guess`.
    fn perfect(truth: &Grid, guess: &Grid) -> Array3<f32> {
        let count = usize::from(guess.lines()) + 2 * MARGIN;
        let guess_from_photo =
            Homography::fit(&guess.corners(), &lattice_corners(guess.lines()), None).unwrap();
        let truth_from_photo =
            Homography::fit(&truth.corners(), &lattice_corners(truth.lines()), None).unwrap();
        let mut output = Array3::zeros((4, count, count));
        for r in 0..count {
            for c in 0..count {
                let assumed = [c, r].map(|v| v as f64 - MARGIN as f64);
                let there = truth_from_photo.apply(guess.photo_point(assumed).unwrap());
                let near = there.map(f64::round);
                let photo = truth.photo_point(near).unwrap();
                let seen = guess_from_photo.apply(photo);
                for i in 0..2 {
                    output[[i, r, c]] = (seen[i] - assumed[i]) as f32;
                }
                let last = f64::from(truth.lines()) - 1.0;
                let inside = near.iter().all(|v| (0.0..=last).contains(v));
                output[[2, r, c]] = if inside { 4.0 } else { -4.0 };
                output[[3, r, c]] = 4.0;
            }
        }
        output
    }

    fn lattice_corners(lines: u8) -> [Xy; 4] {
        let last = f64::from(lines) - 1.0;
        [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]]
    }

    #[test]
    fn a_guess_off_by_more_than_a_cell_lands_on_the_board() {
        let truth = [[100.0, 110.0], [520.0, 90.0], [560.0, 500.0], [80.0, 530.0]];
        for (lines, off) in [(19, 30.0), (13, 35.0), (9, 40.0)] {
            let grid = Grid::from_corners(lines, truth).unwrap();
            let wrong = [
                [truth[0][0] + off, truth[0][1] + off],
                [truth[1][0] + off, truth[1][1] + 0.3 * off],
                [truth[2][0] + off, truth[2][1] + off],
                [truth[3][0] + 0.8 * off, truth[3][1] + off],
            ];
            let guess = Grid::from_corners(lines, wrong).unwrap();
            let fit = fit(perfect(&grid, &guess).view(), &guess, &[lines], [1e4; 2]).unwrap();
            for (a, b) in fit.grid.corners().iter().zip(truth) {
                assert!(
                    distance(*a, b) < 0.05 * grid.cell(),
                    "{lines} lines: {a:?} for {b:?}"
                );
            }
            assert!(
                fit.agree > 0.95 && fit.window_margin.iter().all(|m| *m > 10.0),
                "{fit:?}"
            );
        }
    }

    #[test]
    fn noise_is_no_lattice() {
        let grid = Grid::from_corners(19, [[0.0, 0.0], [400.0, 0.0], [400.0, 400.0], [0.0, 400.0]])
            .unwrap();
        let mut output = Array3::zeros((4, 27, 27));
        let mut seed = 7u32;
        for v in output.iter_mut() {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            *v = (seed >> 8) as f32 / (1 << 24) as f32 - 0.5;
        }
        let quality = fit(output.view(), &grid, &[19], [1e4; 2]).map_or(0.0, |f| f.quality());
        assert!(quality < 0.1, "{quality}");
    }
}
