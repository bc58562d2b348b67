//! One line of a batch, as JSON or CSV.

use std::time::Duration;

use anyhow::{Context, Error, Result};
use serde::{Deserialize, Serialize};

use super::walk::Item;
use crate::report::json::{Document, SCHEMA, Status, document};
use crate::report::{Lang, Report, doubts, remarks};

/// What came of one photo.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    schema: &'static str,
    photo: PhotoJson,
    pub status: Status,
    /// Why there is no answer, or what a person must look at.
    reason: Option<String>,
    milliseconds: u64,
    report: Option<Document>,
    #[serde(skip)]
    figures: Figures,
}

#[derive(Debug, Serialize)]
struct PhotoJson {
    path: String,
    bytes: u64,
    modified: u64,
}

/// What CSV has of a report.
#[derive(Debug, Default)]
struct Figures {
    size: String,
    black_stones: String,
    white_stones: String,
    doubts: String,
    verdict: String,
    board: String,
}

/// The columns of CSV.
pub(super) const COLUMNS: [&str; 12] = [
    "path",
    "bytes",
    "modified",
    "status",
    "size",
    "black_stones",
    "white_stones",
    "doubts",
    "verdict_as_it_stands",
    "board",
    "milliseconds",
    "reason",
];

/// What a finished line says about which photo it is and how it went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Past {
    pub name: String,
    pub bytes: u64,
    pub modified: u64,
    pub status: Status,
    pub reason: Option<String>,
}

impl Row {
    pub(super) fn new(item: &Item, report: Result<Report>, took: Duration, lang: Lang) -> Self {
        let (status, reason, report, figures) = match report {
            Err(error) => (
                Status::Failed,
                Some(one_line(&error)),
                None,
                Figures::default(),
            ),
            Ok(report) => {
                let (status, reason) = judge(&report, lang);
                let figures = Figures::of(&report);
                (status, reason, Some(document(&report, lang)), figures)
            }
        };
        Self {
            schema: SCHEMA,
            photo: PhotoJson {
                path: item.name.clone(),
                bytes: item.bytes,
                modified: item.modified,
            },
            status,
            reason,
            milliseconds: u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
            report,
            figures,
        }
    }

    /// What is remembered of this row: of its reason only that of a failure, which is listed
    /// in the end.
    pub(super) fn past(&self) -> Past {
        Past {
            name: self.photo.path.clone(),
            bytes: self.photo.bytes,
            modified: self.photo.modified,
            status: self.status,
            reason: self
                .reason
                .clone()
                .filter(|_| self.status == Status::Failed),
        }
    }

    /// One line of JSON with its line end.
    pub(super) fn json(&self) -> Result<Vec<u8>> {
        let mut line = serde_json::to_vec(self).context("a row is JSON")?;
        line.push(b'\n');
        Ok(line)
    }

    /// One line of CSV with its line end.
    pub(super) fn csv(&self) -> Result<Vec<u8>> {
        let figures = &self.figures;
        let status = status_name(self.status);
        csv_line([
            &self.photo.path,
            &self.photo.bytes.to_string(),
            &self.photo.modified.to_string(),
            status,
            &figures.size,
            &figures.black_stones,
            &figures.white_stones,
            &figures.doubts,
            &figures.verdict,
            &figures.board,
            &self.milliseconds.to_string(),
            self.reason.as_deref().unwrap_or_default(),
        ])
    }
}

impl Figures {
    fn of(report: &Report) -> Self {
        let board = report.board();
        let rows = board.to_string();
        let verdict = report.counted().map(|counted| {
            let settings = counted.score.settings();
            Lang::En.verdict(counted.verdict, settings)
        });
        Self {
            size: board.size().to_string().replace('×', "x"),
            black_stones: board.stones().black.to_string(),
            white_stones: board.stones().white.to_string(),
            doubts: report.notes().len().to_string(),
            verdict: verdict.unwrap_or_default(),
            board: rows.lines().collect::<Vec<_>>().join("/"),
        }
    }
}

/// Whether the reading needs a person; that the dead stones are not agreed is no fault of it.
/// Where the suggested ones are accepted, whether the answer does.
fn judge(report: &Report, lang: Lang) -> (Status, Option<String>) {
    let accepts = (report.case().counting.as_ref()).is_some_and(|c| c.accept_suggested);
    if accepts {
        let reason = remarks(report, lang).join(" ");
        return match report.is_certain() {
            true => (Status::Certain, None),
            false => (Status::NeedsPerson, Some(reason)),
        };
    }
    if report.notes().is_empty() && report.without_liberty().is_empty() {
        return (Status::Certain, None);
    }
    let reason = doubts(report, lang).join(" ");
    (Status::NeedsPerson, Some(reason))
}

fn one_line(error: &Error) -> String {
    format!("{error:#}").replace(['\n', '\r'], " ")
}

fn status_name(status: Status) -> &'static str {
    match status {
        Status::Certain => "certain",
        Status::NeedsPerson => "needs_person",
        Status::Failed => "failed",
    }
}

/// The first line of CSV.
pub(super) fn csv_head() -> Result<Vec<u8>> {
    csv_line(COLUMNS)
}

fn csv_line<const N: usize>(fields: [&str; N]) -> Result<Vec<u8>> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(fields).context("a row is CSV")?;
    writer.into_inner().context("a row is CSV")
}

/// Reads a line of JSON back.
pub(super) fn past_from_json(line: &str) -> Result<Past> {
    #[derive(Deserialize)]
    struct Line {
        photo: Photo,
        status: Status,
        reason: Option<String>,
    }
    #[derive(Deserialize)]
    struct Photo {
        path: String,
        bytes: u64,
        modified: u64,
    }
    let Line {
        photo,
        status,
        reason,
    } = serde_json::from_str(line)?;
    let Photo {
        path: name,
        bytes,
        modified,
    } = photo;
    Ok(Past {
        name,
        bytes,
        modified,
        status,
        reason,
    })
}

/// Reads a line of CSV back.
pub(super) fn past_from_csv(line: &str) -> Result<Past> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(line.as_bytes());
    let record = reader.records().next().context("an empty line")??;
    let field = |index: usize| record.get(index).context("a column is missing");
    let status = match field(3)? {
        "certain" => Status::Certain,
        "needs_person" => Status::NeedsPerson,
        "failed" => Status::Failed,
        other => anyhow::bail!("`{other}` is no status"),
    };
    let reason = field(COLUMNS.len() - 1)?;
    Ok(Past {
        name: field(0)?.to_owned(),
        bytes: field(1)?.parse()?,
        modified: field(2)?.parse()?,
        status,
        reason: (!reason.is_empty()).then(|| reason.to_owned()),
    })
}
