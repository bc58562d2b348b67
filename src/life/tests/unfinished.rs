//! Boards on which something is still to be played, one each.

use super::{above_white, assert_statuses, board, labels, point, position};
use crate::go::{BoardSize, ByColor, Color};
use crate::life::Status::{Alive, Open, Seki};
use crate::life::{Border, Life, Unfinished};

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
}

/// A corner in which both sides share D9 and B7. White surrounds all of it.
fn corner_with_a_ko(first_row: &'static str) -> [&'static str; 9] {
    [
        first_row,
        "XOOXXOOOO",
        "X.XXOOO.O",
        "XXXOO.OOO",
        "OOOOOOOOO",
        "XXXXXXXXX",
        "X.XXXXX.X",
        "XXXXXXXXX",
        ".X.X.X.X.",
    ]
}

/// Nobody can play at D9 or B7 first. Black can end it at A9 as a seki; White can take a stone
/// there and then fight a ko for everything.
#[test]
fn ten_thousand_year_ko_is_named() {
    let rows = corner_with_a_ko(".XO.XO.O.");
    let life = assert_statuses(&rows, &[("C9", Seki), ("E9", Seki), ("F9", Alive)]);
    assert_eq!(labels(&life, life.seki()), ["D9", "B7"]);
    assert!(!life.is_certain());
    for stone in ["C9", "E9"] {
        let named = Unfinished::KoForLife(point(stone, life.size));
        assert!(life.unfinished().contains(&named), "{stone}");
    }
}

#[test]
fn ten_thousand_year_ko_ends_as_a_seki() {
    let rows = corner_with_a_ko("XXO.XO.O.");
    let life = assert_statuses(&rows, &[("C9", Seki), ("E9", Seki), ("A9", Seki)]);
    assert_eq!(labels(&life, life.seki()), ["D9", "B7"]);
    assert!(life.is_certain() && life.unfinished().is_empty());
}

/// The same after White took at A9 and played D9: who wins the ko takes the other.
#[test]
fn ten_thousand_year_ko_fought_is_open() {
    let rows = corner_with_a_ko("O.OOXO.O.");
    let life = assert_statuses(&rows, &[("C9", Open), ("E9", Open)]);
    let named = Unfinished::KoForLife(point("C9", life.size));
    assert!(life.unfinished().contains(&named));
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
    let [found] = &borders(&life)[..] else {
        panic!("{:?}", life.unfinished());
    };
    assert_eq!(found.points.len(), 15);
    assert!(life.dead().is_empty());
}

fn borders(life: &Life) -> Vec<Border> {
    let border = |place: &Unfinished| match place {
        Unfinished::OpenBorder(border) => Some(border.clone()),
        _ => None,
    };
    life.unfinished().iter().filter_map(border).collect()
}

/// Black at E5 keeps White out of E6, which only Black can fill then; White at E5 leaves E6 to
/// Black all the same: it could be taken there.
#[test]
fn a_small_border_is_played_to_its_end() {
    let rows = [
        ".X.XO.O.O",
        "XXXXOOOOO",
        ".X.XXXOO.",
        "XXXX.XOOO",
        ".X.X.OOO.",
        "XXXXOOO.O",
        ".X.XO.O.O",
        "XXXXOOOOO",
        ".X.XO.O.O",
    ];
    let life = Life::of(&position(&board(&rows)));
    let [found] = &borders(&life)[..] else {
        panic!("{:?}", life.unfinished());
    };
    assert_eq!(labels(&life, &found.points), ["E6", "E5"]);
    assert!(found.is_searched);
    assert_eq!(found.gains, ByColor { black: 2, white: 0 });
}

/// A whole empty middle is not searched: what stands around it without proof is at stake.
#[test]
fn a_large_border_puts_what_is_not_proved_at_stake() {
    let rows = [
        "...X.O...",
        "...X.O...",
        "...X.O...",
        "...X.O...",
        ".........",
        "...X.O...",
        "...X.O...",
        "...X.O...",
        "...X.O...",
    ];
    let life = Life::of(&position(&board(&rows)));
    let found = borders(&life);
    assert!(!found.is_empty() && found.iter().all(|border| !border.is_searched));
    let most: u32 = found.iter().map(|border| border.gains.black).sum();
    let stones = 8;
    assert!(most >= 2 * stones, "{most}");
}
