//! Mutators that name a term or a sort that occurs more than once.

use super::super::fresh::after_settings;
use super::super::smtlib::variable_instead;
use super::super::{Mutator, all_from, names, some};
use super::has_few_nodes;
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::is_constant;
use crate::smtlib::{Context, Role};

/// Binds a term that occurs several times in a command by a `let`, where that is shorter: the opposite of `let-inline`.
///
/// This is for the end game: before, each of the occurrences may be simplified in its own way.
pub(super) static SHARE_TERM: Mutator = Mutator {
    name: "share-term",
    summary: "bind a repeated term",
    examples: r"
        (assert (p (select (store m i v) i) (q (select (store m i v) i))))
            => (assert (let ((a (select (store m i v) i))) (p a (q a))))
        (assert (exists ((i Int)) (p (+ 1 (* i i i i)) (+ 1 (* i i i i)) (+ 1 (* i i i i)))))
            => (assert (exists ((i Int)) (let ((a (+ 1 (* i i i i)))) (p a a a))))
             | (assert (exists ((i Int)) (let ((a (* i i i i))) (p (+ 1 a) (+ 1 a) (+ 1 a)))))
        (assert (let ((i u)) (p (let ((i w)) (select (store m i v) i)) (select (store m i v) i)))) => none
        (assert (p false (q false false false) false false false)) => (assert (let ((a false)) (p a (q a a a) a a a)))
        (assert (p (f x) (f x) 0 0 0 0 0 0 0 0 0 0 0 0)) => none
        (assert (p (long-name x) (long-name x))) => none
    ",
    filter: |context, node| has_few_nodes(context) && context.is_term(node) && (node.is_list() || is_constant(node)),
    global: |context, node| {
        let nodes = node.tape().root(node.command()).subtree();
        let is_place = |other: &Node<'_>| other.text() == node.text() && context.is_term(*other);
        let places: Vec<Node<'_>> = nodes.filter(is_place).collect();
        if places[0].index() != node.index() {
            return None;
        }
        let (body, new) = (body(context, &places)?, names::free(context).next()?);
        // `(let ((new term)) body)`, and `new` at each place.
        let saved = (places.len() - 1) * node.text().len();
        let cost = (places.len() + 1) * new.len() + "(let (( )) )".len();
        // What gains fewer bytes than it adds tokens is no simpler.
        let tokens: usize = node.subtree().map(|inner| if inner.is_list() { 2 } else { 1 }).sum();
        let added = (tokens + places.len() + 8).saturating_sub(places.len() * tokens);
        let pays = saved > cost + added;
        // In front of the body, the variables that it binds are not bound.
        let can_leave = |place: &Node<'_>| context.free_variables(*place).all(|symbol| !body.holds(symbol));
        let bound = bound_in(body, &new, node.text());
        let shared = Edit::all(places.iter().map(|place| Edit::replace(*place, &new)).chain(bound));
        some(shared.filter(|_| pays && places.iter().all(can_leave)))
    },
    ..Mutator::DEFAULT
};

/// Puts a new variable in the place of a term of any sort, wherever the term stands: what a `let` has shared often
/// matters only as a whole. Unlike in `introduce-fresh-variables`, that has to shorten the script at once.
pub(super) static EVERYWHERE: Mutator = Mutator {
    name: "everywhere",
    summary: "put a new variable for all occurrences of a term",
    examples: r"
        (declare-const p Bool) (assert (g (f (not p)) (h (not p))))
            => (declare-const a Bool) (declare-const p Bool) (assert (g (f a) (h a)))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| {
        has_few_nodes(context) && node.is_list() && context.is_term(node) && context.sort(node).is_known()
    },
    global: |context, node| {
        let places = all_from(context, node, |other| other.text() == node.text())?;
        let new = names::free(context).next()?;
        let first = variable_instead(context, node, &context.sort(node), &new);
        some(Edit::all(first.into_iter().chain(places.iter().map(|place| Edit::replace(*place, &new)))))
    },
    ..Mutator::DEFAULT
};

/// Returns the smallest term that holds all `places`, which are sorted and hold the same text, if one command does.
pub(super) fn body<'a>(context: &Context, places: &[Node<'a>]) -> Option<Node<'a>> {
    let (first, last) = (*places.first()?, *places.last()?);
    let above = |node: &Node<'a>| context.parent(*node).filter(|_| first.command() == last.command());
    std::iter::successors(above(&first), above).find(|node| node.holds(last) && context.is_term(*node))
}

/// Returns edits that put `body` into a `let` that binds `name` to a term.
pub(super) fn bound_in(body: Node<'_>, name: &[u8], term: &[u8]) -> [Edit; 2] {
    let binder = [b"(let ((", name, b" ", term, b")) "].concat();
    let at = |byte: usize, text: &[u8]| Edit::splice(body.command(), byte..byte, text);
    [at(body.range().start, &binder), at(body.range().end, b")")]
}

/// Names a sort that occurs more than once, where that is shorter: the opposite of `inline-sort`.
///
/// This is for the end game: before, each of the occurrences may get a simpler sort of its own.
pub(super) static SHARE_SORT: Mutator = Mutator {
    name: "share-sort",
    summary: "name a repeated sort",
    examples: r"
        (set-logic ALL) (declare-const m (Array Int (Array Int Int))) (declare-const n (Array Int (Array Int Int)))
            => (set-logic ALL) (define-sort a () (Array Int (Array Int Int))) (declare-const m a) (declare-const n a)
        (declare-sort U 1) (declare-const m (Array Int (U Int))) (declare-const n (Array Int (U Int))) => none
        (declare-const m (Array Int Int)) (declare-const n (Array Int Int)) => none
    ",
    filter: |context, node| has_few_nodes(context) && node.is_list() && context.role(node) == Role::Sort,
    global: |context, node| {
        let is_place = |other: &Node<'_>| other.text() == node.text() && context.role(*other) == Role::Sort;
        let places = all_from(context, node, is_place)?;
        let declares = |leaf: Node<'_>| leaf.leaf().is_some_and(|text| context.symbols().declares(text));
        let new = names::free(context).next().filter(|_| !node.subtree().any(declares))?;
        let definition = [b"(define-sort ", &*new, b" () ", node.text(), b")\n"].concat();
        let pays = places.len() * (node.text().len() - new.len()) > definition.len();
        let place = after_settings(context.script()).min(node.command());
        let uses = places.iter().map(|place| Edit::replace(*place, &new));
        some(Edit::all(uses.chain([Edit::insert(place, &definition)])).filter(|_| pays))
    },
    ..Mutator::DEFAULT
};
