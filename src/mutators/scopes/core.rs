//! Deletes assertions without which there is no model either.

use super::{Component, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

/// Deletes an assertion that is not in the unsatisfiable core of the input, where
/// a solver has told one.
pub(super) struct OutsideCore;

impl Mutator for OutsideCore {
    fn name(&self) -> &'static str {
        "outside-core"
    }

    fn class(&self) -> &'static str {
        "OutsideCore"
    }

    fn summary(&self) -> &'static str {
        "erase assertion outside of the unsat core"
    }

    fn examples(&self) -> &'static [Example] {
        &[
            Example {
                before: "(assert (< x 0))\n(assert (! (> x 0) :named c))\n(assert (= y 0))",
                after: &["(assert (< x 0))\n(assert (! (> x 0) :named c))"],
            },
            Example { before: "(assert false)\n(push)", after: &[] },
        ]
    }

    fn printed(&self) -> &'static str {
        "unsat\n(ddsmt-0 c)"
    }

    fn lowers(&self) -> Component {
        Component::Bytes
    }

    fn filter(&self, context: &Context, node: Node<'_>) -> bool {
        !context.hints().is_empty() && node.index() == 0 && node.has_head("assert") && context.hints().is_outside(node)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some([Edit::delete(node)])
    }
}
