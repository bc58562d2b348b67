//! What the players may say about dead stones.

use shuzi::go::{AgreementError, Color, DeadStones, Point};

use super::{agreed, assert_board, at, board, position};

const TWO_GROUPS: &str = "
    X X . O .
    . X . O O
    . . . . .
    O O . X .
    . O . . .";

#[test]
fn a_stone_names_its_whole_chain() {
    let by_one = agreed(TWO_GROUPS, &["B4"]);
    let by_all = agreed(TWO_GROUPS, &["A5", "B5", "B4", "B4"]);
    assert_eq!(by_one, by_all);
    assert_eq!(by_one.dead().len(), 3);
    assert_eq!(by_one.dead_stones().black, 3);
    let expected = board(
        "
        . . . O .
        . . . O O
        . . . . .
        O O . X .
        . O . . .",
    );
    assert_board(by_one.live(), &expected);
    assert_board(by_one.board(), &board(TWO_GROUPS));
    assert!(by_one.is_dead(Point::new(0, 0)) && !by_one.is_dead(Point::new(3, 0)));
}

#[test]
fn nothing_dead_is_a_statement_of_its_own() {
    let position = position(TWO_GROUPS);
    let none = position.agree_on(&DeadStones::none()).unwrap();
    assert_eq!(none, position.agree(&[]).unwrap());
    assert!(none.dead().is_empty());
    assert_board(none.live(), none.board());
}

#[test]
fn a_point_without_a_stone_is_named() {
    let position = position(TWO_GROUPS);
    let error = position.agree(&[at(&position, "C3")]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "there is no stone at C3; name any stone of the chain"
    );
}

#[test]
fn a_point_off_the_board_is_named() {
    let position = position(TWO_GROUPS);
    let outside = Point::new(5, 0);
    let error = position.agree(&[outside]).unwrap_err();
    assert_eq!(error, AgreementError::OffBoard(outside));
    assert_eq!(
        error.to_string(),
        "column 6, row 1 from the top left is outside the board"
    );
}

#[test]
fn a_chain_cannot_be_dead_and_alive() {
    let position = position(TWO_GROUPS);
    let (dead, alive) = (at(&position, "A5"), at(&position, "B4"));
    let statement = DeadStones::of(&[dead]).and_alive(&[at(&position, "D2"), alive]);
    let error = position.agree_on(&statement).unwrap_err();
    assert_eq!(
        error.to_string(),
        "Black's chain is named twice in conflict: dead at A5, alive at B4"
    );
    assert!(matches!(
        error,
        AgreementError::NamedTwice {
            color: Color::Black,
            ..
        }
    ));
    let no_stone = DeadStones::none().and_alive(&[at(&position, "C3")]);
    assert!(matches!(
        position.agree_on(&no_stone),
        Err(AgreementError::NoStone { .. })
    ));
}
