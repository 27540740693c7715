//! The mutator that replaces terms by constants.

use super::super::{Mutator, none};
use crate::sexpr::Edit;
use crate::smtlib::Role;

/// Replaces a term by the simplest constants of its sort.
pub(super) static CONSTANTS: Mutator = Mutator {
    name: "constants",
    summary: "substitute by a constant",
    examples: r"
        (assert (< 17 0)) => (assert false) | (assert true) | (assert (< 0 0)) | (assert (< 1 0))
        (assert true) (push 2) => none
    ",
    filter: |context, node| context.role(node) == Role::Term,
    local: |context, node| {
        let constants = context.constants(&context.sort(node), node.command());
        if constants.iter().any(|constant| constant == node.text()) {
            return none();
        }
        Box::new(constants.into_iter().map(move |constant| Edit::replace(node, &constant)))
    },
    ..Mutator::DEFAULT
};
