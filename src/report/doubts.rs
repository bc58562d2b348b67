//! What a doubt would change.

use super::Case;
use super::assessment::Assessment;
use crate::go::{Color, Point, Position, Verdict};
use crate::vision::Doubt;

/// A doubt and what its other reading would lead to.
#[derive(Debug, Clone)]
pub struct DoubtNote {
    /// The doubt.
    pub doubt: Doubt,
    /// What the other reading would lead to; `None` for doubts about the grid
    /// and where nothing is counted.
    pub change: Option<Change>,
    /// Whether the other reading would give another winner, or a winner where
    /// there is none.
    pub changes_winner: bool,
}

/// What another reading of one point would lead to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// The verdict would be this one.
    Verdict(Verdict),
    /// A chain would have no liberty: the chains' first stones. The other
    /// reading is unlikely.
    NoLiberty(Vec<Point>),
    /// A stone that was named dead would not be there.
    DeadStoneGone,
}

/// The doubts of a case, in their order.
pub(super) fn notes(case: &Case, assessment: Option<&Assessment>) -> Vec<DoubtNote> {
    case.doubts
        .iter()
        .map(|doubt| note(case, assessment, doubt))
        .collect()
}

fn note(case: &Case, assessment: Option<&Assessment>, doubt: &Doubt) -> DoubtNote {
    let change = match doubt {
        Doubt::Point {
            point, alternative, ..
        } => otherwise(case, assessment, *point, *alternative),
        Doubt::Grid(_) => None,
    };
    let changes_winner = match (&change, assessment) {
        (Some(Change::Verdict(other)), Some(assessment)) => {
            other.winner() != assessment.counted.likely.winner()
        }
        _ => false,
    };
    DoubtNote {
        doubt: *doubt,
        change,
        changes_winner,
    }
}

fn otherwise(
    case: &Case,
    assessment: Option<&Assessment>,
    point: Point,
    stone: Option<Color>,
) -> Option<Change> {
    let counting = case.counting.as_ref()?;
    if counting.dead.iter().flatten().any(|&dead| dead == point) {
        return Some(Change::DeadStoneGone);
    }
    let mut setup = case.setup.clone();
    setup.board.set(point, stone);
    let position = match Position::try_from(setup) {
        Ok(position) => position,
        Err(illegal) => {
            let first = illegal
                .chains
                .iter()
                .filter_map(|chain| chain.stones.first());
            return Some(Change::NoLiberty(first.copied().collect()));
        }
    };
    let likely = assessment.map(|assessment| &assessment.lives.likely_dead);
    let dead = likely.or(counting.dead.as_ref()).into_iter().flatten();
    let dead: Vec<Point> = dead.copied().filter(|&dead| dead != point).collect();
    let agreed = position.agree(&dead).ok()?;
    Some(Change::Verdict(agreed.score(&counting.settings).verdict()))
}
