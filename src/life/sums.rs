//! Liberties of a chain as sums.
//!
//! They are counted once for each stone that they touch (pseudo-liberties), together with the
//! sum and the sum of squares of their points: the chain is in atari exactly if all of these
//! are the same point.

use super::arena::Spot;

/// What is known of a chain without looking at its stones.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ChainSums {
    pub stones: u32,
    /// Pseudo-liberties: how many, the sum of their spots, and of the squares.
    liberties: u32,
    sum: u32,
    squares: u64,
}

impl ChainSums {
    pub(super) fn add(&mut self, spot: Spot) {
        self.liberties += 1;
        self.sum += u32::from(spot);
        self.squares += u64::from(spot) * u64::from(spot);
    }

    pub(super) fn remove(&mut self, spot: Spot) {
        self.liberties -= 1;
        self.sum -= u32::from(spot);
        self.squares -= u64::from(spot) * u64::from(spot);
    }

    pub(super) fn merge(&mut self, other: Self) {
        self.stones += other.stones;
        self.liberties += other.liberties;
        self.sum += other.sum;
        self.squares += other.squares;
    }

    pub(super) fn one_stone() -> Self {
        Self {
            stones: 1,
            ..Self::default()
        }
    }

    pub(super) fn has_no_liberty(self) -> bool {
        self.liberties == 0
    }

    /// The only liberty of a chain in atari.
    pub(super) fn last_liberty(self) -> Spot {
        Spot::try_from(self.sum / self.liberties).expect("a point of the grid")
    }

    pub(super) fn in_atari(self) -> bool {
        let sum = u64::from(self.sum);
        self.liberties > 0 && u64::from(self.liberties) * self.squares == sum * sum
    }
}
