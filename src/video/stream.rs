//! Cameras, streams and video files, frame by frame.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use opencv::core::{self, Mat};
use opencv::prelude::*;
use opencv::videoio::{self, VideoCapture};

use super::capture::{CaptureError, DEFAULT_FRAME_RATE, Patience, open_source, rgb_from_frame};
use super::frames::{Frame, Frames, FramesError, Next};
use super::source::Source;
use crate::vision::Photo;

/// Opens a camera, a stream or a video file.
pub(super) fn open(text: &str) -> Result<Box<dyn Frames>, CaptureError> {
    core::set_log_level(core::LogLevel::LOG_LEVEL_SILENT)?;
    let source: Source = text.parse()?;
    let capture = open_source(&source, Patience::default())?;
    Ok(match source {
        Source::File(_) => Box::new(File::new(capture)?),
        live => Box::new(Live::start(live, capture)),
    })
}

/// A video file, every frame of it.
struct File {
    capture: VideoCapture,
    /// The frame's memory, used again for the next one.
    frame: Mat,
    rate: f64,
    count: u64,
}

impl File {
    fn new(capture: VideoCapture) -> Result<Self, CaptureError> {
        let told = capture.get(videoio::CAP_PROP_FPS)?;
        let rate = if (0.1..=1000.0).contains(&told) {
            told
        } else {
            DEFAULT_FRAME_RATE
        };
        Ok(Self {
            capture,
            frame: Mat::default(),
            rate,
            count: 0,
        })
    }
}

impl Frames for File {
    fn next(&mut self) -> Result<Next, FramesError> {
        let read = self.capture.read(&mut self.frame);
        if !read.map_err(CaptureError::from)? || self.frame.empty() {
            return Ok(Next::End);
        }
        let at = self.count as f64 / self.rate;
        self.count += 1;
        Ok(Next::Frame(Frame {
            photo: photo(&self.frame)?,
            at,
        }))
    }

    fn dropped(&self) -> u64 {
        0
    }

    fn is_live(&self) -> bool {
        false
    }
}

/// A camera or a stream: a thread of its own takes its frames, so that only the newest waits.
struct Live {
    shared: Arc<Shared>,
    started: Instant,
}

#[derive(Default)]
struct Shared {
    newest: Mutex<Newest>,
    came: Condvar,
    stop: AtomicBool,
}

#[derive(Default)]
struct Newest {
    frame: Option<(Mat, Instant)>,
    /// The memory of a frame that was taken, to be used again.
    spare: Mat,
    dropped: u64,
}

/// How long to wait for a frame before anything else is done.
const SILENCE: Duration = Duration::from_millis(500);
/// The first pause before a lost source is opened again; each next one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

impl Live {
    fn start(source: Source, capture: VideoCapture) -> Self {
        let shared = Arc::new(Shared::default());
        let taker = Arc::clone(&shared);
        thread::spawn(move || taker.run(&source, capture));
        Self {
            shared,
            started: Instant::now(),
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

impl Shared {
    /// Takes frames until nobody wants them; opens the source again when it is lost.
    fn run(&self, source: &Source, capture: VideoCapture) {
        let mut capture = Some(capture);
        let mut pause = FIRST_PAUSE;
        while !self.stop.load(Ordering::Relaxed) {
            let mut frame = std::mem::take(&mut self.lock().spare);
            let taken = match &mut capture {
                Some(capture) => capture.read(&mut frame).unwrap_or(false) && !frame.empty(),
                None => false,
            };
            if taken {
                pause = FIRST_PAUSE;
                self.put(frame);
                continue;
            }
            capture = None;
            thread::sleep(pause);
            pause = (2 * pause).min(LONGEST_PAUSE);
            capture = open_source(source, Patience::default()).ok().or(capture);
        }
    }

    fn put(&self, frame: Mat) {
        let mut newest = self.lock();
        if let Some((late, _)) = newest.frame.replace((frame, Instant::now())) {
            newest.dropped += 1;
            newest.spare = late;
        }
        self.came.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, Newest> {
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Frames for Live {
    fn next(&mut self) -> Result<Next, FramesError> {
        let newest = self.shared.lock();
        let waited = self
            .shared
            .came
            .wait_timeout_while(newest, SILENCE, |newest| newest.frame.is_none());
        let (mut newest, _) = waited.unwrap_or_else(PoisonError::into_inner);
        let Some((frame, came)) = newest.frame.take() else {
            return Ok(Next::Silence);
        };
        drop(newest);
        let photo = photo(&frame)?;
        self.shared.lock().spare = frame;
        Ok(Next::Frame(Frame {
            photo,
            at: (came - self.started).as_secs_f64(),
        }))
    }

    fn dropped(&self) -> u64 {
        self.shared.lock().dropped
    }

    fn is_live(&self) -> bool {
        true
    }
}

fn photo(frame: &Mat) -> Result<Photo, CaptureError> {
    Ok(Photo::from_rgb(rgb_from_frame(frame)?)?)
}
