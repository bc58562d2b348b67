//! Which part of the photo is shown, and how large.

use image::RgbImage;

use crate::vision::Grid;

use super::canvas::{Canvas, Spot};

/// The longest side of the drawn photo lies between these, in pixels: letters
/// stay readable on a thumbnail, and a large photo stays easy to send.
const LONGEST_SIDE: (u32, u32) = (1100, 1600);
/// How far outside the outermost lines the coordinates stand, in cells.
pub(super) const LABEL_DISTANCE: f64 = 1.0;
/// The canvas is widened for coordinates outside the photo by at most this
/// part of the photo's longest side, on each side.
const LARGEST_BORDER: f32 = 0.12;

/// Which part of the photo lies where on the canvas.
pub(super) struct Frame {
    /// Top left corner and size of the part, in pixels of the photo.
    part: (u32, u32, u32, u32),
    scale: f32,
    offset: Spot,
    /// Of the canvas without the caption.
    pub size: Spot,
}

impl Frame {
    pub(super) fn around(grid: &Grid, photo: &RgbImage) -> Self {
        let part = surroundings(grid, photo);
        let longest = part.2.max(part.3).max(1);
        let scale = longest.clamp(LONGEST_SIDE.0, LONGEST_SIDE.1) as f32 / longest as f32;
        let (width, height) = (part.2 as f32 * scale, part.3 as f32 * scale);
        let border = width.max(height) * LARGEST_BORDER;
        let (mut low, mut high) = ((0.0f32, 0.0f32), (width, height));
        for (x, y) in around_board(grid, LABEL_DISTANCE + 0.35) {
            let x = (x - f64::from(part.0)) as f32 * scale;
            let y = (y - f64::from(part.1)) as f32 * scale;
            low = (low.0.min(x).max(-border), low.1.min(y).max(-border));
            high = (
                high.0.max(x).min(width + border),
                high.1.max(y).min(height + border),
            );
        }
        let size = (high.0 - low.0, high.1 - low.1);
        Self {
            part,
            scale,
            offset: (-low.0, -low.1),
            size,
        }
    }

    pub(super) fn paste(&self, photo: &RgbImage, canvas: &mut Canvas) {
        let (x, y, width, height) = self.part;
        let part = image::imageops::crop_imm(photo, x, y, width, height);
        if self.scale < 1.0 {
            let side = |pixels: u32| ((pixels as f32 * self.scale).round() as u32).max(1);
            let smaller = image::imageops::thumbnail(&*part, side(width), side(height));
            canvas.picture(&smaller, self.offset, 1.0);
        } else {
            canvas.picture(&part.to_image(), self.offset, self.scale);
        }
    }

    /// Where a pixel of the photo lies on the canvas.
    pub(super) fn spot(&self, (x, y): (f64, f64)) -> Spot {
        let (left, top) = (f64::from(self.part.0), f64::from(self.part.1));
        let place =
            |pixel: f64, start: f64, offset: f32| (pixel - start) as f32 * self.scale + offset;
        (place(x, left, self.offset.0), place(y, top, self.offset.1))
    }
}

/// The part of the photo that is shown: the board with half of its size on each side, so that
/// a board far away is large enough to be checked and its place can still be recognised.
fn surroundings(grid: &Grid, photo: &RgbImage) -> (u32, u32, u32, u32) {
    let corners = around_board(grid, 0.0);
    let range = |value: fn(&(f64, f64)) -> f64, limit: u32| {
        let low = corners.iter().map(value).fold(f64::INFINITY, f64::min);
        let high = corners.iter().map(value).fold(f64::NEG_INFINITY, f64::max);
        let beside = (high - low) * 0.5;
        let start = (low - beside).clamp(0.0, f64::from(limit) - 1.0) as u32;
        let end = (high + beside).clamp(f64::from(start) + 1.0, f64::from(limit)) as u32;
        (start, end - start)
    };
    let (x, width) = range(|corner| corner.0, photo.width());
    let (y, height) = range(|corner| corner.1, photo.height());
    (x, y, width, height)
}

/// The corners of the board, so many cells outside of its outermost lines, in the photo.
fn around_board(grid: &Grid, reach: f64) -> [(f64, f64); 4] {
    let (columns, rows) = last_lines(grid);
    [
        (-reach, -reach),
        (columns + reach, -reach),
        (columns + reach, rows + reach),
        (-reach, rows + reach),
    ]
    .map(|(column, row)| grid.image_point(column, row))
}

/// The column and the row of the last lines.
pub(super) fn last_lines(grid: &Grid) -> (f64, f64) {
    let size = grid.size();
    (
        f64::from(size.width()) - 1.0,
        f64::from(size.height()) - 1.0,
    )
}
