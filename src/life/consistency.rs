//! A suggestion that can be followed: no dead chains of both colours in one region, and none
//! that is as good as joined with living stones.

use super::region::{Region, regions};
use super::{ChainLife, Ground, Status};
use crate::go::{Board, ByColor, Chain, Color, Point};

/// Lets those dead chains live that one move in their own side's area joins with living
/// stones: who could have taken them has passed it by.
pub(super) fn reconnect(board: &Board, settled: &[Option<Color>], chains: &mut [ChainLife]) {
    let live = super::live(board, chains);
    let is_own = |point: Point, color: Color| match board.get(point) {
        None => settled[board.size().index(point)] == Some(color),
        Some(_) => live.get(point) == Some(color),
    };
    let can_join = |chain: &Chain| {
        chain.liberties.iter().any(|&liberty| {
            let mut around = board.neighbours(liberty);
            let mut others = board.neighbours(liberty);
            around.all(|near| chain.stones.contains(&near) || is_own(near, chain.color))
                && others.any(|near| live.get(near) == Some(chain.color))
        })
    };
    for chain in chains.iter_mut() {
        if chain.is_dead && chain.ground == Ground::Estimated && can_join(&chain.chain) {
            bring_back(chain);
        }
    }
}

fn bring_back(chain: &mut ChainLife) {
    chain.is_dead = false;
    chain.certainty = 0.5;
    if chain.status == Status::Dead {
        chain.status = Status::Alive;
    }
}

/// Lets the dead chains of one side live where dead chains of both share a region: those of
/// the side that alone surrounds it, else those that are dead less certainly.
pub(super) fn restore(board: &Board, chains: &mut [ChainLife]) {
    // Each round revives at least one chain.
    for _ in 0..chains.len() {
        let mut changed = false;
        for region in regions(&super::live(board, chains)) {
            if let Some(color) = to_revive(&region, chains) {
                changed |= revive(&region, color, chains);
            }
        }
        if !changed {
            return;
        }
    }
}

fn is_inside(region: &Region, chain: &ChainLife) -> bool {
    chain.is_dead && region.points.contains(&chain.chain.stones[0])
}

/// The side whose dead chains should live; `None` if only one side has dead chains there.
fn to_revive(region: &Region, chains: &[ChainLife]) -> Option<Color> {
    let mut weight: ByColor<f64> = ByColor::default();
    for chain in chains.iter().filter(|chain| is_inside(region, chain)) {
        weight[chain.chain.color] += chain.chain.stones.len() as f64 * chain.certainty;
    }
    if weight.black == 0.0 || weight.white == 0.0 {
        return None;
    }
    let weaker = if weight.black < weight.white {
        Color::Black
    } else {
        Color::White
    };
    Some(region.surrounded_by().unwrap_or(weaker))
}

/// Whether a chain changed: what is proved stays.
fn revive(region: &Region, color: Color, chains: &mut [ChainLife]) -> bool {
    let mut changed = false;
    for chain in chains.iter_mut() {
        let estimated = chain.ground == Ground::Estimated;
        if estimated && chain.chain.color == color && is_inside(region, chain) {
            bring_back(chain);
            changed = true;
        }
    }
    changed
}
