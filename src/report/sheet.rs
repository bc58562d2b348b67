//! The counting sheet: a line for each figure, a column for each side, as a
//! referee fills it in.

use super::lang::Lang;
use crate::go::{ByColor, Color, Counting, Points, QuarterZi, Score};

/// One figure of both sides, ready to print.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Line {
    pub label: String,
    pub figures: ByColor<String>,
    /// Whether the line sums up those above it.
    pub sum: bool,
}

/// What the figures are written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    /// 子, one side's count against half of the board.
    Zi,
    /// Points of area, one side's count against the other's.
    AreaPoints,
    /// Points of territory and prisoners, one side's count against the other's.
    TerritoryPoints,
}

/// The lines of a count.
pub(super) fn lines(score: &Score, lang: Lang) -> Vec<Line> {
    let unit = match (
        score.settings().counting,
        score.settings().rules.speaks_of_zi(),
    ) {
        (Counting::Territory, _) => Unit::TerritoryPoints,
        (Counting::Area, true) => Unit::Zi,
        (Counting::Area, false) => Unit::AreaPoints,
    };
    Sheet { score, lang, unit }.lines()
}

struct Sheet<'a> {
    score: &'a Score,
    lang: Lang,
    unit: Unit,
}

impl Sheet<'_> {
    fn lines(&self) -> Vec<Line> {
        let mut lines = self.held();
        lines.extend(self.adjustments());
        lines.extend(self.outcome());
        lines
    }

    /// What each side has on the board.
    fn held(&self) -> Vec<Line> {
        let (lang, score) = (self.lang, self.score);
        let sides = score.sides();
        let number = |value: fn(&crate::go::SideCount) -> u32| {
            ByColor::from_fn(|color| value(&sides[color]).to_string())
        };
        let surrounded = self.line(
            lang.pick("surrounded points", "围空"),
            number(|s| s.territory),
        );
        if self.unit == Unit::TerritoryPoints {
            let prisoners = lang.pick("prisoners and dead stones", "提子和死子");
            return vec![surrounded, self.line(prisoners, number(|s| s.prisoners))];
        }
        let mut lines = vec![
            self.line(lang.pick("live stones", "活子"), number(|s| s.stones)),
            surrounded,
        ];
        if score.dame() > 0 {
            let dame = i32::try_from(score.dame()).expect("at most 625 points");
            let label = match lang {
                Lang::En => format!("half of {dame} dame"),
                Lang::Zh => format!("单官 {dame} 各半"),
            };
            let half = self.counted(QuarterZi::from_half_zi(dame));
            lines.push(self.line(
                &label,
                ByColor {
                    black: half.clone(),
                    white: half,
                },
            ));
        }
        lines
    }

    /// The count and what komi, handicap and penalties add to it or take off.
    fn adjustments(&self) -> Vec<Line> {
        let (lang, score) = (self.lang, self.score);
        let settings = score.settings();
        let count = ByColor::from_fn(|color| self.counted(score.count(color)));
        let mut lines = vec![self.sum(lang.pick("count", "合计"), count)];
        lines.push(self.to_white(lang.pick("komi", "贴子"), settings.komi.zi()));
        if settings.handicap_return() != QuarterZi::ZERO {
            let label = match lang {
                Lang::En => format!("return for {} handicap stones", settings.handicap),
                Lang::Zh => format!("让 {} 子还子", settings.handicap),
            };
            lines.push(self.to_white(&label, settings.handicap_return()));
        }
        for color in Color::BOTH {
            if settings.warnings[color] > 0 {
                lines.push(self.penalty(color));
            }
        }
        lines
    }

    fn penalty(&self, color: Color) -> Line {
        let warnings = self.score.settings().warnings[color];
        let fine = self.score.settings().penalty_of(color);
        let side = self.lang.side(color);
        let label = match (self.lang, warnings) {
            (Lang::En, 1) => format!("{side}'s warning"),
            (Lang::En, _) => format!("{side}'s {warnings} warnings"),
            (Lang::Zh, _) => format!("{side}方警告 {warnings} 次罚子"),
        };
        match (color, self.unit) {
            (Color::Black, Unit::Zi) => self.to_white(&label, fine),
            (Color::White, Unit::Zi) => self.to_white(&label, -fine),
            _ => self.line(
                &label,
                ByColor::from_fn(|side| {
                    if side == color {
                        self.signed(-fine)
                    } else {
                        String::new()
                    }
                }),
            ),
        }
    }

    /// The figures that are compared, and the difference.
    fn outcome(&self) -> Vec<Line> {
        let (lang, score) = (self.lang, self.score);
        let margin = self.line(
            lang.pick("difference", "差额"),
            ByColor::from_fn(|color| self.signed(score.margin(color))),
        );
        if self.unit != Unit::Zi {
            let totals = ByColor::from_fn(|color| self.total(color).to_string());
            return vec![self.sum(lang.pick("total", "总计"), totals), margin];
        }
        let adjusted = ByColor::from_fn(|color| self.lang.zi(score.adjusted(color)));
        let base = ByColor::from_fn(|_| self.lang.zi(score.base()));
        vec![
            self.sum(lang.pick("to compare", "折算后"), adjusted),
            self.line(lang.pick("base, half of the points", "归本数"), base),
            margin,
        ]
    }

    /// A side's points with its own komi, return and penalty.
    fn total(&self, color: Color) -> Points {
        let settings = self.score.settings();
        let given = match color {
            Color::Black => QuarterZi::ZERO,
            Color::White => settings.komi.zi() + settings.handicap_return(),
        };
        let own = given - settings.penalty_of(color);
        Points::from_halves(self.counted_points(color).halves() + own.points().halves())
    }

    fn counted_points(&self, color: Color) -> Points {
        self.points_of_count(self.score.count(color))
    }

    /// By area a zi on the board is a point of area; counts are even numbers of
    /// quarter zi. As territory the unit of the count is that of the margin.
    fn points_of_count(&self, count: QuarterZi) -> Points {
        match self.unit {
            Unit::AreaPoints => Points::from_halves(count.0 / 2),
            Unit::Zi | Unit::TerritoryPoints => count.points(),
        }
    }

    /// A part of the count as printed.
    fn counted(&self, count: QuarterZi) -> String {
        match self.unit {
            Unit::Zi => self.lang.zi(count),
            Unit::AreaPoints | Unit::TerritoryPoints => self.points_of_count(count).to_string(),
        }
    }

    /// An amount that White gets: counting in zi one side only, Black loses the same.
    fn to_white(&self, label: &str, amount: QuarterZi) -> Line {
        let black = match self.unit {
            Unit::Zi => self.signed(-amount),
            Unit::AreaPoints | Unit::TerritoryPoints => String::new(),
        };
        self.line(
            label,
            ByColor {
                black,
                white: self.signed(amount),
            },
        )
    }

    fn signed(&self, amount: QuarterZi) -> String {
        let size = match self.unit {
            Unit::Zi => self.lang.zi(amount.abs()),
            Unit::AreaPoints | Unit::TerritoryPoints => amount.abs().points().to_string(),
        };
        match amount.0.signum() {
            -1 => format!("-{size}"),
            1 => format!("+{size}"),
            _ => size,
        }
    }

    fn line(&self, label: &str, figures: ByColor<String>) -> Line {
        Line {
            label: label.to_owned(),
            figures,
            sum: false,
        }
    }

    fn sum(&self, label: &str, figures: ByColor<String>) -> Line {
        Line {
            sum: true,
            ..self.line(label, figures)
        }
    }
}

/// What the figures of a sheet are written in, for the head of its columns.
pub(super) fn unit_name(score: &Score, lang: Lang) -> &'static str {
    if score.settings().rules.speaks_of_zi() {
        lang.pick("zi", "子")
    } else {
        lang.pick("points", "目")
    }
}
