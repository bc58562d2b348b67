//! Where the lines of the board lie in the photo.

use crate::go::BoardSize;

use super::Xy;

/// The lines of a board in the upright photo.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    lines: u8,
    corners: [Xy; 4],
    /// `x = (a·u + b·v + c) / w`, `y = (d·u + e·v + f) / w`, `w = g·u + h·v + 1`
    /// with `u`, `v` from 0 at the first line to 1 at the last.
    image_from_unit: [f64; 8],
}

impl Grid {
    /// The grid between four outermost crossings (pixels of the upright photo; top left, top
    /// right, bottom right, bottom left), without lens distortion. The map from the unit square
    /// is Heckbert's (1989). `None` if the corners do not span a quadrilateral.
    #[must_use]
    pub fn from_corners(lines: u8, corners: [Xy; 4]) -> Option<Self> {
        let [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = corners;
        let (sx, sy) = (x0 - x1 + x2 - x3, y0 - y1 + y2 - y3);
        let (dx1, dx2, dy1, dy2) = (x1 - x2, x3 - x2, y1 - y2, y3 - y2);
        let det = dx1 * dy2 - dx2 * dy1;
        if !det.is_finite() || det.abs() < 1e-9 {
            return None;
        }
        let (g, h) = ((sx * dy2 - dx2 * sy) / det, (dx1 * sy - sx * dy1) / det);
        let image_from_unit = [
            x1 - x0 + g * x1,
            x3 - x0 + h * x3,
            x0,
            y1 - y0 + g * y1,
            y3 - y0 + h * y3,
            y0,
            g,
            h,
        ];
        Some(Self {
            lines,
            corners,
            image_from_unit,
        })
    }

    /// The number of lines.
    #[must_use]
    pub fn size(&self) -> BoardSize {
        BoardSize::square(self.lines).expect("a grid has 2 to 25 lines")
    }

    /// Where a place on the board lies, in pixels of the upright photo. Columns and rows count
    /// from 0 at the top left crossing; fractions and places beside the board are allowed.
    #[must_use]
    pub fn image_point(&self, column: f64, row: f64) -> (f64, f64) {
        let u = column / (f64::from(self.lines) - 1.0);
        let v = row / (f64::from(self.lines) - 1.0);
        let [a, b, c, d, e, f, g, h] = self.image_from_unit;
        let w = g * u + h * v + 1.0;
        ((a * u + b * v + c) / w, (d * u + e * v + f) / w)
    }

    /// The outermost crossings in pixels of the upright photo: top left, top right, bottom
    /// right, bottom left.
    #[must_use]
    pub fn corners(&self) -> [Xy; 4] {
        self.corners
    }
}
