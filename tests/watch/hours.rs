//! Memory stays flat however long a game lasts.

use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::Duration;

use super::{frame_paths, moves, played, watch};

/// Hours of a camera, at four frames a second, if `SHUZI_HOURS` does not say.
const HOURS: f64 = 0.25;
const RATE: f64 = 4.0;

/// The frames after the last move was played.
const AFTERWARDS: usize = 8;

/// A game after which the camera films on, so many frames in all: the last ones, forth and back.
fn lasting(count: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let paths = frame_paths();
    let last = paths.len() - 1;
    let afterwards = (last - AFTERWARDS..last)
        .rev()
        .chain(last - AFTERWARDS + 1..=last);
    let shown = (0..=last).chain(afterwards.cycle());
    for (frame, index) in shown.take(count).enumerate() {
        let path = &paths[index];
        let extension = path.extension().unwrap().to_str().unwrap();
        symlink(path, folder.path().join(format!("{frame:06}.{extension}"))).unwrap();
    }
    folder
}

/// The memory that a process holds now, in KiB; `None` where it has ended.
fn held(process: u32) -> Option<usize> {
    let status = std::fs::read_to_string(Path::new("/proc").join(format!("{process}/status")));
    let status = status.ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[test]
fn memory_is_flat_over_hours() {
    let hours = std::env::var("SHUZI_HOURS").map_or(HOURS, |hours| hours.parse().unwrap());
    let source = lasting((hours * 3600.0 * RATE) as usize);
    let folder = tempfile::tempdir().unwrap();
    let mut child = watch(source.path().to_str().unwrap(), folder.path(), &[])
        .spawn()
        .unwrap();
    let mut memory = Vec::new();
    while child.try_wait().unwrap().is_none() {
        memory.extend(held(child.id()));
        std::thread::sleep(Duration::from_millis(20));
    }
    // The count after the last frame needs more, once.
    memory.truncate(memory.len() * 9 / 10);
    let (early, late) = memory.split_at(memory.len() / 2);
    let [early, late] = [early, late].map(|held| *held.iter().max().unwrap());
    eprintln!("{hours} hours: {early} KiB at most in the first half, {late} KiB in the second");
    assert!(10 * late <= 11 * early, "{early} KiB, then {late} KiB");
    assert_eq!(moves(folder.path()), played());
}
