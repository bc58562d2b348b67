//! What the doubtful points weigh, all together.

use super::super::{Lang, Report, Stakes};
use crate::go::{Color, Point};
use crate::vision::Doubt;

/// Which doubtful points can change the winner, alone or together.
pub(super) fn weight_of_doubts(report: &Report, lang: Lang) -> String {
    let size = report.board().size();
    let decisive: Vec<Point> = report
        .notes()
        .iter()
        .filter(|note| note.changes_winner)
        .filter_map(|note| match note.doubt {
            Doubt::Point { point, .. } => Some(point),
            Doubt::Grid(_) => None,
        })
        .collect();
    if let Some(stakes) = report.stakes().filter(|s| s.questions.is_empty()) {
        return whatever(report, stakes, lang);
    }
    let alone = if decisive.is_empty() {
        lang.pick(
            "No single doubtful point alone would change the winner.",
            "任何一个存疑点单独都不会改变胜负。",
        )
        .to_owned()
    } else {
        let names = lang.points(&decisive, size);
        match lang {
            Lang::En => format!("These points alone can change the winner: {names}."),
            Lang::Zh => format!("单独就可能改变胜负的点：{names}。"),
        }
    };
    alone + &first_questions(report, lang)
}

/// That the doubtful points cannot change the winner, and what they can change.
fn whatever(report: &Report, stakes: &Stakes, lang: Lang) -> String {
    let Some(counted) = report.counted() else {
        return String::new();
    };
    let mut ends = stakes.margins.map(|margin| {
        let verdict = counted.score.verdict_at(Color::Black, margin);
        lang.verdict(verdict, counted.score.settings())
    });
    if counted.verdict.winner() == Some(Color::White) {
        ends.reverse();
    }
    let [least, most] = ends;
    match lang {
        _ if least == most => match lang {
            Lang::En => format!("Whatever these points are: {least}."),
            Lang::Zh => format!("无论这些点如何：{least}。"),
        },
        Lang::En => format!("Whatever these points are: {least} at the least, {most} at the most."),
        Lang::Zh => format!("无论这些点如何：至少{least}，至多{most}。"),
    }
}

/// Which points to look at first, if that spares others.
fn first_questions(report: &Report, lang: Lang) -> String {
    let points = report.case().doubts.iter();
    let points = points.filter(|d| matches!(d, Doubt::Point { .. })).count();
    let Some(stakes) = report.stakes().filter(|s| s.questions.len() < points) else {
        return String::new();
    };
    let names = lang.points(&stakes.questions, report.board().size());
    match lang {
        Lang::En => format!(
            " Look first at {names}: if what was read there is right, the other points cannot change the winner."
        ),
        Lang::Zh => format!("请先看 {names}：若这些点识别无误，其余各点不影响胜负。"),
    }
}
