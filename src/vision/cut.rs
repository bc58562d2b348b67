//! Stones that the photo's border cuts at the outer lines.
//!
//! Of a stone in a corner only a quarter may be in the frame, and the net, which has hardly seen such
//! stones, reads it as empty. Stones are as good as symmetric, so that the mirror image of what is within
//! half a cell of the border makes the stone whole again.

use ndarray::{Array4, ArrayViewMut2, Axis};

/// Fills what lies beyond the photo's border with its mirror image, to half a cell beyond the outer lines,
/// where the border is within a quarter of a cell of them. The view `[1, 4, row, column]` has `cell` pixels
/// a cell and the first line at `first`.
pub(super) fn made_whole(mut view: Array4<f32>, cell: usize, first: usize) -> Array4<f32> {
    let mut board = view.index_axis_mut(Axis(0), 0);
    // Rows first: their mirrored pixels are then a part of the columns, so that corners are filled, too.
    for across in [1, 2].map(Axis) {
        for mut line in board.axis_iter_mut(across) {
            for _end in 0..2 {
                fill(&mut line, cell, first);
                line.invert_axis(Axis(1));
            }
        }
    }
    view
}

/// Fills the beginning of a row or column `[4, pixel]`.
fn fill(line: &mut ArrayViewMut2<f32>, cell: usize, first: usize) {
    let near = first - cell / 4..=first + cell / 4;
    let seen = (0..=*near.end()).find(|at| line[[MASK, *at]] > 0.0);
    let Some(border) = seen.filter(|at| near.contains(at)) else {
        return;
    };
    for channel in 0..=MASK {
        for at in first - cell / 2..border {
            line[[channel, at]] = line[[channel, 2 * border - 1 - at]];
        }
    }
}

/// The channel that says what is in the photo.
const MASK: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    /// A view of 9 lines that is in the photo from a pixel on, along both axes; its colours are the
    /// squares of the distances from the outer corner.
    fn cut_at(border: usize) -> Array4<f32> {
        let far = |v: usize| (v as f32 - 31.5).powi(2);
        Array4::from_shape_fn((1, 4, 193, 193), |(_, k, r, c)| {
            match (r.min(c) >= border, k) {
                (false, _) => 0.0,
                (true, MASK) => 1.0,
                (true, _) => far(r) + far(c),
            }
        })
    }

    #[test]
    fn a_quarter_of_a_stone_becomes_a_stone() {
        let whole = made_whole(cut_at(32), 16, 32);
        let wanted = cut_at(24);
        assert_eq!(whole, wanted);
    }

    #[test]
    fn what_the_border_does_not_cut_stays() {
        for border in [0, 27, 37] {
            assert_eq!(made_whole(cut_at(border), 16, 32), cut_at(border));
        }
    }
}
