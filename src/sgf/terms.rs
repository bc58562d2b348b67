//! What records write for rules (`RU`) and komi (`KM`).

use crate::go::{Komi, RuleSet};

/// From this figure on a whole number is hundredths: `KM[50]` is half a point, `KM[375]`
/// 3¾ zi. No event ever gave 50 points.
const HUNDREDTHS_FROM: u32 = 50;

/// The rule set that an `RU` names, in the forms of `FF[4]`, of servers, and in Chinese,
/// Japanese and Korean.
pub(super) fn read_rules(text: &str) -> Option<RuleSet> {
    let text = half_width(text).to_lowercase();
    let names = |names: &[&str]| names.iter().any(|name| text.contains(name));
    if names(&["1988", "2.75", "2又3/4"]) && names(&["chin", "中国", "中國", "数子"]) {
        return Some(RuleSet::Chinese1988);
    }
    if names(&["chin", "中国", "中國", "中规", "数子", "數子"]) || matches!(&*text, "cn" | "zh")
    {
        Some(RuleSet::Chinese)
    } else if names(&["japan", "日本", "nihon"]) || matches!(&*text, "jp" | "jpn" | "ja") {
        Some(RuleSet::Japanese)
    } else if names(&["korea", "韩国", "韓國", "韓国", "한국"]) || matches!(&*text, "kr" | "ko")
    {
        Some(RuleSet::Korean)
    } else if names(&["aga", "bga", "british", "american", "french", "ffg"]) {
        Some(RuleSet::Aga)
    } else if names(&["zealand"]) || text == "nz" {
        Some(RuleSet::NewZealand)
    } else if text.starts_with("ing") || names(&["goe", "应氏", "應氏", "计点", "計點"]) {
        Some(RuleSet::Ing)
    } else {
        None
    }
}

/// The name that other programs know a rule set by.
pub(super) fn rules_name(rules: RuleSet) -> &'static str {
    match rules {
        RuleSet::Chinese | RuleSet::Chinese1988 => "Chinese",
        RuleSet::Japanese => "Japanese",
        RuleSet::Korean => "Korean",
        RuleSet::Aga => "AGA",
        RuleSet::Ing => "GOE",
        RuleSet::NewZealand => "NZ",
    }
}

/// The komi that a `KM` gives.
///
/// `FF[4]` has points, and that is what a figure is taken for where it can be points: whole
/// and half ones. Quarters (`3.75`, `2.75`) can only be zi. `子` or `zi` beside the figure
/// decides, as does `目` or `points`. Whole numbers from 50 on are hundredths (`750`,
/// `375`, `650`, `50`).
pub(super) fn read_komi(text: &str) -> Option<Komi> {
    let text = half_width(text).to_lowercase();
    let figure = text.trim_start_matches(|c: char| !(c.is_ascii_digit() || "-+.¼½¾−".contains(c)));
    let in_zi = figure.contains('子') || figure.ends_with("zi");
    let in_points = figure.contains(['目', '点', '點']) || figure.contains("point");
    let figure = figure
        .trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '点' || c == '點')
        .trim();
    if in_zi {
        return Komi::from_zi(figure).ok();
    }
    if in_points {
        return Komi::from_points(figure).ok();
    }
    let figure = from_hundredths(figure).unwrap_or_else(|| figure.replace(',', "."));
    Komi::from_points(&figure)
        .or_else(|_| Komi::from_zi(&figure))
        .ok()
}

/// `375` → `3.75`; `None` for a figure that is no hundredths.
fn from_hundredths(figure: &str) -> Option<String> {
    let digits = figure.trim_start_matches(['-', '+']);
    let number: u32 = digits.parse().ok()?;
    let sign = if figure.starts_with('-') { "-" } else { "" };
    (number >= HUNDREDTHS_FROM).then(|| format!("{sign}{}.{:02}", number / 100, number % 100))
}

/// Full-width figures and signs as ASCII, without white space around the text.
pub(super) fn half_width(text: &str) -> String {
    let narrow = |character: char| match character {
        '\u{FF01}'..='\u{FF5E}' => {
            char::from_u32(u32::from(character) - 0xFEE0).expect("this block mirrors ASCII")
        }
        '\u{3000}' => ' ',
        other => other,
    };
    text.chars()
        .map(narrow)
        .collect::<String>()
        .trim()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::QuarterZi;

    #[test]
    fn every_form_of_komi_is_understood() {
        for (text, quarter_zi) in [
            ("750", 15),
            ("375", 15),
            ("650", 13),
            ("550", 11),
            ("325", 13),
            ("275", 11),
            ("50", 1),
            ("800", 16),
            ("-650", -13),
            ("0", 0),
            ("0.0", 0),
            ("7.50", 15),
            ("7.500000", 15),
            ("7,5", 15),
            ("6.5", 13),
            ("0.5", 1),
            ("8", 16),
            ("-0.5", -1),
            ("3.75", 15),
            ("2.75", 11),
            ("3又3/4子", 15),
            ("3 3/4", 15),
            ("3¾", 15),
            ("3.75子", 15),
            ("2 3/4 zi", 11),
            ("3子", 12),
            ("黑贴3又3/4子", 15),
            ("コミ6目半", 13),
            ("6.5目", 13),
            ("7.5 points", 15),
            ("６．５", 13),
        ] {
            assert_eq!(
                read_komi(text),
                Some(Komi::new(QuarterZi(quarter_zi))),
                "KM[{text}]"
            );
        }
    }

    #[test]
    fn what_is_no_komi_is_none() {
        for text in ["", "?", "none", "6.3", "-", "99999999999", "1/0"] {
            assert_eq!(read_komi(text), None, "KM[{text}]");
        }
    }

    #[test]
    fn every_form_of_rules_is_understood() {
        for (texts, rules) in [
            (
                &[
                    "Chinese",
                    "chinese",
                    "中国",
                    "中國規則",
                    "cn",
                    "Chinese2002",
                ][..],
                RuleSet::Chinese,
            ),
            (&["Chinese 1988"], RuleSet::Chinese1988),
            (
                &["Japanese", "japanese", "JP", "日本", "日本ルール"],
                RuleSet::Japanese,
            ),
            (&["Korean", "korean", "韩国", "한국"], RuleSet::Korean),
            (&["AGA", "aga", "BGA"], RuleSet::Aga),
            (&["NZ", "New Zealand"], RuleSet::NewZealand),
            (&["Ing", "GOE", "goe", "应氏", "Ing's SST"], RuleSet::Ing),
        ] {
            for text in texts {
                assert_eq!(read_rules(text), Some(rules), "RU[{text}]");
            }
        }
        assert_eq!(read_rules("Tromp-Taylor"), None);
        assert_eq!(read_rules("KOmi 6.5"), None);
    }

    #[test]
    fn a_written_rule_set_is_read_back() {
        for rules in [
            RuleSet::Chinese,
            RuleSet::Japanese,
            RuleSet::Korean,
            RuleSet::Aga,
            RuleSet::Ing,
            RuleSet::NewZealand,
        ] {
            assert_eq!(read_rules(rules_name(rules)), Some(rules));
        }
    }
}
