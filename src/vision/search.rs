//! The search for the grid: each guess at the board is judged by the fine step, and the best is kept.

use super::grid::Grid;
use super::grow::grown;
use super::homography::distance;
use super::lattice::{Fit, refine};
use super::nets::{Net, NetError};
use super::quad::Quad;
use super::rectify::Pyramid;

/// Numbers of lines that are tried, the most usual first.
const SIZES: [u8; 4] = [19, 13, 9, 15];
/// Rounds of the fine step after a guess has been chosen.
const ROUNDS: usize = 3;
/// A fit this good needs no other guess to be tried, see `Fit::quality`: of held-out photos nineteen
/// in twenty right grids are better, all but one wrong grid worse.
const GOOD: f64 = 0.92;
/// A fit this bad is no board.
const NO_BOARD: f64 = 0.12;

/// A search in one photo.
pub(super) struct Search<'a> {
    fine: &'a dyn Net,
    pyramid: &'a Pyramid<'a>,
    sizes: Vec<u8>,
    tried: Vec<(Quad, Fit)>,
    best: Option<Fit>,
}

impl<'a> Search<'a> {
    /// A search for a board with so many lines a side, or with any usual number.
    pub(super) fn new(fine: &'a dyn Net, pyramid: &'a Pyramid<'a>, size: Option<u8>) -> Self {
        Self {
            fine,
            pyramid,
            sizes: size.map_or(SIZES.to_vec(), |size| vec![size]),
            tried: Vec::new(),
            best: None,
        }
    }

    /// Tries the guesses until one is good beyond doubt.
    pub(super) fn among(&mut self, guesses: &[Quad]) -> Result<(), NetError> {
        for quad in guesses {
            if self.is_sure() {
                break;
            }
            if let Some(fit) = self.first_fit(quad)? {
                self.settled(*quad, fit)?;
            }
        }
        Ok(())
    }

    /// Whether what was found is good beyond doubt.
    pub(super) fn is_sure(&self) -> bool {
        self.best_is(|best| best.quality() > GOOD && best.is_window_sure())
    }

    /// Tries what grows from a part of the guesses, unless one of them was good.
    pub(super) fn grow_from(&mut self, guesses: &[Quad]) -> Result<(), NetError> {
        if self.best_is(|best| best.quality() > GOOD) {
            return Ok(());
        }
        // All of them: a lattice of every second line, or of diagonals, can look good too.
        for grid in grown(self.fine, self.pyramid, guesses)? {
            if let Some(fit) = refine(self.fine, self.pyramid, &grid, &self.sizes)? {
                self.settled(grid.corners(), fit)?;
            }
        }
        Ok(())
    }

    /// The guesses that were tried, in their order, and what fits from each.
    pub(super) fn tried(&self) -> &[(Quad, Fit)] {
        &self.tried
    }

    /// The best fit, if any is a board.
    pub(super) fn best(self) -> Option<Fit> {
        self.best.filter(|fit| fit.quality() > NO_BOARD)
    }

    /// The grid of corners that a person gave: they are right, the fine step only bends the lattice
    /// between them, and only where it agrees with them. `None` where they span no area.
    pub(super) fn between(mut self, corners: Quad) -> Result<Option<Fit>, NetError> {
        for lines in self.sizes.clone() {
            let Some(given) = Grid::from_corners(lines, corners) else {
                return Ok(None);
            };
            let found = refine(self.fine, self.pyramid, &given, &[lines])?;
            let fit = match found {
                Some(fit) => Fit {
                    grid: bent_between(&fit.grid, given),
                    ..fit
                },
                None => Fit {
                    grid: given,
                    agree: 0.0,
                    spacing: 0.0,
                    inside: 0.0,
                    window_margin: [0.0; 2],
                    other_size: None,
                },
            };
            self.keep(fit);
        }
        Ok(self.best)
    }

    /// One round of the fine step for each spacing that a number of lines would have; the best.
    fn first_fit(&self, quad: &Quad) -> Result<Option<Fit>, NetError> {
        let mut best: Option<Fit> = None;
        for &lines in &self.sizes {
            let Some(guess) = Grid::from_corners(lines, *quad) else {
                continue;
            };
            if let Some(fit) = refine(self.fine, self.pyramid, &guess, &self.sizes)?
                && best.as_ref().is_none_or(|b| fit.quality() > b.quality())
            {
                best = Some(fit);
            }
            if best.as_ref().is_some_and(|b| b.quality() > GOOD) {
                break;
            }
        }
        Ok(best)
    }

    /// More rounds from a fit, until the corners stay where they are.
    fn settled(&mut self, guess: Quad, mut fit: Fit) -> Result<(), NetError> {
        for _ in 0..ROUNDS {
            let next = refine(self.fine, self.pyramid, &fit.grid, &self.sizes)?;
            let Some(next) = next.filter(|n| n.quality() > 0.8 * fit.quality()) else {
                break;
            };
            let moved = corner_error(&next.grid, &fit.grid);
            fit = next;
            if moved < 0.03 {
                break;
            }
        }
        self.tried.push((guess, fit.clone()));
        self.keep(fit);
        Ok(())
    }

    fn keep(&mut self, fit: Fit) {
        if self.best_is(|best| best.quality() >= fit.quality()) {
            return;
        }
        self.best = Some(fit);
    }

    fn best_is(&self, holds: impl Fn(&Fit) -> bool) -> bool {
        self.best.as_ref().is_some_and(holds)
    }
}

/// A smaller bend is not told from the error of the fine step; the stone net does without it.
const BEND: f64 = 0.2;

/// The grid of corners that a person gave, bent as the fine step saw it where it found the same board
/// and the bend is clear.
fn bent_between(found: &Grid, given: Grid) -> Grid {
    if corner_error(found, &given) > 0.5 {
        return given;
    }
    let last = f64::from(given.lines()) - 1.0;
    let along = [0.0, 0.25, 0.5, 0.75, 1.0].map(|v| v * last);
    let bend = |bent: &Grid| {
        (along.iter())
            .flat_map(|&row| along.map(|column| (column, row)))
            .map(|(column, row)| {
                let (a, b) = (
                    bent.image_point(column, row),
                    given.image_point(column, row),
                );
                distance([a.0, a.1], [b.0, b.1]) / given.cell()
            })
            .fold(0.0, f64::max)
    };
    match found.moved_to(given.corners()) {
        Some(bent) if bend(&bent) > BEND => bent,
        _ => given,
    }
}

/// The largest distance between the corners of two grids, in cells of the second.
pub(super) fn corner_error(a: &Grid, b: &Grid) -> f64 {
    a.corners()
        .iter()
        .zip(b.corners())
        .map(|(p, q)| distance(*p, q) / b.cell())
        .fold(0.0, f64::max)
}
