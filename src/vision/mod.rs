//! vision

mod container;
mod grid;
#[cfg(feature = "heic")]
mod heic;
mod overlay;
mod photo;
mod reading;

pub use grid::Grid;
pub use overlay::Overlay;
pub use photo::{Photo, PhotoError};
pub use reading::{Doubt, GridDoubt, PointProbs, ReadError, ReadOptions, Reader, Reading, Side};

/// A place in the upright photo, in pixels: x to the right, y down.
pub type Xy = [f64; 2];
