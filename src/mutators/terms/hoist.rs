//! The mutator that replaces terms by terms deeper in them: first by those of the same sort.

use super::{Mutator, none};
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::is_constant;
use crate::smtlib::{Context, Role};
use std::collections::VecDeque;

/// Replaces a term by the nearest ones below it that have its sort, where all
/// terms between have another.
pub(super) static HOIST_DESCENDANT: Mutator = Mutator {
    name: "hoist-descendant",
    summary: "replace by a descendant",
    examples: r"
        (declare-const p Bool) |- (assert (= (+ 1 (ite p 2 3)) 0)) => (assert p)
        (declare-const p Bool) (assert (not (not p))) => none
    ",
    filter: |context, node| {
        node.index() > 0
            && node.is_list()
            && context.role(node) == Role::Term
            && !node.head().is_some_and(|head| CLOSED.contains(&head))
            && context.sort(node).is_known()
    },
    local: |context, node| {
        if node.size() < 6 {
            return none();
        }
        Box::new(descendants(context, node).into_iter().map(move |inner| Edit::hoist(node, inner)))
    },
    ..Mutator::DEFAULT
};

/// How many terms are tried, and how many are looked at to find them.
const MOST: (usize, usize) = (3, 64);

/// Terms that bind variables, or whose parts mean nothing elsewhere.
const CLOSED: &[&[u8]] = &[b"let", b"forall", b"exists", b"match", b"lambda", b"choice", b"!", b"_", b"as"];

fn descendants<'a>(context: &Context, node: Node<'a>) -> Vec<Node<'a>> {
    let sort = context.sort(node);
    let (mut found, mut seen) = (Vec::new(), 0);
    let is_open = |n: &Node<'a>| n.is_list() && !n.head().is_some_and(|head| CLOSED.contains(&head));
    let below = |n: Node<'a>| n.children().skip(1).filter(|c| context.role(*c) == Role::Term).collect::<Vec<_>>();
    let other = |n: &Node<'a>| context.sort(*n).is_known() && context.sort(*n) != sort;
    let mut queue: VecDeque<Node<'a>> = below(node).into_iter().filter(&is_open).filter(other).collect();
    while let Some(next) = queue.pop_front() {
        for child in below(next) {
            seen += 1;
            if context.sort(child) == sort {
                found.push(child);
            } else if is_open(&child) {
                queue.push_back(child);
            }
            if found.len() == MOST.0 || seen == MOST.1 {
                return found;
            }
        }
    }
    found
}

/// Replaces a term by any below it, the nearest ones first, whatever its sort is:
/// a solver that dies while it reads or rewrites often needs no more.
pub(in super::super) static HOIST_ANY: Mutator = Mutator {
    name: "hoist-any",
    summary: "replace by a descendant of any sort",
    examples: r"
        (declare-const x (_ BitVec 4)) |- (assert (let ((y (bvnot x))) (= y #x1)))
            => (assert (= y #x1)) | (assert y) | (assert (bvnot x)) | (assert x)
             | (assert (let ((y x)) (= y #x1))) | (assert (let ((y (bvnot x))) y))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| node.index() > 0 && node.is_list() && context.role(node) == Role::Term,
    local: |context, node| {
        let mut queue = VecDeque::from([node]);
        let mut found = Vec::new();
        let is_known = context.sort(node).is_known();
        while found.len() < MOST_OF_ANY
            && let Some(next) = queue.pop_front()
        {
            // The values that a `let` binds stand below its binders. Literals are left to `constants`.
            let is_left = next.index() == node.index() || is_known && is_constant(next);
            found.extend((!is_left && context.role(next) == Role::Term).then_some(next));
            queue.extend(next.children());
        }
        Box::new(found.into_iter().map(move |inner| Edit::hoist(node, inner)))
    },
    ..Mutator::DEFAULT
};

/// How many terms are tried for one.
const MOST_OF_ANY: usize = 30;
