//! What came of the records that were checked.

use std::fmt;

/// What came of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Agrees,
    /// The result is another, whatever is not certain.
    Differs,
    /// As it looks the result is another, but what is not certain can make it so.
    Open,
    NotByCounting,
    NoResult,
    /// A move that the rules forbid, or stones that cannot stand.
    Refused,
}

/// A record that was checked.
pub(super) struct Checked {
    pub kind: Kind,
    /// Whether nothing that is not certain can change the winner.
    pub certain: bool,
    /// Whether the side that is ahead on the board won a game that was not counted.
    pub ahead_won: bool,
    /// Whether another komi in use would make the count agree: the record's own is not the one
    /// that was played with.
    pub other_komi: bool,
    pub words: String,
}

/// How many records of each kind there were.
#[derive(Debug, Default)]
pub(super) struct Tally {
    kinds: [usize; 6],
    certain: usize,
    certain_differ: usize,
    ahead_won: usize,
    other_komi: usize,
}

impl Tally {
    pub(super) fn of(&self, kind: Kind) -> usize {
        self.kinds[kind as usize]
    }

    pub(super) fn add(&mut self, checked: &Checked) {
        self.kinds[checked.kind as usize] += 1;
        self.certain += usize::from(checked.certain);
        self.certain_differ += usize::from(checked.certain && checked.kind == Kind::Differs);
        self.ahead_won += usize::from(checked.ahead_won);
        self.other_komi += usize::from(checked.other_komi);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "records {} agree {} differ {} open {} not_by_counting {} no_result {} refused {}\n\
             winner_certain {} of_these_differ {} agree_with_another_komi {} ahead_won_uncounted {}",
            self.kinds.iter().sum::<usize>(),
            self.of(Kind::Agrees),
            self.of(Kind::Differs),
            self.of(Kind::Open),
            self.of(Kind::NotByCounting),
            self.of(Kind::NoResult),
            self.of(Kind::Refused),
            self.certain,
            self.certain_differ,
            self.other_komi,
            self.ahead_won
        )
    }
}
