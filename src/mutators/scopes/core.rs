//! Deletes assertions without which there is no model either.

use super::{About, Component, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// Deletes an assertion that is not in the unsatisfiable core of the input, where
/// a solver has told one.
pub(super) struct OutsideCore;

impl Mutator for OutsideCore {
    fn about(&self) -> About {
        About {
            name: "outside-core",
            class: "OutsideCore",
            summary: "erase assertion outside of the unsat core",
            lowers: Component::Bytes,
            examples: &[
                Example {
                    before: "(assert (< x 0))\n(assert (! (> x 0) :named c))\n(assert (= y 0))",
                    after: &["(assert (< x 0))\n(assert (! (> x 0) :named c))"],
                },
                Example { before: "(assert false)\n(push)", after: &[] },
            ],
        }
    }

    fn printed(&self) -> &'static str {
        "unsat\n(ddsmt-0 c)"
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        !context.hints().is_empty() && node.index() == 0 && node.has_head("assert") && context.hints().is_outside(node)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some([Edit::delete(node)])
    }
}
