//! What a frame costs, and so how many boards this machine carries.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread::available_parallelism;
use std::time::Duration;

/// The frames of all boards, and the time of all processors they took.
pub(super) struct Load {
    before: Option<Duration>,
    frames: AtomicU64,
    told: AtomicBool,
}

/// Frames a second of a usual camera.
const RATE: f64 = 15.0;
/// After so many frames, two minutes of a camera, the figure is steady enough to be told.
const STEADY: u64 = 1800;

impl Load {
    /// From now on.
    pub(super) fn from_now() -> Self {
        Self {
            before: processor_time(),
            frames: AtomicU64::new(0),
            told: AtomicBool::new(false),
        }
    }

    /// Counts a frame. Says once, when it can be told, what one costs.
    pub(super) fn count(&self) -> Option<String> {
        let frames = self.frames.fetch_add(1, Ordering::Relaxed) + 1;
        let is_time = frames >= STEADY && !self.told.swap(true, Ordering::Relaxed);
        is_time.then(|| self.in_words()).flatten()
    }

    /// What a frame has cost so far; `None` where this system does not tell or there was none.
    pub(super) fn in_words(&self) -> Option<String> {
        let frames = self.frames.load(Ordering::Relaxed);
        let took = processor_time()?.checked_sub(self.before?)?;
        (frames > 0).then(|| words(took.as_secs_f64() / frames as f64, cores()))
    }
}

fn cores() -> f64 {
    available_parallelism().map_or(1.0, |cores| cores.get() as f64)
}

fn words(a_frame: f64, cores: f64) -> String {
    let share = RATE * a_frame;
    let boards = (cores / share).floor().max(0.0);
    format!(
        "a frame takes {:.1} ms, at {RATE} frames a second {:.0} % of a core a board: this machine \
         carries {boards} such boards",
        1000.0 * a_frame,
        100.0 * share
    )
}

/// The time that the processors have spent on this program.
#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    use nix::sys::time::TimeValLike;
    let usage = getrusage(UsageWho::RUSAGE_SELF).ok()?;
    let spent = usage.user_time() + usage.system_time();
    u64::try_from(spent.num_microseconds())
        .ok()
        .map(Duration::from_micros)
}

#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_boards_that_fit_are_whole_ones() {
        let told = words(0.02, 2.0);
        assert!(told.contains("30 % of a core"), "{told}");
        assert!(told.contains("carries 6 such"), "{told}");
        assert!(words(0.2, 2.0).contains("carries 0 such"));
    }
}
