//! A game record: what its root says, and what is written into one.

use super::error::{SgfError, Warning, WarningKind};
use super::parse::parse;
use super::result::RecordResult;
use super::terms::{read_komi, read_rules, rules_name};
use super::tree::{Node, Tree};
use super::value::Value;
use super::{MAX_BYTES, decode};
use crate::go::{BoardSize, ByColor, Color, Komi, Point, RuleSet, Settings, Setup};

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
    size: BoardSize,
    tree: Tree,
    encoding: &'static str,
    warnings: Vec<Warning>,
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

/// What is read.
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

    /// Notes the values of the root that mean nothing to the methods above.
    fn warn_of_values(&mut self) {
        let line = self.tree.root().line;
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
                let kind = WarningKind::BadValue { property, value };
                self.warnings.push(Warning {
                    line,
                    column: 1,
                    kind,
                });
            }
        }
    }
}

/// What is written.
impl GameRecord {
    /// A record of an empty board.
    pub fn new(size: BoardSize) -> Self {
        let mut record = Self {
            size,
            tree: Tree::with_root(Node::default()),
            encoding: "UTF-8",
            warnings: Vec::new(),
        };
        record.set_info("AP", concat!("shuzi:", env!("CARGO_PKG_VERSION")));
        let lines = match size.is_square() {
            true => size.width().to_string(),
            false => format!("{}:{}", size.width(), size.height()),
        };
        record.set_info("SZ", &lines);
        record
    }

    /// A record of stones as they lie: `AB`, `AW`, and `PL` where the side to move is
    /// known. It holds no moves, as none are known.
    pub fn from_setup(setup: &Setup) -> Self {
        let size = setup.board.size();
        let mut record = Self::new(size);
        for color in Color::BOTH {
            let stones = size
                .points()
                .filter(|&point| setup.board.get(point) == Some(color));
            let values = stones.map(|point| Value::plain(point.sgf())).collect();
            record.tree.root_mut().set(setup_property(color), values);
        }
        if let Some(color) = setup.to_move {
            record.set_info("PL", &color.letter().to_string());
        }
        record
    }

    /// Puts a text of one line into the root, such as `EV` or `DT`; an empty one takes it
    /// away. `SZ`, `FF`, `GM` and `CA` are the writer's and stay as they are.
    ///
    /// # Panics
    /// When `id` is no property name: one or two capital letters.
    pub fn set_info(&mut self, id: &str, text: &str) {
        let capitals = id.bytes().all(|byte| byte.is_ascii_uppercase());
        assert!(
            capitals && (1..=2).contains(&id.len()),
            "{id:?} is no property name"
        );
        let values = if text.is_empty() {
            Vec::new()
        } else {
            vec![Value::simple_text(text)]
        };
        self.tree.root_mut().set(id, values);
    }

    /// Names a player (`PB`, `PW`).
    pub fn set_player(&mut self, color: Color, name: &str) {
        self.set_info(player_property(color), name);
    }

    /// States the komi (`KM`, in points).
    pub fn set_komi(&mut self, komi: Komi) {
        self.set_info("KM", &komi.points().to_string());
    }

    /// States the number of handicap stones (`HA`); none for fewer than two.
    pub fn set_handicap(&mut self, stones: u8) {
        let text = if stones < 2 {
            String::new()
        } else {
            stones.to_string()
        };
        self.set_info("HA", &text);
    }

    /// States the rules (`RU`) by the name that other programs know.
    pub fn set_rules(&mut self, rules: RuleSet) {
        self.set_info("RU", rules_name(rules));
    }

    /// States the result (`RE`, a margin in points).
    pub fn set_result(&mut self, result: &RecordResult) {
        self.set_info("RE", &result.to_string());
    }

    /// States the side to move (`PL`).
    pub fn set_to_move(&mut self, color: Color) {
        self.set_info("PL", &color.letter().to_string());
    }

    /// Puts a comment at the root (`C`); an empty one takes it away.
    pub fn set_comment(&mut self, text: &str) {
        let values = if text.is_empty() {
            Vec::new()
        } else {
            vec![Value::text(text)]
        };
        self.tree.root_mut().set("C", values);
    }

    /// Marks the territory of a side (`TB`, `TW`); no points take the mark away.
    pub fn set_territory(&mut self, color: Color, points: impl IntoIterator<Item = Point>) {
        let values = points
            .into_iter()
            .map(|point| Value::plain(point.sgf()))
            .collect();
        self.tree.root_mut().set(territory_property(color), values);
    }
}

fn player_property(color: Color) -> &'static str {
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
