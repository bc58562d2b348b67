//! A game from the first move to its end.

use thiserror::Error;

use super::{
    Agreed, AgreementError, Board, Color, DeadStones, Move, PlayError, Point, Position, Verdict,
};

/// What happens when a move brings back a whole-board position that stood before.
///
/// A position is the stones alone, whoever is to move; passes repeat nothing. Taking back a
/// single ko at once is forbidden under each of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum RepetitionRule {
    /// The move is refused (禁止全局同形).
    #[default]
    Forbid,
    /// The game ends without result.
    NoResult,
    /// The game ends in a draw.
    Draw,
    /// The game ends and is played again.
    Replay,
}

/// How a game stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ending {
    /// Both sides passed or agreed to stop: dead stones are to be agreed, then counted.
    ToBeCounted,
    /// The result stands without a count.
    Decided(Verdict),
}

/// Something that cannot be done at this stage of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameError {
    /// A move that the rules forbid.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// The move would bring back a position that stood before.
    #[error("{color}'s move at {label} brings back the whole board of move {earlier}")]
    Repetition {
        /// Who plays.
        color: Color,
        /// Name of the point.
        label: String,
        /// After how many moves the position stood before.
        earlier: usize,
    },
    /// It is the other side's turn.
    #[error("it is {turn}'s turn, not {0}'s", turn = .0.opponent())]
    NotYourTurn(Color),
    /// The game has ended.
    #[error("the game has ended")]
    Ended,
    /// The game is still going on, so there is nothing to count.
    #[error("the game is still going on; end it by two passes or by agreement first")]
    NotEnded,
    /// The statement about dead stones does not fit the board.
    #[error(transparent)]
    Agreement(#[from] AgreementError),
}

/// A game in progress or ended: turns, whole-board repetition, and the ways to end.
#[derive(Debug, Clone)]
pub struct Game {
    position: Position,
    to_move: Color,
    repetition: RepetitionRule,
    /// The boards that stood, the start first; passes add none.
    history: Vec<(usize, Board)>,
    moves: usize,
    /// Passes since the last stone or resumption.
    passes: u8,
    ending: Option<Ending>,
    confirmed: bool,
}

impl Game {
    /// A game from a position; Black moves first unless the position says otherwise.
    #[must_use]
    pub fn new(position: Position, repetition: RepetitionRule) -> Self {
        Self {
            to_move: position.to_move().unwrap_or(Color::Black),
            history: vec![(0, position.board().clone())],
            position,
            repetition,
            moves: 0,
            passes: 0,
            ending: None,
            confirmed: false,
        }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The side whose turn it is.
    #[must_use]
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// How the game stopped; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// Makes a move and returns the stones taken. The second pass in a row ends the game.
    ///
    /// # Errors
    /// [`GameError`] when the move is forbidden, out of turn or after the end; the game is
    /// then unchanged.
    pub fn play(&mut self, turn: Move) -> Result<Vec<Point>, GameError> {
        if self.ending.is_some() {
            return Err(GameError::Ended);
        }
        if turn.color() != self.to_move {
            return Err(GameError::NotYourTurn(turn.color()));
        }
        let mut position = self.position.clone();
        let captured = position.play(turn)?;
        if let Move::Play(color, point) = turn {
            self.note_board(position.board(), color, point)?;
            self.passes = 0;
        } else {
            self.passes += 1;
            if self.passes == 2 {
                self.ending = Some(Ending::ToBeCounted);
            }
        }
        self.position = position;
        self.to_move = self.to_move.opponent();
        self.moves += 1;
        Ok(captured)
    }

    /// Both sides agree that play is finished.
    ///
    /// # Errors
    /// [`GameError::Ended`] when it already is.
    pub fn end_by_agreement(&mut self) -> Result<(), GameError> {
        self.end(Ending::ToBeCounted)
    }

    /// A side resigns.
    ///
    /// # Errors
    /// [`GameError::Ended`] when the game is over.
    pub fn resign(&mut self, loser: Color) -> Result<(), GameError> {
        let winner = loser.opponent();
        self.end(Ending::Decided(Verdict::Resignation { winner }))
    }

    /// A side forfeits, or a ruling goes against it.
    ///
    /// # Errors
    /// [`GameError::Ended`] when the game is over.
    pub fn forfeit(&mut self, loser: Color) -> Result<(), GameError> {
        let winner = loser.opponent();
        self.end(Ending::Decided(Verdict::Forfeit { winner }))
    }

    /// Play goes on because a claim of death is disputed; the side whose stones are claimed
    /// dead moves first, and the boards that stood before still count as repetition.
    ///
    /// # Errors
    /// [`GameError::NotEnded`] while play goes on, [`GameError::Ended`] when the result
    /// stands or the dead stones were confirmed.
    pub fn resume(&mut self, claimed_dead: Color) -> Result<(), GameError> {
        match self.ending {
            None => Err(GameError::NotEnded),
            Some(Ending::ToBeCounted) if !self.confirmed => {
                self.ending = None;
                self.passes = 0;
                self.to_move = claimed_dead;
                self.position.set_to_move(claimed_dead);
                Ok(())
            }
            Some(_) => Err(GameError::Ended),
        }
    }

    /// Both sides confirm the dead stones; nothing reopens the game after that.
    ///
    /// # Errors
    /// [`GameError`] when the game goes on, was decided otherwise, or the statement does
    /// not fit the board.
    pub fn confirm(&mut self, statement: &DeadStones) -> Result<Agreed, GameError> {
        match self.ending {
            None => Err(GameError::NotEnded),
            Some(Ending::ToBeCounted) => {
                let agreed = self.position.agree_on(statement)?;
                self.confirmed = true;
                Ok(agreed)
            }
            Some(Ending::Decided(_)) => Err(GameError::Ended),
        }
    }

    fn end(&mut self, ending: Ending) -> Result<(), GameError> {
        if self.ending.is_some() {
            return Err(GameError::Ended);
        }
        self.ending = Some(ending);
        Ok(())
    }

    /// Holds a new board against those that stood before, then remembers it.
    fn note_board(&mut self, board: &Board, color: Color, point: Point) -> Result<(), GameError> {
        let earlier = self.history.iter().find(|(_, stood)| stood == board);
        if let Some(&(earlier, _)) = earlier {
            let verdict = match self.repetition {
                RepetitionRule::Forbid => {
                    return Err(GameError::Repetition {
                        color,
                        label: point.label(board.size()),
                        earlier,
                    });
                }
                RepetitionRule::NoResult => Verdict::NoResult,
                RepetitionRule::Draw => Verdict::Draw,
                RepetitionRule::Replay => Verdict::Replay,
            };
            self.ending = Some(Ending::Decided(verdict));
        }
        self.history.push((self.moves + 1, board.clone()));
        Ok(())
    }
}
