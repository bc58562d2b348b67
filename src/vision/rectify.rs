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
/// `image::imageops::thumbnail`, which was most of the time of a photo of 12 megapixels: the means of
/// each pixel and its right neighbour are taken of all pixels, since that runs in wide registers, and
/// every second one is kept.
fn halved(image: &RgbImage) -> RgbImage {
    let row = 3 * image.width() as usize;
    let (width, height) = (image.width() / 2, image.height() / 2);
    let mut means = vec![0u8; row];
    let mut half = vec![0u8; 3 * (width * height) as usize];
    let halves = half.chunks_exact_mut(3 * width as usize);
    for (rows, half) in image.as_raw().chunks_exact(2 * row).zip(halves) {
        let (above, below) = rows.split_at(row);
        let left = above.iter().zip(below);
        let right = above[3..].iter().zip(&below[3..]);
        for (mean, (left, right)) in means.iter_mut().zip(left.zip(right)) {
            let sum = |(a, b): (&u8, &u8)| u16::from(*a) + u16::from(*b);
            *mean = ((sum(left) + sum(right) + 2) / 4) as u8;
        }
        for (to, from) in half.chunks_exact_mut(3).zip(means.chunks_exact(6)) {
            to.copy_from_slice(&from[..3]);
        }
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
    let plane = side * side;
    let mut view = vec![0.0; 4 * plane];
    for row in 0..side {
        let line = line_of(&map, nodes, row);
        for column in 0..side {
            let Some([x, y]) = on_line(&line, column) else {
                continue;
            };
            let (x, y) = ((x + 0.5) * scale - 0.5, (y + 0.5) * scale - 0.5);
            if let Some([red, green, blue]) = bilinear(image, x as f32, y as f32) {
                let at = row * side + column;
                view[at] = red;
                view[plane + at] = green;
                view[2 * plane + at] = blue;
                view[3 * plane + at] = 1.0;
            }
        }
    }
    Array4::from_shape_vec((1, 4, side, side), view).expect("four planes")
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

/// Where the nodes' columns meet a row of the view.
fn line_of(map: &[Option<Xy>], nodes: usize, row: usize) -> Vec<Option<Xy>> {
    let above = (row / NODE).min(nodes - 2);
    let v = (row - above * NODE) as f64 / NODE as f64;
    let (above, below) = map[above * nodes..(above + 2) * nodes].split_at(nodes);
    let pairs = above.iter().zip(below);
    pairs.map(|(a, b)| Some(mixed((*a)?, (*b)?, v))).collect()
}

fn on_line(line: &[Option<Xy>], column: usize) -> Option<Xy> {
    let left = (column / NODE).min(line.len() - 2);
    let u = (column - left * NODE) as f64 / NODE as f64;
    Some(mixed(line[left]?, line[left + 1]?, u))
}

/// From `a` where `share` is 0 to `b` where it is 1.
fn mixed([ax, ay]: Xy, [bx, by]: Xy, share: f64) -> Xy {
    let rest = 1.0 - share;
    [ax * rest + bx * share, ay * rest + by * share]
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
    let pixel = |row: usize, column: usize| -> &[u8; 3] {
        let at = 3 * (row * w + column);
        image.as_raw()[at..at + 3].try_into().expect("three")
    };
    let (a, b) = (pixel(top, left), pixel(top, right));
    let (c, d) = (pixel(bottom, left), pixel(bottom, right));
    let mut rgb = [0.0; 3];
    for (k, value) in rgb.iter_mut().enumerate() {
        let above = f32::from(a[k]) * (1.0 - u) + f32::from(b[k]) * u;
        let below = f32::from(c[k]) * (1.0 - u) + f32::from(d[k]) * u;
        *value = (above * (1.0 - v) + below * v) / 255.0;
    }
    Some(rgb)
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
