//! Places where something is still to be played before the count.

use super::Ground as Basis;
use super::local::{self, Ground};
use super::{ChainLife, Life, Status};
use crate::go::{Board, BoardSize, ByColor, Chain, Color, Move, Point, Position, Setup};

/// A place that is not finished.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfinished {
    /// Empty points between the areas of both sides that are more than dame.
    OpenBorder(Border),
    /// Taking a stone here begins a ko.
    Ko(Point),
    /// When the dame are filled, its owner must play here or lose stones (补棋).
    Protect(Color, Point),
    /// The chain of this stone lives or dies by who moves first.
    Unsettled(Point),
    /// The chain of this stone lives or dies by who wins a ko; in a seki that one side may turn
    /// into a ko, a ten-thousand-year ko (万年劫).
    KoForLife(Point),
    /// A bent four in the corner (盘角曲四): the chain of this stone stands in what looks like
    /// seki, but its side may begin a ko for the life of the chains around it at any time.
    BentFour(Point),
}

/// Empty points between the areas of both sides that are more than dame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Border {
    /// The points, row by row from the top left.
    pub points: Vec<Point>,
    /// By how many points of area each side gains at most, against sharing them, if it begins
    /// there and each move is answered.
    pub gains: ByColor<u32>,
    /// Whether the gains were found by exact search. Else the border is too large for it, and
    /// all chains beside it that are not proved alive are at stake with their area and the
    /// chains around that.
    pub is_searched: bool,
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
    let on_ko = chains.iter().filter(|chain| chain.hangs_on_ko);
    found.extend(on_ko.map(|chain| Unfinished::KoForLife(chain.chain.stones[0])));
    let size = live.size();
    let is_dame = |point: Point| owners[size.index(point)].is_none() && !seki.contains(&point);
    let dame: Vec<Point> = size.points().filter(|&point| is_dame(point)).collect();
    let borders = Borders::new(live, owners, chains);
    found.extend(
        open_borders(live, &dame)
            .into_iter()
            .map(|points| borders.judge(points)),
    );
    found.extend(kos(board));
    found.extend(bent_fours(board, chains));
    for color in Color::BOTH {
        found.extend(protections(live, owners, &dame, color));
    }
    found
}

/// The connected dame with a point that does not touch both sides: a move there gains area.
fn open_borders(live: &Board, dame: &[Point]) -> Vec<Vec<Point>> {
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
            found.push(points);
        }
    }
    found
}

/// What is known around the open borders of a board without its dead stones.
struct Borders<'a> {
    live: &'a Board,
    chains: Vec<Chain>,
    /// Whose the points are as far as that is certain, row by row.
    settled: Vec<Option<Color>>,
    /// The stones that can never be taken.
    alive: Vec<bool>,
}

impl<'a> Borders<'a> {
    fn new(live: &'a Board, owners: &[Option<Color>], judged: &[ChainLife]) -> Self {
        let size = live.size();
        let mut borders = Self {
            live,
            chains: live.chains(),
            settled: owners.to_vec(),
            alive: vec![false; size.area()],
        };
        for chain in judged.iter().filter(|chain| !chain.is_dead) {
            let is_open = chain.certainty < Life::CERTAIN || chain.status == Status::Open;
            for &stone in &chain.chain.stones {
                borders.alive[size.index(stone)] = chain.ground != Basis::Estimated;
                if is_open {
                    borders.settled[size.index(stone)] = None;
                }
            }
        }
        borders
    }

    fn judge(&self, points: Vec<Point>) -> Unfinished {
        let ground = Ground::new(self.live, &self.chains, &self.settled, &self.alive);
        let searched = local::gains(&ground, &points);
        Unfinished::OpenBorder(Border {
            is_searched: searched.is_some(),
            gains: searched.unwrap_or_else(|| ByColor::from_fn(|color| self.most(&points, color))),
            points,
        })
    }

    /// Whether a side holds a point without proof.
    fn is_at_stake(&self, point: Point, color: Color) -> bool {
        let at = self.live.size().index(point);
        match self.live.get(point) {
            Some(stone) => stone == color && !self.alive[at],
            None => self.settled[at] == Some(color),
        }
    }

    /// The points themselves, and twice what the other side holds beside them without proof,
    /// with all that hangs together with it.
    fn most(&self, points: &[Point], color: Color) -> u32 {
        let size = self.live.size();
        let enemy = color.opponent();
        let touches = |chain: &&Chain| chain.liberties.iter().any(|near| points.contains(near));
        let at_stake = self.chains.iter().filter(|chain| {
            chain.color == enemy && !self.alive[size.index(chain.stones[0])] && touches(chain)
        });
        let mut lost = vec![false; size.area()];
        for chain in at_stake {
            let mut next = chain.stones.clone();
            while let Some(point) = next.pop() {
                if !std::mem::replace(&mut lost[size.index(point)], true) {
                    let around = self.live.neighbours(point);
                    next.extend(around.filter(|&near| self.is_at_stake(near, enemy)));
                }
            }
        }
        let lost = lost.iter().filter(|&&lost| lost).count();
        u32::try_from(points.len() + 2 * lost).expect("a small board")
    }
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
