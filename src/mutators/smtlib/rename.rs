//! The mutator that gives shorter names to what is declared or bound.

use super::super::{About, Edits, Example, Mutator};
use super::declared::{declared, declares};
use super::names;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, name::name};

const ABOUT: About = About {
    name: "simplify-symbol-names",
    class: "SimplifySymbolNames",
    summary: "simplify symbol name",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const name Bool)\n(assert (not name))",
            after: &[
                "(declare-const na Bool)\n(assert (not na))",
                "(declare-const nam Bool)\n(assert (not nam))",
                "(declare-const ame Bool)\n(assert (not ame))",
            ],
        },
        Example {
            before: "(declare-datatype D ((xs (|s t| Int))))",
            after: &[
                "(declare-datatype D ((x (|s t| Int))))",
                "(declare-datatype D ((s (|s t| Int))))",
                "(declare-datatype D ((xs (|s | Int))))",
                "(declare-datatype D ((xs (| t| Int))))",
            ],
        },
        Example {
            before: "(assert (forall ((x1 Bool) (x Bool)) (let ((yz x1)) yz)))",
            after: &[
                "(assert (forall ((x1 Bool) (x Bool)) (let ((y x1)) y)))",
                "(assert (forall ((x1 Bool) (x Bool)) (let ((z x1)) z)))",
            ],
        },
        Example { before: "(declare-const x Int)\n(assert (long x))", after: &[] },
    ],
};

/// Renames a symbol everywhere to a shorter name that nothing else has.
pub(super) struct SimplifySymbolNames;

/// Renames `symbol` in the whole script, unless `shorter` is used in it.
fn rename(context: &Context, symbol: &[u8], shorter: &[u8]) -> Option<Edit> {
    let (old, new) = (name(symbol), name(shorter));
    let leaves = || context.script().commands().flat_map(Node::subtree).filter(|node| node.is_leaf());
    let taken = leaves().any(|leaf| name(leaf.text()) == new);
    let uses = leaves().filter(|leaf| name(leaf.text()) == old);
    if taken { None } else { Edit::all(uses.map(|leaf| Edit::replace(leaf, shorter))) }
}

impl Mutator for SimplifySymbolNames {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.head().is_some_and(declares)
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let symbols = declared(node).into_iter();
        let pairs =
            symbols.flat_map(|symbol| names::shorter(symbol.text()).into_iter().map(move |name| (symbol, name)));
        Box::new(pairs.filter_map(|(symbol, name)| rename(context, symbol.text(), &name)))
    }
}
