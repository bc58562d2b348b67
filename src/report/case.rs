//! What a report is made from.

use crate::go::{AgreementError, Color, Point, Settings, Setup};
use crate::sgf::RecordResult;
use crate::vision::{Doubt, Side, Xy};

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
    /// On which side of it, as the photo lies, a smaller board was seen.
    pub neighbour: Option<Side>,
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
    /// A stone of each chain that the players confirmed alive, beside what `dead` says.
    pub alive: Vec<Point>,
    /// Whether chains that certainly look dead are taken as agreed, and only the others are asked
    /// about.
    pub accept_suggested: bool,
    /// Whether both players confirm that the game has ended as the board stands: open places are
    /// shared, and the dead stones are meant as they were marked.
    pub confirmed: bool,
    /// Rules, komi, handicap, penalties.
    pub settings: Settings,
    /// What the settings may be as well, each as likely as the first.
    pub others: Vec<Settings>,
}

impl CountingCase {
    /// A count on whose dead stones nobody has agreed yet.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self {
            dead: None,
            alive: Vec::new(),
            accept_suggested: false,
            confirmed: false,
            settings,
            others: Vec::new(),
        }
    }

    /// The same with the chains of these stones agreed as dead and all others as alive.
    #[must_use]
    pub fn with_dead(mut self, dead: Vec<Point>) -> Self {
        self.dead = Some(dead);
        self
    }

    /// Whether the program's suggestion says something about the dead stones.
    pub(super) fn asks_for_suggestions(&self) -> bool {
        self.dead.is_none() || self.accept_suggested
    }
}

impl Case {
    /// Puts right what stands on a point, which is not doubtful any more.
    pub fn correct(&mut self, point: Point, stone: Option<Color>) {
        self.setup.board.set(point, stone);
        let is_other =
            |doubt: &Doubt| !matches!(doubt, Doubt::Point { point: p, .. } if *p == point);
        self.doubts.retain(is_other);
    }

    /// A wrong name of a stone is an error on a board that cannot be counted, too.
    pub(super) fn check_names(&self) -> Result<(), AgreementError> {
        let board = &self.setup.board;
        let size = board.size();
        let named = (self.counting.iter())
            .flat_map(|counting| counting.dead.iter().flatten().chain(&counting.alive));
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
}
