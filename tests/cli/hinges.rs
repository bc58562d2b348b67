//! What the life of a chain hangs on is told.

use serde_json::Value;

use super::support::{Run, board_file, run};

fn count(board: &str, flags: &[&str]) -> Run {
    let file = board_file(board);
    run(&[&["count", &file, "--komi", "3.75"], flags].concat(), &[])
}

#[test]
fn what_a_life_hangs_on_is_said_with_both_outcomes() {
    let bent = count("bent_four", &[]);
    assert_eq!(bent.code(), 1);
    let named = "White's chain at E9 looks dead (80 % sure: a bent four in the corner, which is to \
                 be played out); if it lives: another winner, White wins by 7 3/4 zi";
    assert!(bent.out.contains(named), "{}", bent.out);
    let chinese = count("bent_four", &["--lang", "zh"]);
    assert!(chinese.out.contains("盘角曲四"), "{}", chinese.out);
    let ko = count("ten_thousand_year_ko", &[]);
    assert!(ko.out.contains("% sure: a ko there decides)"), "{}", ko.out);
    let seki = "Nobody can play first in the seki at D9, B7.";
    assert!(ko.out.contains(seki), "{}", ko.out);
    let report = count("ten_thousand_year_ko", &["--format", "json"]);
    let report: Value = serde_json::from_str(&report.out).expect("JSON");
    assert_eq!(report["life"]["seki"], serde_json::json!(["D9", "B7"]));
    let chains = report["life"]["chains"].as_array().unwrap();
    let inside = chains.iter().find(|chain| chain["stone"] == "C9").unwrap();
    assert_eq!(
        (&inside["status"], &inside["hinge"]),
        (&"seki".into(), &"ko".into())
    );
}

/// Many open places: those that could turn the game one by one, the rest in a sentence.
#[test]
fn a_referee_reads_first_what_could_turn_the_game() {
    let flags = ["--dead", "none"];
    let run = count("middle_game", &flags);
    assert_eq!(run.code(), 0, "{}", run.out);
    let (_, record) = run.out.split_once("For the record:\n").expect("a list");
    let sentences: Vec<&str> = record.lines().collect();
    let summary = (sentences.iter()).position(|line| line.contains("places are open"));
    let summary = summary.expect("how many are open");
    assert!(sentences[summary].ends_with("could give another winner alone:"));
    let (turning, rest) = sentences[summary + 1..].split_at(sentences.len() - summary - 2);
    assert!(
        turning.iter().all(|line| line.contains("another winner")),
        "{record}"
    );
    assert!(
        rest[0].contains("protections of Black at D16, J13"),
        "{record}"
    );
    let report = count("middle_game", &[&flags[..], &["--format", "json"]].concat());
    let report: Value = serde_json::from_str(&report.out).expect("JSON");
    let places = report["open_places"].as_array().expect("all of them").len();
    assert!(places > 10 && turning.len() < places, "{places}");
    let named = format!("- {places} places are open");
    assert!(sentences[summary].starts_with(&named), "{record}");
}
