//! shuzi (数子, "count the stones") reads a finished Go board from a photo and
//! counts it as a referee does.
//!
//! The journey of a photo:
//! [`vision::Photo`] → grid → probabilities → [`vision::Reading`] → [`go::Setup`] →
//! [`go::Position`] → [`go::Agreed`] → [`go::Score`] → [`go::Verdict`] →
//! [`report::Report`] → text, JSON, SGF or the overlay.
//!
//! Beside the way [`life::Life`] suggests to the players which chains of a
//! [`go::Position`] are dead.
//!
//! [`commands`] walk it for the command line; [`case`] is where a reading
//! becomes something that can be counted.

pub mod cli;
pub mod commands;
pub mod go;
pub mod life;
pub mod report;
pub mod server;
pub mod sgf;
pub mod video;
pub mod vision;

use go::{Color, Point};
use report::{Case, CountingCase, Source};
use vision::Reading;

/// A reading with a person's corrections, ready for [`report::Report::new`]. A corrected
/// point is no longer doubtful. Corrections must lie on the board.
///
/// ```no_run
/// use shuzi::report::{CountingCase, Report, Source, SourceKind, json};
/// use shuzi::vision::{Photo, ReadOptions, Reader};
/// use shuzi::{case, go::Settings, report::Lang};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let photo = Photo::open("board.jpg".as_ref())?;
/// let reading = Reader::new()?.read(&photo, &ReadOptions::default())?;
/// let source = Source { kind: SourceKind::Photo, name: "board.jpg".to_owned() };
/// // Both players agree that nothing is dead.
/// let counting = CountingCase::new(Settings::default()).with_dead(Vec::new());
/// let report = Report::new(case(source, &reading, &[], Some(counting)))?;
/// println!("{}", json::write(&report, Lang::En));
/// # Ok(())
/// # }
/// ```
#[must_use]
pub fn case(
    source: Source,
    reading: &Reading,
    corrections: &[(Point, Option<Color>)],
    counting: Option<CountingCase>,
) -> Case {
    let mut case = Case {
        source,
        setup: reading.setup.clone(),
        corners: Some(reading.grid.corners()),
        doubts: reading.doubts.clone(),
        neighbour: reading.neighbour,
        counting,
        stated: None,
    };
    for &(point, stone) in corrections {
        case.correct(point, stone);
    }
    case
}
