//! `shuzi watch`: cameras over boards → their records, live, and the count at the end.

mod board;
mod events;
mod outlets;
mod record;
mod save;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use anyhow::{Context, Result, anyhow, bail, ensure};

use super::config::{CountingConfig, corners};
use super::{OpenReader, Outcome, ReadBoard, Style, complain, lang};
use crate::cli::WatchArgs;
use crate::sgf::{self, GameRecord};
use crate::video::{self, Frames, History, Seconds, WatchOptions, Watcher};
use crate::vision::ReadOptions;

use board::Board;
use events::Events;
use outlets::Outlets;
use record::About;

/// What holds for all boards.
pub(super) struct Settings {
    counting: CountingConfig,
    style: Style,
    options: WatchOptions,
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
    let mut prepared = Vec::new();
    for (source, name) in args.sources.iter().zip(&names) {
        prepared.push(prepare(args, source, name, &events, &settings)?);
    }
    join_outlets(args, &mut prepared)?;
    let reader = open(args.models.as_deref())?;
    let stop = stop_on_ctrl_c(args)?;
    let mut output = Vec::new();
    let outcome = watch_all(prepared, &*reader, &settings, &stop, &mut output);
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
    })
}

/// The names of the boards, each once.
fn names(args: &WatchArgs) -> Result<Vec<String>> {
    let count = args.sources.len();
    ensure!(
        args.board.is_empty() || args.board.len() == count,
        "--board: {} names for {count} SOURCEs; give one for each",
        args.board.len()
    );
    let names: Vec<String> = match args.board.is_empty() {
        true if count == 1 => vec!["board".to_owned()],
        true => (1..=count)
            .map(|number| format!("board-{number}"))
            .collect(),
        false => args.board.clone(),
    };
    for (index, name) in names.iter().enumerate() {
        let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        ensure!(
            !name.is_empty() && name.chars().all(is_plain) && !name.starts_with('.'),
            "--board: `{name}` must be of letters, digits, `-`, `_` and `.`, as it names files"
        );
        ensure!(
            !names[..index].contains(name),
            "--board: `{name}` is named twice"
        );
    }
    Ok(names)
}

fn prepare<'a>(
    args: &WatchArgs,
    source: &str,
    name: &str,
    events: &'a Events,
    settings: &'a Settings,
) -> Result<Prepared<'a>> {
    let sgf = args.sgf.as_ref().map(|path| match args.sources.len() {
        1 => path.clone(),
        _ => among_many(path, name),
    });
    let earlier = earlier(args, sgf.as_deref())?;
    let history = (earlier.as_ref()).map(|record| record::history(record).context("--resume"));
    let handicap = settings.options.handicap;
    let history = history
        .transpose()?
        .map(|history| history.with_handicap(handicap));
    let frames = video::open(source, args.fps)?;
    let board = Board {
        name: name.to_owned(),
        source: source.to_owned(),
        sgf,
        overlay: args.overlay.clone(),
        about: about(args, name, earlier.as_ref())?,
        events,
        outlets: Outlets::default(),
        settings,
        offset: history.as_ref().map_or(0.0, lasted),
    };
    Ok(Prepared {
        board,
        history,
        frames,
    })
}

/// `game.sgf` is `game-NAME.sgf` where there are several boards.
fn among_many(path: &Path, name: &str) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{name}.{extension}"))
}

/// Names, date and place: what the flags say, or else what the record says.
fn about(args: &WatchArgs, name: &str, earlier: Option<&GameRecord>) -> Result<About> {
    let players = earlier.map(GameRecord::players).unwrap_or_default();
    let (black, white) = match &args.names {
        Some(text) => text.split_once(',').context("--names: write BLACK,WHITE")?,
        None => (players.black.as_str(), players.white.as_str()),
    };
    let date = earlier.and_then(|record| record.info("DT"));
    Ok(About {
        black: black.trim().to_owned(),
        white: white.trim().to_owned(),
        date: date.unwrap_or_else(|| jiff::Zoned::now().date().to_string()),
        place: name.to_owned(),
        result: None,
    })
}

/// The record in the file, to go on with.
fn earlier(args: &WatchArgs, sgf: Option<&Path>) -> Result<Option<GameRecord>> {
    let Some(path) = sgf else {
        ensure!(
            !args.resume,
            "--resume needs --sgf, the file of the game to go on with"
        );
        return Ok(None);
    };
    if !path.exists() {
        return Ok(None);
    }
    let name = || format!("--sgf {}", path.display());
    if !args.resume {
        bail!(
            "{}: this file exists; go on with its game with --resume, or name another file",
            name()
        );
    }
    let bytes = std::fs::read(path).with_context(name)?;
    Ok(Some(sgf::read(&bytes).with_context(name)?))
}

/// How long a game has lasted.
fn lasted(history: &History) -> Seconds {
    let last = history.entries().iter().map(|entry| entry.by);
    last.fold(0.0, f64::max)
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
