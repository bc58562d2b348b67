//! Readings against the truth.

use std::fs;
use std::path::Path;

use shuzi::go::Board;

use super::support::{Answer, Run, board, corners, doubt, picture, run};

fn truth(folder: &Path, name: &str, answer: u8, board: Option<&Board>, more: &str) {
    picture(folder, &format!("{name}.png"), answer);
    let corners = corners(&image::RgbImage::new(80, 80));
    let board = board.map_or(String::new(), |board| {
        let rows: Vec<String> = board
            .to_string()
            .lines()
            .map(|row| format!("\"{row}\""))
            .collect();
        format!("\"board\": [{}],", rows.join(","))
    });
    let text = format!(
        "{{\"size\": 9, \"corners\": {corners:?}, {board} {more} \"image\": \"{name}.png\"}}"
    );
    fs::write(folder.join(format!("{name}.json")), text).unwrap();
}

fn eval(folder: &Path, answers: &[Answer], flags: &[&str]) -> Run {
    run(
        &[&["eval", &folder.display().to_string()], flags].concat(),
        answers,
    )
}

/// The last line without the time, which is another one every day.
fn figures(run: &Run) -> &str {
    let line = run.out.lines().last().expect("a last line");
    let (figures, time) = line.split_once(" median_ms ").expect("a time");
    assert!(time.parse::<u64>().is_ok(), "{line}");
    figures
}

/// A quarter turn clockwise.
fn turned(board: &Board) -> Board {
    let mut turned = Board::empty(board.size());
    let turn = shuzi::go::Symmetry::ALL[1];
    for point in board.size().points() {
        turned.set(turn.apply(point, board.size()), board.get(point));
    }
    turned
}

#[test]
fn last_line_counts_what_is_right_wrong_and_silent() {
    let folder = tempfile::tempdir().unwrap();
    let right = board("dead_and_dame");
    let wrong = board("no_liberty");
    let doubts = vec![doubt(&wrong, "A1", None)];
    let answers = [
        Answer::Board(right.clone(), Vec::new()),
        Answer::Board(wrong.clone(), Vec::new()),
        Answer::Board(wrong, doubts),
        Answer::NoBoard,
        Answer::Board(turned(&right), Vec::new()),
        Answer::Board(board("worked_example"), Vec::new()),
    ];
    let truths: [(&str, u8); 6] = [
        ("a_right", 0),
        ("a_wrong", 1),
        ("b_doubt", 2),
        ("b_none", 3),
        ("b_turn", 4),
        ("c_size", 5),
    ];
    for (name, answer) in truths {
        truth(folder.path(), name, answer, Some(&right), "");
    }
    let run = eval(folder.path(), &answers, &[]);
    assert_eq!(
        figures(&run),
        "photos 6 answered 5 perfect 2 silent_wrong 2",
        "{}",
        run.out
    );
    assert_eq!(run.code(), 1);
    let row = |prefix: &str| {
        let row = run
            .out
            .lines()
            .find(|line| line.starts_with(&format!("{prefix}  ")));
        row.expect("a row")
            .split_whitespace()
            .take(6)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(row("a"), ["a", "2", "2", "1", "50.0", "1"]);
    assert_eq!(row("b"), ["b", "3", "2", "1", "33.3", "0"]);
    assert_eq!(row("c"), ["c", "1", "1", "0", "0.0", "1"]);
    assert!(run.out.contains("read as 19 lines, has 9"), "{}", run.out);
}

#[test]
fn cut_photo_must_not_be_answered_without_a_doubt() {
    let folder = tempfile::tempdir().unwrap();
    truth(folder.path(), "cut", 0, None, "\"cut\": true,");
    let right = board("dead_and_dame");
    let answered = eval(
        folder.path(),
        &[Answer::Board(right.clone(), Vec::new())],
        &[],
    );
    assert_eq!(
        figures(&answered),
        "photos 0 answered 0 perfect 0 silent_wrong 1"
    );
    assert_eq!(answered.code(), 1);
    let doubts = vec![doubt(&right, "A1", None)];
    let doubted = eval(folder.path(), &[Answer::Board(right, doubts)], &[]);
    assert_eq!(
        figures(&doubted),
        "photos 0 answered 0 perfect 0 silent_wrong 0"
    );
    assert_eq!(eval(folder.path(), &[Answer::NoBoard], &[]).code(), 0);
}

#[test]
fn truth_needs_no_corners() {
    let folder = tempfile::tempdir().unwrap();
    picture(folder.path(), "a.png", 0);
    let write = |rest: &str| {
        let text = format!(r#"{{"size": 9, "corners": null, "image": "a.png"{rest}}}"#);
        std::fs::write(folder.path().join("a.json"), text).unwrap();
    };
    let answer = Answer::Board(board("dead_and_dame"), Vec::new());
    let rows = format!(r#", "board": [{}]"#, [r#"".........""#; 9].join(","));
    write(&rows);
    let judged = eval(folder.path(), std::slice::from_ref(&answer), &[]);
    assert_eq!(
        figures(&judged),
        "photos 1 answered 1 perfect 0 silent_wrong 1"
    );
    write(r#", "cut": true"#);
    assert_eq!(eval(folder.path(), &[Answer::NoBoard], &[]).code(), 0);
    write("");
    let refused = eval(folder.path(), &[answer], &[]);
    assert_eq!(refused.code(), 2);
    assert!(refused.error().contains("nothing to judge by"));
}

#[test]
fn hidden_crossings_are_not_judged() {
    let folder = tempfile::tempdir().unwrap();
    let right = board("dead_and_dame");
    let mut read = right.clone();
    read.set(shuzi::go::Point::new(0, 2), Some(shuzi::go::Color::White));
    let answers = [Answer::Board(read, Vec::new())];
    truth(
        folder.path(),
        "covered",
        0,
        Some(&right),
        "\"hidden\": [[0, 2]],",
    );
    let figures_of = |folder: &Path| figures(&eval(folder, &answers, &[])).to_owned();
    assert_eq!(
        figures_of(folder.path()),
        "photos 1 answered 1 perfect 1 silent_wrong 0"
    );
    truth(folder.path(), "covered", 0, Some(&right), "");
    assert_eq!(
        figures_of(folder.path()),
        "photos 1 answered 1 perfect 0 silent_wrong 1"
    );
}

#[test]
fn only_the_named_photos_are_judged() {
    let folder = tempfile::tempdir().unwrap();
    let right = board("dead_and_dame");
    for name in ["x_1.rf.a", "x_2", "x_3"] {
        truth(folder.path(), name, 0, Some(&right), "");
    }
    let list = folder.path().join("list.txt");
    fs::write(&list, "x_1.rf.a\n\nx_2.json\n").unwrap();
    let list = list.display().to_string();
    let answers = [Answer::Board(right, Vec::new())];
    let run = eval(folder.path(), &answers, &["--only", &list]);
    assert_eq!(
        figures(&run),
        "photos 2 answered 2 perfect 2 silent_wrong 0"
    );
    assert_eq!(run.code(), 0);
    fs::write(&list, "x_4\n").unwrap();
    let run = eval(folder.path(), &answers, &["--only", &list]);
    assert!(
        run.error().contains("--only: x_4 is not in"),
        "{}",
        run.error()
    );
}

#[test]
fn figures_of_every_photo_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let right = board("dead_and_dame");
    truth(folder.path(), "x", 0, Some(&right), "");
    let out = folder.path().join("figures").display().to_string();
    let flags = ["--json", &out, "--given-corners"];
    let area = right.size().area();
    let run = eval(folder.path(), &[Answer::Board(right, Vec::new())], &flags);
    assert_eq!(run.code(), 0, "{}", run.error());
    let text = fs::read_to_string(&out).unwrap();
    let figures: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(figures[0]["name"], "x");
    assert_eq!(figures[0]["perfect"], true);
    assert!(figures[0]["corner_error"].as_f64().unwrap() < 1e-9);
    // The stand-in is quite certain of every crossing.
    let certain = figures[0]["reliability"]
        .as_array()
        .unwrap()
        .last()
        .unwrap();
    assert_eq!(certain["crossings"], area);
    assert_eq!(certain["wrong"], 0);
}

#[test]
fn broken_truth_is_an_error_that_names_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.json"), "{\"size\": 9}").unwrap();
    let run = eval(folder.path(), &[], &[]);
    assert_eq!(run.code(), 2);
    assert!(run.error().contains("x.json"), "{}", run.error());
}
