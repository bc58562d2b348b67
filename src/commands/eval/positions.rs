//! `shuzi eval` on finished positions: suggested dead stones and scores against the truth.
//!
//! One position after the other on one thread, so that the times are those of one position.

mod table;
mod truth;

use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};

use crate::commands::Outcome;
use crate::go::{Color, Point, Position, QuarterZi, Setup};
use crate::life::Life;

pub(super) use truth::are_positions;
use truth::{Kind, Truth};

/// One position against its truth. `None` where the file has no such truth.
#[derive(Debug, Clone)]
struct Judgement {
    name: String,
    /// Whether the suggested dead stones are those of the file.
    dead_exact: Option<bool>,
    /// Whether the board without the suggested dead stones has the recorded score.
    score_right: Option<bool>,
    /// Whether the owners of all points are right, given the dead stones.
    owners_right: Option<bool>,
    /// Whether every chain is certain enough to ask no one, and no unfinished place can
    /// change the winner.
    certified: bool,
    /// Whether the suggestion makes the wrong side win, where that can be told.
    winner_wrong: bool,
    /// How long the stones took to judge.
    milliseconds: Option<f64>,
    /// What differs, in words.
    remarks: Vec<String>,
}

impl Judgement {
    /// Certified, and yet the other side wins.
    fn is_certified_wrong(&self) -> bool {
        self.certified && self.winner_wrong
    }

    fn is_right(&self) -> bool {
        [self.dead_exact, self.score_right, self.owners_right]
            .iter()
            .all(|&right| right != Some(false))
    }
}

/// Judges the positions of a folder.
pub(super) fn run(folder: &Path, only: Option<&Path>, out: &mut dyn Write) -> Result<Outcome> {
    let truths = truth::load(folder, only)?;
    let width = truths
        .iter()
        .map(|truth| truth.name.len())
        .max()
        .unwrap_or(0);
    let mut judgements = Vec::new();
    for truth in &truths {
        let judgement = judge(truth)?;
        let found = if judgement.is_right() { "ok" } else { "WRONG" };
        let certified = if judgement.certified {
            " certified"
        } else {
            ""
        };
        writeln!(
            out,
            "{:width$}  {found}{certified}  {:.0} ms  {}",
            truth.name,
            judgement.milliseconds.unwrap_or(0.0),
            judgement.remarks.join("; ")
        )
        .context("standard output")?;
        judgements.push(judgement);
    }
    write!(out, "\n{}", table::Table(&judgements)).context("standard output")?;
    Ok(Outcome::certain_if(
        judgements.iter().all(Judgement::is_right),
    ))
}

fn judge(truth: &Truth) -> Result<Judgement> {
    let position =
        Position::try_from(Setup::from(truth.board.clone())).with_context(|| truth.name.clone())?;
    let mut judgement = Judgement {
        name: truth.name.clone(),
        dead_exact: None,
        score_right: None,
        owners_right: None,
        certified: false,
        winner_wrong: false,
        milliseconds: None,
        remarks: Vec::new(),
    };
    if truth.kind == Kind::ScoringOnly {
        let agreed = position.agree(truth.dead.as_deref().unwrap_or_default())?;
        let owners = agreed.score(&truth.settings).owners().to_vec();
        judgement.owners_right = truth
            .owners
            .as_ref()
            .map(|true_owners| *true_owners == owners);
        return Ok(judgement);
    }
    let start = Instant::now();
    let life = Life::of(&position);
    judgement.milliseconds = Some(start.elapsed().as_secs_f64() * 1000.0);
    judgement.compare(truth, &position, &life)?;
    Ok(judgement)
}

impl Judgement {
    fn compare(&mut self, truth: &Truth, position: &Position, life: &Life) -> Result<()> {
        let found = match truth.kind {
            Kind::Proofs => life.proved_dead(),
            _ => life.dead(),
        };
        if let Some(dead) = &truth.dead {
            self.compare_dead(truth, dead, &found);
        }
        let margin_with = |dead: &[Point]| -> Result<QuarterZi> {
            let score = position.agree(dead)?.score(&truth.settings);
            Ok(score.margin(Color::Black))
        };
        let margin = margin_with(&found)?;
        let at_stake = i32::try_from(life.at_stake()).context("a small board")?;
        self.certified = life.is_certain() && margin.abs() > QuarterZi::from_points(at_stake);
        let true_margin = match (truth.margin, &truth.dead) {
            (Some(recorded), _) => Some(recorded),
            (None, Some(dead)) => Some(margin_with(dead)?),
            (None, None) => None,
        };
        self.winner_wrong =
            true_margin.is_some_and(|expected| expected.0.signum() != margin.0.signum());
        if let Some(recorded) = truth.margin {
            self.score_right = Some(margin == recorded);
            if margin != recorded {
                self.remarks.push(format!(
                    "Black by {} points, recorded {}",
                    margin.points(),
                    recorded.points()
                ));
            }
        }
        Ok(())
    }

    fn compare_dead(&mut self, truth: &Truth, dead: &[Point], found: &[Point]) {
        let size = truth.board.size();
        let only_in = |points: &[Point], others: &[Point]| -> Vec<String> {
            let only = points
                .iter()
                .filter(|point| !others.contains(point) && !truth.free.contains(point));
            only.map(|point| point.label(size)).collect()
        };
        let missed = only_in(dead, found);
        let wrong = only_in(found, dead);
        self.dead_exact = Some(missed.is_empty() && wrong.is_empty());
        for (what, labels) in [("not seen dead", missed), ("wrongly dead", wrong)] {
            if !labels.is_empty() {
                self.remarks.push(format!("{what}: {}", labels.join(",")));
            }
        }
    }
}
