//! `docs/json.md` and the program agree on every key.

use std::collections::BTreeSet;

use serde_json::Value;
use shuzi::go::Color;
use shuzi::vision::{Doubt, GridDoubt, Side};

use super::support::{Answer, board, board_file, doubt, picture, run, shuzi};

/// The keys of the tables: lines that begin with `` | `key` | ``, below the heading.
fn documented(heading: &str) -> BTreeSet<String> {
    let text = include_str!("../../docs/json.md");
    let section = text
        .split("\n## ")
        .find(|section| section.starts_with(heading));
    let lines = section.expect("the heading is there").lines();
    let keys = lines.filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    keys.map(str::to_owned).collect()
}

/// Every key of a value as a path: `count.black.stones`, list elements without a number.
fn keys(value: &Value, path: &str, found: &mut BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            for (key, value) in fields {
                let path = if path.is_empty() {
                    key.clone()
                } else {
                    format!("{path}.{key}")
                };
                keys(value, &path, found);
                found.insert(path);
            }
        }
        Value::Array(elements) => elements.iter().for_each(|value| keys(value, path, found)),
        _ => {}
    }
}

fn assert_same(found: &BTreeSet<String>, documented: &BTreeSet<String>) {
    let undocumented: Vec<_> = found.difference(documented).collect();
    let gone: Vec<_> = documented.difference(found).collect();
    assert!(
        undocumented.is_empty() && gone.is_empty(),
        "not in docs/json.md: {undocumented:?}; only in docs/json.md: {gone:?}"
    );
}

fn score(board: shuzi::go::Board, doubts: Vec<Doubt>, flags: &[&str]) -> Value {
    let folder = tempfile::tempdir().unwrap();
    let photo = picture(folder.path(), "photo.png", 0).display().to_string();
    let args = [&["score", &photo, "--format", "json"], flags].concat();
    serde_json::from_str(&run(&args, &[Answer::Board(board, doubts)]).out).expect("JSON")
}

fn json_of(args: &[&str]) -> Value {
    serde_json::from_str(&run(args, &[]).out).expect("JSON")
}

#[test]
fn keys_of_a_report_are_those_of_the_document() {
    let counted = board("dead_and_dame");
    let doubts = vec![
        doubt(&counted, "A1", Some(Color::Black)),
        Doubt::Grid(GridDoubt::EdgeCut(Side::Top)),
        Doubt::Grid(GridDoubt::SizeUncertain { alternative: 13 }),
    ];
    let mut found = BTreeSet::new();
    keys(&score(counted, doubts, &["--dead", "B2"]), "", &mut found);
    keys(&score(board("no_liberty"), Vec::new(), &[]), "", &mut found);
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("record.sgf");
    std::fs::write(&record, "(;SZ[9]RE[B+R];B[ee])").unwrap();
    let run = run(
        &["count", &record.display().to_string(), "--format", "json"],
        &[],
    );
    keys(&serde_json::from_str(&run.out).unwrap(), "", &mut found);
    for flags in [&["--dead", "B2,D9"][..], &[]] {
        let file = board_file("dead_and_dame");
        let count = ["count", &file, "--format", "json"];
        keys(&json_of(&[&count, flags].concat()), "", &mut found);
    }
    let file = board_file("open_ko");
    keys(
        &json_of(&["count", &file, "--format", "json"]),
        "",
        &mut found,
    );
    let file = board_file("one_dame_over");
    keys(
        &json_of(&["count", &file, "--komi", "0", "--format", "json"]),
        "",
        &mut found,
    );
    assert_same(&found, &documented("A report"));
}

#[test]
fn keys_of_a_batch_line_are_those_of_the_document() {
    let folder = tempfile::tempdir().unwrap();
    picture(folder.path(), "photo.png", 0);
    let out = folder.path().join("out.jsonl").display().to_string();
    let input = folder.path().display().to_string();
    run(&["batch", &input, "-o", &out], &[Answer::NoBoard]);
    let line: Value = serde_json::from_str(&std::fs::read_to_string(&out).unwrap()).unwrap();
    let mut found = BTreeSet::new();
    keys(&line, "", &mut found);
    assert_same(&found, &documented("A line of `shuzi batch`"));
}

#[test]
fn figures_of_the_worked_example() {
    let output = shuzi(&["count", &board_file("worked_example"), "--dead", "none"])
        .args(["--format", "json"])
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["schema"], "shuzi/2");
    assert_eq!(report["status"], "certain");
    assert_eq!(report["count"]["black"]["count_quarter_zi"], 184 * 4);
    assert_eq!(report["count"]["white"]["count_quarter_zi"], 177 * 4);
    assert_eq!(report["count"]["base_quarter_zi"], 722);
    assert_eq!(report["settings"]["komi_quarter_zi"], 15);
    assert_eq!(report["verdict"]["winner"], "white");
    assert_eq!(report["verdict"]["margin_quarter_zi"], 1);
    assert_eq!(report["verdict"]["sgf"], "W+0.5");
}
