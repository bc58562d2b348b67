//! vision

mod container;
mod grid;
mod overlay;
mod photo;
mod reading;

pub use grid::Grid;
pub use overlay::Overlay;
pub use photo::{Photo, PhotoError};
pub use reading::{Doubt, GridDoubt, PointProbs, ReadError, ReadOptions, Reader, Reading, Side};
