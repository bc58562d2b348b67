//! Where frames come from, as a person writes it.

use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use super::capture::CaptureError;

/// A camera, a stream or a video file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// An attached camera by its number, from 0 (`0`, `/dev/video0`).
    Camera(u16),
    /// An `rtsp`, `rtsps`, `http` or `https` address.
    Stream(String),
    /// A video file.
    File(PathBuf),
}

impl FromStr for Source {
    type Err = CaptureError;

    /// # Errors
    /// [`CaptureError::NoSuchSource`] for an address of another scheme and for
    /// a path without a file.
    fn from_str(text: &str) -> Result<Source, CaptureError> {
        let number = text.strip_prefix("/dev/video").unwrap_or(text);
        if let Ok(index) = number.parse() {
            return Ok(Source::Camera(index));
        }
        let is_stream = match text.split_once("://") {
            Some((scheme, _)) => ["rtsp", "rtsps", "http", "https"]
                .iter()
                .any(|known| scheme.eq_ignore_ascii_case(known)),
            None => false,
        };
        if is_stream {
            return Ok(Source::Stream(text.to_owned()));
        }
        let path = PathBuf::from(text);
        if path.is_file() {
            return Ok(Source::File(path));
        }
        Err(CaptureError::NoSuchSource(text.to_owned()))
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Camera(index) => write!(f, "camera {index}"),
            Source::Stream(address) => f.write_str(address),
            Source::File(path) => write!(f, "{}", path.display()),
        }
    }
}
