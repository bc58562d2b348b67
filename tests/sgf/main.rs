//! Game records as people really write them, and as we write them.

mod broken_syntax;
mod real_records;
mod replaying;
mod writing;

use shuzi::go::{self, Board, RepetitionRule};
use shuzi::sgf::{self, GameRecord, WarningKind};

fn read(text: &str) -> GameRecord {
    sgf::read(text.as_bytes()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn kinds(record: &GameRecord) -> Vec<WarningKind> {
    let warnings = record.warnings().iter();
    warnings.map(|warning| warning.kind.clone()).collect()
}

/// The moves of the main line as written, `B[dd]` as `Bdd`.
fn moves(record: &GameRecord) -> String {
    let properties = record.tree().main_line().flat_map(|node| node.properties());
    let turns = properties.filter(|property| property.id == "B" || property.id == "W");
    let words: Vec<String> = turns
        .flat_map(|turn| {
            turn.values
                .iter()
                .map(move |value| format!("{}{}", turn.id, value.raw()))
        })
        .collect();
    words.join(" ")
}

fn board_after(record: &GameRecord) -> Board {
    let replay = record.replay(RepetitionRule::Forbid);
    replay
        .unwrap_or_else(|error| panic!("{error}"))
        .position
        .board()
        .clone()
}

fn assert_board(found: &Board, rows: &[&str]) {
    let expected = Board::from_rows(rows).expect("a board");
    if let Some(difference) = go::diff(found, &expected) {
        panic!("{difference}");
    }
}
