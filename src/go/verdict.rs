//! Who wins, and how.

use std::fmt;

use super::{Color, QuarterZi};

/// The result of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Won by the count. The margin is zero only where the rules give a tie to that side.
    Win {
        /// Who wins.
        winner: Color,
        /// By how much.
        margin: QuarterZi,
    },
    /// Equal counts (和棋).
    Draw,
    /// The loser was warned too often, whatever the count.
    Warnings {
        /// Who loses.
        loser: Color,
    },
    /// The opponent resigned (中盘胜).
    Resignation {
        /// Who wins.
        winner: Color,
    },
    /// The opponent forfeited or a ruling went against him.
    Forfeit {
        /// Who wins.
        winner: Color,
    },
    /// Both sides lose (双方均负).
    BothLose,
    /// No result, as some rules have it for a repeated position.
    NoResult,
    /// The game is to be played again.
    Replay,
}

impl Verdict {
    /// The winner, if there is one.
    #[must_use]
    pub fn winner(self) -> Option<Color> {
        match self {
            Self::Win { winner, .. } | Self::Resignation { winner } | Self::Forfeit { winner } => {
                Some(winner)
            }
            Self::Warnings { loser } => Some(loser.opponent()),
            Self::Draw | Self::BothLose | Self::NoResult | Self::Replay => None,
        }
    }
}

/// Writes the verdict in English: `Black wins by 3/4 zi (1.5 points)`.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { winner, margin } if *margin == QuarterZi::ZERO => {
                write!(f, "{winner} wins the tie")
            }
            Self::Win { winner, margin } => {
                let points = margin.points();
                let unit = if points.halves() == 2 {
                    "point"
                } else {
                    "points"
                };
                write!(f, "{winner} wins by {margin} zi ({points} {unit})")
            }
            Self::Draw => write!(f, "Draw"),
            Self::Warnings { loser } => {
                write!(
                    f,
                    "{} wins, as {loser} was warned too often",
                    loser.opponent()
                )
            }
            Self::Resignation { winner } => write!(f, "{winner} wins by resignation"),
            Self::Forfeit { winner } => write!(f, "{winner} wins by forfeit"),
            Self::BothLose => write!(f, "Both sides lose"),
            Self::NoResult => write!(f, "No result"),
            Self::Replay => write!(f, "The game is to be played again"),
        }
    }
}
