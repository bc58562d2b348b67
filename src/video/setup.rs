//! What an operator should put right before the game begins.

use std::fmt;

use crate::vision::{Grid, Photo, ReadError, poor_picture};

/// What makes a board that was seen hard to watch.
#[derive(Debug)]
pub enum Complaint {
    /// The light or the sharpness.
    Picture(ReadError),
    /// The board is seen from low, or its near side is much larger than its far side.
    Skewed,
    /// What is seen of the board is never the same twice.
    Unsteady,
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Picture(ReadError::TooDark) => {
                f.write_str("the picture is too dark; give the board more light")
            }
            Self::Picture(ReadError::TooBlurred) => {
                f.write_str("the picture is out of focus; set the focus of the camera to the board")
            }
            Self::Picture(other) => other.fmt(f),
            Self::Skewed => f.write_str(
                "the board is seen from low, so that stones hide each other; put the camera higher \
                 above it",
            ),
            Self::Unsteady => f.write_str(
                "the board is not seen alike twice; put the camera higher and nearer, give more \
                 light, and keep the hands off until the board is found",
            ),
        }
    }
}

/// The shortest side of a board in the picture against its longest. A camera 33 degrees above the table
/// makes it this.
const SKEWED: f64 = 0.55;

/// All that there is to complain of about a board that was found.
pub(super) fn complaints(photo: &Photo, grid: &Grid) -> Vec<Complaint> {
    let picture = poor_picture(photo).map(Complaint::Picture);
    let skewed = is_skewed(grid).then_some(Complaint::Skewed);
    picture.into_iter().chain(skewed).collect()
}

fn is_skewed(grid: &Grid) -> bool {
    let corners = grid.corners();
    let sides = (0..4).map(|i| {
        let [a, b] = [corners[i], corners[(i + 1) % 4]];
        (a[0] - b[0]).hypot(a[1] - b[1])
    });
    let (short, long) = sides.fold((f64::INFINITY, 0.0f64), |(short, long), side| {
        (short.min(side), long.max(side))
    });
    short < SKEWED * long
}

#[cfg(test)]
mod tests {
    use image::{Rgb, RgbImage};

    use super::*;

    /// What is said of a board of stripes in this light, with its far side this high above the near one.
    fn said(light: u8, height: f64) -> Vec<String> {
        let stripes = |x: u32, _| Rgb([if x % 16 < 2 { 0 } else { light }; 3]);
        let photo = Photo::from_rgb(RgbImage::from_fn(640, 480, stripes)).unwrap();
        let far = 460.0 - height;
        let corners = [[80.0, far], [560.0, far], [600.0, 460.0], [40.0, 460.0]];
        let complaints = complaints(&photo, &Grid::from_corners(19, corners).unwrap());
        complaints.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_board_in_the_dark_or_from_low_is_complained_of() {
        assert!(said(200, 440.0).is_empty());
        assert!(said(5, 440.0)[0].contains("too dark"));
        assert!(said(200, 240.0)[0].contains("camera higher"));
    }
}
