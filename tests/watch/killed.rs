//! The program is killed at any moment and goes on.

use std::path::Path;
use std::time::Duration;

use shuzi::go::Move;

use super::{events, frames, played, read, watch};

/// The moves of the record, which must be whole; none where there is none yet.
fn moves(folder: &Path) -> Vec<Move> {
    let path = folder.join("game.sgf");
    match path.exists() {
        true => read(&path).moves().unwrap(),
        false => Vec::new(),
    }
}

/// Frames a second of a folder of frames.
const RATE: f64 = 4.0;

/// The frame on which each move was seen, when nothing is killed.
fn seen_on() -> Vec<usize> {
    let folder = tempfile::tempdir().unwrap();
    watch(frames().to_str().unwrap(), folder.path(), &[])
        .output()
        .unwrap();
    let events = events(folder.path(), "move").into_iter();
    let seen_at = events.map(|event| event["seen_at"].as_f64().unwrap());
    seen_at.map(|seconds| (seconds * RATE) as usize).collect()
}

/// Kills after each of these times. Each time the camera films on from the frame on which the last
/// recorded move was seen, as a camera does not go back in time.
fn kill_and_resume(times: impl Iterator<Item = u64>) {
    let folder = tempfile::tempdir().unwrap();
    let seen_on = seen_on();
    let mut before = Vec::new();
    for milliseconds in times {
        let last = before.len().checked_sub(1);
        let first = last.map_or(0, |last| seen_on[last]);
        let source = some_frames(|index, _| index >= first);
        let mut child = watch(
            source.path().to_str().unwrap(),
            folder.path(),
            &["--resume"],
        )
        .spawn()
        .unwrap();
        std::thread::sleep(Duration::from_millis(milliseconds));
        child.kill().unwrap();
        child.wait().unwrap();
        let now = moves(folder.path());
        assert!(
            now.starts_with(&before),
            "a confirmed move was lost: {before:?}, then {now:?}"
        );
        assert!(played().starts_with(&now), "{now:?}");
        before = now;
    }
}

#[test]
fn killed_it_leaves_a_whole_record_and_goes_on() {
    kill_and_resume([1500, 2500, 4000].into_iter());
    let folder = tempfile::tempdir().unwrap();
    let half = half_of_the_frames();
    let source = half.path().to_str().unwrap();
    watch(source, folder.path(), &["--resume"])
        .output()
        .unwrap();
    let so_far = moves(folder.path());
    assert!(
        !so_far.is_empty() && so_far.len() < played().len(),
        "{so_far:?}"
    );
    let whole = frames();
    let rest = the_rest_of_the_frames();
    watch(rest.path().to_str().unwrap(), folder.path(), &["--resume"])
        .output()
        .unwrap();
    assert_eq!(moves(folder.path()), played(), "{}", whole.display());
}

#[test]
fn players_go_on_during_a_power_cut() {
    let folder = tempfile::tempdir().unwrap();
    let half = half_of_the_frames();
    watch(half.path().to_str().unwrap(), folder.path(), &[])
        .output()
        .unwrap();
    let before = moves(folder.path());
    let unseen = before.len()..before.len() + 3;
    let first = seen_on()[unseen.end - 1];
    let rest = some_frames(|index, _| index >= first);
    watch(rest.path().to_str().unwrap(), folder.path(), &["--resume"])
        .output()
        .unwrap();
    let (now, played) = (moves(folder.path()), played());
    assert_eq!(now[..unseen.start], before);
    assert_eq!(now[unseen.end..], played[unseen.end..]);
    // Two of them are of one colour, and nobody saw which came first.
    for turn in &played[unseen.clone()] {
        assert!(
            now[unseen.clone()].contains(turn),
            "{turn:?} not in {now:?}"
        );
    }
    assert_eq!(events(folder.path(), "uncertain").len(), 1);
}

#[test]
#[ignore = "takes minutes"]
fn killed_fifty_times_it_loses_nothing() {
    kill_and_resume((0..50).map(|round| 300 + round * 7919 % 6000));
}

fn some_frames(chosen: impl Fn(usize, usize) -> bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut paths: Vec<_> = std::fs::read_dir(frames())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    for (index, path) in paths.iter().enumerate() {
        if chosen(index, paths.len()) {
            std::fs::copy(path, folder.path().join(path.file_name().unwrap())).unwrap();
        }
    }
    folder
}

fn half_of_the_frames() -> tempfile::TempDir {
    some_frames(|index, count| index < count / 2)
}

fn the_rest_of_the_frames() -> tempfile::TempDir {
    some_frames(|index, count| index >= count / 2)
}
