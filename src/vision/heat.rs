//! What the maps of the coarse net show: outlines of the board, and its corners.

use ndarray::ArrayView2;

use super::homography::{Xy, distance};
use super::quad::{Quad, area, cross, is_convex, ordered};

/// The components of the mask above a level, largest first, each as the points on its border
/// (sub-pixel, between the samples), without those below 1 % of the picture.
pub fn outlines(mask: ArrayView2<f32>, level: f32) -> Vec<Vec<Xy>> {
    let (rows, columns) = mask.dim();
    let mut label = vec![0usize; rows * columns];
    let mut parts: Vec<Vec<(usize, usize)>> = Vec::new();
    for start in 0..rows * columns {
        if label[start] != 0 || mask[[start / columns, start % columns]] <= level {
            continue;
        }
        parts.push(Vec::new());
        let (mut stack, id) = (vec![start], parts.len());
        label[start] = id;
        while let Some(i) = stack.pop() {
            let (r, c) = (i / columns, i % columns);
            parts[id - 1].push((r, c));
            for (r, c) in around(r, c, rows, columns) {
                if label[r * columns + c] == 0 && mask[[r, c]] > level {
                    label[r * columns + c] = id;
                    stack.push(r * columns + c);
                }
            }
        }
    }
    parts.retain(|p| p.len() * 100 > rows * columns);
    parts.sort_by_key(|p| std::cmp::Reverse(p.len()));
    parts.truncate(2);
    parts.iter().map(|p| border(mask, level, p)).collect()
}

fn around(r: usize, c: usize, rows: usize, columns: usize) -> impl Iterator<Item = (usize, usize)> {
    [
        (r.wrapping_sub(1), c),
        (r + 1, c),
        (r, c.wrapping_sub(1)),
        (r, c + 1),
    ]
    .into_iter()
    .filter(move |&(r, c)| r < rows && c < columns)
}

/// Where the mask crosses the level between a sample of the part and one outside it.
fn border(mask: ArrayView2<f32>, level: f32, part: &[(usize, usize)]) -> Vec<Xy> {
    let (rows, columns) = mask.dim();
    let mut points = Vec::new();
    for &(r, c) in part {
        let inside = f64::from(mask[[r, c]]);
        for (dr, dc) in [(-1i32, 0i32), (1, 0), (0, -1), (0, 1)] {
            let (nr, nc) = (r as i32 + dr, c as i32 + dc);
            let within = nr >= 0 && nc >= 0 && (nr as usize) < rows && (nc as usize) < columns;
            let outside = if within {
                f64::from(mask[[nr as usize, nc as usize]])
            } else {
                0.0
            };
            if outside <= f64::from(level) {
                let t = (inside - f64::from(level)) / (inside - outside);
                points.push([c as f64 + t * f64::from(dc), r as f64 + t * f64::from(dr)]);
            }
        }
    }
    points
}

/// The lowest probability of a corner that is looked at.
const PEAK: f32 = 0.1;

/// Local maxima of the corner map above `PEAK`: position and height, sub-pixel, highest first.
pub fn peaks(heat: ArrayView2<f32>) -> Vec<(Xy, f32)> {
    let (rows, columns) = heat.dim();
    let mut found = Vec::new();
    for r in 0..rows {
        for c in 0..columns {
            let v = heat[[r, c]];
            let window = |dr: i32, dc: i32| {
                let (r, c) = (r as i32 + dr, c as i32 + dc);
                let within = r >= 0 && c >= 0 && (r as usize) < rows && (c as usize) < columns;
                if within {
                    heat[[r as usize, c as usize]]
                } else {
                    0.0
                }
            };
            let offsets = (-1..=1).flat_map(|dr| (-1..=1).map(move |dc| (dr, dc)));
            if v < PEAK || offsets.clone().any(|(dr, dc)| window(dr, dc) > v) {
                continue;
            }
            let weights: Vec<(f64, i32, i32)> = offsets
                .map(|(dr, dc)| (f64::from(window(dr, dc)), dr, dc))
                .collect();
            let total: f64 = weights.iter().map(|w| w.0).sum();
            let shift = |pick: fn(&(f64, i32, i32)) -> i32| {
                weights
                    .iter()
                    .map(|w| w.0 * f64::from(pick(w)))
                    .sum::<f64>()
                    / total
            };
            found.push(([c as f64 + shift(|w| w.2), r as f64 + shift(|w| w.1)], v));
        }
    }
    found.sort_by(|a, b| b.1.total_cmp(&a.1));
    found
}

/// Each corner moved onto the nearest peak within 3.5 samples; `None` where fewer than three have one.
pub fn snapped(quad: &Quad, peaks: &[(Xy, f32)]) -> Option<Quad> {
    let mut moved = 0;
    let q = quad.map(|corner| {
        let nearest = peaks
            .iter()
            .map(|(p, _)| *p)
            .min_by(|a, b| distance(*a, corner).total_cmp(&distance(*b, corner)));
        match nearest {
            Some(p) if distance(p, corner) < 3.5 => {
                moved += 1;
                p
            }
            _ => corner,
        }
    });
    (moved >= 3).then_some(q)
}

/// Peaks that may be corners: this many of the highest.
const CORNERS: usize = 8;
/// Quadrilaterals of peaks that are worth a look.
const QUADS: usize = 3;

/// The quadrilaterals of four of the highest peaks that cover the board in the mask best.
pub fn quads_of_peaks(peaks: &[(Xy, f32)], mask: ArrayView2<f32>) -> Vec<Quad> {
    let peaks = &peaks[..peaks.len().min(CORNERS)];
    let mut scored: Vec<(f64, Quad)> = (0u32..1 << peaks.len())
        .filter(|chosen| chosen.count_ones() == 4)
        .filter_map(|chosen| {
            let corners: Vec<&(Xy, f32)> = peaks
                .iter()
                .enumerate()
                .filter_map(|(i, peak)| (chosen >> i & 1 == 1).then_some(peak))
                .collect();
            let height: f32 = corners.iter().map(|c| c.1).sum();
            let quad = ordered([0, 1, 2, 3].map(|i| corners[i].0));
            (is_convex(&quad) && area(&quad) > 40.0)
                .then(|| (overlap(&quad, mask) + f64::from(height) / 8.0, quad))
        })
        .collect();
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    scored.truncate(QUADS);
    scored.into_iter().map(|(_, quad)| quad).collect()
}

/// How well a quadrilateral covers the mask, 0..1: what both share over what either has.
fn overlap(quad: &Quad, mask: ArrayView2<f32>) -> f64 {
    let (mut both, mut either) = (0.0, 0.0);
    for ((r, c), board) in mask.indexed_iter() {
        let p = [c as f64, r as f64];
        let within = (0..4).all(|i| cross(quad[i], quad[(i + 1) % 4], p) > 0.0);
        let (board, within) = (f64::from(*board), f64::from(u8::from(within)));
        both += board.min(within);
        either += board.max(within);
    }
    both / f64::max(either, 1e-9)
}

#[cfg(test)]
mod tests {
    use ndarray::Array2;

    use super::super::quad::{quadrilateral, straightened};
    use super::*;

    /// A soft mask of a quadrilateral, as a perfect net would draw it.
    fn drawn(quad: &Quad) -> Array2<f32> {
        Array2::from_shape_fn((64, 64), |(r, c)| {
            let depth = (0..4)
                .map(|i| {
                    let (a, b) = (quad[i], quad[(i + 1) % 4]);
                    cross(a, b, [c as f64, r as f64]) / distance(a, b)
                })
                .fold(f64::INFINITY, f64::min);
            (depth + 0.5).clamp(0.0, 1.0) as f32
        })
    }

    #[test]
    fn a_drawn_quadrilateral_is_found_again() {
        let cases: [Quad; 3] = [
            [[10.0, 12.0], [50.0, 8.0], [55.0, 50.0], [6.0, 52.0]],
            [[30.0, 6.0], [56.0, 30.0], [32.0, 55.0], [7.0, 31.0]],
            [[20.0, 20.0], [42.0, 21.0], [58.0, 40.0], [5.0, 39.0]],
        ];
        for quad in cases {
            let mask = drawn(&quad);
            let outline = &outlines(mask.view(), 0.5)[0];
            let found = straightened(&quadrilateral(outline).unwrap(), outline);
            let found = ordered(found);
            for (a, b) in found.iter().zip(ordered(quad)) {
                assert!(distance(*a, b) < 0.6, "{found:?} for {quad:?}");
            }
        }
    }

    #[test]
    fn corners_are_found_among_other_peaks() {
        let quad: Quad = [[10.0, 12.0], [50.0, 8.0], [55.0, 50.0], [6.0, 52.0]];
        let others = [([30.0, 30.0], 0.9), ([60.0, 3.0], 0.8), ([2.0, 30.0], 0.4)];
        let peaks: Vec<(Xy, f32)> = others
            .into_iter()
            .chain(quad.map(|corner| (corner, 0.5)))
            .collect();
        assert_eq!(quads_of_peaks(&peaks, drawn(&quad).view())[0], quad);
    }

    #[test]
    fn an_empty_mask_has_no_outline() {
        assert!(outlines(Array2::zeros((64, 64)).view(), 0.5).is_empty());
    }
}
