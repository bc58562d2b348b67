//! A batch that is stopped or killed goes on where it was.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use super::support::picture;

/// Enough that a signal after the first line comes long before the last.
const PHOTOS: usize = 14;

fn batch(folder: &Path, out: &Path) -> Child {
    Command::new(assert_cmd::cargo::cargo_bin("shuzi"))
        .arg("batch")
        .args([folder, Path::new("-o"), out])
        .args(["--jobs", "2"])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs")
}

fn wait_for_lines(out: &Path, lines: usize) {
    let start = Instant::now();
    while std::fs::read_to_string(out)
        .unwrap_or_default()
        .lines()
        .count()
        < lines
    {
        assert!(
            start.elapsed() < Duration::from_secs(120),
            "no line was written"
        );
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn signal(child: &Child, name: &str) {
    let pid = child.id().to_string();
    let status = Command::new("kill")
        .args([name, &pid])
        .status()
        .expect("kill runs");
    assert!(status.success());
}

/// Every line is whole, and every photo has one.
fn assert_complete(out: &Path) {
    let text = std::fs::read_to_string(out).unwrap();
    let names: Vec<String> = text
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("a whole line"))
        .map(|line| line["photo"]["path"].as_str().expect("a path").to_owned())
        .collect();
    assert_eq!(names.len(), PHOTOS, "no photo twice");
    assert_eq!(
        names.iter().collect::<BTreeSet<_>>().len(),
        PHOTOS,
        "none lost"
    );
}

#[test]
fn stopped_by_ctrl_c_and_killed_it_does_every_photo_once() {
    let folder = tempfile::tempdir().unwrap();
    for index in 0..PHOTOS {
        picture(folder.path(), &format!("p{index}.png"), 0);
    }
    let out = folder.path().join("out.jsonl");
    let first = batch(folder.path(), &out);
    wait_for_lines(&out, 1);
    signal(&first, "-INT");
    let ended = first.wait_with_output().unwrap();
    let words = String::from_utf8(ended.stderr).unwrap();
    assert_eq!(ended.status.code(), Some(130), "{words}");
    assert!(
        words.contains("the same command again"),
        "says how to go on: {words}"
    );
    let before = std::fs::read(&out).unwrap();
    assert_eq!(
        before.last(),
        Some(&b'\n'),
        "the photos in work were finished"
    );

    let done = before.iter().filter(|&&byte| byte == b'\n').count();
    let mut second = batch(folder.path(), &out);
    wait_for_lines(&out, done + 2);
    signal(&second, "-KILL");
    second.wait().unwrap();

    let third = batch(folder.path(), &out).wait_with_output().unwrap();
    assert_eq!(third.status.code(), Some(1), "there is no board on these");
    assert_complete(&out);
    let after = std::fs::read(&out).unwrap();
    assert_eq!(
        after[..before.len()],
        before[..],
        "what was done stays as it was"
    );
}
