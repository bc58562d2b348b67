//! A watched game as SGF, and back.
//!
//! Beside the usual properties each step has `TS`, a property of shuzi's own: `12.3:14.5`, the step
//! had not happened 12.3 seconds after the first frame, and had after 14.5. `UN[1]` marks an order
//! that is not certain, `IR[name]` an irregularity. Moves that were taken back are variations.

use anyhow::{Context, Result, ensure};

use super::clock::Clock;
use crate::go::{BoardSize, Color, Move, Point, Setup};
use crate::sgf::{GameRecord, NodeId, RecordResult};
use crate::video::{Entry, History, Irregularity, Step, TakenBack};

/// What the root says beside the stones.
#[derive(Debug, Clone, Default)]
pub(super) struct About {
    pub(super) black: String,
    pub(super) white: String,
    pub(super) date: String,
    pub(super) place: String,
    pub(super) result: Option<RecordResult>,
    pub(super) clock: Clock,
}

/// The game as a record.
pub(super) fn record(history: &History, about: &About) -> GameRecord {
    let mut record = GameRecord::from_setup(history.start());
    record.set_player(Color::Black, &about.black);
    record.set_player(Color::White, &about.white);
    record.set_info("DT", &about.date);
    record.set_info("PC", &about.place);
    let handicap = handicap(history.start());
    record.set_handicap(handicap);
    if let Some(result) = &about.result {
        record.set_result(result);
    }
    let mut places = vec![record.tree().root_id()];
    for (index, entry) in history.entries().iter().enumerate() {
        let node = add(&mut record, places[index], entry);
        if let Some((color, left)) = about.clock.left_after(history.entries(), index) {
            record.set_text(node, time_left(color), &format!("{left:.1}"));
        }
        places.push(node);
    }
    for taken in history.taken_back() {
        let mut last = places[taken.after.min(places.len() - 1)];
        // As the first node after it, it would be the main line.
        if taken.after >= history.entries().len() {
            continue;
        }
        for entry in &taken.entries {
            last = add(&mut record, last, entry);
        }
        record.set_note(last, &Irregularity::TakenBack.to_string());
    }
    record
}

/// Black's handicap: the stones of a start with no white ones, where White is to move.
fn handicap(start: &Setup) -> u8 {
    let stones = start.board.stones();
    match (stones.white, start.to_move) {
        (0, Some(Color::White)) => u8::try_from(stones.black).unwrap_or(0),
        _ => 0,
    }
}

fn add(record: &mut GameRecord, after: NodeId, entry: &Entry) -> NodeId {
    let node = record.add_node(after);
    match &entry.step {
        Step::Move(turn) => record.set_move(node, *turn),
        Step::Setup { points, to_move } => record.set_stones(node, points, *to_move),
    }
    record.set_text(node, "TS", &format!("{:.1}:{:.1}", entry.after, entry.by));
    if entry.uncertain {
        record.set_text(node, "UN", "1");
    }
    if let Some(kind) = entry.irregular {
        record.set_text(node, "IR", kind.name());
        record.set_note(node, &kind.to_string());
    } else if entry.uncertain {
        record.set_note(node, "the order of the moves is not certain");
    }
    node
}

/// A record of [`record`] as a game that goes on.
pub(super) fn history(record: &GameRecord) -> Result<History> {
    let tree = record.tree();
    let size = record.size();
    ensure!(size.is_square(), "only square boards are watched");
    let start = start(record)?;
    let (mut entries, mut taken_back) = (Vec::new(), Vec::new());
    let mut node = tree.root();
    while let Some(&next) = node.children().first() {
        for &other in &node.children()[1..] {
            let mut line = Vec::new();
            let mut at = Some(other);
            while let Some(id) = at {
                line.push(entry(record, id)?);
                at = tree.node(id).children().first().copied();
            }
            taken_back.push(TakenBack {
                after: entries.len(),
                entries: line,
            });
        }
        entries.push(entry(record, next)?);
        node = tree.node(next);
    }
    Ok(History::resumed(start, entries, taken_back))
}

/// The property of the time that a side has left.
fn time_left(color: Color) -> &'static str {
    match color {
        Color::Black => "BL",
        Color::White => "WL",
    }
}

/// What a record of a game says of the clock.
pub(super) fn clock(record: &GameRecord, history: &History) -> Clock {
    let mut clock = Clock::default();
    let mut node = record.tree().root();
    for entry in history.entries() {
        let Some(&next) = node.children().first() else {
            break;
        };
        node = record.tree().node(next);
        for color in [Color::Black, Color::White] {
            let left = node
                .value(time_left(color))
                .map(|value| value.to_simple_text());
            if let Some(left) = left.and_then(|text| text.parse().ok()) {
                clock.note(color, left, entry.by);
            }
        }
    }
    clock
}

fn start(record: &GameRecord) -> Result<Setup> {
    let mut start = GameRecord::new(record.size());
    let root = start.tree().root_id();
    let points = points(record, record.tree().root_id())?;
    start.set_stones(root, &points, None);
    let replay = start.replay(crate::go::RepetitionRule::Forbid)?;
    Ok(Setup {
        board: replay.position.board().clone(),
        to_move: turn(record, record.tree().root_id()),
    })
}

fn entry(record: &GameRecord, id: NodeId) -> Result<Entry> {
    let node = record.tree().node(id);
    let step = match record.moves_at(node, 0)?[..] {
        [turn] => Step::Move(turn),
        _ => Step::Setup {
            points: points(record, id)?,
            to_move: turn(record, id),
        },
    };
    let text = |id| node.value(id).map(|value| value.to_simple_text());
    let times = text("TS").unwrap_or_default();
    let (after, by) = times.split_once(':').unwrap_or(("0", "0"));
    let seconds = |text: &str| text.parse().unwrap_or(0.0);
    Ok(Entry {
        step,
        after: seconds(after),
        by: seconds(by),
        uncertain: text("UN").is_some(),
        irregular: text("IR").and_then(|name| Irregularity::from_name(&name)),
    })
}

fn points(record: &GameRecord, id: NodeId) -> Result<Vec<(Point, Option<Color>)>> {
    let node = record.tree().node(id);
    let mut found = Vec::new();
    for (id, stone) in [
        ("AB", Some(Color::Black)),
        ("AW", Some(Color::White)),
        ("AE", None),
    ] {
        for value in node.values(id) {
            let text = value.to_simple_text();
            let point = Point::parse(&text, record.size()).context("a setup of the record")?;
            found.push((point, stone));
        }
    }
    Ok(found)
}

fn turn(record: &GameRecord, id: NodeId) -> Option<Color> {
    let value = record.tree().node(id).value("PL")?;
    match value.to_simple_text().as_str() {
        "B" => Some(Color::Black),
        "W" => Some(Color::White),
        _ => None,
    }
}

/// The move as people write it.
pub(super) fn move_name(turn: Move, size: BoardSize) -> String {
    match turn {
        Move::Play(_, point) => point.label(size),
        Move::Pass(_) => "pass".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::Board;
    use crate::sgf;

    #[test]
    fn a_game_comes_back_as_it_was_written() {
        let size = BoardSize::square(9).unwrap();
        let at = |text| Point::parse(text, size).unwrap();
        let entry = |step, by: f64| Entry {
            step,
            after: by - 1.5,
            by,
            uncertain: false,
            irregular: None,
        };
        let mut board = Board::empty(size);
        board.set(at("C3"), Some(Color::Black));
        board.set(at("G7"), Some(Color::Black));
        let start = Setup {
            board,
            to_move: Some(Color::White),
        };
        let entries = vec![
            Entry {
                uncertain: true,
                ..entry(Step::Move(Move::Play(Color::White, at("E5"))), 10.0)
            },
            entry(Step::Move(Move::Pass(Color::Black)), 20.0),
            Entry {
                irregular: Some(Irregularity::Removed),
                ..entry(
                    Step::Setup {
                        points: vec![(at("A1"), Some(Color::White)), (at("C3"), None)],
                        to_move: Some(Color::White),
                    },
                    30.5,
                )
            },
        ];
        let taken_back = vec![TakenBack {
            after: 1,
            entries: vec![entry(Step::Move(Move::Play(Color::Black, at("D4"))), 12.0)],
        }];
        let game = History::resumed(start, entries, taken_back);
        let mut about = About::default();
        about.clock.note(Color::White, 61.5, 11.0);
        let text = record(&game, &about).to_string();
        assert!(
            text.contains("HA[2]") && text.contains("WL[61.5]"),
            "{text}"
        );
        let read = sgf::read(text.as_bytes()).unwrap();
        about.clock = clock(&read, &history(&read).unwrap());
        assert_eq!(record(&game, &about).to_string(), text);
        let again = history(&sgf::read(text.as_bytes()).unwrap()).unwrap();
        assert_eq!(again.start(), game.start());
        assert_eq!(again.entries(), game.entries());
        assert_eq!(again.taken_back(), game.taken_back());
        assert_eq!(again.position().board(), game.position().board());
    }
}
