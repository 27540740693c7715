//! The mutator that replaces terms by constants.

use super::super::{About, Edits, Example, Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::BitVector;
use crate::smtlib::{Context, Role};

const ABOUT: About = About {
    name: "constants",
    class: "Constants",
    summary: "substitute by a constant",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert (< 17 0))",
            after: &["(assert false)", "(assert true)", "(assert (< 0 0))", "(assert (< 1 0))"],
        },
        Example { before: "(assert true)\n(push 2)", after: &[] },
    ],
};

/// Replaces a term by the simplest constants of its sort.
pub(super) struct Constants;

impl Mutator for Constants {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        context.role(node) == Role::Term
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let constants = context.constants(&context.sort(node), node.command());
        // However it is spelled, a constant is no simpler than itself.
        let is_bit = BitVector::of(node).is_some_and(|value| matches!(&value.decimal()[..], b"0" | b"1"));
        if is_bit || constants.iter().any(|constant| constant == node.text()) {
            return none();
        }
        Box::new(constants.into_iter().map(move |constant| Edit::replace(node, &constant)))
    }
}
