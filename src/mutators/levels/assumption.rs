//! The mutator that asserts what a query assumes.

use super::{Mutator, some};
use crate::sexpr::Edit;

/// Turns the one assumption of a query into an assertion.
pub(super) static ASSUMPTION_TO_ASSERTION: Mutator = Mutator {
    name: "assumption-to-assertion",
    class: "AssumptionToAssertion",
    summary: "assert what check-sat-assuming assumes",
    examples: r"
        (check-sat-assuming (p)) => (assert p) (check-sat)
        (check-sat-assuming (p q)) => none
    ",
    filter: |_, node| node.has_head("check-sat-assuming") && node.child(1).is_some_and(|list| list.arity() == 1),
    global: |_, node| {
        let assumption = node.child(1).and_then(|list| list.child(0));
        some(assumption.and_then(|term| {
            let assertion = [b"(assert ", term.text(), b")\n"].concat();
            Edit::all([Edit::insert(node.command(), &assertion), Edit::replace(node, b"(check-sat)")])
        }))
    },
    ..Mutator::DEFAULT
};
