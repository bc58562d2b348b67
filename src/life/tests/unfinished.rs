//! Boards on which something is still to be played, one each.

use super::{above_white, assert_statuses, board, labels, point, position};
use crate::go::{BoardSize, Color};
use crate::life::Status::{Alive, Open};
use crate::life::{Life, Stake, Unfinished};

#[test]
fn bent_four_in_the_corner_is_named() {
    let rows = above_white([
        "XXX.OX.X.",
        ".OOOOXXXX",
        "OOXXXX.X.",
        "XXX.XXXXX",
        "X.XXXXXXX",
    ]);
    let life = assert_statuses(&rows, &[("A9", Alive), ("F9", Alive)]);
    let stone = point("A9", life.size);
    assert!(!life.is_certain());
    assert_eq!(life.unfinished(), [Unfinished::BentFour(stone)]);
    let [stake] = &life.stakes()[..] else {
        panic!("{:?}", life.stakes());
    };
    // Ten stones and the shared liberty.
    assert!(stake.if_black >= 22 && stake.if_white <= -22, "{stake:?}");
}

#[test]
fn a_race_is_open_where_the_first_move_decides() {
    let rows = [
        "O.XO.X.X.",
        "O.XO.XXXX",
        "OOOXXX.X.",
        ".OOX.XXXX",
        "O.OXXX.X.",
        ".OOX.XXXX",
        "OOOXXX.X.",
        ".OOX.XXXX",
        "O.OXXX.X.",
    ];
    let life = assert_statuses(&rows, &[("C9", Open), ("D9", Open)]);
    let stone = point("C9", BoardSize::square(9).unwrap());
    assert!(life.unfinished().contains(&Unfinished::Unsettled(stone)));
    let turns = |stake: &&Stake| stake.place == Unfinished::Unsettled(stone);
    let stakes = life.stakes();
    let stake = stakes.iter().find(turns).expect("it is unfinished");
    assert_ne!(stake.if_black == 0, stake.if_white == 0, "{stake:?}");
}

#[test]
fn a_cut_beside_a_dame_must_be_protected() {
    let rows = [
        ".X.XO.O.O",
        "XXXXOOOOO",
        ".X.XO.O.O",
        "XXXOOOOOO",
        ".X.X.O.O.",
        "XXXOOOOOO",
        ".X.XO.O.O",
        "XXXXOOOOO",
        ".X.XO.O.O",
    ];
    let life = assert_statuses(&rows, &[("D5", Alive)]);
    assert_eq!(labels(&life, &life.dame()), ["E5"]);
    let cut = point("C5", BoardSize::square(9).unwrap());
    assert_eq!(life.unfinished(), [Unfinished::Protect(Color::Black, cut)]);
}

#[test]
fn the_last_ko_is_noticed() {
    let rows = [
        ".X.XO.O.O",
        "XXXXOOOOO",
        ".X.XO.O.O",
        "XXXXOOOOO",
        ".XXO.O.O.",
        "XXXXOOOOO",
        ".X.XO.O.O",
        "XXXXOOOOO",
        ".X.XO.O.O",
    ];
    let life = Life::of(&position(&board(&rows)));
    let ko = point("E5", BoardSize::square(9).unwrap());
    assert!(
        life.unfinished().contains(&Unfinished::Ko(ko)),
        "{:?}",
        life.unfinished()
    );
}

#[test]
fn an_open_border_is_noticed() {
    let rows = [
        ".X.X.O.O.",
        "XXXX.OOOO",
        ".X.X.O.O.",
        "XXX...OOO",
        ".XX...OO.",
        "XXX...OOO",
        ".X.X.O.O.",
        "XXXX.OOOO",
        ".X.X.O.O.",
    ];
    let life = Life::of(&position(&board(&rows)));
    let open = |place: &Unfinished| matches!(place, Unfinished::OpenBorder(_));
    assert!(
        life.unfinished().iter().any(open),
        "{:?}",
        life.unfinished()
    );
    assert!(life.dead().is_empty());
}
