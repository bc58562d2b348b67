//! What the stone net says of a board's view, seen once, or once more in a mirror.

use ndarray::{Array3, ArrayView3, ArrayView4, Axis};

use super::nets::{Net, NetError};

/// The net's answer, put in order.
pub(super) struct Look {
    /// Logits `[{empty, black, white}, row, column]` of what each crossing of the view holds.
    pub(super) held: Array3<f32>,
    /// Of every half cell of the view, `[5, row, column]`: logits of no stone's middle near it, a
    /// black one's, a white one's, and the way to that middle in cells (x, y).
    pub(super) places: Array3<f32>,
}

/// The output's channels that say what each crossing holds; those of the four places follow.
const HELD: usize = 3;
/// The channel of `Look::places` with the way down.
const DOWN: usize = 4;

impl Look {
    /// Looks at what the net is to see `[1, 8, row, column]`.
    pub(super) fn at(net: &dyn Net, input: ArrayView4<f32>) -> Result<Self, NetError> {
        let output = net.run(input)?;
        Ok(Self::of(output.index_axis(Axis(0), 0)))
    }

    /// Looks at it upside down in a mirror, and turns the answer back.
    pub(super) fn mirrored(net: &dyn Net, mut input: ArrayView4<f32>) -> Result<Self, NetError> {
        input.invert_axis(Axis(2));
        let mut look = Self::at(net, input)?;
        look.held.invert_axis(Axis(1));
        look.places.invert_axis(Axis(1));
        look.places
            .index_axis_mut(Axis(0), DOWN)
            .mapv_inplace(|way| -way);
        Ok(look)
    }

    /// The mean of two looks at one view.
    pub(super) fn with(self, other: &Self) -> Self {
        Self {
            held: (self.held + &other.held) / 2.0,
            places: (self.places + &other.places) / 2.0,
        }
    }

    fn of(output: ArrayView3<f32>) -> Self {
        let (_, rows, columns) = output.dim();
        let places = Array3::from_shape_fn((5, 2 * rows - 1, 2 * columns - 1), |(k, r, c)| {
            // As a pixel shuffle by two orders them.
            output[[HELD + 4 * k + 2 * (r % 2) + c % 2, r / 2, c / 2]]
        });
        Self {
            held: output.slice_axis(Axis(0), (..HELD).into()).to_owned(),
            places,
        }
    }
}

#[cfg(test)]
mod tests {
    use ndarray::Array4;

    use super::*;

    /// Sees a black stone a little above the place of the brightest pixel.
    struct Fake;

    impl Net for Fake {
        fn name(&self) -> &'static str {
            "fake"
        }

        fn run(&self, input: ArrayView4<f32>) -> Result<Array4<f32>, NetError> {
            let mut output = Array4::zeros((1, 23, 4, 4));
            for row in 0..7 {
                let bright = input[[0, 0, row, 2]];
                output[[0, 1, row / 2, 1]] += bright;
                output[[0, HELD + 4 + 2 * (row % 2), row / 2, 1]] = bright;
                output[[0, HELD + 16 + 2 * (row % 2), row / 2, 1]] = -0.1 * bright;
            }
            Ok(output)
        }
    }

    #[test]
    fn a_mirrored_look_is_turned_back() {
        let mut input = Array4::zeros((1, 8, 7, 7));
        input[[0, 0, 2, 2]] = 1.0;
        let straight = Look::at(&Fake, input.view()).unwrap();
        let mirrored = Look::mirrored(&Fake, input.view()).unwrap();
        assert_eq!(straight.held, mirrored.held);
        assert_eq!(straight.places[[1, 2, 2]], 1.0);
        assert_eq!(mirrored.places[[1, 2, 2]], 1.0);
        assert_eq!(straight.places[[4, 2, 2]], -0.1);
        assert_eq!(mirrored.places[[4, 2, 2]], 0.1);
    }
}
