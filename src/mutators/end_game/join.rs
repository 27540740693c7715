//! The mutator that joins assertions.

use super::super::{Mutator, some};
use crate::sexpr::{Edit, Node};

/// Asserts in one command what two assert, with nothing but declarations between.
///
/// For the end only: as commands of their own they are easier to do without.
pub(super) static JOIN_ASSERTS: Mutator = Mutator {
    name: "join-asserts",
    class: "JoinAsserts",
    summary: "join two assertions",
    examples: r"
        (assert p) (declare-const q Bool) (assert q) (check-sat) (assert r)
            => (declare-const q Bool) (assert (and p q)) (check-sat) (assert r)
        (assert (and p q)) (assert (and r s)) => (assert (and p q r s))
        (assert p) (push) (assert q) => none
    ",
    filter: |_, node| asserted(node).is_some(),
    global: |context, node| {
        let declares = |command: &Node<'_>| command.head().is_some_and(|head| head.starts_with(b"declare-"));
        let next = context.script().commands().skip(node.command() + 1).find(|command| !declares(command));
        some(asserted(node).zip(next.and_then(asserted)).and_then(|(first, second)| {
            let both = [b"(and ", conjuncts(first), b" ", conjuncts(second), b")"].concat();
            Edit::delete(node).and(&Edit::replace(second, &both))
        }))
    },
    ..Mutator::DEFAULT
};

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
