//! How moves went in earlier games.

/// An untried move counts as so many that worked.
const PRIOR: usize = 2;

/// How often something was tried, and how often it worked.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trials {
    tried: u32,
    worked: u32,
}

impl Trials {
    pub(super) fn add(&mut self, worked: bool) {
        self.tried += 1;
        self.worked += u32::from(worked);
    }

    /// The share of a hundred that worked, the prior ones included.
    pub(super) fn hope(self) -> usize {
        (self.worked as usize + PRIOR) * 100 / (self.tried as usize + PRIOR)
    }
}
