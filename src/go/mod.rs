//! The rules of Go: boards, moves, agreement about dead stones and the count.
//!
//! A finished board goes through four types, each promising more than the last:
//! [`Setup`] (any stones) → [`Position`] (every chain has a liberty) → [`Agreed`]
//! (the dead chains are confirmed) → [`Score`] → [`Verdict`]. Only an [`Agreed`]
//! can be scored.
//!
//! All counts are integers of quarter zi ([`QuarterZi`]); there is no floating
//! point in this module.

mod agreement;
mod area;
mod board;
mod color;
mod diagram;
mod eye;
mod game;
mod komi;
mod point;
mod position;
mod quarter_zi;
mod score;
mod settings;
mod setup;
mod symmetry;
mod territory;
mod verdict;

pub use agreement::{Agreed, AgreementError, DeadStones};
pub use area::area_lead;
pub use board::{Board, Chain};
pub use color::{ByColor, Color};
pub use diagram::{DiagramError, diff, draw};
pub use game::{Ending, Game, GameError, RepetitionRule};
pub use komi::{Komi, KomiError};
pub use point::{BoardSize, Point, PointError, SizeError};
pub use position::{IllegalPosition, Move, PlayError, Position};
pub use quarter_zi::{Points, QuarterZi};
pub use score::{Score, SideCount};
pub use settings::{Counting, Penalty, RuleSet, Settings};
pub use setup::Setup;
pub use symmetry::Symmetry;
pub use verdict::Verdict;
