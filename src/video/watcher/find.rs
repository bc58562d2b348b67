//! Looking for the board in the whole frame: at first, and when it is not where it was.

use super::view::View;
use super::{LOST_AFTER, Notice, TRY_EVERY, Watcher};
use crate::go::{Board, Color, Setup};
use crate::video::evidence::Evidence;
use crate::video::history::History;
use crate::video::place;
use crate::video::seen::Seconds;
use crate::video::setup::{Complaint, complaints};
use crate::vision::{Doubt, Grid, GridDoubt, Photo, ReadError, Reading, poor_picture};

/// The longest wait until the next try, in seconds.
const LONGEST: Seconds = 5.0;
/// A board that is not seen twice alike in so many tries is told: hands are away sooner.
const UNLIKE: u32 = 5;

impl Watcher<'_> {
    /// Whether it is time to try; then the next time is later, until something is found.
    fn tries(&mut self, now: Seconds) -> bool {
        if self.last_try.is_some_and(|last| now - last < self.patience) {
            return false;
        }
        self.last_try = Some(now);
        self.patience = (2.0 * self.patience).min(LONGEST);
        true
    }

    /// Looks for the board.
    pub(super) fn seek(&mut self, photo: &Photo, now: Seconds) -> Result<Vec<Notice>, ReadError> {
        if !self.tries(now) {
            return Ok(Vec::new());
        }
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
            self.patience = TRY_EVERY;
            self.glimpse = Some(reading);
            self.unlike += 1;
            let complaint = (self.unlike == UNLIKE)
                .then(|| poor_picture(photo).map_or(Complaint::Unsteady, Complaint::Picture));
            return Ok(complaint.map(Notice::Unclear).into_iter().collect());
        }
        Ok(self.begin(photo, reading, now))
    }

    /// The board as it is found is where the game begins.
    pub(super) fn begin(&mut self, photo: &Photo, reading: Reading, now: Seconds) -> Vec<Notice> {
        let board = reading.setup.board.clone();
        let to_move = first_to_move(&board, self.options.handicap);
        self.history =
            Some(History::new(Setup { board, to_move }).with_handicap(self.options.handicap));
        let found = Notice::Found {
            grid: reading.grid.clone(),
            doubts: grid_doubts(&reading),
            complaints: complaints(photo, &reading.grid),
        };
        self.was_found = true;
        self.look_at(photo, reading.grid, now);
        vec![found]
    }

    /// The board of a game that goes on, wherever it lies now.
    pub(super) fn find_again(
        &mut self,
        photo: &Photo,
        reading: Reading,
        now: Seconds,
    ) -> Vec<Notice> {
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
            false => Notice::Found {
                complaints: complaints(photo, &grid),
                grid,
                doubts,
            },
        }]
    }

    pub(super) fn look_at(&mut self, photo: &Photo, grid: Grid, now: Seconds) {
        let Some(history) = &self.history else {
            return;
        };
        let board = history.position().board();
        let view = match self.view.take() {
            Some(view) => view.moved_to(photo, grid, now),
            None => View::of(photo, grid, Evidence::of(board, now), now),
        };
        self.glimpse = None;
        self.patience = TRY_EVERY;
        self.view = Some(view);
    }

    /// The grid is not where it was, or the board is not what it was: looks at the whole frame.
    pub(super) fn search(
        &mut self,
        photo: &Photo,
        now: Seconds,
        since: Seconds,
    ) -> Result<Vec<Notice>, ReadError> {
        if !self.tries(now) {
            return Ok(Vec::new());
        }
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
