//! shuzi (数子, "count the stones") reads a finished Go board from a photo and
//! counts it as a referee does.
//!
//! The journey of a photo:
//! [`vision::Photo`] → grid → probabilities → [`vision::Reading`] → [`go::Setup`] →
//! [`go::Position`] → [`go::Agreed`] → [`go::Score`] → [`go::Verdict`] → report.

pub mod cli;
pub mod go;
pub mod report;
pub mod sgf;
#[cfg(feature = "opencv")]
pub mod video;
pub mod vision;
