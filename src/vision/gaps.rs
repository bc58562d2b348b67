//! Stones between four crossings that the net does not see, by plain arithmetic.
//!
//! The nets learn from boards whose stones lie on crossings and hardly see one that lies between four.
//! But there, where no line runs, a board shows nothing but itself: a place that has the colour of the
//! stones and not of the board round it is a stone that nobody has read.

use ndarray::Array4;

use super::homography::{Xy, distance};
use super::stones::Stone;

/// Pixels from a place's middle that are measured.
const CORE: i64 = 3;
/// Added to the brightness before its logarithm is taken.
const FLOOR: f32 = 0.03;
/// A stone may cover the middle of a gap whose distance from its own is less than this, in cells.
const COVERS: f64 = 0.72;
/// How likely a stone is there that may cover a gap, and that shows what stones look like.
const SEEN: [f64; 2] = [0.3, 0.9];
/// So many gaps and stones round about show what the board and its stones look like.
const FEW: usize = 4;
/// Gaps this near show the board's colour here, in cells.
const NEARBY: f64 = 3.5;
/// A gap is filled from this part of the way from the board's colour to the stones' on,
const FILLED: f32 = 0.65;
/// if its colour lies no farther off that way than this part of it.
const OFF: f32 = 0.35;

type Tone = [f32; 3];

/// A gap between four crossings: (column, row) of the one at its top left.
pub(super) type Gap = [usize; 2];

/// The four crossings round a gap, each as (row, column).
pub(super) fn round([column, row]: Gap) -> [[usize; 2]; 4] {
    [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[down, right]| [row + down, column + right])
}

/// The gaps that look filled and that no stone covers. `view` is `[1, 4, row, column]` with `cell` pixels
/// a cell and the first crossing at `first`, `first`.
pub(super) fn filled(
    view: &Array4<f32>,
    cell: usize,
    first: usize,
    stones: &[Stone],
    lines: usize,
) -> Vec<Gap> {
    let tone = |at: Xy| tone(view, at.map(|v| first as f64 + v * cell as f64));
    let is_free = |at: &Xy| {
        let covers = |s: &Stone| s.seen() > SEEN[0] && distance(s.at, *at) < COVERS;
        !stones.iter().any(covers)
    };
    let middles = (0..lines - 1).flat_map(|r| (0..lines - 1).map(move |c| [c, r]));
    let gaps: Vec<(Xy, Tone)> = middles
        .map(|at| at.map(|v| v as f64 + 0.5))
        .filter(is_free)
        .filter_map(|at| Some((at, tone(at)?)))
        .collect();
    let looks: Vec<(usize, Xy, Tone)> = (stones.iter())
        .filter(|s| s.seen() > SEEN[1])
        .filter_map(|s| Some((usize::from(s.colors[1] > s.colors[0]), s.at, tone(s.at)?)))
        .collect();
    let stone_tones = [0, 1].map(|color| {
        let tones: Vec<Tone> = (looks.iter().filter(|l| l.0 == color))
            .map(|l| l.2)
            .collect();
        (tones.len() >= FEW).then(|| median(&tones))
    });
    let is_filled = |(at, tone): &(Xy, Tone)| {
        let near: Vec<Tone> = (gaps.iter())
            .filter(|g| g.0 != *at && distance(g.0, *at) < NEARBY)
            .map(|g| g.1)
            .collect();
        near.len() >= FEW && {
            let board = median(&near);
            stone_tones
                .iter()
                .flatten()
                .any(|stone| is_like(*tone, board, *stone))
        }
    };
    (gaps.iter())
        .filter(|gap| is_filled(gap))
        .map(|gap| gap.0.map(|v| v as usize))
        .collect()
}

/// Whether a tone lies towards the stones', seen from the board's.
fn is_like(tone: Tone, board: Tone, stone: Tone) -> bool {
    let from_board = |t: Tone| [0, 1, 2].map(|k| t[k] - board[k]);
    let (way, here) = (from_board(stone), from_board(tone));
    let dot = |a: Tone, b: Tone| (0..3).map(|k| a[k] * b[k]).sum::<f32>();
    let length = dot(way, way);
    let along = dot(here, way) / length;
    let off = [0, 1, 2].map(|k| here[k] - along * way[k]);
    length > CLEAR && along > FILLED && dot(off, off) < OFF * OFF * length
}

/// Stones of about the board's own colour tell nothing: least square of the difference of log colours.
const CLEAR: f32 = 0.4;

/// The mean log colour of the view round a place; `None` where the photo ends.
fn tone(view: &Array4<f32>, [x, y]: Xy) -> Option<Tone> {
    let (_, _, rows, columns) = view.dim();
    let (x, y) = (x.round() as i64, y.round() as i64);
    let (mut sum, mut count) = ([0.0; 3], 0.0);
    for row in y - CORE..=y + CORE {
        for column in x - CORE..=x + CORE {
            if row < 0 || column < 0 || row >= rows as i64 || column >= columns as i64 {
                return None;
            }
            let at = |k: usize| view[[0, k, row as usize, column as usize]];
            if at(3) == 0.0 {
                return None;
            }
            for (k, sum) in sum.iter_mut().enumerate() {
                *sum += (at(k) + FLOOR).ln();
            }
            count += 1.0;
        }
    }
    Some(sum.map(|s| s / count))
}

/// The median of each channel.
fn median(tones: &[Tone]) -> Tone {
    [0, 1, 2].map(|k| {
        let mut values: Vec<f32> = tones.iter().map(|t| t[k]).collect();
        let middle = values.len() / 2;
        *values.select_nth_unstable_by(middle, f32::total_cmp).1
    })
}

#[cfg(test)]
mod tests {
    use super::super::stones::tests::black;
    use super::*;

    const CELL: usize = 16;
    const FIRST: usize = 32;
    const LINES: usize = 9;

    /// A board with a black stone on every other crossing of its first row, and one with its middle at
    /// each of these places.
    fn view(brightness: f32, middles: &[Xy]) -> (Array4<f32>, Vec<Stone>) {
        let seen: Vec<Stone> = (0..5).map(|i| black([2.0 * f64::from(i), 0.0])).collect();
        let side = 2 * FIRST + (LINES - 1) * CELL + 1;
        let view = Array4::from_shape_fn((1, 4, side, side), |(_, k, r, c)| {
            let at = [c, r].map(|v| (v as f64 - FIRST as f64) / CELL as f64);
            let covered = |middle: Xy| distance(middle, at) < 0.47;
            let stone = seen
                .iter()
                .map(|s| s.at)
                .chain(middles.iter().copied())
                .any(covered);
            match (k, stone) {
                (3, _) => 1.0,
                (_, true) => 0.05,
                _ => brightness,
            }
        });
        (view, seen)
    }

    fn found(brightness: f32, middles: &[Xy]) -> Vec<Gap> {
        let (view, seen) = view(brightness, middles);
        filled(&view, CELL, FIRST, &seen, LINES)
    }

    #[test]
    fn a_stone_between_four_crossings_is_found_by_its_colour() {
        assert_eq!(found(0.6, &[[4.5, 4.5]]), [[4, 4]]);
        assert_eq!(found(0.6, &[[4.4, 4.55], [1.5, 6.5]]), [[4, 4], [1, 6]]);
        assert_eq!(round([4, 4]), [[4, 4], [4, 5], [5, 4], [5, 5]]);
    }

    #[test]
    fn stones_on_crossings_and_boards_of_their_colour_show_none() {
        assert!(found(0.6, &[[4.0, 4.0], [5.1, 4.0], [4.0, 5.2]]).is_empty());
        assert!(found(0.08, &[[4.5, 4.5]]).is_empty());
    }
}
