//! Plays a record node by node.

use std::collections::HashMap;

use super::super::record::{setup_property, territory_property};
use super::super::tree::Node;
use super::super::value::Value;
use super::{Repetition, Replay, ReplayError};
use crate::go::{
    Board, BoardSize, ByColor, Color, Move, Point, PointError, Position, RepetitionRule, Setup,
    Verdict,
};

/// A record as far as it was played.
pub(super) struct Player {
    repetition: RepetitionRule,
    /// The boards that stood since the last setup, and after how many moves.
    stood: HashMap<Vec<u8>, usize>,
    pub replay: Replay,
}

impl Player {
    pub(super) fn new(size: BoardSize, repetition: RepetitionRule) -> Self {
        let empty = Setup::from(Board::empty(size));
        let position = Position::try_from(empty).expect("an empty board is legal");
        Self {
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
        }
    }

    /// Takes in a node: setup stones, moves and marks.
    pub(super) fn step(&mut self, node: &Node) -> Result<(), ReplayError> {
        self.set_up(node)?;
        self.play(node)?;
        self.note_territory(node);
        Ok(())
    }

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
pub(super) fn read_move(color: Color, value: &Value, size: BoardSize) -> Result<Move, PointError> {
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
