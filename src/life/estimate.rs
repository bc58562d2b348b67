//! From proofs and playouts to what is said about each chain.

use super::arena::{Arena, Spot};
use super::benson::Proofs;
use super::cluster::clusters;
use super::local::{self, Found};
use super::playout::{Tally, play_out};
use super::region::{self, regions};
use super::{ChainLife, consistency};
use crate::go::{Board, ByColor, Chain, Color, Point};

/// Games begun by each side. Twice as many settle no more positions.
const GAMES: u32 = 100;
/// Any number will do; fixed, so that an answer can be repeated.
const SEED: u64 = 1;
/// A point that is one side's in this share of the games is settled.
const SETTLED: f64 = 0.75;
/// An eye space of so many empty points can be divided into two eyes.
const ROOM: usize = 6;
/// An empty point that stays empty in this share of the games is a liberty of a seki.
const LEFT_EMPTY: f64 = 0.5;
/// What is known about a position.
pub(super) struct Estimates {
    pub(super) arena: Arena,
    pub(super) proofs: Proofs,
    pub(super) chains: Vec<Chain>,
    pub(super) rooms: Vec<Room>,
    /// What exact search says.
    pub(super) found: Found,
    /// By who moved first.
    pub(super) tallies: ByColor<Tally>,
}

impl Estimates {
    pub(super) fn of(board: &Board) -> Self {
        let arena = Arena::new(board);
        let chains = board.chains();
        let proofs = Proofs::of(board, &chains);
        let tallies = play_out(&arena, GAMES, SEED);
        let settled = settled(&arena, &tallies);
        let by_point = by_point(board, &arena, &settled);
        let found = local::search(board, &chains, &by_point, &proofs.alive);
        Self {
            rooms: rooms(board, &arena),
            arena,
            proofs,
            chains,
            found,
            tallies,
        }
    }

    /// What is to become of each chain.
    pub(super) fn chains(&self, board: &Board) -> Vec<ChainLife> {
        let settled = settled(&self.arena, &self.tallies);
        let clusters = clusters(&self.arena, &settled);
        let by_point = by_point(board, &self.arena, &settled);
        let fates = self.fates(board, &by_point, &clusters);
        let mut judged: Vec<ChainLife> = (fates.into_iter().enumerate())
            .map(|(id, fate)| self.judge(board, id, &clusters, fate))
            .collect();
        consistency::reconnect(board, &by_point, &mut judged);
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
    /// search or the playouts leave empty.
    pub(super) fn seki(&self, live: &Board) -> Vec<Point> {
        let beside = |point: Point, color: Color| {
            live.neighbours(point)
                .any(|near| live.get(near) == Some(color))
        };
        let points = live.size().points().filter(|&point| {
            live.get(point).is_none()
                && Color::BOTH.iter().all(|&color| beside(point, color))
                && (self.is_left_empty(point) || self.found.seki.contains(&point))
        });
        points.collect()
    }

    pub(super) fn is_left_empty(&self, point: Point) -> bool {
        let spot = self.arena.spot(point);
        let taken: f64 = Color::BOTH
            .iter()
            .map(|&color| self.share(spot, color))
            .sum();
        1.0 - taken >= LEFT_EMPTY
    }

    /// The share of all games after which the point was of this colour.
    pub(super) fn share(&self, spot: Spot, color: Color) -> f64 {
        share(&self.tallies, spot, color)
    }
}

fn share(tallies: &ByColor<Tally>, spot: Spot, color: Color) -> f64 {
    let ByColor { black, white } = tallies;
    (black.share(spot, color) + white.share(spot, color)) / 2.0
}

/// Whose each settled point of the arena is.
fn settled(arena: &Arena, tallies: &ByColor<Tally>) -> Vec<Option<Color>> {
    let mut owners = vec![None; arena.spots()];
    for &spot in arena.board() {
        let mut colors = Color::BOTH.into_iter();
        owners[usize::from(spot)] = colors.find(|&color| share(tallies, spot, color) > SETTLED);
    }
    owners
}

/// The same row by row from the top left.
fn by_point(board: &Board, arena: &Arena, settled: &[Option<Color>]) -> Vec<Option<Color>> {
    let points = board.size().points();
    points
        .map(|point| settled[usize::from(arena.spot(point))])
        .collect()
}

/// An eye space with room for two eyes.
pub(super) struct Room {
    pub color: Color,
    pub points: Vec<Point>,
    pub spots: Vec<Spot>,
}

fn rooms(board: &Board, arena: &Arena) -> Vec<Room> {
    let spaces = regions(board).into_iter();
    let rooms = spaces.filter(|region| region.points.len() >= ROOM);
    rooms
        .filter_map(|region| {
            let color = region.surrounded_by()?;
            let spots = region.points.iter().map(|&point| arena.spot(point));
            Some(Room {
                color,
                spots: spots.collect(),
                points: region.points,
            })
        })
        .collect()
}
