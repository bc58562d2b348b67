//! How the chains look to the program, in a document.

use serde::Serialize;

use super::name;
use crate::go::{Board, Color, Point};
use crate::life::{ChainLife, Ground, Hinge, Life, Status};

#[derive(Debug, Serialize)]
pub(super) struct LifeJson {
    chains: Vec<ChainLifeJson>,
    owners: Vec<String>,
    dame: Vec<String>,
    seki: Vec<String>,
}

/// What is said about a chain.
#[derive(Debug, Serialize)]
struct ChainLifeJson {
    stone: String,
    color: &'static str,
    status: &'static str,
    looks_dead: bool,
    certainty: f64,
    ground: &'static str,
    hinge: Option<&'static str>,
}

pub(super) fn life(life: &Life, board: &Board) -> LifeJson {
    let size = board.size();
    let labels = |points: &[Point]| points.iter().map(|point| point.label(size)).collect();
    let letter = |row, column| {
        let owner = life.owner(Point::new(column, row));
        owner.map_or('.', Color::letter)
    };
    let rows = 0..size.height();
    LifeJson {
        chains: (life.chains().iter())
            .map(|chain| chain_life(life, chain, board))
            .collect(),
        owners: rows
            .map(|row| {
                (0..size.width())
                    .map(|column| letter(row, column))
                    .collect()
            })
            .collect(),
        dame: labels(&life.dame()),
        seki: labels(life.seki()),
    }
}

fn chain_life(life: &Life, chain: &ChainLife, board: &Board) -> ChainLifeJson {
    ChainLifeJson {
        stone: chain.chain.stones[0].label(board.size()),
        color: name(chain.chain.color),
        status: match chain.status {
            Status::Alive => "alive",
            Status::Dead => "dead",
            Status::Seki => "seki",
            Status::Open => "open",
        },
        looks_dead: chain.is_dead,
        certainty: super::open::thousandths(chain.certainty),
        ground: match chain.ground {
            Ground::Proved => "proved",
            Ground::Searched => "searched",
            Ground::Estimated => "estimated",
        },
        hinge: life.hinge(chain).map(hinge),
    }
}

pub(super) fn hinge(hinge: Hinge) -> &'static str {
    match hinge {
        Hinge::FirstMove => "first_move",
        Hinge::Ko => "ko",
        Hinge::BentFour => "bent_four",
    }
}
