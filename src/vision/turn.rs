//! Turning a picture upright.

use image::metadata::Orientation;
use image::{DynamicImage, RgbImage};

/// Side of the squares that a picture is turned in, in pixels: both the rows read and the rows written
/// fit into the cache.
const SQUARE: usize = 32;

/// The picture as its orientation tag wants it seen. Quarter turns are done square by square: row by row,
/// as `image` does them, each pixel of a large photo misses the cache, and the turn of 12 megapixels takes
/// most of the time of decoding them.
pub(super) fn upright(rgb: RgbImage, orientation: Orientation) -> RgbImage {
    let (turned, rest) = match orientation {
        Orientation::Rotate90 => (quarter_turn(&rgb, true), Orientation::NoTransforms),
        Orientation::Rotate270 => (quarter_turn(&rgb, false), Orientation::NoTransforms),
        Orientation::Rotate90FlipH => (quarter_turn(&rgb, true), Orientation::FlipHorizontal),
        Orientation::Rotate270FlipH => (quarter_turn(&rgb, false), Orientation::FlipHorizontal),
        other => (rgb, other),
    };
    let mut image = DynamicImage::ImageRgb8(turned);
    image.apply_orientation(rest);
    image.into_rgb8()
}

fn quarter_turn(rgb: &RgbImage, clockwise: bool) -> RgbImage {
    let [width, height] = [rgb.width(), rgb.height()].map(|side| side as usize);
    let from = rgb.as_raw();
    let mut turned = vec![0; from.len()];
    for top in (0..width).step_by(SQUARE) {
        for left in (0..height).step_by(SQUARE) {
            for row in top..width.min(top + SQUARE) {
                for column in left..height.min(left + SQUARE) {
                    let (x, y) = if clockwise {
                        (row, height - 1 - column)
                    } else {
                        (width - 1 - row, column)
                    };
                    let (to, at) = (3 * (row * height + column), 3 * (y * width + x));
                    turned[to..to + 3].copy_from_slice(&from[at..at + 3]);
                }
            }
        }
    }
    RgbImage::from_raw(rgb.height(), rgb.width(), turned).expect("as many pixels")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_orientation_is_as_the_library_turns_it() {
        let picture = RgbImage::from_fn(75, 41, |x, y| image::Rgb([x as u8, y as u8, 7]));
        for tag in 1..=8 {
            let orientation = Orientation::from_exif(tag).expect("1 to 8");
            let mut plain = DynamicImage::ImageRgb8(picture.clone());
            plain.apply_orientation(orientation);
            assert_eq!(upright(picture.clone(), orientation), plain.into_rgb8());
        }
    }
}
