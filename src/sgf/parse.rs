//! From text to [`Tree`], putting right what can be put right.
//!
//! One pass, no recursion: the work is linear in the length of the text and the depth of
//! variations costs a list entry each.

use super::error::{SgfError, Warning, WarningKind};
use super::scan;
use super::tree::{Node, NodeId, Tree};
use super::value::Value;

/// The most nodes that are kept; large joseki collections have some ten thousand.
const MAX_NODES: usize = 250_000;
/// The most properties of a node that are kept; `FF[4]` knows 70.
const MAX_PROPERTIES: usize = 256;
/// The most values of a property that are kept; a board has 625 points at most.
const MAX_VALUES: usize = 4096;
/// The most warnings that are kept.
const MAX_WARNINGS: usize = 100;
/// How much of a stray text a warning shows, in characters.
const SHOWN_TEXT: usize = 30;

/// What came of a text: its first game, and what was put right.
pub(super) struct Parsed {
    pub tree: Tree,
    pub warnings: Vec<Warning>,
}

/// Reads the first game of a text whose line ends are `\n`.
pub(super) fn parse(text: &str) -> Result<Parsed, SgfError> {
    let mut parser = Parser::new(text);
    parser.skip_preamble()?;
    while parser.at < text.len() && !parser.finished {
        parser.step()?;
    }
    parser.finish()
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    line_starts: Vec<usize>,
    tree: Option<Tree>,
    /// For every open `(` the node that its variation follows; none for the game's own.
    open: Vec<Option<NodeId>>,
    current: Option<NodeId>,
    /// A `(` was read, and no node yet.
    node_due: bool,
    finished: bool,
    warnings: Vec<Warning>,
    warnings_left_out: usize,
}

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Self {
        let line_starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        Self {
            text,
            at: 0,
            line_starts,
            tree: None,
            open: Vec::new(),
            current: None,
            node_due: true,
            finished: false,
            warnings: Vec::new(),
            warnings_left_out: 0,
        }
    }

    fn line_of(&self, at: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= at)
    }

    fn warn(&mut self, at: usize, kind: WarningKind) {
        if self.warnings.len() == MAX_WARNINGS {
            self.warnings_left_out += 1;
            return;
        }
        let line = self.line_of(at);
        let column = self.text[self.line_starts[line - 1]..at].chars().count() + 1;
        self.warnings.push(Warning { line, column, kind });
    }

    fn warn_stray(&mut self, from: usize, to: usize) {
        let text = self.text[from..to]
            .trim()
            .chars()
            .take(SHOWN_TEXT)
            .collect();
        self.warn(from, WarningKind::Stray(text));
    }

    /// Goes to the first `(;`, or to the first property where there is none.
    fn skip_preamble(&mut self) -> Result<(), SgfError> {
        let start = scan::game_start(self.text).ok_or(SgfError::NoGame)?;
        if !self.text[..start].trim().is_empty() {
            self.warn_stray(0, start);
        }
        self.at = start;
        Ok(())
    }

    fn step(&mut self) -> Result<(), SgfError> {
        match self.text.as_bytes()[self.at] {
            byte if byte.is_ascii_whitespace() => self.at += 1,
            b'(' => {
                self.open.push(self.current);
                self.node_due = true;
                self.at += 1;
            }
            b')' => self.close(),
            b';' => {
                self.add_node()?;
                self.at += 1;
            }
            b'[' => self.value_without_name(),
            _ => match scan::identifier(self.text, self.at) {
                Some(name) => self.property(name)?,
                None => self.stray(),
            },
        }
        Ok(())
    }

    fn add_node(&mut self) -> Result<NodeId, SgfError> {
        let line = self.line_of(self.at);
        let id = match (&mut self.tree, self.current) {
            (Some(tree), _) if tree.node_count() == MAX_NODES => {
                return Err(SgfError::TooManyNodes {
                    line,
                    limit: MAX_NODES,
                });
            }
            (Some(tree), parent) => {
                let parent = parent.unwrap_or(tree.root_id());
                tree.add(parent, line)
            }
            (empty, _) => empty.insert(Tree::with_root(Node::at_line(line))).root_id(),
        };
        self.current = Some(id);
        self.node_due = false;
        Ok(id)
    }

    /// Ends a variation; the game ends with its last one, unless more of it follows.
    fn close(&mut self) {
        let at = self.at;
        self.at += 1;
        let follows = self.open.pop();
        if !self.open.is_empty() {
            self.current = follows.flatten();
            self.node_due = false;
            return;
        }
        let rest = self.text[self.at..].trim_start();
        if self.tree.is_some() && (rest.starts_with(';') || scan::identifier(rest, 0).is_some()) {
            self.warn(at, WarningKind::StrayClose);
            self.open.push(None);
            return;
        }
        self.finished = self.tree.is_some();
        if self.finished
            && let Some(next) = scan::game_start(rest)
        {
            self.warn(self.text.len() - rest.len() + next, WarningKind::MoreGames);
        }
    }

    fn property(&mut self, name: scan::Identifier) -> Result<(), SgfError> {
        let start = self.at;
        let node = match self.current {
            Some(node) if !self.node_due => node,
            _ => {
                self.warn(start, WarningKind::MissingNode);
                self.add_node()?
            }
        };
        self.at = name.end;
        let values = self.values(&name.id);
        let tree = self.tree.as_mut().expect("the node is in it");
        let target = tree.node_mut(node);
        if target.value(&name.id).is_some() {
            add_again(target, &name.id, values);
            self.warn_duplicate(start, name.id);
        } else if target.properties().len() == MAX_PROPERTIES {
            self.warn(start, WarningKind::TooMany { property: name.id });
        } else {
            target.set(&name.id, values);
        }
        Ok(())
    }

    /// Servers that repeat a property do so all the time: said once for each.
    fn warn_duplicate(&mut self, at: usize, property: String) {
        let kind = WarningKind::DuplicateProperty { property };
        if self.warnings.iter().all(|warning| warning.kind != kind) {
            self.warn(at, kind);
        }
    }

    /// Reads `[…][…]…` from its first bracket on.
    fn values(&mut self, id: &str) -> Vec<Value> {
        let mut values = Vec::new();
        while self.text.as_bytes().get(self.at) == Some(&b'[') {
            let start = self.at;
            let found = scan::value(self.text, self.at + 1, id);
            self.at = found.end;
            if found.unclosed {
                self.warn(
                    start,
                    WarningKind::UnclosedValue {
                        property: id.to_owned(),
                    },
                );
            }
            if found.unescaped {
                self.warn(start, WarningKind::UnescapedBracket);
            }
            match values.len() {
                MAX_VALUES => self.warn(
                    start,
                    WarningKind::TooMany {
                        property: id.to_owned(),
                    },
                ),
                _ => values.push(Value::from_raw(found.raw)),
            }
            let rest = self.text[self.at..].trim_start_matches(|c: char| c.is_ascii_whitespace());
            self.at = self.text.len() - rest.len();
        }
        values
    }

    /// A value that no property precedes.
    fn value_without_name(&mut self) {
        let start = self.at;
        self.at = scan::value(self.text, self.at + 1, "").end;
        self.warn_stray(start, self.at);
    }

    /// Text that is no property: up to the next character that may begin something.
    fn stray(&mut self) {
        let start = self.at;
        let rest = &self.text[start..];
        let first = rest.chars().next().map_or(1, char::len_utf8);
        let word = match scan::word_length(rest) {
            0 => first,
            length => length,
        };
        let length = rest[word..].find(|c: char| "()[;".contains(c) || c.is_ascii_alphabetic());
        self.at = start + word + length.unwrap_or(rest.len() - word);
        self.warn_stray(start, self.at);
    }

    fn finish(mut self) -> Result<Parsed, SgfError> {
        if !self.finished && !self.open.is_empty() {
            self.warn(self.text.len(), WarningKind::UnclosedTree);
        }
        let tree = self.tree.ok_or(SgfError::NoGame)?;
        if self.warnings_left_out > 0 {
            let last = self.warnings[MAX_WARNINGS - 1].clone();
            self.warnings.push(Warning {
                kind: WarningKind::More(self.warnings_left_out),
                ..last
            });
        }
        Ok(Parsed {
            tree,
            warnings: self.warnings,
        })
    }
}

/// Takes a property that the node already has: lists grow, comments are joined, and of
/// other values the first that is not empty stays.
fn add_again(node: &mut Node, id: &str, values: Vec<Value>) {
    if scan::is_list(id) {
        let room = MAX_VALUES.saturating_sub(node.values(id).len());
        node.extend(id, values.into_iter().take(room));
    } else if scan::is_comment(id) {
        node.join(id, &values);
    } else if node.value(id).is_some_and(|value| value.raw().is_empty()) {
        node.set(id, values);
    }
}
