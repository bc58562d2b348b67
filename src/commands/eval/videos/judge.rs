//! One record against the game that was played.

use std::fmt;
use std::time::Duration;

use anyhow::Result;

use crate::go::{Board, Color, Move, Point, Symmetry};
use crate::sgf::{self, GameRecord};
use crate::video::{Entry, Step, Watcher};

/// A stone that was played.
type Stone = (Color, Point);

/// A game as it was played: passes leave no trace on the board.
pub(super) struct Played {
    stones: Vec<Stone>,
    last: Board,
}

impl Played {
    pub(super) fn of(record: &GameRecord) -> Result<Self> {
        let replay = record.replay(sgf::repetition_rule(record.settings().rules))?;
        let moves = record.moves()?;
        let stones = moves.into_iter().filter_map(|turn| match turn {
            Move::Play(color, point) => Some((color, point)),
            Move::Pass(_) => None,
        });
        Ok(Self {
            stones: stones.collect(),
            last: replay.position.board().clone(),
        })
    }
}

/// How a record compares with the game.
pub(super) struct Judgement {
    /// Moves of the game.
    moves: usize,
    /// Of these, moves that the record has, in their order.
    right: usize,
    /// Moves of the record that the game has not.
    wrong: usize,
    /// Whether the last position is right.
    is_final_right: bool,
    /// Irregular steps that were recorded.
    irregular: usize,
    frames: usize,
    readings: u64,
    took: Duration,
    /// The first move that differs, in words.
    first: Option<String>,
}

impl Judgement {
    pub(super) fn new(played: &Played, watcher: &Watcher, frames: usize, took: Duration) -> Self {
        let entries = watcher
            .history()
            .map_or(&[][..], |history| history.entries());
        let stones: Vec<Stone> = entries.iter().filter_map(stone_of).collect();
        let board = watcher.history().map(|history| history.position().board());
        let size = played.last.size();
        let turned = |turn: Symmetry| -> Vec<Stone> {
            let turn = |&(color, point): &Stone| (color, turn.apply(point, size));
            played.stones.iter().map(turn).collect()
        };
        let same_size = board.is_some_and(|board| board.size() == size);
        let ends_right = |turn: Symmetry| {
            let shows = |board: &Board, p| board.get(turn.apply(p, size)) == played.last.get(p);
            board.is_some_and(|board| size.points().all(|p| shows(board, p)))
        };
        // A camera may look at the board from any side.
        let turns = Symmetry::ALL[..4].iter().filter(|_| same_size);
        let (right, is_final_right, truth) = turns
            .map(|&turn| (turned(turn), turn))
            .map(|(truth, turn)| (common(&truth, &stones), ends_right(turn), truth))
            .max_by_key(|(right, ends_right, _)| (*right, *ends_right))
            .unwrap_or((0, false, played.stones.clone()));
        let differs = (0..truth.len().max(stones.len())).find(|&i| truth.get(i) != stones.get(i));
        let name = |stone: Option<&Stone>| {
            stone.map_or("nothing".to_owned(), |(color, point)| {
                format!("{} {}", color.letter(), point.label(size))
            })
        };
        Self {
            moves: truth.len(),
            right,
            wrong: stones.len() - right,
            is_final_right,
            irregular: entries
                .iter()
                .filter(|entry| entry.irregular.is_some())
                .count(),
            frames,
            readings: watcher.readings(),
            took,
            first: differs.map(|i| {
                format!(
                    "move {}: {} for {}",
                    i + 1,
                    name(stones.get(i)),
                    name(truth.get(i))
                )
            }),
        }
    }

    /// Whether the record is the game.
    pub(super) fn is_errorless(&self) -> bool {
        self.right == self.moves && self.wrong == 0 && self.is_final_right
    }
}

fn stone_of(entry: &Entry) -> Option<Stone> {
    match entry.step {
        Step::Move(Move::Play(color, point)) => Some((color, point)),
        _ => None,
    }
}

/// The length of the longest sequence that both have in this order.
fn common(a: &[Stone], b: &[Stone]) -> usize {
    let mut row = vec![0; b.len() + 1];
    for x in a {
        let mut diagonal = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y {
                diagonal + 1
            } else {
                above.max(row[j])
            };
            diagonal = above;
        }
    }
    row[b.len()]
}

/// A line of the list, without the name.
impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = if self.is_errorless() { "ok" } else { "WRONG" };
        write!(
            f,
            "{found}  moves {}  right {}  false {}  final {}  irregular {}  frames {}  readings {}  \
             {:.1} ms a frame",
            self.moves,
            self.right,
            self.wrong,
            if self.is_final_right {
                "right"
            } else {
                "WRONG"
            },
            self.irregular,
            self.frames,
            self.readings,
            self.took.as_secs_f64() * 1000.0 / self.frames.max(1) as f64,
        )?;
        if let Some(first) = &self.first {
            write!(f, "  first error: {first}")?;
        }
        Ok(())
    }
}

/// The line for all videos together.
pub(super) struct Total<'a>(pub &'a [Judgement]);

impl fmt::Display for Total<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |figure: fn(&Judgement) -> usize| self.0.iter().map(figure).sum::<usize>();
        write!(
            f,
            "videos {} moves {} right {} false {} final_right {} errorless {}",
            self.0.len(),
            sum(|j| j.moves),
            sum(|j| j.right),
            sum(|j| j.wrong),
            sum(|j| usize::from(j.is_final_right)),
            sum(|j| usize::from(j.is_errorless())),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_moves_are_counted_in_their_order() {
        let stone = |i: u8| (Color::Black, Point::new(i, 0));
        let game: Vec<Stone> = [1, 2, 3, 4, 5].map(stone).to_vec();
        assert_eq!(common(&game, &game), 5);
        assert_eq!(common(&game, &[1, 3, 2, 4, 5].map(stone)), 4);
        assert_eq!(common(&game, &[1, 9, 2, 4].map(stone)), 3);
        assert_eq!(common(&game, &[]), 0);
    }
}
