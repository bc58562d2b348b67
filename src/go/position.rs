//! Positions that can stand in a game, and moves.

use std::fmt;

use thiserror::Error;

use super::{Board, ByColor, Chain, Color, Point, Setup};

/// Some chains have no liberty, so the stones cannot stand in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IllegalPosition {
    /// The board with the stones in question.
    pub board: Board,
    /// Every chain without a liberty.
    pub chains: Vec<Chain>,
}

impl fmt::Display for IllegalPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, chain) in self.chains.iter().enumerate() {
            let label = chain.stones[0].label(self.board.size());
            let (color, stones) = (chain.color, chain.stones.len());
            let separator = if index == 0 { "" } else { "; " };
            write!(
                f,
                "{separator}{color}'s chain of {stones} at {label} has no liberty"
            )?;
        }
        write!(f, "; check the stones there and correct the misread point")
    }
}

impl std::error::Error for IllegalPosition {}

/// One turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A stone on a point.
    Play(Color, Point),
    /// No stone (虚着).
    Pass(Color),
}

impl Move {
    /// The side whose turn it is.
    #[must_use]
    pub fn color(self) -> Color {
        match self {
            Self::Play(color, _) | Self::Pass(color) => color,
        }
    }
}

/// A move that the rules forbid. Points are named as on the printed board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayError {
    /// The point is not on the board.
    #[error("{color} plays at column {}, row {} from the top left, outside the board", point.column() + 1, point.row() + 1)]
    OffBoard {
        /// Who plays.
        color: Color,
        /// Where.
        point: Point,
    },
    /// A stone stands there.
    #[error("{color} plays at {label}, where a stone of {stone} stands")]
    Occupied {
        /// Who plays.
        color: Color,
        /// Name of the point.
        label: String,
        /// Whose stone stands there.
        stone: Color,
    },
    /// The stone's chain would have no liberty and takes nothing (禁着点).
    #[error(
        "{color} plays at {label}, which would leave the own chain without a liberty and takes nothing"
    )]
    Suicide {
        /// Who plays.
        color: Color,
        /// Name of the point.
        label: String,
    },
    /// The move takes back a ko at once.
    #[error("{color} takes back the ko at {label} at once")]
    Ko {
        /// Who plays.
        color: Color,
        /// Name of the point.
        label: String,
    },
}

/// Stones of which every chain has a liberty, with what the next move must know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    board: Board,
    to_move: Option<Color>,
    /// The point that this side may not play now.
    ko: Option<(Color, Point)>,
    /// Stones of the opponent taken by each side.
    prisoners: ByColor<u32>,
}

impl TryFrom<Setup> for Position {
    type Error = IllegalPosition;

    /// Accepts the stones if every chain has a liberty.
    fn try_from(setup: Setup) -> Result<Self, IllegalPosition> {
        if every_stone_has_liberties(&setup.board) {
            return Ok(Self {
                board: setup.board,
                to_move: setup.to_move,
                ko: None,
                prisoners: ByColor::default(),
            });
        }
        let mut chains = setup.board.chains();
        chains.retain(|chain| chain.liberties.is_empty());
        Err(IllegalPosition {
            board: setup.board,
            chains,
        })
    }
}

/// Whether every stone's chain has a liberty: spreads from the stones next to empty points.
fn every_stone_has_liberties(board: &Board) -> bool {
    let size = board.size();
    let is_empty = |point| board.get(point).is_none();
    let mut has_liberty = vec![false; size.area()];
    let mut frontier = Vec::with_capacity(size.area());
    let empty = size.points().filter(|&point| is_empty(point));
    for stone in empty.flat_map(|point| size.neighbours(point)) {
        if !is_empty(stone) && !has_liberty[size.index(stone)] {
            has_liberty[size.index(stone)] = true;
            frontier.push(stone);
        }
    }
    while let Some(stone) = frontier.pop() {
        for next in size.neighbours(stone) {
            let reached = &mut has_liberty[size.index(next)];
            if !*reached && board.get(next) == board.get(stone) {
                *reached = true;
                frontier.push(next);
            }
        }
    }
    size.points()
        .all(|point| is_empty(point) || has_liberty[size.index(point)])
}

impl Position {
    /// The stones.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move: the opponent of the last one, or what the setup said.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        self.to_move
    }

    /// Says whose turn it is; a forbidden ko point is free again when the turn changes.
    pub fn set_to_move(&mut self, color: Color) {
        if self.to_move != Some(color) {
            self.ko = None;
        }
        self.to_move = Some(color);
    }

    /// Stones that each side has taken from the opponent by moves.
    #[must_use]
    pub fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// Makes a move and returns the stones taken. Takes the opponent's chains first; suicide
    /// and taking back a ko at once are refused, and the position is then unchanged.
    ///
    /// Turns are not enforced here, as records hold handicap stones and void moves; longer
    /// repetition is the business of [`Game`](super::Game).
    ///
    /// # Errors
    /// [`PlayError`] names the point and the reason.
    pub fn play(&mut self, turn: Move) -> Result<Vec<Point>, PlayError> {
        let captured = match turn {
            Move::Play(color, point) => self.place(color, point)?,
            Move::Pass(_) => {
                self.ko = None;
                Vec::new()
            }
        };
        self.to_move = Some(turn.color().opponent());
        Ok(captured)
    }

    /// Places a stone, takes what it captures and notes the ko point.
    fn place(&mut self, color: Color, point: Point) -> Result<Vec<Point>, PlayError> {
        self.check_free(color, point)?;
        self.board.set(point, Some(color));
        let captured = self.take_neighbours(color.opponent(), point);
        let own = self.board.chain_at(point).expect("a stone was placed");
        if own.liberties.is_empty() {
            self.board.set(point, None);
            let label = point.label(self.board.size());
            return Err(PlayError::Suicide { color, label });
        }
        self.prisoners[color] += u32::try_from(captured.len()).expect("at most 625 stones");
        self.ko = match (captured.as_slice(), own.stones.len(), own.liberties.len()) {
            (&[taken], 1, 1) => Some((color.opponent(), taken)),
            _ => None,
        };
        Ok(captured)
    }

    fn check_free(&self, color: Color, point: Point) -> Result<(), PlayError> {
        let size = self.board.size();
        if !size.contains(point) {
            return Err(PlayError::OffBoard { color, point });
        }
        let label = || point.label(size);
        if let Some(stone) = self.board.get(point) {
            return Err(PlayError::Occupied {
                color,
                label: label(),
                stone,
            });
        }
        if self.ko == Some((color, point)) {
            return Err(PlayError::Ko {
                color,
                label: label(),
            });
        }
        Ok(())
    }

    /// Takes the chains of `color` next to a point that have no liberty.
    fn take_neighbours(&mut self, color: Color, point: Point) -> Vec<Point> {
        let mut captured = Vec::new();
        for neighbour in self.board.size().neighbours(point) {
            if self.board.get(neighbour) != Some(color) {
                continue;
            }
            let Some(chain) = self.board.chain_at(neighbour) else {
                continue;
            };
            if chain.liberties.is_empty() {
                self.board.clear(&chain.stones);
                captured.extend(chain.stones);
            }
        }
        captured
    }
}
