//! A board for playouts: chains and their liberties are kept up to date move by move.
//!
//! Points are numbers into a grid with a border of [`Cell::Wall`] all around, so that no
//! neighbour needs a bounds check of its own.

use super::sums::ChainSums;
use crate::go::{Board, Color, Point};

/// What is on a point of the grid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Cell {
    Empty,
    Stone(Color),
    Wall,
}

/// The number of a point in the grid.
pub(super) type Spot = u16;

/// No point.
const NOWHERE: Spot = 0;

/// A board with chains, for moves that are known to be legal.
#[derive(Debug, Clone)]
pub(super) struct Arena {
    stride: Spot,
    cells: Vec<Cell>,
    /// The stone that stands for the chain of a stone.
    head: Vec<Spot>,
    /// The next stone of the same chain, in a ring.
    next: Vec<Spot>,
    /// Sums of a chain, at its head.
    sums: Vec<ChainSums>,
    /// The point that may not be played now, as it would take back a ko.
    ko: Spot,
    captured: Vec<Spot>,
    /// The points of the board, row by row.
    board: Vec<Spot>,
}

impl Arena {
    /// The grid of a board of which every chain has a liberty.
    pub(super) fn new(board: &Board) -> Self {
        let size = board.size();
        let stride = Spot::from(size.width()) + 1;
        let cells = usize::from(stride) * (usize::from(size.height()) + 2) + 1;
        let mut arena = Self {
            stride,
            cells: vec![Cell::Wall; cells],
            head: vec![NOWHERE; cells],
            next: vec![NOWHERE; cells],
            sums: vec![ChainSums::default(); cells],
            ko: NOWHERE,
            captured: Vec::with_capacity(size.area()),
            board: Vec::with_capacity(size.area()),
        };
        for point in size.points() {
            let spot = arena.spot(point);
            arena.cells[usize::from(spot)] = Cell::Empty;
            arena.board.push(spot);
        }
        for point in size.points() {
            if let Some(color) = board.get(point) {
                let spot = arena.spot(point);
                arena.place_stone(color, spot);
            }
        }
        arena
    }

    /// Makes this arena, which is one of the same board size, the same as another one without
    /// new memory.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.cells.copy_from_slice(&other.cells);
        self.head.copy_from_slice(&other.head);
        self.next.copy_from_slice(&other.next);
        self.sums.copy_from_slice(&other.sums);
        self.ko = other.ko;
        self.captured.clear();
    }

    /// The points of the board, row by row from the top left.
    pub(super) fn board(&self) -> &[Spot] {
        &self.board
    }

    /// How many spots the grid has, walls included.
    pub(super) fn spots(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn spot(&self, point: Point) -> Spot {
        (Spot::from(point.row()) + 1) * self.stride + Spot::from(point.column()) + 1
    }

    pub(super) fn cell(&self, spot: Spot) -> Cell {
        self.cells[usize::from(spot)]
    }

    pub(super) fn has(&self, spot: Spot, color: Color) -> bool {
        self.cell(spot) == Cell::Stone(color)
    }

    /// The four points around, walls included.
    pub(super) fn around(&self, spot: Spot) -> [Spot; 4] {
        [spot - self.stride, spot - 1, spot + 1, spot + self.stride]
    }

    /// The four points that touch diagonally, walls included.
    pub(super) fn diagonals(&self, spot: Spot) -> [Spot; 4] {
        let stride = self.stride;
        [
            spot - stride - 1,
            spot - stride + 1,
            spot + stride - 1,
            spot + stride + 1,
        ]
    }

    /// The stone that stands for the chain of a stone.
    pub(super) fn head(&self, stone: Spot) -> Spot {
        self.head[usize::from(stone)]
    }

    pub(super) fn stones_of(&self, stone: Spot) -> u32 {
        self.sums[usize::from(self.head(stone))].stones
    }

    pub(super) fn in_atari(&self, stone: Spot) -> bool {
        self.sums[usize::from(self.head(stone))].in_atari()
    }

    /// The only liberty of a chain in atari.
    pub(super) fn last_liberty(&self, stone: Spot) -> Spot {
        self.sums[usize::from(self.head(stone))].last_liberty()
    }

    /// The stones of a chain.
    pub(super) fn chain(&self, stone: Spot) -> impl Iterator<Item = Spot> {
        let mut current = Some(stone);
        std::iter::from_fn(move || {
            let here = current?;
            let next = self.next[usize::from(here)];
            current = (next != stone).then_some(next);
            Some(here)
        })
    }

    /// Whether the move takes a chain.
    pub(super) fn captures(&self, color: Color, spot: Spot) -> bool {
        let enemy = color.opponent();
        let mut around = self.around(spot).into_iter();
        around.any(|near| self.has(near, enemy) && self.in_atari(near))
    }

    /// Whether an empty point may be played: neither suicide nor the ko.
    pub(super) fn is_legal(&self, color: Color, spot: Spot) -> bool {
        spot != self.ko
            && self
                .around(spot)
                .into_iter()
                .any(|near| match self.cell(near) {
                    Cell::Empty => true,
                    Cell::Stone(stone) => self.in_atari(near) != (stone == color),
                    Cell::Wall => false,
                })
    }

    /// Passes: a ko may be taken back after that.
    pub(super) fn pass(&mut self) {
        self.ko = NOWHERE;
        self.captured.clear();
    }

    /// Plays a legal move and takes what it captures.
    pub(super) fn play(&mut self, color: Color, spot: Spot) {
        self.captured.clear();
        self.ko = NOWHERE;
        self.place_stone(color, spot);
        let enemy = color.opponent();
        for near in self.around(spot) {
            if self.has(near, enemy) && self.sums[usize::from(self.head(near))].has_no_liberty() {
                self.take(near);
            }
        }
        if let [taken] = self.captured[..]
            && self.stones_of(spot) == 1
            && self.in_atari(spot)
        {
            self.ko = taken;
        }
    }

    /// Puts a stone down and joins it with its neighbours.
    fn place_stone(&mut self, color: Color, spot: Spot) {
        let index = usize::from(spot);
        self.cells[index] = Cell::Stone(color);
        self.head[index] = spot;
        self.next[index] = spot;
        self.sums[index] = ChainSums::one_stone();
        for near in self.around(spot) {
            match self.cell(near) {
                Cell::Empty => self.sums[index].add(near),
                Cell::Stone(_) => {
                    let head = self.head(near);
                    self.sums[usize::from(head)].remove(spot);
                }
                Cell::Wall => {}
            }
        }
        for near in self.around(spot) {
            if self.has(near, color) {
                self.join(near, spot);
            }
        }
    }

    fn join(&mut self, one: Spot, other: Spot) {
        let (mut large, mut small) = (self.head(one), self.head(other));
        if large == small {
            return;
        }
        let stones = |head: Spot| self.sums[usize::from(head)].stones;
        if stones(large) < stones(small) {
            std::mem::swap(&mut large, &mut small);
        }
        let merged = self.sums[usize::from(small)];
        self.sums[usize::from(large)].merge(merged);
        let mut stone = small;
        loop {
            self.head[usize::from(stone)] = large;
            stone = self.next[usize::from(stone)];
            if stone == small {
                break;
            }
        }
        self.next.swap(usize::from(large), usize::from(small));
    }

    fn take(&mut self, stone: Spot) {
        let first = self.captured.len();
        let mut current = stone;
        loop {
            self.captured.push(current);
            current = self.next[usize::from(current)];
            if current == stone {
                break;
            }
        }
        for index in first..self.captured.len() {
            self.cells[usize::from(self.captured[index])] = Cell::Empty;
        }
        for index in first..self.captured.len() {
            let spot = self.captured[index];
            for near in self.around(spot) {
                if matches!(self.cell(near), Cell::Stone(_)) {
                    let head = self.head(near);
                    self.sums[usize::from(head)].add(spot);
                }
            }
        }
    }
}
