//! Boards that only exact search reads right, one each, and its proofs under attack.

use super::{above_white, assert_statuses, board, chain, labels};
use crate::life::Ground;
use crate::life::Status::{Alive, Dead, Open, Seki};

/// White may not connect at C9, as Black then takes all at A7; Black may not play A9, as
/// White then takes three stones.
#[test]
fn seki_with_a_false_eye() {
    let rows = above_white([
        ".X.OX.X.X",
        "OXOOXXXXX",
        ".OOXX.X.X",
        "OOXXXXXXX",
        "XXXXXXXXX",
    ]);
    let life = assert_statuses(&rows, &[("B9", Seki), ("D9", Seki), ("A8", Seki)]);
    assert_eq!(labels(&life, life.seki()), ["A9", "C9"]);
    assert!(life.unfinished().is_empty(), "{:?}", life.unfinished());
}

/// Nobody wants to take anything: Black at A1 loses two stones at A3 and may not take back, as that
/// board has been there; Black at C1 loses five at C3. White at A1 or C1 loses three.
#[test]
fn seki_by_shortage_of_liberties() {
    let rows = [
        "X.XXX.XXX",
        "XXXXXXXXX",
        "OOOOOOOOO",
        "O.OOO.OOO",
        "OOOOOOOOO",
        "XXXOOOOOO",
        ".X.XOOOOO",
        "XOXXOOOOO",
        ".O.XOOOOO",
    ];
    let life = assert_statuses(&rows, &[("B2", Seki), ("A2", Seki), ("D3", Seki)]);
    assert_eq!(labels(&life, life.seki()), ["A1", "C1"]);
}

/// White would have to win a ko and make one more move before: Black need not take B9.
#[test]
fn a_stone_that_needs_an_approach_move_for_its_ko_is_dead() {
    let rows = [
        "XO..XO.O.",
        ".XXXXOOOO",
        "XXOOOO.O.",
        "OOO.OOOOO",
        "OOOOOOOOO",
        "XXXXXXXXX",
        "X.XXXXX.X",
        "XXXXXXXXX",
        ".X.X.X.X.",
    ];
    assert_statuses(&rows, &[("B9", Dead), ("A9", Alive), ("E9", Alive)]);
}

#[test]
fn an_empty_square_of_four_is_one_eye() {
    let rows = above_white([
        "..OX.X.X.",
        "..OXXXXXX",
        "OOOXX.X.X",
        "XXXXXXXXX",
        "X.X.XXXXX",
    ]);
    assert_statuses(&rows, &[("C9", Dead), ("D9", Alive)]);
}

/// Three in a row with one below the middle: who plays in the middle first decides.
#[test]
fn a_pyramid_of_four_is_open() {
    let rows = above_white([
        "...OX.X.X",
        "O.OOXXXXX",
        "OOOXX.X.X",
        "XXXXXXXXX",
        "X.X.XXXXX",
    ]);
    let life = assert_statuses(&rows, &[("D9", Open)]);
    assert!(!life.is_certain());
}

/// Two eyes that cannot be taken away, but the second only if Black's attack is answered.
#[test]
fn life_by_answers_is_proved() {
    let rows = above_white([
        "....OX.X.",
        "OOOOOXXXX",
        "XXXXXX.X.",
        ".X.XXXXXX",
        "XXXXXXXXX",
    ]);
    let life = assert_statuses(&rows, &[("E9", Alive)]);
    assert_eq!(chain(&life, &board(&rows), "E9").ground, Ground::Searched);
}

/// Stones in an eye of a group that lives without taking them.
#[test]
fn dead_stones_inside_a_living_group_are_proved() {
    let rows = above_white([
        ".X..O.OX.",
        "OOOOOOOXX",
        "XXXXXXXX.",
        ".X.XXXXXX",
        "XXXXXXXXX",
    ]);
    let life = assert_statuses(&rows, &[("B9", Dead), ("E9", Alive)]);
    assert_ne!(chain(&life, &board(&rows), "B9").ground, Ground::Estimated);
}
