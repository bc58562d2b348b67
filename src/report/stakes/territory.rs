//! The doubts about stones where territory is counted: prisoners and seki do not fall into parts
//! of the board, so every reading is counted as a whole.

use super::group::{Alone, Group, TOGETHER};
use super::{About, Open, Unknown};
use crate::go::{Color, Point, Position, Setup};

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
    if members.len() > TOGETHER {
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
    let mut board = open.position.board().clone();
    let mut dead: Vec<Point> = open.lives.likely_dead.clone();
    for (i, (_, unknown)) in members.iter().enumerate() {
        let is_otherwise = otherwise >> i & 1 == 1;
        match &unknown.about {
            About::Point {
                point, otherwise, ..
            } if is_otherwise => {
                board.set(*point, *otherwise);
                dead.retain(|stone| stone != point);
            }
            About::Life {
                stones, looks_dead, ..
            } if is_otherwise && *looks_dead => dead.retain(|stone| !stones.contains(stone)),
            About::Life { stones, .. } if is_otherwise => dead.extend(stones),
            _ => {}
        }
    }
    let was = open.position.board();
    let as_read = |stone: &Point| board.get(*stone) == was.get(*stone);
    // A chain that a stone read otherwise joins to a live one lives.
    let is_dead = |stone: &Point| {
        let chain = board.chain_at(*stone).into_iter().flat_map(|c| c.stones);
        (chain.into_iter()).all(|other| dead.contains(&other) || !as_read(&other))
    };
    let dead: Vec<Point> = (dead.iter().copied())
        .filter(|stone| as_read(stone) && is_dead(stone))
        .collect();
    let position = Position::try_from(Setup::from(board)).ok()?;
    let score = position
        .agree(&dead)
        .ok()?
        .score(open.counted.score.settings());
    Some(score.margin(Color::Black).0)
}
