//! The many ways in which records write a result (`RE`).

use super::result::{RecordResult, WinBy};
use super::terms::half_width;
use crate::go::{Color, Komi, QuarterZi};

impl RecordResult {
    /// Reads the value of `RE`; `None` where it is not understood.
    ///
    /// A margin is taken for points, as `FF[4]` has it, where it can be points: whole and
    /// half ones. Quarters (`W+1.25`) can only be zi, as can a figure with `子` beside it.
    /// Servers that cut a decimal write `B+0.2` for ¼ zi and `B+0.7` for ¾.
    pub fn parse(text: &str) -> Option<Self> {
        let text = half_width(text).to_lowercase();
        Some(match &*text {
            "" | "?" | "unknown" => Self::Unknown,
            "0" | "draw" | "jigo" | "tie" | "d" => Self::Draw,
            "void" | "no result" | "noresult" | "无胜负" | "無勝負" | "无结果" => {
                Self::NoResult
            }
            "d+j" => Self::RuledDraw,
            _ if has(
                &text,
                &["双负", "雙負", "均负", "均負", "双方负", "both lose"],
            ) =>
            {
                Self::BothLose
            }
            _ if has(&text, &["和棋", "持碁", "持棋", "ジゴ", "빅", "무승부"]) || text == "和" => {
                Self::Draw
            }
            _ => {
                let winner = winner(&text)?;
                Self::Win {
                    winner,
                    by: won_by(&text),
                }
            }
        })
    }
}

fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// Who won: the colour that the text begins with.
fn winner(text: &str) -> Option<Color> {
    let begins = |words: &[&str]| words.iter().any(|word| text.starts_with(word));
    if begins(&["b+", "black", "黑", "黒", "흑"]) || text == "b" {
        Some(Color::Black)
    } else if begins(&["w+", "white", "白", "백"]) || text == "w" {
        Some(Color::White)
    } else {
        None
    }
}

/// How the game was won, from the whole text of the result.
fn won_by(text: &str) -> WinBy {
    let how = text.split_once('+').map_or(text, |(_, how)| how).trim();
    match how {
        "r" => return WinBy::Resignation,
        "t" => return WinBy::Time,
        "f" => return WinBy::Forfeit,
        "j" => return WinBy::Judgement,
        "aw" => return WinBy::AgreedWinner,
        "v" => return WinBy::Violation,
        "" | "b" | "w" | "?" => return WinBy::Unstated,
        _ => {}
    }
    if has(
        how,
        &[
            "resign", "中盘", "中盤", "中押", "投了", "认输", "認輸", "불계",
        ],
    ) {
        return WinBy::Resignation;
    }
    if has(how, &["time", "超时", "超時", "时间切", "時間切", "시간"]) {
        return WinBy::Time;
    }
    if has(how, &["forfeit", "弃权", "棄權", "不戦", "不战"]) {
        return WinBy::Forfeit;
    }
    margin_by(how)
}

/// The margin in a text such as `1.5`, `3又3/4子`, `black wins by 3 points`, `白胜1/4子`.
fn margin_by(how: &str) -> WinBy {
    let figure: String = how
        .chars()
        .filter(|&c| c.is_ascii_digit() || " ./,又半目집子¼½¾".contains(c))
        .map(|c| match c {
            '집' => '目',
            ',' => '.',
            other => other,
        })
        .collect();
    let figure = figure.trim();
    if !figure.contains(|c: char| c.is_ascii_digit() || "半¼½¾".contains(c)) {
        return if has(how, &["胜", "勝", "win", "승"]) {
            WinBy::Unstated
        } else {
            WinBy::Other(how.to_owned())
        };
    }
    match margin(figure, how.contains('子') || how.ends_with("zi")) {
        Some(QuarterZi::ZERO) => WinBy::Unstated,
        Some(margin) => WinBy::Margin(margin),
        None => WinBy::Other(how.to_owned()),
    }
}

fn margin(figure: &str, in_zi: bool) -> Option<QuarterZi> {
    let figure = match figure.trim_matches('子').trim() {
        half if half.starts_with('半') => if in_zi { "1/2" } else { "0.5" }.to_owned(),
        other => other.replace("子半", " 1/2"),
    };
    let amount = if in_zi {
        Komi::from_zi(&figure)
    } else {
        Komi::from_points(&figure).or_else(|_| Komi::from_zi(&cut_quarters(&figure)))
    };
    amount.ok().map(Komi::zi)
}

/// `0.2` → `0.25`, `1.7` → `1.75`: quarters cut to one decimal.
fn cut_quarters(figure: &str) -> String {
    match figure.split_once('.') {
        Some((_, "2" | "7")) => format!("{figure}5"),
        _ => figure.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, White};

    fn by_margin(winner: Color, quarter_zi: i32) -> RecordResult {
        RecordResult::Win {
            winner,
            by: WinBy::Margin(QuarterZi(quarter_zi)),
        }
    }

    #[test]
    fn margins_are_points_unless_they_can_only_be_zi() {
        for (text, expected) in [
            ("B+1.5", by_margin(Black, 3)),
            ("W+0.50", by_margin(White, 1)),
            ("b+12", by_margin(Black, 24)),
            ("W+1.25", by_margin(White, 5)),
            ("B+0.2", by_margin(Black, 1)),
            ("B+0.7", by_margin(Black, 3)),
            ("B+1 3/4", by_margin(Black, 7)),
            ("黑胜3又3/4子", by_margin(Black, 15)),
            ("白胜1/4子", by_margin(White, 1)),
            ("白勝3/4子", by_margin(White, 3)),
            ("黑3.75子胜", by_margin(Black, 15)),
            ("黑胜半子", by_margin(Black, 2)),
            ("黑胜2子半", by_margin(Black, 10)),
            ("黑胜2子", by_margin(Black, 8)),
            ("白3目半勝ち", by_margin(White, 7)),
            ("白半目勝", by_margin(White, 1)),
            ("백 1집반승", by_margin(White, 2)),
            ("Black wins by 3.5 points", by_margin(Black, 7)),
        ] {
            assert_eq!(RecordResult::parse(text), Some(expected), "RE[{text}]");
        }
    }

    #[test]
    fn wins_without_a_count_are_told_apart() {
        for (text, winner, by) in [
            ("W+R", White, WinBy::Resignation),
            ("B+Resign", Black, WinBy::Resignation),
            ("黑中盘胜", Black, WinBy::Resignation),
            ("白中押し勝ち", White, WinBy::Resignation),
            ("흑불계승", Black, WinBy::Resignation),
            ("B+T", Black, WinBy::Time),
            ("W+Time", White, WinBy::Time),
            ("白超时胜", White, WinBy::Time),
            ("B+F", Black, WinBy::Forfeit),
            ("W+Forfeit", White, WinBy::Forfeit),
            ("W+J", White, WinBy::Judgement),
            ("B+AW", Black, WinBy::AgreedWinner),
            ("B+V", Black, WinBy::Violation),
            ("B", Black, WinBy::Unstated),
            ("W+", White, WinBy::Unstated),
            ("W+0.0", White, WinBy::Unstated),
            ("黑胜", Black, WinBy::Unstated),
            ("B+0.03", Black, WinBy::Other("0.03".into())),
            ("B+0.02", Black, WinBy::Other("0.02".into())),
        ] {
            assert_eq!(
                RecordResult::parse(text),
                Some(RecordResult::Win { winner, by }),
                "RE[{text}]"
            );
        }
    }

    #[test]
    fn results_without_a_winner_are_told_apart() {
        for (text, expected) in [
            ("0", RecordResult::Draw),
            ("draw", RecordResult::Draw),
            ("Jigo", RecordResult::Draw),
            ("和棋", RecordResult::Draw),
            ("D+J", RecordResult::RuledDraw),
            ("双负", RecordResult::BothLose),
            ("双方均负", RecordResult::BothLose),
            ("Void", RecordResult::NoResult),
            ("?", RecordResult::Unknown),
            ("", RecordResult::Unknown),
        ] {
            assert_eq!(RecordResult::parse(text), Some(expected), "RE[{text}]");
        }
        assert_eq!(RecordResult::parse("left and right"), None);
    }
}
