//! The hard things, one board each. Around each of them both sides live beyond doubt.

use super::{above_white, assert_statuses, board, chain, labels};
use crate::life::Ground;
use crate::life::Status::{Alive, Dead, Seki};

#[test]
fn seki_without_eyes() {
    let rows = [
        ".XO.X.OX.",
        ".XOOXOOX.",
        "XXXOXOXXX",
        "..XOXOX..",
        "X.XOOOX.X",
        "XXXXXXXXX",
        "OOOOOOOOO",
        "O.OOOOO.O",
        "OOO.O.OOO",
    ];
    let life = assert_statuses(&rows, &[("C9", Seki), ("E9", Seki), ("B9", Alive)]);
    assert_eq!(labels(&life, life.seki()), ["D9", "F9"]);
    assert!(life.dead().is_empty() && life.dame().is_empty());
    assert!(life.unfinished().is_empty(), "{:?}", life.unfinished());
}

/// The same with fewer stones inside: taken after one more, they leave three points.
#[test]
fn no_seki_where_the_stones_inside_make_a_killing_shape() {
    let rows = above_white([
        ".XO.X.OX.",
        ".XOOXOOX.",
        "XXXOOOXXX",
        ".XXXXXXX.",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("C9", Dead), ("E9", Alive)]);
}

#[test]
fn seki_with_an_eye_each() {
    let rows = [
        ".X.O.OX.X",
        "XXXOOOXXX",
        "OOOXXXXX.",
        ".OOXXX.XX",
        "O.OX.XXXX",
        ".OOXXX.X.",
        "O.OX.XXXX",
        "OOOXXX.XX",
        ".OOX.XXX.",
    ];
    let life = assert_statuses(&rows, &[("B9", Seki), ("D9", Seki), ("A7", Alive)]);
    assert_eq!(labels(&life, life.seki()), ["C9"]);
}

#[test]
fn seki_of_two_eyed_groups_around_one_without() {
    let rows = [
        ".O.X.O.OX",
        "OOOXOOOOX",
        "XXXOOXXXX",
        "X.XXXX.X.",
        "XXXXXXXXX",
        "OOOOOOOOO",
        "O.OOOOO.O",
        "OOOOOOOOO",
        ".O.O.O.O.",
    ];
    let life = assert_statuses(&rows, &[("B9", Seki), ("D9", Seki), ("F9", Seki)]);
    assert_eq!(labels(&life, life.seki()), ["C9", "E9"]);
}

#[test]
fn an_eye_beats_no_eye() {
    let rows = [
        "X..O.OX.X",
        "XXXOOOXXX",
        "OOOXXXXX.",
        ".OOXXX.XX",
        "O.OX.XXXX",
        ".OOXXX.X.",
        "O.OX.XXXX",
        "OOOXXX.XX",
        ".OOX.XXX.",
    ];
    assert_statuses(&rows, &[("A9", Dead), ("D9", Alive)]);
}

#[test]
fn a_false_eye_is_none() {
    let rows = above_white([
        ".OO.OX.X.",
        "OOOOXXXXX",
        "XXXXX.X.X",
        ".X.XXXXXX",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("B9", Dead), ("E9", Dead), ("F9", Alive)]);
}

/// Both eyes look false, as each joins two chains, but neither can be taken away.
#[test]
fn two_headed_dragon_lives() {
    let rows = [
        ".OOX.XXO.",
        "OOXXXOXOO",
        ".OXOOOXO.",
        "OOXO.OXOO",
        ".OXOOOXO.",
        "OOXO.OXOO",
        ".OXOOOXO.",
        "OOXXXOXOO",
        ".OOX.XXO.",
    ];
    let life = assert_statuses(&rows, &[("D9", Alive), ("F9", Alive), ("E7", Alive)]);
    let board = board(&rows);
    for stone in ["D9", "F9", "E7"] {
        assert_eq!(chain(&life, &board, stone).ground, Ground::Proved);
    }
}

#[test]
fn snapback_kills() {
    let rows = above_white([
        "X..OX.X.X",
        "XOOOXXXXX",
        "XXXXX.X.X",
        ".X.XXXXXX",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("D9", Dead), ("A9", Alive)]);
}

#[test]
fn nakade_kills_three_points() {
    let rows = above_white([
        ".X.OX.X.X",
        "OOOOXXXXX",
        "XXXXX.X.X",
        ".X.XXXXXX",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("D9", Dead), ("B9", Alive)]);
}

/// Only Black can begin here, and then it is a ko for White's life: played out under Chinese
/// rules, so it is named.
#[test]
fn four_points_in_a_row_live() {
    let rows = above_white([
        "....OX.X.",
        "OOOOOXXXX",
        "XXXXXX.X.",
        ".X.XXXXXX",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("E9", Alive)]);
}

#[test]
fn bulky_five_is_dead_once_its_middle_is_taken() {
    let rows = above_white([
        "..OOX.X.X",
        ".X.OXXXXX",
        "OOOOX.X.X",
        "XXXXXXX.X",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("B8", Alive), ("C9", Dead)]);
}

#[test]
fn single_stones_in_enemy_area_are_proved_dead() {
    let rows = above_white([
        ".XO.XX.X.",
        "XXXXXXXXX",
        "X.X.X.X.X",
        "XXXXXXXXX",
        "XXXXXXXXX",
    ]);
    let life = assert_statuses(&rows, &[("C9", Dead)]);
    assert_eq!(chain(&life, &board(&rows), "C9").ground, Ground::Proved);
}

/// A throw-in left in an eye that it made false for a while.
#[test]
fn throw_in_is_dead() {
    let rows = above_white([
        "XX.OX.X.X",
        "X.XXXXXXX",
        "XXXXX.X.X",
        ".X.XXXXXX",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("D9", Dead)]);
}

/// Eye space, but nowhere two eyes.
#[test]
fn a_large_group_without_eyes_is_dead() {
    let rows = above_white([
        "X.OO.O.XX",
        "XOXOOOOX.",
        "XXXXXXXXX",
        ".X.X.X.XX",
        "XXXXXXXXX",
    ]);
    assert_statuses(&rows, &[("F9", Dead)]);
}
