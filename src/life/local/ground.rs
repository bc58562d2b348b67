//! A board as the search finds it: chains, small regions, and what is settled.

use crate::go::{Board, ByColor, Chain, Color, Point};

/// A region is small with at most so many empty points: an eye space, not a territory.
const SMALL: usize = 8;
/// And with at most so many stones of the opponent in it. Of 6, 10 and 16 this one answered
/// most of the collected positions.
const FEW_STONES: usize = 16;
/// A chain with so many liberties is in no danger.
const MANY_LIBERTIES: usize = 8;

/// What is known of a board before the search.
pub(in crate::life) struct Ground<'a> {
    pub board: &'a Board,
    pub chains: &'a [Chain],
    /// Whose each point is as far as that is settled.
    settled: &'a [Option<Color>],
    /// Stones that can never be taken.
    alive: &'a [bool],
    chain_of: Vec<Option<usize>>,
    regions: ByColor<Regions>,
}

/// The regions without stones of a colour.
struct Regions {
    /// The region of each point without such a stone.
    of: Vec<Option<usize>>,
    all: Vec<Region>,
}

/// Connected points without stones of a colour.
#[derive(Default)]
pub(super) struct Region {
    pub points: Vec<Point>,
    empty: usize,
}

impl Region {
    pub(super) fn is_small(&self) -> bool {
        let stones = self.points.len() - self.empty;
        (1..=SMALL).contains(&self.empty) && stones <= FEW_STONES
    }
}

impl<'a> Ground<'a> {
    /// `settled` and `alive` are by point, row by row from the top left.
    pub(in crate::life) fn new(
        board: &'a Board,
        chains: &'a [Chain],
        settled: &'a [Option<Color>],
        alive: &'a [bool],
    ) -> Self {
        let size = board.size();
        let mut chain_of = vec![None; size.area()];
        for (id, chain) in chains.iter().enumerate() {
            for &stone in &chain.stones {
                chain_of[size.index(stone)] = Some(id);
            }
        }
        Self {
            board,
            chains,
            settled,
            alive,
            chain_of,
            regions: ByColor::from_fn(|color| Regions::of(board, color)),
        }
    }

    pub(super) fn index(&self, point: Point) -> usize {
        self.board.size().index(point)
    }

    /// The number of the chain on a point.
    pub(super) fn chain_at(&self, point: Point) -> Option<usize> {
        self.chain_of[self.index(point)]
    }

    pub(super) fn settled_at(&self, point: Point) -> Option<Color> {
        self.settled[self.index(point)]
    }

    /// The small regions without stones of a colour.
    pub(super) fn small_regions(&self, color: Color) -> impl Iterator<Item = &Region> {
        let all = self.regions[color].all.iter();
        all.filter(|region| region.is_small())
    }

    /// The region of a point on which no stone of the colour stands.
    pub(super) fn region(&self, point: Point, color: Color) -> Option<&Region> {
        let regions = &self.regions[color];
        regions.of[self.index(point)].map(|id| &regions.all[id])
    }

    /// Whether a chain is in no danger whatever happens around it.
    pub(super) fn is_solid(&self, id: usize) -> bool {
        let chain = &self.chains[id];
        let is_safe = chain.liberties.len() >= MANY_LIBERTIES || self.has_room(chain);
        self.is_alive(id) || (self.is_settled(id) && is_safe)
    }

    /// Whether a chain can never be taken.
    pub(super) fn is_alive(&self, id: usize) -> bool {
        self.alive[self.index(self.chains[id].stones[0])]
    }

    /// Whether a chain is as good as alive.
    pub(super) fn is_settled(&self, id: usize) -> bool {
        let chain = &self.chains[id];
        self.settled_at(chain.stones[0]) == Some(chain.color)
    }

    /// Whether it is settled what becomes of a chain.
    pub(super) fn is_clear(&self, id: usize) -> bool {
        self.settled_at(self.chains[id].stones[0]).is_some()
    }

    /// Whether a chain has a liberty in a large area of its own.
    fn has_room(&self, chain: &Chain) -> bool {
        let is_own = |&point: &Point| self.settled_at(point) == Some(chain.color);
        let mut own = chain.liberties.iter().filter(|&liberty| is_own(liberty));
        own.any(|&liberty| {
            let region = self.region(liberty, chain.color);
            region.is_some_and(|region| {
                let own = region.points.iter().filter(|&point| is_own(point)).count();
                !region.is_small() && own > SMALL
            })
        })
    }
}

impl Regions {
    fn of(board: &Board, color: Color) -> Self {
        let mut regions = Self {
            of: vec![None; board.size().area()],
            all: Vec::new(),
        };
        for start in board.size().points() {
            if board.get(start) != Some(color) && regions.of[board.size().index(start)].is_none() {
                let region = regions.spread(board, color, start);
                regions.all.push(region);
            }
        }
        regions
    }

    fn spread(&mut self, board: &Board, color: Color, start: Point) -> Region {
        let size = board.size();
        let id = Some(self.all.len());
        let mut region = Region::default();
        self.of[size.index(start)] = id;
        region.points.push(start);
        let mut next = 0;
        while let Some(&point) = region.points.get(next) {
            next += 1;
            region.empty += usize::from(board.get(point).is_none());
            for near in size.neighbours(point) {
                let of = &mut self.of[size.index(near)];
                if board.get(near) != Some(color) && of.is_none() {
                    *of = id;
                    region.points.push(near);
                }
            }
        }
        region
    }
}
