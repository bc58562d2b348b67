//! The reading chain: guesses at the board, each judged by the fine step, then the stones.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::classify::{classify, classify_once};
use super::coarse;
use super::grid::Grid;
use super::grow::grown;
use super::homography::{Xy, distance};
use super::lattice::{Fit, refine};
use super::nets::{NetError, Nets};
use super::photo::Photo;
use super::quad::{Quad, is_convex};
use super::reading::Reading;
use super::rectify::Pyramid;
use super::stages;

/// What is known beforehand.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// Lines a side; otherwise 19, 13, 9 or 15 by evidence.
    pub size: Option<u8>,
    /// The four outer crossings in photo pixels, in order round the board; otherwise they are found.
    pub corners: Option<[Xy; 4]>,
    /// Where to write the intermediate pictures.
    pub dump: Option<PathBuf>,
}

/// Why no position came out. Every message says what to do.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Nothing in the photo looks like a board.
    #[error(
        "no Go board was found; photograph the whole board with some table round it, or give its \
         outer corners with --corners"
    )]
    NoBoard,
    /// The photo is too dark to see lines.
    #[error("the photo is too dark to find the board; photograph it again with more light")]
    TooDark,
    /// The photo is too blurred to see lines.
    #[error(
        "the photo is too blurred to find the board; hold the camera still and photograph it again"
    )]
    TooBlurred,
    /// The corners given span no board.
    #[error(
        "the corners given with --corners do not go round a board; give the outermost crossings \
         in order: top left, top right, bottom right, bottom left"
    )]
    BadCorners,
    /// Only these numbers of lines can be read.
    #[error("boards with {0} lines cannot be read from a photo; 5 to 19 lines can")]
    BadSize(u8),
    /// The nets failed.
    #[error(transparent)]
    Net(#[from] NetError),
    /// A stage could not be written.
    #[error("cannot write the stage {path}: {reason}; check the folder given with --dump-stages")]
    Dump {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: String,
    },
}

/// A reading of a board that was there a moment ago.
#[derive(Debug, Clone)]
pub struct Followed {
    /// The stones, on the grid as it is now.
    pub reading: Reading,
    /// How well the grid fits, 0..1; 0 where the lines could not be followed and the grid is that
    /// of before.
    pub quality: f64,
}

/// Reads boards from photos. One reader serves many threads.
pub struct Reader {
    nets: Nets,
}

/// Numbers of lines that are tried, the most usual first.
const SIZES: [u8; 4] = [19, 13, 9, 15];
/// Rounds of the fine step after a guess has been chosen.
const ROUNDS: usize = 3;
/// A fit this good needs no other guess to be tried, see `Fit::quality`: of held-out photos nineteen
/// in twenty right grids are better, all but one wrong grid worse.
const GOOD: f64 = 0.92;
/// A fit to be followed: half of the crossings may be hidden, but what is seen must agree.
const FOLLOWED: f64 = 0.5;
/// A grid whose corners move by less than this, in cells, has been found again.
const SETTLED: f64 = 0.15;
/// A fit this bad is no board.
const NO_BOARD: f64 = 0.12;

impl Reader {
    /// A reader with the nets that are part of the program.
    pub fn new() -> Result<Self, NetError> {
        Ok(Self::with_nets(Nets::embedded()?))
    }

    /// A reader with the nets of a folder.
    pub fn from_dir(dir: &Path) -> Result<Self, NetError> {
        Ok(Self::with_nets(Nets::from_dir(dir)?))
    }

    /// A reader with any nets.
    pub fn with_nets(nets: Nets) -> Self {
        Self { nets }
    }

    /// Reads the board in a photo.
    ///
    /// # Errors
    /// [`ReadError`] where no board is found or the options do not fit.
    pub fn read(&self, photo: &Photo, options: &ReadOptions) -> Result<Reading, ReadError> {
        let pyramid = Pyramid::new(photo.rgb());
        let fit = self.found(&pyramid, options)?;
        let seen = classify(self.nets.stones.as_ref(), &pyramid, &fit.grid)?;
        if let Some(dir) = &options.dump {
            stages::dump_view(dir, "board.png", &seen.view)?;
        }
        if options.corners.is_some() {
            return Ok(Reading::of_corners(fit.grid, &seen, pyramid.size()));
        }
        let reading = Reading::of_fit(&fit, &seen, pyramid.size());
        if reading.is_no_board() || seen.shows_nothing() {
            return Err(stages::why_not(&pyramid));
        }
        Ok(reading)
    }

    /// Only the grid.
    ///
    /// # Errors
    /// As [`Reader::read`].
    pub fn locate(&self, photo: &Photo, options: &ReadOptions) -> Result<Grid, ReadError> {
        let fit = self.found(&Pyramid::new(photo.rgb()), options)?;
        Ok(fit.grid)
    }

    /// Reads the stones on a grid that is known, as from a camera that does not move.
    ///
    /// # Errors
    /// [`ReadError::Net`] if the net fails.
    pub fn read_on(&self, photo: &Photo, grid: &Grid) -> Result<Reading, ReadError> {
        let pyramid = Pyramid::new(photo.rgb());
        let seen = classify(self.nets.stones.as_ref(), &pyramid, grid)?;
        Ok(Reading::new(grid.clone(), &seen))
    }

    /// Reads the stones on a grid that was there a moment ago: a camera or a board that has moved
    /// by less than about a cell is followed. Where a hand hides too much of the lines the grid
    /// stays as it was.
    ///
    /// # Errors
    /// [`ReadError::Net`] if a net fails.
    pub fn follow(&self, photo: &Photo, grid: &Grid) -> Result<Followed, ReadError> {
        let pyramid = Pyramid::new(photo.rgb());
        let sizes = [grid.lines()];
        let mut quality = 0.0;
        let mut now = grid.clone();
        for _ in 0..ROUNDS {
            let fit = refine(self.nets.fine.as_ref(), &pyramid, &now, &sizes)?;
            let Some(fit) = fit.filter(|fit| fit.quality() > FOLLOWED) else {
                break;
            };
            let moved = corner_error(&fit.grid, &now);
            (now, quality) = (fit.grid.clone(), fit.quality());
            if moved < SETTLED {
                break;
            }
        }
        let seen = classify_once(self.nets.stones.as_ref(), &pyramid, &now)?;
        Ok(Followed {
            reading: Reading::new(now, &seen),
            quality,
        })
    }

    fn found(&self, pyramid: &Pyramid, options: &ReadOptions) -> Result<Fit, ReadError> {
        if let Some(size) = options.size
            && !(5..=19).contains(&size)
        {
            return Err(ReadError::BadSize(size));
        }
        match options.corners {
            Some(corners) => self.with_corners(pyramid, corners, options),
            None if stages::is_even(pyramid) => Err(stages::why_not(pyramid)),
            None => self
                .find(pyramid, options)?
                .ok_or_else(|| stages::why_not(pyramid)),
        }
    }

    /// The grid of corners that a person gave: they are right, the fine step only bends the lattice
    /// between them, and only where it agrees with them.
    fn with_corners(
        &self,
        pyramid: &Pyramid,
        corners: Quad,
        options: &ReadOptions,
    ) -> Result<Fit, ReadError> {
        if !is_convex(&corners) {
            return Err(ReadError::BadCorners);
        }
        let sizes = options.size.map_or(SIZES.to_vec(), |s| vec![s]);
        let mut best: Option<Fit> = None;
        for lines in sizes {
            let given = Grid::from_corners(lines, corners).ok_or(ReadError::BadCorners)?;
            let found = refine(self.nets.fine.as_ref(), pyramid, &given, &[lines])?;
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
            if best.as_ref().is_none_or(|b| fit.quality() > b.quality()) {
                best = Some(fit);
            }
        }
        best.ok_or(ReadError::BadCorners)
    }

    /// The best grid among all guesses.
    fn find(&self, pyramid: &Pyramid, options: &ReadOptions) -> Result<Option<Fit>, ReadError> {
        let guess = coarse::guess(self.nets.coarse.as_ref(), pyramid)?;
        if let Some(dir) = &options.dump {
            stages::dump_heat(dir, &guess.heat)?;
        }
        let sizes = options.size.map_or(SIZES.to_vec(), |s| vec![s]);
        let mut best: Option<Fit> = None;
        let mut tried = Vec::new();
        for quad in &guess.quads {
            let Some(fit) = self.first_fit(pyramid, quad, &sizes)? else {
                continue;
            };
            let fit = self.settle(pyramid, fit, &sizes)?;
            if options.dump.is_some() {
                tried.push((*quad, fit.clone()));
            }
            if best.as_ref().is_none_or(|b| fit.quality() > b.quality()) {
                best = Some(fit);
            }
            if (best.as_ref()).is_some_and(|b| b.quality() > GOOD && b.is_window_sure()) {
                break;
            }
        }
        if best.as_ref().is_none_or(|b| b.quality() < GOOD) {
            let net = self.nets.fine.as_ref();
            // All of them: a lattice of every second line, or of diagonals, can look good too.
            for grid in grown(net, pyramid, &guess.quads)? {
                let Some(fit) = refine(net, pyramid, &grid, &sizes)? else {
                    continue;
                };
                let fit = self.settle(pyramid, fit, &sizes)?;
                if options.dump.is_some() {
                    tried.push((grid.corners(), fit.clone()));
                }
                if best.as_ref().is_none_or(|b| fit.quality() > b.quality()) {
                    best = Some(fit);
                }
            }
        }
        if let Some(dir) = &options.dump {
            stages::dump_fits(dir, &tried)?;
        }
        Ok(best.filter(|f| f.quality() > NO_BOARD))
    }

    /// One round of the fine step for each spacing that a number of lines would have; the best.
    fn first_fit(
        &self,
        pyramid: &Pyramid,
        quad: &Quad,
        sizes: &[u8],
    ) -> Result<Option<Fit>, ReadError> {
        let mut best: Option<Fit> = None;
        for &lines in sizes {
            let Some(guess) = Grid::from_corners(lines, *quad) else {
                continue;
            };
            if let Some(fit) = refine(self.nets.fine.as_ref(), pyramid, &guess, sizes)?
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
    fn settle(&self, pyramid: &Pyramid, mut fit: Fit, sizes: &[u8]) -> Result<Fit, ReadError> {
        for _ in 0..ROUNDS {
            let next = refine(self.nets.fine.as_ref(), pyramid, &fit.grid, sizes)?;
            let Some(next) = next.filter(|n| n.quality() > 0.8 * fit.quality()) else {
                break;
            };
            let moved = corner_error(&next.grid, &fit.grid);
            fit = next;
            if moved < 0.03 {
                break;
            }
        }
        Ok(fit)
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
fn corner_error(a: &Grid, b: &Grid) -> f64 {
    a.corners()
        .iter()
        .zip(b.corners())
        .map(|(p, q)| distance(*p, q) / b.cell())
        .fold(0.0, f64::max)
}
