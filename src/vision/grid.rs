//! The lattice of the board in the photo.

use crate::go::BoardSize;

use super::homography::{Homography, Xy};

/// Terms of the polynomial that bends the lattice.
pub(super) const BEND_TERMS: usize = 7;

/// What lenses and cloth do beyond a homography: a small displacement of the lattice, in cells,
/// polynomial of third degree in the position.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Bend {
    pub(super) coefficients: [[f64; BEND_TERMS]; 2],
}

impl Bend {
    /// The terms at a lattice position of a board with `lines` lines. Beyond the outer lines they
    /// stay what they are on them, so that nothing runs away there.
    pub(super) fn terms(p: Xy, lines: f64) -> [f64; BEND_TERMS] {
        let [x, y] = p.map(|v| (2.0 * v / (lines - 1.0) - 1.0).clamp(-1.1, 1.1));
        [
            x * x,
            x * y,
            y * y,
            x * x * x,
            x * x * y,
            x * y * y,
            y * y * y,
        ]
    }

    /// The displacement at a lattice position.
    pub(super) fn at(&self, p: Xy, lines: f64) -> Xy {
        let terms = Self::terms(p, lines);
        self.coefficients
            .map(|c| c.iter().zip(terms).map(|(c, t)| c * t).sum())
    }
}

/// Where every crossing of the board is in the photo.
///
/// Lattice coordinates are `(column, row)` from 0 at the top left crossing; photo coordinates are
/// pixels of the upright photo, x right, y down, pixel centres at whole numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Grid {
    lines: u8,
    photo_from_bent: Homography,
    bend: Bend,
}

impl Grid {
    /// The grid of a board with `lines` lines a side whose outer crossings are `corners`: top left,
    /// top right, bottom right, bottom left. `None` where they span no area.
    pub fn from_corners(lines: u8, corners: [Xy; 4]) -> Option<Self> {
        let photo_from_bent = super::quad::photo_from_lattice(&corners, lines)?;
        Some(Self {
            lines,
            photo_from_bent,
            bend: Bend::default(),
        })
    }

    pub(super) fn new(lines: u8, photo_from_bent: Homography, bend: Bend) -> Self {
        Self {
            lines,
            photo_from_bent,
            bend,
        }
    }

    /// The grid bent as this one whose outer crossings are `corners`.
    pub(super) fn moved_to(&self, corners: [Xy; 4]) -> Option<Self> {
        let last = f64::from(self.lines) - 1.0;
        let bent = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]].map(|p| self.bent(p));
        let photo_from_bent = Homography::fit(&bent, &corners, None)?;
        Some(Self::new(self.lines, photo_from_bent, self.bend))
    }

    /// The homogeneous photo positions of the directions of columns and rows and of the first crossing,
    /// without the bend.
    pub(super) fn columns(&self) -> [[f64; 3]; 3] {
        self.photo_from_bent.columns()
    }

    /// Lines a side.
    pub fn lines(&self) -> u8 {
        self.lines
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        BoardSize::square(self.lines).expect("a grid has 2 to 25 lines")
    }

    /// Where a lattice position is in the photo. Positions between and a few cells beyond the
    /// crossings have a meaning too.
    pub fn image_point(&self, column: f64, row: f64) -> (f64, f64) {
        let [x, y] = self.photo_from_bent.apply(self.bent([column, row]));
        (x, y)
    }

    /// As `image_point`, but `None` behind the camera.
    pub(super) fn photo_point(&self, p: Xy) -> Option<Xy> {
        let middle = (f64::from(self.lines) - 1.0) / 2.0;
        let bent = self.bent(p);
        let same_side =
            self.photo_from_bent.weight(bent) * self.photo_from_bent.weight([middle; 2]) > 0.0;
        same_side.then(|| self.photo_from_bent.apply(bent))
    }

    fn bent(&self, p: Xy) -> Xy {
        let d = self.bend.at(p, f64::from(self.lines));
        [p[0] + d[0], p[1] + d[1]]
    }

    /// The outer crossings in the photo: top left, top right, bottom right, bottom left.
    #[must_use]
    pub fn corners(&self) -> [Xy; 4] {
        let last = f64::from(self.lines) - 1.0;
        [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]]
            .map(|p| self.photo_from_bent.apply(self.bent(p)))
    }

    /// The mean distance between neighbouring crossings along the outer lines, in photo pixels.
    pub fn cell(&self) -> f64 {
        let q = self.corners();
        let sides: f64 = (0..4)
            .map(|i| super::homography::distance(q[i], q[(i + 1) % 4]))
            .sum();
        sides / 4.0 / (f64::from(self.lines) - 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_come_back() {
        let corners = [[10.0, 20.0], [300.0, 15.0], [330.0, 310.0], [5.0, 290.0]];
        let grid = Grid::from_corners(13, corners).unwrap();
        for (a, b) in grid.corners().iter().zip(corners) {
            assert!((a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6);
        }
        assert!(Grid::from_corners(13, [[0.0; 2]; 4]).is_none());
    }

    #[test]
    fn a_bent_grid_moves_to_other_corners() {
        let corners = [[10.0, 20.0], [300.0, 15.0], [330.0, 310.0], [5.0, 290.0]];
        let mut grid = Grid::from_corners(13, corners).unwrap();
        grid.bend.coefficients[0][0] = 0.2;
        let others = corners.map(|[x, y]| [x + 7.0, 1.1 * y]);
        let moved = grid.moved_to(others).unwrap();
        for (a, b) in moved.corners().iter().zip(others) {
            assert!((a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6);
        }
        let plain = Grid::from_corners(13, others).unwrap();
        let [a, b] = [&moved, &plain].map(|g| g.image_point(6.0, 6.0));
        assert!((a.0 - b.0).abs() > 1.0, "the bend is kept");
    }
}
