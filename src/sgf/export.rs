//! Records made here rather than read.

use super::record::{GameRecord, player_property, setup_property, territory_property};
use super::result::RecordResult;
use super::terms::rules_name;
use super::tree::{Node, NodeId, Tree};
use super::value::Value;
use crate::go::{BoardSize, Color, Komi, Move, Point, RuleSet, Setup};

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

    /// Adds an empty node as the last variation after another.
    pub fn add_node(&mut self, after: NodeId) -> NodeId {
        self.tree.add(after, 0)
    }

    /// Makes a node a move (`B`, `W`).
    pub fn set_move(&mut self, node: NodeId, turn: Move) {
        let at = match turn {
            Move::Play(_, point) => point.sgf(),
            Move::Pass(_) => String::new(),
        };
        let id = turn.color().letter().to_string();
        self.tree.node_mut(node).set(&id, vec![Value::plain(at)]);
    }

    /// Makes a node a setup: what stands on points afterwards (`AB`, `AW`, `AE`), and who is to move
    /// then (`PL`).
    pub fn set_stones(
        &mut self,
        node: NodeId,
        points: &[(Point, Option<Color>)],
        to_move: Option<Color>,
    ) {
        for stone in [Some(Color::Black), Some(Color::White), None] {
            let chosen = points.iter().filter(|(_, there)| *there == stone);
            let values = chosen.map(|(point, _)| Value::plain(point.sgf())).collect();
            let id = stone.map_or("AE", setup_property);
            self.tree.node_mut(node).set(id, values);
        }
        let turn = to_move.map(|color| Value::plain(color.letter()));
        self.tree
            .node_mut(node)
            .set("PL", turn.into_iter().collect());
    }

    /// Puts a text of one line into a node, such as a property of shuzi's own.
    pub fn set_text(&mut self, node: NodeId, id: &str, text: &str) {
        self.tree
            .node_mut(node)
            .set(id, vec![Value::simple_text(text)]);
    }

    /// Puts a comment at a node (`C`).
    pub fn set_note(&mut self, node: NodeId, text: &str) {
        self.tree.node_mut(node).set("C", vec![Value::text(text)]);
    }
}
