//! The rules: play, agreement, counting and notation, each in its own file.

mod agreement;
mod notation;
mod play;
mod properties;
mod shared_positions;
mod territory;
mod worked;

use shuzi::go::{Agreed, Board, Point, Position, Setup, diff};

/// A board drawn as text.
fn board(text: &str) -> Board {
    text.parse().expect("the test draws a board")
}

/// A legal position drawn as text.
fn position(text: &str) -> Position {
    Position::try_from(Setup::from(board(text))).expect("the test draws a legal position")
}

/// A drawn position in which the named chains are dead.
fn agreed(text: &str, dead: &[&str]) -> Agreed {
    let position = position(text);
    let dead: Vec<Point> = dead.iter().map(|label| at(&position, label)).collect();
    position.agree(&dead).expect("the test names stones")
}

/// A point of a position by its name.
fn at(position: &Position, label: &str) -> Point {
    Point::parse(label, position.board().size()).expect("the test names points of the board")
}

/// Fails with both boards and the points that differ.
#[track_caller]
fn assert_board(found: &Board, expected: &Board) {
    if let Some(text) = diff(found, expected) {
        panic!("the boards differ\n{text}");
    }
}
