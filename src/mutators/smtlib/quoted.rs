//! The mutator that writes symbols without bars.

use super::super::{Mutator, none, some};
use super::names;
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::is_simple;

/// Takes the bars from a quoted symbol that needs none.
pub(super) static SIMPLIFY_QUOTED_SYMBOLS: Mutator = Mutator {
    name: "simplify-quoted-symbols",
    summary: "simplify quoted symbol",
    examples: r"
        (declare-const |x| Bool) (assert x) => (declare-const x Bool) (assert x) | (declare-const x Bool) (assert x)
        (f |0| |let| |a b| || x) => none
    ",
    filter: |_, node| inner(node).is_some(),
    local: |_, node| some(inner(node).map(|name| Edit::replace(node, name))),
    global: |context, node| {
        let Some(name) = inner(node) else { return none() };
        let nodes = context.script().commands().flat_map(Node::subtree);
        let equal = nodes.filter(move |other| other.leaf() == node.leaf());
        some(Edit::all(equal.map(|other| Edit::replace(other, name))))
    },
    ..Mutator::DEFAULT
};

/// The symbol within the bars, if it is simple.
fn inner(node: Node<'_>) -> Option<&[u8]> {
    names::quoted(node.leaf()?).filter(|name| is_simple(name))
}
