//! Places where something is still to be played before the count.

use super::{ChainLife, Status};
use crate::go::{Board, BoardSize, Chain, Color, Move, Point, Position, Setup};

/// A place that is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfinished {
    /// Empty points between the areas of both sides that are more than dame.
    OpenBorder(Vec<Point>),
    /// Taking a stone here begins a ko.
    Ko(Point),
    /// When the dame are filled, its owner must play here or lose stones (补棋).
    Protect(Color, Point),
    /// The chain of this stone lives or dies by who moves first.
    Unsettled(Point),
    /// A bent four in the corner (盘角曲四): the chain of this stone stands in what looks like
    /// seki, but its side may begin a ko for the life of the chains around it at any time.
    BentFour(Point),
}

/// Finds the unfinished places of a board. `live` is the same without the dead stones,
/// `owners` are those of its points and `seki` the liberties that are never filled.
pub(super) fn find(
    board: &Board,
    live: &Board,
    owners: &[Option<Color>],
    seki: &[Point],
    chains: &[ChainLife],
) -> Vec<Unfinished> {
    let open = chains.iter().filter(|chain| chain.status == Status::Open);
    let mut found: Vec<Unfinished> = open
        .map(|chain| Unfinished::Unsettled(chain.chain.stones[0]))
        .collect();
    let size = live.size();
    let is_dame = |point: Point| owners[size.index(point)].is_none() && !seki.contains(&point);
    let dame: Vec<Point> = size.points().filter(|&point| is_dame(point)).collect();
    found.extend(open_borders(live, &dame));
    found.extend(kos(board));
    found.extend(bent_fours(board, chains));
    for color in Color::BOTH {
        found.extend(protections(live, owners, &dame, color));
    }
    found
}

/// The connected dame with a point that does not touch both sides: a move there gains area.
fn open_borders(live: &Board, dame: &[Point]) -> Vec<Unfinished> {
    let mut left = dame.to_vec();
    let mut found = Vec::new();
    while let Some(start) = left.pop() {
        let mut points = vec![start];
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for near in live.neighbours(point) {
                if let Some(place) = left.iter().position(|&other| other == near) {
                    points.push(left.swap_remove(place));
                }
            }
        }
        let touches = |&point: &Point, color: Color| {
            live.neighbours(point)
                .any(|near| live.get(near) == Some(color))
        };
        let is_neutral = |point: &Point| Color::BOTH.iter().all(|&color| touches(point, color));
        if !points.iter().all(is_neutral) {
            points.sort_unstable_by_key(|&point| live.size().index(point));
            found.push(Unfinished::OpenBorder(points));
        }
    }
    found
}

/// The points where a single stone can be taken so that it could be taken back.
fn kos(board: &Board) -> Vec<Unfinished> {
    let Ok(position) = Position::try_from(Setup::from(board.clone())) else {
        return Vec::new();
    };
    let begins_ko = |color: Color, point: Point| {
        let mut after = position.clone();
        let taken = after.play(Move::Play(color, point));
        matches!(taken.as_deref(), Ok(&[stone])
        if after.play(Move::Play(color.opponent(), stone)).is_err()
            && after.board().chain_at(point).is_some_and(|chain| {
                chain.stones.len() == 1 && chain.liberties.len() == 1
            }))
    };
    let empty = board
        .size()
        .points()
        .filter(|&point| board.get(point).is_none());
    empty
        .filter(|&point| Color::BOTH.iter().any(|&color| begins_ko(color, point)))
        .map(Unfinished::Ko)
        .collect()
}

/// The chains that one move makes a bent four in the corner in atari.
fn bent_fours(board: &Board, chains: &[ChainLife]) -> Vec<Unfinished> {
    let staying = chains.iter().filter(|chain| !chain.is_dead);
    let named = staying.filter(|chain| {
        let Chain {
            color,
            stones,
            liberties,
        } = &chain.chain;
        let completes = |&point: &Point| {
            let mut after = board.clone();
            after.set(point, Some(*color));
            let four = after.chain_at(point).expect("a stone was placed");
            four.liberties.len() == 1 && is_bent_four(board.size(), &four.stones)
        };
        stones.len() <= 3 && liberties.iter().any(completes)
    });
    named
        .map(|chain| Unfinished::BentFour(chain.chain.stones[0]))
        .collect()
}

/// Whether four stones are a corner point, its two neighbours and one more on the edge.
fn is_bent_four(size: BoardSize, stones: &[Point]) -> bool {
    let on_edge = |point: &Point| size.neighbours(*point).count() < 4;
    let is_bend = |corner: &Point| {
        let mut around = size.neighbours(*corner);
        size.neighbours(*corner).count() == 2 && around.all(|near| stones.contains(&near))
    };
    stones.len() == 4 && stones.iter().all(on_edge) && stones.iter().any(is_bend)
}

/// The points of its own area where a side must play once the opponent holds all dame.
fn protections(
    live: &Board,
    owners: &[Option<Color>],
    dame: &[Point],
    color: Color,
) -> Vec<Unfinished> {
    let mut filled = live.clone();
    for &point in dame {
        filled.set(point, Some(color.opponent()));
    }
    let mut points = Vec::new();
    for chain in filled.chains() {
        if let [liberty] = chain.liberties[..]
            && chain.color == color
            && owners[live.size().index(liberty)] == Some(color)
            && !points.contains(&liberty)
        {
            points.push(liberty);
        }
    }
    points
        .into_iter()
        .map(|point| Unfinished::Protect(color, point))
        .collect()
}
