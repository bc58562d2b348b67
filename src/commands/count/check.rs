//! `shuzi count --check`: does a record's own result agree with the count?
//!
//! Where the record marks no dead stones the suggested ones are taken. A game that was not
//! decided by counting is counted too, as an estimate of how it stood.

mod tally;

use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::{CountingConfig, Loaded, load, record_case};
use crate::cli::{CountArgs, FormatArg};
use crate::commands::{Outcome, complain, lang, progress};
use crate::go::{Color, Komi, Point, QuarterZi, Verdict};
use crate::report::{Counted, Lang, Reach, Report, Stakes, question};
use crate::sgf::{GameRecord, RecordResult, ResultCheck, WinBy};
use tally::{Checked, Kind, Tally};

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
    let verdict = counted.likely;
    let words = lang.verdict(verdict, counted.score.settings());
    let (kind, what) = agreement(record, report, &words);
    let won =
        |winner| matches!(record.result(), RecordResult::Win { winner: w, .. } if w == winner);
    let ahead_won = kind == Kind::NotByCounting && verdict.winner().is_some_and(won);
    let other_komi = match kind {
        Kind::Differs | Kind::Open => komi_that_agrees(record, counted),
        _ => None,
    };
    let komi = other_komi.map_or(String::new(), |komi| {
        format!("; agrees with a komi of {} points", komi.points())
    });
    let places = match kind {
        Kind::Open => format!(".{}", open(report, lang)),
        _ => String::new(),
    };
    Checked {
        kind,
        certain: report.is_winner_certain(),
        ahead_won,
        other_komi: other_komi.is_some(),
        words: format!(
            "{what}{komi}; {}; {}{places}",
            dead(report),
            certainty(report)
        ),
    }
}

/// How the stated result and the count agree, in words. `words` are those of the verdict as it
/// looks.
fn agreement(record: &GameRecord, report: &Report, words: &str) -> (Kind, String) {
    let stated = record.info("RE").unwrap_or_default();
    let Some(counted) = report.counted() else {
        return (Kind::Refused, String::new());
    };
    let computed = format!("{} ({words})", RecordResult::from(counted.likely));
    match record.result().check(counted.likely) {
        ResultCheck::Agrees => (Kind::Agrees, format!("agrees: RE[{stated}], {words}")),
        ResultCheck::Disagrees { recorded, .. } => match reach(&recorded, report) {
            Reach::Impossible => (
                Kind::Differs,
                format!("differs: RE[{stated}], counted {computed}"),
            ),
            reach => (
                Kind::Open,
                format!("open: RE[{stated}], as it looks {computed}; {reach}"),
            ),
        },
        ResultCheck::NotByCounting(_) => (
            Kind::NotByCounting,
            format!("not decided by counting: RE[{stated}], estimated as it stands {computed}"),
        ),
        ResultCheck::Unknown => (
            Kind::NoResult,
            format!("no result stated: RE[{stated}], as it looks {computed}"),
        ),
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

/// Whether what is not certain, or the dame, can make the result that the record states, and how.
fn reach(recorded: &RecordResult, report: &Report) -> Reach {
    let signed = |winner: Color, margin: QuarterZi| match winner {
        Color::Black => margin,
        Color::White => -margin,
    };
    match *recorded {
        RecordResult::Win {
            winner,
            by: WinBy::Margin(margin),
        } => report.reach(signed(winner, margin)),
        RecordResult::Draw => report.reach(QuarterZi::ZERO),
        RecordResult::Win { winner, .. } if can_win(winner, report) => Reach::Open,
        _ => Reach::Impossible,
    }
}

fn can_win(side: Color, report: &Report) -> bool {
    let (Some(stakes), Some(counted)) = (report.stakes(), report.counted()) else {
        return !report.is_winner_certain();
    };
    let mut ends = stakes.margins.into_iter();
    ends.any(|margin| counted.score.verdict_at(Color::Black, margin).winner() == Some(side))
}

/// What is still open, a sentence each.
fn open(report: &Report, lang: Lang) -> String {
    let open = report.stakes().into_iter().flat_map(Stakes::all);
    open.map(|asked| format!(" {}", question(report, asked, lang)))
        .collect()
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
