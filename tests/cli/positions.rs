//! Suggested dead stones against the truth.

use std::fs;
use std::path::Path;

use super::support::{Run, run};

/// A white stone that is dead in Black's corner; dame between the areas are filled.
const ROWS: [&str; 9] = [
    ".OX.XO.O.",
    "XXXXXOOOO",
    ".X.XXO.O.",
    "XXXXXOOOO",
    ".X.XXO.O.",
    "XXXXXOOOO",
    ".X.XXO.O.",
    "XXXXXOOOO",
    ".X.XXO.O.",
];

fn write(folder: &Path, name: &str, more: &str) {
    let rows = ROWS.map(|row| format!("{row:?}")).join(",");
    let text = format!(r#"{{"size": 9, "board": [{rows}], {more}}}"#);
    fs::write(folder.join(format!("{name}.json")), text).unwrap();
}

fn eval(folder: &Path) -> Run {
    run(&["eval", &folder.display().to_string()], &[])
}

/// The last line without the time.
fn figures(run: &Run) -> &str {
    let line = run.out.lines().last().expect("a last line");
    let (figures, time) = line.split_once(" median_ms ").expect("a time");
    assert!(time.parse::<u64>().is_ok(), "{line}");
    figures
}

#[test]
fn right_positions_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let agreed = r#""kind": "real", "komi": 7.5, "rules": "chinese", "dead": [[1, 0]]"#;
    write(folder.path(), "ogs-se-right", agreed);
    let scored =
        r#""kind": "real-score", "komi": 0, "rules": "chinese", "dead": null, "score": "B+9""#;
    write(folder.path(), "gnugo-scored", scored);
    let proved = r#""kind": "synthetic", "dead": [[1, 0]]"#;
    write(folder.path(), "katago-area-proved", proved);
    let given = r#""kind": "scoring-only", "dead": [], "owner": ["B"]"#;
    write(folder.path(), "goscorer-given", given);
    let run = eval(folder.path());
    assert_eq!(
        figures(&run),
        "positions 4 dead_exact 2 score_right 1 certified 2 certified_wrong 0",
        "{}",
        run.out
    );
    // The owners of the last one are not those of the board.
    assert_eq!(run.code(), 1);
    assert!(run.out.contains("\nogs-se "), "{}", run.out);
    assert!(run.out.contains("\nkatago-area "), "{}", run.out);
}

#[test]
fn what_differs_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = r#""kind": "real", "komi": 7.5, "dead": [[7, 0]], "score": "W+3.5""#;
    write(folder.path(), "a-wrong", wrong);
    let run = eval(folder.path());
    assert_eq!(
        figures(&run),
        "positions 1 dead_exact 0 score_right 0 certified 1 certified_wrong 1",
        "{}",
        run.out
    );
    for remark in [
        "not seen dead: H9",
        "wrongly dead: B9",
        "recorded -3.5; not possible from this board",
    ] {
        assert!(run.out.contains(remark), "{}", run.out);
    }
    assert_eq!(run.code(), 1);
}

/// All 81 points have an owner, 45 against 36: a lead of 8 needs a point that both share.
#[test]
fn a_result_from_before_the_last_dame_is_possible() {
    let folder = tempfile::tempdir().unwrap();
    let early =
        r#""kind": "real-score", "komi": 0, "rules": "chinese", "dead": null, "score": "B+8""#;
    write(folder.path(), "a-early", early);
    let run = eval(folder.path());
    let remark = "Black by 9 points, recorded 8; possible, if the last dame was not filled yet";
    assert!(run.out.contains(remark), "{}", run.out);
}
