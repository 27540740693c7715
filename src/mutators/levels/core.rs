//! The mutator that deletes assertions without which there is no model either.

use super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "outside-core",
    class: "OutsideCore",
    summary: "erase assertion outside of the unsat core",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert (< x 0))\n(assert (! (> x 0) :named c))\n(assert (= y 0))",
            after: &["(assert (< x 0))\n(assert (! (> x 0) :named c))"],
        },
        Example { before: "(assert false)\n(push)", after: &[] },
    ],
};

/// Deletes an assertion that is not in the unsatisfiable core of the input, where
/// a solver has told one.
pub(super) struct OutsideCore;

impl Mutator for OutsideCore {
    fn about(&self) -> &'static About {
        &ABOUT
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
