//! Every record of the collection that may not be shipped; skipped where it is not at hand.

use std::collections::BTreeMap;
use std::path::Path;

use shuzi::go::RuleSet;
use shuzi::sgf::{self, GameRecord, RecordResult, WarningKind, repetition_rule};

use super::kinds;

/// The records in which a move breaks the rules, and what is said of it.
const ILLEGAL: [(&str, &str); 0] = [];

/// The records by file name; none, with a word, where the collection is not here.
fn records() -> BTreeMap<String, GameRecord> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/games"));
    let Ok(entries) = folder.read_dir() else {
        eprintln!("skipped: {} is not here", folder.display());
        return BTreeMap::new();
    };
    let paths = entries.map(|entry| entry.expect("a folder entry").path());
    let records = paths
        .filter(|path| path.extension().is_some_and(|end| end == "sgf"))
        .map(|path| {
            let name = path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            let bytes = std::fs::read(&path).expect("a readable file");
            let record = sgf::read(&bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
            (name, record)
        });
    let records: BTreeMap<_, _> = records.collect();
    assert_eq!(records.len(), 198, "records in {}", folder.display());
    records
}

#[test]
fn every_record_is_replayed_or_refused_for_its_illegal_move() {
    for (name, record) in records() {
        let rules = record.rules().unwrap_or(RuleSet::Chinese);
        let expected = ILLEGAL.iter().find(|(file, _)| *file == name);
        match (record.replay(repetition_rule(rules)), expected) {
            (Ok(replay), None) => assert!(replay.moves > 0, "{name} has no moves"),
            (Err(error), Some((_, message))) => assert_eq!(error.to_string(), *message, "{name}"),
            (Ok(_), Some((_, message))) => panic!("{name} was replayed, but {message}"),
            (Err(error), None) => panic!("{name}: {error}"),
        }
    }
}

#[test]
fn every_komi_result_and_rule_set_is_understood() {
    for (name, record) in records() {
        let bad = kinds(&record)
            .into_iter()
            .find(|kind| matches!(kind, WarningKind::BadValue { .. }));
        assert_eq!(bad, None, "{name}");
        let komi = record.info("KM").or_else(|| record.info("KO"));
        assert_eq!(
            record.komi().is_some(),
            komi.is_some(),
            "{name}: KM {komi:?}"
        );
        let result = record.info("RE").filter(|text| text != "?");
        let understood = record.result() != RecordResult::Unknown;
        assert_eq!(understood, result.is_some(), "{name}: RE {result:?}");
    }
}

#[test]
fn every_record_is_written_and_read_back() {
    for (name, record) in records() {
        let again = sgf::read(record.to_string().as_bytes());
        assert_eq!(again.as_ref(), Ok(&record), "{name}");
    }
}
