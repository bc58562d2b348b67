//! Square views of the board, cut from the photo in one step.

use image::RgbImage;
use ndarray::Array4;

use super::homography::Xy;

/// A photo at full size and at halves of it, so that a view never skips pixels.
pub struct Pyramid<'a> {
    full: &'a RgbImage,
    halves: Vec<RgbImage>,
}

/// Smallest side of the last halving.
const SMALLEST: u32 = 64;

impl<'a> Pyramid<'a> {
    /// Halves `full` by box averages until a side would fall below 64 pixels.
    pub fn new(full: &'a RgbImage) -> Self {
        let mut halves: Vec<RgbImage> = Vec::new();
        loop {
            let last = halves.last().unwrap_or(full);
            let (w, h) = (last.width() / 2, last.height() / 2);
            if w.min(h) < SMALLEST {
                return Self { full, halves };
            }
            let next = halved(last);
            halves.push(next);
        }
    }

    /// Width and height of the photo in pixels.
    pub fn size(&self) -> [f64; 2] {
        [f64::from(self.full.width()), f64::from(self.full.height())]
    }

    /// The level whose pixels are nearest to `step` photo pixels, and its pixels to one of the photo.
    fn level(&self, step: f64) -> (&RgbImage, f64) {
        let level = step
            .max(1e-6)
            .log2()
            .round()
            .clamp(0.0, self.halves.len() as f64) as usize;
        let image = match level {
            0 => self.full,
            n => &self.halves[n - 1],
        };
        (image, 0.5f64.powi(level as i32))
    }
}

/// The means of 2 × 2 pixels; an odd last row or column is left out. Several times as fast as
/// `image::imageops::thumbnail`, which was most of the time of a photo of 12 megapixels.
fn halved(image: &RgbImage) -> RgbImage {
    let row = 3 * image.width() as usize;
    let (width, height) = (image.width() / 2, image.height() / 2);
    let mut sums = vec![0u16; row];
    let mut half = Vec::with_capacity(3 * (width * height) as usize);
    for rows in image.as_raw().chunks_exact(2 * row) {
        let (above, below) = rows.split_at(row);
        for (sum, (a, b)) in sums.iter_mut().zip(above.iter().zip(below)) {
            *sum = u16::from(*a) + u16::from(*b);
        }
        half.extend(sums.chunks_exact(6).flat_map(|pair| {
            [0, 1, 2].map(|channel| ((pair[channel] + pair[channel + 3] + 2) / 4) as u8)
        }));
    }
    RgbImage::from_raw(width, height, half).expect("a quarter of the pixels")
}

/// Where a view looks in the photo: a position in pixels, or `None` behind the camera.
pub type PhotoFromView<'a> = &'a dyn Fn(Xy) -> Option<Xy>;

/// The map is evaluated at every eighth pixel and bilinear in between.
const NODE: usize = 8;

/// Cuts a view of `side` × `side` pixels (`side` = 8k + 1): `[1, 4, row, column]`, red, green, blue
/// in 0..1 and a fourth channel that is 1 inside the photo and 0 beyond its border (where the
/// colours are 0 too). Pixel centres are at whole numbers.
pub fn cut_view(pyramid: &Pyramid, side: usize, photo_from_view: PhotoFromView) -> Array4<f32> {
    let nodes = (side - 1) / NODE + 1;
    let map: Vec<Option<Xy>> = (0..nodes * nodes)
        .map(|i| photo_from_view([((i % nodes) * NODE) as f64, ((i / nodes) * NODE) as f64]))
        .collect();
    let (image, scale) = pyramid.level(step_in_photo(&map, nodes));
    let mut view = Array4::zeros((1, 4, side, side));
    for row in 0..side {
        for column in 0..side {
            let Some(p) = between(&map, nodes, row, column) else {
                continue;
            };
            let [x, y] = p.map(|v| (v + 0.5) * scale - 0.5);
            if let Some(rgb) = bilinear(image, x as f32, y as f32) {
                for (channel, value) in rgb.into_iter().enumerate() {
                    view[[0, channel, row, column]] = value;
                }
                view[[0, 3, row, column]] = 1.0;
            }
        }
    }
    view
}

/// The larger of the steps across and down at the middle of the view, in photo pixels a view pixel.
fn step_in_photo(map: &[Option<Xy>], nodes: usize) -> f64 {
    let middle = (nodes / 2).min(nodes.saturating_sub(2));
    let at = |row: usize, column: usize| map[row * nodes + column];
    match (
        at(middle, middle),
        at(middle, middle + 1),
        at(middle + 1, middle),
    ) {
        (Some(o), Some(a), Some(b)) => {
            let step = |p: Xy| (p[0] - o[0]).hypot(p[1] - o[1]) / NODE as f64;
            step(a).max(step(b))
        }
        _ => 1.0,
    }
}

fn between(map: &[Option<Xy>], nodes: usize, row: usize, column: usize) -> Option<Xy> {
    let (r, c) = ((row / NODE).min(nodes - 2), (column / NODE).min(nodes - 2));
    let v = (row - r * NODE) as f64 / NODE as f64;
    let u = (column - c * NODE) as f64 / NODE as f64;
    let at = |r: usize, c: usize| map[r * nodes + c];
    let (a, b) = (at(r, c)?, at(r, c + 1)?);
    let (d, e) = (at(r + 1, c)?, at(r + 1, c + 1)?);
    Some(
        [0, 1]
            .map(|i| (a[i] * (1.0 - u) + b[i] * u) * (1.0 - v) + (d[i] * (1.0 - u) + e[i] * u) * v),
    )
}

/// Red, green, blue in 0..1 at a position, `None` more than half a pixel beyond the border.
fn bilinear(image: &RgbImage, x: f32, y: f32) -> Option<[f32; 3]> {
    let (w, h) = (image.width() as usize, image.height() as usize);
    if !(x > -0.5 && y > -0.5 && x < w as f32 - 0.5 && y < h as f32 - 0.5) {
        return None;
    }
    let (x, y) = (x.clamp(0.0, (w - 1) as f32), y.clamp(0.0, (h - 1) as f32));
    let (left, top) = (x as usize, y as usize);
    let (right, bottom) = ((left + 1).min(w - 1), (top + 1).min(h - 1));
    let (u, v) = (x - left as f32, y - top as f32);
    let pixels = image.as_raw();
    let at = |column: usize, row: usize, channel: usize| {
        f32::from(pixels[(row * w + column) * 3 + channel])
    };
    Some([0, 1, 2].map(|c| {
        let above = at(left, top, c) * (1.0 - u) + at(right, top, c) * u;
        let below = at(left, bottom, c) * (1.0 - u) + at(right, bottom, c) * u;
        (above * (1.0 - v) + below * v) / 255.0
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_identity_view_is_the_photo() {
        let image = RgbImage::from_fn(33, 33, |x, y| image::Rgb([x as u8 * 7, y as u8 * 7, 128]));
        let view = cut_view(&Pyramid::new(&image), 33, &Some);
        for row in 0..33 {
            for column in 0..33 {
                let red = view[[0, 0, row, column]] * 255.0;
                assert!(
                    (red - column as f32 * 7.0).abs() < 1e-3,
                    "{red} at {column}"
                );
                assert_eq!(view[[0, 3, row, column]], 1.0);
            }
        }
    }

    #[test]
    fn halves_are_means() {
        let image = RgbImage::from_fn(131, 129, |x, y| {
            image::Rgb([(x * y) as u8, x as u8, y as u8])
        });
        let half = halved(&image);
        assert_eq!(half.dimensions(), (65, 64));
        let at = |x, y, c| u32::from(image.get_pixel(x, y)[c]);
        for (x, y, pixel) in half.enumerate_pixels() {
            for c in 0..3 {
                let (l, t) = (2 * x, 2 * y);
                let sum = at(l, t, c) + at(l + 1, t, c) + at(l, t + 1, c) + at(l + 1, t + 1, c);
                assert_eq!(u32::from(pixel[c]), (sum + 2) / 4);
            }
        }
    }

    #[test]
    fn beyond_the_border_is_marked() {
        let image = RgbImage::from_pixel(16, 16, image::Rgb([255, 255, 255]));
        let view = cut_view(&Pyramid::new(&image), 33, &|p| Some([p[0] - 8.0, p[1]]));
        assert_eq!(view[[0, 3, 5, 4]], 0.0);
        assert_eq!(view[[0, 0, 5, 4]], 0.0);
        assert_eq!(view[[0, 3, 5, 12]], 1.0);
        assert_eq!(view[[0, 3, 20, 12]], 0.0);
    }
}
