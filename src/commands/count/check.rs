//! `shuzi count --check`: does a record's own result agree with the count?

use std::fmt;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{CountingConfig, Loaded, load, record_case};
use crate::cli::{CountArgs, FormatArg};
use crate::commands::{Outcome, complain};
use crate::report::{Lang, Report};
use crate::sgf::{GameRecord, RecordResult, ResultCheck};

/// What came of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Agrees,
    /// The dead stones are known and the result is another.
    Differs,
    /// The record does not say which stones are dead, and as they stand the result is another.
    Open,
    NotByCounting,
    NoResult,
    /// A move that the rules forbid, or stones that cannot stand.
    Refused,
}

/// How many records of each kind there were.
#[derive(Debug, Default)]
struct Tally([usize; 6]);

impl Tally {
    fn of(&self, kind: Kind) -> usize {
        self.0[kind as usize]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "records {} agree {} differ {} open {} not_by_counting {} no_result {} refused {}",
            self.0.iter().sum::<usize>(),
            self.of(Kind::Agrees),
            self.of(Kind::Differs),
            self.of(Kind::Open),
            self.of(Kind::NotByCounting),
            self.of(Kind::NoResult),
            self.of(Kind::Refused)
        )
    }
}

pub(super) fn run(
    args: &CountArgs,
    counting: &CountingConfig,
    out: &mut dyn Write,
) -> Result<Outcome> {
    ensure!(
        args.output.format == FormatArg::Text,
        "--check answers in text only, drop --format"
    );
    let mut tally = Tally::default();
    let mut failed = 0;
    for path in &args.files {
        match check(path, counting) {
            Ok((kind, line)) => {
                tally.0[kind as usize] += 1;
                writeln!(out, "{}: {line}", path.display()).context("standard output")?;
            }
            Err(error) => {
                failed += 1;
                complain(&format!("error: {error:#}"));
            }
        }
    }
    writeln!(out, "{tally}").context("standard output")?;
    ensure!(
        failed == 0,
        "{failed} of {} files are no records",
        args.files.len()
    );
    let bad = tally.of(Kind::Differs) + tally.of(Kind::Open) + tally.of(Kind::Refused);
    Ok(Outcome::certain_if(bad == 0))
}

fn check(path: &Path, counting: &CountingConfig) -> Result<(Kind, String)> {
    let Loaded::Record(record) = load(path)? else {
        anyhow::bail!(
            "{}: --check needs SGF records, this is a text board",
            path.display()
        );
    };
    match record_case("", &record, counting) {
        Ok(case) => {
            let report =
                Report::new(case).with_context(|| format!("{}: --dead", path.display()))?;
            Ok(compare(&record, &report))
        }
        Err(error) => Ok((Kind::Refused, format!("refused: {error:#}"))),
    }
}

fn compare(record: &GameRecord, report: &Report) -> (Kind, String) {
    let stated = record.info("RE").unwrap_or_default();
    let Some(counted) = report.counted() else {
        return (Kind::Refused, "refused: not a legal position".to_owned());
    };
    let verdict = counted.verdict;
    let words = Lang::En.verdict(verdict, counted.score.settings());
    let computed = format!("{} ({words})", RecordResult::from(verdict));
    match record.result().check(verdict) {
        ResultCheck::Agrees => (Kind::Agrees, format!("agrees: RE[{stated}], {words}")),
        ResultCheck::Disagrees { .. } if counted.provisional => (
            Kind::Open,
            format!("open: RE[{stated}], no dead stones are marked, as they stand {computed}"),
        ),
        ResultCheck::Disagrees { .. } => (
            Kind::Differs,
            format!("differs: RE[{stated}], counted {computed}"),
        ),
        ResultCheck::NotByCounting(_) => (
            Kind::NotByCounting,
            format!("not decided by counting: RE[{stated}]"),
        ),
        ResultCheck::Unknown => (
            Kind::NoResult,
            format!("no result stated: RE[{stated}], as it stands {computed}"),
        ),
    }
}
