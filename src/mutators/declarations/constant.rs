//! Spells functions without arguments as constants.

use super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "declare-constant",
    class: "DeclareConstant",
    summary: "declare a constant as such",
    may_grow: false,
    examples: &[
        Example { before: "(declare-fun x () Int)", after: &["(declare-const x Int)"] },
        Example { before: "(declare-fun f (Int) Int)\n(declare-const x Int)", after: &[] },
    ],
};

/// Declares a constant as such, and not as a function without arguments.
pub(super) struct DeclareConstant;

/// The empty list of arguments of a declaration.
fn no_arguments(command: Node<'_>) -> Option<Node<'_>> {
    let arguments = command.child(2).filter(|_| command.index() == 0 && command.has_head("declare-fun"))?;
    (command.arity() == 4 && arguments.is_list() && arguments.arity() == 0).then_some(arguments)
}

impl Mutator for DeclareConstant {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        no_arguments(node).is_some()
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(
            no_arguments(node)
                .zip(node.child(0))
                .and_then(|(arguments, head)| Edit::replace(head, b"declare-const").and(&Edit::delete(arguments))),
        )
    }
}
