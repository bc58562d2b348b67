//! The tree of nodes as the file has it, before any meaning is given to it.

use super::value::Value;

/// A node's place in its [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

/// A property with its values, in file order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Property {
    /// The name in the short form of `FF[4]`, `B`, `KM`.
    pub id: String,
    /// At least one value, which may be empty.
    pub values: Vec<Value>,
}

/// A node: properties, and the nodes that may follow.
#[derive(Debug, Clone, Default)]
pub struct Node {
    /// Line in the file where the node starts, from 1; 0 for a node that was not read.
    pub line: usize,
    properties: Vec<Property>,
    children: Vec<NodeId>,
}

/// Two nodes are equal where their content is; the line is no content.
impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.properties == other.properties && self.children == other.children
    }
}

impl Eq for Node {}

impl Node {
    /// An empty node from a line of the file, or of line 0.
    pub(super) fn at_line(line: usize) -> Self {
        Self {
            line,
            ..Self::default()
        }
    }

    /// The properties in file order.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The values of a property; none where the node lacks it.
    pub fn values(&self, id: &str) -> &[Value] {
        self.properties
            .iter()
            .find(|property| property.id == id)
            .map_or(&[], |property| &property.values)
    }

    /// The first value of a property.
    pub fn value(&self, id: &str) -> Option<&Value> {
        self.values(id).first()
    }

    /// The nodes that may follow; the first is the main line.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// Puts a property in, over one of the same name; no values take it away.
    pub(super) fn set(&mut self, id: &str, values: Vec<Value>) {
        let at = self
            .properties
            .iter()
            .position(|property| property.id == id);
        match (at, values.is_empty()) {
            (Some(at), true) => {
                self.properties.remove(at);
            }
            (Some(at), false) => self.properties[at].values = values,
            (None, true) => {}
            (None, false) => self.properties.push(Property {
                id: id.to_owned(),
                values,
            }),
        }
    }

    /// Adds values to a property that the node has.
    pub(super) fn extend(&mut self, id: &str, values: impl Iterator<Item = Value>) {
        if let Some(property) = self.find_mut(id) {
            property.values.extend(values);
        }
    }

    /// Adds lines to the first value of a property that the node has.
    pub(super) fn join(&mut self, id: &str, lines: &[Value]) {
        if let Some(first) = self.find_mut(id).and_then(|found| found.values.first_mut()) {
            for line in lines {
                first.add_line(line);
            }
        }
    }

    fn find_mut(&mut self, id: &str) -> Option<&mut Property> {
        self.properties
            .iter_mut()
            .find(|property| property.id == id)
    }
}

/// One game: a root node and its variations.
///
/// Nodes lie in one list, so that neither depth nor dropping needs a stack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Tree {
    /// A tree of one node.
    pub(super) fn with_root(root: Node) -> Self {
        Self { nodes: vec![root] }
    }

    /// The place of the root.
    pub fn root_id(&self) -> NodeId {
        NodeId(0)
    }

    /// The root node.
    pub fn root(&self) -> &Node {
        &self.nodes[0]
    }

    /// The root node, to be changed.
    pub(super) fn root_mut(&mut self) -> &mut Node {
        &mut self.nodes[0]
    }

    /// A node. An id of another tree gives another node or panics.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, to be changed.
    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Number of nodes, never 0.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node, from a line of the file, as the last variation after `parent`.
    pub(super) fn add(&mut self, parent: NodeId, line: usize) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("the reader bounds the nodes"));
        self.nodes.push(Node::at_line(line));
        self.nodes[parent.0 as usize].children.push(id);
        id
    }

    /// The nodes of the main line from the root on: always the first variation.
    pub fn main_line(&self) -> impl Iterator<Item = &Node> {
        std::iter::successors(Some(self.root()), |node| {
            node.children.first().map(|id| self.node(*id))
        })
    }
}
