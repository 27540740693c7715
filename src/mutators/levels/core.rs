//! The mutator that deletes assertions without which there is no model either.

use super::{Mutator, some};
use crate::sexpr::Edit;

/// Deletes an assertion that is not in the unsatisfiable core of the input, where
/// a solver has told one.
pub(super) static OUTSIDE_CORE: Mutator = Mutator {
    name: "outside-core",
    class: "OutsideCore",
    summary: "erase assertion outside of the unsat core",
    examples: r"
        (assert (< x 0)) |- (assert (! (> x 0) :named c)) (assert (= y 0)) => (assert (! (> x 0) :named c))
        (assert false) (push) => none
    ",
    printed: "unsat\n(ddsmt-0 c)",
    filter: |context, node| {
        !context.hints().is_empty() && node.index() == 0 && node.has_head("assert") && context.hints().is_outside(node)
    },
    local: |_, node| some([Edit::delete(node)]),
    ..Mutator::DEFAULT
};
