//! Which move a playout makes: never a foolish one, seldom the best one.
//!
//! First the surroundings of the opponent's last move: chains in atari are taken or saved,
//! eye spaces that the move shook are divided or attacked at their vital point, good shapes
//! are made. Then any point at random that does not fill an own eye, waste an own territory
//! or put an own chain in atari for nothing.
//!
//! The games of one position learn from each other: a side seldom repeats a move at a point
//! that did not end as its own in earlier games. So hopeless invasions, rescues and
//! sacrifices are soon given up, by whichever side, and seki is left alone.

use super::arena::{Arena, Cell, Spot};
use super::pattern;
use super::random::Random;
use super::shape::{is_killing_shape, vital_point};
use super::trials::Trials;
use crate::go::{ByColor, Color};

/// Of a hundred moves that never worked, so many are made all the same. Between 5 and 60
/// it makes little difference.
const LEAST_HOPE: usize = 40;
/// Eye spaces up to this size have a vital point.
const LARGEST_VITAL: usize = 6;
/// Regions of one side up to this size are left to the opponent to begin in.
const LARGEST_QUIET: usize = 8;

/// Chooses moves, and remembers how they went.
#[derive(Debug)]
pub(super) struct Policy {
    random: Random,
    /// How the moves of a colour at a point went.
    trials: ByColor<Vec<Trials>>,
    /// How those went that left the own chain in atari, for themselves.
    sacrifices: ByColor<Vec<Trials>>,
    /// The moves of the current game, and which were sacrifices.
    moves: Vec<(Color, Spot, bool)>,
    /// Points seen by the search that bears the current stamp.
    seen: Vec<u32>,
    stamp: u32,
    found: Vec<Spot>,
    region: Vec<Spot>,
}

impl Policy {
    pub(super) fn new(arena: &Arena, seed: u64) -> Self {
        Self {
            random: Random::new(seed),
            trials: ByColor::from_fn(|_| vec![Trials::default(); arena.spots()]),
            sacrifices: ByColor::from_fn(|_| vec![Trials::default(); arena.spots()]),
            moves: Vec::new(),
            seen: vec![0; arena.spots()],
            stamp: 0,
            found: Vec::new(),
            region: Vec::new(),
        }
    }

    /// Learns from a game: a move worked if the point is the mover's at the end.
    pub(super) fn learn(&mut self, owners: &[Option<Color>]) {
        for (color, spot, sacrifice) in self.moves.drain(..) {
            let worked = owners[usize::from(spot)] == Some(color);
            self.trials[color][usize::from(spot)].add(worked);
            if sacrifice {
                self.sacrifices[color][usize::from(spot)].add(worked);
            }
        }
    }

    /// The move of a colour; `None` to pass.
    pub(super) fn choose(
        &mut self,
        arena: &Arena,
        color: Color,
        last: Option<Spot>,
    ) -> Option<Spot> {
        let near = last.and_then(|last| {
            let answer = self.answer(arena, color, last);
            let hopeful = answer.filter(|&spot| self.is_hopeful(color, spot));
            hopeful.or_else(|| {
                let shape = self.shape(arena, color, last)?;
                self.is_hopeful(color, shape).then_some(shape)
            })
        });
        let chosen = near.or_else(|| self.anywhere(arena, color))?;
        let sacrifice =
            !arena.captures(color, chosen) && self.liberties_after(arena, color, chosen) < 2;
        self.moves.push((color, chosen, sacrifice));
        Some(chosen)
    }

    /// Whether to make a move, by how it went in earlier games.
    fn is_hopeful(&mut self, color: Color, spot: Spot) -> bool {
        let hope = self.trials[color][usize::from(spot)].hope();
        self.random.below(100) < hope.max(LEAST_HOPE)
    }

    /// A random move that is not foolish.
    fn anywhere(&mut self, arena: &Arena, color: Color) -> Option<Spot> {
        let spots = arena.board();
        let (before, after) = spots.split_at(self.random.below(spots.len()));
        let mut all = after.iter().chain(before).copied();
        all.find(|&spot| self.accepts(arena, color, spot) && self.is_hopeful(color, spot))
    }

    /// A move near the opponent's last one that takes, saves, kills or lives.
    fn answer(&mut self, arena: &Arena, color: Color, last: Spot) -> Option<Spot> {
        self.found.clear();
        if arena.has(last, color.opponent()) && arena.in_atari(last) {
            self.found.push(arena.last_liberty(last));
        }
        for near in arena.around(last) {
            if arena.has(near, color) && arena.in_atari(near) {
                self.add_rescues(arena, color, near);
            }
        }
        if self.found.is_empty() {
            self.add_vital_points(arena, last);
        }
        self.found.retain(|&spot| arena.is_legal(color, spot));
        match self.found.len() {
            0 => None,
            count => Some(self.found[self.random.below(count)]),
        }
    }

    /// A move beside the last one that makes a good shape.
    fn shape(&mut self, arena: &Arena, color: Color, last: Spot) -> Option<Spot> {
        let beside = arena.around(last).into_iter().chain(arena.diagonals(last));
        let mut shapes = [0; 8];
        let mut count = 0;
        for spot in beside {
            if arena.cell(spot) == Cell::Empty
                && pattern::fits(arena, spot)
                && self.accepts(arena, color, spot)
            {
                shapes[count] = spot;
                count += 1;
            }
        }
        (count > 0).then(|| shapes[self.random.below(count)])
    }

    /// The moves that take an enemy chain beside a chain in atari, or give it liberties.
    fn add_rescues(&mut self, arena: &Arena, color: Color, chain: Spot) {
        let enemy = color.opponent();
        for stone in arena.chain(chain) {
            for near in arena.around(stone) {
                if arena.has(near, enemy) && arena.in_atari(near) {
                    let taking = arena.last_liberty(near);
                    if !self.found.contains(&taking) {
                        self.found.push(taking);
                    }
                }
            }
        }
        let escape = arena.last_liberty(chain);
        if self.liberties_after(arena, color, escape) >= 2 && !self.found.contains(&escape) {
            self.found.push(escape);
        }
    }

    /// The vital points of small eye spaces beside the last move or beside what it took.
    fn add_vital_points(&mut self, arena: &Arena, last: Spot) {
        for near in arena.around(last) {
            if arena.cell(near) == Cell::Empty
                && self.flood(arena, near, LARGEST_VITAL).is_some()
                && let Some(vital) = vital_point(arena, &self.region)
                && !self.found.contains(&vital)
            {
                self.found.push(vital);
            }
        }
    }

    /// Collects the empty region of a point into `region`; the side that alone surrounds
    /// it, `None` if there is none or the region is larger than `limit`.
    fn flood(&mut self, arena: &Arena, start: Spot, limit: usize) -> Option<Color> {
        self.stamp += 1;
        self.seen[usize::from(start)] = self.stamp;
        self.region.clear();
        self.region.push(start);
        let mut border = None;
        let mut next = 0;
        while let Some(&spot) = self.region.get(next) {
            next += 1;
            for near in arena.around(spot) {
                match arena.cell(near) {
                    Cell::Empty if self.seen[usize::from(near)] != self.stamp => {
                        if self.region.len() == limit {
                            return None;
                        }
                        self.seen[usize::from(near)] = self.stamp;
                        self.region.push(near);
                    }
                    Cell::Stone(color) if border.is_some_and(|other| other != color) => {
                        return None;
                    }
                    Cell::Stone(color) => border = Some(color),
                    _ => {}
                }
            }
        }
        border
    }

    /// Whether a random move may be made there.
    fn accepts(&mut self, arena: &Arena, color: Color, spot: Spot) -> bool {
        if arena.cell(spot) != Cell::Empty || !arena.is_legal(color, spot) {
            return false;
        }
        if arena.captures(color, spot) {
            return true;
        }
        let around = arena.around(spot);
        let saves = around
            .iter()
            .any(|&near| arena.has(near, color) && arena.in_atari(near));
        let beside_enemy = around.iter().any(|&near| arena.has(near, color.opponent()));
        if !saves && !beside_enemy && self.flood(arena, spot, LARGEST_QUIET) == Some(color) {
            return false;
        }
        self.liberties_after(arena, color, spot) >= 2
            || (self.is_sacrifice(arena, color, spot)
                && self.random.below(100) < self.sacrifices[color][usize::from(spot)].hope())
    }

    /// Whether a move that leaves the own chain in atari is worth it: a throw-in, or a
    /// shape that leaves no two eyes when it is taken. `liberties_after` has just left the
    /// chain in `region`.
    fn is_sacrifice(&mut self, arena: &Arena, color: Color, spot: Spot) -> bool {
        self.region.clear();
        self.region.push(spot);
        for near in arena.around(spot) {
            if !arena.has(near, color) {
                continue;
            }
            if arena.stones_of(near) as usize >= LARGEST_VITAL {
                return false;
            }
            for stone in arena.chain(near) {
                if !self.region.contains(&stone) {
                    self.region.push(stone);
                }
            }
        }
        is_killing_shape(arena, &self.region)
    }

    /// Liberties of the own chain after a move there that takes nothing, counted up to two.
    fn liberties_after(&mut self, arena: &Arena, color: Color, spot: Spot) -> usize {
        self.stamp += 1;
        self.seen[usize::from(spot)] = self.stamp;
        let mut count = 0;
        for near in arena.around(spot) {
            if arena.cell(near) == Cell::Empty {
                self.seen[usize::from(near)] = self.stamp;
                count += 1;
            }
        }
        for near in arena.around(spot) {
            if count >= 2 {
                break;
            }
            if arena.has(near, color) && !arena.in_atari(near) {
                count += self.new_liberties(arena, near);
            }
        }
        count
    }

    /// Liberties of a chain that bear no stamp yet, up to two.
    fn new_liberties(&mut self, arena: &Arena, chain: Spot) -> usize {
        let mut count = 0;
        for stone in arena.chain(chain) {
            for near in arena.around(stone) {
                let seen = &mut self.seen[usize::from(near)];
                if arena.cell(near) == Cell::Empty && *seen != self.stamp {
                    *seen = self.stamp;
                    count += 1;
                    if count == 2 {
                        return count;
                    }
                }
            }
        }
        count
    }
}
