//! Frames in, moves out.
//!
//! The journey of a frame: [`History`] at its end is a game by the rules of [`go`](crate::go) where
//! they explain what was seen. Cameras, streams and video files are read through OpenCV's
//! `videoio`, which lives here.

#[cfg(feature = "opencv")]
mod capture;
mod history;
mod seen;
#[cfg(feature = "opencv")]
mod source;

#[cfg(feature = "opencv")]
pub use capture::{CaptureError, sharpest_frame};
pub use history::{Entry, Happening, History, Irregularity, Step, TakenBack, Warning};
pub use seen::{Seconds, Seen, Settled};
