//! What is said about one chain: proof, then exact search, then the playouts.

use super::benson::Proofs;
use super::cluster::Cluster;
use super::estimate::{Estimates, Room};
use super::local::Fate;
use super::{ChainLife, Ground, Status};
use crate::go::{Board, Chain, Color, Point};

/// A group that only the opponent surrounds is taken as dead from this share of lost games
/// on: players stop once the stones inside have no clear life. Elsewhere half decides.
const DEAD_INSIDE: f64 = 0.35;
/// A chain that exact search saves if its owner begins is dead all the same from this share
/// of lost games on: players have given it up. From 0.7 on it makes no difference. Not where
/// its life is proved: whoever claims it as dead must let its owner begin.
const GIVEN_UP: f64 = 0.75;
/// The outcome depends on who begins if that changes the share of lost games so much.
const FIRST_MOVE: f64 = 0.3;
/// Certainty that a chain is dead by the share of the games in which it is lost, as measured
/// on half of the positions where the search has no answer: 1 of 50 wrong from 0.6 to 0.9, none of
/// 658 above. Between them along a line.
const CERTAINTY_DEAD: [(f64, f64); 6] = [
    (0.35, 0.5),
    (0.5, 0.8),
    (0.6, 0.9),
    (0.8, 0.95),
    (0.9, 0.97),
    (1.0, 0.998),
];
/// The same that a chain lives by the share in which it is not lost.
const CERTAINTY_ALIVE: [(f64, f64); 5] = [
    (0.35, 0.5),
    (0.5, 0.75),
    (0.65, 0.95),
    (0.9, 0.997),
    (1.0, 0.9995),
];

/// The same where exact search has the answer and the playouts do not contradict, as
/// measured: none of 1,670 living and none of 413 dead chains were wrong.
const CERTAINTY_SEARCHED: f64 = 0.999;
/// Where they contradict: 0 of 27 living chains, 3 of 14 dead ones were wrong.
const CERTAINTY_ALIVE_AGAINST: f64 = 0.97;
const CERTAINTY_DEAD_AGAINST: f64 = 0.8;
/// A seki too large to be searched that the playouts break in more than this share of the
/// games is for people to confirm: the one wrong of 70 was such.
const SEKI_BROKEN: f64 = 0.05;
/// Such a seki, one that a ko may break, and the death of a group with room for two eyes, or
/// of stones that nobody can begin to take without being in atari, asks.
const CERTAINTY_ASKED: f64 = 0.9;
/// Where exact search says that the first move decides: 3 of 17 were wrong.
const CERTAINTY_OPEN: f64 = 0.8;
/// The playouts contradict where they lose a living chain, or save a dead one, in more than
/// this share of the games.
const CONTRADICTION: f64 = 0.2;

/// How often a chain is lost, and from which share on it is taken as dead.
struct Loss {
    share: f64,
    limit: f64,
}

impl Loss {
    fn is_dead(&self) -> bool {
        self.share > self.limit
    }

    /// What the playouts alone say.
    fn certainty(&self) -> f64 {
        if self.is_dead() {
            along(&CERTAINTY_DEAD, self.share)
        } else {
            along(&CERTAINTY_ALIVE, 1.0 - self.share)
        }
    }
}

impl Estimates {
    /// What is said about the chain of a number.
    pub(super) fn judge(
        &self,
        board: &Board,
        id: usize,
        clusters: &[Cluster],
        fate: Option<Fate>,
    ) -> ChainLife {
        let (chain, found) = (&self.chains[id], &self.found);
        let certain = |status, ground| ChainLife {
            chain: chain.clone(),
            status,
            is_dead: status == Status::Dead,
            certainty: 1.0,
            ground,
            hangs_on_ko: false,
        };
        if let Some(status) = proved(&self.proofs, board, chain) {
            return certain(status, Ground::Proved);
        }
        if found.alive[id] {
            return certain(self.living(chain, fate), Ground::Searched);
        }
        let owner = found.owner[board.size().index(chain.stones[0])];
        if owner == Some(chain.color.opponent()) {
            return certain(Status::Dead, Ground::Searched);
        }
        self.estimated(board, chain, clusters, fate)
    }

    /// What is said about a chain without proof. `fate` is what exact search says.
    fn estimated(
        &self,
        board: &Board,
        chain: &Chain,
        clusters: &[Cluster],
        fate: Option<Fate>,
    ) -> ChainLife {
        let loss = self.loss(chain, clusters);
        let (is_dead, mut certainty) = match fate {
            Some(fate) => searched(&loss, fate, chain.color),
            None => (loss.is_dead(), loss.certainty()),
        };
        let status = self.status(chain, is_dead, fate);
        let is_hard = match status {
            Status::Seki => loss.share > SEKI_BROKEN,
            Status::Dead => self.is_roomy(chain) || costs_liberties(board, chain),
            _ => false,
        };
        let is_settled = loss.share < CONTRADICTION || loss.share > 1.0 - CONTRADICTION;
        let hangs_on_ko =
            fate.is_some_and(|fate| fate.hangs_on_ko) && (status == Status::Seki || !is_settled);
        if is_hard && fate.is_none() || hangs_on_ko {
            certainty = certainty.min(CERTAINTY_ASKED);
        }
        ChainLife {
            chain: chain.clone(),
            status,
            is_dead,
            certainty,
            ground: Ground::Estimated,
            hangs_on_ko,
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

    /// Whether a chain borders an eye space of its own that is large enough for two eyes.
    fn is_roomy(&self, chain: &Chain) -> bool {
        let mut own = self.rooms.iter().filter(|room| room.color == chain.color);
        own.any(|room| borders(chain, room))
    }

    /// Whether a chain is taken as dead where the search has no answer.
    pub(super) fn looks_dead(&self, chain: &Chain, clusters: &[Cluster]) -> bool {
        self.loss(chain, clusters).is_dead()
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

    fn status(&self, chain: &Chain, is_dead: bool, fate: Option<Fate>) -> Status {
        let enemy = chain.color.opponent();
        let is_open = match fate {
            Some(fate) => fate.stays[chain.color] && !fate.stays[enemy],
            None => {
                let spot = self.arena.spot(chain.stones[0]);
                let lost = |first: Color| self.tallies[first].share(spot, enemy);
                let (begun, answered) = (lost(chain.color), lost(enemy));
                begun < 0.5 && answered > 0.5 && answered - begun > FIRST_MOVE
            }
        };
        if is_open {
            return Status::Open;
        }
        if is_dead {
            return Status::Dead;
        }
        self.living(chain, fate)
    }

    /// How a chain lives: alone, or by liberties that neither side may play.
    fn living(&self, chain: &Chain, fate: Option<Fate>) -> Status {
        let mut liberties = chain.liberties.iter();
        let is_left = || liberties.any(|&point| self.is_left_empty(point));
        if fate.map_or_else(is_left, |fate| fate.seki) {
            Status::Seki
        } else {
            Status::Alive
        }
    }
}

/// Whether a chain has liberties in a room.
pub(super) fn borders(chain: &Chain, room: &Room) -> bool {
    let mut liberties = chain.liberties.iter();
    liberties.any(|point| room.points.contains(point))
}

/// Whether the opponent, wherever it begins to take a chain, puts stones of its own in atari.
fn costs_liberties(board: &Board, chain: &Chain) -> bool {
    let is_atari = |&liberty: &Point| {
        let mut after = board.clone();
        after.set(liberty, Some(chain.color.opponent()));
        let played = after.chain_at(liberty);
        played.is_some_and(|played| played.stones.len() > 1 && played.liberties.len() <= 1)
    };
    chain.liberties.len() > 1 && chain.liberties.iter().all(is_atari)
}

fn proved(proofs: &Proofs, board: &Board, chain: &Chain) -> Option<Status> {
    let first = board.size().index(chain.stones[0]);
    match proofs.owner[first] {
        Some(owner) if owner != chain.color => Some(Status::Dead),
        Some(_) if proofs.alive[first] => Some(Status::Alive),
        _ => None,
    }
}

/// Whether a chain with this fate is dead, and how sure that is. What neither side's first
/// move changes is so. Where the first move decides, players have passed it by.
fn searched(loss: &Loss, fate: Fate, color: Color) -> (bool, f64) {
    let hangs = fate.hangs_on_ko;
    match (fate.stays[color], fate.stays[color.opponent()]) {
        // Players who see that only a ko takes it, and play none, let it live.
        (false, false) if hangs && loss.share < 1.0 - CONTRADICTION => {
            (loss.share > 0.5, CERTAINTY_OPEN)
        }
        (true, true) if loss.share > CONTRADICTION => (false, CERTAINTY_ALIVE_AGAINST),
        (false, false) if loss.share < 1.0 - CONTRADICTION => (true, CERTAINTY_DEAD_AGAINST),
        (true, true) => (false, CERTAINTY_SEARCHED),
        (false, false) => (true, CERTAINTY_SEARCHED),
        (true, false) => (!fate.saved && loss.share > GIVEN_UP, CERTAINTY_OPEN),
        (false, true) => (loss.is_dead(), CERTAINTY_OPEN),
    }
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
