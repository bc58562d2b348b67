//! vision

mod container;
mod photo;

pub use photo::{Photo, PhotoError};
