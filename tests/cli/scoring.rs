//! `score` and `read` from a photo, with a stand-in for the reader.

use shuzi::go::Color;
use shuzi::vision::{Doubt, GridDoubt, Side, Trouble};

use super::support::{Answer, board, doubt, picture, run};

fn score(answer: Answer, flags: &[&str]) -> super::support::Run {
    let folder = tempfile::tempdir().unwrap();
    let photo = picture(folder.path(), "photo.png", 0).display().to_string();
    run(&[&["score", &photo], flags].concat(), &[answer])
}

#[test]
fn agreed_and_without_doubt_is_certain() {
    let answer = Answer::Board(board("worked_example"), Vec::new());
    let run = score(answer, &["--dead", "none"]);
    assert_eq!(run.code(), 0, "{}", run.error());
    assert!(
        run.out
            .contains("\nVerdict: White wins by 1/4 zi (0.5 points)\n"),
        "{}",
        run.out
    );
    assert!(!run.out.contains("To be confirmed"), "{}", run.out);
}

#[test]
fn without_an_agreement_the_verdict_is_provisional() {
    let run = score(Answer::Board(board("worked_example"), Vec::new()), &[]);
    assert_eq!(run.code(), 1);
    assert!(
        run.out.contains("Provisional verdict: White wins"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("--dead none"),
        "says what to do: {}",
        run.out
    );
}

/// Scores two photos of one board.
fn score_two(answers: &[Answer; 2], flags: &[&str]) -> super::support::Run {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = [("first.png", 0), ("second.png", 1)]
        .map(|(name, answer)| picture(folder.path(), name, answer).display().to_string());
    run(&[&["score", &first, &second], flags].concat(), answers)
}

#[test]
fn a_second_photo_settles_what_the_first_does_not_show() {
    let board = board("worked_example");
    let cut = Doubt::Grid(GridDoubt::EdgeCut(Side::Top));
    let answers = [
        Answer::Board(board.clone(), vec![cut]),
        Answer::Board(board, Vec::new()),
    ];
    let both = score_two(&answers, &["--dead", "none"]);
    assert_eq!(both.code(), 0, "{}{}", both.error(), both.out);
    assert!(both.out.contains("Verdict: White wins by 1/4 zi"));
    assert!(both.out.contains("first.png") && both.out.contains("second.png"));
    let one = score(answers[0].clone(), &["--dead", "none"]);
    assert_eq!(one.code(), 1);
}

#[test]
fn photos_of_two_positions_are_refused() {
    let empty = shuzi::go::Board::empty(shuzi::go::BoardSize::square(19).unwrap());
    let answers = [
        Answer::Board(board("worked_example"), Vec::new()),
        Answer::Board(empty, Vec::new()),
    ];
    let both = score_two(&answers, &["--dead", "none"]);
    assert_eq!(both.code(), 2);
    for words in ["first.png", "second.png", "not show the same position"] {
        assert!(both.error().contains(words), "{}", both.error());
    }
    let flags = ["--corners", "1,1,9,1,9,9,1,9"];
    let both = score_two(&answers, &flags);
    assert_eq!(both.code(), 2);
    assert!(both.error().contains("--corners"), "{}", both.error());
}

/// In the worked example White wins by ¼ zi: a black stone more turns it.
#[test]
fn doubtful_points_say_whether_they_change_the_winner() {
    let board = board("worked_example");
    let doubts = vec![
        doubt(&board, "T10", Some(Color::Black)),
        doubt(&board, "A19", Some(Color::Black)),
    ];
    let run = score(Answer::Board(board, doubts), &["--dead", "none"]);
    assert_eq!(run.code(), 1);
    for words in [
        "T10 is read as white (62 % sure), may be black; then another winner: Black wins by",
        "A19 is read as empty (62 % sure), may be black; the verdict would be the same.",
        "Possible: from White wins by 1/4 zi (0.5 points) to Black wins by 3/4 zi (1.5 points)\n",
        "--set T10=B",
    ] {
        assert!(run.out.contains(words), "{words}\n{}", run.out);
    }
}

#[test]
fn set_corrects_a_point_and_settles_its_doubt() {
    let board = board("worked_example");
    let doubts = vec![doubt(&board, "T10", Some(Color::Black))];
    let answer = Answer::Board(board, doubts);
    let confirmed = score(answer.clone(), &["--dead", "none", "--set", "T10=W"]);
    assert_eq!(confirmed.code(), 0, "{}", confirmed.out);
    assert!(confirmed.out.contains("White wins by 1/4 zi"));
    let corrected = score(answer, &["--dead", "none", "--set", "19-10=B"]);
    assert_eq!(corrected.code(), 0, "{}", corrected.out);
    assert!(
        corrected
            .out
            .contains("Verdict: Black wins by 3/4 zi (1.5 points)")
    );
}

/// The whole answer with every kind of remark. Rewrite with `INSTA_UPDATE=always`.
#[test]
fn doubtful_answer_word_for_word() {
    let board = board("worked_example");
    let mut in_glare = doubt(&board, "A19", Some(Color::White));
    if let Doubt::Point { trouble, .. } = &mut in_glare {
        *trouble = Some(Trouble::Glare);
    }
    let doubts = vec![
        Doubt::Grid(GridDoubt::EdgeCut(Side::Top)),
        Doubt::Grid(GridDoubt::SizeUncertain { alternative: 17 }),
        doubt(&board, "T10", Some(Color::Black)),
        doubt(&board, "S10", None),
        in_glare,
    ];
    let answer = Answer::Board(board, doubts);
    for (lang, name) in [
        ("en", "doubtful_answer"),
        ("zh", "doubtful_answer_in_chinese"),
    ] {
        let run = score(answer.clone(), &["--lang", lang]);
        // The first line begins with the folder, which is another one every time.
        let text = run.out.split_once("photo.png").expect("the name").1;
        insta::assert_snapshot!(name, text);
    }
}

#[test]
fn grid_doubts_say_what_to_do() {
    let doubts = vec![Doubt::Grid(GridDoubt::EdgeUncertain(Side::Left))];
    let run = score(
        Answer::Board(board("worked_example"), doubts),
        &["--dead", "none"],
    );
    assert_eq!(run.code(), 1);
    assert!(
        run.out.contains("left") && run.out.contains("--corners"),
        "{}",
        run.out
    );
}

#[test]
fn wrong_names_of_dead_stones_are_errors() {
    let answer = Answer::Board(board("dead_and_dame"), Vec::new());
    for (dead, words) in [("A1", "no stone at A1"), ("K10", "outside the 9×9 board")] {
        let run = score(answer.clone(), &["--dead", dead]);
        assert_eq!(run.code(), 2);
        assert!(run.error().contains(words), "{}", run.error());
        assert!(run.out.is_empty());
    }
}

#[test]
fn photo_without_a_board_is_an_error_that_names_the_photo() {
    let run = score(Answer::NoBoard, &["--dead", "none"]);
    assert_eq!(run.code(), 2);
    assert!(run.error().contains("photo.png: "), "{}", run.error());
}

#[test]
fn read_prints_the_setup_alone_and_says_doubts_by_its_status() {
    let folder = tempfile::tempdir().unwrap();
    let photo = picture(folder.path(), "photo.png", 0).display().to_string();
    let board = board("dead_and_dame");
    let args = ["read", &photo, "--format", "sgf"];
    let sure = run(&args, &[Answer::Board(board.clone(), Vec::new())]);
    assert_eq!(sure.code(), 0);
    let record = shuzi::sgf::read(sure.out.as_bytes()).unwrap();
    let replay = record.replay(shuzi::go::RepetitionRule::Forbid).unwrap();
    assert_eq!(replay.moves, 0, "no move is invented");
    assert_eq!(*replay.position.board(), board);
    for property in ["RE[", "KM[", "TB[", "TW["] {
        assert!(!sure.out.contains(property), "{}", sure.out);
    }
    let doubts = vec![doubt(&board, "A1", Some(Color::White))];
    let unsure = run(&args, &[Answer::Board(board, doubts)]);
    assert_eq!(unsure.code(), 1);
    assert_eq!(unsure.out, sure.out, "the doubt is not on standard output");
}

#[test]
fn read_goes_on_after_a_photo_that_fails() {
    let folder = tempfile::tempdir().unwrap();
    let photos = [("a.png", 1), ("b.png", 0)]
        .map(|(name, answer)| picture(folder.path(), name, answer).display().to_string());
    let answers = [
        Answer::Board(board("dead_and_dame"), Vec::new()),
        Answer::NoBoard,
    ];
    let run = run(
        &["read", &photos[0], &photos[1], "--format", "json"],
        &answers,
    );
    assert_eq!(run.code(), 2);
    assert!(run.error().contains("1 of 2"), "{}", run.error());
    assert_eq!(run.out.lines().count(), 1, "{}", run.out);
}
