//! The first guess: where in the photo the board is, to about a cell.

use ndarray::{Array4, Axis};

use super::contrast::contrast;
use super::heat::{outlines, peaks, quads_of_peaks, snapped};
use super::homography::{Xy, distance};
use super::nets::{Net, NetError};
use super::quad::{Quad, is_convex, ordered, quadrilateral, straightened};
use super::rectify::{Pyramid, cut_view};

/// Side of the net's picture in pixels (one more than a multiple of eight is cut off).
const SIDE: usize = 256;
/// What `contrast` takes for a cell here, where cells are not known yet.
const CONTRAST_CELL: usize = 8;
/// Pixels of the net's picture to one of its output.
const STRIDE: f64 = 4.0;

/// What the coarse net saw.
pub struct Guess {
    /// Guesses at the corners, the most likely first.
    pub quads: Vec<Quad>,
    /// `[1, 3, 64, 64]` of the whole photo: probabilities of "board", of "corner" of it and of "another
    /// board".
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

/// The photo position of a place (column, row) of the maps of a whole photo of a size in pixels.
pub(super) fn place(photo: Xy, at: [usize; 2]) -> Xy {
    Frame::whole(photo).photo_from_view(at.map(|v| v as f64 * STRIDE))
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
    quads.extend(quads_of_peaks(&peaks, mask));
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
