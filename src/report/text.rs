//! The report as a referee writes it.

use std::fmt::Write;

use super::lang::{Lang, columns, left, right};
use super::remarks::{notices, remarks};
use super::{Counted, Report, sheet, verdict};
use crate::go::{Color, Point};
use crate::vision::Doubt;

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
    text.push_str(&diagram(report, style.lang));
    if let Some(counted) = report.counted() {
        text.push('\n');
        text.push_str(&sheet_text(counted, style));
        text.push('\n');
        text.push_str(&verdict_lines(report, counted, style.lang));
        text.push_str(&stated(report, style.lang));
    }
    let lists = [
        (
            ("To be confirmed:", "需要确认："),
            remarks(report, style.lang),
        ),
        (("For the record:", "备注："), notices(report, style.lang)),
    ];
    for ((english, chinese), sentences) in lists {
        if !sentences.is_empty() {
            let _ = write!(text, "\n{}\n", style.lang.pick(english, chinese));
        }
        for sentence in sentences {
            let _ = writeln!(text, "- {sentence}");
        }
    }
    text
}

/// The verdict, as it looks, and the range that is possible, as far as they differ.
#[must_use]
pub fn verdict(report: &Report, lang: Lang) -> String {
    let counted = report.counted();
    counted.map_or(String::new(), |counted| {
        verdict_lines(report, counted, lang)
    })
}

/// The board with its dead stones and doubtful points, and what the signs mean.
#[must_use]
pub fn diagram(report: &Report, lang: Lang) -> String {
    let mut text = board(report);
    if let Some(legend) = legend(report, lang) {
        let _ = writeln!(text, "{legend}");
    }
    text
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

/// The points that may have been read wrongly, and the chains whose life is not certain.
fn doubtful_points(report: &Report) -> Vec<Point> {
    let points = report.notes().iter().filter_map(|note| match note.doubt {
        Doubt::Point { point, .. } => Some(point),
        Doubt::Grid(_) => None,
    });
    let chains = report.open_chains().iter();
    points
        .chain(chains.flat_map(|chain| chain.stones.clone()))
        .collect()
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

/// The verdict, and what is possible where that is not certain.
fn verdict_lines(report: &Report, counted: &Counted, lang: Lang) -> String {
    let words = verdict::words(report, counted, lang);
    let certain = report.is_certain();
    let label = match (certain, lang) {
        (true, Lang::En) => "Verdict",
        (false, Lang::En) => "Provisional verdict",
        (true, Lang::Zh) => "结果",
        (false, Lang::Zh) => "暂定结果",
    };
    let colon = lang.pick(": ", "：");
    let mut lines = format!("{label}{colon}{words}\n");
    if counted.likely != counted.verdict && !certain {
        let label = lang.pick("As it looks", "看来");
        let likely = lang.verdict(counted.likely, counted.score.settings());
        let _ = writeln!(lines, "{label}{colon}{likely}");
    }
    if let Some(stakes) = report.stakes().filter(|_| !certain && !report.is_exact()) {
        let label = lang.pick("Possible", "可能");
        let range = verdict::range(stakes, counted, lang);
        let _ = writeln!(lines, "{label}{colon}{range}");
    }
    lines
}

/// What the record says, and whether it is the same.
fn stated(report: &Report, lang: Lang) -> String {
    let Some(stated) = &report.case().stated else {
        return String::new();
    };
    let agrees = match report.agrees_with_record() {
        Some(true) => lang.pick("agrees", "一致"),
        Some(false) => lang.pick("differs", "不一致"),
        None => lang.pick("not decided by counting", "非数子定胜负"),
    };
    match lang {
        Lang::En => format!("The record says {}: {agrees}\n", stated.text),
        Lang::Zh => format!("棋谱所记：{}（{agrees}）\n", stated.text),
    }
}
