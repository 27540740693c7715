//! Names floating-point constants that have a name.

use super::{About, Component, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use crate::smtlib::constants::special_float;

/// Writes zeros, infinities and NaN by their names.
pub(super) struct NameFloat;

impl Mutator for NameFloat {
    fn about(&self) -> About {
        About {
            name: "name-float",
            class: "NameFloat",
            summary: "name special floating-point constant",
            lowers: Component::Bytes,
            examples: &[
                Example {
                    before: "(assert (= x (fp #b0 (_ bv0 8) (_ bv0 23))))",
                    after: &["(assert (= x (_ +zero 8 24)))"],
                },
                Example { before: "(assert (= x (fp #b0 #b011 #b0)))", after: &[] },
            ],
        }
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("fp")
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(special_float(node).map(|name| Edit::replace(node, &name)))
    }
}
