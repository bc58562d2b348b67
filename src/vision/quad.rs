//! Four corners round a board, and the one that fits an outline.

use super::homography::{Homography, Xy, distance};

/// Corners of the outer lines in photo pixels, clockwise from the one nearest to the photo's top
/// left, most likely guess first.
pub type Quad = [Xy; 4];
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

pub fn cross(o: Xy, a: Xy, b: Xy) -> f64 {
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])
}

/// Whether the corners run clockwise (y down) round a convex area.
pub fn is_convex(q: &Quad) -> bool {
    (0..4).all(|i| cross(q[i], q[(i + 1) % 4], q[(i + 2) % 4]) > 0.0)
}

pub fn area(polygon: &[Xy]) -> f64 {
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
pub fn quadrilateral(outline: &[Xy]) -> Option<Quad> {
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
pub fn straightened(quad: &Quad, outline: &[Xy]) -> Quad {
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
/// The homography from the lattice of an n-line board to a quadrilateral, if it is not degenerate.
pub fn photo_from_lattice(quad: &Quad, lines: u8) -> Option<Homography> {
    let last = f64::from(lines) - 1.0;
    let lattice = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]];
    Homography::fit(&lattice, quad, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_clockwise_from_the_top_left() {
        let q = ordered([[10.0, 0.0], [0.0, 10.0], [0.0, 0.0], [10.0, 10.0]]);
        assert_eq!(q, [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]]);
        assert!(is_convex(&q));
    }
}
