//! Mutators for incremental scripts: scopes of `push` and `pop`, and queries.
//!
//! A `push` without its `pop` is an error to many solvers, so both go at once.

mod assumption;
mod core;
mod level;
mod query;
mod session;

pub use query::leave_query;

use super::{About, Component, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use crate::smtlib::name::numeral;

/// The mutators of this group, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[
    &session::EraseSession,
    &query::OneQuery,
    &core::OutsideCore,
    &EraseScope,
    &FlattenScope,
    &level::OneLevel,
    &assumption::AssumptionToAssertion,
];

/// The number of levels of a `push` or `pop`.
fn levels(command: Node<'_>) -> Option<u32> {
    match command.child(1) {
        None => Some(1),
        Some(number) => number.leaf().and_then(numeral),
    }
}

/// The `pop` that closes exactly the levels that `push` opens.
fn closing<'a>(context: &'a Context, push: Node<'a>) -> Option<Node<'a>> {
    let opened = levels(push)?;
    let mut depth = opened;
    for command in context.script().commands().skip(push.command() + 1) {
        match command.head() {
            Some(b"push") => depth = depth.checked_add(levels(command)?)?,
            Some(b"pop") => {
                let closed = levels(command)?;
                if depth < opened.checked_add(closed)? {
                    return (depth == opened && closed == opened).then_some(command);
                }
                depth -= closed;
            }
            Some(b"reset" | b"reset-assertions") => return None,
            _ => {}
        }
    }
    None
}

/// Deletes a scope with all that is in it.
struct EraseScope;

impl Mutator for EraseScope {
    fn about(&self) -> About {
        About {
            name: "erase-scope",
            class: "EraseScope",
            summary: "erase push, pop and what is between",
            lowers: Component::Bytes,
            examples: &[
                Example {
                    before: "(push)\n(assert p)\n(push 2)\n(pop 2)\n(pop 1)\n(check-sat)",
                    after: &["(check-sat)", "(push)\n(assert p)\n(pop 1)\n(check-sat)"],
                },
                Example { before: "(push 2)\n(assert p)\n(pop 1)", after: &[] },
            ],
        }
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.index() == 0 && node.has_head("push")
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(closing(context, node).and_then(|pop| {
            let inside = context.script().commands().skip(node.command()).take(pop.command() - node.command() + 1);
            Edit::all(inside.map(Edit::delete))
        }))
    }
}

/// Deletes the commands of a scope and leaves what is in it.
struct FlattenScope;

impl Mutator for FlattenScope {
    fn about(&self) -> About {
        About {
            name: "flatten-scope",
            class: "FlattenScope",
            summary: "erase push and its pop",
            lowers: Component::Bytes,
            examples: &[
                Example { before: "(push 2)\n(assert p)\n(check-sat)\n(pop 2)", after: &["(assert p)\n(check-sat)"] },
                Example { before: "(push 1)\n(assert p)\n(reset)\n(pop 1)", after: &[] },
            ],
        }
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.index() == 0 && node.has_head("push")
    }

    fn local<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        some(closing(context, node).and_then(|pop| Edit::all([Edit::delete(node), Edit::delete(pop)])))
    }
}
