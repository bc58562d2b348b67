//! A game record: what its root says.

use super::error::{SgfError, Warning, WarningKind};
use super::parse::parse;
use super::result::{RecordResult, WinBy};
use super::terms::{read_komi, read_rules};
use super::tree::{Node, Tree};
use super::value::Value;
use super::{MAX_BYTES, decode};
use crate::go::{BoardSize, ByColor, Color, Komi, RuleSet, Settings};

/// Properties that a writer decides and a reader need not keep.
const OF_THE_FILE: [&str; 3] = ["FF", "GM", "CA"];
/// The most handicap stones that `HA` is believed for.
const MOST_HANDICAP: u8 = 25;

/// One game of Go as SGF holds it: main line, variations, and the information of the root.
///
/// What is read is kept whole, also properties that mean nothing here, so that writing it
/// again loses nothing. Two records are equal where their trees are.
#[derive(Debug, Clone)]
pub struct GameRecord {
    pub(super) size: BoardSize,
    pub(super) tree: Tree,
    pub(super) encoding: &'static str,
    pub(super) warnings: Vec<Warning>,
}

impl PartialEq for GameRecord {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size && self.tree == other.tree
    }
}

impl Eq for GameRecord {}

/// Reads the first game of an SGF file in any encoding.
///
/// # Errors
/// [`SgfError`] when there is no game of Go in it; broken syntax that can be put right is
/// only a [warning](GameRecord::warnings).
pub fn read(bytes: &[u8]) -> Result<GameRecord, SgfError> {
    if bytes.len() > MAX_BYTES {
        return Err(SgfError::TooLarge {
            bytes: bytes.len(),
            limit: MAX_BYTES,
        });
    }
    let decoded = decode::decode(bytes);
    let parsed = parse(&decoded.text)?;
    let mut tree = parsed.tree;
    let size = read_game(tree.root())?;
    for id in OF_THE_FILE {
        tree.root_mut().set(id, Vec::new());
    }
    let mut warnings = decoded.warnings;
    warnings.extend(parsed.warnings);
    let mut record = GameRecord {
        size,
        tree,
        encoding: decoded.encoding,
        warnings,
    };
    record.warn_of_values();
    Ok(record)
}

/// Checks that the root is one of Go and gives the size of its board.
fn read_game(root: &Node) -> Result<BoardSize, SgfError> {
    let line = root.line;
    let text = |id| {
        root.value(id)
            .map(Value::to_simple_text)
            .filter(|text| !text.is_empty())
    };
    if let Some(game) = text("GM").filter(|game| game != "1") {
        return Err(SgfError::NotGo { game, line });
    }
    let Some(text) = text("SZ") else {
        return Ok(BoardSize::NINETEEN);
    };
    let (width, height) = text
        .split_once([':', 'x', 'X', '*', '×'])
        .unwrap_or((&text, &text));
    match (width.trim().parse(), height.trim().parse()) {
        (Ok(width), Ok(height)) => BoardSize::new(width, height).ok(),
        _ => None,
    }
    .ok_or(SgfError::BadSize { text, line })
}

impl GameRecord {
    /// The size of the board; 19×19 where the record does not say.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// All nodes, variations included.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// The encoding that the text was read in.
    pub fn encoding(&self) -> &'static str {
        self.encoding
    }

    /// What was put right or passed over while reading, in the order of the file.
    pub fn warnings(&self) -> &[Warning] {
        &self.warnings
    }

    /// A property of the root as one line of text; `None` where it is missing or empty.
    pub fn info(&self, id: &str) -> Option<String> {
        self.tree
            .root()
            .value(id)
            .map(Value::to_simple_text)
            .filter(|text| !text.is_empty())
    }

    /// The players' names (`PB`, `PW`), empty where the record has none.
    pub fn players(&self) -> ByColor<String> {
        ByColor::from_fn(|color| self.info(player_property(color)).unwrap_or_default())
    }

    /// The komi (`KM`, or a root `KO` that holds a figure, as some files have it).
    pub fn komi(&self) -> Option<Komi> {
        self.info("KM")
            .or_else(|| self.info("KO"))
            .and_then(|text| read_komi(&text))
    }

    /// The rule set (`RU`).
    pub fn rules(&self) -> Option<RuleSet> {
        self.info("RU").and_then(|text| read_rules(&text))
    }

    /// The number of handicap stones (`HA`), 0 where there is none.
    pub fn handicap(&self) -> u8 {
        let stones = self.info("HA").and_then(|text| text.parse().ok());
        stones
            .filter(|&stones| stones <= MOST_HANDICAP)
            .unwrap_or(0)
    }

    /// The stated result (`RE`); [`RecordResult::Unknown`] where none is understood.
    pub fn result(&self) -> RecordResult {
        let result = self.info("RE").and_then(|text| RecordResult::parse(&text));
        result.unwrap_or(RecordResult::Unknown)
    }

    /// The comment of the root (`C`), line ends as `\n`.
    pub fn comment(&self) -> Option<String> {
        self.tree.root().value("C").map(Value::to_text)
    }

    /// How the game is to be counted: the record's rules, komi and handicap, the Chinese
    /// rules and the usual komi where it does not say.
    pub fn settings(&self) -> Settings {
        let usual =
            Settings::new(self.rules().unwrap_or(RuleSet::Chinese)).with_handicap(self.handicap());
        match self.komi() {
            Some(komi) => usual.with_komi(komi),
            None => usual,
        }
    }

    /// Notes the values of the root that mean nothing to the methods above, or that
    /// contradict each other.
    fn warn_of_values(&mut self) {
        for id in ["KM", "RU", "RE", "HA"] {
            let Some(value) = self.info(id) else { continue };
            let understood = match id {
                "KM" => read_komi(&value).is_some(),
                "RU" => read_rules(&value).is_some(),
                "RE" => RecordResult::parse(&value).is_some(),
                _ => value
                    .parse()
                    .is_ok_and(|stones: u8| stones <= MOST_HANDICAP),
            };
            if !understood {
                let property = id.to_owned();
                self.warn_of_root(WarningKind::BadValue { property, value });
            }
        }
        if self.komi_contradicts_result() {
            let shown = |id| self.info(id).unwrap_or_default();
            let (komi, result) = (shown("KM"), shown("RE"));
            self.warn_of_root(WarningKind::KomiContradictsResult { komi, result });
        }
    }

    fn warn_of_root(&mut self, kind: WarningKind) {
        let line = self.tree.root().line;
        self.warnings.push(Warning {
            line,
            column: 1,
            kind,
        });
    }

    /// Whether no count can give the stated margin with the stated komi: before komi the
    /// sides differ by whole points, so half a point in the margin comes from the komi.
    fn komi_contradicts_result(&self) -> bool {
        match (self.komi(), self.result()) {
            (Some(komi), RecordResult::Win { by, .. }) => {
                matches!(by, WinBy::Margin(margin) if (margin - komi.zi()).0 % 2 != 0)
            }
            _ => false,
        }
    }
}

pub(super) fn player_property(color: Color) -> &'static str {
    match color {
        Color::Black => "PB",
        Color::White => "PW",
    }
}

pub(super) fn setup_property(color: Color) -> &'static str {
    match color {
        Color::Black => "AB",
        Color::White => "AW",
    }
}

pub(super) fn territory_property(color: Color) -> &'static str {
    match color {
        Color::Black => "TB",
        Color::White => "TW",
    }
}
