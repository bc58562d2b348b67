//! Dead stones that can hardly be meant as they were marked.

use crate::go::{Agreed, ByColor, Color, Point};

/// Something odd about the marked dead stones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oddity {
    /// Dead stones of both sides share a region: one of them took the other.
    BothColors(ByColor<Point>),
    /// A dead stone stands where only live stones of its own side surround it.
    OwnArea(Color, Point),
    /// Beside the first stone, which is dead, the second one of the same side lives: the region
    /// belongs to nobody.
    LeftAlive {
        /// Their side.
        color: Color,
        /// A dead stone.
        dead: Point,
        /// A live stone at the same region.
        alive: Point,
    },
    /// No live stone at all surrounds the dead stone.
    Unsurrounded(Color, Point),
}

/// What is odd, at most one thing for each region without live stones.
pub(super) fn oddities(agreed: &Agreed) -> Vec<Oddity> {
    let (board, live) = (agreed.board(), agreed.live());
    let size = live.size();
    let mut seen = vec![false; size.area()];
    let mut found = Vec::new();
    for &start in agreed.dead() {
        let mut dead = ByColor::<Option<Point>>::default();
        let mut alive = ByColor::<Option<Point>>::default();
        let mut next = vec![start];
        while let Some(point) = next.pop() {
            if let Some(color) = live.get(point) {
                alive[color].get_or_insert(point);
            } else if !std::mem::replace(&mut seen[size.index(point)], true) {
                if let Some(color) = board.get(point) {
                    dead[color].get_or_insert(point);
                }
                next.extend(size.neighbours(point));
            }
        }
        found.extend(oddity(dead, alive));
    }
    found
}

/// What is odd about a region with these dead stones in it and these live ones around it.
fn oddity(dead: ByColor<Option<Point>>, alive: ByColor<Option<Point>>) -> Option<Oddity> {
    let (color, stone) = match (dead.black, dead.white) {
        (Some(black), Some(white)) => return Some(Oddity::BothColors(ByColor { black, white })),
        (Some(black), None) => (Color::Black, black),
        (None, Some(white)) => (Color::White, white),
        (None, None) => return None,
    };
    match (alive[color], alive[color.opponent()]) {
        (None, Some(_)) => None,
        (None, None) => Some(Oddity::Unsurrounded(color, stone)),
        (Some(_), None) => Some(Oddity::OwnArea(color, stone)),
        (Some(alive), Some(_)) => Some(Oddity::LeftAlive {
            color,
            dead: stone,
            alive,
        }),
    }
}
