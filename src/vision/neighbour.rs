//! Whether another board lies in the photo beside the one that was read, as in a hall full of them.

use ndarray::Array4;

use super::coarse::place;
use super::grid::Grid;
use super::homography::{Homography, Xy};
use super::reading::Side;

/// A place may be another board from this probability on; the net is not sure which one is meant.
const BOARD: f64 = 0.25;
/// How far from the outer lines, in cells, another board begins at the nearest: the net's maps are
/// blurred, and the rims of both lie between.
const RIM: f64 = 1.5;
/// Another board is told of from this share of the area of the one that was read. Of 231 held-out photos
/// of one board two show more (carpet, glare), of 60 rendered pairs of boards two in five.
const SHARE: f64 = 0.25;

/// Another board in the photo.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Neighbour {
    /// On which side of the board that was read it lies, as the photo lies.
    pub(super) side: Side,
    /// Its area in the photo to that of the board that was read.
    pub(super) area: f64,
}

/// The board beside that of a grid, by the coarse net's maps of a photo of a size in pixels.
pub(super) fn beside(maps: &Array4<f32>, photo: Xy, grid: &Grid) -> Option<Neighbour> {
    let last = f64::from(grid.lines()) - 1.0;
    let lattice = [[0.0, 0.0], [last, 0.0], [last, last], [0.0, last]];
    let lattice_from_photo = Homography::fit(&grid.corners(), &lattice, None)?;
    let (mut own, mut others, mut middle) = (0.0, 0.0, [0.0; 2]);
    let (_, _, rows, columns) = maps.dim();
    for (r, c) in (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c))) {
        let at = place(photo, [c, r]);
        let [x, y] = lattice_from_photo.apply(at);
        let within = |margin: f64| [x, y].iter().all(|v| (-margin..=last + margin).contains(v));
        if within(0.0) {
            own += 1.0;
        } else if !within(RIM) {
            let p = f64::from(maps[[0, 0, r, c]] + maps[[0, 2, r, c]]).min(1.0);
            if p > BOARD {
                others += p;
                middle = [0, 1].map(|i| middle[i] + p * at[i]);
            }
        }
    }
    let center = grid.photo_point([last / 2.0; 2])?;
    let away = [0, 1].map(|i| middle[i] / others - center[i]);
    let side = match away {
        [x, y] if x.abs() > y.abs() && x < 0.0 => Side::Left,
        [x, y] if x.abs() > y.abs() => Side::Right,
        [_, y] if y < 0.0 => Side::Top,
        _ => Side::Bottom,
    };
    (others > SHARE * own).then(|| Neighbour {
        side,
        area: others / own,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Maps of a square photo of 256 pixels with boards in these parts of it: left, top, right, bottom.
    fn maps(main: [usize; 4], other: [usize; 4]) -> Array4<f32> {
        Array4::from_shape_fn((1, 3, 64, 64), |(_, k, r, c)| {
            let inside = |[left, top, right, bottom]: [usize; 4]| {
                (left..right).contains(&(4 * c)) && (top..bottom).contains(&(4 * r))
            };
            f32::from(k == 0 && inside(main) || k == 2 && inside(other))
        })
    }

    fn grid() -> Grid {
        let corners = [[60.0, 60.0], [180.0, 60.0], [180.0, 180.0], [60.0, 180.0]];
        Grid::from_corners(19, corners).unwrap()
    }

    #[test]
    fn a_board_beside_the_one_that_was_read_is_told() {
        let main = [60, 60, 180, 180];
        for (other, side) in [
            ([200, 80, 256, 160], Some(Side::Right)),
            ([0, 60, 40, 180], Some(Side::Left)),
            ([60, 0, 180, 40], Some(Side::Top)),
            ([60, 200, 180, 256], Some(Side::Bottom)),
            ([200, 80, 216, 96], None),
        ] {
            let found = beside(&maps(main, other), [256.0; 2], &grid());
            assert_eq!(found.map(|n| n.side), side);
        }
    }

    #[test]
    fn the_board_itself_and_its_rim_are_no_other() {
        let main = [52, 52, 188, 188];
        assert_eq!(beside(&maps(main, main), [256.0; 2], &grid()), None);
    }

    #[test]
    fn where_the_other_board_was_read_the_first_is_told() {
        let maps = maps([200, 80, 256, 160], [60, 60, 180, 180]);
        let found = beside(&maps, [256.0; 2], &grid()).unwrap();
        assert_eq!(found.side, Side::Right);
        assert!((0.25..0.5).contains(&found.area), "{found:?}");
    }
}
