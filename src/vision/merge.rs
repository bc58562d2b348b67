//! Several photos of one board, read one by one, as one reading.
//!
//! The photos may be taken from any side of the table. Where one shows a glare or a hand, another
//! decides; where two that are sure contradict each other, the point is doubtful.

use ndarray::{Array3, ArrayView1};
use thiserror::Error;

use super::classify::{PointProbs, SURE};
use super::reading::{Doubt, Reading};

/// Readings that cannot be of one board. The photos are named by their place in the list, from 0.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum MergeError {
    /// Boards of different sizes.
    #[error("the boards have {first} and {other} lines; give the number of lines with --size")]
    Size {
        /// The photo that differs from the first.
        photo: usize,
        /// Lines of the first board.
        first: u8,
        /// Lines of the other one.
        other: u8,
    },
    /// Too many crossings differ, from whatever side the board is looked at.
    #[error(
        "the photos do not show the same position: {differ} crossings differ; photograph the board \
         again without moving a stone, or score one photo"
    )]
    Position {
        /// The photo that differs from the first.
        photo: usize,
        /// Crossings that are sure in both and differ.
        differ: usize,
    },
}

/// More than this share of the crossings that both photos are sure of differs: two boards.
const DIFFER: f64 = 0.03;
/// However sure a photo is, so much is left to what another one says.
const FLOOR: f32 = 0.02;
/// With fewer stones the place of the grid cannot be told from them.
const STONES: usize = 20;

/// One reading of all, in the orientation and on the grid of the first.
///
/// # Errors
/// [`MergeError`] where they are not of one board and one position.
///
/// # Panics
/// Without any reading.
pub fn merged(readings: &[Reading]) -> Result<Reading, MergeError> {
    let (first, others) = readings.split_first().expect("a reading");
    if others.is_empty() {
        return Ok(first.clone());
    }
    let mut product = first.probs.array().mapv(|p| p + FLOOR);
    let mut whole = !has_grid_doubt(first);
    for (i, other) in others.iter().enumerate() {
        let photo = i + 1;
        let lines = [first, other].map(|r| r.grid.lines());
        if lines[0] != lines[1] {
            return Err(MergeError::Size {
                photo,
                first: lines[0],
                other: lines[1],
            });
        }
        let turned = turned_to(first.probs.array(), other.probs.array());
        let (sure, differ) = compared(first.probs.array(), &turned);
        if differ as f64 > DIFFER * sure as f64 {
            return Err(MergeError::Position { photo, differ });
        }
        product *= &turned.mapv(|p| p + FLOOR);
        // The same position on a grid beyond doubt: then this one is right, too.
        let stones = first.setup.board.stones();
        whole |= stones.black + stones.white >= STONES && !has_grid_doubt(other);
    }
    let probs = PointProbs::new(product);
    let grid_doubts = (first.doubts.iter()).filter(|d| matches!(d, Doubt::Grid(_)) && !whole);
    let trouble = |point| {
        first.doubts.iter().find_map(|d| match d {
            Doubt::Point {
                point: p, trouble, ..
            } if *p == point => *trouble,
            _ => None,
        })
    };
    let mut merged = Reading::on_grid(first.grid.clone(), probs, &trouble);
    merged.doubts.splice(0..0, grid_doubts.copied());
    merged.neighbour = first.neighbour;
    Ok(merged)
}

fn has_grid_doubt(reading: &Reading) -> bool {
    reading.doubts.iter().any(|d| matches!(d, Doubt::Grid(_)))
}

/// `other` looked at from the side of the table from which it agrees best with `first`.
fn turned_to(first: &Array3<f32>, other: &Array3<f32>) -> Array3<f32> {
    let likelihood = |turned: &Array3<f32>| -> f32 {
        (first.rows().into_iter())
            .zip(turned.rows())
            .map(|(a, b)| (a.dot(&b) + FLOOR).ln())
            .sum()
    };
    let quarters = std::iter::successors(Some(other.clone()), |t| Some(quarter(t))).take(4);
    quarters
        .max_by(|a, b| likelihood(a).total_cmp(&likelihood(b)))
        .expect("four of them")
}

/// A quarter turn.
fn quarter(probs: &Array3<f32>) -> Array3<f32> {
    let (n, _, _) = probs.dim();
    Array3::from_shape_fn(probs.dim(), |(r, c, k)| probs[[n - 1 - c, r, k]])
}

/// How many crossings are sure in both, and how many of these differ.
fn compared(first: &Array3<f32>, other: &Array3<f32>) -> (usize, usize) {
    let sure = |p: ArrayView1<f32>| (0..3).find(|&k| f64::from(p[k]) >= SURE);
    let both: Vec<_> = (first.rows().into_iter())
        .zip(other.rows())
        .filter_map(|(a, b)| sure(a).zip(sure(b)))
        .collect();
    (both.len(), both.iter().filter(|(a, b)| a != b).count())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::{Grid, GridDoubt, Side};

    /// Every crossing of a 9-line board with the same probabilities by its class.
    fn reading(class: &dyn Fn(usize, usize) -> usize, sure: f32, doubts: &[Doubt]) -> Reading {
        let probs = Array3::from_shape_fn((9, 9, 3), |(r, c, k)| {
            if class(r, c) == k {
                sure
            } else {
                (1.0 - sure) / 2.0
            }
        });
        let grid = Grid::from_corners(9, [[0.0, 0.0], [9.0, 0.0], [9.0, 9.0], [0.0, 9.0]]).unwrap();
        let mut reading = Reading::on_grid(grid, PointProbs::new(probs), &|_| None);
        reading.doubts.extend_from_slice(doubts);
        reading
    }

    /// A position that looks different from every side.
    fn position(r: usize, c: usize) -> usize {
        (r * 2 + c * c) % 3
    }

    #[test]
    fn photos_from_other_sides_are_turned() {
        let first = reading(&position, 0.99, &[]);
        let side = |r: usize, c: usize| position(c, 8 - r);
        let second = reading(&side, 0.99, &[]);
        let both = merged(&[first.clone(), second]).unwrap();
        assert_eq!(both.setup.board, first.setup.board);
        assert!(both.doubts.is_empty());
    }

    #[test]
    fn one_photo_decides_what_another_does_not_see() {
        let first = reading(&position, 0.6, &[]);
        assert_eq!(first.doubts.len(), 81);
        let both = merged(&[first, reading(&position, 0.99, &[])]).unwrap();
        assert!(both.doubts.is_empty());
    }

    #[test]
    fn a_contradiction_is_a_doubt() {
        let other = |r: usize, c: usize| if (r, c) == (4, 3) { 0 } else { position(r, c) };
        assert_ne!(position(4, 3), 0);
        let both = merged(&[reading(&position, 0.99, &[]), reading(&other, 0.99, &[])]).unwrap();
        assert_eq!(both.doubts.len(), 1);
    }

    #[test]
    fn another_position_is_refused() {
        let other = |r: usize, c: usize| if r == 4 { 0 } else { position(r, c) };
        let both = merged(&[reading(&position, 0.99, &[]), reading(&other, 0.99, &[])]);
        assert!(matches!(
            both,
            Err(MergeError::Position {
                photo: 1,
                differ: 3
            })
        ));
    }

    #[test]
    fn a_whole_board_in_one_photo_settles_the_edge_of_another() {
        let cut = Doubt::Grid(GridDoubt::EdgeCut(Side::Top));
        let first = reading(&position, 0.99, &[cut]);
        let both = merged(&[first.clone(), reading(&position, 0.99, &[])]).unwrap();
        assert!(both.doubts.is_empty());
        let both = merged(&[first.clone(), first]).unwrap();
        assert_eq!(both.doubts, [cut]);
    }
}
