//! A legal board, counted, with what is not known about it.

use super::lives::unlike;
use super::marking::oddities;
use super::places::open_places;
use super::stakes::{Open, stakes};
use super::{Case, CountingCase, Lives, Oddity, OpenChain, OpenPlace, Stakes, Suggestion};
use crate::go::{Agreed, AgreementError, Position, Score, Verdict};
use crate::life::Life;

/// A legal board that was counted.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The board with its dead chains.
    pub agreed: Agreed,
    /// The count.
    pub score: Score,
    /// Who wins.
    pub verdict: Verdict,
    /// Whether nobody has agreed yet on the dead stones; all count as alive.
    pub provisional: bool,
    /// Who wins if the chains that nobody was heard about are as they look.
    pub likely: Verdict,
}

/// A counted board and all that is not known about it.
#[derive(Debug, Clone)]
pub(super) struct Assessment {
    pub counted: Counted,
    pub lives: Lives,
    pub suggestion: Option<Suggestion>,
    pub places: Vec<OpenPlace>,
    pub oddities: Vec<Oddity>,
    /// The chains that certainly look otherwise than the players named them.
    pub unlike: Vec<OpenChain>,
    pub stakes: Option<Stakes>,
    /// Whether something about the stones, the places or the settings is not known.
    open: bool,
}

impl Assessment {
    /// Counts a position and looks for what is not known.
    ///
    /// # Errors
    /// [`AgreementError`] if a name does not fit the board.
    pub(super) fn of(
        case: &Case,
        counting: &CountingCase,
        position: &Position,
    ) -> Result<Self, AgreementError> {
        let settled = counting.confirmed && !counting.asks_for_suggestions();
        let life = (!settled).then(|| Life::of(position));
        let lives = Lives::new(position, counting, life.as_ref())?;
        let provisional = counting.dead.is_none() && !counting.accept_suggested;
        let agreed = position.agree(&lives.dead)?;
        let as_it_looks = position.agree(&lives.likely_dead)?;
        let (score, likely) = (
            agreed.score(&counting.settings),
            as_it_looks.score(&counting.settings),
        );
        let places = match &life {
            Some(life) if !counting.confirmed => open_places(life, &as_it_looks, &likely),
            _ => Vec::new(),
        };
        let oddities = if provisional || counting.confirmed {
            Vec::new()
        } else {
            oddities(&as_it_looks)
        };
        let unlike = match &life {
            Some(life) if !counting.asks_for_suggestions() => unlike(life, &agreed),
            _ => Vec::new(),
        };
        let mut assessment = Self {
            unlike,
            counted: Counted {
                verdict: score.verdict(),
                likely: likely.verdict(),
                agreed,
                score,
                provisional,
            },
            suggestion: life.as_ref().filter(|_| provisional).map(Suggestion::of),
            lives,
            places,
            oddities,
            stakes: None,
            open: false,
        };
        let open = Open {
            case,
            counting,
            position,
            counted: &assessment.counted,
            lives: &assessment.lives,
            places: &assessment.places,
        };
        let (is_open, stakes) = (!open.unknowns().is_empty(), stakes(&open));
        (assessment.open, assessment.stakes) = (is_open, stakes);
        Ok(assessment)
    }

    /// Whether the winner is settled: the dead stones are agreed and meant so, and nothing that is
    /// not known can change who wins.
    pub(super) fn is_settled(&self) -> bool {
        let certified = (self.stakes.as_ref()).is_some_and(|stakes| stakes.questions.is_empty());
        !self.counted.provisional && self.oddities.is_empty() && (!self.open || certified)
    }

    /// Whether nothing that is not known changes the margin.
    pub(super) fn is_exact(&self) -> bool {
        let fixed = |stakes: &Stakes| stakes.margins[0] == stakes.margins[1];
        !self.open || self.stakes.as_ref().is_some_and(fixed)
    }
}
