//! Frames in, moves out.
//!
//! The journey of a frame: a glance that costs less than decoding it tells which points are free and
//! where something has changed; the nets read the stones only then; what they say is
//! gathered over time into [`Seen`]; and [`History`] makes it a game by the rules of
//! [`go`](crate::go), where they explain it. [`Watcher`] goes that way, for one board.
//!
//! Cameras, streams and video files are read through OpenCV's `videoio`, which lives here.

#[cfg(feature = "opencv")]
mod capture;
mod clip;
mod evidence;
mod eyes;
mod frames;
mod glance;
mod history;
mod place;
mod seen;
mod setup;
#[cfg(feature = "opencv")]
mod source;
#[cfg(feature = "opencv")]
mod stream;
mod watcher;

#[cfg(feature = "opencv")]
pub use capture::{CaptureError, sharpest_frame};
pub use clip::Clip;
pub use eyes::Eyes;
pub use frames::{Frame, Frames, FramesError, Next, open};
pub use history::{Entry, Happening, History, Irregularity, Step, TakenBack, Warning};
pub use seen::{Seconds, Seen, Settled};
pub use setup::Complaint;
pub use watcher::{Notice, WatchOptions, Watcher};
