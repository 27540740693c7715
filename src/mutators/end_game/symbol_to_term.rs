//! The mutator that replaces symbols by small terms over the other ones.

use super::super::declarations::Declaration;
use super::super::{About, Edits, Example, Mutator, none};
use super::FEW;
use super::pool::Pool;
use crate::sexpr::Node;
use crate::smtlib::{Context, declared_constant};

const ABOUT: About = About {
    name: "symbol-to-term",
    class: "SymbolToTerm",
    summary: "replace declared symbol by a small term over the others",
    may_grow: false,
    examples: &[
        Example {
            before: "(declare-const p Bool)\n(declare-const q Bool)\n(assert (f p q))",
            after: &[
                "(declare-const q Bool)\n(assert (f q q))",
                "(declare-const q Bool)\n(assert (f true q))",
                "(declare-const q Bool)\n(assert (f false q))",
                "(declare-const q Bool)\n(assert (f (not q) q))",
                "(declare-const q Bool)\n(assert (f (=> q q q) q))",
                "(declare-const q Bool)\n(assert (f (= false q) q))",
                "(declare-const q Bool)\n(assert (f (xor q true) q))",
                "(declare-const q Bool)\n(assert (f (distinct q true) q))",
                "(declare-const p Bool)\n(assert (f p p))",
                "(declare-const p Bool)\n(assert (f p true))",
                "(declare-const p Bool)\n(assert (f p false))",
                "(declare-const p Bool)\n(assert (f p (not p)))",
                "(declare-const p Bool)\n(assert (f p (=> p p p)))",
                "(declare-const p Bool)\n(assert (f p (= false p)))",
                "(declare-const p Bool)\n(assert (f p (xor p true)))",
                "(declare-const p Bool)\n(assert (f p (distinct p true)))",
            ],
        },
        Example { before: "(declare-fun f (Int) Int)\n(assert (= 0 (f 1)))", after: &[] },
    ],
};

/// Deletes the declaration of a constant and puts a small term over the other symbols,
/// with at most one operator, wherever it is used.
pub(super) struct SymbolToTerm;

/// How many terms are tried for one symbol.
const MOST: usize = 80;

impl Mutator for SymbolToTerm {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.script().nodes() <= FEW && node.index() == 0 && declared_constant(node).is_some()
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let Some(uses) = declaration.terms().filter(|uses| !uses.is_empty()) else { return none() };
        let name = declaration.symbol.name.clone();
        // The declaration's bytes, shared out among the uses.
        let limit = name.len() + node.text().len().div_ceil(uses.len());
        let terms = Pool::leaves(context, &uses, &name).terms(&declaration.symbol.range, limit);
        Box::new(terms.into_iter().take(MOST).filter_map(move |term| declaration.replaced(&uses, &term)))
    }
}
