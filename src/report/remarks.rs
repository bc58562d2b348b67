//! What a person must still look at, and what to do about it.

mod weight;

use super::lang::Lang;
use super::{Change, DoubtNote, Report, SourceKind, Suggestion};
use crate::go::{Color, Point};
use crate::vision::{Doubt, GridDoubt, Side, Trouble};

use weight::weight_of_doubts;

/// What a person must still do, a sentence each; empty for a certain report.
#[must_use]
pub fn remarks(report: &Report, lang: Lang) -> Vec<String> {
    let mut remarks = doubts(report, lang);
    if let Some(suggestion) = report.suggestion() {
        remarks.push(nothing_agreed(report, suggestion, lang));
    }
    remarks
}

/// That nobody has agreed on dead stones, and which look dead.
fn nothing_agreed(report: &Report, suggestion: &Suggestion, lang: Lang) -> String {
    let how = lang.pick(
        "Dead stones: nothing is agreed yet and every stone counts as alive. Name a stone of each \
         dead chain with --dead D4,Q16, or say --dead none when both players agree that nothing is \
         dead.",
        "死子：双方尚未确认，暂按全部活棋计算。请用 --dead D4,Q16 指出每块死棋的任一子；\
         双方确认没有死子时用 --dead none。",
    );
    let size = report.board().size();
    let names = |points: &[Point]| -> String {
        let labels: Vec<String> = points.iter().map(|p| p.label(size)).collect();
        labels.join(",")
    };
    let Suggestion { certain, uncertain } = suggestion;
    let looks = match (certain.is_empty(), uncertain.is_empty(), lang) {
        (true, true, Lang::En) => " Nothing looks dead.".to_owned(),
        (true, true, Lang::Zh) => "看来没有死子。".to_owned(),
        (false, true, Lang::En) => format!(" It looks like --dead {}.", names(certain)),
        (false, true, Lang::Zh) => format!("看来是 --dead {}。", names(certain)),
        (true, false, Lang::En) => format!(" Perhaps dead: {}.", names(uncertain)),
        (true, false, Lang::Zh) => format!("可能是死子：{}。", names(uncertain)),
        (false, false, Lang::En) => format!(
            " It looks like --dead {}; perhaps dead, too: {}.",
            names(certain),
            names(uncertain)
        ),
        (false, false, Lang::Zh) => format!(
            "看来是 --dead {}；可能还有：{}。",
            names(certain),
            names(uncertain)
        ),
    };
    how.to_owned() + &looks
}

/// What is doubtful about the stones themselves, a sentence each.
#[must_use]
pub fn doubts(report: &Report, lang: Lang) -> Vec<String> {
    let mut remarks: Vec<String> = report
        .notes()
        .iter()
        .map(|note| doubt(report, note, lang))
        .collect();
    remarks.extend(
        [Trouble::Glare, Trouble::Dark]
            .iter()
            .filter_map(|t| light(report, *t, lang)),
    );
    for chain in report.without_liberty() {
        remarks.push(no_liberty(report, chain.color, &chain.stones, lang));
    }
    let points = report
        .notes()
        .iter()
        .filter(|note| matches!(note.doubt, Doubt::Point { .. }));
    if report.counted().is_some() && points.count() > 1 {
        remarks.push(weight_of_doubts(report, lang));
    }
    remarks
}

/// Which doubtful points the light hides, and what to do about it.
fn light(report: &Report, trouble: Trouble, lang: Lang) -> Option<String> {
    let hidden: Vec<Point> = report
        .notes()
        .iter()
        .filter_map(|note| match note.doubt {
            Doubt::Point {
                point,
                trouble: Some(t),
                ..
            } if t == trouble => Some(point),
            _ => None,
        })
        .collect();
    if hidden.is_empty() {
        return None;
    }
    let names = lang.points(&hidden, report.board().size());
    Some(match (trouble, lang) {
        (Trouble::Glare, Lang::En) => format!(
            "Glare over {names}: photograph the board again from another side, or without the lamp or the sun on it."
        ),
        (Trouble::Glare, Lang::Zh) => {
            format!("反光遮住了 {names}：请换一个方向，或避开灯光和阳光重拍。")
        }
        (Trouble::Dark, Lang::En) => {
            format!("Too dark at {names}: photograph the board again with more light there.")
        }
        (Trouble::Dark, Lang::Zh) => format!("{names} 处太暗：请增加光线后重拍。"),
    })
}

fn no_liberty(report: &Report, color: Color, stones: &[Point], lang: Lang) -> String {
    let size = report.board().size();
    let (names, side) = (lang.points(stones, size), lang.side(color));
    let first = stones[0].label(size);
    let from_photo = matches!(
        report.case().source.kind,
        SourceKind::Photo | SourceKind::Camera
    );
    match (lang, from_photo) {
        (Lang::En, true) => format!(
            "{side} {names}: no liberty, so this cannot be a position; a stone there is misread or \
             was not taken off. Look there and correct it with --set, for example --set {first}=. where it is empty."
        ),
        (Lang::En, false) => format!(
            "{side} {names}: no liberty, so this cannot be a position; a stone there is wrong or \
             was not taken off. Correct the file."
        ),
        (Lang::Zh, true) => format!(
            "{side} {names}：没有气，不是合法的局面；可能误读，或死子未提。\
             请查看后用 --set 改正，例如 --set {first}=. （空点）。"
        ),
        (Lang::Zh, false) => {
            format!("{side} {names}：没有气，不是合法的局面；有误，或死子未提。请改正文件。")
        }
    }
}

fn doubt(report: &Report, note: &DoubtNote, lang: Lang) -> String {
    match &note.doubt {
        Doubt::Grid(doubt) => grid_doubt(doubt, lang),
        Doubt::Point {
            point,
            read,
            probability,
            alternative,
            ..
        } => {
            let name = point.label(report.board().size());
            let (is, other) = (lang.stone(*read), lang.stone(*alternative));
            let sure = percent(*probability);
            let set = |stone| format!("--set {name}={}", setting(stone));
            let (confirm, correct) = (set(*read), set(*alternative));
            let change = change(report, note, lang);
            match lang {
                Lang::En => format!(
                    "{name} is read as {is} ({sure} % sure), may be {other}{change} \
                     Look at it: {correct} if it is {other}, {confirm} if it is {is}."
                ),
                Lang::Zh => format!(
                    "{name} 读作{is}（把握 {sure}%），也可能是{other}{change}\
                     请查看该点：{correct} （{other}）或 {confirm} （{is}）。"
                ),
            }
        }
    }
}

/// What the other reading would lead to, with the sign before it.
fn change(report: &Report, note: &DoubtNote, lang: Lang) -> String {
    let settled = report.counted();
    let text = match (&note.change, settled) {
        (Some(Change::Verdict(other)), Some(counted)) if *other == counted.verdict => lang
            .pick("the verdict would be the same", "结果不变")
            .to_owned(),
        (Some(Change::Verdict(other)), _) => {
            let settings = report
                .case()
                .counting
                .as_ref()
                .map(|c| c.settings)
                .unwrap_or_default();
            let other = lang.verdict(*other, &settings);
            match (note.changes_winner, lang) {
                (true, Lang::En) => format!("then another winner: {other}"),
                (false, Lang::En) => format!("then {other}"),
                (true, Lang::Zh) => format!("那样胜负改变：{other}"),
                (false, Lang::Zh) => format!("那样{other}"),
            }
        }
        (Some(Change::NoLiberty(stones)), _) => {
            let names = lang.points(stones, report.board().size());
            match lang {
                Lang::En => format!("but then {names} would have no liberty"),
                Lang::Zh => format!("但那样 {names} 没有气"),
            }
        }
        (Some(Change::DeadStoneGone), _) => lang
            .pick(
                "then a stone named dead is not there",
                "那样所指的死子不存在",
            )
            .to_owned(),
        (None, _) => return lang.pick(".", "。").to_owned(),
    };
    match lang {
        Lang::En => format!("; {text}."),
        Lang::Zh => format!("；{text}。"),
    }
}

/// Never 100 for what is doubtful.
fn percent(probability: f64) -> u32 {
    (probability * 100.0).round().clamp(0.0, 99.0) as u32
}

/// The stone as `--set` takes it.
fn setting(stone: Option<Color>) -> char {
    stone.map_or('.', Color::letter)
}

fn grid_doubt(doubt: &GridDoubt, lang: Lang) -> String {
    match (doubt, lang) {
        (doubt, Lang::En) => format!("Grid: {doubt}; {}.", doubt.remedy()),
        (GridDoubt::EdgeCut(side), Lang::Zh) => format!(
            "棋盘{}的最外线在照片之外：请重拍整个棋盘，或用 --corners 给出四个角。",
            side_zh(*side)
        ),
        (GridDoubt::EdgeUncertain(side), Lang::Zh) => format!(
            "棋盘{}的最外线不能确定：请对照 --overlay 查看，或用 --corners 给出四个角。",
            side_zh(*side)
        ),
        (GridDoubt::SizeUncertain { alternative }, Lang::Zh) => {
            format!("路数不能确定，也可能是 {alternative} 路：请用 --size 指明。")
        }
        (GridDoubt::Weak, Lang::Zh) => {
            "棋盘线找得不可靠：请对照 --overlay 查看，或用 --corners 给出四个角。".to_owned()
        }
    }
}

fn side_zh(side: Side) -> &'static str {
    match side {
        Side::Top => "上边",
        Side::Right => "右边",
        Side::Bottom => "下边",
        Side::Left => "左边",
    }
}
