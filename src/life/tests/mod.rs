//! Boards whose answer is known, and properties that hold on any board.

mod boards;
pub(super) mod proofs;
mod search;
mod unfinished;

use proptest::prelude::ProptestConfig;

use super::{ChainLife, Life, Status};
use crate::go::{Board, BoardSize, Point, Position, Setup};

/// So many random boards, or as many as `PROPTEST_CASES` asks for.
pub(super) fn cases(usual: u32) -> ProptestConfig {
    match std::env::var_os("PROPTEST_CASES") {
        Some(_) => ProptestConfig::default(),
        None => ProptestConfig::with_cases(usual),
    }
}

pub(super) fn position(board: &Board) -> Position {
    Position::try_from(Setup::from(board.clone())).expect("every chain has a liberty")
}

fn board(rows: &[&str]) -> Board {
    Board::from_rows(rows).expect("a diagram")
}

fn point(label: &str, size: BoardSize) -> Point {
    Point::parse(label, size).expect("a point")
}

/// What is said about the chain of a stone.
fn chain<'a>(life: &'a Life, board: &Board, label: &str) -> &'a ChainLife {
    let stone = point(label, board.size());
    let mut chains = life.chains().iter();
    chains
        .find(|chain| chain.chain.stones.contains(&stone))
        .expect("a stone")
}

/// Judges a board and checks the chains named by their stones.
#[track_caller]
fn assert_statuses(rows: &[&str], expected: &[(&str, Status)]) -> Life {
    let board = board(rows);
    let life = Life::of(&position(&board));
    for &(label, status) in expected {
        let found = chain(&life, &board, label);
        assert_eq!(
            found.status,
            status,
            "{label}, certainty {:.2}, on\n{}",
            found.certainty,
            board.with_coordinates()
        );
    }
    life
}

/// White lives here whatever is above.
const WHITE_BELOW: [&str; 4] = ["OOOOOOOOO", "O.OOOOO.O", "OOOOOOOOO", ".O.O.O.O."];

/// A board of nine lines from its upper five rows.
fn above_white(rows: [&'static str; 5]) -> Vec<&'static str> {
    rows.into_iter().chain(WHITE_BELOW).collect()
}

fn labels(life: &Life, points: &[Point]) -> Vec<String> {
    points.iter().map(|point| point.label(life.size)).collect()
}
