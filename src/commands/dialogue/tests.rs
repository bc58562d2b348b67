use super::*;
use crate::go::{Board, Settings, Setup};
use crate::report::{CountingCase, Source, SourceKind};

/// White's chain at A7 lives or dies by who begins (pyramid four). It weighs more than the doubtful E5, so that it is
/// asked about first.
const BOARD: &str = "\
...X.O...
XX.X.O...
OOXX.O...
.OOX.O...
..OX.O...
.OOX.O...
OOXX.O...
XXX..O...
...X.O...
";

fn case() -> Case {
    let board: Board = BOARD.parse().expect("a board");
    let point = Point::new(4, 4);
    Case {
        source: Source {
            kind: SourceKind::Photo,
            name: "photo".into(),
        },
        doubts: vec![Doubt::Point {
            point,
            read: board.get(point),
            probability: 0.7,
            alternative: Some(Color::Black),
            trouble: None,
        }],
        neighbour: None,
        setup: Setup::from(board),
        corners: None,
        counting: Some(CountingCase::new(Settings::default())),
        stated: None,
    }
}

/// Gives the answers a line each; the case that was agreed on and all that was written.
fn talk(answers: &str, corrects: bool) -> (Option<Case>, String) {
    let mut out = Vec::new();
    let dialogue = Dialogue {
        case: case(),
        corrections: Vec::new(),
        corrects,
        lang: Lang::En,
        input: &mut answers.as_bytes(),
        out: &mut out,
    };
    let agreed = dialogue.run().expect("it can be written");
    (agreed, String::from_utf8(out).expect("UTF-8"))
}

fn labels(stones: &[Point]) -> Vec<String> {
    let size = case().setup.board.size();
    stones.iter().map(|stone| stone.label(size)).collect()
}

#[test]
fn every_question_is_asked_and_both_must_agree() {
    let (agreed, out) = talk("d\n.\ny\ny\n", true);
    let agreed = agreed.expect("both said yes");
    let counting = agreed.counting.expect("it is counted");
    assert_eq!(labels(&counting.dead.expect("agreed")), ["A7"], "{out}");
    assert!(counting.confirmed && agreed.doubts.is_empty());
    assert!(out.contains("White's chain at A7 looks alive"), "{out}");
    assert!(out.contains("( ): doubtful points"), "{out}");
    assert!(
        out.contains("Agreed: --dead A7 --confirmed --set E5=.\n"),
        "{out}"
    );
    let boards = out.matches("   A B C D E F G H J\n").count();
    assert_eq!(
        boards,
        2 * 3,
        "the board is drawn before each question: {out}"
    );
    let (agreed, out) = talk("d\n.\ny\nn\n", true);
    assert!(agreed.is_none(), "White did not agree");
    assert!(out.contains("Say what is wrong"), "{out}");
}

#[test]
fn answers_are_taken_back_and_corrected() {
    // The point is set to Black, that is taken back, and the chain is alive after all.
    let (agreed, out) = talk("d\nb\nu\nw\nalive A7\ny\ny\n", true);
    let agreed = agreed.expect("both said yes");
    assert_eq!(agreed.setup.board.get(Point::new(4, 4)), Some(Color::White));
    assert_eq!(agreed.counting.expect("counted").dead, Some(Vec::new()));
    assert!(
        out.contains("Agreed: --dead none --confirmed --set E5=W\n"),
        "{out}"
    );
    let (_, out) = talk("u\n", true);
    assert!(out.contains("no answer to take back"), "{out}");
}

#[test]
fn what_does_not_fit_changes_nothing() {
    let (agreed, out) = talk("dead Z9\ndead A1\nperhaps\n?\n\n.\ny\ny\n", true);
    assert!(agreed.is_some(), "{out}");
    assert_eq!(out.matches("At any time: ").count(), 2, "{out}");
    for words in ["`dead Z9` does not", "no stone at A1", "`perhaps` does not"] {
        assert!(out.contains(words), "{words}: {out}");
    }
    let (_, out) = talk("A1=W\n", false);
    assert!(out.contains("correct the file"), "{out}");
}

#[test]
fn an_early_end_tells_what_was_said() {
    let (agreed, out) = talk("a\nw", true);
    assert!(agreed.is_none());
    let line = "So far: --alive A7 --accept-suggested --set E5=W\n";
    assert!(out.ends_with(line), "{out}");
}
