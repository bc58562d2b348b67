//! Real frames of a real board (`../shared/video`): hands, sleeves, shadows, exposure, a crop that jumps.
//!
//! What stands on the board was written down by looking at the frames. All is cut at the outer lines,
//! so that of stones in a corner only a quarter is seen.

use std::path::Path;

use super::{events, watch};

/// The stones that come, and how many of them are found at the least: half of a white one between two
/// crossings is clear for nine frames only, then another stone hides most of it.
struct Truth {
    folder: &'static str,
    stones: &'static [&'static str],
    found: usize,
}

fn check(truth: &Truth) {
    let source = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/video")
        .join(truth.folder);
    if !source.is_dir() {
        eprintln!("skipped: {} is not here", source.display());
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let done = watch(source.to_str().unwrap(), folder.path(), &[])
        .output()
        .unwrap();
    let log = String::from_utf8_lossy(&done.stderr);
    let seen = stones_seen(folder.path());
    for stone in &seen {
        assert!(
            truth.stones.contains(&stone.as_str()),
            "{stone} was never there\n{log}"
        );
    }
    let found = truth
        .stones
        .iter()
        .filter(|stone| seen.iter().any(|s| s == *stone))
        .count();
    assert!(
        found >= truth.found,
        "{found} of {}\n{log}",
        truth.stones.len()
    );
}

/// Every stone that any position has shown, as `B K10`.
fn stones_seen(folder: &Path) -> Vec<String> {
    let mut seen = Vec::new();
    for event in events(folder, "position") {
        let rows = event["rows"].as_array().unwrap();
        for (r, row) in rows.iter().enumerate() {
            for (c, stone) in row.as_str().unwrap().chars().enumerate() {
                let color = match stone {
                    'X' => 'B',
                    'O' => 'W',
                    _ => continue,
                };
                let column = b"ABCDEFGHJKLMNOPQRST"[c] as char;
                let stone = format!("{color} {column}{}", rows.len() - r);
                if !seen.contains(&stone) {
                    seen.push(stone);
                }
            }
        }
    }
    seen
}

#[test]
fn quarters_of_stones_in_the_corners_are_found_and_nothing_else_is() {
    check(&Truth {
        folder: "hands_a",
        stones: &["B K10", "W D4", "B Q4", "W A1", "B T1", "W A19", "W T19"],
        found: 7,
    });
}

#[test]
fn stones_that_the_frame_cuts_are_found_under_moving_shadows() {
    check(&Truth {
        folder: "hands_b",
        stones: &[
            "B A19", "W B19", "B B18", "W A18", "B A1", "W T1", "B T19", "W S19", "B S18", "W K10",
        ],
        found: 10,
    });
}

#[test]
fn stones_are_found_though_sleeves_cover_half_of_the_board_and_the_crop_jumps() {
    check(&Truth {
        folder: "hands_c",
        stones: &["B A19", "W T19", "B T18", "W S18", "B S19"],
        found: 4,
    });
}
