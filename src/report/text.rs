//! The report as a referee writes it.

use std::fmt::Write;

use super::lang::{Lang, columns, left, right};
use super::{Change, Counted, DoubtNote, Report, sheet};
use crate::go::{Board, Color, Point};
use crate::vision::{Doubt, GridDoubt, Side};

/// How the text is written.
#[derive(Debug, Clone, Copy)]
pub struct TextStyle {
    /// Its language.
    pub lang: Lang,
    /// Whose count is shown; `None` for both.
    pub side: Option<Color>,
}

/// Writes the whole report: the board, both counts, the verdict, what is
/// doubtful and what to do about it.
#[must_use]
pub fn write(report: &Report, style: TextStyle) -> String {
    let mut text = heading(report, style.lang);
    text.push('\n');
    text.push_str(&board(report));
    if let Some(legend) = legend(report, style.lang) {
        let _ = writeln!(text, "{legend}");
    }
    if let Some(counted) = report.counted() {
        text.push('\n');
        text.push_str(&sheet_text(counted, style));
        text.push('\n');
        text.push_str(&verdict(report, counted, style.lang));
    }
    let remarks = remarks(report, style.lang);
    if !remarks.is_empty() {
        let _ = write!(
            text,
            "\n{}\n",
            style.lang.pick("To be confirmed:", "需要确认：")
        );
        for remark in remarks {
            let _ = writeln!(text, "- {remark}");
        }
    }
    text
}

/// What a person must still do, a sentence each; empty for a certain report.
#[must_use]
pub fn remarks(report: &Report, lang: Lang) -> Vec<String> {
    let mut remarks: Vec<String> = report
        .notes()
        .iter()
        .map(|note| doubt(report, note, lang))
        .collect();
    for chain in report.without_liberty() {
        remarks.push(no_liberty(report.board(), chain.color, &chain.stones, lang));
    }
    if let (Some(_), true) = (report.counted(), report.notes().len() > 1) {
        remarks.push(weight_of_doubts(report, lang));
    }
    if report.counted().is_some_and(|counted| counted.provisional) {
        remarks.push(
            lang.pick(
                "Dead stones: nothing is agreed yet and every stone counts as alive. Name a stone \
                 of each dead chain with --dead D4,Q16, or say --dead none when both players agree \
                 that nothing is dead.",
                "死子：双方尚未确认，暂按全部活棋计算。请用 --dead D4,Q16 指出每块死棋的任一子；\
                 双方确认没有死子时用 --dead none。",
            )
            .to_owned(),
        );
    }
    remarks
}

fn heading(report: &Report, lang: Lang) -> String {
    let size = lang.size(report.board().size());
    let name = &report.case().source.name;
    match report.counted() {
        None => format!("{name}  {size}\n"),
        Some(counted) => {
            let settings = counted.score.settings();
            let rules = lang.rules(settings.rules);
            let handicap = match (settings.handicap, lang) {
                (0, _) => String::new(),
                (1, _) => format!(", {}", lang.pick("Black first without komi", "让先")),
                (stones, Lang::En) => format!(", {stones} handicap stones"),
                (stones, Lang::Zh) => format!("，让 {stones} 子"),
            };
            format!("{name}  {size}  {rules}{handicap}\n")
        }
    }
}

/// The board with coordinates: `X` `O` stones, `x` `o` dead ones, `(…)` doubtful points.
fn board(report: &Report) -> String {
    let board = report.board();
    let size = board.size();
    let doubtful = doubtful_points(report);
    let letters: String = (0..size.width())
        .map(|column| format!(" {}", &Point::new(column, 0).label(size)[..1]))
        .collect();
    let mut text = format!("  {letters}\n");
    for row in 0..size.height() {
        let number = size.height() - row;
        let mut line = format!("{number:>2}");
        let mut open = false;
        for column in 0..size.width() {
            let point = Point::new(column, row);
            let doubt = doubtful.contains(&point);
            line.push(match (open, doubt) {
                (true, true) => '|',
                (true, false) => ')',
                (false, true) => '(',
                (false, false) => ' ',
            });
            line.push(symbol(report, point));
            open = doubt;
        }
        line.push(if open { ')' } else { ' ' });
        let _ = writeln!(text, "{line}{number}");
    }
    let _ = writeln!(text, "  {letters}");
    text
}

fn symbol(report: &Report, point: Point) -> char {
    let dead = report
        .counted()
        .is_some_and(|counted| counted.agreed.is_dead(point));
    match (report.board().get(point), dead) {
        (Some(Color::Black), false) => 'X',
        (Some(Color::Black), true) => 'x',
        (Some(Color::White), false) => 'O',
        (Some(Color::White), true) => 'o',
        (None, _) if report.board().size().star_points().contains(&point) => '+',
        (None, _) => '.',
    }
}

fn doubtful_points(report: &Report) -> Vec<Point> {
    let points = report.notes().iter().filter_map(|note| match note.doubt {
        Doubt::Point { point, .. } => Some(point),
        Doubt::Grid(_) => None,
    });
    points.collect()
}

fn legend(report: &Report, lang: Lang) -> Option<String> {
    let mut parts = Vec::new();
    if report
        .counted()
        .is_some_and(|counted| !counted.agreed.dead().is_empty())
    {
        parts.push(lang.pick("x o: dead stones", "x o：死子"));
    }
    if !doubtful_points(report).is_empty() {
        parts.push(lang.pick("( ): doubtful points", "( )：存疑的点"));
    }
    (!parts.is_empty()).then(|| format!("   {}", parts.join("   ")))
}

fn sheet_text(counted: &Counted, style: TextStyle) -> String {
    let lang = style.lang;
    let sides: Vec<Color> = Color::BOTH
        .into_iter()
        .filter(|&color| style.side.is_none_or(|s| s == color))
        .collect();
    let lines = sheet::lines(&counted.score, lang);
    let label = lines
        .iter()
        .map(|line| columns(&line.label))
        .max()
        .unwrap_or(0);
    let figure = 10;
    let unit = sheet::unit_name(&counted.score, lang);
    let head: String = sides
        .iter()
        .map(|&color| right(lang.side(color), figure))
        .collect();
    let mut text = format!("{}{head}  ({unit})\n", " ".repeat(label));
    for line in lines {
        if line.sum {
            let rule = "-".repeat(label + figure * sides.len());
            let _ = writeln!(text, "{rule}");
        }
        let figures: String = sides
            .iter()
            .map(|&color| right(&line.figures[color], figure))
            .collect();
        let _ = writeln!(
            text,
            "{}",
            format!("{}{figures}", left(&line.label, label)).trim_end()
        );
    }
    text
}

fn verdict(report: &Report, counted: &Counted, lang: Lang) -> String {
    let verdict = lang.verdict(counted.verdict, counted.score.settings());
    let label = match (counted.provisional || !report.is_certain(), lang) {
        (false, Lang::En) => "Verdict",
        (true, Lang::En) => "Provisional verdict",
        (false, Lang::Zh) => "结果",
        (true, Lang::Zh) => "暂定结果",
    };
    format!("{label}{}{verdict}\n", lang.pick(": ", "："))
}

fn weight_of_doubts(report: &Report, lang: Lang) -> String {
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
    if decisive.is_empty() {
        return lang
            .pick(
                "No single doubtful point alone would change the winner.",
                "任何一个存疑点单独都不会改变胜负。",
            )
            .to_owned();
    }
    let names = lang.points(&decisive, size);
    match lang {
        Lang::En => format!("These points alone can change the winner: {names}."),
        Lang::Zh => format!("单独就可能改变胜负的点：{names}。"),
    }
}

fn no_liberty(board: &Board, color: Color, stones: &[Point], lang: Lang) -> String {
    let names = lang.points(stones, board.size());
    let side = lang.side(color);
    match lang {
        Lang::En => format!(
            "{side} {names}: no liberty, so this cannot be a position; a stone there is misread or \
             was not taken off. Look there and correct it with --set, for example --set {}=.",
            stones[0].label(board.size())
        ),
        Lang::Zh => format!(
            "{side} {names}：没有气，不是合法的局面；可能误读，或死子未提。\
             请查看后用 --set 改正，例如 --set {}=.",
            stones[0].label(board.size())
        ),
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
        } => {
            let name = point.label(report.board().size());
            let (read, other) = (lang.stone(*read), lang.stone(*alternative));
            let sure = percent(*probability);
            let set = format!("--set {name}={}", setting(*alternative));
            let change = change(report, note, lang);
            match lang {
                Lang::En => format!(
                    "{name} is read as {read} ({sure} % sure), may be {other}{change} \
                     Look at it; if it is {other}, say {set}."
                ),
                Lang::Zh => format!(
                    "{name} 读作{read}（把握 {sure}%），也可能是{other}{change}\
                     请查看该点；若是{other}，用 {set}。"
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
        (other, Lang::En) => other.text(),
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
