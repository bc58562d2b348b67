//! Which chains of a finished board look dead, how sure that is, and on what ground.
//!
//! Proofs come first: unconditional life and death ([Benson's theorem](self#proofs)) holds
//! whatever anybody plays. The rest is estimated: the position is played to its end some
//! hundred times by players with light knowledge who learn from game to game which moves are
//! hopeless; who owns a point how often says what lives there. Small closed parts, such as eye
//! spaces, races and seki, are then searched to the end with either side to move first.
//! Where all that stays undecided, a group that only the opponent surrounds is taken as dead.
//!
//! All of this only suggests. Dead is what both players confirm ([`Position::agree`]).
//!
//! # Proofs
//! A proof is never wrong: a chain proved alive cannot be taken even if its owner always
//! passes, and stones proved dead cannot make two eyes in the area of such chains. A second
//! kind holds as long as each attack is answered ([`Ground::Searched`]).

mod arena;
mod benson;
mod cluster;
mod consistency;
mod estimate;
mod judge;
mod local;
mod pattern;
mod playout;
mod policy;
mod random;
mod region;
mod rescue;
mod shape;
mod sums;
mod trials;
mod unfinished;

#[cfg(test)]
mod tests;

use crate::go::{Board, BoardSize, Chain, Color, Point, Position};

use estimate::Estimates;
pub use unfinished::{Border, Unfinished};

/// What is to become of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Status {
    /// It stays on the board, and its eyes are its own.
    Alive,
    /// It is taken off the board.
    Dead,
    /// It stays on the board because neither side may play the liberties that it shares
    /// with the opponent (双活).
    Seki,
    /// It lives if its owner moves first and dies if the opponent does.
    Open,
}

/// Why a chain is said to live or die.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Ground {
    /// It holds whatever is played, even if its owner passes for ever.
    Proved,
    /// It holds if its owner answers each attack on the spot: exact search found an answer
    /// to every one, with everything else on the board against the owner.
    Searched,
    /// It is the likelier outcome.
    Estimated,
}

/// What the life of a chain hangs on, where that is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Hinge {
    /// Who moves first there.
    FirstMove,
    /// Who wins a ko there.
    Ko,
    /// A bent four in the corner (盘角曲四), which is played out under Chinese rules.
    BentFour,
}

/// A chain and what is said about it.
#[derive(Debug, Clone, PartialEq)]
pub struct ChainLife {
    /// The chain.
    pub chain: Chain,
    /// What is to become of it.
    pub status: Status,
    /// Whether the suggestion takes it off the board. An open chain is taken off where that
    /// is the likelier outcome.
    pub is_dead: bool,
    /// The probability that `is_dead` is what players agree on, 0.5 to 1; 1 if proved. Of
    /// the estimates with 0.95, about 95 % agree with the players of recorded games.
    pub certainty: f64,
    /// Why.
    pub ground: Ground,
    /// Whether a ko decides: by exact search it stays if one side wins every ko, and not if the
    /// other does.
    pub hangs_on_ko: bool,
}

/// A finished board as it looks to the program.
#[derive(Debug, Clone, PartialEq)]
pub struct Life {
    chains: Vec<ChainLife>,
    size: BoardSize,
    owners: Vec<Option<Color>>,
    seki: Vec<Point>,
    unfinished: Vec<Unfinished>,
}

impl Life {
    /// A chain less certain than this is for a person to confirm. Chosen on half of the
    /// positions that it was measured on: lower, and wrong suggestions pass unseen; higher,
    /// and people are asked about chains that are never in dispute.
    pub const CERTAIN: f64 = 0.95;

    /// Judges every chain of a position. The same position gets the same answer.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let estimates = Estimates::of(board);
        let chains = estimates.chains(board);
        let live = live(board, &chains);
        let owners = estimates.owners(&live);
        let seki = estimates.seki(&live);
        let unfinished = unfinished::find(board, &live, &owners, &seki, &chains);
        Self {
            chains,
            size: board.size(),
            owners,
            seki,
            unfinished,
        }
    }

    /// Every chain, ordered by its first stone row by row from the top left.
    #[must_use]
    pub fn chains(&self) -> &[ChainLife] {
        &self.chains
    }

    /// The stones suggested as dead, chain by chain.
    #[must_use]
    pub fn dead(&self) -> Vec<Point> {
        self.stones(|chain| chain.is_dead)
    }

    /// The stones that are dead beyond doubt, chain by chain.
    #[must_use]
    pub fn proved_dead(&self) -> Vec<Point> {
        self.stones(|chain| chain.is_dead && chain.ground == Ground::Proved)
    }

    /// The smallest certainty of any chain; 1 on an empty board.
    #[must_use]
    pub fn certainty(&self) -> f64 {
        let certainties = self.chains.iter().map(|chain| chain.certainty);
        certainties.fold(1.0, f64::min)
    }

    /// Whether every chain is proved or as good as certain.
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.certainty() >= Self::CERTAIN
    }

    /// Whose a point is if the suggestion is followed: the side whose live stone stands there
    /// or whose live stones alone surround it. The point must lie on the board.
    #[must_use]
    pub fn owner(&self, point: Point) -> Option<Color> {
        self.owners[self.size.index(point)]
    }

    /// The empty points that belong to neither side, seki apart: the dame.
    #[must_use]
    pub fn dame(&self) -> Vec<Point> {
        let points = self.size.points();
        points
            .filter(|&point| self.owner(point).is_none() && !self.seki.contains(&point))
            .collect()
    }

    /// The liberties that chains in seki share.
    #[must_use]
    pub fn seki(&self) -> &[Point] {
        &self.seki
    }

    /// What the life of one of its chains hangs on.
    #[must_use]
    pub fn hinge(&self, chain: &ChainLife) -> Option<Hinge> {
        if self.is_beside_bent_four(chain) {
            return Some(Hinge::BentFour);
        }
        if chain.hangs_on_ko {
            return Some(Hinge::Ko);
        }
        (chain.status == Status::Open).then_some(Hinge::FirstMove)
    }

    /// Whether it is a bent four, or shares liberties with one that may take it.
    fn is_beside_bent_four(&self, chain: &ChainLife) -> bool {
        let four = |stone: &Point| {
            let mut chains = self.chains.iter();
            chains.find(|other| other.chain.stones.contains(stone))
        };
        let shares = |other: &ChainLife| {
            let mut liberties = chain.chain.liberties.iter();
            liberties.any(|point| other.chain.liberties.contains(point))
        };
        let mut places = self.unfinished.iter();
        chain.ground == Ground::Estimated
            && places.any(|place| match place {
                Unfinished::BentFour(stone) => four(stone).is_some_and(shares),
                _ => false,
            })
    }

    /// Places where something is still to be played.
    #[must_use]
    pub fn unfinished(&self) -> &[Unfinished] {
        &self.unfinished
    }

    fn stones(&self, is_named: impl Fn(&ChainLife) -> bool) -> Vec<Point> {
        let named = self.chains.iter().filter(|chain| is_named(chain));
        named.flat_map(|chain| chain.chain.stones.clone()).collect()
    }
}

/// The board without the stones suggested as dead.
fn live(board: &Board, chains: &[ChainLife]) -> Board {
    let mut live = board.clone();
    for chain in chains.iter().filter(|chain| chain.is_dead) {
        for &stone in &chain.chain.stones {
            live.set(stone, None);
        }
    }
    live
}
