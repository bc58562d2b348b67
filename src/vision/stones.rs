//! Stones as they lie: where their middles are, on a crossing or off it.

use ndarray::{Array3, Axis};

use super::homography::{Xy, distance};
use super::nets::softmax;

/// A stone that is seen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Stone {
    /// Its middle in lattice coordinates (column, row).
    pub(super) at: Xy,
    /// The probabilities that it is there and black, and there and white.
    pub(super) colors: [f64; 2],
}

impl Stone {
    /// The probability that it is there.
    pub(super) fn seen(&self) -> f64 {
        self.colors[0] + self.colors[1]
    }
}

/// A place is looked at where a stone is at least this likely.
const SEEN: f64 = 0.15;
/// Places whose stones' middles lie this near to each other, in cells, mean the same stone.
const SAME: f64 = 0.5;

/// The stones in the places (see `Look::places`) of a view whose first crossing lies `margin` cells
/// inside.
pub(super) fn find(places: &Array3<f32>, margin: usize) -> Vec<Stone> {
    let mut places = seen_places(places, margin);
    places.sort_by(|a, b| b.seen().total_cmp(&a.seen()));
    let mut stones = Vec::new();
    while let Some(first) = places.first().cloned() {
        let (same, others): (Vec<_>, Vec<_>) = places
            .into_iter()
            .partition(|p| distance(p.at, first.at) < SAME);
        places = others;
        let total: f64 = same.iter().map(Stone::seen).sum();
        let mean = |value: &dyn Fn(&Stone) -> f64| {
            same.iter().map(|p| p.seen() * value(p)).sum::<f64>() / total
        };
        let black = mean(&|p| p.colors[0]) / mean(&Stone::seen);
        stones.push(Stone {
            at: [mean(&|p| p.at[0]), mean(&|p| p.at[1])],
            colors: [first.seen() * black, first.seen() * (1.0 - black)],
        });
    }
    stones
}

/// What each place sees, where that is likely a stone.
fn seen_places(places: &Array3<f32>, margin: usize) -> Vec<Stone> {
    let margin = margin as f64;
    let mut seen = Vec::new();
    for ((row, column), _) in places.index_axis(Axis(0), 0).indexed_iter() {
        let at = |k: usize| places[[k, row, column]];
        let [_, black, white] = softmax([at(0), at(1), at(2)]);
        let stone = Stone {
            at: [(column, at(3)), (row, at(4))]
                .map(|(i, way)| i as f64 / 2.0 - margin + f64::from(way)),
            colors: [black, white].map(f64::from),
        };
        if stone.seen() > SEEN {
            seen.push(stone);
        }
    }
    seen
}

/// A stone this near to a crossing, in cells, lies on it.
const ON: f64 = 0.35;
/// A stone beside the board counts from this probability on.
const SURELY: f64 = 0.7;

/// Of the stones beside a line, at least this share lies on crossings if there is a line.
const MOST: f64 = 0.7;

/// How many stones lie where the crossings of one line more would be, at the top, right, bottom,
/// left; none where as many lie off them, as in a bowl.
pub(super) fn beside(stones: &[Stone], lines: usize) -> [usize; 4] {
    let last = lines as f64 - 1.0;
    let along = |line: usize, is: f64| {
        let near: Vec<&Stone> = (stones.iter())
            .filter(|s| s.seen() > SURELY && s.at[line].round() == is)
            .filter(|s| (0.0..=last).contains(&s.at[1 - line].round()))
            .collect();
        let on = |s: &&&Stone| distance(s.at, s.at.map(f64::round)) < ON;
        let on = near.iter().filter(on).count();
        if on as f64 >= MOST * near.len() as f64 {
            on
        } else {
            0
        }
    };
    [
        along(1, -1.0),
        along(0, last + 1.0),
        along(1, last + 1.0),
        along(0, -1.0),
    ]
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn black(at: Xy) -> Stone {
        Stone {
            at,
            colors: [1.0, 0.0],
        }
    }

    #[test]
    fn stones_beside_the_board_are_counted_by_side() {
        let stones = [
            [3.1, -0.9],
            [5.0, -1.2],
            [7.5, 9.4],
            [5.5, 9.0],
            [4.0, 9.0],
            [9.1, 4.0],
            [4.0, 4.0],
            [-1.0, -1.0],
        ];
        assert_eq!(beside(&stones.map(black), 9), [2, 1, 0, 0]);
    }

    #[test]
    fn places_that_mean_one_stone_are_one_stone() {
        // A black stone with its middle at (1.2, 1.4): seen from the crossing (1, 1) and from
        // the half cell below it.
        let mut places = Array3::zeros((5, 7, 7));
        places.index_axis_mut(Axis(0), 0).fill(9.0);
        for (row, y) in [(2, 0.4), (3, -0.1)] {
            places[[1, row, 2]] = 18.0;
            places[[3, row, 2]] = 0.2;
            places[[4, row, 2]] = y;
        }
        let stones = find(&places, 0);
        assert_eq!(stones.len(), 1);
        assert!(distance(stones[0].at, [1.2, 1.4]) < 1e-3);
        assert!(stones[0].colors[0] > 0.95);
    }
}
