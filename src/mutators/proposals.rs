//! Lists all that a mutator proposes for a script, for `--candidates` and for tests.

use super::{COMBINABLE, Mutator};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// How much of a script an edit is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// One node.
    Local,
    /// The whole script.
    Global,
}

/// One edit, and where a mutator proposes it.
#[derive(Clone, Debug)]
pub struct Proposal<'a> {
    /// The pre-order number of the node within the whole script.
    pub number: u64,
    /// The node that the mutator was asked about.
    pub node: Node<'a>,
    /// Whether the edit is one of the node or of the script.
    pub scope: Scope,
    /// The position among the edits of this node and scope.
    pub index: usize,
    /// The edit.
    pub edit: Edit,
}

/// All edits that `mutator` proposes, made one at a time.
///
/// Nodes come in pre-order, for each node first the local edits, then the
/// global ones, last those that combine what others propose.
pub fn candidates<'a>(mutator: &'a Mutator, context: &'a Context) -> impl Iterator<Item = Proposal<'a>> {
    let nodes = context.script().commands().flat_map(Node::subtree);
    nodes.zip(0..).filter(|(node, _)| mutator.filter(context, *node)).flat_map(move |(node, number)| {
        let local = mutator.local(context, node).enumerate().map(|(i, edit)| (Scope::Local, i, edit));
        let global = mutator.global(context, node).chain(mutator.combined(context, node, &COMBINABLE));
        let global = global.enumerate().map(|(i, edit)| (Scope::Global, i, edit));
        local.chain(global).map(move |(scope, index, edit)| Proposal { number, node, scope, index, edit })
    })
}
