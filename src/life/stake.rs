//! What the unfinished places can change.

use super::{ChainLife, Life, Unfinished};
use crate::go::{Color, Point};

/// An unfinished place and the margin of each outcome.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stake {
    /// The place.
    pub place: Unfinished,
    /// By how many points of area Black's margin grows at most over that of the suggestion
    /// if Black plays there first; zero or more.
    pub if_black: i32,
    /// The same if White plays there first; zero or less.
    pub if_white: i32,
}

impl Life {
    /// What each unfinished place can change, in the order of [`Life::unfinished`].
    #[must_use]
    pub fn stakes(&self) -> Vec<Stake> {
        let places = self.unfinished.iter();
        places
            .map(|place| {
                let (if_black, if_white) = self.outcomes(place);
                Stake {
                    place: place.clone(),
                    if_black,
                    if_white,
                }
            })
            .collect()
    }

    /// By how many points of area, at most, the unfinished places may shift the count: a
    /// rough bound, so that a margin above it cannot be changed by playing them out.
    #[must_use]
    pub fn at_stake(&self) -> u32 {
        let odd_dame = u32::try_from(self.dame().len() % 2).expect("0 or 1");
        let stakes = self.stakes();
        let larger = |stake: &Stake| stake.if_black.max(-stake.if_white).unsigned_abs();
        odd_dame + stakes.iter().map(larger).sum::<u32>()
    }

    fn outcomes(&self, place: &Unfinished) -> (i32, i32) {
        match place {
            Unfinished::OpenBorder(points) => {
                // Each point may go to either side, and push a point behind it.
                let most = 2 * count(points);
                (most, -most)
            }
            Unfinished::Ko(_) => (2, -2),
            // Who defends loses nothing by area; who does not loses stones.
            Unfinished::Protect(Color::Black, _) => (0, -1),
            Unfinished::Protect(Color::White, _) => (1, 0),
            Unfinished::Unsettled(stone) => self.chain(*stone).map_or((0, 0), |chain| {
                other_fate(chain, 2 * count(&chain.chain.stones))
            }),
            Unfinished::BentFour(stone) => {
                let worth = self.bent_four_worth(*stone);
                (worth, -worth)
            }
        }
    }

    /// Points of area that the ko for a bent four is worth: twice the chain that makes it
    /// and the chains that share its liberties.
    fn bent_four_worth(&self, stone: Point) -> i32 {
        let Some(bent) = self.chain(stone) else {
            return 0;
        };
        let shares = |chain: &&ChainLife| {
            let mut liberties = chain.chain.liberties.iter();
            liberties.any(|liberty| bent.chain.liberties.contains(liberty))
        };
        let stones = self.chains.iter().filter(shares);
        let stones: i32 = stones.map(|chain| count(&chain.chain.stones)).sum();
        2 * (stones + count(&bent.chain.liberties))
    }

    fn chain(&self, stone: Point) -> Option<&ChainLife> {
        let mut chains = self.chains.iter();
        chains.find(|chain| chain.chain.stones.contains(&stone))
    }
}

/// What Black and White can change where one chain's fate turns.
fn other_fate(chain: &ChainLife, worth: i32) -> (i32, i32) {
    match (chain.chain.color, chain.is_dead) {
        (Color::Black, true) | (Color::White, false) => (worth, 0),
        (Color::Black, false) | (Color::White, true) => (0, -worth),
    }
}

fn count(points: &[Point]) -> i32 {
    i32::try_from(points.len()).expect("a small board")
}
