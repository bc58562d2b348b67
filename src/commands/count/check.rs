//! `shuzi count --check`: does a record's own result agree with the count?
//!
//! Where the record marks no dead stones the suggested ones are taken. A game that was not
//! decided by counting is counted too, as an estimate of how it stood.

use std::fmt;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{CountingConfig, Loaded, load, record_case};
use crate::cli::{CountArgs, FormatArg};
use crate::commands::{Outcome, complain, lang, progress};
use crate::go::{Color, Komi, Point, QuarterZi, Verdict};
use crate::report::{Counted, Lang, Report, Stakes};
use crate::sgf::{GameRecord, RecordResult, ResultCheck, WinBy};

/// What came of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Agrees,
    /// The result is another, whatever is not certain.
    Differs,
    /// As it looks the result is another, but what is not certain can make it so.
    Open,
    NotByCounting,
    NoResult,
    /// A move that the rules forbid, or stones that cannot stand.
    Refused,
}

/// A record that was checked.
struct Checked {
    kind: Kind,
    /// Whether nothing that is not certain can change the winner.
    certain: bool,
    /// Whether the side that is ahead on the board won a game that was not counted.
    ahead_won: bool,
    /// Whether another komi in use would make the count agree: the record's own is not the one
    /// that was played with.
    other_komi: bool,
    words: String,
}

/// How many records of each kind there were.
#[derive(Debug, Default)]
struct Tally {
    kinds: [usize; 6],
    certain: usize,
    certain_differ: usize,
    ahead_won: usize,
    other_komi: usize,
}

impl Tally {
    fn of(&self, kind: Kind) -> usize {
        self.kinds[kind as usize]
    }

    fn add(&mut self, checked: &Checked) {
        self.kinds[checked.kind as usize] += 1;
        self.certain += usize::from(checked.certain);
        self.certain_differ += usize::from(checked.certain && checked.kind == Kind::Differs);
        self.ahead_won += usize::from(checked.ahead_won);
        self.other_komi += usize::from(checked.other_komi);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "records {} agree {} differ {} open {} not_by_counting {} no_result {} refused {}\n\
             winner_certain {} of_these_differ {} agree_with_another_komi {} ahead_won_uncounted {}",
            self.kinds.iter().sum::<usize>(),
            self.of(Kind::Agrees),
            self.of(Kind::Differs),
            self.of(Kind::Open),
            self.of(Kind::NotByCounting),
            self.of(Kind::NoResult),
            self.of(Kind::Refused),
            self.certain,
            self.certain_differ,
            self.other_komi,
            self.ahead_won
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
    let progress = progress(args.files.len(), 0);
    for path in &args.files {
        let checked = check(path, counting, lang(args.output.lang));
        progress.inc(1);
        progress.suspend(|| match checked {
            Ok(checked) => {
                tally.add(&checked);
                writeln!(out, "{}: {}", path.display(), checked.words).context("standard output")
            }
            Err(error) => {
                failed += 1;
                complain(&format!("error: {error:#}"));
                Ok(())
            }
        })?;
    }
    progress.finish_and_clear();
    writeln!(out, "{tally}").context("standard output")?;
    ensure!(
        failed == 0,
        "{failed} of {} files are no records",
        args.files.len()
    );
    let bad = tally.of(Kind::Differs) + tally.of(Kind::Open) + tally.of(Kind::Refused);
    Ok(Outcome::certain_if(bad == 0))
}

fn check(path: &Path, counting: &CountingConfig, lang: Lang) -> Result<Checked> {
    let Loaded::Record(record) = load(path)? else {
        anyhow::bail!(
            "{}: --check needs SGF records, this is a text board",
            path.display()
        );
    };
    match record_case("", &record, counting) {
        Ok(case) => {
            let report = Report::new(case)
                .with_context(|| format!("{}: --dead, --alive", path.display()))?;
            Ok(compare(&record, &report, lang))
        }
        Err(error) => Ok(refused(&format!("{error:#}"))),
    }
}

fn refused(why: &str) -> Checked {
    Checked {
        kind: Kind::Refused,
        certain: false,
        ahead_won: false,
        other_komi: false,
        words: format!("refused: {why}"),
    }
}

fn compare(record: &GameRecord, report: &Report, lang: Lang) -> Checked {
    let Some(counted) = report.counted() else {
        return refused("not a legal position");
    };
    let stated = record.info("RE").unwrap_or_default();
    let verdict = counted.likely;
    let words = lang.verdict(verdict, counted.score.settings());
    let computed = format!("{} ({words})", RecordResult::from(verdict));
    let certain = report.is_winner_certain();
    let mut ahead_won = false;
    let (kind, what) = match record.result().check(verdict) {
        ResultCheck::Agrees => (Kind::Agrees, format!("agrees: RE[{stated}], {words}")),
        ResultCheck::Disagrees { recorded, .. } if is_possible(&recorded, report) => (
            Kind::Open,
            format!("open: RE[{stated}], as it looks {computed}"),
        ),
        ResultCheck::Disagrees { .. } => (
            Kind::Differs,
            format!("differs: RE[{stated}], counted {computed}"),
        ),
        ResultCheck::NotByCounting(result) => {
            ahead_won = matches!(result, RecordResult::Win { winner, .. } if verdict.winner() == Some(winner));
            (
                Kind::NotByCounting,
                format!("not decided by counting: RE[{stated}], estimated as it stands {computed}"),
            )
        }
        ResultCheck::Unknown => (
            Kind::NoResult,
            format!("no result stated: RE[{stated}], as it looks {computed}"),
        ),
    };
    let other_komi = match kind {
        Kind::Differs | Kind::Open => komi_that_agrees(record, counted),
        _ => None,
    };
    let komi = other_komi.map_or(String::new(), |komi| {
        format!("; agrees with a komi of {} points", komi.points())
    });
    Checked {
        kind,
        certain,
        ahead_won,
        other_komi: other_komi.is_some(),
        words: format!("{what}{komi}; {}; {}", dead(report), certainty(report)),
    }
}

/// A komi in use with which the count gives the stated result. Servers write komi that nobody
/// played with.
fn komi_that_agrees(record: &GameRecord, counted: &Counted) -> Option<Komi> {
    let settings = counted.score.settings();
    let margin = match counted.likely {
        Verdict::Win {
            winner: Color::Black,
            margin,
        } => margin,
        Verdict::Win { margin, .. } => -margin,
        Verdict::Draw => QuarterZi::ZERO,
        _ => return None,
    };
    let agrees = |komi: &Komi| {
        let margin = margin + settings.komi.zi() - komi.zi();
        let verdict = counted.score.verdict_at(Color::Black, margin);
        record.result().check(verdict) == ResultCheck::Agrees
    };
    let komis = settings.rules.usual_komis().into_iter();
    komis.filter(|komi| *komi != settings.komi).find(agrees)
}

/// Whether what is not certain can make the result that the record states.
fn is_possible(recorded: &RecordResult, report: &Report) -> bool {
    let (Some(stakes), Some(counted)) = (report.stakes(), report.counted()) else {
        return !report.is_winner_certain();
    };
    let ends = stakes.margins;
    let winners = ends.map(|margin| counted.score.verdict_at(Color::Black, margin).winner());
    match recorded {
        RecordResult::Win {
            winner,
            by: WinBy::Margin(margin),
        } => {
            let black = match winner {
                Color::Black => *margin,
                Color::White => -*margin,
            };
            ends[0] <= black && black <= ends[1]
        }
        RecordResult::Win { winner, .. } => winners.contains(&Some(*winner)),
        RecordResult::Draw => ends[0] <= QuarterZi::ZERO && QuarterZi::ZERO <= ends[1],
        _ => false,
    }
}

/// Which stones count as dead, and who says so.
fn dead(report: &Report) -> String {
    let size = report.board().size();
    let names = |stones: &[Point]| {
        let names: Vec<String> = stones.iter().map(|stone| stone.label(size)).collect();
        names.join(",")
    };
    let (stones, who) = match (report.suggestion(), report.counted()) {
        (Some(suggestion), _) => {
            let all = [suggestion.certain.as_slice(), &suggestion.uncertain].concat();
            (all, "suggested")
        }
        (None, Some(counted)) => {
            let dead = counted.agreed.dead();
            let chains = report.board().chains().into_iter();
            let first = chains.filter_map(|chain| chain.stones.first().copied());
            (
                first.filter(|stone| dead.contains(stone)).collect(),
                "marked",
            )
        }
        (None, None) => (Vec::new(), "marked"),
    };
    if stones.is_empty() {
        format!("nothing {who} as dead")
    } else {
        format!("dead as {who} {}", names(&stones))
    }
}

/// How certain the count is.
fn certainty(report: &Report) -> String {
    let chance = |stakes: &Stakes| {
        let percent = (stakes.other_winner * 100.0).round();
        format!("not certain, another winner has a chance of {percent} %")
    };
    match (
        report.is_winner_certain(),
        report.is_exact(),
        report.stakes(),
    ) {
        (true, true, _) => "certain".to_owned(),
        (true, false, _) => "winner certain, margin open".to_owned(),
        (false, _, Some(stakes)) => chance(stakes),
        (false, _, None) => "not certain".to_owned(),
    }
}
