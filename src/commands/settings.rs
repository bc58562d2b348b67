//! Rules, komi, handicap and penalties, as far as the flags say.

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::cli::{RulesArg, SettingArgs};
use crate::go::{ByColor, Color, Counting, Komi, RuleSet, Settings};
use crate::report::CountingCase;
use crate::sgf::GameRecord;

/// More handicap stones than there are star points are not in use.
const MOST_USUAL_HANDICAP: u8 = 9;

/// What the flags say of rules, komi, handicap and penalties.
#[derive(Debug, Clone)]
pub(super) struct SettingsConfig {
    rules: Option<RuleSet>,
    /// Each that it may be; the first one is counted with.
    komi: Vec<String>,
    komi_unknown: bool,
    handicap: Vec<u8>,
    warnings: ByColor<u8>,
    prisoners: Option<ByColor<u32>>,
}

impl SettingsConfig {
    pub(super) fn from_flags(args: &SettingArgs) -> Result<Self> {
        let warnings = args
            .warnings
            .as_deref()
            .map(pair)
            .transpose()
            .context("--warnings")?;
        let small = |number: u32| u8::try_from(number).context("--warnings: too many");
        let warnings = warnings.unwrap_or_default();
        let config = Self {
            rules: args.rules.map(rules),
            komi: known(args.komi.as_deref())
                .map(|text| text.trim().to_owned())
                .collect(),
            komi_unknown: is_unknown(args.komi.as_deref()),
            handicap: handicaps(args.handicap.as_deref()).context("--handicap")?,
            warnings: ByColor {
                black: small(warnings.black)?,
                white: small(warnings.white)?,
            },
            prisoners: args
                .prisoners
                .as_deref()
                .map(pair)
                .transpose()
                .context("--prisoners")?,
        };
        config.all(None)?;
        Ok(config)
    }

    /// The settings for a board without a record, and what they may be as well.
    ///
    /// Under territory rules the prisoners do not lie on the board, so that they must be told.
    pub(super) fn for_board(&self) -> Result<CountingCase> {
        let counting = self.all(None)?;
        ensure!(
            counting.settings.counting == Counting::Area || self.prisoners.is_some(),
            "--prisoners is needed under territory rules (B=0,W=0 if none were taken)"
        );
        Ok(counting)
    }

    /// The settings for a record, whose own are used where no flag says otherwise.
    /// `taken` are prisoners that the record knows of beside those of its last position.
    pub(super) fn for_record(
        &self,
        record: &GameRecord,
        taken: ByColor<u32>,
    ) -> Result<CountingCase> {
        let mut counting = self.all(Some(record))?;
        let all = std::iter::once(&mut counting.settings).chain(&mut counting.others);
        for settings in all {
            settings.prisoners = self.prisoners.unwrap_or(taken);
        }
        Ok(counting)
    }

    /// The handicap stones that are set up before a game that is watched.
    pub(super) fn handicap(&self) -> Result<u8> {
        match self.handicap[..] {
            [] => Ok(0),
            [stones] => Ok(stones),
            _ => bail!("give one number of stones to watch a game"),
        }
    }

    /// Every combination of komi and handicap that is possible, the first of both first.
    fn all(&self, record: Option<&GameRecord>) -> Result<CountingCase> {
        let stated = record.and_then(GameRecord::rules);
        let rules = self.rules.or(stated).unwrap_or(RuleSet::Chinese);
        let stones = match self.handicap.as_slice() {
            [] => vec![record.map_or(0, GameRecord::handicap)],
            stones => stones.to_vec(),
        };
        let komis: Vec<Option<Komi>> = match self.komi.as_slice() {
            [] if self.komi_unknown => rules.usual_komis().into_iter().map(Some).collect(),
            [] => vec![record.and_then(GameRecord::komi)],
            komis => (komis.iter())
                .map(|text| komi(text, rules).map(Some).context("--komi"))
                .collect::<Result<_>>()?,
        };
        let pairs = stones
            .iter()
            .flat_map(|s| komis.iter().map(move |k| (*s, *k)));
        let mut all: Vec<Settings> = Vec::new();
        for (stones, komi) in pairs {
            let settings = self.with(rules, stones, komi, record.is_some())?;
            if !all.contains(&settings) {
                all.push(settings);
            }
        }
        let others = all.split_off(1);
        let settings = all[0];
        Ok(CountingCase {
            others,
            ..CountingCase::new(settings)
        })
    }

    fn with(
        &self,
        rules: RuleSet,
        stones: u8,
        komi: Option<Komi>,
        has_record: bool,
    ) -> Result<Settings> {
        let mut settings = Settings::new(rules).with_handicap(stones);
        if let Some(komi) = komi {
            settings.komi = komi;
        }
        settings.warnings = self.warnings;
        if let Some(prisoners) = self.prisoners {
            ensure!(
                settings.counting == Counting::Territory || has_record,
                "--prisoners counts for nothing under area rules; choose --rules japanese or korean"
            );
            settings.prisoners = prisoners;
        }
        Ok(settings)
    }
}

/// Whether a flag says that its value is not known.
fn is_unknown(flag: Option<&str>) -> bool {
    flag.is_some_and(|text| text.trim().eq_ignore_ascii_case("unknown"))
}

/// The values of a flag, none for an unknown one.
fn known(flag: Option<&str>) -> impl Iterator<Item = &str> {
    let flag = flag.filter(|_| !is_unknown(flag));
    flag.into_iter().flat_map(|text| text.split(','))
}

/// `--handicap`: the stones that there may be.
fn handicaps(flag: Option<&str>) -> Result<Vec<u8>> {
    if is_unknown(flag) {
        return Ok((0..=MOST_USUAL_HANDICAP).collect());
    }
    let stones = |text: &str| {
        let wrong = || anyhow!("`{text}` is not a number of stones; write 4, or 0,2, or unknown");
        text.trim().parse().map_err(|_| wrong())
    };
    known(flag).map(stones).collect()
}

fn rules(arg: RulesArg) -> RuleSet {
    match arg {
        RulesArg::Chinese => RuleSet::Chinese,
        RulesArg::Chinese1988 => RuleSet::Chinese1988,
        RulesArg::Japanese => RuleSet::Japanese,
        RulesArg::Korean => RuleSet::Korean,
        RulesArg::Aga => RuleSet::Aga,
        RulesArg::Ing => RuleSet::Ing,
        RulesArg::NewZealand => RuleSet::NewZealand,
    }
}

/// A komi: in zi where the rules speak of zi, else in points; `子`, `zi`, `目` or
/// `points` after the figure decides.
fn komi(text: &str, rules: RuleSet) -> Result<Komi> {
    let figure = text.trim();
    let without = |units: &[&str]| units.iter().find_map(|unit| figure.strip_suffix(unit));
    if let Some(figure) = without(&["points", "point", "目"]) {
        return Ok(Komi::from_points(figure)?);
    }
    if let Some(figure) = without(&["zi", "子"]) {
        return Ok(Komi::from_zi(figure)?);
    }
    Ok(if rules.speaks_of_zi() {
        Komi::from_zi(figure)?
    } else {
        Komi::from_points(figure)?
    })
}

/// `B=1,W=0`; a side that is not named has none.
fn pair(text: &str) -> Result<ByColor<u32>> {
    let mut found = ByColor::<Option<u32>>::default();
    for part in text.split(',') {
        let wrong = || anyhow!("`{text}`: write B=1,W=0");
        let (side, number) = part.split_once('=').ok_or_else(wrong)?;
        let color = match side.trim() {
            "B" | "b" | "黑" => Color::Black,
            "W" | "w" | "白" => Color::White,
            _ => bail!(wrong()),
        };
        ensure!(found[color].is_none(), "`{text}`: {color} is named twice");
        let number = number
            .trim()
            .parse()
            .ok()
            .filter(|&number: &u32| number <= 1000);
        found[color] = Some(number.ok_or_else(wrong)?);
    }
    Ok(found.map(Option::unwrap_or_default))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_is_in_the_unit_of_the_rules_unless_it_says() {
        let quarter_zi = |text, rules| komi(text, rules).unwrap().zi().0;
        assert_eq!(quarter_zi("3.75", RuleSet::Chinese), 15);
        assert_eq!(quarter_zi("7.5 points", RuleSet::Chinese), 15);
        assert_eq!(quarter_zi("6.5", RuleSet::Japanese), 13);
        assert_eq!(quarter_zi("3又3/4子", RuleSet::Aga), 15);
        assert!(komi("3.8", RuleSet::Chinese).is_err());
    }

    #[test]
    fn pairs_name_each_side_at_most_once() {
        assert_eq!(pair("B=1").unwrap(), ByColor { black: 1, white: 0 });
        assert_eq!(pair("W=2,B=1").unwrap(), ByColor { black: 1, white: 2 });
        assert!(pair("B=1,B=1").is_err());
        assert!(pair("B=-1").is_err());
        assert!(pair("1,0").is_err());
    }
}
