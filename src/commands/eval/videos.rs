//! `shuzi eval` on videos of games: records against the games that were played.
//!
//! One video after the other on one thread: NAME.mp4, or NAME/ with frames, beside NAME.sgf.

mod judge;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::cli::EvalArgs;
use crate::commands::{OpenReader, Outcome, ReadBoard};
use crate::sgf;
use crate::video::{self, Next, WatchOptions, Watcher};
use crate::vision::ReadOptions;

use judge::{Judgement, Played};

/// Endings of videos.
const VIDEOS: [&str; 5] = ["mp4", "mkv", "avi", "mov", "webm"];

/// A video and the game that it shows.
struct Pair {
    name: String,
    video: PathBuf,
    game: PathBuf,
}

/// The videos of a folder that have an SGF beside them.
fn pairs(folder: &Path, only: Option<&Path>) -> Result<Vec<Pair>> {
    let name = || folder.display().to_string();
    let chosen = only
        .map(std::fs::read_to_string)
        .transpose()
        .context("--only")?;
    let mut pairs = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(name)? {
        let video = entry.with_context(name)?.path();
        let extension = video
            .extension()
            .map(|e| e.to_string_lossy().to_lowercase());
        let is_video = extension.is_some_and(|e| VIDEOS.contains(&e.as_str())) || video.is_dir();
        let game = video.with_extension("sgf");
        let Some(stem) = video
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
        else {
            continue;
        };
        let is_chosen =
            (chosen.as_ref()).is_none_or(|names| names.lines().any(|n| n.trim() == stem));
        if is_video && game.is_file() && is_chosen {
            pairs.push(Pair {
                name: stem,
                video,
                game,
            });
        }
    }
    pairs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pairs)
}

/// Whether a folder holds videos with their games.
pub(super) fn are_videos(folder: &Path) -> Result<bool> {
    Ok(!pairs(folder, None)?.is_empty())
}

/// Judges the videos of a folder.
pub(super) fn run(args: &EvalArgs, open: &OpenReader<'_>, out: &mut dyn Write) -> Result<Outcome> {
    let pairs = pairs(&args.dir, args.only.as_deref())?;
    ensure!(
        !pairs.is_empty(),
        "{}: none of these videos is here",
        args.dir.display()
    );
    let reader = open(args.models.as_deref())?;
    let width = pairs.iter().map(|pair| pair.name.len()).max().unwrap_or(0);
    let mut judgements = Vec::new();
    for pair in &pairs {
        let judgement = judge(pair, args, &*reader).with_context(|| pair.name.clone())?;
        writeln!(out, "{:width$}  {judgement}", pair.name)
            .and_then(|()| out.flush())
            .context("standard output")?;
        judgements.push(judgement);
    }
    writeln!(out, "{}", judge::Total(&judgements)).context("standard output")?;
    Ok(Outcome::certain_if(
        judgements.iter().all(Judgement::is_errorless),
    ))
}

fn judge(pair: &Pair, args: &EvalArgs, reader: &dyn ReadBoard) -> Result<Judgement> {
    let record = sgf::read(&std::fs::read(&pair.game)?)?;
    let played = Played::of(&record)?;
    let options = WatchOptions {
        read: ReadOptions {
            size: args.size,
            ..ReadOptions::default()
        },
        handicap: record.handicap(),
    };
    let mut watcher = Watcher::new(reader, options, None);
    let mut frames = video::open(&pair.video.to_string_lossy(), args.fps)?;
    let start = Instant::now();
    let (mut count, mut now) = (0, 0.0);
    loop {
        match frames.next()? {
            Next::Frame(frame) => {
                now = frame.at;
                watcher.frame(&frame.photo, frame.at)?;
                count += 1;
            }
            Next::Silence => {}
            Next::End => break,
        }
    }
    watcher.finish(now);
    Ok(Judgement::new(&played, &watcher, count, start.elapsed()))
}
