//! Every record of the collection that may not be shipped; skipped where it is not at hand.

use std::collections::BTreeMap;
use std::path::Path;

use shuzi::go::RepetitionRule;
use shuzi::sgf::{self, GameRecord, RecordResult, WarningKind, repetition_rule};

use super::kinds;

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
fn every_record_is_replayed_under_its_own_rules() {
    for (name, record) in records() {
        let rule = repetition_rule(record.settings().rules);
        match record.replay(rule) {
            Ok(replay) => assert!(replay.moves > 0, "{name} has no moves"),
            Err(error) => panic!("{name}: {error}"),
        }
    }
}

/// One record brings a whole board back, as its Japanese rules allow.
#[test]
fn a_record_is_refused_only_for_its_illegal_move() {
    let records = records();
    let refused: Vec<String> = records
        .iter()
        .filter_map(|(name, record)| {
            let error = record.replay(RepetitionRule::Forbid).err()?;
            Some(format!("{name}: {error}"))
        })
        .collect();
    let expected = "fox-298.sgf: move 374 (line 47) is illegal: \
                    White's move at N1 brings back the whole board of move 371";
    if !records.is_empty() {
        assert_eq!(refused, [expected]);
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
