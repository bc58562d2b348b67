//! Events as JSON lines, described in docs/watch.md.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Mutex;

use serde_json::{Map, Value, json};

use super::record::move_name;
use crate::go::{Color, Move};
use crate::video::{Entry, Happening, History, Notice, Seconds, Step};

/// The version of the lines.
const SCHEMA: &str = "shuzi-watch/1";

/// The file of the events of all boards; each line is written as one piece.
pub(super) struct Events(Option<Mutex<File>>);

impl Events {
    /// Events that go nowhere without a path; an existing file is continued.
    pub(super) fn open(path: Option<&Path>) -> io::Result<Self> {
        let file = path.map(|path| OpenOptions::new().create(true).append(true).open(path));
        Ok(Self(file.transpose()?.map(Mutex::new)))
    }

    pub(super) fn write(&self, event: &Value) -> io::Result<()> {
        let Some(file) = &self.0 else {
            return Ok(());
        };
        let mut file = file
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        file.write_all(format!("{event}\n").as_bytes())
    }
}

/// What every event of a board says.
#[derive(Debug, Clone)]
pub(super) struct Stamp<'a> {
    pub(super) board: &'a str,
    pub(super) at: Seconds,
    pub(super) time: &'a str,
}

impl Stamp<'_> {
    /// An event of a kind.
    pub(super) fn event(&self, kind: &str, rest: Value) -> Value {
        let mut event = Map::new();
        event.insert("schema".into(), SCHEMA.into());
        event.insert("event".into(), kind.into());
        event.insert("board".into(), self.board.into());
        event.insert("at".into(), ((self.at * 100.0).round() / 100.0).into());
        event.insert("time".into(), self.time.into());
        if let Value::Object(rest) = rest {
            event.extend(rest);
        }
        Value::Object(event)
    }

    /// The events that a notice stands for, in their order.
    pub(super) fn events(&self, notice: &Notice, history: Option<&History>) -> Vec<Value> {
        match (notice, history) {
            (
                Notice::Found {
                    grid,
                    doubts,
                    complaints,
                },
                Some(history),
            ) => {
                let doubts: Vec<String> = doubts.iter().map(ToString::to_string).collect();
                let complaints: Vec<String> = complaints.iter().map(ToString::to_string).collect();
                let found =
                    json!({"corners": grid.corners(), "doubts": doubts, "complaints": complaints});
                vec![self.event("found", found), self.position(history)]
            }
            (Notice::NotFound(reason), _) => {
                vec![self.event("not_found", json!({"reason": reason.to_string()}))]
            }
            (Notice::Unclear(complaint), _) => {
                vec![self.event("not_found", json!({"reason": complaint.to_string()}))]
            }
            (Notice::Moved, _) => vec![self.event("moved", json!({}))],
            (Notice::Lost, _) => vec![self.event("lost", json!({}))],
            (Notice::Occluded { points }, _) => {
                vec![self.event("occluded", json!({"points": points}))]
            }
            (Notice::Game(happening), Some(history)) => self.game(happening, history),
            (_, None) => Vec::new(),
        }
    }

    fn game(&self, happening: &Happening, history: &History) -> Vec<Value> {
        let size = history.size();
        match happening {
            Happening::SetUp => vec![self.position(history)],
            Happening::Warning(warning) => {
                let points = warning.points.iter().map(|point| point.label(size));
                vec![self.event(
                    "warning",
                    json!({
                        "kind": warning.kind.name(),
                        "color": warning.color.map(color),
                        "points": points.collect::<Vec<_>>(),
                        "text": warning.kind.to_string(),
                    }),
                )]
            }
            Happening::Added { from } => {
                let mut events: Vec<Value> = steps(history, *from)
                    .into_iter()
                    .map(|step| {
                        let kind = if step["set"].is_null() {
                            "move"
                        } else {
                            "setup"
                        };
                        self.event(kind, step)
                    })
                    .collect();
                events.extend(self.uncertain(history, *from));
                events.push(self.position(history));
                events
            }
            Happening::Repaired { from } => {
                let first = moves_before(history, *from) + 1;
                let repaired = json!({"from": first, "steps": steps(history, *from)});
                vec![self.event("repaired", repaired), self.position(history)]
            }
        }
    }

    /// The numbers of the moves whose order is not certain.
    fn uncertain(&self, history: &History, from: usize) -> Option<Value> {
        let uncertain = |entry: &&Value| entry["uncertain"] == true && !entry["number"].is_null();
        let steps = steps(history, from);
        let numbers: Vec<&Value> = steps
            .iter()
            .filter(uncertain)
            .map(|s| &s["number"])
            .collect();
        (!numbers.is_empty()).then(|| self.event("uncertain", json!({"moves": numbers})))
    }

    pub(super) fn position(&self, history: &History) -> Value {
        let position = history.position();
        self.event(
            "position",
            json!({
                "moves": history.moves(),
                "rows": position.board().to_string().lines().collect::<Vec<_>>(),
                "to_move": position.to_move().map(color),
            }),
        )
    }
}

pub(super) fn color(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

fn moves_before(history: &History, index: usize) -> usize {
    let is_move = |entry: &&Entry| matches!(entry.step, Step::Move(_));
    history.entries()[..index].iter().filter(is_move).count()
}

/// The steps from an index on.
pub(super) fn steps(history: &History, from: usize) -> Vec<Value> {
    let size = history.size();
    let mut number = moves_before(history, from);
    let mut position = history.position_after(from);
    let mut described = Vec::new();
    for entry in &history.entries()[from..] {
        let mut step = match &entry.step {
            Step::Move(turn) => {
                number += 1;
                let taken = position.play(*turn).unwrap_or_default();
                let taken: Vec<String> = taken.iter().map(|point| point.label(size)).collect();
                json!({
                    "number": number,
                    "color": color(turn.color()),
                    "point": match turn {
                        Move::Play(..) => Value::from(move_name(*turn, size)),
                        Move::Pass(_) => Value::Null,
                    },
                    "captured": taken,
                })
            }
            Step::Setup { points, .. } => {
                let set = points.iter().map(|&(point, stone)| {
                    json!({"point": point.label(size), "stone": stone.map_or("empty", color)})
                });
                json!({"set": set.collect::<Vec<_>>()})
            }
        };
        if matches!(entry.step, Step::Setup { .. }) {
            position = history.position_after(described.len() + from + 1);
        }
        step["seen_at"] = entry.by.into();
        step["uncertain"] = entry.uncertain.into();
        step["irregular"] = entry.irregular.map(|kind| kind.name()).into();
        described.push(step);
    }
    described
}
