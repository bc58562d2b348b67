//! The verdict in a line: exact, or from the least to the most where that is not known.

use super::{About, Counted, Lang, Question, Report, Stakes};
use crate::go::{Color, QuarterZi, Settings, Verdict};

/// The verdict of a counted board in words. Where everything that is not known leaves the winner,
/// the range of the margin; else the verdict of the board as it was counted.
#[must_use]
pub(super) fn words(report: &Report, counted: &Counted, lang: Lang) -> String {
    let settings = counted.score.settings();
    match report.stakes() {
        Some(stakes) if report.is_certain() => {
            let whatever = whatever(stakes, lang);
            let range = range(stakes, counted, lang);
            match lang {
                Lang::En => format!("{range}, whatever {whatever}"),
                Lang::Zh => format!("{range}，无论{whatever}如何"),
            }
        }
        _ => lang.verdict(counted.verdict, settings),
    }
}

/// From the least to the most of what is possible.
pub(super) fn range(stakes: &Stakes, counted: &Counted, lang: Lang) -> String {
    let settings = counted.score.settings();
    let [least, most] = (stakes.margins).map(|m| counted.score.verdict_at(Color::Black, m));
    match (least, most) {
        (least, most) if least == most => lang.verdict(least, settings),
        (
            Verdict::Win { winner, margin },
            Verdict::Win {
                winner: other,
                margin: more,
            },
        ) if winner == other => between(winner, margin.min(more), margin.max(more), settings, lang),
        (least, most) => {
            let [least, most] = [least, most].map(|v| lang.verdict(v, settings));
            match lang {
                Lang::En => format!("from {least} to {most}"),
                Lang::Zh => format!("从{least}到{most}"),
            }
        }
    }
}

/// `White wins by 3 to 5 zi (6 to 10 points)`.
fn between(
    winner: Color,
    least: QuarterZi,
    most: QuarterZi,
    settings: &Settings,
    lang: Lang,
) -> String {
    let side = lang.side(winner);
    let [least_zi, most_zi] = [least, most].map(|zi| lang.zi(zi));
    let [least, most] = [least, most].map(QuarterZi::points);
    match (lang, settings.rules.speaks_of_zi()) {
        (Lang::En, true) => {
            format!("{side} wins by {least_zi} to {most_zi} zi ({least} to {most} points)")
        }
        (Lang::En, false) => format!("{side} wins by {least} to {most} points"),
        (Lang::Zh, true) => format!("{side}胜 {least_zi} 至 {most_zi} 子（{least} 至 {most} 目）"),
        (Lang::Zh, false) => format!("{side}胜 {least} 至 {most} 目"),
    }
}

/// What is not known, with its verb in English.
fn whatever(stakes: &Stakes, lang: Lang) -> String {
    let has = |is: fn(&About) -> bool| stakes.all().any(|Question { about, .. }| is(about));
    let kinds = [
        (
            has(|about| matches!(about, About::Point { .. })),
            ("the doubtful points are", "存疑的点"),
        ),
        (
            has(|about| matches!(about, About::Life { .. })),
            ("becomes of the uncertain chains", "死活未定的棋"),
        ),
        (
            has(|about| matches!(about, About::Place(_))),
            ("is played at the open places", "未收完之处"),
        ),
        (
            has(|about| matches!(about, About::Settings)),
            ("the komi and handicap are", "贴子和让子"),
        ),
    ];
    let named = kinds.iter().filter(|kind| kind.0);
    let named: Vec<&str> = named.map(|kind| lang.pick(kind.1.0, kind.1.1)).collect();
    named.join(lang.pick(" and whatever ", "、"))
}
