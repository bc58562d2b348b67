//! Frames with their times, from wherever they come.

use std::path::{Path, PathBuf};

use thiserror::Error;

use super::seen::Seconds;
use crate::vision::Photo;

/// A frame.
#[derive(Debug)]
pub struct Frame {
    /// The picture.
    pub photo: Photo,
    /// Seconds since the first frame.
    pub at: Seconds,
}

/// What comes next.
#[derive(Debug)]
pub enum Next {
    /// A frame.
    Frame(Frame),
    /// Nothing for a while, but more may come: a camera that is silent, a stream that is cut.
    Silence,
    /// The source has ended.
    End,
}

/// Why there are no frames. Every message ends in what to do.
#[derive(Debug, Error)]
pub enum FramesError {
    /// The folder cannot be read.
    #[error("the folder {0} cannot be read ({1}): check its name and that you may read it")]
    Folder(PathBuf, std::io::Error),
    /// The folder has no picture.
    #[error("the folder {0} holds no frame: give one with JPEG or PNG files in the order of time")]
    NoFrames(PathBuf),
    /// The program cannot read cameras and videos.
    #[error("`{0}` is no folder of frames, and this program was built without cameras and videos")]
    NotBuilt(String),
    /// The camera, stream or video cannot be opened.
    #[cfg(feature = "opencv")]
    #[error(transparent)]
    Capture(#[from] super::capture::CaptureError),
}

/// Frames in the order of time.
pub trait Frames: Send {
    /// The next frame; waits for it, but not long.
    ///
    /// # Errors
    /// [`FramesError`] where no more can come.
    fn next(&mut self) -> Result<Next, FramesError>;

    /// Frames that came too fast, or that could not be read, and were left out.
    fn dropped(&self) -> u64;

    /// Whether time passes by itself, as for a camera; files are read as fast as they can be.
    fn is_live(&self) -> bool;
}

/// Opens a source: a folder of frames, or, with the feature `opencv`, a camera, a stream or a video
/// file. `rate` is the number of frames a second of a folder.
///
/// # Errors
/// [`FramesError`] says what to give instead.
pub fn open(source: &str, rate: f64) -> Result<Box<dyn Frames>, FramesError> {
    let path = Path::new(source);
    if path.is_dir() {
        return Ok(Box::new(Folder::open(path, rate)?));
    }
    open_video(source)
}

#[cfg(feature = "opencv")]
fn open_video(source: &str) -> Result<Box<dyn Frames>, FramesError> {
    Ok(super::stream::open(source)?)
}

#[cfg(not(feature = "opencv"))]
fn open_video(source: &str) -> Result<Box<dyn Frames>, FramesError> {
    Err(FramesError::NotBuilt(source.to_owned()))
}

/// Pictures in a folder, by name in the order of time.
struct Folder {
    paths: std::vec::IntoIter<PathBuf>,
    count: u32,
    rate: f64,
    dropped: u64,
}

/// Names of pictures.
const EXTENSIONS: [&str; 5] = ["jpg", "jpeg", "png", "webp", "tif"];

impl Folder {
    fn open(path: &Path, rate: f64) -> Result<Self, FramesError> {
        let unreadable = |error| FramesError::Folder(path.to_owned(), error);
        let entries = std::fs::read_dir(path).map_err(unreadable)?;
        let mut paths: Vec<PathBuf> = entries
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()
            .map_err(unreadable)?;
        paths.retain(|path| {
            let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase());
            extension.is_some_and(|e| EXTENSIONS.contains(&e.as_str()))
        });
        if paths.is_empty() {
            return Err(FramesError::NoFrames(path.to_owned()));
        }
        paths.sort();
        Ok(Self {
            paths: paths.into_iter(),
            count: 0,
            rate,
            dropped: 0,
        })
    }
}

impl Frames for Folder {
    fn next(&mut self) -> Result<Next, FramesError> {
        let Some(path) = self.paths.next() else {
            return Ok(Next::End);
        };
        let at = f64::from(self.count) / self.rate;
        self.count += 1;
        match Photo::open(&path) {
            Ok(photo) => Ok(Next::Frame(Frame { photo, at })),
            Err(_) => {
                self.dropped += 1;
                Ok(Next::Silence)
            }
        }
    }

    fn dropped(&self) -> u64 {
        self.dropped
    }

    fn is_live(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_a_folder_come_in_the_order_of_their_names() {
        let folder = tempfile::tempdir().unwrap();
        for (name, side) in [("002.png", 80), ("001.png", 70), ("010.png", 90)] {
            let picture = image::RgbImage::new(side, side);
            picture.save(folder.path().join(name)).unwrap();
        }
        std::fs::write(folder.path().join("005.jpg"), "no picture").unwrap();
        std::fs::write(folder.path().join("notes.txt"), "no frame").unwrap();
        let mut frames = open(folder.path().to_str().unwrap(), 2.0).unwrap();
        let mut found = Vec::new();
        loop {
            match frames.next().unwrap() {
                Next::Frame(frame) => found.push((frame.photo.rgb().width(), frame.at)),
                Next::Silence => {}
                Next::End => break,
            }
        }
        assert_eq!(found, [(70, 0.0), (80, 0.5), (90, 1.5)]);
        assert_eq!(frames.dropped(), 1);
    }

    #[test]
    fn a_folder_without_pictures_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let Err(error) = open(folder.path().to_str().unwrap(), 1.0) else {
            panic!("there is nothing in it");
        };
        assert!(matches!(error, FramesError::NoFrames(_)), "{error}");
    }
}
