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
pub(super) use prove::saved;
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
    /// Whether it stays, whoever begins, if one side wins every ko, and not if the other does.
    pub hangs_on_ko: bool,
    /// Whether it provably lives, whatever is around, if its owner begins and the enemy does not.
    pub saved: bool,
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
        let Ok(outcome) = Outcome::of(&part, &ground) else {
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
    /// The stones that stay, whoever begins, only if a certain side wins every ko.
    on_ko: Cells,
}

impl Outcome {
    fn of(part: &Part, ground: &Ground) -> Result<Self, TooLarge> {
        let mut areas = ByColor::default();
        let mut neutral = part.field.empty(&part.stones);
        for first in Color::BOTH {
            let area = area_at_end(part, first, Solver::new(&part.field, BUDGET))?;
            neutral &= !(area.black | area.white);
            areas[first] = area;
        }
        for color in Color::BOTH {
            let staying = areas.black[color] & areas.white[color];
            neutral &= part.field.beside(part.stones.of[color] & staying);
        }
        // What the playouts have settled needs no ko.
        let is_in_doubt = |&(id, _): &(usize, Cells)| !ground.is_clear(id);
        let on_ko = if neutral != 0 || part.chains.iter().any(is_in_doubt) {
            on_ko(part).unwrap_or(0)
        } else {
            0
        };
        Ok(Self {
            areas,
            neutral,
            on_ko,
        })
    }

    fn fates(&self, part: &Part, chains: &[Chain]) -> Vec<(usize, Fate)> {
        let fate = |&(id, cells): &(usize, Cells)| {
            let color = chains[id].color;
            let stays = self.areas.map(|area| cells & !area[color] == 0);
            let seki = stays.black && stays.white && part.field.beside(cells) & self.neutral != 0;
            let fate = Fate {
                stays,
                seki,
                hangs_on_ko: cells & self.on_ko != 0,
                saved: false,
            };
            (id, fate)
        };
        part.chains.iter().map(fate).collect()
    }
}

/// Whose each cell is in the end.
fn area_at_end(part: &Part, first: Color, mut solver: Solver) -> Result<ByColor<Cells>, TooLarge> {
    let end = solver.play_out(&part.stones, first)?;
    Ok(part.field.area(&end))
}

/// The stones that stay, whoever begins, only if a certain side wins every ko.
fn on_ko(part: &Part) -> Result<Cells, TooLarge> {
    let mut staying = ByColor::default();
    for winner in Color::BOTH {
        let mut areas = part.stones.of;
        for first in Color::BOTH {
            let solver = Solver::new(&part.field, BUDGET).with_kos_won_by(winner);
            let area = area_at_end(part, first, solver)?;
            areas.black &= area.black;
            areas.white &= area.white;
        }
        staying[winner] = areas.black | areas.white;
    }
    Ok(staying.black ^ staying.white)
}
