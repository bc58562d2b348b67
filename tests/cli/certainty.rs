//! What is not known and cannot change the winner does not keep an answer from being certain;
//! what can is asked, and nothing else.

use serde_json::Value;
use shuzi::go::Color;
use shuzi::vision::{Doubt, GridDoubt, Side};

use super::support::{Answer, Run, board, board_file, doubt, picture, run, shuzi};

fn score(doubts: Vec<Doubt>, flags: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let photo = picture(folder.path(), "photo.png", 0).display().to_string();
    let answer = Answer::Board(board("worked_example"), doubts);
    run(&[&["score", &photo], flags].concat(), &[answer])
}

/// A doubt about T10, which is worth a zi to Black.
fn a_zi() -> Doubt {
    doubt(&board("worked_example"), "T10", Some(Color::Black))
}

fn count(board: &str, flags: &[&str]) -> Run {
    run(&[&["count", &board_file(board)], flags].concat(), &[])
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out).expect("JSON")
}

#[test]
fn a_doubt_that_cannot_change_the_winner_leaves_a_certain_range() {
    let flags = ["--dead", "none", "--komi", "0"];
    let run = score(vec![a_zi()], &flags);
    assert_eq!(run.code(), 0, "{}", run.out);
    let verdict = "\nVerdict: Black wins by 3 1/2 to 4 1/2 zi (7 to 9 points), whatever the \
                   doubtful points are\n";
    assert!(run.out.contains(verdict), "{}", run.out);
    assert!(!run.out.contains("To be confirmed"), "{}", run.out);
    assert!(run.out.contains("For the record:\n- T10 is read as white"));
    let sgf = score(vec![a_zi()], &[&flags[..], &["--format", "sgf"]].concat());
    assert!(sgf.out.contains("RE[B+]"), "no margin: {}", sgf.out);
    let chinese = score(vec![a_zi()], &[&flags[..], &["--lang", "zh"]].concat());
    let verdict = "\n结果：黑胜 3又1/2 至 4又1/2 子（7 至 9 目），无论存疑的点如何\n";
    assert!(chinese.out.contains(verdict), "{}", chinese.out);
    let report = json(&score(
        vec![a_zi()],
        &[&flags[..], &["--format", "json"]].concat(),
    ));
    assert_eq!(report["status"], "certain");
    assert_eq!(report["stakes"]["certified"], true);
    assert_eq!(report["stakes"]["black_least_quarter_zi"], 14);
    assert_eq!(report["stakes"]["black_most_quarter_zi"], 18);
    assert!(
        report["verdict"]["margin_quarter_zi"].is_null(),
        "not exact"
    );
    assert_eq!(report["to_do"], Value::Array(Vec::new()));
    assert_eq!(report["doubts"].as_array().unwrap().len(), 1);
}

#[test]
fn an_exact_margin_stays_exact_whatever_a_point_is() {
    let eye = doubt(&board("worked_example"), "A19", Some(Color::Black));
    let run = score(vec![eye], &["--dead", "none"]);
    assert_eq!(run.code(), 0, "{}", run.out);
    let verdict = "Verdict: White wins by 1/4 zi (0.5 points), whatever the doubtful points are\n";
    assert!(run.out.contains(verdict), "{}", run.out);
}

#[test]
fn doubts_about_the_grid_are_never_certified_away() {
    let doubts = vec![Doubt::Grid(GridDoubt::EdgeUncertain(Side::Top)), a_zi()];
    let run = score(doubts, &["--dead", "none", "--komi", "0"]);
    assert_eq!(run.code(), 1, "{}", run.out);
    assert!(run.out.contains("Grid: "), "{}", run.out);
}

#[test]
fn only_the_deciding_question_is_asked() {
    let board = board("worked_example");
    let doubts = vec![
        doubt(&board, "A19", Some(Color::Black)),
        doubt(&board, "B19", Some(Color::Black)),
        a_zi(),
    ];
    let run = score(doubts, &["--dead", "none", "--format", "json"]);
    assert_eq!(run.code(), 1);
    let report = json(&run);
    let asked = report["stakes"]["ask"].as_array().unwrap();
    assert_eq!(asked.len(), 1, "{asked:?}");
    assert_eq!(asked[0]["points"], serde_json::json!(["T10"]));
    assert_eq!(asked[0]["otherwise"], serde_json::json!(["B+1.5"]));
    assert_eq!(report["to_do"].as_array().unwrap().len(), 1);
}

#[test]
fn a_komi_that_is_not_known_is_asked_about_only_where_it_decides() {
    let open = count("worked_example", &["--dead", "none", "--komi", "3.75,3.25"]);
    assert_eq!(open.code(), 1, "{}", open.out);
    let words = "Komi or handicap is not known: with komi 3 1/4, another winner, Black wins by 1/4 \
                 zi (0.5 points). Give them with --komi and --handicap.";
    assert!(open.out.contains(words), "{}", open.out);
    let unknown = count("worked_example", &["--dead", "none", "--komi", "unknown"]);
    assert_eq!(unknown.code(), 1);
    let settled = count("worked_example", &["--dead", "none", "--komi", "0,1"]);
    assert_eq!(settled.code(), 0, "{}", settled.out);
    let verdict = "Verdict: Black wins by 2 1/2 to 3 1/2 zi (5 to 7 points), whatever the komi and \
                   handicap are\n";
    assert!(settled.out.contains(verdict), "{}", settled.out);
    let handicap = count("worked_example", &["--dead", "none", "--handicap", "2,9"]);
    assert_eq!(handicap.code(), 1, "{}", handicap.out);
    assert!(
        handicap
            .out
            .contains("with komi 0 and handicap 9, another winner, White wins by 1 zi")
    );
    let wrong = count("worked_example", &["--handicap", "few"]);
    assert!(
        wrong.error().starts_with("--handicap: `few`"),
        "{}",
        wrong.error()
    );
}

/// B2 and H8 stand alone in the other side's area.
#[test]
fn suggestions_that_are_certain_can_be_accepted() {
    let run = count("dead_and_dame", &["--accept-suggested"]);
    assert_eq!(run.code(), 0, "{}", run.out);
    assert!(
        run.out.contains("Verdict: White wins by 2 1/4 zi"),
        "{}",
        run.out
    );
    assert!(
        run.out
            .contains("Accepted as dead, as they certainly look: H8,B3."),
        "{}",
        run.out
    );
    // What the players say goes before what it looks like.
    let alive = count("dead_and_dame", &["--accept-suggested", "--alive", "B2"]);
    assert!(alive.out.contains("certainly look: H8."), "{}", alive.out);
    let conflict = count("dead_and_dame", &["--dead", "B2", "--alive", "B3"]);
    assert_eq!(conflict.code(), 2);
    assert!(
        conflict.error().contains("named twice in conflict"),
        "{}",
        conflict.error()
    );
}

#[test]
fn a_batch_can_accept_what_is_certain() {
    let folder = tempfile::tempdir().unwrap();
    picture(folder.path(), "photo.png", 0);
    let out = folder.path().join("out.jsonl").display().to_string();
    let input = folder.path().display().to_string();
    let answer = Answer::Board(board("worked_example"), vec![a_zi()]);
    let batch = |flags: &[&str]| {
        let _ = std::fs::remove_file(&out);
        run(
            &[&["batch", &input, "-o", &out], flags].concat(),
            std::slice::from_ref(&answer),
        )
        .code()
    };
    assert_eq!(batch(&["--accept-suggested", "--komi", "0"]), 0);
    assert_eq!(batch(&["--accept-suggested"]), 1, "T10 decides");
    assert_eq!(batch(&["--komi", "0"]), 1, "a doubtful reading");
}

#[test]
fn odd_markings_are_questioned_until_confirmed() {
    // A black chain is marked dead within its own area.
    let run = count("dead_and_dame", &["--dead", "B2,D9,H8"]);
    assert_eq!(run.code(), 1, "{}", run.out);
    assert!(
        run.out.contains("are both marked dead in one region"),
        "{}",
        run.out
    );
    let confirmed = count("dead_and_dame", &["--dead", "B2,D9,H8", "--confirmed"]);
    assert_eq!(confirmed.code(), 0, "{}", confirmed.out);
}

#[test]
fn the_last_dame_is_asked_about_until_the_players_have_ended_the_game() {
    let flags = ["--komi", "0"];
    let open = count(
        "one_dame_over",
        &[&flags[..], &["--accept-suggested"]].concat(),
    );
    assert_eq!(open.code(), 1, "{}", open.out);
    let words = "if Black gets it, another winner, Black wins by 1/2 zi (1 point); if White gets \
                 it, another winner, White wins by 1/2 zi (1 point).";
    assert!(open.out.contains(words), "{}", open.out);
    let ended = count("one_dame_over", &[&flags[..], &["--dead", "none"]].concat());
    assert_eq!(ended.code(), 0, "{}", ended.out);
    assert!(ended.out.contains("Verdict: Draw\n"), "{}", ended.out);
    assert!(
        ended.out.contains(words),
        "told all the same: {}",
        ended.out
    );
    let settled = count("one_dame_over", &["--accept-suggested"]);
    assert_eq!(settled.code(), 0, "komi decides: {}", settled.out);
    assert!(
        settled.out.contains("White wins by 3 1/4 to 4 1/4 zi"),
        "{}",
        settled.out
    );
}

#[test]
fn a_ko_gives_the_margin_of_both_outcomes() {
    let run = count(
        "open_ko",
        &["--dead", "none", "--komi", "0", "--lang", "zh"],
    );
    assert_eq!(run.code(), 0, "{}", run.out);
    let words = "E6 有劫未完：黑方劫胜则白胜 1/2 子（1 目）；白方劫胜则白胜 2又1/2 子（5 目）。";
    assert!(run.out.contains(words), "{}", run.out);
}

/// 44 against 37 points of territory; a white stone at A19 would leave Black none there.
#[test]
fn territory_is_counted_in_every_reading() {
    let japanese = [
        "--dead",
        "none",
        "--rules",
        "japanese",
        "--prisoners",
        "B=0,W=0",
    ];
    let corner = doubt(&board("worked_example"), "A19", Some(Color::White));
    let open = score(vec![corner], &japanese);
    assert_eq!(open.code(), 1, "{}", open.out);
    assert!(
        open.out.contains("then another winner: White wins by"),
        "{}",
        open.out
    );
    let inside = doubt(&board("worked_example"), "A19", Some(Color::Black));
    let settled = score(vec![inside], &[&japanese[..], &["--komi", "0.5"]].concat());
    assert_eq!(settled.code(), 0, "{}", settled.out);
    let verdict = "Verdict: Black wins by 5.5 to 6.5 points, whatever the doubtful points are\n";
    assert!(settled.out.contains(verdict), "{}", settled.out);
}

/// The questions go to standard error, so that the answer alone is on standard output.
#[test]
fn the_players_are_asked_line_by_line() {
    let asked = |board: &str, lines: &str| {
        let file = board_file(board);
        let mut command = shuzi(&["count", &file, "-i"]);
        command.write_stdin(lines).output().expect("it runs")
    };
    let agreed = asked("dead_and_dame", "y\ny\n");
    assert_eq!(agreed.status.code(), Some(0));
    let answer = String::from_utf8(agreed.stdout).unwrap();
    assert!(
        answer.contains("\nVerdict: White wins by 2 1/4 zi"),
        "{answer}"
    );
    let talk = String::from_utf8(agreed.stderr).unwrap();
    assert!(
        talk.contains("Agreed: --dead H8,B3 --confirmed\n"),
        "{talk}"
    );
    let stopped = asked("dead_and_dame", "alive B2\n");
    assert_eq!(stopped.status.code(), Some(1));
    assert!(stopped.stdout.is_empty());
    let talk = String::from_utf8(stopped.stderr).unwrap();
    assert!(
        talk.ends_with("So far: --alive B2 --accept-suggested\n"),
        "{talk}"
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_tells_what_was_said() {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin("shuzi"))
        .args(["count", &board_file("dead_and_dame"), "-i"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"alive B2\n").unwrap();
    let mut talk = BufReader::new(child.stderr.take().expect("a pipe")).lines();
    // The second prompt comes when the answer was taken; it has no line end, the board before has.
    let legends = |line: &String| line.contains("A B C D E F G H J");
    let drawn = talk.by_ref().map_while(Result::ok).filter(legends);
    assert_eq!(drawn.take(4).count(), 4, "two boards");
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let rest: Vec<String> = talk.map_while(Result::ok).collect();
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let line = rest.last().expect("a last line");
    assert_eq!(line, "--alive B2 --accept-suggested", "{rest:?}");
    drop(input);
}
