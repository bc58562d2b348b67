//! What the pages show, and what was entered on them.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::watch;

use super::Entered;

/// The state of every board, in their order; `null` for one that was not found yet.
pub(super) type States = Vec<Value>;

/// What joins the boards that are watched with the pages that show them.
#[derive(Debug)]
pub struct Hub {
    key: String,
    delay: Duration,
    live: watch::Sender<States>,
    shown: watch::Sender<States>,
    due: Mutex<VecDeque<(Instant, usize, Value)>>,
    pictures: Mutex<Vec<Vec<u8>>>,
    entered: Mutex<Vec<Vec<Entered>>>,
}

impl Hub {
    /// A hub of so many boards; viewers see everything so much later.
    #[must_use]
    pub fn new(boards: usize, delay: Duration) -> Self {
        Self {
            key: random_key(),
            delay,
            live: watch::Sender::new(vec![Value::Null; boards]),
            shown: watch::Sender::new(vec![Value::Null; boards]),
            due: Mutex::default(),
            pictures: Mutex::new(vec![Vec::new(); boards]),
            entered: Mutex::new(vec![Vec::new(); boards]),
        }
    }

    /// What opens the operator's pages.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The state of a board has changed.
    pub fn publish(&self, board: usize, state: Value) {
        self.live
            .send_modify(|states| states[board] = state.clone());
        if self.delay.is_zero() {
            self.shown.send_modify(|states| states[board] = state);
        } else {
            lock(&self.due).push_back((Instant::now() + self.delay, board, state));
        }
    }

    /// A new picture of a board for the operator, as JPEG.
    pub fn show(&self, board: usize, jpeg: Vec<u8>) {
        lock(&self.pictures)[board] = jpeg;
    }

    /// What was entered for a board since the last call.
    pub fn take_entered(&self, board: usize) -> Vec<Entered> {
        std::mem::take(&mut lock(&self.entered)[board])
    }

    pub(super) fn enter(&self, board: usize, entered: Entered) -> bool {
        let mut all = lock(&self.entered);
        all.get_mut(board)
            .map(|of_board| of_board.push(entered))
            .is_some()
    }

    pub(super) fn picture(&self, board: usize) -> Option<Vec<u8>> {
        let pictures = lock(&self.pictures);
        pictures
            .get(board)
            .filter(|picture| !picture.is_empty())
            .cloned()
    }

    pub(super) fn live(&self) -> watch::Receiver<States> {
        self.live.subscribe()
    }

    pub(super) fn shown(&self) -> watch::Receiver<States> {
        self.shown.subscribe()
    }

    /// Shows the viewers what is due.
    pub(super) fn show_due(&self, now: Instant) {
        let mut due = lock(&self.due);
        while due.front().is_some_and(|(at, ..)| *at <= now) {
            if let Some((_, board, state)) = due.pop_front() {
                self.shown.send_modify(|states| states[board] = state);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// 128 bits by the random seeds of the hash tables, in hexadecimal.
fn random_key() -> String {
    let half = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", half(), half())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn viewers_see_later_what_the_operator_sees_at_once() {
        let hub = Hub::new(1, Duration::from_secs(120));
        let (live, shown) = (hub.live(), hub.shown());
        let start = Instant::now();
        hub.publish(0, Value::from("move 1"));
        assert_eq!(live.borrow()[0], "move 1");
        hub.show_due(start + Duration::from_secs(119));
        assert_eq!(shown.borrow()[0], Value::Null);
        hub.show_due(start + Duration::from_secs(121));
        assert_eq!(shown.borrow()[0], "move 1");
    }
}
