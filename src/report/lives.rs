//! Which chains are dead, as far as that is known, and which are still to be asked about.

use super::CountingCase;
use crate::go::{Agreed, AgreementError, Color, DeadStones, Point, Position};
use crate::life::{ChainLife, Hinge, Life, Status, Unfinished};

/// The chains that look dead, by a stone of each, where nobody has agreed on any yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Suggestion {
    /// Those that are hardly in dispute.
    pub certain: Vec<Point>,
    /// The others.
    pub uncertain: Vec<Point>,
}

/// A chain whose life is not certain and that no player was heard about, or that was named
/// otherwise than it looks.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenChain {
    /// Its stones.
    pub stones: Vec<Point>,
    /// Their colour.
    pub color: Color,
    /// Whether it looks dead.
    pub looks_dead: bool,
    /// The probability that it is as it looks.
    pub certainty: f64,
    /// What its life hangs on, where that is known.
    pub hinge: Option<Hinge>,
}

/// What is known of the life of all chains.
#[derive(Debug, Clone)]
pub(super) struct Lives {
    /// The stones that are counted as dead: named, or accepted as suggested.
    pub dead: Vec<Point>,
    /// The same with those that only look dead.
    pub likely_dead: Vec<Point>,
    /// What is still to be asked.
    pub open: Vec<OpenChain>,
    /// A stone of each chain that was accepted as dead without being named.
    pub accepted: Vec<Point>,
}

impl Lives {
    /// Puts together what the players named and what the program may assume.
    ///
    /// # Errors
    /// [`AgreementError`] if a name does not fit the board, or contradicts another.
    pub(super) fn new(
        position: &Position,
        counting: &CountingCase,
        life: Option<&Life>,
    ) -> Result<Self, AgreementError> {
        let named = counting.dead.as_deref().unwrap_or_default();
        let statement = DeadStones::of(named).and_alive(&counting.alive);
        let agreed = position.agree_on(&statement)?;
        let known = |chain: &ChainLife| {
            let stones = &chain.chain.stones;
            stones.iter().any(|s| counting.alive.contains(s)) || agreed.is_dead(stones[0])
        };
        let mut lives = Self {
            dead: agreed.dead().to_vec(),
            likely_dead: agreed.dead().to_vec(),
            open: Vec::new(),
            accepted: Vec::new(),
        };
        let Some(life) = life.filter(|_| counting.asks_for_suggestions()) else {
            return Ok(lives);
        };
        for chain in life.chains().iter().filter(|chain| !known(chain)) {
            let stones = &chain.chain.stones;
            if chain.is_dead {
                lives.likely_dead.extend(stones);
            }
            if !is_certain(life, chain) {
                lives.open.push(open(life, chain));
            } else if chain.is_dead && counting.accept_suggested {
                lives.dead.extend(stones);
                lives.accepted.push(stones[0]);
            }
        }
        Ok(lives)
    }
}

/// The chains that certainly look otherwise than the players named them.
pub(super) fn unlike(life: &Life, agreed: &Agreed) -> Vec<OpenChain> {
    let differs = |chain: &&ChainLife| {
        is_certain(life, chain) && chain.is_dead != agreed.is_dead(chain.chain.stones[0])
    };
    let chains = life.chains().iter().filter(differs);
    chains.map(|chain| open(life, chain)).collect()
}

fn open(life: &Life, chain: &ChainLife) -> OpenChain {
    OpenChain {
        stones: chain.chain.stones.clone(),
        color: chain.chain.color,
        looks_dead: chain.is_dead,
        certainty: chain.certainty,
        hinge: life.hinge(chain),
    }
}

/// Whether the life of a chain is proved or as good as certain, and hangs on no unfinished place.
fn is_certain(life: &Life, chain: &ChainLife) -> bool {
    let hangs = |place: &Unfinished| match place {
        Unfinished::Unsettled(stone) | Unfinished::KoForLife(stone) => {
            chain.chain.stones.contains(stone)
        }
        // The bent four's opponents around it are those who may lose the ko.
        Unfinished::BentFour(_) => chain.status == Status::Seki,
        _ => false,
    };
    chain.certainty >= Life::CERTAIN
        && chain.status != Status::Open
        && !life.unfinished().iter().any(hangs)
}

impl Suggestion {
    /// The chains that look dead to the program.
    pub(super) fn of(life: &Life) -> Self {
        let dead = life.chains().iter().filter(|chain| chain.is_dead);
        let (certain, uncertain): (Vec<_>, Vec<_>) =
            dead.partition(|chain| is_certain(life, chain));
        let stones =
            |chains: Vec<&ChainLife>| chains.into_iter().map(|c| c.chain.stones[0]).collect();
        Self {
            certain: stones(certain),
            uncertain: stones(uncertain),
        }
    }
}
