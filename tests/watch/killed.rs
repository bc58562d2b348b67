//! The program is killed at any moment and goes on.

use std::time::Instant;

use super::{events, frame_paths, frames, moves, played, watch};

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

/// How often `killed_at_any_moment_it_loses_nothing` kills, if `SHUZI_KILLS` does not say.
const KILLS: usize = 5;

/// Kills so many times while a game is watched, at moments spread over all that watching it takes, and
/// watches the next game where one was seen to its end. Each time the camera films on from the frame on
/// which the last recorded move was seen, as a camera does not go back in time.
fn kill_and_resume(kills: usize) {
    let started = Instant::now();
    let seen_on = seen_on();
    let whole = started.elapsed();
    let (mut folder, mut killed) = (tempfile::tempdir().unwrap(), 0);
    for round in 1.. {
        let before = moves(folder.path());
        let first = before.len().checked_sub(1).map_or(0, |last| seen_on[last]);
        let source = some_frames(|index, _| index >= first);
        let mut child = watch(
            source.path().to_str().unwrap(),
            folder.path(),
            &["--resume"],
        )
        .spawn()
        .unwrap();
        // Multiples of the golden ratio are spread evenly, however many they are.
        std::thread::sleep(whole.mul_f64(f64::from(round) * 0.618_034 % 1.0));
        let has_ended = child.try_wait().unwrap().is_some();
        child.kill().unwrap();
        child.wait().unwrap();
        let now = moves(folder.path());
        assert!(
            now.starts_with(&before),
            "a confirmed move was lost: {before:?}, then {now:?}"
        );
        let told = events(folder.path(), "move").len();
        assert!(told <= now.len(), "{told} moves told, {now:?} recorded");
        assert!(played().starts_with(&now), "{now:?}");
        if has_ended {
            assert_eq!(now, played());
            folder = tempfile::tempdir().unwrap();
            continue;
        }
        killed += 1;
        if killed == kills {
            return;
        }
    }
}

#[test]
fn killed_at_any_moment_it_loses_nothing() {
    let kills = std::env::var("SHUZI_KILLS").map_or(KILLS, |kills| kills.parse().unwrap());
    kill_and_resume(kills);
}

#[test]
fn a_game_is_taken_up_again_where_it_was_left() {
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

fn some_frames(chosen: impl Fn(usize, usize) -> bool) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let paths = frame_paths();
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
