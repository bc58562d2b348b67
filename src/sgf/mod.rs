//! Game records: SGF in any encoding and shape that people really write, and `FF[4]` out.
//!
//! Bytes → text (encodings told apart) → [`Tree`] (broken syntax put right, with
//! [`Warning`]s) → [`GameRecord`] (size, komi, rules, result) → [`Replay`] (played through
//! [`go`](crate::go)). A record prints as `FF[4]`, which [`read`] reads back as it was.
//! The format: SGF `FF[4]`, with the names of `FF[3]` and the habits of servers.

mod decode;
mod error;
mod export;
mod parse;
mod record;
mod replay;
mod result;
mod result_text;
mod scan;
mod terms;
mod tree;
mod value;
mod write;

pub use error::{SgfError, Warning, WarningKind};
pub use record::{GameRecord, read};
pub use replay::{Repetition, Replay, ReplayError, repetition_rule};
pub use result::{RecordResult, ResultCheck, WinBy};
pub use tree::{Node, NodeId, Property, Tree};
pub use value::Value;

/// The longest file that is read, in bytes; the largest joseki collections have about 3 MB.
pub const MAX_BYTES: usize = 8 << 20;

/// How far into a file its kind is looked for, in bytes.
const KIND_SEARCH: usize = 1 << 16;

/// Whether a file is an SGF record rather than, say, a text board: a game tree `(;`, or a
/// node with a property, stands near its start.
pub fn looks_like_sgf(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(KIND_SEARCH)];
    scan::game_start(&decode::decode(head).text).is_some()
}
