//! Flags → typed configuration, before any work starts. Every refusal names its flag.

use anyhow::{Context, Result, anyhow, bail, ensure};

use crate::cli::{CountArg, CountingArgs};
use crate::go::{BoardSize, Color, Point, PointError};
use crate::report::CountingCase;
use crate::vision::Xy;

use super::settings::SettingsConfig;

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

/// A stone as people write it; `Some(None)` is an empty point.
pub(super) fn stone_of(text: &str) -> Option<Option<Color>> {
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
    alive: Vec<PointName>,
    accept_suggested: bool,
    confirmed: bool,
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
            alive: (args.alive.iter())
                .map(|name| PointName::new(name))
                .collect::<Result<_, _>>()
                .context("--alive")?,
            accept_suggested: args.accept_suggested,
            confirmed: args.confirmed,
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
        self.said(self.settings.for_board()?, size)
    }

    /// A count with what the flags say of dead and live stones.
    pub(super) fn said(&self, counting: CountingCase, size: BoardSize) -> Result<CountingCase> {
        let alive = self.alive.iter().map(|name| name.on(size));
        Ok(CountingCase {
            dead: self.dead_on(size)?,
            alive: alive.collect::<Result<_, _>>().context("--alive")?,
            accept_suggested: self.accept_suggested,
            confirmed: self.confirmed,
            ..counting
        })
    }

    /// The dead stones on a board of this size; `None` if nothing was said.
    fn dead_on(&self, size: BoardSize) -> Result<Option<Vec<Point>>> {
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
    fn corners_go_round_the_board() {
        assert!(corners("0,0,9,0,9,9,0,9").is_ok());
        assert!(corners("0,0,9,0,0,9,9,9").is_err(), "crossed");
        assert!(corners("0,0,9,0,9,9").is_err(), "three corners");
        assert!(corners("0,0,9,0,9,9,0,inf").is_err(), "not finite");
    }
}
