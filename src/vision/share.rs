//! To which crossing each stone belongs.
//!
//! Between two crossings a stone belongs to the nearer one, unless another stone lies there: people
//! tell by elimination. So the stones are shared out among the crossings, at most one to each: an
//! optimal transport with the squared distance as its cost and an entropy (Cuturi, "Sinkhorn
//! distances", 2013), whose plan also says how certain it is.

use std::collections::HashSet;

use ndarray::Array3;

use super::grid::{BEND_TERMS, Bend};
use super::homography::{Xy, distance, solve};
use super::stones::Stone;

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

/// A stone this far from every crossing along both lines, in cells, lies between four of them.
const BETWEEN: f64 = 0.3;

/// The crossings, each as (row, column), that are nearest to what may be a stone between four
/// crossings: nets rarely saw one there, and are sure that the crossings are empty. The stones must be
/// `settled`.
pub(super) fn between(stones: &[Stone], lines: usize) -> Vec<[usize; 2]> {
    let last = lines as f64 - 1.0;
    (stones.iter())
        .filter(|s| s.at.iter().all(|v| (v - v.round()).abs() > BETWEEN))
        .map(|s| [s.at[1].round(), s.at[0].round()])
        .filter(|place| place.iter().all(|v| (0.0..=last).contains(v)))
        .map(|place| place.map(|v| v as usize))
        .collect()
}

/// To which crossings of a board with so many lines each stone belongs, when every stone belongs to one
/// at most, and every crossing has one stone at most. The stones must be `settled`.
pub(super) fn plan(stones: &[Stone], lines: usize) -> Vec<Belongs> {
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

/// A stone that less than this belongs to any crossing may lie beside the board.
const ON_BOARD: f64 = 0.5;
/// A stone is likely there from this probability on; less is often light, a shadow or a hand.
const LIKELY: f64 = 0.6;
/// A stone nearer than this to its crossing, in cells, is seen there, or is none.
const ASIDE: f64 = 0.4;

/// The stones (by number) that are likely there and lie so far aside that no crossing shows them, each
/// with its crossing (by index). `fits` is how well a crossing goes with a stone. Every crossing has
/// one stone at most and the best pairs come first, so that a stone whose likeliest crossing is
/// another's lies at the next one and is not lost.
pub(super) fn aside(
    stones: &[Stone],
    shares: &[Belongs],
    lines: usize,
    fits: &dyn Fn(usize) -> f64,
) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (s, (stone, belongs)) in stones.iter().zip(shares).enumerate() {
        let share: f64 = belongs.iter().map(|b| b.1).sum();
        if stone.seen() > LIKELY && share > ON_BOARD {
            pairs.extend(belongs.iter().map(|&(i, share)| (share * fits(i), s, i)));
        }
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (mut at_home, mut taken) = (HashSet::new(), HashSet::new());
    pairs.retain(|(_, s, i)| {
        let free = !at_home.contains(s) && !taken.contains(i);
        if free {
            at_home.insert(*s);
            taken.insert(*i);
        }
        free
    });
    let crossing = |i: usize| [(i % lines) as f64, (i / lines) as f64];
    (pairs.into_iter())
        .filter(|(_, s, i)| distance(stones[*s].at, crossing(*i)) > ASIDE)
        .map(|(_, s, i)| (s, i))
        .collect()
}

/// Fewer stones do not show how all of them lie.
const MANY: usize = 25;
/// Terms of the field that moves them.
const TERMS: usize = BEND_TERMS + 3;
/// So many stones' worth of evidence stands against each term.
const RIDGE: f64 = 3.0;

/// The stones moved by a smooth field, the same for all, so that they lie about their crossings:
/// seen from low all their middles lie off, to the far side.
pub(super) fn settled(stones: &[Stone], lines: usize) -> Vec<Stone> {
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
    use super::super::stones::tests::black;
    use super::*;

    fn shared(stones: &[Stone], lines: usize) -> Array3<f64> {
        held(stones, &plan(&settled(stones, lines), lines), lines)
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
    fn a_stone_that_is_seen_is_not_lost() {
        // The second lies between the first's crossing and two that show nothing.
        let stones = [[3.0, 4.0], [3.5, 4.5]].map(black);
        let shares = plan(&stones, 9);
        let at = |row: usize, column: usize| [(1, row * 9 + column)];
        assert_eq!(aside(&stones, &shares, 9, &|_| 0.2), at(4, 4));
        let below = |i: usize| if i == 5 * 9 + 4 { 0.9 } else { 0.2 };
        assert_eq!(aside(&stones, &shares, 9, &below), at(5, 4));
    }

    #[test]
    fn a_stone_beside_the_board_belongs_to_no_crossing() {
        let probs = shared(&[black([-0.75, 4.0])], 9);
        assert!(probs[[4, 0, 0]] > 0.6);
    }

    #[test]
    fn a_stone_between_four_crossings_is_told() {
        let stones = [[3.45, 4.6], [5.1, 4.5], [-0.6, 2.4]].map(black);
        assert_eq!(between(&stones, 9), [[5, 3]]);
    }
}
