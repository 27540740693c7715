//! The mutator that gives shorter names to what is declared or bound.

use super::super::Mutator;
use super::declared::{declared, declares};
use super::names;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, name::name};

/// Renames a symbol everywhere to a shorter name that nothing else has.
pub(super) static SIMPLIFY_SYMBOL_NAMES: Mutator = Mutator {
    name: "simplify-symbol-names",
    summary: "simplify symbol name",
    examples: r"
        (declare-const name Bool) (assert (not name))
            => (declare-const na Bool) (assert (not na)) | (declare-const nam Bool) (assert (not nam))
             | (declare-const ame Bool) (assert (not ame))
        (declare-datatype D ((xs (|s,t| Int))))
            => (declare-datatype D ((x (|s,t| Int)))) | (declare-datatype D ((s (|s,t| Int))))
             | (declare-datatype D ((xs (|s,| Int)))) | (declare-datatype D ((xs (|,t| Int))))
        (assert (forall ((x1 Bool) (x Bool)) (let ((yz x1)) yz)))
            => (assert (forall ((x1 Bool) (x Bool)) (let ((y x1)) y)))
             | (assert (forall ((x1 Bool) (x Bool)) (let ((z x1)) z)))
        (declare-const x Int) (assert (long x)) => none
    ",
    filter: |_, node| node.head().is_some_and(declares),
    global: |context, node| {
        let symbols = declared(node).into_iter();
        let pairs =
            symbols.flat_map(|symbol| names::shorter(symbol.text()).into_iter().map(move |name| (symbol, name)));
        Box::new(pairs.filter_map(|(symbol, name)| rename(context, symbol.text(), &name)))
    },
    ..Mutator::DEFAULT
};

/// Renames `symbol` in the whole script, unless `shorter` is used in it.
fn rename(context: &Context, symbol: &[u8], shorter: &[u8]) -> Option<Edit> {
    let (old, new) = (name(symbol), name(shorter));
    let leaves = || context.script().commands().flat_map(Node::subtree).filter(|node| node.is_leaf());
    let taken = leaves().any(|leaf| name(leaf.text()) == new);
    let uses = leaves().filter(|leaf| name(leaf.text()) == old);
    if taken { None } else { Edit::all(uses.map(|leaf| Edit::replace(leaf, shorter))) }
}
