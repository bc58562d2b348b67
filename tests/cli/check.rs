//! `count --check`: what records say of their result against the count.

use super::support::{Run, run};

/// Nine lines, Black to the left of the dame on E, White to the right: 36 points each.
const WALLS: &str = "AB[da][db][dc][dd][de][df][dg][dh][di]AW[fa][fb][fc][fd][fe][ff][fg][fh][fi]";

/// Checks records with these properties of their root and the moves that follow.
fn check(records: &[(&str, &str)]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let files: Vec<String> = (records.iter().enumerate())
        .map(|(i, (root, moves))| {
            let path = folder.path().join(format!("{i}.sgf"));
            std::fs::write(&path, format!("(;SZ[9]{root}{moves})")).unwrap();
            path.display().to_string()
        })
        .collect();
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run(&[&["count", "--check"], &files[..]].concat(), &[])
}

/// The lines without the names of the files.
fn lines(run: &Run) -> Vec<&str> {
    let lines = run.out.lines();
    lines
        .map(|line| line.split_once(".sgf: ").map_or(line, |l| l.1))
        .collect()
}

#[test]
fn every_kind_of_record_has_its_word() {
    let walls = |root: &str| format!("{root}{WALLS}");
    let [agrees, differs, resigned, unstated, open, left] = [
        "KM[7]RE[W+7]TB[aa]",
        "KM[7]RE[B+3]",
        "KM[7]RE[B+R]",
        "KM[7]",
        "KM[7]RE[W+6]",
        "KM[7]RE[W+12]",
    ]
    .map(walls);
    let records = [
        (agrees.as_str(), ""),
        (&differs, ""),
        (&resigned, ""),
        (&unstated, ""),
        (&open, ""),
        (&left, ""),
        ("", ";B[ee];W[ee]"),
    ];
    let run = check(&records);
    let lines = lines(&run);
    let words = [
        "agrees: RE[W+7], White wins by 3 1/2 zi (7 points); nothing marked as dead; certain",
        "differs: RE[B+3], counted W+7 (White wins by 3 1/2 zi (7 points)); nothing suggested as dead",
        "not decided by counting: RE[B+R], estimated as it stands W+7",
        "no result stated: RE[], as it looks W+7",
        "open: RE[W+6], as it looks W+7 (White wins by 3 1/2 zi (7 points)); possible, as the board is not finished; nothing",
        "open: RE[W+12], as it looks W+7 (White wins by 3 1/2 zi (7 points)); possible, as 9 dame are not filled; nothing",
        "refused: ",
    ];
    for (line, words) in lines.iter().zip(words) {
        assert!(line.starts_with(words), "{line}\n{words}");
    }
    let tally = [
        "records 7 agree 1 differ 1 open 2 not_by_counting 1 no_result 1 refused 1",
        "winner_certain 6 of_these_differ 1 agree_with_another_komi 0 ahead_won_uncounted 0",
    ];
    assert_eq!(lines[7..], tally, "{}", run.out);
    assert_eq!(run.code(), 1);
}

/// Under Japanese rules Black has 25 points and a prisoner against 27; under AGA rules two
/// handicap stones cost Black a point of an even count.
#[test]
fn rules_prisoners_and_handicap_are_those_of_the_record() {
    let japanese = format!("KM[0]RU[Japanese]RE[W+1]{WALLS}");
    let taken = ";W[aa];B[ab];W[];B[ba]";
    let handicap = format!("RU[AGA]KM[0]HA[2]RE[W+1]{WALLS}");
    let run = check(&[(&japanese, taken), (&handicap, "")]);
    let lines = lines(&run);
    for line in &lines[..2] {
        assert!(line.starts_with("agrees: "), "{}", run.out);
    }
    assert_eq!(run.code(), 0, "{}", run.out);
}

#[test]
fn a_komi_that_nobody_played_with_is_named() {
    let record = format!("KM[0]RU[Japanese]RE[W+6.5]{WALLS}");
    let run = check(&[(&record, "")]);
    let words = "differs: RE[W+6.5], counted 0 (Draw); agrees with a komi of 6.5 points; nothing";
    assert!(lines(&run)[0].starts_with(words), "{}", run.out);
    assert!(run.out.contains("agree_with_another_komi 1"), "{}", run.out);
    assert_eq!(run.code(), 1);
}
