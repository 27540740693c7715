//! The mutator that replaces terms without symbols by their values.

use super::super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role};

const ABOUT: About = About {
    name: "fold-constants",
    class: "FoldConstants",
    summary: "replace term without symbols by its value",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert (= x (concat #b001 (bvnot #b0))))",
            after: &["(assert (= x #x3))", "(assert (= x (concat #b001 #b1)))"],
        },
        Example { before: "(assert (= x (concat #b001 y)))", after: &[] },
    ],
};

/// Replaces a term without symbols by the literal that it comes to.
pub(super) struct FoldConstants;

impl Mutator for FoldConstants {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        node.is_list() && context.role(node) == Role::Term && !node.has_head("_")
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let value = context.closed_value(node).and_then(|value| value.text());
        some(value.filter(|text| text.len() < node.text().len()).map(|text| Edit::replace(node, &text)))
    }
}
