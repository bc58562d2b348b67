//! What is printed for a board, word for word. Rewrite with `INSTA_UPDATE=always`.

use super::support::{board_file, shuzi};

fn counted(board: &str, flags: &[&str]) -> String {
    // Without the folder, which is another one on every machine.
    let file = board_file(board);
    let folder = std::path::Path::new(&file)
        .parent()
        .expect("a folder")
        .to_owned();
    let name = if board.contains('.') {
        board.to_owned()
    } else {
        format!("{board}.txt")
    };
    let mut command = shuzi(&["count", &name]);
    let output = command
        .args(flags)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    format!(
        "{text}exit status {}\n",
        output.status.code().expect("a status")
    )
}

#[test]
fn worked_example_with_todays_komi() {
    insta::assert_snapshot!(counted("worked_example", &["--dead", "none"]));
}

#[test]
fn worked_example_with_todays_komi_in_chinese() {
    insta::assert_snapshot!(counted(
        "worked_example",
        &["--dead", "none", "--lang", "zh"]
    ));
}

#[test]
fn worked_example_black_alone_is_counted() {
    let flags = ["--dead", "none", "--count", "black", "--komi", "3 1/4"];
    insta::assert_snapshot!(counted("worked_example", &flags));
}

#[test]
fn worked_example_verdicts_to_the_quarter_zi() {
    let verdict = |komi: &str| {
        let text = counted("worked_example", &["--dead", "none", "--komi", komi]);
        text.lines()
            .find(|line| line.starts_with("Verdict"))
            .expect("a verdict")
            .to_owned()
    };
    assert_eq!(verdict("0"), "Verdict: Black wins by 3 1/2 zi (7 points)");
    assert_eq!(
        verdict("3.25"),
        "Verdict: Black wins by 1/4 zi (0.5 points)"
    );
    assert_eq!(
        verdict("3又3/4子"),
        "Verdict: White wins by 1/4 zi (0.5 points)"
    );
}

#[test]
fn dead_stones_dame_handicap_and_a_warning() {
    let flags = [
        "--dead",
        "B2,H8",
        "--handicap",
        "2",
        "--warnings",
        "B=1,W=0",
    ];
    insta::assert_snapshot!(counted("dead_and_dame", &flags));
}

#[test]
fn dead_stones_dame_handicap_and_a_warning_in_chinese() {
    let flags = [
        "--dead",
        "2-8,hb",
        "--handicap",
        "2",
        "--warnings",
        "B=1",
        "--lang",
        "zh",
    ];
    insta::assert_snapshot!(counted("dead_and_dame", &flags));
}

#[test]
fn territory_counts_in_points() {
    let flags = [
        "--dead",
        "B2,H8",
        "--rules",
        "japanese",
        "--prisoners",
        "B=1,W=2",
    ];
    insta::assert_snapshot!(counted("dead_and_dame", &flags));
}

#[test]
fn area_in_points_under_aga_rules() {
    insta::assert_snapshot!(counted(
        "dead_and_dame",
        &["--dead", "B2,H8", "--rules", "aga"]
    ));
}

#[test]
fn second_warning_loses() {
    let flags = ["--dead", "B2,H8", "--warnings", "W=2", "--lang", "zh"];
    insta::assert_snapshot!(counted("dead_and_dame", &flags));
}

#[test]
fn nothing_agreed_yet() {
    insta::assert_snapshot!(counted("dead_and_dame", &[]));
}

#[test]
fn nothing_agreed_yet_in_chinese() {
    insta::assert_snapshot!(counted("dead_and_dame", &["--lang", "zh"]));
}

#[test]
fn chain_without_liberty() {
    insta::assert_snapshot!(counted("no_liberty", &["--dead", "none"]));
}

#[test]
fn sgf_has_setup_result_and_territory_and_no_move() {
    insta::assert_snapshot!(counted(
        "dead_and_dame",
        &["--dead", "B2,H8", "--format", "sgf"]
    ));
}

#[test]
fn provisional_sgf_states_no_result() {
    let text = counted("dead_and_dame", &["--format", "sgf"]);
    assert!(!text.contains("RE["), "{text}");
    assert!(text.ends_with("exit status 1\n"), "{text}");
}

/// The record's komi, rules and marked dead stones are used, and its result is held against
/// the count.
#[test]
fn record_with_marked_territory_is_counted_as_it_says() {
    insta::assert_snapshot!(counted("record.sgf", &[]));
}

#[test]
fn record_in_chinese() {
    insta::assert_snapshot!(counted("record.sgf", &["--lang", "zh"]));
}
