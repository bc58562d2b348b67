//! Whether an eye space is one eye or two.

use super::{Board, BoardSize, Point};

/// With this many empty points an eye space is taken as two eyes. The shapes that one move
/// kills have at most six points, and of those of six the owner, moving first, divides each.
const ROOMY: usize = 6;

/// Fewest points that a stone among them can divide.
const SMALLEST_DIVISIBLE: usize = 3;

/// Whether the side that surrounds `space` can divide it into two eyes by moving first and
/// answering one move, as ties are ruled in favour of life. Dead stones in the space
/// (`board` holds them) block the points that they stand on.
pub(super) fn has_two_eyes(board: &Board, space: &[Point]) -> bool {
    if space.len() < SMALLEST_DIVISIBLE {
        return false;
    }
    let size = board.size();
    let empty: Vec<Point> = space
        .iter()
        .copied()
        .filter(|&point| board.get(point).is_none())
        .collect();
    if empty.len() >= ROOMY {
        return true;
    }
    let divides = |walls: &[Point]| pieces(size, space, walls) >= 2;
    empty.iter().any(|&first| {
        divides(&[first]) || survives_answer(&empty, first, |second| divides(&[first, second]))
    })
}

/// Whether after `first`, whatever point the opponent takes, another one divides the space.
fn survives_answer(empty: &[Point], first: Point, divides: impl Fn(Point) -> bool) -> bool {
    let good: Vec<Point> = empty
        .iter()
        .copied()
        .filter(|&second| second != first && divides(second))
        .collect();
    good.len() >= 2
}

/// Number of connected pieces of a space once the walls stand in it.
fn pieces(size: BoardSize, space: &[Point], walls: &[Point]) -> usize {
    let mut open: Vec<Point> = space
        .iter()
        .copied()
        .filter(|point| !walls.contains(point))
        .collect();
    let mut count = 0;
    while let Some(start) = open.pop() {
        count += 1;
        let mut frontier = vec![start];
        while let Some(point) = frontier.pop() {
            for neighbour in size.neighbours(point) {
                if let Some(place) = open.iter().position(|&p| p == neighbour) {
                    frontier.push(open.swap_remove(place));
                }
            }
        }
    }
    count
}
