//! The steps that the fine net saw, unwrapped into one lattice.

use std::collections::BinaryHeap;

use ndarray::ArrayView3;

use super::homography::Xy;
use super::lattice::{MARGIN, sigmoid};

/// A true crossing as the net sees it from an assumed one.
pub(super) struct Sighting {
    /// Index of the true crossing; the whole may be shifted.
    pub index: Xy,
    /// Where it is, in assumed lattice coordinates.
    pub at: Xy,
    /// The probability that the assumed spacing is right.
    pub spacing: f64,
}

/// Unwraps the steps: each assumed crossing gets the index of the true one that it saw, such that
/// the field is smooth. From the middle outwards, always where the neighbours agree best.
pub(super) fn sightings(output: ArrayView3<f32>) -> Vec<Sighting> {
    let count = output.dim().1;
    let step = |r: usize, c: usize| [0, 1].map(|i| f64::from(output[[i, r, c]]));
    let inside = |r: usize, c: usize| sigmoid(output[[2, r, c]]);
    let mut turns: Vec<Option<Xy>> = vec![None; count * count];
    let mut queue = BinaryHeap::new();
    let start = count / 2;
    turns[start * count + start] = Some([0.0; 2]);
    push_around(&mut queue, &turns, start, start, count, &step, &inside);
    while let Some(Candidate {
        row, column, turn, ..
    }) = queue.pop()
    {
        if turns[row * count + column].is_none() {
            turns[row * count + column] = Some(turn);
            push_around(&mut queue, &turns, row, column, count, &step, &inside);
        }
    }
    (0..count * count)
        .filter_map(|i| {
            let (r, c) = (i / count, i % count);
            let turn = turns[i].filter(|_| inside(r, c) > 0.5)?;
            let assumed = [c, r].map(|v| v as f64 - MARGIN as f64);
            Some(Sighting {
                index: [0, 1].map(|k| assumed[k] - turn[k]),
                at: [0, 1].map(|k| assumed[k] + step(r, c)[k]),
                spacing: sigmoid(output[[3, r, c]]),
            })
        })
        .collect()
}

/// An assumed crossing that a neighbour of it could be unwrapped from.
struct Candidate {
    cost: f64,
    row: usize,
    column: usize,
    turn: Xy,
}

impl PartialEq for Candidate {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}
impl Eq for Candidate {}
impl PartialOrd for Candidate {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Candidate {
    /// The lowest cost comes first out of a heap.
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        other.cost.total_cmp(&self.cost)
    }
}

fn push_around(
    queue: &mut BinaryHeap<Candidate>,
    turns: &[Option<Xy>],
    row: usize,
    column: usize,
    count: usize,
    step: &dyn Fn(usize, usize) -> Xy,
    inside: &dyn Fn(usize, usize) -> f64,
) {
    for (dr, dc) in [(-1i32, 0i32), (1, 0), (0, -1), (0, 1)] {
        let (r, c) = (row as i32 + dr, column as i32 + dc);
        if r < 0 || c < 0 || r as usize >= count || c as usize >= count {
            continue;
        }
        let (r, c) = (r as usize, c as usize);
        if turns[r * count + c].is_some() {
            continue;
        }
        let expected = neighbourhood(turns, r, c, count, step);
        let own = step(r, c);
        let turn = [0, 1].map(|i| (expected[i] - own[i]).round());
        let off = [0, 1].map(|i| own[i] + turn[i] - expected[i]);
        queue.push(Candidate {
            cost: off[0].hypot(off[1]) + 2.0 * (1.0 - inside(r, c)),
            row: r,
            column: c,
            turn,
        });
    }
}

/// The median of the unwrapped steps within two crossings.
fn neighbourhood(
    turns: &[Option<Xy>],
    row: usize,
    column: usize,
    count: usize,
    step: &dyn Fn(usize, usize) -> Xy,
) -> Xy {
    let mut known: [Vec<f64>; 2] = [Vec::with_capacity(25), Vec::with_capacity(25)];
    for r in row.saturating_sub(2)..(row + 3).min(count) {
        for c in column.saturating_sub(2)..(column + 3).min(count) {
            if let Some(turn) = turns[r * count + c] {
                let own = step(r, c);
                for i in 0..2 {
                    known[i].push(own[i] + turn[i]);
                }
            }
        }
    }
    known.map(|mut v| {
        v.sort_by(f64::total_cmp);
        v[v.len() / 2]
    })
}
