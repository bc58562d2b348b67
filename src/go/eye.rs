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
    }) || takes_two_eyes(board, space, &empty)
}

/// Whether the side that surrounds the space, moving first, can take the one dead chain in
/// it so that the emptied points still make two eyes.
fn takes_two_eyes(board: &Board, space: &[Point], empty: &[Point]) -> bool {
    let size = board.size();
    let dead: Vec<Point> = space
        .iter()
        .copied()
        .filter(|point| !empty.contains(point))
        .collect();
    !dead.is_empty() && pieces(size, &dead, &[]) == 1 && taking_lives(size, &dead, empty)
}

/// The owner fills one of the dead chain's liberties, then the opponent may enlarge the
/// chain; filling the last liberty takes it, and the opponent moves next.
fn taking_lives(size: BoardSize, dead: &[Point], liberties: &[Point]) -> bool {
    liberties.iter().any(|&filled| {
        let left: Vec<Point> = liberties.iter().copied().filter(|&p| p != filled).collect();
        if left.is_empty() {
            return !is_killing_shape(size, dead);
        }
        let passed = taking_lives(size, dead, &left);
        passed
            && (left.len() == 1 || {
                left.iter().all(|&added| {
                    let enlarged: Vec<Point> = dead.iter().copied().chain([added]).collect();
                    let rest: Vec<Point> = left.iter().copied().filter(|&p| p != added).collect();
                    taking_lives(size, &enlarged, &rest)
                })
            })
    })
}

/// Whether an eye space of these points is killed by the opponent's move (nakade): up to
/// three in a row or bent, the square and pyramid four, the bulky and crossed five, the
/// rabbity six. They are told apart by how many of the points lie next to each point.
fn is_killing_shape(size: BoardSize, shape: &[Point]) -> bool {
    let beside = |&point: &Point| size.neighbours(point).filter(|p| shape.contains(p)).count();
    let mut degrees: Vec<usize> = shape.iter().map(beside).collect();
    degrees.sort_unstable();
    match shape.len() {
        0..=3 => true,
        _ => matches!(
            degrees.as_slice(),
            [2, 2, 2, 2] | [1, 1, 1, 3] | [1, 2, 2, 2, 3] | [1, 1, 1, 1, 4] | [1, 1, 2, 2, 2, 4]
        ),
    }
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
