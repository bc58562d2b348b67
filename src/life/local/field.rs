//! A small closed part of a board, for exact search.
//!
//! Its cells are numbered and sets of them are the bits of a word. A large chain is one
//! cell: whether it is taken matters, not what is played where it stood, so that cell goes
//! over to the taker for good. All around stand stones that cannot be taken; a cell that
//! touches one of a colour is anchored to it.

use crate::go::{ByColor, Color};

/// A set of cells.
pub(super) type Cells = u64;

/// At most so many cells.
pub(super) const MOST_CELLS: usize = 64;

/// What does not change while a part of the board is searched.
#[derive(Debug, Clone, Default)]
pub(super) struct Field {
    /// The cells around each cell.
    pub around: Vec<Cells>,
    /// The cells that touch a stone outside which cannot be taken.
    pub anchored: ByColor<Cells>,
    /// The large chains, by whose they are in the beginning.
    pub large: ByColor<Cells>,
    /// Points of the board in each cell.
    pub weights: Vec<i32>,
}

/// The stones of a small part, and where a ko may not be taken back.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Stones {
    pub of: ByColor<Cells>,
    pub ko: Cells,
}

/// The cells of a set, one after the other.
pub(super) fn each(mut cells: Cells) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = cells.trailing_zeros() as usize;
        cells &= cells.wrapping_sub(1);
        (cell < MOST_CELLS).then_some(cell)
    })
}

/// The set of one cell.
pub(super) fn only(cell: usize) -> Cells {
    1 << cell
}

impl Field {
    /// Every cell.
    pub(super) fn cells(&self) -> Cells {
        if self.around.len() == MOST_CELLS {
            Cells::MAX
        } else {
            only(self.around.len()) - 1
        }
    }

    pub(super) fn empty(&self, stones: &Stones) -> Cells {
        self.cells() & !(stones.of.black | stones.of.white)
    }

    /// The cells beside a set, itself perhaps included.
    pub(super) fn beside(&self, cells: Cells) -> Cells {
        each(cells).fold(0, |sum, cell| sum | self.around[cell])
    }

    /// The part of `within` that is connected with a cell.
    pub(super) fn connected(&self, start: Cells, within: Cells) -> Cells {
        let mut found = start;
        let mut new = start;
        while new != 0 {
            new = self.beside(new) & within & !found;
            found |= new;
        }
        found
    }

    /// Whether a chain is safe: connected with what cannot be taken.
    fn is_safe(&self, chain: Cells, color: Color) -> bool {
        chain & (self.anchored[color] | self.large[color.opponent()]) != 0
    }

    fn can_stay(&self, chain: Cells, color: Color, empty: Cells) -> bool {
        self.is_safe(chain, color) || self.beside(chain) & empty != 0
    }

    /// The stones after a move on an empty cell; `None` where it is forbidden.
    pub(super) fn play(&self, stones: &Stones, color: Color, cell: usize) -> Option<Stones> {
        let (enemy, place) = (color.opponent(), only(cell));
        if stones.ko == place {
            return None;
        }
        let mut after = *stones;
        after.ko = 0;
        after.of[color] |= place;
        let mut taken = 0;
        let mut left = self.around[cell] & after.of[enemy];
        while left != 0 {
            let chain = self.connected(left & left.wrapping_neg(), after.of[enemy]);
            left &= !chain;
            if !self.can_stay(chain, enemy, self.empty(&after)) {
                taken |= chain;
            }
        }
        after.of[enemy] &= !taken;
        after.of[color] |= taken & self.large[enemy];
        let chain = self.connected(place, after.of[color]);
        if !self.can_stay(chain, color, self.empty(&after)) {
            return None;
        }
        let liberties = self.beside(chain) & self.empty(&after);
        if taken.count_ones() == 1 && chain == place && liberties == taken {
            after.ko = taken;
        }
        Some(after)
    }

    /// Whether the cell is an eye of one chain that has other liberties.
    pub(super) fn is_own_eye(&self, stones: &Stones, color: Color, cell: usize) -> bool {
        let own = stones.of[color];
        let around = self.around[cell];
        let enemy_beside = self.anchored[color.opponent()] & only(cell) != 0;
        if around == 0 || around & !own != 0 || enemy_beside {
            return false;
        }
        let chain = self.connected(around & around.wrapping_neg(), own);
        let others = self.empty(stones) & !only(cell);
        around & !chain == 0 && self.can_stay(chain, color, others)
    }

    /// Whose each cell is when play ends: `Black`'s and `White`'s sets.
    pub(super) fn area(&self, stones: &Stones) -> ByColor<Cells> {
        let mut area = stones.of;
        let mut left = self.empty(stones);
        let empty = left;
        while left != 0 {
            let region = self.connected(left & left.wrapping_neg(), empty);
            left &= !region;
            let beside = self.beside(region);
            let reaches =
                |color: Color| beside & stones.of[color] != 0 || region & self.anchored[color] != 0;
            match (reaches(Color::Black), reaches(Color::White)) {
                (true, false) => area.black |= region,
                (false, true) => area.white |= region,
                _ => {}
            }
        }
        area
    }

    /// Points of Black's area less those of White's.
    pub(super) fn margin(&self, stones: &Stones) -> i32 {
        let area = self.area(stones);
        self.weight(area.black) - self.weight(area.white)
    }

    /// Between which margins for Black play must end: a large chain that was taken is lost
    /// for good.
    pub(super) fn bounds(&self, stones: &Stones) -> (i32, i32) {
        let all: i32 = self.weights.iter().sum();
        let lost = |color: Color| 2 * self.weight(self.large[color] & stones.of[color.opponent()]);
        (lost(Color::White) - all, all - lost(Color::Black))
    }

    fn weight(&self, cells: Cells) -> i32 {
        each(cells).map(|cell| self.weights[cell]).sum()
    }
}
