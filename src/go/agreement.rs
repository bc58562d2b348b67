//! What both players confirm about life and death.

use thiserror::Error;

use super::{Board, ByColor, Color, Point, Position};

/// What the players say about chains, before it is held against the board.
///
/// [`DeadStones::none`] is the explicit statement that every stone lives.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DeadStones {
    dead: Vec<Point>,
    alive: Vec<Point>,
}

/// A statement about dead stones that does not fit the board.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AgreementError {
    /// The point is not on the board.
    #[error("column {}, row {} from the top left is outside the board", .0.column() + 1, .0.row() + 1)]
    OffBoard(Point),
    /// No stone stands there.
    #[error("there is no stone at {label}; name any stone of the chain")]
    NoStone {
        /// The point.
        point: Point,
        /// Its name.
        label: String,
    },
    /// One chain is named both dead and alive.
    #[error(
        "{color}'s chain is named twice in conflict: dead at {dead_label}, alive at {alive_label}"
    )]
    NamedTwice {
        /// Colour of the chain.
        color: Color,
        /// The point by which it was called dead.
        dead: Point,
        /// Its name.
        dead_label: String,
        /// The point by which it was called alive.
        alive: Point,
        /// Its name.
        alive_label: String,
    },
}

impl DeadStones {
    /// The players agree that nothing is dead.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// The chains of these stones are dead; any stone names its whole chain.
    #[must_use]
    pub fn of(dead: &[Point]) -> Self {
        Self::none().and_dead(dead)
    }

    /// The chains of these stones are dead too.
    #[must_use]
    pub fn and_dead(mut self, dead: &[Point]) -> Self {
        self.dead.extend_from_slice(dead);
        self
    }

    /// The chains of these stones are confirmed alive, so none of them may be named dead.
    #[must_use]
    pub fn and_alive(mut self, alive: &[Point]) -> Self {
        self.alive.extend_from_slice(alive);
        self
    }
}

/// A finished position with its dead chains confirmed: the only thing that can be scored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Agreed {
    board: Board,
    /// The board without the dead stones.
    live: Board,
    dead: Vec<Point>,
    prisoners: ByColor<u32>,
}

impl Position {
    /// Takes the chains of the named stones as dead and everything else as alive; an empty
    /// list says that nothing is dead. Naming a chain more than once is harmless.
    ///
    /// # Errors
    /// [`AgreementError`] for a point without a stone or off the board.
    pub fn agree(&self, dead: &[Point]) -> Result<Agreed, AgreementError> {
        self.agree_on(&DeadStones::of(dead))
    }

    /// Like [`agree`](Self::agree), with chains that are confirmed alive as well.
    ///
    /// # Errors
    /// [`AgreementError`], also for a chain named both dead and alive.
    pub fn agree_on(&self, statement: &DeadStones) -> Result<Agreed, AgreementError> {
        let board = self.board();
        let size = board.size();
        let mut live = board.clone();
        let mut dead = Vec::new();
        // For each dead point, the point by which its chain was named.
        let mut named: Vec<Option<Point>> = vec![None; size.area()];
        for &point in &statement.dead {
            check_stone(board, point)?;
            if named[size.index(point)].is_some() {
                continue;
            }
            let chain = board.chain_at(point).into_iter().flat_map(|c| c.stones);
            for stone in chain {
                named[size.index(stone)] = Some(point);
                live.set(stone, None);
                dead.push(stone);
            }
        }
        for &alive in &statement.alive {
            let color = check_stone(board, alive)?;
            if let Some(dead) = named[size.index(alive)] {
                return Err(AgreementError::NamedTwice {
                    color,
                    dead,
                    dead_label: dead.label(size),
                    alive,
                    alive_label: alive.label(size),
                });
            }
        }
        dead.sort_unstable_by_key(|&point| size.index(point));
        Ok(Agreed {
            board: board.clone(),
            live,
            dead,
            prisoners: self.prisoners(),
        })
    }
}

impl Agreed {
    /// The board as it stands, dead stones included.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The board after the dead stones have left it.
    #[must_use]
    pub fn live(&self) -> &Board {
        &self.live
    }

    /// The dead stones, row by row from the top left.
    #[must_use]
    pub fn dead(&self) -> &[Point] {
        &self.dead
    }

    /// Whether a dead stone stands on the point.
    #[must_use]
    pub fn is_dead(&self, point: Point) -> bool {
        self.board.get(point) != self.live.get(point)
    }

    /// Stones that each side took by moves; the dead stones are not among them.
    #[must_use]
    pub fn prisoners(&self) -> ByColor<u32> {
        self.prisoners
    }

    /// Number of dead stones of each colour.
    #[must_use]
    pub fn dead_stones(&self) -> ByColor<u32> {
        let mut stones = ByColor::default();
        for &point in &self.dead {
            if let Some(color) = self.board.get(point) {
                stones[color] += 1;
            }
        }
        stones
    }
}

/// The colour of the stone that a statement names.
fn check_stone(board: &Board, point: Point) -> Result<Color, AgreementError> {
    let size = board.size();
    if !size.contains(point) {
        return Err(AgreementError::OffBoard(point));
    }
    board.get(point).ok_or_else(|| AgreementError::NoStone {
        point,
        label: point.label(size),
    })
}
