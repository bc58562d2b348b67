//! Where the camera is over the board, and so where what stands on the board is seen.

use super::grid::Grid;
use super::homography::Xy;

/// The camera, in cells: over which lattice position, and how high above the board.
#[derive(Debug, Clone, Copy)]
pub(super) struct Eye {
    foot: Xy,
    height: f64,
}

/// Focal lengths that are tried, in long sides of the photo, from `SHORTEST`, each longer by `STEP`.
const SHORTEST: f64 = 0.45;
const STEP: f64 = 1.1;
const TRIED: i32 = 24;
/// The focal length of phones, 26 to 30 mm where a photo is 36 mm long; photos are often cropped.
const USUAL: f64 = 0.8;
/// How far it strays, as a logarithm.
const STRAYS: f64 = 0.5;
/// How far the angle of the lines is from a right one, by the error of the grid.
const SKEW: f64 = 0.03;
/// How far cells are from square, as a logarithm: those of a board are longer than wide by 7 %.
const OBLONG: f64 = 0.05;

impl Eye {
    /// Of a photo of a size in pixels, its optical axis in the middle. The focal length is the one that,
    /// being usual, makes the lines cross at right angles and the cells square (after Zhang, "A flexible
    /// new technique for camera calibration"; the usual one decides where the board alone does not).
    pub(super) fn of(grid: &Grid, photo: Xy) -> Option<Self> {
        let long = photo[0].max(photo[1]);
        let columns = grid.columns().map(|[x, y, w]| {
            let centred = |v: f64, i: usize| (v - photo[i] / 2.0 * w) / long;
            [centred(x, 0), centred(y, 1), w]
        });
        (0..TRIED)
            .filter_map(|i| Self::with_focal_length(columns, SHORTEST * STEP.powi(i)))
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map(|(eye, _)| eye)
    }

    /// The camera if its focal length is this, and how unlikely that is.
    fn with_focal_length(columns: [[f64; 3]; 3], focal: f64) -> Option<(Self, f64)> {
        let [across, down, to_origin] = columns.map(|[x, y, w]| [x / focal, y / focal, w]);
        let [width, length] = [across, down].map(|v| dot(v, v).sqrt());
        let skew = dot(across, down) / (width * length);
        let oblong = (length / width).ln();
        let unlikely = (skew / SKEW).powi(2)
            + (oblong / OBLONG).powi(2)
            + ((focal / USUAL).ln() / STRAYS).powi(2);
        // Where `across * column + down * row + up * height + to_origin` is the camera itself.
        let up = cross(across, down).map(|v| v / length);
        let volume = dot(cross(across, down), up);
        let part = |a, b| -dot(cross(a, b), to_origin) / volume;
        let foot = [part(down, up), part(up, across)];
        let height = part(across, down).abs();
        (height.is_finite() && height > 0.0).then_some((Self { foot, height }, unlikely))
    }

    /// Which lattice position hides behind what is so many cells high over a lattice position.
    pub(super) fn behind(&self, p: Xy, height: f64) -> Xy {
        let far = height / (self.height - height).max(height);
        [0, 1].map(|i| p[i] + far * (p[i] - self.foot[i]))
    }
}

/// The scalar product.
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The vector product.
fn cross(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a camera over (`foot`, `height`) that looks at the middle of a board of 19 lines, its focal
    /// length 0.9 long sides of its photo of 4000 × 3000, sees a point.
    fn seen([x, y, z]: [f64; 3], foot: Xy, height: f64) -> Xy {
        let unit = |v: [f64; 3]| v.map(|c| c / dot(v, v).sqrt());
        let ahead = unit([9.0 - foot[0], 9.0 - foot[1], -height]);
        let right = unit(cross(ahead, [0.0, 0.0, 1.0]));
        let down = cross(ahead, right);
        let to = [x - foot[0], y - foot[1], z - height];
        let [x, y, depth] = [right, down, ahead].map(|axis| dot(axis, to));
        [1999.5 + 3600.0 * x / depth, 1499.5 + 3600.0 * y / depth]
    }

    #[test]
    fn the_camera_is_found() {
        for (foot, height) in [
            ([9.0, 45.0], 15.0),
            ([-20.0, 30.0], 18.0),
            ([9.5, 9.0], 50.0),
        ] {
            let corners = [[0.0, 0.0], [18.0, 0.0], [18.0, 18.0], [0.0, 18.0]];
            let photo = corners.map(|[x, y]| seen([x, y, 0.0], foot, height));
            let grid = Grid::from_corners(19, photo).unwrap();
            let eye = Eye::of(&grid, [4000.0, 3000.0]).unwrap();
            assert!((eye.height / height - 1.0).abs() < 0.15, "{eye:?}");
            for p in [[0.0, 0.0], [9.0, 9.0], [18.0, 4.0]] {
                let [column, row] = eye.behind(p, 0.2);
                let (x, y) = grid.image_point(column, row);
                let top = seen([p[0], p[1], 0.2], foot, height);
                let off = [x - top[0], y - top[1]].map(|v| v / grid.cell());
                assert!(off[0].hypot(off[1]) < 0.03, "{p:?} {off:?}");
            }
        }
    }
}
