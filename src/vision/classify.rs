//! What lies on each crossing.

use ndarray::{Array3, Array4};

use super::contrast::contrast;
use super::grid::Grid;
use super::nets::{Net, NetError};
use super::rectify::{Pyramid, cut_view};

/// View pixels a cell.
const CELL: usize = 16;
/// Cells of the view beyond the outer lines.
const MARGIN: usize = 2;

/// Probabilities `[row, column, {empty, black, white}]`, each crossing's three add up to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct PointProbs(Array3<f32>);

impl PointProbs {
    /// The probabilities, `[row, column, {empty, black, white}]`.
    pub fn array(&self) -> &Array3<f32> {
        &self.0
    }

    /// Softmax of logits `[{empty, black, white}, row, column]`.
    fn from_logits(logits: &Array3<f32>) -> Self {
        let (_, rows, columns) = logits.dim();
        let mut probs = Array3::zeros((rows, columns, 3));
        for r in 0..rows {
            for c in 0..columns {
                let l = [0, 1, 2].map(|k| logits[[k, r, c]] / TEMPERATURE);
                let top = l.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let e = l.map(|v| (v - top).exp());
                let total: f32 = e.iter().sum();
                for k in 0..3 {
                    probs[[r, c, k]] = e[k] / total;
                }
            }
        }
        Self(probs)
    }

    /// From `[row, column, {empty, black, white}]`; the three of a crossing are scaled to add up to 1.
    pub fn new(mut probs: Array3<f32>) -> Self {
        for mut crossing in probs.rows_mut() {
            let total = crossing.sum().max(f32::MIN_POSITIVE);
            crossing /= total;
        }
        Self(probs)
    }
}

/// Divides the net's logits. Chosen so that on held-out photos a crossing called 99 % is right 99
/// times in a hundred (see `models/card.md`).
const TEMPERATURE: f32 = 1.0;

/// Reads all crossings at once. Also gives the view that was read, `[1, 4, row, column]`.
pub fn classify(
    net: &dyn Net,
    pyramid: &Pyramid,
    grid: &Grid,
) -> Result<(PointProbs, Array4<f32>), NetError> {
    let lines = usize::from(grid.lines());
    let side = (lines - 1 + 2 * MARGIN) * CELL + 1;
    let view = cut_view(pyramid, side, &|p| {
        grid.photo_point(p.map(|v| v / CELL as f64 - MARGIN as f64))
    });
    let output = net.run(contrast(&view, CELL).view())?;
    let logits = Array3::from_shape_fn((3, lines, lines), |(k, r, c)| {
        output[[0, k, r + MARGIN, c + MARGIN]]
    });
    Ok((PointProbs::from_logits(&logits), view))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_add_up_to_one() {
        let logits =
            Array3::from_shape_fn((3, 9, 9), |(k, r, c)| (k * 7 + r * 3 + c) as f32 - 20.0);
        let probs = PointProbs::from_logits(&logits);
        for crossing in probs.array().rows() {
            assert!((crossing.sum() - 1.0).abs() < 1e-5);
            assert!(crossing[2] > crossing[1] && crossing[1] > crossing[0]);
        }
    }
}
