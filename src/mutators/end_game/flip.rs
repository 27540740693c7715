//! The mutator that combines edits of other mutators with the change of a literal.

use super::super::{Mutator, all_from, core::SUBSTITUTE_CHILDREN, some};
use super::{SHORTER_TERM, any::ANY_OPERATOR, has_few_nodes, predicate::TERM_TO_PREDICATE};
use crate::sexpr::{Candidate, Digest, Edit, Node, Splice};
use crate::smtlib::Context;
use crate::smtlib::constants::{BitVector, is_constant};
use num_bigint::BigUint;
use rustc_hash::FxHashSet;
use std::cmp::Reverse;

/// Gives a literal another value and shortens a term, in one edit, where neither change is accepted alone: for
/// example where an array has to be read at another index than it was written at. Edits that are possible
/// without the new value are left to the mutators that propose them. The digits at which arrays are read and
/// written also change together: each gets a value of its own.
pub(super) static FLIP_LITERAL: Mutator = Mutator {
    name: "flip-literal",
    summary: "change a literal and shorten a term at once",
    examples: r"
        (declare-const x (_ BitVec 1)) |- (assert (= #b0 (bvnot x))) => (assert (= #b1 #b0)) | (assert (= #b1 #b1))
        (declare-const a (Array Int Bool)) |- (assert (or (select a 7) (select a 7)))
            => (assert (not (select a 0))) | (assert (not (select a 1))) | (assert (= (select a 0) false))
             | (assert (= (select a 1) false)) | (assert (or true (select a 1))) | (assert (or (select a 0) true))
             | (assert (or false (select a 1))) | (assert (or (select a 0) false))
        (declare-const f Int) (assert (= f (+ 1 f 0))) => none
    ",
    filter: |context, node| {
        has_few_nodes(context) && context.is_term(node) && is_constant(node) && tells_apart(context, node)
    },
    global: |context, node| {
        let flips = other_value(node).map(|text| Edit::replace(node, &text)).into_iter().chain(apart(context, node));
        some(flips.flat_map(move |flip| shortened(context, &flip)))
    },
    ..Mutator::DEFAULT
};

/// Returns the edit that makes all digits at which arrays are read and written different, if `node` is the first.
fn apart(context: &Context, node: Node<'_>) -> Option<Edit> {
    let is_index = |leaf: &Node<'_>| {
        let is_access = |term: Node<'_>| {
            let at = term.child(2).is_some_and(|index| index.place() == leaf.place());
            at && (term.has_head("select") || term.has_head("store"))
        };
        leaf.leaf().is_some_and(|text| matches!(text, [b'0'..=b'9'])) && context.parent(*leaf).is_some_and(is_access)
    };
    let indices = all_from(context, node, is_index).filter(|indices| (2..=10).contains(&indices.len()))?;
    Edit::all(indices.iter().enumerate().map(|(i, index)| Edit::replace(*index, i.to_string().as_bytes())))
}

/// The mutators whose edits are combined with a changed literal.
static SECOND: [&Mutator; 4] = [&SUBSTITUTE_CHILDREN, &TERM_TO_PREDICATE, &SHORTER_TERM, &ANY_OPERATOR];

/// Number of edits of a mutator that are tried at a node.
const MAX_EDITS: usize = 6;

/// Number of bytes that the second edit has to gain.
const MIN_GAIN: i64 = 6;

/// Returns zero for any other value, and one for zero, if the new literal has as many bytes as the old one.
fn other_value(node: Node<'_>) -> Option<Vec<u8>> {
    let text = match BitVector::of(node) {
        Some(BitVector { value, width }) => {
            let value = if value == BigUint::ZERO { BigUint::from(1u32) } else { BigUint::ZERO };
            BitVector { value, width }.shortest()
        }
        None => match node.text() {
            b"0" => b"1".to_vec(),
            b"1" => b"0".to_vec(),
            _ => return None,
        },
    };
    (text.len() == node.text().len()).then_some(text)
}

/// Whether another value of a literal makes a difference: it is a bit-vector, is an argument of `select` or
/// `store`, or stands beside such a term.
fn tells_apart(context: &Context, node: Node<'_>) -> bool {
    let is_read = |term: Node<'_>| term.has_head("select") || term.has_head("store");
    let beside_array = |term: Node<'_>| is_read(term) || term.children().any(is_read);
    BitVector::of(node).is_some() || context.parent(node).is_some_and(beside_array)
}

/// Returns the edits that make the changes of `flip`, after which all texts are as long as before, and shorten another
/// term, those that gain most first.
fn shortened(context: &Context, flip: &Edit) -> Vec<Edit> {
    let flipped = Candidate::new(context.script(), flip.clone());
    let Ok(script) = flipped.script() else { return Vec::new() };
    let next = context.next(script);
    let results = |context: &Context| -> Vec<(Edit, i64, Digest)> {
        let mut found = Vec::new();
        for place in context.script().every_node() {
            for mutator in SECOND.iter().filter(|mutator| mutator.filter(context, place)) {
                found.extend(mutator.local(context, place).take(MAX_EDITS).filter_map(|edit| {
                    let candidate = Candidate::new(context.script(), edit.clone());
                    (candidate.gain() >= MIN_GAIN).then(|| (edit, candidate.gain(), candidate.digest()))
                }));
            }
        }
        found
    };
    let known = context.shortened(|| results(context).into_iter().map(|(.., digest)| digest).collect());
    let (mut found, mut seen) = (results(&next), FxHashSet::default());
    found.retain(|(.., digest)| !known.contains(digest) && seen.insert(*digest));
    found.sort_by_key(|(_, gain, _)| Reverse(*gain));
    let joined = |(edit, ..): (Edit, i64, Digest)| {
        let is_apart = |splice: Splice<'_>| {
            let covers = |s: Splice<'_>| s.command == splice.command && s.start <= splice.start && splice.end <= s.end;
            !edit.splices().iter().any(covers)
        };
        flip.filtered(is_apart).and(&edit)
    };
    found.into_iter().filter_map(joined).collect()
}
