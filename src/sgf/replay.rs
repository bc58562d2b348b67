//! A record played through the rules of [`go`](crate::go).

use std::collections::HashMap;

use thiserror::Error;

use super::record::{GameRecord, setup_property, territory_property};
use super::tree::Node;
use super::value::Value;
use crate::go::{
    Board, BoardSize, ByColor, Color, IllegalPosition, Move, PlayError, Point, PointError,
    Position, RepetitionRule, RuleSet, Setup, Verdict,
};

/// Why a record cannot be played through. Each names the move, counted from 1, and the line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReplayError {
    /// The rules forbid a move.
    #[error("move {number} (line {line}) is illegal: {reason}")]
    Illegal {
        /// Which move.
        number: usize,
        /// Its line in the file.
        line: usize,
        /// The point and the reason.
        reason: PlayError,
    },
    /// A move brings back a whole-board position, which the rule setting forbids.
    #[error(
        "move {number} (line {line}) is illegal: {color}'s move at {label} brings back the whole board of move {earlier}"
    )]
    Repetition {
        /// Which move.
        number: usize,
        /// Its line in the file.
        line: usize,
        /// Who plays.
        color: Color,
        /// Name of the point.
        label: String,
        /// After how many moves the position stood before.
        earlier: usize,
    },
    /// A move or a stone is on no point of the board.
    #[error("{property} after move {number} (line {line}): {reason}")]
    NoPoint {
        /// How many moves were played.
        number: usize,
        /// The line in the file.
        line: usize,
        /// The property.
        property: String,
        /// What is wrong with its value.
        reason: PointError,
    },
    /// Stones were set up that cannot stand.
    #[error("the stones set up after move {number} (line {line}) cannot stand: {reason}")]
    IllegalSetup {
        /// How many moves were played.
        number: usize,
        /// The line in the file.
        line: usize,
        /// The chains without a liberty.
        reason: IllegalPosition,
    },
}

/// A move that brought back a whole-board position under a rule that does not forbid it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// Which move, counted from 1.
    pub number: usize,
    /// After how many moves the position stood before.
    pub earlier: usize,
    /// The result that the rule gives if the players claim it; records may go on.
    pub verdict: Verdict,
}

/// Where the main line of a record leads.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The last position.
    pub position: Position,
    /// Number of moves, passes included.
    pub moves: usize,
    /// Passes in a row at the end.
    pub final_passes: usize,
    /// Prisoners from before stones were last set up by hand, which the position does not
    /// know of.
    pub earlier_prisoners: ByColor<u32>,
    /// Whole-board repetitions.
    pub repetitions: Vec<Repetition>,
    /// The points marked `TB` and `TW` at the last node that has marks, as servers and
    /// programs write the agreed count.
    pub territory: ByColor<Vec<Point>>,
}

impl Replay {
    /// The stones that the record's own marks give as dead: those on the other side's
    /// territory. `None` where nothing is marked.
    pub fn marked_dead(&self) -> Option<Vec<Point>> {
        let board = self.position.board();
        let marked = !(self.territory.black.is_empty() && self.territory.white.is_empty());
        let dead_in = |owner: Color| {
            let points = self.territory[owner].iter().copied();
            points.filter(move |&point| board.get(point) == Some(owner.opponent()))
        };
        marked.then(|| Color::BOTH.into_iter().flat_map(dead_in).collect())
    }
}

/// The usual rule on repeated positions: Japanese and Korean rules end the game without
/// result, all others forbid the move.
pub fn repetition_rule(rules: RuleSet) -> RepetitionRule {
    match rules {
        RuleSet::Japanese | RuleSet::Korean => RepetitionRule::NoResult,
        _ => RepetitionRule::Forbid,
    }
}

impl GameRecord {
    /// Plays the main line through: setup stones, moves, passes.
    ///
    /// Turns are not enforced, as records hold handicap stones played as moves. `B[]` is a
    /// pass, and so is `B[tt]` on boards up to 19 lines. Repetition is held against all
    /// positions since stones were last set up.
    ///
    /// # Errors
    /// [`ReplayError`] names the first move that the rules forbid.
    pub fn replay(&self, repetition: RepetitionRule) -> Result<Replay, ReplayError> {
        let empty = Setup::from(Board::empty(self.size()));
        let position = Position::try_from(empty).expect("an empty board is legal");
        let mut player = Player {
            repetition,
            stood: HashMap::from([(key(position.board()), 0)]),
            replay: Replay {
                position,
                moves: 0,
                final_passes: 0,
                earlier_prisoners: ByColor::default(),
                repetitions: Vec::new(),
                territory: ByColor::default(),
            },
        };
        for node in self.tree().main_line() {
            player.set_up(node)?;
            player.play(node)?;
            player.note_territory(node);
        }
        Ok(player.replay)
    }

    /// The moves of the main line, passes included.
    ///
    /// # Errors
    /// [`ReplayError::NoPoint`] names a move that is on no point of the board.
    pub fn moves(&self) -> Result<Vec<Move>, ReplayError> {
        let mut moves = Vec::new();
        for node in self.tree().main_line() {
            moves.extend(self.moves_at(node, moves.len())?);
        }
        Ok(moves)
    }

    /// The moves of a node, of which there should be one at most; `number` moves come before.
    ///
    /// # Errors
    /// As [`GameRecord::moves`].
    pub fn moves_at(&self, node: &Node, number: usize) -> Result<Vec<Move>, ReplayError> {
        let of = |color: Color| {
            let property = color.letter().to_string();
            let values = node.values(&property).to_vec();
            values
                .into_iter()
                .map(move |value| (color, property.clone(), value))
        };
        let moves = Color::BOTH.into_iter().flat_map(of);
        moves
            .map(|(color, property, value)| {
                read_move(color, &value, self.size()).map_err(|reason| ReplayError::NoPoint {
                    number,
                    line: node.line,
                    property,
                    reason,
                })
            })
            .collect()
    }
}

struct Player {
    repetition: RepetitionRule,
    /// The boards that stood since the last setup, and after how many moves.
    stood: HashMap<Vec<u8>, usize>,
    replay: Replay,
}

impl Player {
    fn size(&self) -> BoardSize {
        self.replay.position.board().size()
    }

    /// Takes the stones and the side to move of a node.
    fn set_up(&mut self, node: &Node) -> Result<(), ReplayError> {
        let mut board = self.replay.position.board().clone();
        let stones = Color::BOTH.map(|color| (setup_property(color), Some(color)));
        for (id, stone) in stones.into_iter().chain([("AE", None)]) {
            for point in self.points(node, id)? {
                board.set(point, stone);
            }
        }
        let to_move = node
            .value("PL")
            .and_then(|value| color_of(&value.to_simple_text()));
        if board != *self.replay.position.board() {
            let illegal = |reason| ReplayError::IllegalSetup {
                number: self.replay.moves,
                line: node.line,
                reason,
            };
            let to_move = to_move.or(self.replay.position.to_move());
            let taken = self.replay.position.prisoners();
            self.replay.position = Position::try_from(Setup { board, to_move }).map_err(illegal)?;
            for color in Color::BOTH {
                self.replay.earlier_prisoners[color] += taken[color];
            }
            self.stood = HashMap::from([(key(self.replay.position.board()), self.replay.moves)]);
            self.replay.final_passes = 0;
        } else if let Some(color) = to_move {
            self.replay.position.set_to_move(color);
        }
        Ok(())
    }

    /// Plays the moves of a node in the order of the file.
    fn play(&mut self, node: &Node) -> Result<(), ReplayError> {
        for property in node.properties() {
            let color = match &*property.id {
                "B" => Color::Black,
                "W" => Color::White,
                _ => continue,
            };
            for value in &property.values {
                let turn = read_move(color, value, self.size())
                    .map_err(|reason| self.no_point(node, &property.id, reason))?;
                self.play_move(turn, node.line)?;
            }
        }
        Ok(())
    }

    fn play_move(&mut self, turn: Move, line: usize) -> Result<(), ReplayError> {
        let number = self.replay.moves + 1;
        let illegal = |reason| ReplayError::Illegal {
            number,
            line,
            reason,
        };
        self.replay.position.play(turn).map_err(illegal)?;
        match turn {
            Move::Pass(_) => self.replay.final_passes += 1,
            Move::Play(color, point) => {
                self.note_board(number, line, color, point)?;
                self.replay.final_passes = 0;
            }
        }
        self.replay.moves = number;
        Ok(())
    }

    /// Holds the new board against those that stood before.
    fn note_board(
        &mut self,
        number: usize,
        line: usize,
        color: Color,
        point: Point,
    ) -> Result<(), ReplayError> {
        let board = key(self.replay.position.board());
        let Some(earlier) = self.stood.insert(board, number) else {
            return Ok(());
        };
        let verdict = match self.repetition {
            RepetitionRule::Forbid => {
                let label = point.label(self.size());
                return Err(ReplayError::Repetition {
                    number,
                    line,
                    color,
                    label,
                    earlier,
                });
            }
            RepetitionRule::NoResult => Verdict::NoResult,
            RepetitionRule::Draw => Verdict::Draw,
            RepetitionRule::Replay => Verdict::Replay,
        };
        self.replay.repetitions.push(Repetition {
            number,
            earlier,
            verdict,
        });
        Ok(())
    }

    /// Marks are no moves: a wrong one is no reason to refuse the record.
    fn note_territory(&mut self, node: &Node) {
        let properties = ByColor::from_fn(territory_property);
        if Color::BOTH
            .iter()
            .any(|&color| node.value(properties[color]).is_some())
        {
            self.replay.territory = properties.map(|id| self.points(node, id).unwrap_or_default());
        }
    }

    /// The points of a list, rectangles `aa:cc` filled out, each point once.
    fn points(&self, node: &Node, id: &str) -> Result<Vec<Point>, ReplayError> {
        let size = self.size();
        let values = node
            .values(id)
            .iter()
            .filter(|value| !value.to_simple_text().is_empty());
        let mut points = Vec::new();
        let mut listed = vec![false; size.area()];
        for value in values {
            let (first, last) = value.halves().unwrap_or((value.raw(), value.raw()));
            let corner =
                |text| read_point(text, size).map_err(|reason| self.no_point(node, id, reason));
            let (first, last) = (corner(first)?, corner(last)?);
            let columns = first.column().min(last.column())..=first.column().max(last.column());
            for column in columns {
                for row in first.row().min(last.row())..=first.row().max(last.row()) {
                    let point = Point::new(column, row);
                    if !std::mem::replace(&mut listed[size.index(point)], true) {
                        points.push(point);
                    }
                }
            }
        }
        Ok(points)
    }

    fn no_point(&self, node: &Node, property: &str, reason: PointError) -> ReplayError {
        ReplayError::NoPoint {
            number: self.replay.moves,
            line: node.line,
            property: property.to_owned(),
            reason,
        }
    }
}

/// A board as bytes, which hash many times faster than its points one by one.
fn key(board: &Board) -> Vec<u8> {
    let byte = |stone: &Option<Color>| stone.map_or(b'.', |color| color.letter() as u8);
    board.as_slice().iter().map(byte).collect()
}

/// A move or a pass.
fn read_move(color: Color, value: &Value, size: BoardSize) -> Result<Move, PointError> {
    let text = value.to_simple_text().to_lowercase();
    let old_pass = text == "tt" && size.width() <= 19 && size.height() <= 19;
    if text.is_empty() || text == "pass" || old_pass {
        return Ok(Move::Pass(color));
    }
    read_point(&text, size).map(|point| Move::Play(color, point))
}

/// A point in SGF letters, also in capitals, or in the other forms that people write.
fn read_point(text: &str, size: BoardSize) -> Result<Point, PointError> {
    Point::parse(&text.trim().to_lowercase(), size)
}

/// The side that `PL` names: `B`, `W`, in full, or `1` and `2` of old files.
fn color_of(text: &str) -> Option<Color> {
    match text.to_lowercase().as_str() {
        "b" | "black" | "1" => Some(Color::Black),
        "w" | "white" | "2" => Some(Color::White),
        _ => None,
    }
}
