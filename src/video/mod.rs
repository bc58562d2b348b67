//! Cameras, streams and video files: frames in. The home of OpenCV's `videoio`.

mod capture;
mod source;

pub use capture::{CaptureError, sharpest_frame};
