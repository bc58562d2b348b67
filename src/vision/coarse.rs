//! The first guess: where in the photo the board is, to about a cell.

use ndarray::{Array4, ArrayView2, Axis};

use super::contrast::contrast;
use super::homography::{Homography, Xy, distance};
use super::nets::{Net, NetError};
use super::rectify::{Pyramid, cut_view};

/// Side of the net's picture in pixels (one more than a multiple of eight is cut off).
const SIDE: usize = 256;
/// What `contrast` takes for a cell here, where cells are not known yet.
const CONTRAST_CELL: usize = 8;
/// Pixels of the net's picture to one of its output.
const STRIDE: f64 = 4.0;

/// Corners of the outer lines in photo pixels, clockwise from the one nearest to the photo's top
/// left, most likely guess first.
pub type Quad = [Xy; 4];

/// What the coarse net saw.
pub struct Guess {
    /// Guesses at the corners, the most likely first.
    pub quads: Vec<Quad>,
    /// `[1, 2, 64, 64]`: probabilities of "board" and of "corner", for `--dump-stages`.
    pub heat: Array4<f32>,
}

/// A square part of the photo that the net looks at.
struct Frame {
    /// The photo position of the frame's top left corner, in pixels from the photo's corner.
    origin: Xy,
    /// Photo pixels to one of the net's picture.
    scale: f64,
}

impl Frame {
    /// The whole photo, centred.
    fn whole(size: Xy) -> Self {
        let side = size[0].max(size[1]);
        Self::around(size.map(|v| v / 2.0), side)
    }

    fn around(centre: Xy, side: f64) -> Self {
        Self {
            origin: centre.map(|v| v - side / 2.0),
            scale: side / SIDE as f64,
        }
    }

    /// A square round a board found in this frame, with half as much table on each side; `None`
    /// where it would hardly be closer.
    fn closer(&self, board: &Quad) -> Option<Self> {
        let range = |i: usize| {
            let low = board.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min);
            let high = board.iter().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max);
            (low, high)
        };
        let ((left, right), (top, bottom)) = (range(0), range(1));
        let side = ZOOM * (right - left).max(bottom - top);
        let centre = [(left + right) / 2.0, (top + bottom) / 2.0];
        (side < 0.85 * self.scale * SIDE as f64).then(|| Self::around(centre, side))
    }

    fn photo_from_view(&self, p: Xy) -> Xy {
        [0, 1].map(|i| (p[i] + 0.5) * self.scale + self.origin[i] - 0.5)
    }
}

/// Side of the closer look to the longer extent of the board.
const ZOOM: f64 = 1.45;

/// Looks at the whole photo, then closer at what was found, and turns the net's maps into
/// quadrilaterals.
pub fn guess(net: &dyn Net, pyramid: &Pyramid) -> Result<Guess, NetError> {
    let size = pyramid.size();
    let whole = Frame::whole(size);
    let (far, heat) = look(net, pyramid, &whole)?;
    let mut quads = Vec::new();
    if let Some(frame) = far.first().and_then(|q| whole.closer(q)) {
        quads.extend(look(net, pyramid, &frame)?.0);
    }
    quads.extend(far);
    quads.push(inset([0.04; 2].map(|f| f * size[0].min(size[1])), size));
    Ok(Guess {
        quads: distinct(quads),
        heat,
    })
}

/// The guesses of one frame, in photo pixels, and the maps that they come from.
fn look(
    net: &dyn Net,
    pyramid: &Pyramid,
    frame: &Frame,
) -> Result<(Vec<Quad>, Array4<f32>), NetError> {
    let view = cut_view(pyramid, SIDE + 1, &|p| Some(frame.photo_from_view(p)));
    let view = contrast(&view, CONTRAST_CELL);
    let mut picture = view.view();
    picture.slice_axis_inplace(Axis(2), (..SIDE).into());
    picture.slice_axis_inplace(Axis(3), (..SIDE).into());
    let heat = net.run(picture)?.mapv(|v| 1.0 / (1.0 + (-v).exp()));
    let maps = heat.index_axis(Axis(0), 0);
    let peaks = peaks(maps.index_axis(Axis(0), 1));
    let mask = maps.index_axis(Axis(0), 0);
    let top = mask.iter().copied().fold(0.0, f32::max);
    let mut quads: Vec<Quad> = Vec::new();
    for level in [0.5, 0.5 * top, 0.2 * top] {
        for outline in outlines(mask, level) {
            let Some(quad) = quadrilateral(&outline) else {
                continue;
            };
            let by_lines = straightened(&quad, &outline);
            quads.extend(snapped(&quad, &peaks));
            quads.extend([by_lines, quad]);
        }
    }
    quads.extend(quad_of_peaks(&peaks));
    let in_photo = |q: &Quad| ordered(q.map(|p| frame.photo_from_view(p.map(|v| v * STRIDE))));
    Ok((quads.iter().map(in_photo).collect(), heat))
}

/// The photo's own border, moved inwards: a board that fills the frame.
fn inset(by: Xy, size: [f64; 2]) -> Quad {
    let (right, bottom) = (size[0] - by[0], size[1] - by[1]);
    [
        [by[0], by[1]],
        [right, by[1]],
        [right, bottom],
        [by[0], bottom],
    ]
}

/// Leaves out what is within 2 % of the board's side of an earlier guess.
fn distinct(quads: Vec<Quad>) -> Vec<Quad> {
    let mut kept: Vec<Quad> = Vec::new();
    for q in quads {
        let near = 0.02 * distance(q[0], q[2]);
        let same = |k: &Quad| (0..4).all(|i| distance(k[i], q[i]) < near);
        if is_convex(&q) && !kept.iter().any(same) {
            kept.push(q);
        }
    }
    kept
}

/// Clockwise (y down) from the corner nearest to the top left.
pub fn ordered(quad: Quad) -> Quad {
    let centre = [0, 1].map(|i| quad.iter().map(|p| p[i]).sum::<f64>() / 4.0);
    let mut q = quad;
    q.sort_by(|a, b| {
        let angle = |p: &Xy| (p[1] - centre[1]).atan2(p[0] - centre[0]);
        angle(a).total_cmp(&angle(b))
    });
    let first = (0..4)
        .min_by(|&i, &j| (q[i][0] + q[i][1]).total_cmp(&(q[j][0] + q[j][1])))
        .unwrap_or(0);
    q.rotate_left(first);
    q
}

fn cross(o: Xy, a: Xy, b: Xy) -> f64 {
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
}

/// Whether the corners run clockwise (y down) round a convex area.
pub fn is_convex(q: &Quad) -> bool {
    (0..4).all(|i| cross(q[i], q[(i + 1) % 4], q[(i + 2) % 4]) > 0.0)
}

fn area(polygon: &[Xy]) -> f64 {
    let n = polygon.len();
    (0..n)
        .map(|i| {
            let (a, b) = (polygon[i], polygon[(i + 1) % n]);
            a[0] * b[1] - a[1] * b[0]
        })
        .sum::<f64>()
        .abs()
        / 2.0
}

/// The components of the mask above a level, largest first, each as the points on its border
/// (sub-pixel, between the samples), without those below 1 % of the picture.
fn outlines(mask: ArrayView2<f32>, level: f32) -> Vec<Vec<Xy>> {
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

/// Convex hull, clockwise with y down (Andrew's monotone chain).
fn hull(points: &[Xy]) -> Vec<Xy> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    let half = |points: &mut dyn Iterator<Item = Xy>| {
        let mut chain: Vec<Xy> = Vec::new();
        for p in points {
            while chain.len() >= 2
                && cross(chain[chain.len() - 2], chain[chain.len() - 1], p) <= 0.0
            {
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        chain
    };
    let mut all = half(&mut sorted.iter().copied());
    all.extend(half(&mut sorted.iter().rev().copied()));
    all
}

/// A quadrilateral round the hull: the side whose removal, its neighbours prolonged until they
/// meet, adds the least area goes first, until four are left.
fn quadrilateral(outline: &[Xy]) -> Option<Quad> {
    let mut polygon = hull(outline);
    while polygon.len() > 4 {
        let n = polygon.len();
        let best = (0..n)
            .filter_map(|i| {
                let at = |k: usize| polygon[(i + k) % n];
                let meet = meeting(at(0), at(1), at(3), at(2))?;
                Some((area(&[at(1), meet, at(2)]), i, meet))
            })
            .min_by(|a, b| a.0.total_cmp(&b.0))?;
        let (_, i, meet) = best;
        polygon[(i + 1) % n] = meet;
        polygon.remove((i + 2) % n);
    }
    polygon.try_into().ok()
}

/// Where the ray from `a` through `b` meets the ray from `c` through `d`, beyond `b` and `d`.
fn meeting(a: Xy, b: Xy, c: Xy, d: Xy) -> Option<Xy> {
    let (u, v) = ([b[0] - a[0], b[1] - a[1]], [d[0] - c[0], d[1] - c[1]]);
    let det = u[0] * v[1] - u[1] * v[0];
    if det.abs() < 1e-9 {
        return None;
    }
    let w = [c[0] - a[0], c[1] - a[1]];
    let s = (w[0] * v[1] - w[1] * v[0]) / det;
    let t = (w[0] * u[1] - w[1] * u[0]) / det;
    (s >= 1.0 - 1e-9 && t >= 1.0 - 1e-9).then(|| [a[0] + s * u[0], a[1] + s * u[1]])
}

/// Each side fitted to the outline's points along its middle, corners where the lines meet.
fn straightened(quad: &Quad, outline: &[Xy]) -> Quad {
    let lines = [0, 1, 2, 3].map(|i| fit_side(quad[i], quad[(i + 1) % 4], outline));
    let mut corners = *quad;
    for i in 0..4 {
        let ((p, u), (q, v)) = (lines[(i + 3) % 4], lines[i]);
        let det = u[0] * v[1] - u[1] * v[0];
        if det.abs() > 0.1 {
            let s = ((q[0] - p[0]) * v[1] - (q[1] - p[1]) * v[0]) / det;
            corners[i] = [p[0] + s * u[0], p[1] + s * u[1]];
        }
    }
    corners
}

/// A point on and the direction of the line through the outline near the side `a`–`b`.
fn fit_side(a: Xy, b: Xy, outline: &[Xy]) -> (Xy, Xy) {
    let length = distance(a, b).max(1e-9);
    let u = [0, 1].map(|i| (b[i] - a[i]) / length);
    let near: Vec<Xy> = outline
        .iter()
        .map(|p| [0, 1].map(|i| p[i] - a[i]))
        .map(|d| [d[0] * u[0] + d[1] * u[1], d[1] * u[0] - d[0] * u[1]])
        .filter(|d| d[0] > 0.1 * length && d[0] < 0.9 * length && d[1].abs() < 0.08 * length)
        .collect();
    if near.len() < 5 {
        return (a, u);
    }
    // Least squares of the distance over the way along the side, three times without outliers.
    let (mut slope, mut offset) = (0.0, 0.0);
    let mut limit = f64::INFINITY;
    for _ in 0..3 {
        let kept: Vec<&Xy> = near
            .iter()
            .filter(|d| (d[1] - offset - slope * d[0]).abs() < limit)
            .collect();
        let n = kept.len() as f64;
        let mean = [0, 1].map(|i| kept.iter().map(|d| d[i]).sum::<f64>() / n);
        let xx: f64 = kept.iter().map(|d| (d[0] - mean[0]).powi(2)).sum();
        let xy: f64 = kept
            .iter()
            .map(|d| (d[0] - mean[0]) * (d[1] - mean[1]))
            .sum();
        if kept.len() < 3 || xx < 1e-9 {
            break;
        }
        slope = xy / xx;
        offset = mean[1] - slope * mean[0];
        limit = 0.7;
    }
    let normal = [-u[1], u[0]];
    let p = [0, 1].map(|i| a[i] + normal[i] * offset);
    let d = [0, 1].map(|i| u[i] + normal[i] * slope);
    let norm = d[0].hypot(d[1]);
    (p, d.map(|v| v / norm))
}

/// Local maxima of the corner map above 0.15: position and height, sub-pixel, highest first.
fn peaks(heat: ArrayView2<f32>) -> Vec<(Xy, f32)> {
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
            if v < 0.15 || offsets.clone().any(|(dr, dc)| window(dr, dc) > v) {
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
fn snapped(quad: &Quad, peaks: &[(Xy, f32)]) -> Option<Quad> {
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

/// The four highest peaks, where they are corners of a convex area of some size.
fn quad_of_peaks(peaks: &[(Xy, f32)]) -> Option<Quad> {
    let mut chosen: Vec<Xy> = Vec::new();
    for (p, _) in peaks {
        if chosen.iter().all(|c| distance(*c, *p) > 4.0) {
            chosen.push(*p);
        }
        if chosen.len() == 4 {
            break;
        }
    }
    let quad = ordered(chosen.try_into().ok()?);
    (is_convex(&quad) && area(&quad) > 40.0).then_some(quad)
}

/// The homography from the lattice of an n-line board to a quadrilateral, if it is not degenerate.
pub fn photo_from_lattice(quad: &Quad, lines: u8) -> Option<Homography> {
    let last = f64::from(lines) - 1.0;
    let lattice = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]];
    Homography::fit(&lattice, quad, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ndarray::Array2;

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
    fn an_empty_mask_has_no_outline() {
        assert!(outlines(Array2::zeros((64, 64)).view(), 0.5).is_empty());
    }

    #[test]
    fn order_is_clockwise_from_the_top_left() {
        let q = ordered([[10.0, 0.0], [0.0, 10.0], [0.0, 0.0], [10.0, 10.0]]);
        assert_eq!(q, [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
        assert!(is_convex(&q));
    }
}
