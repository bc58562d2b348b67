//! `shuzi watch`: cameras over boards → their records, live, and the count at the end.

mod board;
mod clock;
mod end;
mod entered;
mod events;
mod load;
mod outlets;
mod prepare;
mod record;
mod save;
mod words;

use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};

use super::config::{CountingConfig, corners};
use super::{OpenReader, Outcome, ReadBoard, Style, complain, lang};
use crate::cli::WatchArgs;
use crate::video::{self, Frames, History, WatchOptions, Watcher};
use crate::vision::ReadOptions;

use board::Board;
use entered::Lines;
use events::Events;
use load::Load;
use prepare::{names, prepare};

/// What holds for all boards.
pub(super) struct Settings {
    counting: CountingConfig,
    style: Style,
    options: WatchOptions,
    load: Load,
}

/// A board before it is watched.
struct Prepared<'a> {
    board: Board<'a>,
    history: Option<History>,
    frames: Box<dyn Frames>,
}

pub(super) fn run(args: &WatchArgs, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let settings = settings(args)?;
    let events = Events::open(args.events.as_deref()).context("--events")?;
    let names = names(args)?;
    let lines = Lines::of(&names);
    let mut prepared = Vec::new();
    for (index, name) in names.iter().enumerate() {
        let lines = (Arc::clone(&lines), index);
        prepared.push(prepare(args, name, lines, &events, &settings)?);
    }
    join_outlets(args, &mut prepared)?;
    let reader = open(args.models.as_deref())?;
    let stop = stop_on_ctrl_c(args)?;
    lines.read_standard_input();
    let mut output = Vec::new();
    let outcome = watch_all(prepared, &*reader, &settings, &stop, &mut output);
    if let Some(load) = settings.load.in_words() {
        complain(&load);
    }
    out.write_all(&output)
        .and_then(|()| out.flush())
        .context("standard output")?;
    outcome
}

/// Starts the pages and the pushes.
#[cfg(feature = "server")]
fn join_outlets(args: &WatchArgs, prepared: &mut [Prepared]) -> Result<()> {
    use crate::server::{Hub, Pusher, serve};
    if let Some(url) = &args.push {
        ensure!(
            url.starts_with("http://") || url.starts_with("https://"),
            "--push: `{url}` is no http:// or https:// address"
        );
        ensure!(
            prepared.len() == 1 || url.contains("{board}"),
            "--push: put {{board}} where the name of each board is to stand"
        );
        for prepared in &mut *prepared {
            let url = url.replace("{board}", &prepared.board.name);
            prepared.board.outlets.pusher = Some(Pusher::start(url, args.delay));
        }
    }
    if let Some(address) = args.serve {
        let hub = Arc::new(Hub::new(prepared.len(), args.delay));
        let bound = serve(address, Arc::clone(&hub)).context("--serve")?;
        complain(&format!("viewers:  http://{bound}/"));
        complain(&format!(
            "operator: http://{bound}/operator?key={}",
            hub.key()
        ));
        for (index, prepared) in prepared.iter_mut().enumerate() {
            prepared.board.outlets.hub = Some((Arc::clone(&hub), index));
        }
    }
    Ok(())
}

/// There is nothing to start.
#[cfg(not(feature = "server"))]
fn join_outlets(args: &WatchArgs, _: &mut [Prepared]) -> Result<()> {
    ensure!(
        args.serve.is_none() && args.push.is_none(),
        "this program was built without --serve and --push"
    );
    Ok(())
}

/// Each board has a thread of its own.
fn watch_all(
    prepared: Vec<Prepared>,
    reader: &dyn ReadBoard,
    settings: &Settings,
    stop: &AtomicBool,
    output: &mut (dyn Write + Send),
) -> Result<Outcome> {
    let output = Mutex::new(output);
    let watch = |prepared: Prepared| {
        let Prepared {
            mut board,
            history,
            frames,
        } = prepared;
        let watcher = Watcher::new(as_eyes(reader), settings.options.clone(), history);
        board.watch(watcher, frames, stop, &output)
    };
    let watch = &watch;
    let outcomes: Vec<Result<Outcome>> = thread::scope(|scope| {
        // Not lazily: all boards must be watched before any is waited for.
        let threads: Vec<_> = prepared
            .into_iter()
            .map(|board| scope.spawn(move || watch(board)))
            .collect();
        let joined = threads.into_iter().map(|thread| thread.join());
        joined
            .map(|joined| joined.unwrap_or_else(|_| Err(anyhow!("watching a board has failed"))))
            .collect()
    });
    let several = outcomes.len() > 1;
    let mut together = Outcome::Certain;
    let mut failed = None;
    for outcome in outcomes {
        match outcome {
            Ok(outcome) => together = together.and(outcome),
            Err(error) if several => {
                complain(&format!("error: {error:#}"));
                failed = Some(anyhow!("not every board could be watched"));
            }
            Err(error) => failed = Some(error),
        }
    }
    failed.map_or(Ok(together), Err)
}

fn as_eyes(reader: &dyn ReadBoard) -> &dyn video::Eyes {
    reader
}

fn settings(args: &WatchArgs) -> Result<Settings> {
    let counting = CountingConfig::from_flags(&args.counting)?;
    counting.settings.for_board()?;
    let several = args.sources.len() > 1;
    ensure!(
        !several || args.corners.is_none() && args.overlay.is_none(),
        "--corners and --overlay go with one SOURCE"
    );
    Ok(Settings {
        style: Style {
            format: args.output.format,
            lang: lang(args.output.lang),
            side: counting.side,
            among_many: several,
        },
        options: WatchOptions {
            read: ReadOptions {
                size: args.size,
                corners: args.corners.as_deref().map(corners).transpose()?,
                dump: None,
            },
            handicap: counting.settings.handicap().context("--handicap")?,
        },
        counting,
        load: Load::from_now(),
    })
}

/// Ctrl-C ends the games as if their sources had ended.
fn stop_on_ctrl_c(args: &WatchArgs) -> Result<Arc<AtomicBool>> {
    let stop = Arc::new(AtomicBool::new(false));
    let handler = Arc::clone(&stop);
    let set = ctrlc::set_handler(move || handler.store(true, Ordering::Relaxed));
    match set {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(stop),
        Err(error) => Err(error).with_context(|| format!("watching {}", args.sources.join(", "))),
    }
}
