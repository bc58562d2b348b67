//! Records sent to another server.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Sends the newest record of a board to an address, by PUT, or by POST where that is refused, again
/// and again until it is taken.
#[derive(Debug)]
pub struct Pusher {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    delay: Duration,
}

#[derive(Debug, Default)]
struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Queue {
    /// Records that are not due yet, the oldest first.
    records: Vec<(Instant, String)>,
    closed: bool,
    /// When to give up, once closed.
    give_up: Option<Instant>,
}

/// The first pause after a failure; each next one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How long the last record is tried to be sent after the game, beyond the delay.
const LAST_TRIES: Duration = Duration::from_secs(30);

impl Pusher {
    /// Sends records to an address, each so long after it was made.
    #[must_use]
    pub fn start(url: String, delay: Duration) -> Self {
        let shared = Arc::new(Shared::default());
        let sender = Arc::clone(&shared);
        Self {
            thread: Some(thread::spawn(move || sender.run(&url))),
            shared,
            delay,
        }
    }

    /// A new record.
    pub fn push(&self, sgf: String) {
        self.shared
            .lock()
            .records
            .push((Instant::now() + self.delay, sgf));
        self.shared.changed.notify_one();
    }
}

impl Drop for Pusher {
    /// Waits until the last record was sent, but not for ever.
    fn drop(&mut self) {
        let mut queue = self.shared.lock();
        queue.closed = true;
        queue.give_up = Some(Instant::now() + self.delay + LAST_TRIES);
        drop(queue);
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // A sender that has panicked has nothing more to send.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, url: &str) {
        let agent = ureq::Agent::new_with_config(
            ureq::Agent::config_builder()
                .timeout_global(Some(PATIENCE))
                .build(),
        );
        let mut pause = FIRST_PAUSE;
        let mut unsent = None;
        while let Some(newer) = self.next(unsent.is_none(), pause) {
            unsent = newer.or(unsent);
            let Some(sgf) = &unsent else {
                continue;
            };
            match send(&agent, url, sgf) {
                Ok(()) => {
                    unsent = None;
                    pause = FIRST_PAUSE;
                }
                Err(error) => {
                    eprintln!("--push: {error}; trying again in {} s", pause.as_secs());
                    pause = (2 * pause).min(LONGEST_PAUSE);
                }
            }
        }
    }

    /// Waits for the newest record that is due, or, with one that is unsent, for the pause. `None` at
    /// the end.
    fn next(&self, idle: bool, pause: Duration) -> Option<Option<String>> {
        let until = Instant::now() + if idle { Duration::ZERO } else { pause };
        let mut queue = self.lock();
        loop {
            let now = Instant::now();
            let due = queue
                .records
                .iter()
                .take_while(|(at, _)| *at <= now)
                .count();
            if due > 0 && now >= until {
                return Some(queue.records.drain(..due).next_back().map(|(_, sgf)| sgf));
            }
            if !idle && now >= until {
                return Some(None);
            }
            let done = queue.closed && idle && queue.records.is_empty();
            if done || queue.give_up.is_some_and(|give_up| now >= give_up) {
                return None;
            }
            let next = queue
                .records
                .first()
                .map(|(at, _)| at.saturating_duration_since(now));
            let wait = match (idle, next) {
                (true, Some(next)) => next,
                (true, None) => LONGEST_PAUSE,
                (false, _) => until.saturating_duration_since(now),
            };
            let waited = self
                .changed
                .wait_timeout(queue, wait.max(Duration::from_millis(1)));
            queue = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

fn send(agent: &ureq::Agent, url: &str, sgf: &str) -> Result<(), ureq::Error> {
    let kind = "application/x-go-sgf; charset=utf-8";
    match agent.put(url).content_type(kind).send(sgf) {
        Err(ureq::Error::StatusCode(404 | 405 | 501)) => {
            agent.post(url).content_type(kind).send(sgf).map(|_| ())
        }
        sent => sent.map(|_| ()),
    }
}
