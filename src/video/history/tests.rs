//! Text boards in, moves out.

use super::*;
use crate::go::{Board, Color::Black, Color::White, diff};
use crate::video::Settled;

/// Watches boards of 5 × 5 points as if every reading were right.
struct Camera {
    history: History,
    seen: Seen,
    now: Seconds,
    warnings: Vec<Irregularity>,
    repairs: usize,
}

/// `#` is a point behind a hand.
fn rows(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

const EMPTY: &str = "..... ..... ..... ..... .....";

impl Camera {
    fn on(start: &str) -> Self {
        let board = Board::from_rows(&rows(start)).unwrap();
        Self {
            history: History::new(Setup::from(board.clone())),
            seen: Seen::at(&board, 0.0),
            now: 0.0,
            warnings: Vec::new(),
            repairs: 0,
        }
    }

    /// The board looks like this from now on, for so many seconds.
    fn see(&mut self, text: &str, seconds: Seconds) -> &mut Self {
        let end = self.now + seconds;
        while self.now < end {
            self.now += 0.5;
            self.look(&rows(text));
            for happening in self.history.update(&self.seen, self.now) {
                match happening {
                    Happening::Warning(warning) => self.warnings.push(warning.kind),
                    Happening::Repaired { .. } => self.repairs += 1,
                    Happening::Added { .. } | Happening::SetUp => {}
                }
            }
        }
        self
    }

    fn look(&mut self, rows: &[&str]) {
        for point in self.history.size().points() {
            let stone = match rows[usize::from(point.row())].as_bytes()[usize::from(point.column())]
            {
                b'#' => continue,
                b'X' => Some(Black),
                b'O' => Some(White),
                _ => None,
            };
            let mut settled = self.seen.get(point);
            if settled.stone != stone {
                settled = Settled {
                    stone,
                    after: settled.last,
                    by: self.now,
                    last: self.now,
                };
            }
            settled.last = self.now;
            self.seen.set(point, settled);
        }
    }

    /// The record as `B C3, W D3`, setups as `+`.
    fn record(&self) -> String {
        let size = self.history.size();
        let step = |entry: &Entry| match &entry.step {
            Step::Move(Move::Play(color, point)) => {
                format!("{} {}", color.letter(), point.label(size))
            }
            Step::Move(Move::Pass(color)) => format!("{} pass", color.letter()),
            Step::Setup { .. } => "+".to_owned(),
        };
        let steps: Vec<String> = self.history.entries().iter().map(step).collect();
        steps.join(", ")
    }

    #[track_caller]
    fn assert(&self, record: &str, warnings: &[Irregularity]) {
        assert_eq!(self.record(), record, "{:#?}", self.history.entries());
        assert_eq!(self.warnings, warnings);
    }

    #[track_caller]
    fn assert_board(&self, expected: &str) {
        let expected = Board::from_rows(&rows(expected)).unwrap();
        let board = self.history.position().board();
        assert_eq!(diff(board, &expected), None);
    }
}

#[test]
fn moves_are_recorded_one_by_one() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 1.0);
    camera.see("..... ..... ..XO. ..... .....", 1.0);
    camera.see("..... ..X.. ..XO. ..... .....", 1.0);
    camera.assert("B C3, W D3, B C4", &[]);
}

#[test]
fn a_hand_over_the_board_is_no_move() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 1.0);
    camera.see("###.. ##### ##### ..### ...##", 60.0);
    camera.see("..... ..... ..X.. ..... .....", 60.0);
    camera.assert("B C3", &[]);
}

#[test]
fn captured_stones_may_be_lifted_one_by_one_and_late() {
    let mut camera = Camera::on("XX... OOX.. .X... ..... .....");
    camera.see("XX... OOX.. XX... ..... .....", 3.0);
    camera.see("XX... .OX.. XX... ..... .....", 3.0);
    camera.see("XX... .OX.. XX... ..... ....O", 3.0);
    camera.see("XX... ..X.. XX... ..... ....O", 3.0);
    camera.assert("B A3, W E1", &[]);
    camera.assert_board("XX... ..X.. XX... ..... ....O");
}

#[test]
fn captured_stones_may_be_lifted_before_the_move_that_takes_them() {
    let mut camera = Camera::on("XX... OOX.. .X... ..... .....");
    camera.see("XX... ..X.. .X... ..... .....", 4.0);
    camera.see("XX... ..X.. XX... ..... .....", 1.0);
    camera.assert("B A3", &[]);
    let mut slow = Camera::on("XX... OOX.. .X... ..... .....");
    slow.see("XX... ..X.. .X... ..... .....", 20.0);
    slow.assert("+", &[Irregularity::Removed]);
    slow.see("XX... ..X.. XX... ..... .....", 1.0);
    slow.assert("B A3", &[Irregularity::Removed]);
    assert_eq!(slow.repairs, 1);
}

#[test]
fn forgotten_captures_are_reported_once_and_block_nothing() {
    let mut camera = Camera::on("XX... OOX.. .X... ..... .....");
    camera.see("XX... OOX.. XX... ..... .....", 40.0);
    camera.see("XX... OOX.. XX... ..... ....O", 40.0);
    camera.assert("B A3, W E1", &[Irregularity::CapturesLeft]);
    camera.assert_board("XX... ..X.. XX... ..... ....O");
}

#[test]
fn several_moves_under_one_hand_are_put_in_legal_order() {
    let mut camera = Camera::on(EMPTY);
    camera.see("##### ##### ##### ##### #####", 5.0);
    camera.see("..... .XO.. ..X.. ..... .....", 1.0);
    assert_eq!(camera.history.moves(), 3);
    assert!(camera.history.entries().iter().all(|entry| entry.uncertain));
    assert!(camera.warnings.is_empty());
    // Here only one order is legal: White's stone at A4 takes the corner first.
    let mut camera = Camera::on("XO... .O... ..... ..... .....");
    camera.history = History::new(Setup {
        board: camera.seen.board(),
        to_move: Some(White),
    });
    camera.see("##### ##### ##### ##### #####", 5.0);
    camera.see("XO... OO... ..... ..... .....", 1.0);
    camera.see(".O... OO... ..... ..... .....", 1.0);
    camera.see("##O.. OO... ..... ..... .....", 1.0);
    camera.assert("W A4", &[]);
}

#[test]
fn a_stone_seen_late_is_put_in_where_it_belongs() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 2.0);
    camera.see("..... ..... ..X.. ..... ...##", 2.0);
    camera.see("X.... ..... ..X.. ..... ...##", 20.0);
    camera.assert("B C3", &[]);
    camera.see("X.... ..... ..X.. ..... ...O.", 1.0);
    camera.assert("B C3, W D1, B A5", &[]);
}

#[test]
fn a_move_reported_as_out_of_turn_is_repaired_when_the_missing_one_is_seen() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 2.0);
    camera.see("..... ..... ..X.. ..... ...##", 2.0);
    camera.see("X.... ..... ..X.. ..... ...##", 90.0);
    camera.assert("B C3, B A5", &[Irregularity::TwoInARow]);
    camera.see("X.... ..... ..X.. ..... ...O.", 1.0);
    camera.assert("B C3, W D1, B A5", &[Irregularity::TwoInARow]);
    assert_eq!(camera.repairs, 1);
    assert!(
        camera
            .history
            .entries()
            .iter()
            .all(|entry| entry.irregular.is_none())
    );
}

#[test]
fn two_moves_of_one_side_are_reported() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 2.0);
    camera.see("X.... ..... ..X.. ..... .....", 10.0);
    camera.assert("B C3, B A5", &[Irregularity::TwoInARow]);
    camera.see("X...O ..... ..X.. ..... .....", 10.0);
    camera.assert("B C3, B A5, W E5", &[Irregularity::TwoInARow]);
}

#[test]
fn a_move_taken_back_leaves_the_record_and_is_reported() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 5.0);
    camera.see("..... ..O.. ..X.. ..... .....", 10.0);
    camera.see("..... ..... ..X.. ..... .....", 3.0);
    camera.assert("B C3", &[Irregularity::TakenBack]);
    assert_eq!(camera.history.taken_back().len(), 1);
    camera.see("..... ..... ..XO. ..... .....", 1.0);
    camera.assert("B C3, W D3", &[Irregularity::TakenBack]);
}

#[test]
fn a_stone_that_is_adjusted_at_once_is_one_move() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 5.0);
    camera.see("..... ..O.. ..X.. ..... .....", 1.0);
    camera.see("..... ...O. ..X.. ..... .....", 5.0);
    camera.assert("B C3, W D4", &[]);
    assert_eq!(camera.repairs, 1);
}

#[test]
fn a_stone_that_is_nudged_is_no_move() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 5.0);
    camera.see("..... ..... ..XO. ..... .....", 5.0);
    camera.see("..... ..... .X.O. ..... .....", 2.0);
    camera.assert("B C3, W D3", &[]);
    camera.see("..... ..... ..XO. ..... .....", 20.0);
    camera.assert("B C3, W D3", &[]);
}

#[test]
fn stones_that_disappear_are_set_up_and_healed_when_they_come_back() {
    let mut camera = Camera::on("..... .XX.. .OO.. ..... .....");
    camera.see("..... .X... .OO.. ..... .....", 20.0);
    camera.assert("+", &[Irregularity::Removed]);
    camera.see("..... .XX.. .OO.. ..... .....", 20.0);
    camera.assert("", &[Irregularity::Removed]);
}

#[test]
fn a_ko_taken_back_at_once_is_no_move() {
    let mut camera = Camera::on(".XO.. X.XO. .XO.. ..... .....");
    camera.history = History::new(Setup {
        board: camera.seen.board(),
        to_move: Some(White),
    });
    camera.see(".XO.. XO.O. .XO.. ..... .....", 2.0);
    camera.assert("W B4", &[]);
    camera.see(".XO.. X.XO. .XO.. ..... .....", 12.0);
    assert_eq!(camera.warnings.len(), 1);
    camera.assert_board(".XO.. X.XO. .XO.. ..... .....");
}

#[test]
fn a_pass_is_a_move() {
    let mut camera = Camera::on(EMPTY);
    camera.see("..... ..... ..X.. ..... .....", 2.0);
    camera.history.pass(camera.now);
    camera.see("..... ..... ..XX. ..... .....", 2.0);
    camera.assert("B C3, W pass, B D3", &[]);
}

#[test]
fn a_whole_board_of_stones_at_once_is_set_up() {
    let mut camera = Camera::on(EMPTY);
    camera.see("XXXXX XXXXX OO.OO OOOOO .....", 20.0);
    camera.assert("+", &[Irregularity::Unordered]);
    camera.assert_board("XXXXX XXXXX OO.OO OOOOO .....");
}

#[test]
fn handicap_stones_are_no_moves() {
    let mut camera = Camera::on(EMPTY);
    camera.history = History::new(Setup::from(camera.seen.board())).with_handicap(2);
    camera.see("....X ..... ..... ..... .....", 2.0);
    camera.see("....X ..... ..... ..... X....", 20.0);
    camera.see("....X ..O.. ..... ..... X....", 2.0);
    camera.see("....X ..O.. ...X. ..... X....", 2.0);
    camera.assert("W C4, B D3", &[]);
    assert_eq!(camera.history.start().board.count(Black), 2);
}
