//! The first guess: where in the photo the board is, to about a cell.

use ndarray::{Array4, Axis};

use super::contrast::contrast;
use super::heat::{outlines, peaks, quads_of_peaks, snapped};
use super::homography::{Homography, Xy, distance};
use super::nets::{Net, NetError};
use super::quad::{Quad, area, is_convex, ordered, quadrilateral, straightened};
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
    /// The board as the first look saw it, roughly.
    board: Option<Quad>,
    /// `[1, 3, 64, 64]` of the whole photo: probabilities of "board", of "corner" of it and of "another
    /// board".
    pub heat: Array4<f32>,
}

/// A part of the photo that the net looks at: the photo position of a pixel of the net's picture.
struct Frame(Homography);

impl Frame {
    /// The whole photo, centred.
    fn whole(photo: Xy) -> Self {
        Self::around(photo.map(|v| v / 2.0), photo[0].max(photo[1]))
    }

    /// A square, its centre in pixels from the photo's corner.
    fn around(centre: Xy, side: f64) -> Self {
        let scale = side / SIDE as f64;
        let shift = centre.map(|v| v - side / 2.0 + scale / 2.0 - 0.5);
        Self(Homography::scale_shift([scale; 2], shift))
    }

    /// A square round a board in a photo; `None` where it would hardly be closer than the whole photo.
    fn closer(board: &Quad, photo: Xy) -> Option<Self> {
        let range = |i: usize| {
            let low = board.iter().map(|p| p[i]).fold(f64::INFINITY, f64::min);
            let high = board.iter().map(|p| p[i]).fold(f64::NEG_INFINITY, f64::max);
            (low, high)
        };
        let ((left, right), (top, bottom)) = (range(0), range(1));
        let side = ZOOM * (right - left).max(bottom - top);
        let centre = [(left + right) / 2.0, (top + bottom) / 2.0];
        (side < 0.85 * photo[0].max(photo[1])).then(|| Self::around(centre, side))
    }

    /// A board as if seen from straight above it; `None` where it nearly is.
    fn above(board: &Quad) -> Option<Self> {
        let longest = (0..4)
            .map(|i| distance(board[i], board[(i + 1) % 4]))
            .fold(0.0, f64::max);
        if area(board) > OBLIQUE * longest * longest {
            return None;
        }
        let [low, high] = [1.0 - 1.0 / ZOOM, 1.0 + 1.0 / ZOOM].map(|v| v * SIDE as f64 / 2.0);
        let square = [[low, low], [high, low], [high, high], [low, high]];
        Homography::fit(&square, board, None).map(Self)
    }

    /// `None` behind the camera.
    fn photo_from_view(&self, p: Xy) -> Option<Xy> {
        let middle = self.0.weight([SIDE as f64 / 2.0; 2]);
        (middle * self.0.weight(p) > 0.0).then(|| self.0.apply(p))
    }
}

/// The photo position of a place (column, row) of the maps of a whole photo of a size in pixels.
pub(super) fn place(photo: Xy, at: [usize; 2]) -> Xy {
    Frame::whole(photo).0.apply(at.map(|v| v as f64 * STRIDE))
}

/// A board is looked at from above where its area is less than this part of a square's on its longest side.
/// Of boards that are seen more nearly from above the fine net finds the far lines as well.
const OBLIQUE: f64 = 0.7;

/// Side of a second look to the (longer) extent of the board: half as much table on each side.
const ZOOM: f64 = 1.45;

/// Looks at the whole photo, then at what was found as if from straight above it, and turns the net's
/// maps into quadrilaterals. What is seen from above comes first: of a board seen from low, the far lines
/// are too close in the photo itself for a picture of this size.
pub fn guess(net: &dyn Net, pyramid: &Pyramid) -> Result<Guess, NetError> {
    let (far, heat) = look(net, pyramid, &Frame::whole(pyramid.size()))?;
    let board = far.first().copied();
    let mut quads = from_above(net, pyramid, board)?;
    quads.extend(far);
    Ok(Guess {
        quads: distinct(quads),
        board,
        heat,
    })
}

/// More guesses: looks closer at what was found, and from straight above what is found there.
pub fn guess_closer(
    net: &dyn Net,
    pyramid: &Pyramid,
    found: &Guess,
) -> Result<Vec<Quad>, NetError> {
    let size = pyramid.size();
    let mut quads = Vec::new();
    if let Some(frame) = found.board.and_then(|board| Frame::closer(&board, size)) {
        let close = look(net, pyramid, &frame)?.0;
        quads = from_above(net, pyramid, close.first().copied())?;
        quads.extend(close);
    }
    quads.push(inset([0.04; 2].map(|f| f * size[0].min(size[1])), size));
    Ok(distinct(quads))
}

/// What is seen from straight above a board that was seen obliquely.
fn from_above(
    net: &dyn Net,
    pyramid: &Pyramid,
    board: Option<Quad>,
) -> Result<Vec<Quad>, NetError> {
    match board.as_ref().and_then(Frame::above) {
        Some(frame) => Ok(look(net, pyramid, &frame)?.0),
        None => Ok(Vec::new()),
    }
}

/// The guesses of one frame, in photo pixels, and the maps that they come from.
fn look(
    net: &dyn Net,
    pyramid: &Pyramid,
    frame: &Frame,
) -> Result<(Vec<Quad>, Array4<f32>), NetError> {
    let view = cut_view(pyramid, SIDE + 1, &|p| frame.photo_from_view(p));
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
    let in_photo = |q: &Quad| {
        let [a, b, c, d] = q.map(|p| frame.photo_from_view(p.map(|v| v * STRIDE)));
        Some(ordered([a?, b?, c?, d?]))
    };
    Ok((quads.iter().filter_map(in_photo).collect(), heat))
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
