//! What a person must still look at, and what to do about it.

mod agreement;
mod places;
mod questions;

pub use questions::question;

use super::lang::Lang;
use super::{About, Change, DoubtNote, Report, SourceKind};
use crate::go::{Color, Point};
use crate::vision::{Doubt, GridDoubt, Side, Trouble};

/// What a person must still do, a sentence each, the most decisive question first; empty for a
/// certain report. What cannot change the winner is not asked.
#[must_use]
pub fn remarks(report: &Report, lang: Lang) -> Vec<String> {
    all(report, lang, Answer::Flags)
}

/// The same where both players are asked for their yes, which ends the game.
#[must_use]
pub fn remarks_aloud(report: &Report, lang: Lang) -> Vec<String> {
    all(report, lang, Answer::Yes)
}

/// How what is open is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Answer {
    Flags,
    Yes,
}

fn all(report: &Report, lang: Lang, answer: Answer) -> Vec<String> {
    let asked = report.stakes().map(|stakes| &stakes.questions);
    let is_asked = |point: Point| {
        let is_about =
            |about: &About| matches!(about, About::Point { point: p, .. } if *p == point);
        asked.is_none_or(|asked| asked.iter().any(|question| is_about(&question.about)))
    };
    let grid = |note: &&DoubtNote| matches!(note.doubt, Doubt::Grid(_));
    let mut remarks: Vec<String> = (report.notes().iter().filter(grid))
        .map(|note| doubt(report, note, lang))
        .collect();
    match asked {
        Some(asked) => remarks.extend(questions::asked(report, asked, lang, answer)),
        None => {
            let points = report.notes().iter().filter(|note| !grid(note));
            remarks.extend(points.map(|note| doubt(report, note, lang)));
        }
    }
    remarks.extend(lights(report, &is_asked, lang));
    remarks.extend(no_liberties(report, lang));
    remarks.extend(agreement::to_do(report, lang, answer));
    remarks
}

/// What is worth knowing and asks nothing of anybody, a sentence each: doubts that cannot change
/// the winner, and what was accepted.
#[must_use]
pub fn notices(report: &Report, lang: Lang) -> Vec<String> {
    let mut notices: Vec<String> = (report.case().neighbour)
        .map(|side| neighbour(side, lang))
        .into_iter()
        .collect();
    notices.extend(agreement::accepted(report, lang));
    notices.extend(agreement::unlike(report, lang));
    if let Some(stakes) = report.stakes() {
        notices.extend(questions::not_asked(report, &stakes.others, lang));
    }
    notices.extend(places::shared(report, lang));
    notices.extend(seki(report, lang));
    notices
}

/// The liberties that nobody fills.
fn seki(report: &Report, lang: Lang) -> Option<String> {
    let seki = report.life()?.seki();
    let points = lang.points(seki, report.board().size());
    (!seki.is_empty()).then(|| match lang {
        Lang::En => format!("Nobody can play first in the seki at {points}."),
        Lang::Zh => format!("{points} 为双活公气，双方都不能先下。"),
    })
}

/// What is doubtful about the stones themselves, a sentence each, whether it matters or not.
#[must_use]
pub fn doubts(report: &Report, lang: Lang) -> Vec<String> {
    let notes = report.notes().iter();
    let mut remarks: Vec<String> = notes.map(|note| doubt(report, note, lang)).collect();
    remarks.extend(lights(report, &|_| true, lang));
    remarks.extend(no_liberties(report, lang));
    remarks
}

fn lights(
    report: &Report,
    matters: &dyn Fn(Point) -> bool,
    lang: Lang,
) -> impl Iterator<Item = String> {
    let troubles = [Trouble::Glare, Trouble::Dark].into_iter();
    troubles.filter_map(move |trouble| light(report, trouble, matters, lang))
}

fn no_liberties(report: &Report, lang: Lang) -> impl Iterator<Item = String> {
    let chains = report.without_liberty().iter();
    chains.map(move |chain| no_liberty(report, chain.color, &chain.stones, lang))
}

/// Which doubtful points the light hides, and what to do about it.
fn light(
    report: &Report,
    trouble: Trouble,
    matters: &dyn Fn(Point) -> bool,
    lang: Lang,
) -> Option<String> {
    let hidden: Vec<Point> = report
        .notes()
        .iter()
        .filter_map(|note| match note.doubt {
            Doubt::Point {
                point,
                trouble: Some(t),
                ..
            } if t == trouble && matters(point) => Some(point),
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
            alternative,
            ..
        } => {
            let name = point.label(report.board().size());
            let (is, other) = (lang.stone(*read), lang.stone(*alternative));
            let set = |stone| format!("--set {name}={}", setting(stone));
            let (confirm, correct) = (set(*read), set(*alternative));
            let reading = reading(report, note, lang).unwrap_or_default();
            match lang {
                Lang::En => format!(
                    "{reading} Look at it: {correct} if it is {other}, {confirm} if it is {is}."
                ),
                Lang::Zh => {
                    format!("{reading}请查看该点：{correct} （{other}）或 {confirm} （{is}）。")
                }
            }
        }
    }
}

/// What was read, what it may be, and what that would change.
fn reading(report: &Report, note: &DoubtNote, lang: Lang) -> Option<String> {
    let Doubt::Point {
        point,
        read,
        probability,
        alternative,
        ..
    } = note.doubt
    else {
        return None;
    };
    let name = point.label(report.board().size());
    let (is, other) = (lang.stone(read), lang.stone(alternative));
    let (sure, change) = (percent(probability), change(report, note, lang));
    Some(match lang {
        Lang::En => format!("{name} is read as {is} ({sure} % sure), may be {other}{change}"),
        Lang::Zh => format!("{name} 读作{is}（把握 {sure}%），也可能是{other}{change}"),
    })
}

/// What the other reading would lead to, with the sign before it.
fn change(report: &Report, note: &DoubtNote, lang: Lang) -> String {
    let settled = report.counted();
    let text = match (&note.change, settled) {
        (Some(Change::Verdict(other)), Some(counted)) if *other == counted.likely => lang
            .pick("the verdict would be the same", "结果不变")
            .to_owned(),
        (Some(Change::Verdict(other)), _) => {
            let counting = report.case().counting.as_ref();
            let settings = counting.map(|c| c.settings).unwrap_or_default();
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
        (GridDoubt::OtherBoard(side), Lang::Zh) => format!(
            "照片中本棋盘{}另有一块大小相近的棋盘：请单独拍摄，或用 --corners 给出四个角。",
            way_zh(*side)
        ),
        (GridDoubt::Weak, Lang::Zh) => {
            "棋盘线找得不可靠：请对照 --overlay 查看，或用 --corners 给出四个角。".to_owned()
        }
    }
}

fn neighbour(side: Side, lang: Lang) -> String {
    match lang {
        Lang::En => format!(
            "Another board is in the photo, {}; the larger one was read.",
            side.of_board()
        ),
        Lang::Zh => format!(
            "照片中本棋盘{}另有一块棋盘，读取的是较大的这一块。",
            way_zh(side)
        ),
    }
}

fn way_zh(side: Side) -> &'static str {
    match side {
        Side::Top => "上方",
        Side::Right => "右方",
        Side::Bottom => "下方",
        Side::Left => "左方",
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
