//! The mutator that joins assertions.

use super::super::{About, Edits, Example, Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "join-asserts",
    class: "JoinAsserts",
    summary: "join two assertions",
    may_grow: false,
    examples: &[
        Example {
            before: "(assert p)\n(declare-const q Bool)\n(assert q)\n(check-sat)\n(assert r)",
            after: &["(declare-const q Bool)\n(assert (and p q))\n(check-sat)\n(assert r)"],
        },
        Example { before: "(assert (and p q))\n(assert (and r s))", after: &["(assert (and p q r s))"] },
        Example { before: "(assert p)\n(push)\n(assert q)", after: &[] },
    ],
};

/// Asserts in one command what two assert, with nothing but declarations between.
///
/// For the end only: as commands of their own they are easier to do without.
pub(super) struct JoinAssertions;

/// The term that a command asserts.
fn asserted(command: Node<'_>) -> Option<Node<'_>> {
    command.child(1).filter(|_| command.index() == 0 && command.has_head("assert") && command.arity() == 2)
}

/// The arguments of a term if it is a conjunction, or the term.
fn conjuncts<'a>(term: Node<'a>) -> &'a [u8] {
    match term.text().strip_prefix(b"(and ").and_then(|rest| rest.strip_suffix(b")")) {
        Some(arguments) if term.arity() > 2 => arguments,
        _ => term.text(),
    }
}

impl Mutator for JoinAssertions {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        asserted(node).is_some()
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let declares = |command: &Node<'a>| command.head().is_some_and(|head| head.starts_with(b"declare-"));
        let next = context.script().commands().skip(node.command() + 1).find(|command| !declares(command));
        some(asserted(node).zip(next.and_then(asserted)).and_then(|(first, second)| {
            let both = [b"(and ", conjuncts(first), b" ", conjuncts(second), b")"].concat();
            Edit::delete(node).and(&Edit::replace(second, &both))
        }))
    }
}
