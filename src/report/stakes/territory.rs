//! The doubts about stones where territory is counted: prisoners and seki do not fall into parts
//! of the board, so every reading is counted as a whole.

use super::group::{Alone, Group};
use super::{About, Open, Unknown};
use crate::go::{Chain, Color, Point, Position, Setup};

/// With more doubts not every reading is counted: 2^9 readings of a whole board of 19 lines
/// take about 30 ms.
const MOST: usize = 9;

/// One group of all doubts about stones, `Some(None)` where there are none; `None` where there are
/// too many to count every reading.
pub(super) fn group(open: &Open<'_>, unknowns: &[Unknown]) -> Option<Option<Group>> {
    let on_board = |unknown: &&(usize, &Unknown)| {
        matches!(unknown.1.about, About::Point { .. } | About::Life { .. })
    };
    let all: Vec<(usize, &Unknown)> = unknowns.iter().enumerate().collect();
    let members: Vec<(usize, &Unknown)> = all.iter().filter(on_board).copied().collect();
    if members.is_empty() {
        return Some(None);
    }
    if members.len() > MOST {
        return None;
    }
    let as_taken = margin(open, &members, 0)?;
    let readings: Vec<(usize, i32, f64)> = (0..1usize << members.len())
        .filter_map(|set| {
            let probability = members.iter().enumerate().map(|(i, (_, unknown))| {
                if set >> i & 1 == 1 {
                    unknown.otherwise
                } else {
                    1.0 - unknown.otherwise
                }
            });
            let change = margin(open, &members, set)? - as_taken;
            Some((set, change, probability.product()))
        })
        .collect();
    // Readings in which a chain has no liberty cannot be: the others share their probability.
    let possible: f64 = readings.iter().map(|reading| reading.2).sum();
    let readings: Vec<_> = (readings.into_iter())
        .map(|(set, change, p)| (set, change, p / possible))
        .collect();
    let alone = members.iter().enumerate().map(|(i, (number, unknown))| {
        let reading = readings.iter().find(|reading| reading.0 == 1 << i);
        Alone {
            number: *number,
            others: vec![(reading.map_or(0, |r| r.1), unknown.otherwise)],
        }
    });
    Some(Some(Group::of_readings(alone.collect(), &readings)))
}

/// Black's margin with some of the doubts otherwise; `None` where a chain has no liberty then.
fn margin(open: &Open<'_>, members: &[(usize, &Unknown)], otherwise: usize) -> Option<i32> {
    let mut dead: Vec<Point> = open.lives.likely_dead.clone();
    let mut changed = Vec::new();
    for (i, (_, unknown)) in members.iter().enumerate() {
        let is_otherwise = otherwise >> i & 1 == 1;
        match &unknown.about {
            About::Point {
                point, otherwise, ..
            } if is_otherwise => changed.push((*point, *otherwise)),
            About::Life {
                stones, looks_dead, ..
            } if is_otherwise && *looks_dead => dead.retain(|stone| !stones.contains(stone)),
            About::Life { stones, .. } if is_otherwise => dead.extend(stones),
            _ => {}
        }
    }
    let agreed = if changed.is_empty() {
        open.position.agree(&dead)
    } else {
        let mut board = open.position.board().clone();
        for &(point, stone) in &changed {
            board.set(point, stone);
        }
        dead.retain(|stone| changed.iter().all(|(point, _)| point != stone));
        // A chain that a stone read otherwise joins to a live one lives.
        let stays = |chain: &Chain| {
            let is_dead = |stone| dead.contains(stone) || changed.iter().any(|c| c.0 == *stone);
            !chain.stones.iter().all(is_dead)
        };
        let living: Vec<Point> = (board.chains().into_iter().filter(stays))
            .flat_map(|chain| chain.stones)
            .collect();
        dead.retain(|stone| !living.contains(stone));
        Position::try_from(Setup::from(board)).ok()?.agree(&dead)
    };
    let score = agreed.ok()?.score(open.counted.score.settings());
    Some(score.margin(Color::Black).0)
}
