//! One [`Report`] of a board: what stands on it, what is doubtful, what it
//! counts to. [`text`], [`json`] and [`sgf`] each write it.

mod assessment;
mod case;
mod doubts;
pub mod json;
mod lang;
mod lives;
mod marking;
mod places;
mod reach;
mod remarks;
pub mod sgf;
mod sheet;
mod stakes;
pub mod text;
mod verdict;

use crate::go::{AgreementError, Board, Chain, Color, Point, Position};
use crate::life::Life;
use crate::sgf::ResultCheck;
use crate::vision::Doubt;

pub use assessment::Counted;
pub use case::{Case, CountingCase, Source, SourceKind, Stated};
pub use doubts::{Change, DoubtNote};
pub use lang::Lang;
pub use lives::{OpenChain, Suggestion};
pub use marking::Oddity;
pub use places::{OpenPlace, Place};
pub use reach::Reach;
pub use remarks::{doubts, notices, question, remarks, remarks_aloud};
pub use stakes::{About, Question, Stakes};

use assessment::Assessment;
use lives::Lives;

/// A board with everything that there is to say about it.
#[derive(Debug, Clone)]
pub struct Report {
    case: Case,
    notes: Vec<DoubtNote>,
    without_liberty: Vec<Chain>,
    assessment: Option<Assessment>,
}

impl Report {
    /// Counts the board, and for everything that is not known what it would count to otherwise.
    ///
    /// # Errors
    /// [`AgreementError`] if `dead` or `alive` names a point without a stone or off the board, or
    /// both name one chain.
    pub fn new(case: Case) -> Result<Self, AgreementError> {
        let (assessment, without_liberty) = match Position::try_from(case.setup.clone()) {
            Err(illegal) => {
                case.check_names()?;
                (None, illegal.chains)
            }
            Ok(position) => {
                let counting = case.counting.as_ref();
                let assessed = counting.map(|counting| Assessment::of(&case, counting, &position));
                (assessed.transpose()?, Vec::new())
            }
        };
        let notes = doubts::notes(&case, assessment.as_ref());
        Ok(Self {
            case,
            notes,
            without_liberty,
            assessment,
        })
    }

    /// What the report was made from.
    #[must_use]
    pub fn case(&self) -> &Case {
        &self.case
    }

    /// The stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.case.setup.board
    }

    /// The doubts with what they would change, most doubtful first.
    #[must_use]
    pub fn notes(&self) -> &[DoubtNote] {
        &self.notes
    }

    /// What all that is not known could do to the result; `None` where everything is known, where
    /// nothing is counted, and where territory is counted and too much hangs together.
    #[must_use]
    pub fn stakes(&self) -> Option<&Stakes> {
        self.assessment.as_ref()?.stakes.as_ref()
    }

    /// The chains that look dead; `None` where the players have agreed or nothing is counted.
    #[must_use]
    pub fn suggestion(&self) -> Option<&Suggestion> {
        self.assessment.as_ref()?.suggestion.as_ref()
    }

    /// How the chains of the board look to the program; `None` where nothing is counted, or the
    /// players have named the dead ones and confirmed it.
    #[must_use]
    pub fn life(&self) -> Option<&Life> {
        self.assessment.as_ref()?.life.as_ref()
    }

    /// The chains whose life is not certain and that no player was heard about.
    #[must_use]
    pub fn open_chains(&self) -> &[OpenChain] {
        self.assessment.as_ref().map_or(&[], |a| &a.lives.open)
    }

    /// A stone of each chain that was accepted as dead because it looks so.
    #[must_use]
    pub fn accepted(&self) -> &[Point] {
        self.assessment.as_ref().map_or(&[], |a| &a.lives.accepted)
    }

    /// The stones that are dead if the chains that nobody was heard about are as they look.
    #[must_use]
    pub fn likely_dead(&self) -> &[Point] {
        let assessment = self.assessment.as_ref();
        assessment.map_or(&[], |a| &a.lives.likely_dead)
    }

    /// Places where something is still to be played; none where the players have confirmed that
    /// the game has ended.
    #[must_use]
    pub fn open_places(&self) -> &[OpenPlace] {
        self.assessment.as_ref().map_or(&[], |a| &a.places)
    }

    /// The chains that certainly look otherwise than the players named them. Theirs counts.
    #[must_use]
    pub fn unlike(&self) -> &[OpenChain] {
        self.assessment.as_ref().map_or(&[], |a| &a.unlike)
    }

    /// Dead stones that can hardly be meant as they were marked.
    #[must_use]
    pub fn oddities(&self) -> &[Oddity] {
        self.assessment.as_ref().map_or(&[], |a| &a.oddities)
    }

    /// Chains without a liberty; while there are any, nothing is counted.
    #[must_use]
    pub fn without_liberty(&self) -> &[Chain] {
        &self.without_liberty
    }

    /// The count, if there is one.
    #[must_use]
    pub fn counted(&self) -> Option<&Counted> {
        self.assessment.as_ref().map(|a| &a.counted)
    }

    /// Whether nobody needs to look at it again: the grid is sure and every chain has a liberty;
    /// where it was counted, the dead stones are agreed and nothing that is not known can change
    /// the winner; else no point is doubtful.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        let sure = |note: &DoubtNote| match note.doubt {
            Doubt::Grid(_) => false,
            Doubt::Point { .. } => self.assessment.is_some(),
        };
        self.without_liberty.is_empty()
            && self.notes.iter().all(sure)
            && self.assessment.as_ref().is_none_or(Assessment::is_settled)
    }

    /// Whether nothing that is not known can change the winner, were the chains that look dead
    /// agreed on.
    #[must_use]
    pub fn is_winner_certain(&self) -> bool {
        self.assessment
            .as_ref()
            .is_some_and(Assessment::is_certified)
    }

    /// Whether the margin is the same whatever is not known.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        match &self.assessment {
            None => self.notes.is_empty(),
            Some(assessment) => assessment.is_exact(),
        }
    }

    /// Whether some single doubt, read otherwise, would give another winner.
    #[must_use]
    pub fn a_doubt_changes_the_winner(&self) -> bool {
        self.notes.iter().any(|note| note.changes_winner)
    }

    /// Whether the count gives the result that the record states; `None` where there is no
    /// count, or no result that a count can be held against.
    #[must_use]
    pub fn agrees_with_record(&self) -> Option<bool> {
        let stated = self.case.stated.as_ref()?;
        match stated.result.check(self.counted()?.verdict) {
            ResultCheck::Agrees => Some(true),
            ResultCheck::Disagrees { .. } => Some(false),
            ResultCheck::NotByCounting(_) | ResultCheck::Unknown => None,
        }
    }

    /// The verdict in a line: with the range of the margin where that alone is not known.
    #[must_use]
    pub fn verdict_words(&self, lang: Lang) -> Option<String> {
        let counted = self.counted()?;
        Some(verdict::words(self, counted, lang))
    }

    /// The empty points and those of dead stones with the side that alone surrounds them.
    #[must_use]
    pub fn territory(&self) -> Vec<(Point, Color)> {
        let Some(counted) = self.counted() else {
            return Vec::new();
        };
        let live = counted.agreed.live();
        let empty = live
            .size()
            .points()
            .filter(|&point| live.get(point).is_none());
        empty
            .filter_map(|point| Some((point, counted.score.owner(point)?)))
            .collect()
    }

    /// The empty points that both sides share.
    #[must_use]
    pub fn dame(&self) -> Vec<Point> {
        let Some(counted) = self.counted() else {
            return Vec::new();
        };
        let points = counted.score.size().points();
        points
            .filter(|&point| counted.score.owner(point).is_none())
            .collect()
    }
}
