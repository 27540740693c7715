//! Mutators for incremental scripts: scopes of `push` and `pop`, and queries.
//!
//! A `push` without its `pop` is an error to many solvers, so both go at once.

mod assumption;
mod core;
mod level;
mod query;
mod session;

pub use query::leave_query;

use super::{Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;
use crate::smtlib::name::numeral;

/// The mutators of this group, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[
    &session::ERASE_SESSION,
    &query::ONE_QUERY,
    &core::OUTSIDE_CORE,
    &ERASE_SCOPE,
    &FLATTEN_SCOPE,
    &level::ONE_LEVEL,
    &assumption::ASSUMPTION_TO_ASSERTION,
];

/// The number of levels of a `push` or `pop`.
fn levels(command: Node<'_>) -> Option<u32> {
    match command.child(1) {
        None => Some(1),
        Some(number) => number.leaf().and_then(numeral),
    }
}

/// More levels than this are left as they are.
const MOST: u32 = 64;

/// The `pop` that closes each of the levels that `push` opens, the outermost
/// first; none for a level that stays open.
fn pops<'a>(context: &'a Context, push: Node<'a>) -> Option<Vec<Option<Node<'a>>>> {
    let mut pops = vec![None; levels(push).filter(|levels| *levels <= MOST)? as usize];
    let (mut open, mut inside) = (pops.len(), 0u32);
    for command in context.script().commands().skip(push.command() + 1).take_while(|c| !c.has_head("exit")) {
        match command.head() {
            Some(b"push") => inside = inside.checked_add(levels(command)?)?,
            Some(b"pop") => {
                let closed = levels(command)?;
                let left = open.saturating_sub(closed.saturating_sub(inside) as usize);
                inside = inside.saturating_sub(closed);
                pops[left..open].fill(Some(command));
                open = left;
            }
            Some(b"reset" | b"reset-assertions") => return None,
            _ => {}
        }
        if open == 0 {
            break;
        }
    }
    Some(pops)
}

/// The `pop` that closes exactly the levels that `push` opens.
fn closing<'a>(context: &'a Context, push: Node<'a>) -> Option<Node<'a>> {
    let pops = pops(context, push)?;
    let last = (*pops.first()?)?;
    let is_alone = pops.iter().flatten().filter(|pop| pop.command() == last.command()).count() == pops.len();
    (is_alone && levels(last) == levels(push)).then_some(last)
}

/// Opens and closes so many levels less with a command.
fn lowered(command: Node<'_>, by: usize) -> Option<Edit> {
    match (levels(command)? as usize).saturating_sub(by) {
        0 => Some(Edit::delete(command)),
        1 => command.child(1).map(Edit::delete),
        left => command.child(1).map(|number| Edit::replace(number, left.to_string().as_bytes())),
    }
}

/// Takes levels from `push`, all but one if there is one to keep, and from the
/// pops that close them.
fn lower(push: Node<'_>, pops: &[Option<Node<'_>>], kept: Option<usize>) -> Option<Edit> {
    let gone = || pops.iter().enumerate().filter(|(i, _)| Some(*i) != kept).filter_map(|(_, pop)| *pop);
    let first = lowered(push, pops.len() - usize::from(kept.is_some()))?;
    let mut edits = vec![first];
    let mut last = None;
    for pop in gone() {
        if last.replace(pop.command()) != Some(pop.command()) {
            edits.push(lowered(pop, gone().filter(|other| other.command() == pop.command()).count())?);
        }
    }
    Edit::all(edits)
}

/// Deletes a scope with all that is in it.
static ERASE_SCOPE: Mutator = Mutator {
    name: "erase-scope",
    class: "EraseScope",
    summary: "erase push, pop and what is between",
    examples: r"
        (push) (assert p) (push 2) (pop 2) (pop 1) (check-sat) => (check-sat) | (push) (assert p) (pop 1) (check-sat)
        (push 2) (assert p) (pop 1) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("push"),
    global: |context, node| {
        some(closing(context, node).and_then(|pop| {
            let inside = context.script().commands().skip(node.command()).take(pop.command() - node.command() + 1);
            Edit::all(inside.map(Edit::delete))
        }))
    },
    ..Mutator::DEFAULT
};

/// Deletes a push, takes its levels from the pops that close them, and leaves
/// what is between.
static FLATTEN_SCOPE: Mutator = Mutator {
    name: "flatten-scope",
    class: "FlattenScope",
    summary: "erase push and its pop",
    examples: r"
        (push 2) (assert p) (check-sat) (pop 2) => (assert p) (check-sat)
        (push) (push 3) (assert p) (pop 1) (pop 3) => (push 3) (assert p) (pop 1) (pop 2) | (push) (assert p) (pop)
        (push 1) (assert p) (reset) (pop 1) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("push"),
    global: |context, node| {
        let pops = pops(context, node).filter(|pops| pops.iter().any(Option::is_some));
        some(pops.and_then(|pops| lower(node, &pops, None)))
    },
    ..Mutator::DEFAULT
};
