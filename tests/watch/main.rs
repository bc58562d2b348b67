//! Games are watched from folders of frames; the program is killed and goes on; pages and pushes.
//!
//! `data/game-9x9` is a rendered game of nine lines (`training/games.py`), so that the real nets
//! read it.

#[cfg(target_os = "linux")]
mod hours;
mod killed;
#[cfg(feature = "server")]
mod live;
mod records;
#[cfg(feature = "opencv")]
mod rtsp;
mod shared;
#[cfg(feature = "opencv")]
mod streams;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
#[cfg(feature = "opencv")]
use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use shuzi::go::Move;
use shuzi::sgf::{self, GameRecord};

/// The folder of frames, and the game beside it.
fn frames() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/videos/game-9x9")
}

/// The frames in their order.
fn frame_paths() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(frames()).unwrap();
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

/// The moves that were filmed.
fn played() -> Vec<Move> {
    read(&frames().with_extension("sgf")).moves().unwrap()
}

fn read(path: &Path) -> GameRecord {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    sgf::read(&bytes).expect("a whole record")
}

/// The moves of the record, which must be whole; none where there is none yet.
fn moves(folder: &Path) -> Vec<Move> {
    let path = folder.join("game.sgf");
    match path.exists() {
        true => read(&path).moves().unwrap(),
        false => Vec::new(),
    }
}

/// `shuzi watch` of a source into `game.sgf` and `events.jsonl` of a folder.
fn watch(source: &str, folder: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("shuzi"));
    command
        .args(["watch", source, "--sgf"])
        .arg(folder.join("game.sgf"))
        .arg("--events")
        .arg(folder.join("events.jsonl"))
        .args(more)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// The events of a kind.
fn events(folder: &Path, kind: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(folder.join("events.jsonl")).unwrap_or_default();
    text.lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a whole line"))
        .filter(|event| event["event"] == kind)
        .collect()
}

/// Watches a camera that films on from `play` on, until the whole game is recorded.
#[cfg(feature = "opencv")]
fn watch_to_the_end(source: &str, play: &AtomicBool) {
    let folder = tempfile::tempdir().unwrap();
    let mut child = watch(source, folder.path(), &[]).spawn().unwrap();
    let start = Instant::now();
    while moves(folder.path()) != played() {
        assert!(
            start.elapsed() < Duration::from_secs(240),
            "{:?}",
            moves(folder.path())
        );
        thread::sleep(Duration::from_millis(200));
        let is_found = !events(folder.path(), "found").is_empty();
        play.store(is_found, Ordering::Relaxed);
    }
    child.kill().unwrap();
    child.wait().unwrap();
}
