//! The end of a board's game: its last event and its count.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::board::{Board, Stop};
use super::events::{Stamp, color};
use super::words::time_of_day;
use crate::commands::{Outcome, write_report};
use crate::go::Setup;
use crate::report::{Case, Report, Source, SourceKind, json as report_json};
use crate::sgf::{RecordResult, WinBy};
use crate::video::{History, Seconds, Watcher};

impl Board<'_> {
    /// Counts the last position as that of a photo.
    pub(super) fn finish(
        &mut self,
        watcher: &Watcher,
        why: Stop,
        now: Seconds,
        dropped: u64,
        out: &Mutex<&mut (dyn Write + Send)>,
    ) -> Result<Outcome> {
        let Some(history) = watcher.history() else {
            anyhow::bail!("{}: no board was found in {}", self.name, self.source);
        };
        if let Stop::Resigned(loser) = why {
            self.about.result = Some(RecordResult::Win {
                winner: loser.opponent(),
                by: WinBy::Resignation,
            });
        }
        self.save(history)?;
        let report = self.report(history)?;
        self.tell_end(history, &report, why, now, dropped)?;
        let how = match why {
            Stop::Resigned(loser) => format!("{loser} resigned"),
            Stop::SourceEnded | Stop::Asked => "ended".to_owned(),
        };
        self.outlets
            .publish(&self.name, watcher, Vec::new(), Some(&how));
        let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
        if let Stop::Resigned(loser) = why {
            writeln!(out, "{}: {loser} resigns", self.name).context("standard output")?;
            return Ok(Outcome::Certain);
        }
        write_report(&report, self.settings.style, &mut **out)?;
        Ok(Outcome::certain_if(report.is_certain()))
    }

    /// The last event.
    fn tell_end(
        &self,
        history: &History,
        report: &Report,
        why: Stop,
        now: Seconds,
        dropped: u64,
    ) -> Result<()> {
        let (resigned, count) = match why {
            Stop::Resigned(loser) => (Some(color(loser)), Value::Null),
            Stop::SourceEnded | Stop::Asked => {
                let document = report_json::document(report, self.settings.style.lang);
                (None, serde_json::to_value(document)?)
            }
        };
        let time = time_of_day();
        let stamp = Stamp {
            board: &self.name,
            at: now,
            time: &time,
        };
        let ended = stamp.event(
            "ended",
            json!({
                "moves": history.moves(),
                "resigned": resigned,
                "dropped_frames": dropped,
                "report": count,
            }),
        );
        self.events.write(&ended).context("--events")
    }

    fn report(&self, history: &History) -> Result<Report> {
        let position = history.position();
        let counting = self.settings.counting.case(history.size())?;
        let case = Case {
            source: Source {
                kind: SourceKind::Camera,
                name: self.name.clone(),
            },
            setup: Setup {
                board: position.board().clone(),
                to_move: position.to_move(),
            },
            corners: None,
            doubts: Vec::new(),
            neighbour: None,
            counting: Some(counting),
            stated: None,
        };
        Report::new(case).context("--dead")
    }
}
