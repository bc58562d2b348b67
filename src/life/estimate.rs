//! From proofs and playouts to what is said about each chain.

use super::arena::{Arena, Spot};
use super::benson::Proofs;
use super::cluster::{Cluster, clusters};
use super::playout::{Tally, play_out};
use super::region::{self, regions};
use super::{ChainLife, Ground, Status, consistency};
use crate::go::{Board, ByColor, Chain, Color, Point};

/// Games begun by each side. Twice as many settle no more positions.
const GAMES: u32 = 100;
/// Any number will do; fixed, so that an answer can be repeated.
const SEED: u64 = 1;
/// A point that is one side's in this share of the games is settled.
const SETTLED: f64 = 0.75;
/// A group that only the opponent surrounds is taken as dead from this share of lost games
/// on: players stop once the stones inside have no clear life. Elsewhere half decides.
const DEAD_INSIDE: f64 = 0.35;
/// An eye space of so many empty points can be divided into two eyes.
const ROOM: usize = 6;
/// The outcome depends on who begins if that changes the share of lost games so much.
const FIRST_MOVE: f64 = 0.3;
/// An empty point that stays empty in this share of the games is a liberty of a seki.
const LEFT_EMPTY: f64 = 0.5;
/// Certainty that a chain is dead by the share of the games in which it is lost, as measured
/// on half of the positions; between them along a line.
const CERTAINTY_DEAD: [(f64, f64); 6] = [
    (0.35, 0.5),
    (0.5, 0.6),
    (0.7, 0.65),
    (0.8, 0.9),
    (0.9, 0.96),
    (1.0, 0.997),
];
/// The same that a chain lives by the share in which it is not lost.
const CERTAINTY_ALIVE: [(f64, f64); 5] = [
    (0.35, 0.5),
    (0.5, 0.75),
    (0.65, 0.95),
    (0.9, 0.997),
    (1.0, 0.9995),
];

/// What is known about a position.
pub(super) struct Estimates {
    arena: Arena,
    proofs: Proofs,
    chains: Vec<Chain>,
    rooms: Vec<Room>,
    /// By who moved first.
    tallies: ByColor<Tally>,
}

impl Estimates {
    pub(super) fn of(board: &Board) -> Self {
        let arena = Arena::new(board);
        let chains = board.chains();
        Self {
            proofs: Proofs::of(board, &chains),
            tallies: play_out(&arena, GAMES, SEED),
            chains,
            rooms: rooms(board, &arena),
            arena,
        }
    }

    /// What is to become of each chain.
    pub(super) fn chains(&self, board: &Board) -> Vec<ChainLife> {
        let clusters = clusters(&self.arena, &self.settled());
        let judged = self
            .chains
            .iter()
            .map(|chain| self.judge(board, chain, &clusters));
        let mut judged: Vec<ChainLife> = judged.collect();
        consistency::restore(board, &mut judged);
        judged
    }

    /// The owners of the live board; liberties of a seki have none.
    pub(super) fn owners(&self, live: &Board) -> Vec<Option<Color>> {
        let size = live.size();
        let mut owners = region::owners(live);
        for point in self.seki(live) {
            owners[size.index(point)] = None;
        }
        owners
    }

    /// The liberties shared in seki: empty points beside live stones of both sides that the
    /// playouts leave empty.
    pub(super) fn seki(&self, live: &Board) -> Vec<Point> {
        let beside = |point: Point, color: Color| {
            live.neighbours(point)
                .any(|near| live.get(near) == Some(color))
        };
        let points = live.size().points().filter(|&point| {
            live.get(point).is_none()
                && Color::BOTH.iter().all(|&color| beside(point, color))
                && self.is_left_empty(point)
        });
        points.collect()
    }

    fn is_left_empty(&self, point: Point) -> bool {
        let spot = self.arena.spot(point);
        let taken: f64 = Color::BOTH
            .iter()
            .map(|&color| self.share(spot, color))
            .sum();
        1.0 - taken >= LEFT_EMPTY
    }

    /// The share of all games after which the point was of this colour.
    fn share(&self, spot: Spot, color: Color) -> f64 {
        let ByColor { black, white } = &self.tallies;
        (black.share(spot, color) + white.share(spot, color)) / 2.0
    }

    /// Whose each settled point of the arena is.
    fn settled(&self) -> Vec<Option<Color>> {
        let mut owners = vec![None; self.arena.spots()];
        for &spot in self.arena.board() {
            let mut colors = Color::BOTH.into_iter();
            owners[usize::from(spot)] = colors.find(|&color| self.share(spot, color) > SETTLED);
        }
        owners
    }

    fn judge(&self, board: &Board, chain: &Chain, clusters: &[Cluster]) -> ChainLife {
        let first = board.size().index(chain.stones[0]);
        let proof = match self.proofs.owner[first] {
            Some(owner) if owner != chain.color => Some(Status::Dead),
            Some(_) if self.proofs.alive[first] => Some(Status::Alive),
            _ => None,
        };
        if let Some(status) = proof {
            return ChainLife {
                chain: chain.clone(),
                status,
                is_dead: status == Status::Dead,
                certainty: 1.0,
                ground: Ground::Proved,
            };
        }
        let loss = self.loss(chain, clusters);
        let is_dead = loss.share > loss.limit;
        ChainLife {
            chain: chain.clone(),
            status: self.status(chain, is_dead),
            is_dead,
            certainty: if is_dead {
                along(&CERTAINTY_DEAD, loss.share)
            } else {
                along(&CERTAINTY_ALIVE, 1.0 - loss.share)
            },
            ground: Ground::Estimated,
        }
    }

    /// How often the chain is lost; in a cluster together with all its chains of that side.
    fn loss(&self, chain: &Chain, clusters: &[Cluster]) -> Loss {
        let spot = self.arena.spot(chain.stones[0]);
        let enemy = chain.color.opponent();
        let own = Loss {
            share: self.share(spot, enemy),
            limit: 0.5,
        };
        let Some(cluster) = clusters
            .iter()
            .find(|cluster| cluster.spots.contains(&spot))
        else {
            return own;
        };
        let Some(outside) = cluster.surrounded_by() else {
            return own;
        };
        let inside = outside.opponent();
        if self.has_room(cluster, inside) {
            return own;
        }
        let share = self.mean_loss(cluster, inside);
        if chain.color == inside {
            let limit = DEAD_INSIDE;
            return Loss { share, limit };
        }
        if share > DEAD_INSIDE {
            let limit = 1.0 - DEAD_INSIDE;
            return Loss { limit, ..own };
        }
        own
    }

    /// Whether a side has an eye space in a cluster that is large enough for two eyes.
    fn has_room(&self, cluster: &Cluster, color: Color) -> bool {
        let mut roomy = self.rooms.iter().filter(|room| room.color == color);
        roomy.any(|room| room.spots.iter().any(|spot| cluster.spots.contains(spot)))
    }

    /// How often the stones of a colour in a cluster are lost, stone by stone.
    fn mean_loss(&self, cluster: &Cluster, color: Color) -> f64 {
        let stones = cluster
            .spots
            .iter()
            .filter(|&&spot| self.arena.has(spot, color));
        let losses: Vec<f64> = stones
            .map(|&spot| self.share(spot, color.opponent()))
            .collect();
        losses.iter().sum::<f64>() / losses.len() as f64
    }

    fn status(&self, chain: &Chain, is_dead: bool) -> Status {
        let spot = self.arena.spot(chain.stones[0]);
        let enemy = chain.color.opponent();
        let lost = |first: Color| self.tallies[first].share(spot, enemy);
        let (begun, answered) = (lost(chain.color), lost(enemy));
        if begun < 0.5 && answered > 0.5 && answered - begun > FIRST_MOVE {
            return Status::Open;
        }
        if is_dead {
            return Status::Dead;
        }
        let shares_liberties = chain
            .liberties
            .iter()
            .any(|&point| self.is_left_empty(point));
        if shares_liberties {
            Status::Seki
        } else {
            Status::Alive
        }
    }
}

/// An eye space with room for two eyes.
struct Room {
    color: Color,
    spots: Vec<Spot>,
}

fn rooms(board: &Board, arena: &Arena) -> Vec<Room> {
    let spaces = regions(board).into_iter();
    let rooms = spaces.filter(|region| region.points.len() >= ROOM);
    rooms
        .filter_map(|region| {
            let color = region.surrounded_by()?;
            let spots = region.points.into_iter().map(|point| arena.spot(point));
            Some(Room {
                color,
                spots: spots.collect(),
            })
        })
        .collect()
}

/// How often a chain is lost, and from which share on it is taken as dead.
struct Loss {
    share: f64,
    limit: f64,
}

/// The height of a line through these points at a place; level beyond its ends.
fn along(line: &[(f64, f64)], place: f64) -> f64 {
    let (first, last) = (line[0], line[line.len() - 1]);
    if place <= first.0 {
        return first.1;
    }
    let pair = line.windows(2).find(|pair| place < pair[1].0);
    pair.map_or(last.1, |pair| {
        let part = (place - pair[0].0) / (pair[1].0 - pair[0].0);
        pair[0].1 + part * (pair[1].1 - pair[0].1)
    })
}
