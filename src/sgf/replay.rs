//! A record played through the rules of [`go`](crate::go).

mod player;

use thiserror::Error;

use super::record::GameRecord;
use super::tree::Node;
use crate::go::{
    ByColor, Color, IllegalPosition, Move, PlayError, Point, PointError, Position, RepetitionRule,
    RuleSet, Verdict,
};
use player::{Player, read_move};

/// Why a record cannot be played through. Each names the move, counted from 1, and the line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The rules forbid a move.
    #[error("move {number} (line {line}) is illegal: {reason}")]
    Illegal {
        /// Which move.
        number: usize,
        /// Its line in the file.
        line: usize,
        /// The point and the reason.
        reason: PlayError,
    },
    /// A move brings back a whole-board position, which the rule setting forbids.
    #[error(
        "move {number} (line {line}) is illegal: {color}'s move at {label} brings back the whole board of move {earlier}"
    )]
    Repetition {
        /// Which move.
        number: usize,
        /// Its line in the file.
        line: usize,
        /// Who plays.
        color: Color,
        /// Name of the point.
        label: String,
        /// After how many moves the position stood before.
        earlier: usize,
    },
    /// A move or a stone is on no point of the board.
    #[error("{property} after move {number} (line {line}): {reason}")]
    NoPoint {
        /// How many moves were played.
        number: usize,
        /// The line in the file.
        line: usize,
        /// The property.
        property: String,
        /// What is wrong with its value.
        reason: PointError,
    },
    /// Stones were set up that cannot stand.
    #[error("the stones set up after move {number} (line {line}) cannot stand: {reason}")]
    IllegalSetup {
        /// How many moves were played.
        number: usize,
        /// The line in the file.
        line: usize,
        /// The chains without a liberty.
        reason: IllegalPosition,
    },
}

/// A move that brought back a whole-board position under a rule that does not forbid it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// Which move, counted from 1.
    pub number: usize,
    /// After how many moves the position stood before.
    pub earlier: usize,
    /// The result that the rule gives if the players claim it; records may go on.
    pub verdict: Verdict,
}

/// Where the main line of a record leads.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The last position.
    pub position: Position,
    /// Number of moves, passes included.
    pub moves: usize,
    /// Passes in a row at the end.
    pub final_passes: usize,
    /// Prisoners from before stones were last set up by hand, which the position does not
    /// know of.
    pub earlier_prisoners: ByColor<u32>,
    /// Whole-board repetitions.
    pub repetitions: Vec<Repetition>,
    /// The points marked `TB` and `TW` at the last node that has marks, as servers and
    /// programs write the agreed count.
    pub territory: ByColor<Vec<Point>>,
}

impl Replay {
    /// The stones that the record's own marks give as dead: those on the other side's
    /// territory. `None` where nothing is marked.
    pub fn marked_dead(&self) -> Option<Vec<Point>> {
        let board = self.position.board();
        let marked = !(self.territory.black.is_empty() && self.territory.white.is_empty());
        let dead_in = |owner: Color| {
            let points = self.territory[owner].iter().copied();
            points.filter(move |&point| board.get(point) == Some(owner.opponent()))
        };
        marked.then(|| Color::BOTH.into_iter().flat_map(dead_in).collect())
    }
}

/// The usual rule on repeated positions: Japanese and Korean rules end the game without
/// result, all others forbid the move.
pub fn repetition_rule(rules: RuleSet) -> RepetitionRule {
    match rules {
        RuleSet::Japanese | RuleSet::Korean => RepetitionRule::NoResult,
        _ => RepetitionRule::Forbid,
    }
}

impl GameRecord {
    /// Plays the main line through: setup stones, moves, passes.
    ///
    /// Turns are not enforced, as records hold handicap stones played as moves. `B[]` is a
    /// pass, and so is `B[tt]` on boards up to 19 lines. Repetition is held against all
    /// positions since stones were last set up.
    ///
    /// # Errors
    /// [`ReplayError`] names the first move that the rules forbid.
    pub fn replay(&self, repetition: RepetitionRule) -> Result<Replay, ReplayError> {
        let mut player = Player::new(self.size(), repetition);
        for node in self.tree().main_line() {
            player.step(node)?;
        }
        Ok(player.replay)
    }

    /// The moves of the main line, passes included.
    ///
    /// # Errors
    /// [`ReplayError::NoPoint`] names a move that is on no point of the board.
    pub fn moves(&self) -> Result<Vec<Move>, ReplayError> {
        let mut moves = Vec::new();
        for node in self.tree().main_line() {
            moves.extend(self.moves_at(node, moves.len())?);
        }
        Ok(moves)
    }

    /// The moves of a node, of which there should be one at most; `number` moves come before.
    ///
    /// # Errors
    /// As [`GameRecord::moves`].
    pub fn moves_at(&self, node: &Node, number: usize) -> Result<Vec<Move>, ReplayError> {
        let of = |color: Color| {
            let property = color.letter().to_string();
            let values = node.values(&property).to_vec();
            values
                .into_iter()
                .map(move |value| (color, property.clone(), value))
        };
        let moves = Color::BOTH.into_iter().flat_map(of);
        moves
            .map(|(color, property, value)| {
                read_move(color, &value, self.size()).map_err(|reason| ReplayError::NoPoint {
                    number,
                    line: node.line,
                    property,
                    reason,
                })
            })
            .collect()
    }
}
