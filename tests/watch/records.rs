//! The record of a game that was filmed.

use std::io::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{events, frames, played, read, watch};

#[test]
fn a_filmed_game_is_recorded_and_counted() {
    let folder = tempfile::tempdir().unwrap();
    let overlay = folder.path().join("overlay.png");
    let more = ["--names", "Ann,Bo", "--overlay", overlay.to_str().unwrap()];
    let done = watch(frames().to_str().unwrap(), folder.path(), &more)
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&done.stderr);
    // Nobody has agreed on dead stones: status 1, as for a photo.
    assert_eq!(done.status.code(), Some(1), "{log}");
    let record = read(&folder.path().join("game.sgf"));
    assert_eq!(record.moves().unwrap(), played(), "{log}");
    assert_eq!(record.players().black, "Ann");
    assert!(overlay.is_file());
    assert_eq!(events(folder.path(), "move").len(), played().len());
    assert_eq!(events(folder.path(), "warning").len(), 0, "{log}");
    let ended = &events(folder.path(), "ended")[0];
    let last = &events(folder.path(), "position").pop().unwrap()["rows"];
    assert_eq!(&ended["report"]["board"], last);
    assert!(String::from_utf8_lossy(&done.stdout).contains("count"));
}

#[test]
fn eval_compares_the_record_with_the_game() {
    let folder = frames();
    let eval = std::process::Command::new(assert_cmd::cargo::cargo_bin("shuzi"))
        .arg("eval")
        .arg(folder.parent().unwrap())
        .output()
        .unwrap();
    let out = String::from_utf8_lossy(&eval.stdout);
    let count = played().len();
    let expected =
        format!("videos 1 moves {count} right {count} false 0 final_right 1 errorless 1");
    assert_eq!(out.lines().last(), Some(expected.as_str()), "{out}");
    assert_eq!(eval.status.code(), Some(0));
}

#[test]
fn an_existing_record_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let sgf = folder.path().join("game.sgf");
    std::fs::write(&sgf, "(;SZ[9];B[ee])").unwrap();
    let done = watch(frames().to_str().unwrap(), folder.path(), &[])
        .output()
        .unwrap();
    assert_eq!(done.status.code(), Some(2));
    let error = String::from_utf8_lossy(&done.stderr);
    assert!(error.contains("--resume"), "{error}");
    assert_eq!(std::fs::read_to_string(&sgf).unwrap(), "(;SZ[9];B[ee])");
}

#[test]
fn what_cannot_be_watched_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let nothing = folder.path().to_str().unwrap();
    for (source, more, expected) in [
        (nothing, &[][..], "holds no frame"),
        (nothing, &["--board", "a b"][..], "--board"),
        (nothing, &["--board", "a", "--board", "b"][..], "--board"),
        (nothing, &["--corners", "1,2,3"][..], "--corners"),
        (
            frames().to_str().unwrap(),
            &["--names", "Ann"][..],
            "--names",
        ),
        ("no-such-thing", &[][..], "no-such-thing"),
    ] {
        let done = watch(source, folder.path(), more).output().unwrap();
        let error = String::from_utf8_lossy(&done.stderr).into_owned();
        assert_eq!(done.status.code(), Some(2), "{error}");
        assert!(error.contains(expected), "{error}");
    }
    assert!(!Path::new(nothing).join("game.sgf").exists());
}

#[test]
fn lines_of_standard_input_tell_the_clock_and_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = watch(frames().to_str().unwrap(), folder.path(), &[])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    let start = Instant::now();
    while events(folder.path(), "move").is_empty() {
        assert!(start.elapsed() < Duration::from_secs(120));
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut stdin = child.stdin.take().unwrap();
    stdin
        .write_all(b"no word\nclock 61.5 59\nr white\n")
        .unwrap();
    drop(stdin);
    let done = child.wait_with_output().unwrap();
    let log = String::from_utf8_lossy(&done.stderr);
    assert_eq!(done.status.code(), Some(0), "{log}");
    assert!(log.contains("`no word`: enter `pass`"), "{log}");
    let text = std::fs::read_to_string(folder.path().join("game.sgf")).unwrap();
    assert!(text.contains("RE[B+R]"), "{text}");
    assert!(
        text.contains("BL[61.5]") || text.contains("WL[59.0]"),
        "{text}"
    );
    assert_eq!(events(folder.path(), "ended")[0]["resigned"], "white");
}
