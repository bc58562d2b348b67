//! Eye spaces that are too large for the search, but not for a proof that their owner lives by
//! beginning there.

use super::cluster::Cluster;
use super::estimate::{Estimates, Room};
use super::judge::borders;
use super::local::{self, Fate};
use crate::go::{Board, ByColor, Color};

impl Estimates {
    /// What exact search says about each chain. Where it has no answer and a chain looks dead,
    /// each move of its owner in its eye space is tried: if one of them proves its life, who
    /// moves first decides.
    pub(super) fn fates(
        &self,
        board: &Board,
        settled: &[Option<Color>],
        clusters: &[Cluster],
    ) -> Vec<Option<Fate>> {
        let mut fates = self.found.fates.clone();
        for room in &self.rooms {
            let lost = self.lost_around(room, clusters);
            if lost.is_empty() {
                continue;
            }
            let alive = &self.proofs.alive;
            let saved = local::saved(board, settled, alive, room.color, &room.points);
            for id in lost {
                if saved.contains(&self.chains[id].stones[0]) {
                    fates[id] = Some(Fate {
                        stays: ByColor::from_fn(|first: Color| first == room.color),
                        seki: false,
                        hangs_on_ko: false,
                        saved: true,
                    });
                }
            }
        }
        fates
    }

    /// The chains around a room that look dead and that the search says nothing about.
    fn lost_around(&self, room: &Room, clusters: &[Cluster]) -> Vec<usize> {
        let is_lost = |&id: &usize| {
            let chain = &self.chains[id];
            chain.color == room.color
                && self.found.fates[id].is_none()
                && borders(chain, room)
                && self.looks_dead(chain, clusters)
        };
        (0..self.chains.len()).filter(is_lost).collect()
    }
}
