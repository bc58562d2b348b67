//! What must hold for any bytes at all: the bodies of the fuzz targets, shared with the
//! short run among the tests.

use shuzi::go::RepetitionRule;
use shuzi::sgf;
use shuzi::vision::Photo;

/// Any bytes are read or refused; what is read is replayed or refused, and comes back the
/// same after it was written.
pub fn sgf(bytes: &[u8]) {
    let Ok(record) = sgf::read(bytes) else { return };
    let _ = record.settings();
    for rule in [RepetitionRule::Forbid, RepetitionRule::NoResult] {
        if let Ok(replay) = record.replay(rule)
            && let Some(dead) = replay.marked_dead()
        {
            let agreed = replay
                .position
                .agree(&dead)
                .expect("marked stones are on the board");
            let _ = record
                .result()
                .check(agreed.score(&record.settings()).verdict());
        }
    }
    let written = record.to_string();
    let again = sgf::read(written.as_bytes()).expect("what is written is a record");
    assert_eq!(again, record, "read back from\n{written}");
    assert_eq!(again.to_string(), written);
}

/// Any bytes are decoded within bounds or refused.
pub fn photo(bytes: &[u8]) {
    if let Ok(photo) = Photo::decode(bytes) {
        let (width, height) = photo.rgb().dimensions();
        assert!(u64::from(width) * u64::from(height) <= Photo::MAX_PIXELS);
        assert!(width.min(height) >= Photo::MIN_SIDE);
    }
}
