//! One board: frame by frame, from finding it to its record.

mod find;
#[cfg(test)]
mod tests;
mod view;

use super::eyes::Eyes;
use super::glance::Sight;
use super::history::{Happening, History};
use super::place;
use super::seen::Seconds;
use super::setup::Complaint;
use crate::vision::{Grid, GridDoubt, Photo, ReadError, ReadOptions, Reading};
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
        /// What should be put right about the camera and the light.
        complaints: Vec<Complaint>,
    },
    /// A board was seen, but it is not found yet.
    Unclear(Complaint),
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
    /// How often it was not seen twice.
    unlike: u32,
    last_try: Option<Seconds>,
    /// How long to wait until the next try.
    patience: Seconds,
    /// Whether the board was found since the watch began.
    was_found: bool,
    /// Whether the board was told to be lost or not found.
    told: bool,
    readings: u64,
}

/// Seconds between the first tries to find a board; each next wait is twice as long, as a try costs as
/// much as a hundred frames.
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
            unlike: 0,
            last_try: None,
            patience: TRY_EVERY,
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

    /// No more frames come: what the last ones have shown twice is believed without waiting.
    pub fn finish(&mut self, now: Seconds) -> Vec<Notice> {
        let (Some(view), Some(history)) = (&mut self.view, &mut self.history) else {
            return Vec::new();
        };
        view.evidence.conclude(now);
        let happenings = history.update(view.evidence.seen(), now);
        happenings.into_iter().map(Notice::Game).collect()
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

    /// Reads the stones.
    fn read(&mut self, photo: &Photo, now: Seconds) -> Result<Vec<Notice>, ReadError> {
        let (Some(view), Some(history)) = (&mut self.view, &mut self.history) else {
            return Ok(Vec::new());
        };
        view.last_read = now;
        let in_place = view.glance.share_free() > IN_PLACE;
        let followed = self.eyes.follow(photo, &view.grid, in_place)?;
        let reading = followed.reading;
        let hidden = |point| view.glance.sight(point) == Sight::Hidden;
        let known = history.position().board();
        let follows = followed.quality > 0.0 || in_place;
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
}
