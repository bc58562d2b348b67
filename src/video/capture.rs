//! The sharpest of a second of frames.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use image::RgbImage;
use opencv::core::{self, Mat, Vector};
use opencv::imgproc;
use opencv::prelude::*;
use opencv::videoio::{self, VideoCapture};
use thiserror::Error;

use super::source::Source;
use crate::vision::{Photo, PhotoError};

/// Frames a second of a file that does not say.
pub(super) const DEFAULT_FRAME_RATE: f64 = 25.0;

/// Why there is no frame. Every message ends in what to do.
#[derive(Debug, Error)]
pub enum CaptureError {
    /// Neither a camera number, an address nor a file.
    #[error(
        "there is no video source `{0}`: give a camera's number (0 is the first), \
         an rtsp:// or http:// address, or the name of a video file"
    )]
    NoSuchSource(String),
    /// No camera answers at this number.
    #[error(
        "no camera answers at number {0}: plug it in, close other programs that use it, see \
         that you may read /dev/video{0} (on Linux: group `video`), or try another number"
    )]
    NoCamera(u16),
    /// The address does not answer, or not with a video.
    #[error(
        "no video comes from {0}: start the phone's camera app, see that both are in the same \
         network, and open the address in a browser to try it"
    )]
    NoStream(String),
    /// The file is not a video that OpenCV can read.
    #[error("{0} is not a video that can be read: convert it to MP4 (`ffmpeg -i IN OUT.mp4`)")]
    NotAVideo(String),
    /// The source opened, but holds no frame.
    #[error("{0} holds no frame: record again, or name another source")]
    NoFrames(String),
    /// The source stopped answering.
    #[error("{from} gave no frame for {seconds} seconds: start the camera again and retry")]
    TimedOut {
        /// The source.
        from: String,
        /// How long it was waited for.
        seconds: u64,
    },
    /// The clip cannot be written.
    #[error("the clip {0} cannot be written: see that its folder exists and may be written to")]
    Clip(String),
    /// The frames are too large or too small.
    #[error("the frames cannot be used")]
    Frame(#[from] PhotoError),
    /// OpenCV failed in a way that is no fault of the source.
    #[error("OpenCV failed: install its video libraries again, or take a photo instead")]
    OpenCv(#[from] opencv::Error),
}

/// Takes the sharpest frame of the first `duration` of a source: of the time
/// that passes for a camera or stream, of the video's own time for a file.
///
/// Sharpness is the variance of the Laplacian of the grey frame (Pech-Pacheco
/// et al., "Diatom autofocusing in brightfield microscopy", ICPR 2000), so that
/// the frame between two movements of a hand-held camera wins.
///
/// # Errors
/// [`CaptureError`] if the source does not open, gives no frame, or stops
/// answering. A source that stops after its first frames gives the best of them.
pub fn sharpest_frame(source: &str, duration: Duration) -> Result<Photo, CaptureError> {
    sharpest_within(source.parse()?, duration, Patience::default())
}

/// How long to wait.
#[derive(Clone, Copy)]
pub(super) struct Patience {
    /// For a camera or a stream to open.
    open: Duration,
    /// For the next frame.
    frame: Duration,
}

impl Default for Patience {
    /// Phones' camera apps need some seconds to start; a stream that pauses for
    /// five is gone.
    fn default() -> Patience {
        Patience {
            open: Duration::from_secs(15),
            frame: Duration::from_secs(5),
        }
    }
}

/// Drivers can hang in spite of their time-outs, so that the capture runs on a
/// thread of its own, which is left behind when it does not answer.
fn sharpest_within(
    source: Source,
    duration: Duration,
    patience: Patience,
) -> Result<Photo, CaptureError> {
    let longest = patience.open + duration + 2 * patience.frame;
    let from = source.to_string();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(capture(&source, duration, patience)));
    receiver.recv_timeout(longest).unwrap_or_else(|error| {
        Err(match error {
            RecvTimeoutError::Timeout => CaptureError::TimedOut {
                from,
                seconds: longest.as_secs(),
            },
            RecvTimeoutError::Disconnected => CaptureError::NoFrames(from),
        })
    })
}

fn capture(source: &Source, duration: Duration, patience: Patience) -> Result<Photo, CaptureError> {
    core::set_log_level(core::LogLevel::LOG_LEVEL_SILENT)?;
    let mut capture = open_source(source, patience)?;
    let mut span = Span::of(source, &capture, duration)?;
    let mut frame = Mat::default();
    let mut best: Option<(f64, Mat)> = None;
    while span.goes_on() && capture.read(&mut frame)? && !frame.empty() {
        let sharpness = sharpness(&frame)?;
        if best.as_ref().is_none_or(|(most, _)| sharpness > *most) {
            best = Some((sharpness, std::mem::take(&mut frame)));
        }
    }
    let (_, frame) = best.ok_or_else(|| CaptureError::NoFrames(source.to_string()))?;
    Ok(Photo::from_rgb(rgb_from_frame(&frame)?)?)
}

/// Files are opened one after another: a crash was seen where several threads opened broken ones at
/// once. Streams and cameras may take long to answer and do not wait for each other.
static OPENING: Mutex<()> = Mutex::new(());

/// Opens a source, if it answers in time.
pub(super) fn open_source(
    source: &Source,
    patience: Patience,
) -> Result<VideoCapture, CaptureError> {
    let milliseconds = |time: Duration| i32::try_from(time.as_millis()).unwrap_or(i32::MAX);
    let capture = match source {
        Source::Camera(index) => VideoCapture::new(i32::from(*index), videoio::CAP_ANY),
        Source::Stream(address) => VideoCapture::from_file_with_params(
            address,
            videoio::CAP_FFMPEG,
            &Vector::from_slice(&[
                videoio::CAP_PROP_OPEN_TIMEOUT_MSEC,
                milliseconds(patience.open),
                videoio::CAP_PROP_READ_TIMEOUT_MSEC,
                milliseconds(patience.frame),
            ]),
        ),
        Source::File(path) => {
            let _alone = OPENING.lock().unwrap_or_else(PoisonError::into_inner);
            VideoCapture::from_file(path, videoio::CAP_ANY)
        }
    };
    match capture {
        Ok(capture) if capture.is_opened()? => Ok(capture),
        _ => Err(match source {
            Source::Camera(index) => CaptureError::NoCamera(*index),
            Source::Stream(address) => CaptureError::NoStream(address.clone()),
            Source::File(path) => CaptureError::NotAVideo(path.display().to_string()),
        }),
    }
}

/// How much of a source is looked at: at least one frame.
enum Span {
    /// Until this moment, counted from the first frame.
    Live {
        first: Option<Instant>,
        duration: Duration,
    },
    /// So many more frames.
    Frames(u64),
}

impl Span {
    fn of(
        source: &Source,
        capture: &VideoCapture,
        duration: Duration,
    ) -> Result<Span, CaptureError> {
        if !matches!(source, Source::File(_)) {
            return Ok(Span::Live {
                first: None,
                duration,
            });
        }
        let told = capture.get(videoio::CAP_PROP_FPS)?;
        let rate = if (1.0..=1000.0).contains(&told) {
            told
        } else {
            DEFAULT_FRAME_RATE
        };
        Ok(Span::Frames(
            (rate * duration.as_secs_f64()).ceil().max(1.0) as u64,
        ))
    }

    /// Whether one more frame is wanted; counts it.
    fn goes_on(&mut self) -> bool {
        match self {
            Span::Live { first, duration } => {
                first.get_or_insert_with(Instant::now).elapsed() <= *duration
            }
            Span::Frames(left) => {
                let wanted = *left > 0;
                *left = left.saturating_sub(1);
                wanted
            }
        }
    }
}

/// Variance of the Laplacian of a frame, in grey levels squared.
fn sharpness(frame: &Mat) -> opencv::Result<f64> {
    let mut grey = Mat::default();
    match frame.channels() {
        1 => frame.copy_to(&mut grey)?,
        _ => imgproc::cvt_color_def(frame, &mut grey, imgproc::COLOR_BGR2GRAY)?,
    }
    let mut edges = Mat::default();
    imgproc::laplacian_def(&grey, &mut edges, core::CV_32F)?;
    let (mut mean, mut deviation) = (Mat::default(), Mat::default());
    core::mean_std_dev_def(&edges, &mut mean, &mut deviation)?;
    Ok(deviation.at::<f64>(0)?.powi(2))
}

/// OpenCV's blue, green, red (or grey) rows as RGB.
pub(super) fn rgb_from_frame(frame: &Mat) -> Result<RgbImage, CaptureError> {
    let to_rgb = match frame.channels() {
        1 => imgproc::COLOR_GRAY2RGB,
        4 => imgproc::COLOR_BGRA2RGB,
        _ => imgproc::COLOR_BGR2RGB,
    };
    if frame.depth() != core::CV_8U {
        return Err(opencv::Error::new(core::StsUnsupportedFormat, "not 8 bits a channel").into());
    }
    let mut rgb = RgbImage::new(frame.cols() as u32, frame.rows() as u32);
    // Straight into the picture: each copy of a large frame costs as much as decoding a part of it.
    let mut pixels =
        Mat::new_rows_cols_with_bytes_mut::<core::Vec3b>(frame.rows(), frame.cols(), &mut rgb)?;
    imgproc::cvt_color_def(frame, &mut pixels, to_rgb)?;
    drop(pixels);
    Ok(rgb)
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;

    use super::*;

    #[test]
    fn blue_green_red_and_grey_frames_become_rgb() {
        let of = |kind: i32, rows: i32| {
            let pixel = core::Scalar::new(1.0, 2.0, 3.0, 0.0);
            rgb_from_frame(&Mat::new_rows_cols_with_default(rows, 1, kind, pixel).unwrap())
        };
        let color = of(core::CV_8UC3, 2).unwrap();
        assert_eq!(color.as_raw(), &[3, 2, 1, 3, 2, 1]);
        assert_eq!(of(core::CV_8UC1, 1).unwrap().as_raw(), &[1, 1, 1]);
        assert!(of(core::CV_16UC1, 1).is_err());
    }

    #[test]
    fn a_server_that_never_answers_is_given_up() {
        let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}/video", silent.local_addr().expect("an address"));
        let second = Duration::from_secs(1);
        let started = Instant::now();
        let patience = Patience {
            open: second,
            frame: second,
        };
        let result = sharpest_within(Source::Stream(address), second, patience);
        let error = result.expect_err("nothing is served");
        assert!(
            matches!(
                error,
                CaptureError::NoStream(_) | CaptureError::TimedOut { .. }
            ),
            "{error}"
        );
        assert!(
            started.elapsed() < Duration::from_secs(6),
            "{:?}",
            started.elapsed()
        );
    }
}
