//! Stones as they lie: where their middles are, and to which crossing each belongs.
//!
//! Between two crossings a stone belongs to the nearer one, unless another stone lies there: people
//! tell by elimination. So the stones are found first, wherever they lie, and then shared out among
//! the crossings, at most one to each: an optimal transport with the squared distance as its cost and
//! an entropy (Cuturi, "Sinkhorn distances", 2013), whose plan also says how certain it is.

use ndarray::{Array3, ArrayView3};

use super::grid::{BEND_TERMS, Bend};
use super::homography::{Xy, distance, solve};

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

/// The output's channels that say what each crossing holds; the five of each of the four places
/// follow: logits of no stone, black, white, and the way to the middle (x, y).
const HELD: usize = 3;
/// A place is looked at where a stone is at least this likely.
const SEEN: f64 = 0.15;
/// Places whose stones' middles lie this near to each other, in cells, mean the same stone.
const SAME: f64 = 0.5;

/// The stones in the output `[channel, row, column]` of the stone net for a view whose first
/// crossing lies `margin` cells inside.
pub(super) fn find(output: ArrayView3<f32>, margin: usize) -> Vec<Stone> {
    let mut places = seen_places(output, margin);
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

/// What each place of the output sees, where that is likely a stone.
fn seen_places(output: ArrayView3<f32>, margin: usize) -> Vec<Stone> {
    let (_, rows, columns) = output.dim();
    let mut places = Vec::new();
    for row in 0..rows {
        for column in 0..columns {
            for (below, right) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                // As a pixel shuffle by two orders them.
                let at =
                    |k: usize| f64::from(output[[HELD + 4 * k + 2 * below + right, row, column]]);
                let top = at(0).max(at(1)).max(at(2));
                let e = [0, 1, 2].map(|k| (at(k) - top).exp());
                let total: f64 = e.iter().sum();
                let stone = Stone {
                    at: [
                        column as f64 + right as f64 / 2.0 - margin as f64 + at(3),
                        row as f64 + below as f64 / 2.0 - margin as f64 + at(4),
                    ],
                    colors: [e[1] / total, e[2] / total],
                };
                if stone.seen() > SEEN {
                    places.push(stone);
                }
            }
        }
    }
    places
}

/// A stone this near to a crossing, in cells, lies on it.
const ON: f64 = 0.35;
/// A stone beside the board counts from this probability on.
const SURELY: f64 = 0.7;

/// How many stones lie where the crossings of one line more would be, at the top, right, bottom,
/// left.
pub(super) fn beside(stones: &[Stone], lines: usize) -> [usize; 4] {
    let last = lines as f64 - 1.0;
    let places: Vec<Xy> = (stones.iter())
        .filter(|s| s.seen() > SURELY)
        .map(|s| (s.at, s.at.map(f64::round)))
        .filter(|(at, place)| distance(*at, *place) < ON)
        .map(|(_, place)| place)
        .collect();
    let along = |line: usize, is: f64| {
        let on = |p: &&Xy| p[line] == is && (0.0..=last).contains(&p[1 - line]);
        places.iter().filter(on).count()
    };
    [
        along(1, -1.0),
        along(0, last + 1.0),
        along(1, last + 1.0),
        along(0, -1.0),
    ]
}

/// A stone belongs to no crossing that is farther away than this, in cells.
const REACH: f64 = 0.8;
/// Belonging to no crossing at all costs as much as one this far away.
const NOWHERE: f64 = 0.7;
/// The entropy's weight, in squared cells: the square of a distance is known about as well.
const ENTROPY: f64 = 0.08;
/// Rounds of the transport; a row of jammed stones needs some dozens.
const ROUNDS: usize = 100;

/// The crossings (by index) that a stone may belong to, and how likely it does if it is there at all.
pub(super) type Belongs = Vec<(usize, f64)>;

/// To which crossings of a board with so many lines each stone belongs, when every stone belongs to one
/// at most, and every crossing has one stone at most.
pub(super) fn share(stones: &[Stone], lines: usize) -> Vec<Belongs> {
    plan(&settled(stones, lines), lines)
}

/// How likely each crossing is empty, black, white `[row, column, class]` by the stones that belong
/// to it.
pub(super) fn held(stones: &[Stone], shares: &[Belongs], lines: usize) -> Array3<f64> {
    let mut probs = Array3::zeros((lines, lines, 3));
    for (stone, belongs) in stones.iter().zip(shares) {
        for (i, share) in belongs {
            for (color, p) in stone.colors.iter().enumerate() {
                probs[[i / lines, i % lines, color + 1]] += share * p;
            }
        }
    }
    for mut crossing in probs.rows_mut() {
        crossing[0] = f64::max(0.0, 1.0 - crossing[1] - crossing[2]);
    }
    probs
}

/// The transport.
fn plan(stones: &[Stone], lines: usize) -> Vec<Belongs> {
    let mut plan: Vec<Belongs> = stones.iter().map(|s| claims(s, lines)).collect();
    let nowhere = (-NOWHERE * NOWHERE / ENTROPY).exp();
    let mut open = vec![1.0; lines * lines];
    let mut shares = vec![0.0; stones.len()];
    for _ in 0..ROUNDS {
        let mut taken = vec![0.0; open.len()];
        for ((stone, claims), share) in stones.iter().zip(&plan).zip(&mut shares) {
            let total: f64 = claims.iter().map(|(i, fits)| fits * open[*i]).sum();
            *share = stone.seen() / (total + nowhere);
            for (i, fits) in claims {
                taken[*i] += *share * fits;
            }
        }
        for (open, taken) in open.iter_mut().zip(taken) {
            *open = f64::min(1.0, 1.0 / taken);
        }
    }
    for ((stone, claims), share) in stones.iter().zip(&mut plan).zip(shares) {
        for (i, fits) in claims {
            *fits *= share * open[*i] / stone.seen();
        }
    }
    plan
}

/// Fewer stones do not show how all of them lie.
const MANY: usize = 25;
/// Terms of the field that moves them.
const TERMS: usize = BEND_TERMS + 3;
/// So many stones' worth of evidence stands against each term.
const RIDGE: f64 = 3.0;

/// The stones moved by a smooth field, the same for all, so that they lie about their crossings:
/// seen from low all their middles lie off, to the far side.
fn settled(stones: &[Stone], lines: usize) -> Vec<Stone> {
    let mut moved = stones.to_vec();
    let is_there = |stone: &Stone| stone.seen() > 0.5;
    if stones.iter().filter(|s| is_there(s)).count() < MANY {
        return moved;
    }
    for _ in 0..3 {
        let mut sums = [[[0.0; TERMS + 1]; TERMS]; 2];
        let shares = plan(&moved, lines);
        let all = stones.iter().zip(&moved).zip(shares);
        for ((stone, now), belongs) in all.filter(|a| is_there(a.0.0)) {
            let share: f64 = belongs.iter().map(|b| b.1).sum();
            let terms = terms(stone.at, lines);
            for (axis, sums) in sums.iter_mut().enumerate() {
                let home = |i: usize| [i % lines, i / lines][axis] as f64;
                let stays = (1.0 - share) * now.at[axis];
                let goal = stays + belongs.iter().map(|(i, w)| w * home(*i)).sum::<f64>();
                for (term, row) in terms.iter().zip(sums.iter_mut()) {
                    for (cell, other) in row.iter_mut().zip(terms) {
                        *cell += term * other;
                    }
                    row[TERMS] += term * (goal - stone.at[axis]);
                }
            }
        }
        for (i, row) in sums.iter_mut().flat_map(|s| s.iter_mut().enumerate()) {
            row[i] += RIDGE;
        }
        let [Some(x), Some(y)] = sums.map(solve) else {
            return stones.to_vec();
        };
        for (stone, now) in stones.iter().zip(&mut moved) {
            let terms = terms(stone.at, lines);
            for (axis, field) in [x, y].iter().enumerate() {
                let by: f64 = field.iter().zip(terms).map(|(f, t)| f * t).sum();
                now.at[axis] = stone.at[axis] + by;
            }
        }
    }
    moved
}

fn terms(at: Xy, lines: usize) -> [f64; TERMS] {
    let [x, y] = at.map(|v| 2.0 * v / (lines as f64 - 1.0) - 1.0);
    let mut terms = [1.0; TERMS];
    terms[1] = x;
    terms[2] = y;
    terms[3..].copy_from_slice(&Bend::terms(at, lines as f64));
    terms
}

/// The crossings (by index) within a stone's reach, and how well it fits each.
fn claims(stone: &Stone, lines: usize) -> Belongs {
    let near = |v: f64| {
        let middle = v.round() as i64;
        (middle - 1..=middle + 1).filter(move |i| (0..lines as i64).contains(i))
    };
    near(stone.at[1])
        .flat_map(|r| near(stone.at[0]).map(move |c| (r, c)))
        .filter_map(|(r, c)| {
            let apart = distance(stone.at, [c as f64, r as f64]);
            let index = r as usize * lines + c as usize;
            (apart < REACH).then(|| (index, (-apart * apart / ENTROPY).exp()))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn black(at: Xy) -> Stone {
        Stone {
            at,
            colors: [1.0, 0.0],
        }
    }

    fn shared(stones: &[Stone], lines: usize) -> Array3<f64> {
        held(stones, &share(stones, lines), lines)
    }

    /// The likeliest class of a crossing and its probability.
    fn likeliest(probs: &Array3<f64>, row: usize, column: usize) -> (usize, f64) {
        (0..3)
            .map(|k| (k, probs[[row, column, k]]))
            .max_by(|a, b| a.1.total_cmp(&b.1))
            .unwrap()
    }

    #[test]
    fn a_stone_belongs_to_the_nearer_crossing() {
        let probs = shared(&[black([3.3, 4.1])], 9);
        assert_eq!(likeliest(&probs, 4, 3).0, 1);
        assert!(likeliest(&probs, 4, 3).1 > 0.95);
        assert_eq!(likeliest(&probs, 4, 4).0, 0);
    }

    #[test]
    fn half_way_both_are_as_likely() {
        let probs = shared(&[black([3.5, 4.0])], 9);
        for column in [3, 4] {
            assert!((probs[[4, column, 1]] - 0.5).abs() < 0.02);
        }
    }

    #[test]
    fn a_jammed_row_is_told_by_elimination() {
        // Four stones between columns 2 and 6 push the first beyond the middle to its neighbour.
        let row: Vec<Stone> = [2.56, 3.4, 4.3, 5.2]
            .map(|x| black([x, 4.0]))
            .into_iter()
            .chain([black([6.0, 4.0])])
            .collect();
        let probs = shared(&row, 9);
        for column in 2..=6 {
            assert_eq!(likeliest(&probs, 4, column).0, 1, "column {column}");
        }
    }

    #[test]
    fn stones_that_all_lie_off_to_one_side_settle() {
        // Every second crossing of the board, seen from so low that the middles lie 0.48 cells off.
        let stones: Vec<Stone> = (0..361)
            .step_by(2)
            .map(|i| black([(i % 19) as f64 + 0.05, (i / 19) as f64 - 0.48]))
            .collect();
        let probs = shared(&stones, 19);
        for i in 0..361 {
            let class = usize::from(i % 2 == 0);
            let (likeliest, sure) = likeliest(&probs, i / 19, i % 19);
            assert!(likeliest == class && sure > 0.95, "crossing {i}: {sure}");
        }
    }

    #[test]
    fn a_stone_beside_the_board_belongs_to_no_crossing() {
        let probs = shared(&[black([-0.75, 4.0])], 9);
        assert!(probs[[4, 0, 0]] > 0.6);
    }

    #[test]
    fn stones_beside_the_board_are_counted_by_side() {
        let stones = [
            [3.1, -0.9],
            [5.0, -1.2],
            [5.5, -1.0],
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
        let mut output = Array3::from_shape_fn((23, 4, 4), |(k, _, _)| {
            if (HELD..HELD + 4).contains(&k) {
                5.0
            } else {
                -9.0
            }
        });
        for (below, y) in [(0, 0.4), (1, -0.1)] {
            output[[HELD + 4 + 2 * below, 1, 1]] = 9.0;
            output[[HELD + 12 + 2 * below, 1, 1]] = 0.2;
            output[[HELD + 16 + 2 * below, 1, 1]] = y;
        }
        let stones = find(output.view(), 0);
        assert_eq!(stones.len(), 1);
        assert!(distance(stones[0].at, [1.2, 1.4]) < 1e-3);
        assert!(stones[0].colors[0] > 0.95);
    }
}
