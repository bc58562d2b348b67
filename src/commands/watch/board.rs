//! One board from its first frame to its last.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use super::events::{Events, Stamp, color};
use super::outlets::Outlets;
use super::record::{About, record};
use super::{Settings, save};
use crate::commands::{Outcome, complain, write_report};
use crate::go::{Color, Setup};
use crate::report::{Case, Report, Source, SourceKind, json as report_json};
use crate::server::Entered;
use crate::sgf::{RecordResult, WinBy};
use crate::video::{Frames, History, Next, Notice, Seconds, Watcher};
use crate::vision::{GridDoubt, Overlay, Photo};

/// A board and where its record goes.
pub(super) struct Board<'a> {
    pub(super) name: String,
    pub(super) source: String,
    pub(super) sgf: Option<PathBuf>,
    pub(super) overlay: Option<PathBuf>,
    pub(super) about: About,
    pub(super) events: &'a Events,
    pub(super) outlets: Outlets,
    pub(super) settings: &'a Settings,
    /// Seconds that the game had lasted when it was taken up again.
    pub(super) offset: Seconds,
}

/// How a board's game stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stop {
    SourceEnded,
    Asked,
    Resigned(Color),
}

impl Board<'_> {
    /// Watches until the source ends, somebody resigns or ends the game, or `stop` is set.
    pub(super) fn watch(
        &mut self,
        mut watcher: Watcher,
        mut frames: Box<dyn Frames>,
        stop: &AtomicBool,
        out: &Mutex<&mut (dyn Write + Send)>,
    ) -> Result<Outcome> {
        let started = Instant::now();
        let mut now = self.offset;
        let mut count = 0u64;
        let why = loop {
            if stop.load(Ordering::Relaxed) {
                break Stop::Asked;
            }
            match frames.next().with_context(|| self.source.clone())? {
                Next::Frame(frame) => {
                    now = frame.at + self.offset;
                    count += 1;
                    let notices = watcher.frame(&frame.photo, now)?;
                    self.outlets.see(&frame.photo);
                    self.tell(&notices, &watcher, Some(&frame.photo), now)?;
                }
                Next::Silence if frames.is_live() => {
                    now = now.max(self.offset + started.elapsed().as_secs_f64());
                }
                Next::Silence => {}
                Next::End => break Stop::SourceEnded,
            }
            if let Some(stop) = self.obey(&mut watcher, now)? {
                break stop;
            }
        };
        self.log(&format!(
            "{count} frames, {} left out, {} readings",
            frames.dropped(),
            watcher.readings()
        ));
        self.finish(&watcher, why, now, frames.dropped(), out)
    }

    /// Does what a person has entered.
    fn obey(&mut self, watcher: &mut Watcher, now: Seconds) -> Result<Option<Stop>> {
        for entered in self.outlets.entered() {
            match entered {
                Entered::Pass => {
                    let notices = watcher.pass(now);
                    self.tell(&notices, watcher, None, now)?;
                }
                Entered::Resign(loser) => return Ok(Some(Stop::Resigned(loser))),
                Entered::End => return Ok(Some(Stop::Asked)),
            }
        }
        Ok(None)
    }

    /// Writes what there is to tell: first the record, so that no event is ahead of it.
    fn tell(
        &mut self,
        notices: &[Notice],
        watcher: &Watcher,
        photo: Option<&Photo>,
        now: Seconds,
    ) -> Result<()> {
        if notices.is_empty() {
            return Ok(());
        }
        if let Some(history) = watcher.history() {
            self.save(history)?;
        }
        let time = time_of_day();
        let stamp = Stamp {
            board: &self.name,
            at: now,
            time: &time,
        };
        let mut warnings = Vec::new();
        for notice in notices {
            for event in stamp.events(notice, watcher.history()) {
                self.events.write(&event).context("--events")?;
                self.log(&in_words(&event));
                if event["event"] == "warning" {
                    warnings.push(event);
                }
            }
            if let (Notice::Found { doubts, .. }, Some(photo)) = (notice, photo) {
                self.show(watcher, photo, doubts)?;
            }
        }
        self.outlets.publish(&self.name, watcher, warnings, None);
        Ok(())
    }

    fn save(&mut self, history: &History) -> Result<()> {
        let text = record(history, &self.about).to_string();
        if let Some(path) = &self.sgf {
            save::replace(path, &text)
                .with_context(|| format!("--sgf: cannot write {}", path.display()))?;
        }
        self.outlets.push(text);
        Ok(())
    }

    /// The grid drawn over the first frame, for the operator.
    fn show(&self, watcher: &Watcher, photo: &Photo, doubts: &[GridDoubt]) -> Result<()> {
        for doubt in doubts {
            self.log(&format!("{doubt}; {}", doubt.remedy()));
        }
        let (Some(path), Some(grid), Some(history)) =
            (&self.overlay, watcher.grid(), watcher.history())
        else {
            return Ok(());
        };
        let picture = Overlay {
            grid,
            board: history.position().board(),
            doubts: &[],
            asked: &[],
            dead: &[],
            territory: &[],
            dame: &[],
            caption: &self.name,
        }
        .draw(photo.rgb());
        picture
            .save(path)
            .with_context(|| format!("--overlay: cannot write {}", path.display()))
    }

    /// Counts the last position as that of a photo.
    fn finish(
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
            counting: Some(counting),
            stated: None,
        };
        Report::new(case).context("--dead")
    }

    fn log(&self, text: &str) {
        if !text.is_empty() {
            complain(&format!("{}: {text}", self.name));
        }
    }
}

/// The time of this machine, ISO 8601.
fn time_of_day() -> String {
    let now = jiff::Zoned::now();
    now.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string()
}

/// An event as a line of the log; positions are not logged.
fn in_words(event: &Value) -> String {
    let text = |key: &str| event[key].as_str().unwrap_or_default().to_owned();
    match event["event"].as_str().unwrap_or_default() {
        "position" => String::new(),
        "move" => {
            let point = event["point"].as_str().unwrap_or("pass");
            format!("move {} {} {point}", event["number"], text("color"))
        }
        "warning" => format!("WARNING: {} {}", text("text"), event["points"]),
        "repaired" => format!("repaired from move {}", event["from"]),
        "uncertain" => format!("the order of moves {} is not certain", event["moves"]),
        "not_found" => text("reason"),
        "occluded" => format!("{} points have been hidden for a while", event["points"]),
        "lost" => "the board cannot be seen any more".to_owned(),
        "moved" => "the board or the camera was moved; the game goes on".to_owned(),
        "found" => format!("the board was found at {}", event["corners"]),
        other => other.to_owned(),
    }
}
