//! What people and clocks enter as lines of standard input.

use std::io::{BufRead, IsTerminal, stdin};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use crate::commands::complain;
use crate::go::Color;
use crate::server::Entered;

/// What was entered for each board and not taken yet.
pub(super) struct Lines {
    names: Vec<String>,
    entered: Mutex<Vec<Vec<Entered>>>,
}

const HELP: &str = "enter `pass`, `resign black`, `resign white`, `end` or `clock SECONDS SECONDS` \
                    (left for Black and White)";

impl Lines {
    /// Nothing yet, for boards of these names.
    pub(super) fn of(names: &[String]) -> Arc<Self> {
        Arc::new(Self {
            names: names.to_vec(),
            entered: Mutex::new(vec![Vec::new(); names.len()]),
        })
    }

    /// Reads standard input until it ends.
    pub(super) fn read_standard_input(self: &Arc<Self>) {
        if stdin().is_terminal() && !is_in_foreground() {
            return;
        }
        let lines = Arc::clone(self);
        thread::spawn(move || {
            for line in stdin().lock().lines().map_while(Result::ok) {
                if let Err(remedy) = lines.enter(&line) {
                    complain(&remedy);
                }
            }
        });
    }

    /// What was entered for a board since the last call.
    pub(super) fn take(&self, board: usize) -> Vec<Entered> {
        std::mem::take(&mut self.lock()[board])
    }

    fn enter(&self, line: &str) -> Result<(), String> {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else {
            return Ok(());
        };
        let board = match self.names.iter().position(|name| name == first) {
            Some(board) => {
                words.remove(0);
                board
            }
            None if self.names.len() == 1 => 0,
            None => {
                let names = self.names.join(", ");
                return Err(format!("`{line}`: begin with the board: {names}"));
            }
        };
        let entered = parse(&words).ok_or_else(|| format!("`{line}`: {HELP}"))?;
        self.lock()[board].push(entered);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Vec<Entered>>> {
        self.entered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A line without the board; the first letter of a word will do.
fn parse(words: &[&str]) -> Option<Entered> {
    let color = |word: &str| match word {
        "black" | "b" => Some(Color::Black),
        "white" | "w" => Some(Color::White),
        _ => None,
    };
    let seconds = |word: &str| word.parse().ok().filter(|left: &f64| left.is_finite());
    match *words {
        ["pass" | "p"] => Some(Entered::Pass),
        ["end" | "e"] => Some(Entered::End),
        ["resign" | "r", loser] => color(loser).map(Entered::Resign),
        ["clock" | "c", black, white] => Some(Entered::Clock {
            black: seconds(black)?,
            white: seconds(white)?,
        }),
        _ => None,
    }
}

/// Whether this program may read its terminal: one that runs in the background is stopped when it
/// tries. Only Linux says so, in the fields 5 and 8 of `/proc/self/stat` after the name in brackets.
fn is_in_foreground() -> bool {
    let Ok(stat) = std::fs::read_to_string("/proc/self/stat") else {
        return true;
    };
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = fields.split_whitespace().collect();
    let (Some(own), Some(terminals)) = (fields.get(2), fields.get(5)) else {
        return true;
    };
    own == terminals || *terminals == "-1"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_for_the_board_they_name() {
        let lines = Lines::of(&["one".to_owned(), "two".to_owned()]);
        lines.enter("two pass").unwrap();
        lines.enter("one r w").unwrap();
        lines.enter("two clock 95.5 120").unwrap();
        lines.enter("").unwrap();
        assert_eq!(lines.take(0), [Entered::Resign(Color::White)]);
        let clock = Entered::Clock {
            black: 95.5,
            white: 120.0,
        };
        assert_eq!(lines.take(1), [Entered::Pass, clock]);
        assert!(lines.take(1).is_empty());
    }

    #[test]
    fn what_cannot_be_meant_is_refused_with_what_can() {
        let one = Lines::of(&["board".to_owned()]);
        for line in ["pas", "resign", "clock 1", "clock x 2", "clock inf 2"] {
            assert!(one.enter(line).unwrap_err().contains("resign black"));
        }
        let two = Lines::of(&["one".to_owned(), "two".to_owned()]);
        assert!(two.enter("pass").unwrap_err().contains("one, two"));
    }
}
