//! Plane projective maps and their estimation.

/// A point in a plane: `[x, y]`.
pub type Xy = [f64; 2];

/// A homography: a map `a_from_b` of homogeneous plane coordinates.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Homography {
    m: [[f64; 3]; 3],
}

impl Homography {
    /// The identity.
    pub const IDENTITY: Self = Self {
        m: [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };

    /// A scaling about the origin followed by a shift.
    pub fn scale_shift(scale: Xy, shift: Xy) -> Self {
        Self {
            m: [
                [scale[0], 0.0, shift[0]],
                [0.0, scale[1], shift[1]],
                [0.0, 0.0, 1.0],
            ],
        }
    }

    /// The image of `p`.
    pub fn apply(&self, p: Xy) -> Xy {
        let [x, y, w] = self.m.map(|row| row[0] * p[0] + row[1] * p[1] + row[2]);
        [x / w, y / w]
    }

    /// The homogeneous weight at `p`; where its sign differs from that at the middle of the view,
    /// `p` lies behind the camera.
    pub fn weight(&self, p: Xy) -> f64 {
        self.m[2][0] * p[0] + self.m[2][1] * p[1] + self.m[2][2]
    }

    /// The columns of its matrix, as the homogeneous images of the directions x and y and of the origin.
    pub fn columns(&self) -> [[f64; 3]; 3] {
        [0, 1, 2].map(|j| [0, 1, 2].map(|i| self.m[i][j]))
    }

    /// `self` after `first`.
    pub fn after(&self, first: &Self) -> Self {
        let mut m = [[0.0; 3]; 3];
        for (i, row) in m.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell = (0..3).map(|k| self.m[i][k] * first.m[k][j]).sum();
            }
        }
        Self { m }
    }

    /// The inverse, or `None` where the map is singular.
    pub fn inverse(&self) -> Option<Self> {
        let m = &self.m;
        let minor = |r: [usize; 2], c: [usize; 2]| {
            m[r[0]][c[0]] * m[r[1]][c[1]] - m[r[0]][c[1]] * m[r[1]][c[0]]
        };
        let others = [[1, 2], [0, 2], [0, 1]];
        let sign = |i: usize, j: usize| if (i + j).is_multiple_of(2) { 1.0 } else { -1.0 };
        let determinant: f64 = (0..3)
            .map(|j| sign(0, j) * m[0][j] * minor(others[0], others[j]))
            .sum();
        let size: f64 = m.iter().flatten().map(|v| v.abs()).fold(0.0, f64::max);
        if !determinant.is_finite() || determinant.abs() < 1e-14 * size.powi(3) {
            return None;
        }
        let mut inverse = [[0.0; 3]; 3];
        for (i, row) in inverse.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell = sign(i, j) * minor(others[j], others[i]) / determinant;
            }
        }
        Some(Self { m: inverse })
    }

    /// The homography that takes `from[i]` to `to[i]`, by weighted least squares of the direct
    /// linear transform on normalised points (Hartley, "In defense of the eight-point algorithm").
    /// `None` for fewer than four points or a degenerate arrangement.
    pub fn fit(from: &[Xy], to: &[Xy], weights: Option<&[f64]>) -> Option<Self> {
        if from.len() < 4 || from.len() != to.len() {
            return None;
        }
        let (normal_from, normal_to) = (normaliser(from)?, normaliser(to)?);
        let mut a = [[0.0f64; 9]; 8];
        for (i, (p, q)) in from.iter().zip(to).enumerate() {
            let w = weights.map_or(1.0, |w| w[i]);
            if w <= 0.0 {
                continue;
            }
            let [x, y] = normal_from.apply(*p);
            let [u, v] = normal_to.apply(*q);
            let rows = [
                ([x, y, 1.0, 0.0, 0.0, 0.0, -u * x, -u * y], u),
                ([0.0, 0.0, 0.0, x, y, 1.0, -v * x, -v * y], v),
            ];
            for (row, value) in rows {
                for j in 0..8 {
                    for k in 0..8 {
                        a[j][k] += w * row[j] * row[k];
                    }
                    a[j][8] += w * row[j] * value;
                }
            }
        }
        let h = solve(a)?;
        let normalised = Self {
            m: [[h[0], h[1], h[2]], [h[3], h[4], h[5]], [h[6], h[7], 1.0]],
        };
        Some(normal_to.inverse()?.after(&normalised).after(&normal_from))
    }

    /// `fit` that ignores outliers: random samples of four points, the largest set within
    /// `tolerance` (units of `to`), then reweighted least squares with Tukey's biweight. Also says
    /// which points agree in the end. Always the same answer for the same points.
    pub fn fit_robust(from: &[Xy], to: &[Xy], tolerance: f64) -> Option<(Self, Vec<bool>)> {
        let n = from.len();
        if n < 4 {
            return None;
        }
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        let mut next = || {
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            (random % n as u64) as usize
        };
        let mut best: Option<(usize, Self)> = None;
        for _ in 0..SAMPLES {
            let s = [next(), next(), next(), next()];
            let Some(h) = Self::fit(&s.map(|i| from[i]), &s.map(|i| to[i]), None) else {
                continue;
            };
            let agree = (0..n)
                .filter(|&i| distance(h.apply(from[i]), to[i]) < tolerance)
                .count();
            if best.as_ref().is_none_or(|b| agree > b.0) {
                best = Some((agree, h));
            }
            if agree * 10 > n * 9 {
                break;
            }
        }
        let mut h = best?.1;
        for _ in 0..5 {
            let weights: Vec<f64> = (0..n)
                .map(|i| tukey(distance(h.apply(from[i]), to[i]) / (1.5 * tolerance)))
                .collect();
            h = Self::fit(from, to, Some(&weights))?;
        }
        let agrees = (0..n)
            .map(|i| distance(h.apply(from[i]), to[i]) < tolerance)
            .collect();
        Some((h, agrees))
    }
}

/// Samples of four that `fit_robust` tries: with half of the points right, one in sixteen is all
/// right, so that a hundred miss with a probability of 0.2 %.
const SAMPLES: usize = 100;

/// Tukey's biweight: 1 at 0, 0 from 1 on.
pub fn tukey(r: f64) -> f64 {
    if r < 1.0 { (1.0 - r * r).powi(2) } else { 0.0 }
}

/// Euclidean distance. Of positions in photos, whose squares do not overflow: `hypot`, which guards
/// against that, takes ten times as long.
pub fn distance(a: Xy, b: Xy) -> f64 {
    ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2)).sqrt()
}

fn normaliser(points: &[Xy]) -> Option<Homography> {
    let n = points.len() as f64;
    let centre = [0, 1].map(|i| points.iter().map(|p| p[i]).sum::<f64>() / n);
    let spread = points.iter().map(|p| distance(*p, centre)).sum::<f64>() / n;
    if !spread.is_finite() || spread < 1e-9 {
        return None;
    }
    let s = std::f64::consts::SQRT_2 / spread;
    Some(Homography::scale_shift(
        [s, s],
        [-s * centre[0], -s * centre[1]],
    ))
}

/// Gaussian elimination with partial pivoting of the augmented matrix [N, N + 1].
pub fn solve<const N: usize, const M: usize>(mut a: [[f64; M]; N]) -> Option<[f64; N]> {
    for column in 0..N {
        let pivot =
            (column..N).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        if a[pivot][column].abs() < 1e-10 {
            return None;
        }
        a.swap(column, pivot);
        for row in column + 1..N {
            let factor = a[row][column] / a[column][column];
            let pivot_row = a[column];
            for (value, above) in a[row].iter_mut().zip(pivot_row).skip(column) {
                *value -= factor * above;
            }
        }
    }
    let mut x = [0.0; N];
    for row in (0..N).rev() {
        let known: f64 = (row + 1..N).map(|k| a[row][k] * x[k]).sum();
        x[row] = (a[row][N] - known) / a[row][row];
    }
    Some(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn quad() -> impl Strategy<Value = [Xy; 4]> {
        prop::array::uniform8(-0.3f64..0.3).prop_map(|d| {
            [
                [d[0], d[1]],
                [1.0 + d[2], d[3]],
                [1.0 + d[4], 1.0 + d[5]],
                [d[6], 1.0 + d[7]],
            ]
            .map(|p| p.map(|v| 700.0 * v))
        })
    }
    const UNIT: [Xy; 4] = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];

    proptest! {
        #[test]
        fn inverse_undoes(q in quad(), x in 0.0f64..1.0, y in 0.0f64..1.0) {
            let h = Homography::fit(&UNIT, &q, None).unwrap();
            let back = h.inverse().unwrap().apply(h.apply([x, y]));
            prop_assert!(distance(back, [x, y]) < 1e-6, "{back:?}");
        }

        #[test]
        fn four_points_are_met(q in quad()) {
            let h = Homography::fit(&UNIT, &q, None).unwrap();
            for (p, t) in UNIT.iter().zip(q) {
                prop_assert!(distance(h.apply(*p), t) < 1e-6);
            }
        }

        #[test]
        fn outliers_are_ignored(q in quad(), seed in 0u64..1000) {
            let h = Homography::fit(&UNIT, &q, None).unwrap();
            let from: Vec<Xy> = (0..100).map(|i| [(i % 10) as f64 / 9.0, (i / 10) as f64 / 9.0]).collect();
            let to: Vec<Xy> = from
                .iter()
                .enumerate()
                .map(|(i, p)| {
                    let t = h.apply(*p);
                    let off = if (i as u64 * 7 + seed) % 10 < 3 { 40.0 } else { 0.0 };
                    [t[0] + off, t[1] - off]
                })
                .collect();
            let (found, agrees) = Homography::fit_robust(&from, &to, 4.0).unwrap();
            prop_assert!(agrees.iter().filter(|a| **a).count() >= 70);
            for p in UNIT {
                prop_assert!(distance(found.apply(p), h.apply(p)) < 1.0);
            }
        }
    }

    #[test]
    fn degenerate_points_are_refused() {
        let line: Vec<Xy> = (0..6).map(|i| [i as f64, 2.0 * i as f64]).collect();
        assert!(Homography::fit(&line, &line, None).is_none());
        assert!(Homography::fit(&UNIT[..3], &UNIT[..3], None).is_none());
    }
}
