//! A legal board, counted, with what is not known about it.

use super::lives::unlike;
use super::marking::oddities;
use super::places::{dame, open_places};
use super::stakes::{Open, stakes};
use super::{Case, CountingCase, Lives, Oddity, OpenChain, OpenPlace, Stakes, Suggestion};
use crate::go::{Agreed, AgreementError, Color, Point, Position, QuarterZi, Score, Verdict};
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
    /// By how much Black is ahead then.
    pub likely_margin: QuarterZi,
}

/// A counted board and all that is not known about it.
#[derive(Debug, Clone)]
pub(super) struct Assessment {
    pub counted: Counted,
    /// How the chains look; `None` where the players have named the dead ones and confirmed it.
    pub life: Option<Life>,
    pub lives: Lives,
    pub suggestion: Option<Suggestion>,
    pub places: Vec<OpenPlace>,
    /// The dame that are still to be filled, open borders apart.
    pub dame: Vec<Point>,
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
        let named = !counting.asks_for_suggestions();
        let settled = counting.confirmed && named;
        let found = (!settled).then(|| Life::of(position));
        let life = found.as_ref();
        let lives = Lives::new(position, counting, life)?;
        let provisional = counting.dead.is_none() && !counting.accept_suggested;
        let agreed = position.agree(&lives.dead)?;
        let as_it_looks = position.agree(&lives.likely_dead)?;
        let score = agreed.score(&counting.settings);
        let likely = as_it_looks.score(&counting.settings);
        let unfinished = life.filter(|_| !counting.confirmed);
        let dame = unfinished.map_or(Vec::new(), |life| dame(life, &as_it_looks, &likely));
        let meant = provisional || counting.confirmed;
        let mut assessment = Self {
            unlike: life.map_or(Vec::new(), |life| match named {
                true => unlike(life, &agreed),
                false => Vec::new(),
            }),
            suggestion: life.filter(|_| provisional).map(Suggestion::of),
            places: unfinished.map_or(Vec::new(), |life| {
                open_places(life, &as_it_looks, &likely, &dame)
            }),
            dame,
            oddities: if meant {
                Vec::new()
            } else {
                oddities(&as_it_looks)
            },
            counted: Counted {
                verdict: score.verdict(),
                likely: likely.verdict(),
                likely_margin: likely.margin(Color::Black),
                agreed,
                score,
                provisional,
            },
            lives,
            stakes: None,
            open: false,
            life: None,
        };
        assessment.weigh(case, counting, position);
        assessment.life = found;
        Ok(assessment)
    }

    /// Finds out what all that is not known could do. Players who name the dead stones have ended the
    /// game: by the rules what is open then is shared, and nothing reopens it.
    fn weigh(&mut self, case: &Case, counting: &CountingCase, position: &Position) {
        let places: &[OpenPlace] = match counting.asks_for_suggestions() {
            true => &self.places,
            false => &[],
        };
        let open = Open {
            case,
            counting,
            position,
            counted: &self.counted,
            lives: &self.lives,
            places,
        };
        let (is_open, stakes) = (!open.unknowns().is_empty(), stakes(&open));
        (self.open, self.stakes) = (is_open, stakes);
    }

    /// Whether the winner is settled: the dead stones are agreed and meant so, and nothing that is
    /// not known can change who wins.
    pub(super) fn is_settled(&self) -> bool {
        !self.counted.provisional && self.oddities.is_empty() && self.is_certified()
    }

    /// Whether nothing that is not known can change who wins.
    pub(super) fn is_certified(&self) -> bool {
        let certified = |stakes: &Stakes| stakes.questions.is_empty();
        !self.open || self.stakes.as_ref().is_some_and(certified)
    }

    /// Whether nothing that is not known changes the margin.
    pub(super) fn is_exact(&self) -> bool {
        let fixed = |stakes: &Stakes| stakes.margins[0] == stakes.margins[1];
        !self.open || self.stakes.as_ref().is_some_and(fixed)
    }
}
