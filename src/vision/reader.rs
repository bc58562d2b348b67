//! The reading chain: guesses at the board, each judged by the fine step, then the stones.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::classify::{classify, classify_once};
use super::coarse;
use super::grid::Grid;
use super::homography::Xy;
use super::lattice::{Fit, refine};
use super::neighbour::{self, Neighbour};
use super::nets::{NetError, Nets};
use super::photo::Photo;
use super::quad::is_convex;
use super::reading::Reading;
use super::rectify::Pyramid;
use super::search::{Search, corner_error};
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

/// Rounds of the fine step that follow a board.
const ROUNDS: usize = 3;
/// A fit to be followed: half of the crossings may be hidden, but what is seen must agree.
const FOLLOWED: f64 = 0.5;
/// A grid whose corners move by less than this, in cells, has been found again.
const SETTLED: f64 = 0.15;

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
        let (fit, neighbour) = self.found(&pyramid, options)?;
        let seen = classify(self.nets.stones.as_ref(), &pyramid, &fit.grid)?;
        if let Some(dir) = &options.dump {
            stages::dump_view(dir, "board.png", &seen.view)?;
        }
        if options.corners.is_some() {
            return Ok(Reading::of_corners(fit.grid, &seen, pyramid.size()));
        }
        let reading = Reading::of_fit(&fit, &seen, pyramid.size()).beside(neighbour);
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
        let (fit, _) = self.found(&Pyramid::new(photo.rgb()), options)?;
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
    /// stays as it was. All lines look alike: with `in_place`, where it is known that the board has not
    /// moved by as much, a grid that is off by a line is put right.
    ///
    /// # Errors
    /// [`ReadError::Net`] if a net fails.
    pub fn follow(
        &self,
        photo: &Photo,
        grid: &Grid,
        in_place: bool,
    ) -> Result<Followed, ReadError> {
        let pyramid = Pyramid::new(photo.rgb());
        let sizes = [grid.lines()];
        let mut quality = 0.0;
        let mut now = grid.clone();
        for _ in 0..ROUNDS {
            let fit = refine(self.nets.fine.as_ref(), &pyramid, &now, &sizes)?;
            let Some(fit) = fit.filter(|fit| fit.quality() > FOLLOWED) else {
                break;
            };
            let found = if in_place {
                nearest(&fit.grid, grid)
            } else {
                fit.grid.clone()
            };
            let moved = corner_error(&found, &now);
            (now, quality) = (found, fit.quality());
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

    /// The board, and another one that was seen beside it.
    fn found(
        &self,
        pyramid: &Pyramid,
        options: &ReadOptions,
    ) -> Result<(Fit, Option<Neighbour>), ReadError> {
        if let Some(size) = options.size
            && !(5..=19).contains(&size)
        {
            return Err(ReadError::BadSize(size));
        }
        match options.corners {
            Some(corners) if !is_convex(&corners) => Err(ReadError::BadCorners),
            Some(corners) => Search::new(self.nets.fine.as_ref(), pyramid, options.size)
                .between(corners)?
                .map(|fit| (fit, None))
                .ok_or(ReadError::BadCorners),
            None if stages::is_even(pyramid) => Err(stages::why_not(pyramid)),
            None => self
                .find(pyramid, options)?
                .ok_or_else(|| stages::why_not(pyramid)),
        }
    }

    fn find(
        &self,
        pyramid: &Pyramid,
        options: &ReadOptions,
    ) -> Result<Option<(Fit, Option<Neighbour>)>, ReadError> {
        let net = self.nets.coarse.as_ref();
        let guess = coarse::guess(net, pyramid)?;
        let mut search = Search::new(self.nets.fine.as_ref(), pyramid, options.size);
        search.among(&guess.quads)?;
        if !search.is_sure() {
            let mut guesses = coarse::guess_closer(net, pyramid, &guess)?;
            search.among(&guesses)?;
            guesses.extend(guess.quads);
            search.grow_from(&guesses)?;
        }
        if let Some(dir) = &options.dump {
            stages::dump_heat(dir, &guess.heat)?;
            stages::dump_fits(dir, search.tried())?;
        }
        Ok(search.best().map(|fit| {
            let neighbour = neighbour::beside(&guess.heat, pyramid.size(), &fit.grid);
            (fit, neighbour)
        }))
    }
}

/// A grid shifted by no or one line along each axis, so that it is nearest to a known one.
fn nearest(grid: &Grid, known: &Grid) -> Grid {
    let shifts = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| [f64::from(dx), f64::from(dy)]));
    let shifted = shifts
        .filter(|shift| *shift != [0.0; 2])
        .filter_map(|shift| {
            let last = f64::from(grid.lines()) - 1.0;
            let corners = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]];
            let corners = corners.map(|[x, y]| grid.image_point(x + shift[0], y + shift[1]).into());
            Grid::from_corners(grid.lines(), corners)
        });
    std::iter::once(grid.clone())
        .chain(shifted)
        .min_by(|a, b| corner_error(a, known).total_cmp(&corner_error(b, known)))
        .unwrap_or_else(|| grid.clone())
}
