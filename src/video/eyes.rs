//! What reads a frame.

use crate::vision::{Followed, Grid, Photo, ReadError, ReadOptions, Reader, Reading};

/// What finds and reads a board in a frame: [`Reader`], or a stand-in without weights.
pub trait Eyes: Sync {
    /// Finds the board and reads every crossing.
    ///
    /// # Errors
    /// [`ReadError`] says why nothing was read and what to do.
    fn find(&self, photo: &Photo, options: &ReadOptions) -> Result<Reading, ReadError>;

    /// Reads a board that was on this grid a moment ago, `in_place` if it still is, nearly.
    ///
    /// # Errors
    /// [`ReadError::Net`] if a net fails.
    fn follow(&self, photo: &Photo, grid: &Grid, in_place: bool) -> Result<Followed, ReadError>;
}

impl Eyes for Reader {
    fn find(&self, photo: &Photo, options: &ReadOptions) -> Result<Reading, ReadError> {
        self.read(photo, options)
    }

    fn follow(&self, photo: &Photo, grid: &Grid, in_place: bool) -> Result<Followed, ReadError> {
        Self::follow(self, photo, grid, in_place)
    }
}
