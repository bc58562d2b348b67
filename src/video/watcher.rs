//! One board: frame by frame, from finding it to its record.

#[cfg(test)]
mod tests;
mod view;

use super::evidence::Evidence;
use super::eyes::Eyes;
use super::glance::Sight;
use super::history::{Happening, History};
use super::place;
use super::seen::Seconds;
use crate::go::{Board, Color, Setup};
use crate::vision::{Doubt, Grid, GridDoubt, Photo, ReadError, ReadOptions, Reading};
use view::View;

/// What a watcher has to tell.
#[derive(Debug)]
pub enum Notice {
    /// The board was found for the first time; what may be wrong with the grid.
    Found {
        /// Where it is.
        grid: Grid,
        /// What a person should look at.
        doubts: Vec<GridDoubt>,
    },
    /// Why the board is not found yet.
    NotFound(ReadError),
    /// The board or the camera was moved; the game goes on.
    Moved,
    /// The board cannot be seen any more.
    Lost,
    /// Points have been hidden for a while.
    Occluded {
        /// How many.
        points: usize,
    },
    /// Something happened in the game.
    Game(Happening),
}

/// What is known beforehand.
#[derive(Debug, Clone, Default)]
pub struct WatchOptions {
    /// Size and corners, as for photos.
    pub read: ReadOptions,
    /// Black's handicap stones: so many are set up before White moves.
    pub handicap: u8,
}

/// Watches one board.
pub struct Watcher<'a> {
    eyes: &'a dyn Eyes,
    options: WatchOptions,
    history: Option<History>,
    view: Option<View>,
    /// What was found at the last try, to be seen twice.
    glimpse: Option<Reading>,
    last_try: Option<Seconds>,
    /// Whether the board was found since the watch began.
    was_found: bool,
    /// Whether the board was told to be lost or not found.
    told: bool,
    readings: u64,
}

/// Seconds between tries to find a board.
const TRY_EVERY: Seconds = 0.9;
/// The board is where it was if this share of the squares between the lines shows what it did.
const IN_PLACE: f64 = 0.5;
/// A board is lost when its lines cannot be followed for so long.
const LOST_AFTER: Seconds = 4.0;

impl<'a> Watcher<'a> {
    /// A watcher of a game that begins, or of one that goes on.
    #[must_use]
    pub fn new(eyes: &'a dyn Eyes, options: WatchOptions, history: Option<History>) -> Self {
        Self {
            eyes,
            options,
            history,
            view: None,
            glimpse: None,
            last_try: None,
            was_found: false,
            told: false,
            readings: 0,
        }
    }

    /// The game so far; `None` until the board is found.
    #[must_use]
    pub fn history(&self) -> Option<&History> {
        self.history.as_ref()
    }

    /// Where the board is; `None` where it is not in view.
    #[must_use]
    pub fn grid(&self) -> Option<&Grid> {
        self.view.as_ref().map(|view| &view.grid)
    }

    /// Whether the board can be seen.
    #[must_use]
    pub fn is_in_view(&self) -> bool {
        self.view.is_some() && !self.told
    }

    /// How many readings by the nets were needed.
    #[must_use]
    pub fn readings(&self) -> u64 {
        self.readings
    }

    /// A pass that a person has entered.
    pub fn pass(&mut self, now: Seconds) -> Vec<Notice> {
        let happenings = self.history.as_mut().map(|history| history.pass(now));
        happenings
            .unwrap_or_default()
            .into_iter()
            .map(Notice::Game)
            .collect()
    }

    /// Takes in a frame, at a time that never goes back.
    ///
    /// # Errors
    /// [`ReadError`] where nothing can be done about it by waiting: nets that do not run, options
    /// that do not fit.
    pub fn frame(&mut self, photo: &Photo, now: Seconds) -> Result<Vec<Notice>, ReadError> {
        let fits = (self.view.as_ref()).is_some_and(|view| view.glance.fits(photo.rgb()));
        if !fits {
            self.view = None;
            return self.seek(photo, now);
        }
        let Some(view) = &mut self.view else {
            return Ok(Vec::new());
        };
        view.glance.look(photo.rgb(), now);
        let mut notices: Vec<Notice> = view.note_hidden(now).into_iter().collect();
        let unsettled = (self.history.as_ref())
            .is_some_and(|history| history.position().board() != &view.evidence.seen().board());
        if view.is_due(now, unsettled) {
            self.readings += 1;
            notices.extend(self.read(photo, now)?);
        }
        Ok(notices)
    }

    /// Looks for the board.
    fn seek(&mut self, photo: &Photo, now: Seconds) -> Result<Vec<Notice>, ReadError> {
        if self.last_try.is_some_and(|last| now - last < TRY_EVERY) {
            return Ok(Vec::new());
        }
        self.last_try = Some(now);
        self.readings += 1;
        let reading = match self.eyes.find(photo, &self.options.read) {
            Ok(reading) => reading,
            Err(error)
                if matches!(
                    error,
                    ReadError::NoBoard | ReadError::TooDark | ReadError::TooBlurred
                ) =>
            {
                self.glimpse = None;
                let first = !std::mem::replace(&mut self.told, true);
                return Ok(first
                    .then_some(Notice::NotFound(error))
                    .into_iter()
                    .collect());
            }
            Err(error) => return Err(error),
        };
        if self.history.is_some() {
            return Ok(self.find_again(photo, reading, now));
        }
        let twice = (self.glimpse.as_ref()).is_some_and(|other| place::agree(other, &reading));
        if !twice {
            self.glimpse = Some(reading);
            return Ok(Vec::new());
        }
        Ok(self.begin(photo, reading, now))
    }

    /// The board as it is found is where the game begins.
    fn begin(&mut self, photo: &Photo, reading: Reading, now: Seconds) -> Vec<Notice> {
        let board = reading.setup.board.clone();
        let to_move = first_to_move(&board, self.options.handicap);
        self.history =
            Some(History::new(Setup { board, to_move }).with_handicap(self.options.handicap));
        let found = Notice::Found {
            grid: reading.grid.clone(),
            doubts: grid_doubts(&reading),
        };
        self.was_found = true;
        self.look_at(photo, reading.grid, now);
        vec![found]
    }

    /// The board of a game that goes on, wherever it lies now.
    fn find_again(&mut self, photo: &Photo, reading: Reading, now: Seconds) -> Vec<Notice> {
        let Some(history) = &self.history else {
            return Vec::new();
        };
        let Some(grid) = place::as_known(history.position().board(), &reading, true) else {
            return Vec::new();
        };
        let known_place = std::mem::replace(&mut self.was_found, true);
        let doubts = grid_doubts(&reading);
        self.look_at(photo, grid.clone(), now);
        self.told = false;
        vec![match known_place {
            true => Notice::Moved,
            false => Notice::Found { grid, doubts },
        }]
    }

    fn look_at(&mut self, photo: &Photo, grid: Grid, now: Seconds) {
        let Some(history) = &self.history else {
            return;
        };
        let board = history.position().board();
        let evidence = match self.view.take() {
            Some(view) => view.evidence,
            None => Evidence::of(board, now),
        };
        self.glimpse = None;
        self.view = Some(View::of(photo, grid, evidence, now));
    }

    /// Reads the stones.
    fn read(&mut self, photo: &Photo, now: Seconds) -> Result<Vec<Notice>, ReadError> {
        let (Some(view), Some(history)) = (&mut self.view, &mut self.history) else {
            return Ok(Vec::new());
        };
        view.last_read = now;
        let followed = self.eyes.follow(photo, &view.grid)?;
        let reading = followed.reading;
        let hidden = |point| view.glance.sight(point) == Sight::Hidden;
        let known = history.position().board();
        let follows = followed.quality > 0.0 || view.glance.share_free() > IN_PLACE;
        let jumped = place::distance(&reading.grid, &view.grid) > place::SAME_PLACE;
        let astray = place::is_astray(known, &reading, hidden) && now > view.trusted_until;
        if !follows || astray || jumped {
            let since = *view.astray_since.get_or_insert(now);
            return match now - since >= LOST_AFTER || follows {
                true => self.search(photo, now, since),
                false => Ok(Vec::new()),
            };
        }
        view.astray_since = None;
        self.told = false;
        if reading.grid != view.grid {
            view.glance.move_to(&reading.grid);
            view.grid = reading.grid.clone();
        }
        view.take(&reading, now);
        let happenings = history.update(view.evidence.seen(), now);
        Ok(happenings.into_iter().map(Notice::Game).collect())
    }

    /// The grid is not where it was, or the board is not what it was: looks at the whole frame.
    fn search(
        &mut self,
        photo: &Photo,
        now: Seconds,
        since: Seconds,
    ) -> Result<Vec<Notice>, ReadError> {
        if self.last_try.is_some_and(|last| now - last < TRY_EVERY) {
            return Ok(Vec::new());
        }
        self.last_try = Some(now);
        let (Some(view), Some(history)) = (&mut self.view, &self.history) else {
            return Ok(Vec::new());
        };
        let found = match self.eyes.find(photo, &self.options.read) {
            Ok(reading) => place::as_known(history.position().board(), &reading, true),
            Err(error @ ReadError::Net(_)) => return Err(error),
            Err(_) => None,
        };
        match found {
            Some(grid) => {
                self.told = false;
                let stays = place::distance(&grid, &view.grid) < place::SAME_PLACE;
                self.look_at(photo, grid, now);
                Ok(if stays {
                    Vec::new()
                } else {
                    vec![Notice::Moved]
                })
            }
            None if now - since > LOST_AFTER && !self.told => {
                self.told = true;
                Ok(vec![Notice::Lost])
            }
            None => Ok(Vec::new()),
        }
    }
}

fn grid_doubts(reading: &Reading) -> Vec<GridDoubt> {
    let doubts = reading.doubts.iter().filter_map(|doubt| match doubt {
        Doubt::Grid(doubt) => Some(*doubt),
        Doubt::Point { .. } => None,
    });
    doubts.collect()
}

/// Who moves first on a board as it is found: White after handicap stones, Black on an empty board,
/// unknown in a game that is under way.
fn first_to_move(board: &Board, handicap: u8) -> Option<Color> {
    let stones = board.stones();
    match (stones.black, stones.white) {
        (0, 0) => Some(Color::Black),
        (black, 0) if black == usize::from(handicap) => Some(Color::White),
        (2..=9, 0) if stars_only(board) => Some(Color::White),
        _ => None,
    }
}

/// Whether all stones are on star points, as handicap stones are.
fn stars_only(board: &Board) -> bool {
    let stars = board.size().star_points();
    let mut stones = board.size().points().filter(|p| board.get(*p).is_some());
    stones.all(|point| stars.contains(&point))
}
