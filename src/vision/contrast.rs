//! What a net sees beside the colours themselves: the same picture without coloured light, and
//! without slow changes of light.

use ndarray::Array4;

/// Keeps the logarithm finite in black; about the noise of a phone in the dark.
const DARK: f32 = 0.03;

/// What the nets see of a view `[1, 4, row, column]` (see `cut_view`), `[1, 8, row, column]`:
/// brightness; the mask; log colours less their mean over the photo's part of the view; log colours
/// less their mean over a square of five cells of `cell` pixels.
pub fn contrast(view: &Array4<f32>, cell: usize) -> Array4<f32> {
    let (_, _, rows, columns) = view.dim();
    let plane = rows * columns;
    let source = view.as_slice().expect("a view is contiguous");
    let mask = &source[3 * plane..];
    let half = (5 * cell) / 2;
    let nearby = box_sum(mask, rows, columns, half);
    let seen: f32 = mask.iter().sum::<f32>().max(1.0);
    let mut out = vec![0.0; 8 * plane];
    for i in 0..plane {
        out[i] = (source[i] + source[plane + i] + source[2 * plane + i]) / 3.0;
    }
    out[plane..2 * plane].copy_from_slice(mask);
    for channel in 0..3 {
        let log: Vec<f32> = source[channel * plane..(channel + 1) * plane]
            .iter()
            .zip(mask)
            .map(|(v, m)| (v + DARK).ln() * m)
            .collect();
        let mean = (log.iter().map(|v| f64::from(*v)).sum::<f64>() / f64::from(seen)) as f32;
        let sums = box_sum(&log, rows, columns, half);
        for i in 0..plane {
            out[(2 + channel) * plane + i] = (log[i] - mean) * mask[i];
            out[(5 + channel) * plane + i] = (log[i] - sums[i] / nearby[i].max(1.0)) * mask[i];
        }
    }
    Array4::from_shape_vec((1, 8, rows, columns), out).expect("eight planes")
}

/// Sums over squares of 2 · half + 1 pixels, cut off at the border.
fn box_sum(values: &[f32], rows: usize, columns: usize, half: usize) -> Vec<f32> {
    let mut across = vec![0.0f64; rows * columns];
    for row in 0..rows {
        let line = &values[row * columns..(row + 1) * columns];
        let mut sum: f64 = line[..half.min(columns)]
            .iter()
            .map(|v| f64::from(*v))
            .sum();
        for column in 0..columns {
            if column + half < columns {
                sum += f64::from(line[column + half]);
            }
            if column > half {
                sum -= f64::from(line[column - half - 1]);
            }
            across[row * columns + column] = sum;
        }
    }
    let mut sums = vec![0.0; rows * columns];
    let mut running = vec![0.0f64; columns];
    for row in 0..rows + half {
        for column in 0..columns {
            if row < rows {
                running[column] += across[row * columns + column];
            }
            if row > 2 * half {
                running[column] -= across[(row - 2 * half - 1) * columns + column];
            }
            if row >= half {
                sums[(row - half) * columns + column] = running[column] as f32;
            }
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn box_sums_are_the_plain_sums() {
        let (rows, columns, half) = (13, 17, 4);
        let values: Vec<f32> = (0..rows * columns)
            .map(|i| ((i * 37) % 23) as f32)
            .collect();
        let sums = box_sum(&values, rows, columns, half);
        for r in 0..rows {
            for c in 0..columns {
                let mut plain = 0.0;
                for y in r.saturating_sub(half)..(r + half + 1).min(rows) {
                    for x in c.saturating_sub(half)..(c + half + 1).min(columns) {
                        plain += values[y * columns + x];
                    }
                }
                assert!((sums[r * columns + c] - plain).abs() < 1e-3, "{r} {c}");
            }
        }
    }

    #[test]
    fn coloured_light_leaves_no_trace() {
        let view = |gain: [f32; 3]| {
            Array4::from_shape_fn((1, 4, 33, 33), |(_, k, r, c)| match k {
                3 => 1.0,
                k => (0.3 + 0.6 * ((r * 5 + c * 3) % 7) as f32 / 7.0 + DARK) * gain[k] - DARK,
            })
        };
        let (a, b) = (
            contrast(&view([1.0; 3]), 8),
            contrast(&view([1.0, 0.6, 0.4]), 8),
        );
        for k in 2..8 {
            for r in 0..33 {
                for c in 0..33 {
                    assert!((a[[0, k, r, c]] - b[[0, k, r, c]]).abs() < 1e-4);
                }
            }
        }
    }
}
