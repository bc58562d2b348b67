//! Chance that can be repeated.

/// A small random number generator (xorshift64*, Vigna 2016), the same for the same seed.
#[derive(Debug, Clone)]
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `limit`, which is above zero.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        let limit = u64::try_from(limit).expect("a small number");
        usize::try_from((high * limit) >> 32).expect("below the limit")
    }
}
