//! From [`GameRecord`] to `FF[4]` text.

use std::fmt;

use super::record::GameRecord;
use super::tree::{Node, NodeId};

/// Writes the record as `FF[4]` in UTF-8, one node a line; a root's properties have lines of
/// their own.
impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tree = self.tree();
        f.write_str("(;FF[4]GM[1]CA[UTF-8]")?;
        for property in tree.root().properties() {
            f.write_str("\n")?;
            write_property(
                f,
                &property.id,
                property.values.iter().map(super::Value::raw),
            )?;
        }
        let mut due = Vec::new();
        put_children(&mut due, tree.root());
        while let Some(part) = due.pop() {
            match part {
                Part::Open => f.write_str("\n(")?,
                Part::Close => f.write_str(")")?,
                Part::Node(id) => {
                    write_node(f, tree.node(id))?;
                    put_children(&mut due, tree.node(id));
                }
            }
        }
        f.write_str(")\n")
    }
}

/// What is yet to be written, the next on top.
enum Part {
    Open,
    Node(NodeId),
    Close,
}

/// A single child goes on the line; several are variations in brackets.
fn put_children(due: &mut Vec<Part>, node: &Node) {
    match node.children() {
        [only] => due.push(Part::Node(*only)),
        several => {
            for id in several.iter().rev() {
                due.extend([Part::Close, Part::Node(*id), Part::Open]);
            }
        }
    }
}

fn write_node(f: &mut fmt::Formatter<'_>, node: &Node) -> fmt::Result {
    f.write_str("\n;")?;
    for property in node.properties() {
        write_property(
            f,
            &property.id,
            property.values.iter().map(super::Value::raw),
        )?;
    }
    Ok(())
}

fn write_property<'a>(
    f: &mut fmt::Formatter<'_>,
    id: &str,
    values: impl Iterator<Item = &'a str>,
) -> fmt::Result {
    f.write_str(id)?;
    for value in values {
        write!(f, "[{value}]")?;
    }
    Ok(())
}
