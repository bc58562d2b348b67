//! The count in a document.

use serde::Serialize;

use super::name;
use crate::go::{ByColor, Color, Counting, QuarterZi, RuleSet, Score, Verdict};
use crate::report::{Counted, Lang, Report, sgf, verdict as line};

#[derive(Debug, Serialize)]
pub(super) struct SettingsJson {
    rules: &'static str,
    counting: &'static str,
    komi_quarter_zi: i32,
    handicap: u8,
    handicap_return_quarter_zi: i32,
    warnings: Sides<u8>,
    penalty_quarter_zi: Sides<i32>,
    prisoners: Sides<u32>,
}

#[derive(Debug, Serialize)]
struct Sides<T> {
    black: T,
    white: T,
}

impl<T> From<ByColor<T>> for Sides<T> {
    fn from(sides: ByColor<T>) -> Self {
        Self {
            black: sides.black,
            white: sides.white,
        }
    }
}

#[derive(Debug, Serialize)]
pub(super) struct CountJson {
    black: SideJson,
    white: SideJson,
    dame: u32,
    base_quarter_zi: i32,
    owners: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SideJson {
    stones: u32,
    territory: u32,
    prisoners: u32,
    count_quarter_zi: i32,
    adjusted_quarter_zi: i32,
    margin_quarter_zi: i32,
}

#[derive(Debug, Serialize)]
pub(super) struct VerdictJson {
    result: &'static str,
    winner: Option<&'static str>,
    margin_quarter_zi: Option<i32>,
    zi: Option<String>,
    points: Option<String>,
    sgf: String,
    text: String,
    provisional: bool,
}

pub(super) fn settings(score: &Score) -> SettingsJson {
    let settings = score.settings();
    SettingsJson {
        rules: rules(settings.rules),
        counting: match settings.counting {
            Counting::Area => "area",
            Counting::Territory => "territory",
        },
        komi_quarter_zi: settings.komi.zi().0,
        handicap: settings.handicap,
        handicap_return_quarter_zi: settings.handicap_return().0,
        warnings: settings.warnings.into(),
        penalty_quarter_zi: ByColor::from_fn(|color| settings.penalty_of(color).0).into(),
        prisoners: settings.prisoners.into(),
    }
}

fn rules(rules: RuleSet) -> &'static str {
    match rules {
        RuleSet::Chinese => "chinese",
        RuleSet::Chinese1988 => "chinese-1988",
        RuleSet::Japanese => "japanese",
        RuleSet::Korean => "korean",
        RuleSet::Aga => "aga",
        RuleSet::Ing => "ing",
        RuleSet::NewZealand => "new-zealand",
    }
}

pub(super) fn count(score: &Score) -> CountJson {
    let side = |color: Color| {
        let side = score.sides()[color];
        SideJson {
            stones: side.stones,
            territory: side.territory,
            prisoners: side.prisoners,
            count_quarter_zi: side.count.0,
            adjusted_quarter_zi: score.adjusted(color).0,
            margin_quarter_zi: score.margin(color).0,
        }
    };
    let letter = |owner: &Option<Color>| owner.map_or('.', Color::letter);
    let rows = score.owners().chunks(usize::from(score.size().width()));
    CountJson {
        black: side(Color::Black),
        white: side(Color::White),
        dame: score.dame(),
        base_quarter_zi: score.base().0,
        owners: rows.map(|row| row.iter().map(letter).collect()).collect(),
    }
}

pub(super) fn verdict(report: &Report, counted: &Counted, lang: Lang) -> VerdictJson {
    let verdict = counted.verdict;
    let (result, margin) = match verdict {
        Verdict::Win { margin, .. } => ("win", Some(margin)),
        Verdict::Draw => ("draw", Some(QuarterZi::ZERO)),
        Verdict::Warnings { .. } => ("warnings", None),
        Verdict::Resignation { .. } => ("resignation", None),
        Verdict::Forfeit { .. } => ("forfeit", None),
        Verdict::BothLose => ("both_lose", None),
        Verdict::NoResult => ("no_result", None),
        Verdict::Replay => ("replay", None),
    };
    let margin = margin.filter(|_| !report.is_certain() || report.is_exact());
    VerdictJson {
        result,
        winner: verdict.winner().map(name),
        margin_quarter_zi: margin.map(|margin| margin.0),
        zi: margin.map(|margin| margin.to_string()),
        points: margin.map(|margin| margin.points().to_string()),
        sgf: sgf::result(report, counted).to_string(),
        text: line::words(report, counted, lang),
        provisional: !report.is_certain(),
    }
}
