//! The words of a report in English and Chinese. The Chinese terms are those
//! of the competition rules.

use crate::go::{BoardSize, Color, Point, QuarterZi, RuleSet, Settings, Verdict};

/// The language of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Lang {
    /// English.
    #[default]
    En,
    /// Chinese (simplified).
    Zh,
}

impl Lang {
    /// One of two texts.
    pub(super) fn pick(self, english: &'static str, chinese: &'static str) -> &'static str {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }

    /// The side: `Black`, `黑`.
    pub(super) fn side(self, color: Color) -> &'static str {
        match (self, color) {
            (Self::En, Color::Black) => "Black",
            (Self::En, Color::White) => "White",
            (Self::Zh, Color::Black) => "黑",
            (Self::Zh, Color::White) => "白",
        }
    }

    /// What stands on a point: `a black stone`, `黑子`.
    pub(super) fn stone(self, stone: Option<Color>) -> &'static str {
        match (self, stone) {
            (Self::En, Some(Color::Black)) => "black",
            (Self::En, Some(Color::White)) => "white",
            (Self::En, None) => "empty",
            (Self::Zh, Some(Color::Black)) => "黑子",
            (Self::Zh, Some(Color::White)) => "白子",
            (Self::Zh, None) => "空点",
        }
    }

    /// An amount of zi without the unit: `184 1/2`, `184又1/2`.
    pub(super) fn zi(self, amount: QuarterZi) -> String {
        match self {
            Self::En => amount.to_string(),
            Self::Zh => amount.to_string().replace(' ', "又"),
        }
    }

    /// A size: `19×19`, `19路`.
    pub(super) fn size(self, size: BoardSize) -> String {
        match self {
            Self::Zh if size.is_square() => format!("{}路", size.width()),
            _ => size.to_string(),
        }
    }

    /// The rules by name.
    pub(super) fn rules(self, rules: RuleSet) -> &'static str {
        match rules {
            RuleSet::Chinese => self.pick("Chinese rules", "中国规则"),
            RuleSet::Chinese1988 => self.pick("Chinese rules of 1988", "中国规则（1988）"),
            RuleSet::Japanese => self.pick("Japanese rules", "日本规则"),
            RuleSet::Korean => self.pick("Korean rules", "韩国规则"),
            RuleSet::Aga => self.pick("AGA rules", "AGA 规则"),
            RuleSet::Ing => self.pick("Ing rules", "应氏规则"),
            RuleSet::NewZealand => self.pick("New Zealand rules", "新西兰规则"),
        }
    }

    /// Points by name, in their order: `D4, K10`; of more than [`NAMED`](Self::NAMED) only the first.
    pub(super) fn points(self, points: &[Point], size: BoardSize) -> String {
        let few = points.len() <= Self::NAMED;
        let named = if few {
            points
        } else {
            &points[..Self::NAMED / 2]
        };
        let labels: Vec<String> = named.iter().map(|point| point.label(size)).collect();
        let labels = labels.join(self.pick(", ", "、"));
        match self {
            _ if few => labels,
            Self::En => format!("{labels} and {} more points", points.len() - named.len()),
            Self::Zh => format!("{labels}等 {} 处", points.len()),
        }
    }

    /// A reader takes in so many points at most; JSON and the overlay have them all.
    const NAMED: usize = 12;

    /// The verdict: `Black wins by 3/4 zi (1.5 points)`, `黑胜 3/4 子（1.5 目）`;
    /// in points alone where the rules do not speak of zi.
    #[must_use]
    pub fn verdict(self, verdict: Verdict, settings: &Settings) -> String {
        match (self, verdict) {
            (_, Verdict::Win { winner, margin }) if margin == QuarterZi::ZERO => match self {
                Self::En => format!("{winner} wins the tie"),
                Self::Zh => format!("和棋，{}胜", self.side(winner)),
            },
            (_, Verdict::Win { winner, margin }) => self.margin(winner, margin, settings),
            (Self::En, other) => other.to_string(),
            (Self::Zh, Verdict::Draw) => "和棋".to_owned(),
            (Self::Zh, Verdict::Warnings { loser }) => {
                let winner = self.side(loser.opponent());
                format!("{winner}胜（{}方警告次数已满，判负）", self.side(loser))
            }
            (Self::Zh, Verdict::Resignation { winner }) => format!("{}中盘胜", self.side(winner)),
            (Self::Zh, Verdict::Forfeit { winner }) => {
                let loser = self.side(winner.opponent());
                format!("{}胜（{loser}方弃权或判负）", self.side(winner))
            }
            (Self::Zh, Verdict::BothLose) => "双方均负".to_owned(),
            (Self::Zh, Verdict::NoResult) => "无胜负".to_owned(),
            (Self::Zh, Verdict::Replay) => "重赛".to_owned(),
        }
    }

    fn margin(self, winner: Color, margin: QuarterZi, settings: &Settings) -> String {
        let (side, zi, points) = (self.side(winner), self.zi(margin), margin.points());
        let unit = if points.halves() == 2 {
            "point"
        } else {
            "points"
        };
        match (self, settings.rules.speaks_of_zi()) {
            (Self::En, true) => format!("{side} wins by {zi} zi ({points} {unit})"),
            (Self::En, false) => format!("{side} wins by {points} {unit}"),
            (Self::Zh, true) => format!("{side}胜 {zi} 子（{points} 目）"),
            (Self::Zh, false) => format!("{side}胜 {points} 目"),
        }
    }
}

/// How many columns a text takes in a terminal: a Chinese character or sign two.
pub(super) fn columns(text: &str) -> usize {
    text.chars()
        .map(|character| if character < '\u{2e80}' { 1 } else { 2 })
        .sum()
}

/// The text with blanks on its left up to a number of columns.
pub(super) fn right(text: &str, width: usize) -> String {
    format!("{}{text}", " ".repeat(width.saturating_sub(columns(text))))
}

/// The text with blanks on its right up to a number of columns.
pub(super) fn left(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(columns(text))))
}
