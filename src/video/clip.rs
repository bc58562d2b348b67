//! The frames as a video file, to look at them again.

#[cfg(feature = "opencv")]
pub use writing::Clip;

/// A video file that is written; without OpenCV there is none.
#[cfg(not(feature = "opencv"))]
#[derive(Debug)]
pub enum Clip {}

#[cfg(not(feature = "opencv"))]
impl Clip {
    /// Adds a frame of a time.
    ///
    /// # Errors
    /// Never, as there is no such clip.
    pub fn add(
        &mut self,
        _: &crate::vision::Photo,
        _: super::Seconds,
    ) -> Result<(), super::FramesError> {
        match *self {}
    }
}

#[cfg(feature = "opencv")]
mod writing {
    use std::path::{Path, PathBuf};

    use opencv::core::{Mat, Size};
    use opencv::imgproc;
    use opencv::prelude::*;
    use opencv::videoio::VideoWriter;

    use crate::video::capture::CaptureError;
    use crate::video::{FramesError, Seconds};
    use crate::vision::Photo;

    /// Frames a second of a clip: enough to see what a hand did, and three of four hours in 10 GB.
    const RATE: f64 = 4.0;

    /// A video file that is written. Pauses of the source are left out.
    pub struct Clip {
        path: PathBuf,
        writer: Option<(VideoWriter, (u32, u32))>,
        last: Option<Seconds>,
    }

    impl Clip {
        /// A clip in this file, or, so that no film is lost, in one with a number if it exists.
        #[must_use]
        pub fn to(path: PathBuf) -> Self {
            Self {
                path,
                writer: None,
                last: None,
            }
        }

        /// Adds a frame of a time, unless the one before is too recent. Frames of another size begin
        /// another file.
        ///
        /// # Errors
        /// [`CaptureError::Clip`] where the file cannot be written.
        pub fn add(&mut self, photo: &Photo, at: Seconds) -> Result<(), FramesError> {
            // A little less than the time between frames, as cameras are not exact.
            if self.last.is_some_and(|last| at - last < 0.9 / RATE) {
                return Ok(());
            }
            self.last = Some(at);
            let size = photo.rgb().dimensions();
            if self.writer.as_ref().is_none_or(|(_, of)| *of != size) {
                self.writer = Some((open(&free(&self.path), size)?, size));
            }
            if let Some((writer, _)) = &mut self.writer {
                let frame = bgr(photo).map_err(CaptureError::from)?;
                writer.write(&frame).map_err(CaptureError::from)?;
            }
            Ok(())
        }
    }

    fn open(path: &Path, (width, height): (u32, u32)) -> Result<VideoWriter, CaptureError> {
        let refused = || CaptureError::Clip(path.display().to_string());
        // Every frame by itself: cheap to write, and what is on the disk can be read after a power cut.
        let codec = VideoWriter::fourcc('M', 'J', 'P', 'G')?;
        let size = Size::new(width as i32, height as i32);
        let name = path.to_str().ok_or_else(refused)?;
        let writer = VideoWriter::new(name, codec, RATE, size, true)?;
        if writer.is_opened()? {
            Ok(writer)
        } else {
            Err(refused())
        }
    }

    /// The path, or the first `NAME-2.mkv`, `NAME-3.mkv` … that does not exist.
    fn free(path: &Path) -> PathBuf {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let extension = path.extension().unwrap_or_default().to_string_lossy();
        let numbered = (2..).map(|n| path.with_file_name(format!("{stem}-{n}.{extension}")));
        std::iter::once(path.to_owned())
            .chain(numbered)
            .find(|path| !path.exists())
            .unwrap_or_else(|| path.to_owned())
    }

    fn bgr(photo: &Photo) -> opencv::Result<Mat> {
        let rows = photo.rgb().height() as i32;
        let pixels = Mat::from_slice(photo.rgb().as_raw())?;
        let rgb = pixels.reshape(3, rows)?;
        let mut bgr = Mat::default();
        imgproc::cvt_color_def(&rgb, &mut bgr, imgproc::COLOR_RGB2BGR)?;
        Ok(bgr)
    }

    #[cfg(test)]
    mod tests {
        use image::{Rgb, RgbImage};

        use super::*;
        use crate::video::{Next, open as open_source};

        #[test]
        fn a_clip_is_read_again_and_never_overwritten() {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("clip.mkv");
            for _ in 0..2 {
                let mut clip = Clip::to(path.clone());
                for step in 0..8 {
                    let frame = RgbImage::from_pixel(160, 120, Rgb([200, 90, 20]));
                    let photo = Photo::from_rgb(frame).unwrap();
                    clip.add(&photo, f64::from(step) / 8.0).unwrap();
                }
            }
            assert!(folder.path().join("clip-2.mkv").exists());
            let mut frames = open_source(path.to_str().unwrap(), 1.0).unwrap();
            let mut count = 0;
            while let Next::Frame(frame) = frames.next().unwrap() {
                let [red, green, blue] = frame.photo.rgb().get_pixel(80, 60).0;
                assert!(red > 180 && (70..110).contains(&green) && blue < 50);
                count += 1;
            }
            assert_eq!(count, 4);
        }

        #[test]
        fn a_clip_that_cannot_be_written_is_named() {
            let mut clip = Clip::to(PathBuf::from("/no/such/folder/clip.mkv"));
            let photo = Photo::from_rgb(RgbImage::new(64, 64)).unwrap();
            let error = clip.add(&photo, 0.0).unwrap_err();
            assert!(
                error.to_string().contains("/no/such/folder/clip.mkv"),
                "{error}"
            );
        }
    }
}
