//! Mutators by which arrays are read where nothing else reads or writes them: such a read is as good as a new constant,
//! and needs no declaration.

use super::super::declarations::Declaration;
use super::super::{Mutator, all_from, some};
use super::has_few_nodes;
use super::pool::Pool;
use super::share::body;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, Role, Sort, declared_constant};
use bstr::ByteSlice;
use std::collections::BTreeSet;

/// Puts integers in the place of all indices of arrays of one sort, since there is always another integer: each index
/// becomes a number of its own, or, if it is a Boolean term, a choice between two numbers, which may cost a few bytes.
pub(super) static INDEX_TO_INT: Mutator = Mutator {
    name: "index-to-int",
    summary: "read and write arrays at integers",
    examples: r"
        (declare-const a (Array (_ BitVec 1) Bool)) (assert (select (store a #b1 true) #b0))
            => (declare-const a (Array Int Bool)) (assert (select (store a 1 true) 0))
        (declare-const p Bool) |- (declare-const a (Array Bool Bool)) (assert (select (store a true p) (or p p)))
            => (declare-const a (Array Int Bool)) (assert (select (store a 1 p) (ite (or p p) 1 0)))
             | (declare-const a (Array Int Bool)) (assert (select (store a 1 p) 0))
        (declare-const a (Array Int Bool)) (assert (select a 0)) => none
    ",
    may_grow: true,
    filter: |context, node| {
        let is_array = node.has_head("Array") && node.arity() == 3 && context.role(node) == Role::Sort;
        is_array && has_few_nodes(context) && node.child(1).is_some_and(|index| !index.is("Int"))
    },
    global: |context, node| {
        let is_same = |other: &Node<'_>| other.text() == node.text() && context.role(*other) == Role::Sort;
        let (same, sort) = (all_from(context, node, is_same)?, context.sort(node));
        let terms = context.script().every_node();
        let indices: Vec<Node<'_>> = terms.filter_map(|term| index_of(context, term, &sort)).collect();
        let is_choice = |index: &Node<'_>| index.is_list() && context.sort(*index) == Sort::Bool;
        let edit = |keeps_choices: bool| {
            let is_kept = |index: &Node<'_>| keeps_choices && is_choice(index);
            let truths = [&b"false"[..], b"true"].into_iter().filter(|_| keeps_choices);
            let texts = indices.iter().filter(|index| !is_kept(index)).map(|index| index.text());
            let texts: BTreeSet<&[u8]> = truths.chain(texts).collect();
            let number = |index: &Node<'_>| texts.range(..index.text()).count().to_string();
            let edits = indices.iter().flat_map(|index| {
                let at = |byte: usize, text: &[u8]| Edit::splice(index.command(), byte..byte, text);
                if is_kept(index) {
                    vec![at(index.range().start, b"(ite "), at(index.range().end, b" 1 0)")]
                } else {
                    vec![Edit::replace(*index, number(index).as_bytes())]
                }
            });
            let sorts = same.iter().filter_map(|sort| Some(Edit::replace(sort.child(1)?, b"Int")));
            Edit::all(sorts.chain(edits))
        };
        let has_choices = indices.iter().any(is_choice);
        let edits = [has_choices.then(|| edit(true)).flatten(), edit(false)];
        some(edits.into_iter().flatten())
    },
    ..Mutator::DEFAULT
};

/// Returns the index at which a term reads or writes an array of this sort.
fn index_of<'a>(context: &Context, term: Node<'a>, sort: &Sort) -> Option<Node<'a>> {
    let is_access = (term.has_head("select") || term.has_head("store")) && context.is_term(term);
    term.child(2).filter(|_| is_access && term.child(1).is_some_and(|array| context.sort(array) == *sort))
}

/// Deletes the declaration of a constant and replaces its uses, or a term around them, by a read of an array at an
/// index that occurs nowhere else, or by one operator on such a read.
pub(super) static SYMBOL_TO_READ: Mutator = Mutator {
    name: "symbol-to-read",
    summary: "replace terms around a symbol by a read of an array elsewhere",
    examples: r"
        (declare-const a (Array (_ BitVec 2) Bool)) |-
            (declare-const x (_ BitVec 2)) (assert (or (select a #b00) (= x (bvnot x))))
            => (assert (or (select a #b00) (select a #b01))) | (assert (or (select a #b00) (not (select a #b01))))
             | (assert (or (select a #b00) (= (select a #b01) false))) | (assert (select a #b01))
             | (assert (not (select a #b01))) | (assert (= (select a #b01) false))
        (declare-const x Int) (assert (= 0 x)) => none
    ",
    filter: |context, node| has_few_nodes(context) && node.index() == 0 && declared_constant(node).is_some(),
    global: |context, node| {
        let declaration = Declaration::of(context, node)?;
        let uses = declaration.terms().filter(|uses| !uses.is_empty())?;
        let is_term = |around: &Node<'_>| context.is_term(*around);
        let around = match uses[..] {
            [only] => context.parent(only).filter(is_term),
            _ => body(context, &uses),
        };
        let around = std::iter::successors(around, |around| context.parent(*around).filter(is_term)).take(MAX_LEVELS);
        let places: Vec<Vec<Node<'_>>> = [uses].into_iter().chain(around.map(|around| vec![around])).collect();
        some(places.into_iter().flat_map(move |places| {
            // The bytes of the declaration are divided among the places.
            let limit = places[0].text().len() + node.text().len().div_ceil(places.len());
            let pool = Pool::new_reads(context, &places, &declaration.symbol.name);
            let terms = pool.terms(&context.sort(places[0]), limit).into_iter();
            let reads = terms.filter(|term| term.contains_str("(select ")).take(MAX_READS);
            reads.filter_map(|term| declaration.replaced(&places, &term)).collect::<Vec<Edit>>()
        }))
    },
    ..Mutator::DEFAULT
};

/// Number of operators above the uses of a symbol up to which terms are replaced.
const MAX_LEVELS: usize = 3;

/// Number of terms that are tried in each place.
const MAX_READS: usize = 4;
