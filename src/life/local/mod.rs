//! Exact search over small closed parts of a board.

mod border;
mod field;
mod ground;
mod grow;
mod prove;
mod solve;

use crate::go::{Board, ByColor, Chain, Color, Point};

pub(super) use border::gains;
use field::{Cells, each};
pub(super) use ground::Ground;
use grow::Part;
use prove::Group;
use solve::{Solver, TooLarge};

/// So many positions are looked at in one part: about ten milliseconds. Five times as many
/// answer four parts more of the 554 collected positions.
const BUDGET: u32 = 10_000;

/// What exact search says about a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Fate {
    /// Whether it stays on the board if this side begins.
    pub stays: ByColor<bool>,
    /// Whether it has a liberty at the end that neither side may play, whoever begins.
    pub seki: bool,
}

/// What exact search finds on a board.
pub(super) struct Found {
    /// The fates of the chains that stand in parts small enough, by number: what is settled
    /// around a part is taken for granted.
    pub fates: Vec<Option<Fate>>,
    /// The chains that provably live if each attack is answered, by number.
    pub alive: Vec<bool>,
    /// Empty points that neither side may play.
    pub seki: Vec<Point>,
    /// Whose a point provably becomes if each attack is answered, row by row.
    pub owner: Vec<Option<Color>>,
}

/// Searches the small parts of a board. `settled` says whose the points are as far as that
/// is clear, `unconditional` are the stones that can never be taken; both row by row from
/// the top left.
pub(super) fn search(
    board: &Board,
    chains: &[Chain],
    settled: &[Option<Color>],
    unconditional: &[bool],
) -> Found {
    let mut found = Found {
        fates: vec![None; chains.len()],
        alive: vec![false; chains.len()],
        seki: Vec::new(),
        owner: vec![None; board.size().area()],
    };
    let ground = Ground::new(board, chains, settled, unconditional);
    for color in Color::BOTH {
        for group in Group::all(&ground, color) {
            let proof = group.prove();
            proof.alive.iter().for_each(|&id| found.alive[id] = true);
            for point in proof.owned {
                found.owner[ground.index(point)] = Some(color);
            }
        }
    }
    for part in grow::parts(&ground) {
        let Ok(outcome) = Outcome::of(&part) else {
            continue;
        };
        for (id, fate) in outcome.fates(&part, chains) {
            found.fates[id].get_or_insert(fate);
        }
        let neutral = each(outcome.neutral).filter_map(|cell| part.empty.get(cell).copied());
        found.seki.extend(neutral);
    }
    found
}

/// What becomes of a part.
struct Outcome {
    /// Whose each cell is in the end, by who begins.
    areas: ByColor<ByColor<Cells>>,
    /// Empty cells that nobody plays beside chains of both sides that stay, whoever begins.
    neutral: Cells,
}

impl Outcome {
    fn of(part: &Part) -> Result<Self, TooLarge> {
        let mut areas = ByColor::default();
        let mut neutral = part.field.empty(&part.stones);
        for first in Color::BOTH {
            let mut solver = Solver::new(&part.field, BUDGET);
            let end = solver.play_out(&part.stones, first)?;
            let area = part.field.area(&end);
            neutral &= !(area.black | area.white);
            areas[first] = area;
        }
        for color in Color::BOTH {
            let staying = areas.black[color] & areas.white[color];
            neutral &= part.field.beside(part.stones.of[color] & staying);
        }
        Ok(Self { areas, neutral })
    }

    fn fates(&self, part: &Part, chains: &[Chain]) -> Vec<(usize, Fate)> {
        let fate = |&(id, cells): &(usize, Cells)| {
            let color = chains[id].color;
            let stays = self.areas.map(|area| cells & !area[color] == 0);
            let seki = stays.black && stays.white && part.field.beside(cells) & self.neutral != 0;
            (id, Fate { stays, seki })
        };
        part.chains.iter().map(fate).collect()
    }
}
