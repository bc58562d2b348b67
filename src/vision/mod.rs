//! Photo → reading: where the board is, and what lies on each crossing.
//!
//! Stages: [`Photo`] (upright, bounded) → coarse guess → lattice (`Grid`) → rectified view →
//! [`PointProbs`] → [`Reading`] with its [`Doubt`]s. Seeing is not bent by the rules of the game.

mod classify;
mod coarse;
mod container;
mod contrast;
mod cut;
mod eye;
mod gaps;
mod grid;
mod grow;
mod heat;
#[cfg(feature = "heic")]
mod heic;
mod homography;
mod lattice;
mod lines;
mod look;
mod merge;
mod neighbour;
mod nets;
mod overlay;
mod photo;
mod quad;
mod reader;
mod reading;
mod rectify;
mod search;
mod share;
mod stages;
mod stones;
mod tone;
mod turn;
mod unwrap;
mod window;

pub use classify::{PointProbs, SURE, Trouble};
pub use grid::Grid;
pub use homography::{Homography, Xy};
pub use merge::{MergeError, merged};
pub use nets::{Net, NetError, Nets, OnnxNet};
pub use overlay::Overlay;
pub use photo::{Photo, PhotoError};
pub use reader::{Followed, ReadError, ReadOptions, Reader};
pub use reading::{Doubt, GridDoubt, Reading, Side};
pub use stages::poor_picture;
