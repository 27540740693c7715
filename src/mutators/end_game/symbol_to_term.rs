//! The mutator that replaces symbols by small terms over the other ones.

use super::super::declarations::Declaration;
use super::super::{Mutator, none};
use super::FEW;
use super::pool::Pool;
use crate::smtlib::declared_constant;

/// Deletes the declaration of a constant and puts a small term over the other symbols,
/// with at most one operator, wherever it is used.
pub(super) static SYMBOL_TO_TERM: Mutator = Mutator {
    name: "symbol-to-term",
    summary: "replace declared symbol by a small term over the others",
    examples: r"
        (declare-const p Bool) (declare-const q Bool) (assert (f p q))
            => (declare-const q Bool) (assert (f q q)) | (declare-const q Bool) (assert (f true q))
             | (declare-const q Bool) (assert (f false q)) | (declare-const q Bool) (assert (f (not q) q))
             | (declare-const q Bool) (assert (f (=> q q q) q)) | (declare-const p Bool) (assert (f p p))
             | (declare-const p Bool) (assert (f p true)) | (declare-const p Bool) (assert (f p false))
             | (declare-const p Bool) (assert (f p (not p))) | (declare-const p Bool) (assert (f p (=> p p p)))
        (declare-fun f (Int) Int) (assert (= 0 (f 1))) => none
    ",
    filter: |context, node| context.script().nodes() <= FEW && node.index() == 0 && declared_constant(node).is_some(),
    global: |context, node| {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let Some(uses) = declaration.terms().filter(|uses| !uses.is_empty()) else { return none() };
        let name = declaration.symbol.name.clone();
        // The declaration's bytes, shared out among the uses.
        let limit = name.len() + node.text().len().div_ceil(uses.len());
        let terms = Pool::leaves(context, &uses, &name).terms(&declaration.symbol.range, limit);
        Box::new(terms.into_iter().take(MOST).filter_map(move |term| declaration.replaced(&uses, &term)))
    },
    ..Mutator::DEFAULT
};

/// How many terms are tried for one symbol.
const MOST: usize = 80;
