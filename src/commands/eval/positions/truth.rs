//! The files of finished positions.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;

use super::super::truth::{paths, stem};
use crate::go::{Board, ByColor, Color, Komi, Point, QuarterZi, RuleSet, Settings};

/// What a file says about life and death.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing: its dead stones are given, and only the count is judged.
    ScoringOnly,
    /// Which stones are dead beyond doubt.
    Proofs,
    /// Which stones the players took as dead.
    Agreed,
}

/// A finished position and what is known about it.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    pub name: String,
    pub board: Board,
    pub kind: Kind,
    pub dead: Option<Vec<Point>>,
    /// Stones that may be called either.
    pub free: Vec<Point>,
    /// The owner of every point, row by row.
    pub owners: Option<Vec<Option<Color>>>,
    pub settings: Settings,
    /// The recorded margin, below zero where White won.
    pub margin: Option<QuarterZi>,
}

#[derive(Deserialize)]
struct File {
    board: Vec<String>,
    dead: Option<Vec<(u8, u8)>>,
    #[serde(default)]
    free: Vec<(u8, u8)>,
    owner: Option<Vec<String>>,
    komi: Option<serde_json::Number>,
    rules: Option<String>,
    score: Option<String>,
    prisoners: Option<Prisoners>,
    handicap: Option<String>,
    kind: String,
}

/// Stones of the opponent that each side took in the game.
#[derive(Deserialize)]
struct Prisoners {
    by_black: u32,
    by_white: u32,
}

/// Whether the files of a folder are positions and not the truths of photos: the first one
/// has a board and names no photo.
pub(in crate::commands::eval) fn are_positions(folder: &Path) -> Result<bool> {
    let Some(first) = paths(folder, None)?.into_iter().next() else {
        return Ok(false);
    };
    let text = std::fs::read_to_string(&first).with_context(|| first.display().to_string())?;
    let file: serde_json::Value =
        serde_json::from_str(&text).with_context(|| first.display().to_string())?;
    Ok(file.get("board").is_some() && file.get("image").is_none())
}

/// The positions of a folder by name; of `only`, a list of names, those that it names.
/// Boards of more lines than are possible here are left out.
pub(super) fn load(folder: &Path, only: Option<&Path>) -> Result<Vec<Truth>> {
    let mut truths = Vec::new();
    for path in paths(folder, only)? {
        truths.extend(truth(&path).with_context(|| path.display().to_string())?);
    }
    ensure!(!truths.is_empty(), "{}: no position here", folder.display());
    Ok(truths)
}

fn truth(path: &Path) -> Result<Option<Truth>> {
    let text = std::fs::read_to_string(path)?;
    let file: File = serde_json::from_str(&text)?;
    let Ok(board) = Board::from_rows(&file.board) else {
        return Ok(None);
    };
    let points = |pairs: &[(u8, u8)]| -> Vec<Point> {
        let points = pairs.iter().map(|&(column, row)| Point::new(column, row));
        points
            .filter(|&p| board.size().contains(p) && board.get(p).is_some())
            .collect()
    };
    Ok(Some(Truth {
        name: stem(path),
        kind: match file.kind.as_str() {
            "scoring-only" => Kind::ScoringOnly,
            "synthetic" => Kind::Proofs,
            _ => Kind::Agreed,
        },
        dead: file.dead.as_deref().map(points),
        free: points(&file.free),
        owners: file.owner.as_deref().map(owners),
        settings: settings(&file)?,
        margin: file.score.as_deref().map(margin).transpose()?,
        board,
    }))
}

fn settings(file: &File) -> Result<Settings> {
    let rules = match file.rules.as_deref().unwrap_or_default() {
        rules if rules.starts_with("japanese") => RuleSet::Japanese,
        _ => RuleSet::Chinese,
    };
    let mut settings = Settings::new(rules);
    let handicap = file.handicap.as_deref().map_or(Ok(0), str::parse);
    settings.handicap = handicap.context("`handicap`")?;
    if let Some(komi) = &file.komi {
        settings.komi = Komi::from_points(&komi.to_string()).context("`komi`")?;
    }
    if let Some(prisoners) = &file.prisoners {
        settings.prisoners = ByColor {
            black: prisoners.by_black,
            white: prisoners.by_white,
        };
    }
    Ok(settings)
}

/// Reads `B+13.5`; with a quarter it is in zi.
fn margin(score: &str) -> Result<QuarterZi> {
    let (winner, amount) = score.split_once('+').unwrap_or(("B", "0"));
    let margin = Komi::from_points(amount).or_else(|_| Komi::from_zi(amount));
    // A record may round a quarter of a zi.
    let margin = match margin {
        Ok(margin) => margin.zi(),
        Err(_) if amount == "0.2" => QuarterZi(1),
        Err(error) => return Err(error).context("`score`"),
    };
    match winner {
        "B" => Ok(margin),
        "W" => Ok(-margin),
        _ => bail!("`score` {score}"),
    }
}

fn owners(rows: &[String]) -> Vec<Option<Color>> {
    let letters = rows.iter().flat_map(|row| row.chars());
    letters
        .map(|letter| match letter {
            'B' => Some(Color::Black),
            'W' => Some(Color::White),
            _ => None,
        })
        .collect()
}
