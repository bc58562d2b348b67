//! Records played through the rules.

use shuzi::go::{Color, Komi, Point, QuarterZi, RepetitionRule, RuleSet, Verdict};
use shuzi::sgf::{RecordResult, Replay, ReplayError, ResultCheck};

use super::{assert_board, board_after, read};

/// A ko at B3 and C3, White to take.
const KO: &str = "(;SZ[4]AB[ba][ab][bc][cb]AW[ca][cc][db]";

fn replay(text: &str, rule: RepetitionRule) -> Result<Replay, ReplayError> {
    read(text).replay(rule)
}

fn refused(text: &str) -> ReplayError {
    replay(text, RepetitionRule::Forbid).expect_err("an illegal record")
}

#[test]
fn captures_and_setup_stones_are_played() {
    let record = read("(;SZ[3]AW[aa]AB[ba];B[ab];AE[ba]AW[cc];W[])");
    assert_board(&board_after(&record), &[". . .", "X . .", ". . O"]);
}

#[test]
fn rectangles_and_passes_are_read() {
    let found = replay(
        "(;SZ[4:3]AB[aa:cb]AE[bb];W[tt];B[])",
        RepetitionRule::Forbid,
    )
    .expect("legal");
    assert_board(found.position.board(), &["X X X .", "X . X .", ". . . ."]);
    assert_eq!((found.moves, found.final_passes), (2, 2));
    let large = replay("(;SZ[21];B[tt])", RepetitionRule::Forbid).expect("legal");
    assert_eq!(large.final_passes, 0);
    assert_eq!(
        large.position.board().get(Point::new(19, 19)),
        Some(Color::Black)
    );
}

#[test]
fn an_illegal_move_is_named() {
    for (text, message) in [
        (
            "(;SZ[9]\n;B[cc]\n;W[cc])",
            "move 2 (line 3) is illegal: White plays at C7, where a stone of Black stands",
        ),
        (
            "(;SZ[3]AB[ba][ab];W[aa];B[cc])",
            "move 1 (line 1) is illegal: White plays at A3, which would leave the own chain without a liberty and takes nothing",
        ),
        (
            "(;SZ[9];B[zz])",
            "B after move 0 (line 1): `zz` is outside the 9×9 board",
        ),
    ] {
        assert_eq!(refused(text).to_string(), message);
    }
    let error = refused(&format!("{KO};W[bb]\n;B[cb])"));
    assert_eq!(
        error.to_string(),
        "move 2 (line 2) is illegal: Black takes back the ko at C3 at once"
    );
    let error = refused("(;SZ[2]AB[aa]AW[ab][ba];B[bb])");
    assert!(
        matches!(error, ReplayError::IllegalSetup { number: 0, .. }),
        "{error}"
    );
}

/// A ko taken back after a pass each brings the whole board back.
#[test]
fn a_repeated_board_is_what_the_rule_says() {
    let text = format!("{KO};W[bb];B[];W[];B[cb])");
    let error = refused(&text);
    assert!(
        matches!(
            error,
            ReplayError::Repetition {
                number: 4,
                earlier: 0,
                ..
            }
        ),
        "{error}"
    );
    for (rule, verdict) in [
        (RepetitionRule::NoResult, Verdict::NoResult),
        (RepetitionRule::Draw, Verdict::Draw),
        (RepetitionRule::Replay, Verdict::Replay),
    ] {
        let found = replay(&text, rule).expect("not forbidden").repetitions;
        let told: Vec<_> = found
            .iter()
            .map(|it| (it.number, it.earlier, it.verdict))
            .collect();
        assert_eq!(told, [(4, 0, verdict)]);
    }
}

#[test]
fn prisoners_outlast_a_setup() {
    let found = replay("(;SZ[3]AW[aa]AB[ba];B[ab];AW[cc])", RepetitionRule::Forbid).expect("legal");
    assert_eq!(found.earlier_prisoners.black, 1);
    assert_eq!(found.position.prisoners().black, 0);
}

#[test]
fn marked_territory_tells_the_dead() {
    let text = "(;SZ[4]AB[ba:bd]AW[ca:cd];B[db];W[];B[];TB[aa:ad]TW[da:dd])";
    let found = replay(text, RepetitionRule::Forbid).expect("legal");
    assert_eq!(found.marked_dead(), Some(vec![Point::new(3, 1)]));
    let unmarked = replay("(;SZ[4])", RepetitionRule::Forbid).expect("legal");
    assert_eq!(unmarked.marked_dead(), None);
}

#[test]
fn settings_follow_the_record() {
    let record = read("(;RU[Chinese]KM[375]HA[2]RE[黑胜3/4子]SZ[19])");
    let settings = record.settings();
    assert_eq!(
        (settings.rules, settings.komi, settings.handicap),
        (RuleSet::Chinese, Komi::ZI_3_3_4, 2)
    );
    let computed = Verdict::Win {
        winner: Color::Black,
        margin: QuarterZi(3),
    };
    assert_eq!(record.result().check(computed), ResultCheck::Agrees);
    assert_eq!(read("(;KO[7.5])").komi(), Some(Komi::ZI_3_3_4));
    assert_eq!(read("(;RU[Japanese])").settings().komi, Komi::POINTS_6_5);
    assert_eq!(read("(;)").settings().rules, RuleSet::Chinese);
}

#[test]
fn values_without_sense_are_told() {
    let record = read("(;\nKM[much]RU[house rules]RE[who knows]HA[many])");
    let told: Vec<String> = record.warnings().iter().map(ToString::to_string).collect();
    assert_eq!(
        told[0],
        "line 1, character 1: KM[much] was not understood and is passed over"
    );
    assert_eq!(told.len(), 4);
    assert_eq!(record.result(), RecordResult::Unknown);
}

#[test]
fn a_margin_that_the_komi_cannot_give_is_told() {
    for (text, contradicts) in [
        ("(;KM[0]RE[W+1.25]RU[Chinese])", true),
        ("(;KM[0]RE[W+6.5]RU[Japanese])", true),
        ("(;KM[0]RE[W+6])", false),
        ("(;KM[375]RE[B+0.2]RU[Chinese])", false),
        ("(;KM[7.5]HA[2]RE[黑胜3/4子])", false),
        ("(;KM[0]RE[W+R])", false),
        ("(;RE[W+6.5])", false),
    ] {
        let record = read(text);
        let told: Vec<String> = record.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(
            told.iter().any(|it| it.contains("cannot give")),
            contradicts,
            "{text}: {told:?}"
        );
    }
}
