//! The mutator that asserts what a query assumes.

use super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "assumption-to-assertion",
    class: "AssumptionToAssertion",
    summary: "assert what check-sat-assuming assumes",
    may_grow: false,
    examples: &[
        Example { before: "(check-sat-assuming (p))", after: &["(assert p)\n(check-sat)"] },
        Example { before: "(check-sat-assuming (p q))", after: &[] },
    ],
};

/// Turns the one assumption of a query into an assertion.
pub(super) struct AssumptionToAssertion;

impl Mutator for AssumptionToAssertion {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("check-sat-assuming") && node.child(1).is_some_and(|list| list.arity() == 1)
    }

    fn global<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let assumption = node.child(1).and_then(|list| list.child(0));
        some(assumption.and_then(|term| {
            let assertion = [b"(assert ", term.text(), b")\n"].concat();
            Edit::all([Edit::insert(node.command(), &assertion), Edit::replace(node, b"(check-sat)")])
        }))
    }
}
