//! The mutator that writes symbols without bars.

use super::super::{About, Edits, Example, Mutator, none, some};
use super::names;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, name::is_simple};

const ABOUT: About = About {
    name: "simplify-quoted-symbols",
    class: "SimplifyQuotedSymbols",
    summary: "simplify quoted symbol",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const |x| Bool)\n(assert x)",
            after: &["(declare-const x Bool)\n(assert x)", "(declare-const x Bool)\n(assert x)"],
        },
        Example { before: "(f |0| |let| |a b| || x)", after: &[] },
    ],
};

/// Takes the bars from a quoted symbol that needs none.
pub(super) struct SimplifyQuotedSymbols;

/// The symbol within the bars, if it is simple.
fn inner(node: Node<'_>) -> Option<&[u8]> {
    names::quoted(node.leaf()?).filter(|name| is_simple(name))
}

impl Mutator for SimplifyQuotedSymbols {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        inner(node).is_some()
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(inner(node).map(|name| Edit::replace(node, name)))
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(name) = inner(node) else { return none() };
        let nodes = context.script().commands().flat_map(Node::subtree);
        let equal = nodes.filter(move |other| other.leaf() == node.leaf());
        some(Edit::all(equal.map(|other| Edit::replace(other, name))))
    }
}
