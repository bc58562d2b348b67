//! Eye shapes on the grid: which are killed by one move, and where.

use super::arena::{Arena, Spot};

/// How many points of a shape lie next to one of its points.
fn degree(arena: &Arena, shape: &[Spot], spot: Spot) -> usize {
    let around = arena.around(spot);
    around.iter().filter(|near| shape.contains(near)).count()
}

/// Whether an eye space of these points is killed by the opponent's move in it (nakade): up
/// to three points, the square and the pyramid four, the bulky and the crossed five, the
/// rabbity six. They are told apart by how many points lie next to each point.
pub(super) fn is_killing_shape(arena: &Arena, shape: &[Spot]) -> bool {
    let mut degrees = [0; 6];
    let count = shape.len();
    if count <= 3 || count > degrees.len() {
        return count <= 3;
    }
    for (degree_of, &spot) in degrees.iter_mut().zip(shape) {
        *degree_of = degree(arena, shape, spot);
    }
    degrees[..count].sort_unstable();
    is_killing(&degrees[..count])
}

/// The same for a shape of more than three points, by how many of its points lie next to
/// each of them, in rising order.
pub(super) fn is_killing(degrees: &[usize]) -> bool {
    matches!(
        degrees,
        [2, 2, 2, 2] | [1, 1, 1, 3] | [1, 2, 2, 2, 3] | [1, 1, 1, 1, 4] | [1, 1, 2, 2, 2, 4]
    )
}

/// The point of an empty eye space that both sides want: the only one that keeps it one eye
/// or makes it two. `None` where there is no such point or no need for one.
pub(super) fn vital_point(arena: &Arena, space: &[Spot]) -> Option<Spot> {
    if space.len() < 3 || !is_killing_shape(arena, space) {
        return None;
    }
    let degree_of = |&&spot: &&Spot| degree(arena, space, spot);
    let vital = space.iter().max_by_key(degree_of)?;
    // In the square four every point is as good; the owner needs two.
    (degree_of(&vital) > 2 || space.len() == 3).then_some(*vital)
}
