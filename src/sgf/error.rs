//! What stops a record from being read at all, and what is only worth a word.

use std::fmt;

use thiserror::Error;

/// Why no record could be read from the bytes.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SgfError {
    /// The input is longer than [`MAX_BYTES`](super::MAX_BYTES).
    #[error(
        "the record has {bytes} bytes, more than the {limit} that are read; split the collection into games"
    )]
    TooLarge {
        /// Length of the input.
        bytes: usize,
        /// The greatest length that is read.
        limit: usize,
    },
    /// The input holds more nodes than are kept.
    #[error("line {line}: the record has more than {limit} nodes; split the collection into games")]
    TooManyNodes {
        /// Line of the first node beyond the limit, from 1.
        line: usize,
        /// The greatest number of nodes that are kept.
        limit: usize,
    },
    /// No node was found.
    #[error("this is no SGF record: no game tree `(;` was found in it")]
    NoGame,
    /// The record is of another game than Go.
    #[error("line {line}: GM[{game}] is not a game of Go (GM[1])")]
    NotGo {
        /// The value of `GM`.
        game: String,
        /// Line of the root node, from 1.
        line: usize,
    },
    /// `SZ` names no board that is played on here.
    #[error(
        "line {line}: SZ[{text}] is no board size; write SZ[19] or SZ[19:13], 2 to 25 lines a side"
    )]
    BadSize {
        /// The value of `SZ`.
        text: String,
        /// Line of the root node, from 1.
        line: usize,
    },
}

/// Something that was put right, or passed over, while the record was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Warning {
    /// Line in the file, from 1.
    pub line: usize,
    /// Character within the line, from 1.
    pub column: usize,
    /// What was found there.
    pub kind: WarningKind,
}

/// The kinds of [`Warning`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningKind {
    /// `CA` names one encoding, the bytes are in another, which was used.
    Encoding {
        /// The value of `CA`.
        declared: String,
        /// The encoding that the text was read in.
        used: &'static str,
    },
    /// Bytes that are no text in the encoding; each became U+FFFD.
    MalformedText {
        /// The encoding that the text was read in.
        encoding: &'static str,
        /// How many places.
        places: usize,
    },
    /// Text between properties, or before the first game tree.
    Stray(String),
    /// A `[` or `]` inside a text, which should have been escaped.
    UnescapedBracket,
    /// A property value without its `]`.
    UnclosedValue {
        /// The property.
        property: String,
    },
    /// The file ends before the game tree does.
    UnclosedTree,
    /// A `)` that closes nothing.
    StrayClose,
    /// A property or variation where a node `;` was expected.
    MissingNode,
    /// A property that stands twice in a node.
    DuplicateProperty {
        /// The property.
        property: String,
    },
    /// The file holds further games; the first is read.
    MoreGames,
    /// A node has more properties, or a property more values, than are kept.
    TooMany {
        /// The first property that is passed over, or whose values are.
        property: String,
    },
    /// A value that was not understood and is passed over.
    BadValue {
        /// The property.
        property: String,
        /// Its value.
        value: String,
    },
    /// No count gives this margin with this komi. Some servers write `KM[0]` where komi
    /// was given.
    KomiContradictsResult {
        /// The value of `KM`.
        komi: String,
        /// The value of `RE`.
        result: String,
    },
    /// More was found than is listed.
    More(usize),
}

impl Warning {
    /// A warning of the place that many bytes into a text whose line ends are `\n`.
    pub(super) fn at(text: &str, at: usize, kind: WarningKind) -> Self {
        let before = &text[..at];
        let line_start = before.rfind('\n').map_or(0, |end| end + 1);
        Self {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            kind,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}, character {}: {}",
            self.line, self.column, self.kind
        )
    }
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Encoding { declared, used } => {
                write!(f, "CA[{declared}] is wrong, the text was read as {used}")
            }
            Self::MalformedText { encoding, places } => {
                write!(
                    f,
                    "{places} broken characters in the {encoding} text, from here on"
                )
            }
            Self::Stray(text) => write!(f, "passed over: {text:?}"),
            Self::UnescapedBracket => f.write_str("unescaped bracket taken as text"),
            Self::UnclosedValue { property } => write!(f, "{property} lacks its closing ]"),
            Self::UnclosedTree => f.write_str("the file ends within the game tree"),
            Self::StrayClose => f.write_str("a ) that closes nothing"),
            Self::MissingNode => f.write_str("a ; is missing before this"),
            Self::DuplicateProperty { property } => write!(f, "{property} stands twice in a node"),
            Self::MoreGames => f.write_str("further games in the file, only the first is read"),
            Self::TooMany { property } => write!(f, "more of {property} than is kept"),
            Self::BadValue { property, value } => {
                write!(
                    f,
                    "{property}[{value}] was not understood and is passed over"
                )
            }
            Self::KomiContradictsResult { komi, result } => {
                write!(
                    f,
                    "KM[{komi}] cannot give RE[{result}]; state the komi that was played"
                )
            }
            Self::More(warnings) => write!(f, "and {warnings} more remarks on this record"),
        }
    }
}
