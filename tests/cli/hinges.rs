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
