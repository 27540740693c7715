//! The mutator that replaces terms by all that are shorter.

use super::super::Mutator;
use super::FEW;
use super::pool::Pool;
use crate::sexpr::Edit;
use crate::smtlib::Role;

/// Replaces a term by every shorter one of its sort that one operator makes of the
/// symbols, literals and terms of the script, shortest first.
pub(super) static SHORTER_TERM: Mutator = Mutator {
    name: "shorter-term",
    class: "ShorterTerm",
    summary: "substitute by any shorter term of one operator",
    examples: r"
        (declare-const p Bool) |- (assert (and p (or p p)))
            => (assert p) | (assert true) | (assert false) | (assert (not p)) | (assert (or p p)) | (assert (=> p p p))
             | (assert (= false p)) | (assert (xor p true)) | (assert (and p p)) | (assert (and p true))
             | (assert (and p false)) | (assert (and p (not p)))
        (declare-const p Bool) (assert p) => none
    ",
    enumerates: true,
    filter: |context, node| {
        context.script().nodes() <= FEW
            && node.is_list()
            && context.role(node) == Role::Term
            && context.sort(node).is_known()
    },
    local: |context, node| {
        let pool = Pool::leaves(context, &[node], b"").with_terms_for(node);
        let terms = pool.terms(&context.sort(node), node.text().len());
        Box::new(terms.into_iter().map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};
