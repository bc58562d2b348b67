//! One [`Report`] of a board: what stands on it, what is doubtful, what it
//! counts to. [`text`], [`json`] and [`sgf`] each write it.

mod doubts;
pub mod json;
mod lang;
mod remarks;
pub mod sgf;
mod sheet;
mod stakes;
pub mod text;

use crate::go::{
    Agreed, AgreementError, Board, Chain, Color, Point, Position, Score, Settings, Setup, Verdict,
};
use crate::life::{ChainLife, Life};
use crate::sgf::{RecordResult, ResultCheck};
use crate::vision::{Doubt, Xy};

pub use doubts::{Change, DoubtNote};
pub use lang::Lang;
pub use remarks::{doubts, remarks};
pub use stakes::Stakes;

/// Where a board comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What kind of thing it is.
    pub kind: SourceKind,
    /// The file or camera, as the user named it.
    pub name: String,
}

/// What kind of thing a board was taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SourceKind {
    /// A photo in a file.
    Photo,
    /// A frame of a camera, a stream or a video.
    Camera,
    /// A game record.
    Record,
    /// A text board.
    Diagram,
}

/// Everything that a report is made from.
#[derive(Debug, Clone)]
pub struct Case {
    /// Where the board comes from.
    pub source: Source,
    /// The stones, with the corrections of a person.
    pub setup: Setup,
    /// Where the corner crossings lie in the upright photo, in pixels: top
    /// left, top right, bottom right, bottom left.
    pub corners: Option<[Xy; 4]>,
    /// What is still doubtful, most doubtful first.
    pub doubts: Vec<Doubt>,
    /// How the board is counted; `None` for a reading without a count.
    pub counting: Option<CountingCase>,
    /// The result that a game record states.
    pub stated: Option<Stated>,
}

/// A result as a game record states it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// Its `RE`.
    pub text: String,
    /// What that means.
    pub result: RecordResult,
}

/// What a count needs besides the stones.
#[derive(Debug, Clone)]
pub struct CountingCase {
    /// A stone of each dead chain; `None` as long as the players have not agreed.
    pub dead: Option<Vec<Point>>,
    /// Rules, komi, handicap, penalties.
    pub settings: Settings,
}

/// A board with everything that there is to say about it.
#[derive(Debug, Clone)]
pub struct Report {
    case: Case,
    notes: Vec<DoubtNote>,
    without_liberty: Vec<Chain>,
    counted: Option<Counted>,
    stakes: Option<Stakes>,
    suggestion: Option<Suggestion>,
}

/// The chains that look dead, by a stone of each, where nobody has agreed on any yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// Those that are hardly in dispute.
    pub certain: Vec<Point>,
    /// The others.
    pub uncertain: Vec<Point>,
}

impl Suggestion {
    fn of(position: &Position) -> Self {
        let life = Life::of(position);
        let dead = life.chains().iter().filter(|chain| chain.is_dead);
        let stone = |chain: &ChainLife| Some((*chain.chain.stones.first()?, chain.certainty));
        let (certain, uncertain): (Vec<_>, Vec<_>) = dead
            .filter_map(stone)
            .partition(|(_, certainty)| *certainty >= Life::CERTAIN);
        let stones = |chains: Vec<(Point, f64)>| chains.into_iter().map(|c| c.0).collect();
        Self {
            certain: stones(certain),
            uncertain: stones(uncertain),
        }
    }
}

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
}

impl Report {
    /// Counts the board, and for every doubtful point what its other reading
    /// would count to.
    ///
    /// # Errors
    /// [`AgreementError`] if `dead` names a point without a stone or off the board.
    pub fn new(case: Case) -> Result<Self, AgreementError> {
        let (counted, without_liberty, suggestion) = match Position::try_from(case.setup.clone()) {
            Err(illegal) => {
                check_names(&case)?;
                (None, illegal.chains, None)
            }
            Ok(position) => {
                let counted = count(&position, case.counting.as_ref())?;
                let open = counted.as_ref().is_some_and(|counted| counted.provisional);
                let suggestion = open.then(|| Suggestion::of(&position));
                (counted, Vec::new(), suggestion)
            }
        };
        let verdict = counted.as_ref().map(|counted| counted.verdict);
        let notes = doubts::notes(&case, verdict);
        let stakes = counted.as_ref().and_then(|c| stakes::stakes(&case, c));
        Ok(Self {
            stakes,
            suggestion,
            case,
            notes,
            without_liberty,
            counted,
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

    /// What the doubtful points could do together; `None` where there are none, where nothing is
    /// counted by area, or where too many hang together.
    #[must_use]
    pub fn stakes(&self) -> Option<&Stakes> {
        self.stakes.as_ref()
    }

    /// The chains that look dead; `None` where the players have agreed or nothing is counted.
    #[must_use]
    pub fn suggestion(&self) -> Option<&Suggestion> {
        self.suggestion.as_ref()
    }

    /// Chains without a liberty; while there are any, nothing is counted.
    #[must_use]
    pub fn without_liberty(&self) -> &[Chain] {
        &self.without_liberty
    }

    /// The count, if there is one.
    #[must_use]
    pub fn counted(&self) -> Option<&Counted> {
        self.counted.as_ref()
    }

    /// Whether nobody needs to look at it again: no doubt, every chain has a
    /// liberty, and, where it was counted, the dead stones are agreed.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.notes.is_empty()
            && self.without_liberty.is_empty()
            && self
                .counted
                .as_ref()
                .is_none_or(|counted| !counted.provisional)
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
        match stated.result.check(self.counted.as_ref()?.verdict) {
            ResultCheck::Agrees => Some(true),
            ResultCheck::Disagrees { .. } => Some(false),
            ResultCheck::NotByCounting(_) | ResultCheck::Unknown => None,
        }
    }

    /// The empty points and those of dead stones with the side that alone surrounds them.
    #[must_use]
    pub fn territory(&self) -> Vec<(Point, Color)> {
        let Some(counted) = &self.counted else {
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
        let Some(counted) = &self.counted else {
            return Vec::new();
        };
        let points = counted.score.size().points();
        points
            .filter(|&point| counted.score.owner(point).is_none())
            .collect()
    }
}

/// Counts a legal board. Without an agreement everything counts as alive.
fn count(
    position: &Position,
    counting: Option<&CountingCase>,
) -> Result<Option<Counted>, AgreementError> {
    let Some(CountingCase { dead, settings }) = counting else {
        return Ok(None);
    };
    let agreed = position.agree(dead.as_deref().unwrap_or_default())?;
    let score = agreed.score(settings);
    let verdict = score.verdict();
    Ok(Some(Counted {
        agreed,
        score,
        verdict,
        provisional: dead.is_none(),
    }))
}

/// A wrong name of a dead stone is an error on a board that cannot be counted, too.
fn check_names(case: &Case) -> Result<(), AgreementError> {
    let board = &case.setup.board;
    let size = board.size();
    let named = case
        .counting
        .iter()
        .flat_map(|counting| counting.dead.iter().flatten());
    for &point in named {
        if !size.contains(point) {
            return Err(AgreementError::OffBoard(point));
        }
        if board.get(point).is_none() {
            return Err(AgreementError::NoStone {
                point,
                label: point.label(size),
            });
        }
    }
    Ok(())
}
