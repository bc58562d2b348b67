//! One board from its first frame to its last.

use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use anyhow::{Context, Result};

use super::entered::Lines;
use super::events::{Events, Stamp};
use super::outlets::Outlets;
use super::record::{About, record};
use super::words::{in_words, time_of_day};
use super::{Settings, save};
use crate::commands::{Outcome, complain};
use crate::go::Color;
use crate::server::Entered;
use crate::video::{Clip, Frames, History, Next, Notice, Seconds, Watcher};
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
    /// What is entered as lines, and the board's number there.
    pub(super) lines: (Arc<Lines>, usize),
    /// The film of it.
    pub(super) clip: Option<Clip>,
}

/// How a board's game stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stop {
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
                    if let Some(clip) = &mut self.clip {
                        clip.add(&frame.photo, frame.at).context("--record")?;
                    }
                    let notices = watcher.frame(&frame.photo, now)?;
                    self.outlets.see(&frame.photo);
                    self.tell(&notices, &watcher, Some(&frame.photo), now)?;
                    self.log(&self.settings.load.count().unwrap_or_default());
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
        let notices = watcher.finish(now);
        self.tell(&notices, &watcher, None, now)?;
        self.log(&format!(
            "{count} frames, {} left out, {} readings",
            frames.dropped(),
            watcher.readings()
        ));
        self.finish(&watcher, why, now, frames.dropped(), out)
    }

    /// Does what a person has entered.
    fn obey(&mut self, watcher: &mut Watcher, now: Seconds) -> Result<Option<Stop>> {
        let (lines, number) = &self.lines;
        let entered = [lines.take(*number), self.outlets.entered()].concat();
        for entered in entered {
            match entered {
                Entered::Clock { black, white } => {
                    self.about.clock.note(Color::Black, black, now);
                    self.about.clock.note(Color::White, white, now);
                }
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
            if let (
                Notice::Found {
                    doubts, complaints, ..
                },
                Some(photo),
            ) = (notice, photo)
            {
                for complaint in complaints {
                    self.log(&complaint.to_string());
                }
                self.show(watcher, photo, doubts)?;
            }
        }
        self.outlets.publish(&self.name, watcher, warnings, None);
        Ok(())
    }

    pub(super) fn save(&mut self, history: &History) -> Result<()> {
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

    pub(super) fn log(&self, text: &str) {
        if !text.is_empty() {
            complain(&format!("{}: {text}", self.name));
        }
    }
}
