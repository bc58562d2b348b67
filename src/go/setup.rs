//! Stones as they lie, before any promise.

use super::{Board, Color};

/// Stones as somebody put them or as a photo shows them; any chain may lack liberties.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The stones.
    pub board: Board,
    /// The side to move, where known.
    pub to_move: Option<Color>,
}

impl From<Board> for Setup {
    fn from(board: Board) -> Self {
        Self {
            board,
            to_move: None,
        }
    }
}
