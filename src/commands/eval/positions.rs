//! `shuzi eval` on finished positions: suggested dead stones and scores against the truth.
//!
//! A position is judged as `shuzi count --accept-suggested` judges it: certified is what that
//! answers without a question.
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
use crate::report::{Case, CountingCase, Lang, Report, Source, SourceKind, question};

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
    /// Whether the winner is certain without asking anybody.
    certified: bool,
    /// Whether the suggestion makes the wrong side win, where that can be told.
    winner_wrong: bool,
    /// How long it took to judge the stones and what is open.
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
    let start = Instant::now();
    match truth.kind {
        Kind::ScoringOnly => {
            let agreed = position.agree(truth.dead.as_deref().unwrap_or_default())?;
            let owners = agreed.score(&truth.settings).owners().to_vec();
            let right = truth.owners.as_ref().map(|expected| *expected == owners);
            judgement.owners_right = right;
            return Ok(judgement);
        }
        Kind::Proofs => {
            let proved = Life::of(&position).proved_dead();
            judgement.milliseconds = Some(milliseconds(start));
            judgement.compare_dead(truth, &proved);
        }
        Kind::Agreed => {
            let report = Report::new(case(truth))?;
            judgement.milliseconds = Some(milliseconds(start));
            judgement.certified = report.is_certain();
            judgement.compare_dead(truth, report.likely_dead());
            judgement.compare_score(truth, &position, &report)?;
        }
    }
    Ok(judgement)
}

fn milliseconds(start: Instant) -> f64 {
    start.elapsed().as_secs_f64() * 1000.0
}

/// The position as players see it who accept what certainly looks dead.
fn case(truth: &Truth) -> Case {
    let mut counting = CountingCase::new(truth.settings);
    counting.accept_suggested = true;
    Case {
        source: Source {
            kind: SourceKind::Diagram,
            name: truth.name.clone(),
        },
        setup: Setup::from(truth.board.clone()),
        corners: None,
        doubts: Vec::new(),
        neighbour: None,
        counting: Some(counting),
        stated: None,
    }
}

impl Judgement {
    fn compare_score(&mut self, truth: &Truth, position: &Position, report: &Report) -> Result<()> {
        let margin_with = |dead: &[Point]| -> Result<QuarterZi> {
            let score = position.agree(dead)?.score(&truth.settings);
            Ok(score.margin(Color::Black))
        };
        let margin = margin_with(report.likely_dead())?;
        let true_margin = match (truth.margin, &truth.dead) {
            (Some(recorded), _) => Some(recorded),
            (None, Some(dead)) => Some(margin_with(dead)?),
            (None, None) => None,
        };
        self.winner_wrong =
            true_margin.is_some_and(|expected| expected.0.signum() != margin.0.signum());
        let Some(recorded) = truth.margin else {
            return Ok(());
        };
        self.score_right = Some(margin == recorded);
        if margin != recorded {
            self.remarks.push(format!(
                "Black by {} points, recorded {}",
                margin.points(),
                recorded.points()
            ));
            self.remarks.extend(outcomes(report, recorded));
        }
        Ok(())
    }

    fn compare_dead(&mut self, truth: &Truth, found: &[Point]) {
        let Some(dead) = truth.dead.as_deref() else {
            return;
        };
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

/// Whether a recorded margin is one of those that what is open may lead to, and what that is.
fn outcomes(report: &Report, recorded: QuarterZi) -> Vec<String> {
    let mut words = vec![report.reach(recorded).to_string()];
    if let Some(stakes) = report.stakes() {
        words.extend(stakes.all().map(|asked| question(report, asked, Lang::En)));
    }
    words
}
