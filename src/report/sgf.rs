//! The report as an SGF record: the stones as a setup, no move invented.

use super::{Counted, Report};
use crate::go::Color;
use crate::sgf::{GameRecord, RecordResult, WinBy};

/// The stones (`AB`, `AW`), and where they were counted the rules, komi,
/// handicap, result and territory (`RU`, `KM`, `HA`, `RE`, `TB`, `TW`). While
/// the verdict is provisional there is no `RE`: it is not a result yet; where only the margin
/// is open it names the winner alone.
#[must_use]
pub fn write(report: &Report) -> String {
    let mut record = GameRecord::from_setup(&report.case().setup);
    if let Some(counted) = report.counted() {
        let settings = counted.score.settings();
        record.set_rules(settings.rules);
        record.set_komi(settings.komi);
        record.set_handicap(settings.handicap);
        if report.is_certain() {
            record.set_result(&result(report, counted));
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

/// The result as SGF has it: the winner alone where the winner is certain and the margin is not.
pub(super) fn result(report: &Report, counted: &Counted) -> RecordResult {
    let ranges = report.is_certain() && !report.is_exact();
    match (RecordResult::from(counted.verdict), ranges) {
        (
            RecordResult::Win {
                winner,
                by: WinBy::Margin(_),
            },
            true,
        ) => RecordResult::Win {
            winner,
            by: WinBy::Unstated,
        },
        (result, _) => result,
    }
}
