//! `shuzi batch`: many photos, a line for each, resumable.
//!
//! Workers take the photos one by one and send each line to the one writer
//! through a bounded channel, so that memory does not grow with the number of
//! photos. A line is written whole and at once; what a crash leaves of a half
//! line is cut off by the next run.

mod ledger;
mod row;
mod walk;

use std::fmt;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};

use anyhow::{Context, Result, anyhow};
use indicatif::ProgressBar;

use super::settings::SettingsConfig;
use super::{OpenReader, Outcome, ReadBoard, complain, lang, progress};
use crate::cli::BatchArgs;
use crate::report::json::Status;
use crate::report::{CountingCase, Lang, Report, Source, SourceKind};
use crate::vision::{Photo, ReadOptions};

use ledger::{Form, Ledger};
use row::Row;
use walk::Item;

/// Set by Ctrl-C: no further photo is begun.
static STOP: AtomicBool = AtomicBool::new(false);

/// What each worker needs to know.
struct Job {
    options: ReadOptions,
    counting: CountingCase,
    lang: Lang,
    workers: usize,
}

pub(super) fn run(args: &BatchArgs, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let job = Job {
        options: ReadOptions {
            size: args.size,
            ..ReadOptions::default()
        },
        counting: CountingCase {
            accept_suggested: args.accept_suggested,
            ..SettingsConfig::from_flags(&args.settings)?.for_board()?
        },
        lang: lang(args.lang),
        workers: args.jobs.map_or(cores, usize::from),
    };
    let is_csv = args
        .output
        .extension()
        .is_some_and(|end| end.eq_ignore_ascii_case("csv"));
    let form = if args.csv || is_csv {
        Form::Csv
    } else {
        Form::JsonLines
    };
    let items = walk::photos(&args.inputs, &args.output)?;
    let mut ledger = Ledger::open(&args.output, form)?;
    let total = items.len();
    let todo: Vec<&Item> = items
        .iter()
        .filter(|item| ledger.past(item).is_none())
        .collect();
    let progress = progress(total, total - todo.len());
    let reader = open(args.models.as_deref())?;
    watch_for_interrupt();
    let written = work(&todo, &job, &*reader, &mut ledger, &progress);
    progress.finish_and_clear();
    let tally = Tally::of(&items, &ledger);
    written.with_context(|| {
        format!(
            "{}: {} of {total} photos are done and kept; make room and give the same command \
             again to go on",
            args.output.display(),
            tally.done()
        )
    })?;
    for past in items.iter().filter_map(|item| ledger.past(item)) {
        if past.status == Status::Failed {
            let reason = past.reason.as_deref().unwrap_or_default();
            writeln!(out, "failed: {}: {reason}", past.name).context("standard output")?;
        }
    }
    writeln!(out, "photos {total} done {} {tally}", tally.done()).context("standard output")?;
    if tally.done() < total {
        complain("stopped: give the same command again to go on with the photos that are left");
        return Ok(Outcome::Interrupted);
    }
    Ok(Outcome::certain_if(tally.certain == total))
}

/// Reads the photos on several threads and writes every row as it comes.
fn work(
    todo: &[&Item],
    job: &Job,
    reader: &dyn ReadBoard,
    ledger: &mut Ledger,
    progress: &ProgressBar,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let (send, rows) = sync_channel(2 * job.workers);
    std::thread::scope(|scope| {
        for _ in 0..job.workers {
            let (send, next) = (send.clone(), &next);
            scope.spawn(move || worker(todo, next, job, reader, &send));
        }
        drop(send);
        // The receiver goes away with the first error, which ends the workers.
        write_rows(rows, ledger, progress)
    })
}

fn worker(
    todo: &[&Item],
    next: &AtomicUsize,
    job: &Job,
    reader: &dyn ReadBoard,
    send: &SyncSender<Row>,
) {
    while !STOP.load(Ordering::Relaxed) {
        let Some(item) = todo.get(next.fetch_add(1, Ordering::Relaxed)) else {
            return;
        };
        if send.send(row(item, job, reader)).is_err() {
            return;
        }
    }
}

fn write_rows(rows: Receiver<Row>, ledger: &mut Ledger, progress: &ProgressBar) -> Result<()> {
    let mut tally = Tally::default();
    for row in rows {
        ledger.write(&row)?;
        tally.add(row.status);
        progress.inc(1);
        progress.set_message(tally.to_string());
    }
    Ok(())
}

/// Reads one photo; whatever goes wrong with it is its row.
fn row(item: &Item, job: &Job, reader: &dyn ReadBoard) -> Row {
    let start = std::time::Instant::now();
    let report =
        catch_unwind(AssertUnwindSafe(|| report(item, job, reader))).unwrap_or_else(|_| {
            Err(anyhow!(
                "the program failed on this photo; please report it"
            ))
        });
    Row::new(item, report, start.elapsed(), job.lang)
}

fn report(item: &Item, job: &Job, reader: &dyn ReadBoard) -> Result<Report> {
    let photo = Photo::open(&item.path)?;
    let reading = reader.read(&photo, &job.options)?;
    let source = Source {
        kind: SourceKind::Photo,
        name: item.name.clone(),
    };
    Ok(Report::new(crate::case(
        source,
        &reading,
        &[],
        Some(job.counting.clone()),
    ))?)
}

/// How many photos ended how.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    certain: usize,
    needs_person: usize,
    failed: usize,
}

impl Tally {
    fn of(items: &[Item], ledger: &Ledger) -> Self {
        let mut tally = Self::default();
        for past in items.iter().filter_map(|item| ledger.past(item)) {
            tally.add(past.status);
        }
        tally
    }

    fn add(&mut self, status: Status) {
        match status {
            Status::Certain => self.certain += 1,
            Status::NeedsPerson => self.needs_person += 1,
            Status::Failed => self.failed += 1,
        }
    }

    fn done(self) -> usize {
        self.certain + self.needs_person + self.failed
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            certain,
            needs_person,
            failed,
        } = self;
        write!(
            f,
            "certain {certain} needs_person {needs_person} failed {failed}"
        )
    }
}

/// The first Ctrl-C lets the photos in work be finished, the second ends at once.
fn watch_for_interrupt() {
    static ONCE: OnceLock<()> = OnceLock::new();
    ONCE.get_or_init(|| {
        let watched = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(i32::from(Outcome::Interrupted.code()));
            }
            complain("stopping after the photos in work; Ctrl-C again ends at once");
        });
        if let Err(error) = watched {
            complain(&format!(
                "Ctrl-C will end at once, every line so far is kept ({error})"
            ));
        }
    });
}
