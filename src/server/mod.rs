//! Live pages of the games that are watched: `app() -> Router`, the page files beside it.
//!
//! Viewers get `/` and `/events`, as late as the event wants it. The operator's pages need the key
//! that is printed at the start: they are not delayed, show what the camera sees, and take what only
//! people can tell, passes and resignations.

#[cfg(feature = "server")]
mod app;
#[cfg(feature = "server")]
mod hub;
#[cfg(feature = "server")]
mod push;

use crate::go::Color;

#[cfg(feature = "server")]
pub use app::{ServeError, app, serve};
#[cfg(feature = "server")]
pub use hub::Hub;
#[cfg(feature = "server")]
pub use push::Pusher;

/// What a person enters for a board.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Entered {
    /// The side to move passes.
    Pass,
    /// A side resigns.
    Resign(Color),
    /// The game has ended.
    End,
    /// What the clock shows: the seconds that are left.
    Clock {
        /// For Black.
        black: f64,
        /// For White.
        white: f64,
    },
}
