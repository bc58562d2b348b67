//! The report as an SGF record: the stones as a setup, no move invented.

use super::Report;
use crate::go::Color;
use crate::sgf::{GameRecord, RecordResult};

/// The stones (`AB`, `AW`), and where they were counted the rules, komi,
/// handicap, result and territory (`RU`, `KM`, `HA`, `RE`, `TB`, `TW`). While
/// the verdict is provisional there is no `RE`: it is not a result yet.
#[must_use]
pub fn write(report: &Report) -> String {
    let mut record = GameRecord::from_setup(&report.case().setup);
    if let Some(counted) = report.counted() {
        let settings = counted.score.settings();
        record.set_rules(settings.rules);
        record.set_komi(settings.komi);
        record.set_handicap(settings.handicap);
        if report.is_certain() {
            record.set_result(&RecordResult::from(counted.verdict));
        }
        let territory = report.territory();
        for color in Color::BOTH {
            let own = territory.iter().filter(|(_, owner)| *owner == color);
            record.set_territory(color, own.map(|(point, _)| *point));
        }
    }
    let mut text = record.to_string();
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}
