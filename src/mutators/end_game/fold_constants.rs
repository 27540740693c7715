//! The mutator that replaces terms without symbols by their values.

use super::super::{Mutator, some};
use crate::sexpr::Edit;
use crate::smtlib::Role;

/// Replaces a term without symbols by the literal that it comes to.
pub(super) static FOLD_CONSTANTS: Mutator = Mutator {
    name: "fold-constants",
    class: "FoldConstants",
    summary: "replace term without symbols by its value",
    examples: r"
        (assert (= x (concat #b001 (bvnot #b0)))) => (assert (= x #x3)) | (assert (= x (concat #b001 #b1)))
        (assert (= x (concat #b001 y))) => none
    ",
    filter: |context, node| node.is_list() && context.role(node) == Role::Term && !node.has_head("_"),
    local: |context, node| {
        let value = context.closed_value(node).and_then(|value| value.text());
        some(value.filter(|text| text.len() < node.text().len()).map(|text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};
