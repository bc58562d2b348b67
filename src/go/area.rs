//! Whose area every point is.

use super::{Board, Color};

/// For every point, row by row from the top left, the side whose live stones alone it
/// holds or reaches; `None` for dame: empty points that reach both sides or neither.
///
/// `live` must hold no dead stones. One flood fill over each empty region.
pub(super) fn owners(live: &Board) -> Vec<Option<Color>> {
    let stones = live.as_slice();
    let mut owner = stones.to_vec();
    let mut seen = vec![false; stones.len()];
    let mut region: Vec<usize> = Vec::with_capacity(stones.len());
    for start in 0..stones.len() {
        if stones[start].is_some() || seen[start] {
            continue;
        }
        let reached = flood(live, start, &mut seen, &mut region);
        let sole = match reached {
            [true, false] => Some(Color::Black),
            [false, true] => Some(Color::White),
            _ => continue,
        };
        for &point in &region {
            owner[point] = sole;
        }
    }
    owner
}

/// Black's area less White's, in points, of a board without dead stones; dame are neither's.
#[must_use]
pub fn area_lead(live: &Board) -> i32 {
    let side = |owner: &Option<Color>| match owner {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    };
    owners(live).iter().map(side).sum()
}

/// Collects the empty region of `start` into `region` and says whether it reaches Black
/// and White.
fn flood(live: &Board, start: usize, seen: &mut [bool], region: &mut Vec<usize>) -> [bool; 2] {
    let stones = live.as_slice();
    let width = usize::from(live.size().width());
    let mut reached = [false; 2];
    region.clear();
    region.push(start);
    seen[start] = true;
    let mut next = 0;
    while let Some(&point) = region.get(next) {
        next += 1;
        let column = point % width;
        let neighbours = [
            (point >= width, point.wrapping_sub(width)),
            (column > 0, point.wrapping_sub(1)),
            (column + 1 < width, point + 1),
            (point + width < stones.len(), point + width),
        ];
        for (on_board, neighbour) in neighbours {
            if !on_board {
                continue;
            }
            match stones[neighbour] {
                Some(Color::Black) => reached[0] = true,
                Some(Color::White) => reached[1] = true,
                None if !seen[neighbour] => {
                    seen[neighbour] = true;
                    region.push(neighbour);
                }
                None => {}
            }
        }
    }
    reached
}
