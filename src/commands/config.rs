//! Flags → typed configuration, before any work starts. Every refusal names its flag.

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::cli::{CountArg, CountingArgs, RulesArg, SettingArgs};
use crate::go::{BoardSize, ByColor, Color, Counting, Komi, Point, PointError, RuleSet, Settings};
use crate::report::CountingCase;
use crate::sgf::GameRecord;
use crate::vision::Xy;

/// A point as the user wrote it; which one it is depends on the size of the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct PointName(String);

impl PointName {
    /// Checks the form.
    fn new(text: &str) -> Result<Self, PointError> {
        let largest = BoardSize::square(25).expect("25 lines are allowed");
        Point::parse(text, largest)?;
        Ok(Self(text.trim().to_owned()))
    }

    /// The point on a board of this size.
    pub(super) fn on(&self, size: BoardSize) -> Result<Point, PointError> {
        Point::parse(&self.0, size)
    }
}

/// `--set`: corrections of a reading.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Corrections(Vec<(PointName, Option<Color>)>);

impl Corrections {
    pub(super) fn from_flags(entries: &[String]) -> Result<Self> {
        let correction = |entry: &String| {
            let wrong = || anyhow!("`{entry}`: write POINT=B, POINT=W or POINT=. for empty");
            let (point, stone) = entry.split_once('=').ok_or_else(wrong)?;
            Ok((PointName::new(point)?, stone_of(stone).ok_or_else(wrong)?))
        };
        entries
            .iter()
            .map(correction)
            .collect::<Result<_>>()
            .map(Self)
            .context("--set")
    }

    /// The points on a board of this size, each once.
    pub(super) fn on(&self, size: BoardSize) -> Result<Vec<(Point, Option<Color>)>> {
        let mut points: Vec<(Point, Option<Color>)> = Vec::new();
        for (name, stone) in &self.0 {
            let point = name.on(size).context("--set")?;
            let earlier = points.iter().find(|(other, _)| *other == point);
            if let Some((_, other)) = earlier {
                let label = point.label(size);
                ensure!(
                    other == stone,
                    "--set: {label} is set twice, to different stones"
                );
            }
            points.push((point, *stone));
        }
        Ok(points)
    }
}

fn stone_of(text: &str) -> Option<Option<Color>> {
    match text.trim().to_lowercase().as_str() {
        "b" | "x" | "black" | "黑" => Some(Some(Color::Black)),
        "w" | "o" | "white" | "白" => Some(Some(Color::White)),
        "." | "e" | "empty" | "空" => Some(None),
        _ => None,
    }
}

/// How a board is to be counted, as far as the flags say.
#[derive(Debug, Clone)]
pub(super) struct CountingConfig {
    dead: Option<Vec<PointName>>,
    pub(super) settings: SettingsConfig,
    pub(super) side: Option<Color>,
}

impl CountingConfig {
    pub(super) fn from_flags(args: &CountingArgs) -> Result<Self> {
        Ok(Self {
            dead: args
                .dead
                .as_deref()
                .map(dead_from_flags)
                .transpose()
                .context("--dead")?,
            settings: SettingsConfig::from_flags(&args.settings)?,
            side: match args.count {
                CountArg::Black => Some(Color::Black),
                CountArg::White => Some(Color::White),
                CountArg::Both => None,
            },
        })
    }

    /// The count of a board that comes without a record.
    pub(super) fn case(&self, size: BoardSize) -> Result<CountingCase> {
        Ok(CountingCase {
            dead: self.dead_on(size)?,
            settings: self.settings.for_board()?,
        })
    }

    /// The dead stones on a board of this size; `None` if nothing was said.
    pub(super) fn dead_on(&self, size: BoardSize) -> Result<Option<Vec<Point>>> {
        let Some(names) = &self.dead else {
            return Ok(None);
        };
        let points: Result<Vec<Point>, PointError> =
            names.iter().map(|name| name.on(size)).collect();
        Ok(Some(points.context("--dead")?))
    }
}

fn dead_from_flags(entries: &[String]) -> Result<Vec<PointName>> {
    let is_none = |entry: &String| entry.trim().eq_ignore_ascii_case("none");
    if entries.iter().any(is_none) {
        ensure!(
            entries.len() == 1,
            "\"none\" says that nothing is dead, so no point can stand beside it"
        );
        return Ok(Vec::new());
    }
    Ok(entries
        .iter()
        .map(|entry| PointName::new(entry))
        .collect::<Result<_, _>>()?)
}

/// What the flags say of rules, komi, handicap and penalties.
#[derive(Debug, Clone)]
pub(super) struct SettingsConfig {
    rules: Option<RuleSet>,
    komi: Option<String>,
    handicap: Option<u8>,
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
            komi: args.komi.clone(),
            handicap: args.handicap,
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
        config.settings(None)?;
        Ok(config)
    }

    /// The settings for a board without a record.
    ///
    /// Under territory rules the prisoners do not lie on the board, so that they must be told.
    pub(super) fn for_board(&self) -> Result<Settings> {
        let settings = self.settings(None)?;
        ensure!(
            settings.counting == Counting::Area || self.prisoners.is_some(),
            "--prisoners is needed under territory rules (B=0,W=0 if none were taken)"
        );
        Ok(settings)
    }

    /// The settings for a record, whose own are used where no flag says otherwise.
    /// `taken` are prisoners that the record knows of beside those of its last position.
    pub(super) fn for_record(&self, record: &GameRecord, taken: ByColor<u32>) -> Result<Settings> {
        let mut settings = self.settings(Some(record))?;
        settings.prisoners = self.prisoners.unwrap_or(taken);
        Ok(settings)
    }

    fn settings(&self, record: Option<&GameRecord>) -> Result<Settings> {
        let stated = record.and_then(GameRecord::rules);
        let rules = self.rules.or(stated).unwrap_or(RuleSet::Chinese);
        let stones = self
            .handicap
            .or(record.map(GameRecord::handicap))
            .unwrap_or(0);
        let mut settings = Settings::new(rules).with_handicap(stones);
        let komi = match &self.komi {
            Some(text) => Some(komi(text, rules).context("--komi")?),
            None => record.and_then(GameRecord::komi),
        };
        if let Some(komi) = komi {
            settings.komi = komi;
        }
        settings.warnings = self.warnings;
        if let Some(prisoners) = self.prisoners {
            ensure!(
                settings.counting == Counting::Territory || record.is_some(),
                "--prisoners counts for nothing under area rules; choose --rules japanese or korean"
            );
            settings.prisoners = prisoners;
        }
        Ok(settings)
    }
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

/// `--corners`: eight numbers.
pub(super) fn corners(text: &str) -> Result<[Xy; 4]> {
    let numbers: Vec<f64> = text
        .split(',')
        .map(|number| {
            number
                .trim()
                .parse()
                .ok()
                .filter(|value: &f64| value.is_finite())
        })
        .collect::<Option<_>>()
        .ok_or_else(|| anyhow!("--corners: `{text}` is not eight numbers x,y,x,y,x,y,x,y"))?;
    let &[x0, y0, x1, y1, x2, y2, x3, y3] = numbers.as_slice() else {
        bail!(
            "--corners: {} numbers given, eight needed (x,y of four corners)",
            numbers.len()
        );
    };
    let corners = [[x0, y0], [x1, y1], [x2, y2], [x3, y3]];
    ensure!(
        turns_one_way(&corners),
        "--corners: the four corners must go round the board: top left, top right, bottom right, \
         bottom left"
    );
    Ok(corners)
}

/// Whether the quadrilateral is convex and not crossed.
fn turns_one_way(corners: &[Xy; 4]) -> bool {
    let turn = |i: usize| {
        let [[ax, ay], [bx, by], [cx, cy]] = [0, 1, 2].map(|step| corners[(i + step) % 4]);
        (bx - ax) * (cy - by) - (by - ay) * (cx - bx)
    };
    let turns = [0, 1, 2, 3].map(turn);
    turns.iter().all(|&turn| turn > 0.0) || turns.iter().all(|&turn| turn < 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nineteen() -> BoardSize {
        BoardSize::NINETEEN
    }

    #[test]
    fn one_point_in_three_forms_is_set_once() {
        let flags = ["D4=W", "dp=白", "4-16=o"].map(str::to_owned);
        let corrections = Corrections::from_flags(&flags)
            .unwrap()
            .on(nineteen())
            .unwrap();
        let white = (Point::new(3, 15), Some(Color::White));
        assert_eq!(corrections, [white, white, white]);
    }

    #[test]
    fn contradicting_corrections_are_refused() {
        let flags = ["D4=W", "4-16=."].map(str::to_owned);
        let error = Corrections::from_flags(&flags)
            .unwrap()
            .on(nineteen())
            .unwrap_err();
        assert_eq!(
            error.to_string(),
            "--set: D4 is set twice, to different stones"
        );
    }

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

    #[test]
    fn corners_go_round_the_board() {
        assert!(corners("0,0,9,0,9,9,0,9").is_ok());
        assert!(corners("0,0,9,0,0,9,9,9").is_err(), "crossed");
        assert!(corners("0,0,9,0,9,9").is_err(), "three corners");
        assert!(corners("0,0,9,0,9,9,0,inf").is_err(), "not finite");
    }
}
