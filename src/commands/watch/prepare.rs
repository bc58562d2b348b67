//! What is known of a board before it is watched.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail, ensure};

use super::board::Board;
use super::entered::Lines;
use super::events::Events;
use super::outlets::Outlets;
use super::record::{self, About};
use super::{Prepared, Settings};
use crate::cli::WatchArgs;
use crate::sgf::{self, GameRecord};
use crate::video::{self, Clip, History, Seconds};

/// The names of the boards, each once.
pub(super) fn names(args: &WatchArgs) -> Result<Vec<String>> {
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

/// One board, its source opened and its earlier record read; `lines` has its number.
pub(super) fn prepare<'a>(
    args: &WatchArgs,
    name: &str,
    lines: (Arc<Lines>, usize),
    events: &'a Events,
    settings: &'a Settings,
) -> Result<Prepared<'a>> {
    let source = &args.sources[lines.1];
    let of_board = |path: &PathBuf| match args.sources.len() {
        1 => path.clone(),
        _ => among_many(path, name),
    };
    let sgf = args.sgf.as_ref().map(of_board);
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
        about: about(args, name, earlier.as_ref().zip(history.as_ref()))?,
        events,
        outlets: Outlets::default(),
        settings,
        offset: history.as_ref().map_or(0.0, lasted),
        lines,
        clip: clip(args.record.as_ref().map(of_board))?,
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

/// The film of a board.
#[cfg(feature = "opencv")]
fn clip(path: Option<PathBuf>) -> Result<Option<Clip>> {
    Ok(path.map(Clip::to))
}

/// Without OpenCV nothing can be filmed.
#[cfg(not(feature = "opencv"))]
fn clip(path: Option<PathBuf>) -> Result<Option<Clip>> {
    ensure!(
        path.is_none(),
        "--record: this program was built without cameras and videos"
    );
    Ok(None)
}

/// Names, date and place: what the flags say, or else what the record says.
fn about(args: &WatchArgs, name: &str, earlier: Option<(&GameRecord, &History)>) -> Result<About> {
    let clock = earlier.map(|(record, history)| record::clock(record, history));
    let earlier = earlier.map(|(record, _)| record);
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
        clock: clock.unwrap_or_default(),
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
