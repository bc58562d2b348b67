//! The report as JSON. The schema is described in `docs/json.md`; its version
//! changes when a key goes away or changes its meaning, not when one is added.

mod count;
mod life;
mod open;

use serde::Serialize;

use super::{Change, DoubtNote, Lang, Report, SourceKind, notices, remarks};
use crate::go::{Board, Color, Point};
use crate::sgf::RecordResult;
use crate::vision::{Doubt, GridDoubt, Trouble};

use count::{CountJson, SettingsJson, VerdictJson, count, settings, verdict};
use life::{LifeJson, life};
use open::{DeadJson, PlaceJson, StakesJson, dead, place, stakes};

/// The name and version of the schema.
pub const SCHEMA: &str = "shuzi/2";

/// One report.
#[derive(Debug, Serialize)]
pub struct Document {
    schema: &'static str,
    source: SourceJson,
    status: Status,
    size: SizeJson,
    board: Vec<String>,
    corners: Option<[[f64; 2]; 4]>,
    doubts: Vec<DoubtJson>,
    without_liberty: Vec<ChainJson>,
    dead: Option<DeadJson>,
    settings: Option<SettingsJson>,
    count: Option<CountJson>,
    verdict: Option<VerdictJson>,
    stakes: Option<StakesJson>,
    open_places: Vec<PlaceJson>,
    life: Option<LifeJson>,
    record: Option<RecordJson>,
    to_do: Vec<String>,
    notices: Vec<String>,
}

/// Whether a person must look at an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Nothing is left to confirm.
    Certain,
    /// A person must confirm something.
    NeedsPerson,
    /// There is no answer.
    Failed,
}

#[derive(Debug, Serialize)]
struct SourceJson {
    kind: &'static str,
    name: String,
}

#[derive(Debug, Serialize)]
struct SizeJson {
    columns: u8,
    rows: u8,
}

#[derive(Debug, Serialize)]
struct DoubtJson {
    kind: &'static str,
    point: Option<String>,
    read: Option<&'static str>,
    alternative: Option<&'static str>,
    probability: Option<f64>,
    trouble: Option<&'static str>,
    side: Option<String>,
    lines: Option<u8>,
    changes_winner: bool,
    otherwise: Option<String>,
}

#[derive(Debug, Serialize)]
struct RecordJson {
    result: String,
    agrees: Option<bool>,
}

#[derive(Debug, Serialize)]
struct ChainJson {
    color: &'static str,
    stones: Vec<String>,
}

/// The report as one document. `to_do` and `verdict.text` are in `lang`.
#[must_use]
pub fn document(report: &Report, lang: Lang) -> Document {
    let board = report.board();
    let size = board.size();
    let status = if report.is_certain() {
        Status::Certain
    } else {
        Status::NeedsPerson
    };
    let names = |stones: &[Point]| stones.iter().map(|stone| stone.label(size)).collect();
    Document {
        schema: SCHEMA,
        source: SourceJson {
            kind: source_kind(report.case().source.kind),
            name: report.case().source.name.clone(),
        },
        status,
        size: SizeJson {
            columns: size.width(),
            rows: size.height(),
        },
        board: board.to_string().lines().map(str::to_owned).collect(),
        corners: report
            .case()
            .corners
            .map(|corners| corners.map(|xy| xy.map(hundredths))),
        doubts: report
            .notes()
            .iter()
            .map(|note| doubt(note, board))
            .collect(),
        without_liberty: report
            .without_liberty()
            .iter()
            .map(|chain| ChainJson {
                color: name(chain.color),
                stones: names(&chain.stones),
            })
            .collect(),
        dead: report.counted().map(|counted| dead(report, counted)),
        settings: report.counted().map(|counted| settings(&counted.score)),
        count: report.counted().map(|counted| count(&counted.score)),
        verdict: report
            .counted()
            .map(|counted| verdict(report, counted, lang)),
        stakes: report.stakes().map(|found| stakes(report, found)),
        open_places: (report.open_places().iter())
            .map(|open| place(report, open))
            .collect(),
        life: report.life().map(|found| life(found, board)),
        record: report.case().stated.as_ref().map(|stated| RecordJson {
            result: stated.text.clone(),
            agrees: report.agrees_with_record(),
        }),
        to_do: remarks(report, lang),
        notices: notices(report, lang),
    }
}

/// The report as indented JSON with a line end.
///
/// # Panics
/// Never: the document holds only what JSON can.
#[must_use]
pub fn write(report: &Report, lang: Lang) -> String {
    let document = document(report, lang);
    serde_json::to_string_pretty(&document).expect("a document is JSON") + "\n"
}

/// The report as one line of JSON with a line end.
///
/// # Panics
/// Never: the document holds only what JSON can.
#[must_use]
pub fn write_line(report: &Report, lang: Lang) -> String {
    serde_json::to_string(&document(report, lang)).expect("a document is JSON") + "\n"
}

/// As exact as a corner can be told.
fn hundredths(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

fn source_kind(kind: SourceKind) -> &'static str {
    match kind {
        SourceKind::Photo => "photo",
        SourceKind::Camera => "camera",
        SourceKind::Record => "record",
        SourceKind::Diagram => "diagram",
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn stone(stone: Option<Color>) -> &'static str {
    stone.map_or("empty", name)
}

fn doubt(note: &DoubtNote, board: &Board) -> DoubtJson {
    let mut json = DoubtJson {
        kind: "point",
        point: None,
        read: None,
        alternative: None,
        probability: None,
        trouble: None,
        side: None,
        lines: None,
        changes_winner: note.changes_winner,
        otherwise: note.change.as_ref().map(otherwise),
    };
    match &note.doubt {
        Doubt::Point {
            point,
            read,
            probability,
            alternative,
            trouble,
        } => {
            json.point = Some(point.label(board.size()));
            json.read = Some(stone(*read));
            json.alternative = Some(stone(*alternative));
            json.probability = Some((probability * 1000.0).round() / 1000.0);
            json.trouble = trouble.map(|trouble| match trouble {
                Trouble::Glare => "glare",
                Trouble::Dark => "dark",
            });
        }
        Doubt::Grid(GridDoubt::EdgeCut(side)) => {
            json.kind = "edge_cut";
            json.side = Some(side.to_string());
        }
        Doubt::Grid(GridDoubt::EdgeUncertain(side)) => {
            json.kind = "edge_uncertain";
            json.side = Some(side.to_string());
        }
        Doubt::Grid(GridDoubt::SizeUncertain { alternative }) => {
            json.kind = "size_uncertain";
            json.lines = Some(*alternative);
        }
        Doubt::Grid(GridDoubt::OtherBoard(side)) => {
            json.kind = "other_board";
            json.side = Some(side.to_string());
        }
        Doubt::Grid(GridDoubt::Weak) => json.kind = "grid_weak",
    }
    json
}

/// The result with the other reading as SGF writes it, or why there is none.
fn otherwise(change: &Change) -> String {
    match change {
        Change::Verdict(verdict) => RecordResult::from(*verdict).to_string(),
        Change::NoLiberty(_) => "no_liberty".to_owned(),
        Change::DeadStoneGone => "dead_stone_gone".to_owned(),
    }
}
