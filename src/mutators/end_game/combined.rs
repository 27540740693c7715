//! Mutators that combine edits of other mutators: with the change of a literal, or at all occurrences of a term.

use super::super::smtlib::variable_instead;
use super::super::{Mutator, Others, all_from, names, some};
use super::{has_few_nodes, is_partner};
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
        let is_literal = context.is_term(node) && is_constant(node);
        has_few_nodes(context) && is_literal && tells_apart(context, node)
    },
    combined: |context, node, others| {
        let flips = other_value(node).map(|text| Edit::replace(node, &text)).into_iter().chain(apart(context, node));
        some(flips.flat_map(move |flip| shortened(context, &flip, others)))
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
fn shortened(context: &Context, flip: &Edit, others: Others<'_>) -> Vec<Edit> {
    let flipped = Candidate::new(context.script(), flip.clone());
    let Ok(script) = flipped.script() else { return Vec::new() };
    let next = context.next(script);
    let is_second = |mutator: &Mutator| is_partner(mutator) || mutator.name == "substitute-children";
    let results = |context: &Context| -> Vec<(Edit, i64, Digest)> {
        let mut found = Vec::new();
        for place in context.script().every_node() {
            for mutator in others.iter().filter(|other| is_second(other) && other.filter(context, place)) {
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

/// Makes the edits that other mutators propose for a term at all occurrences of the term: what was a shared
/// `let` binder often matters only as a whole. A new variable may stand for any term here, because it has to
/// shorten the script at once.
pub(super) static EVERYWHERE: Mutator = Mutator {
    name: "everywhere",
    summary: "edit all occurrences",
    examples: r"
        (declare-const p Bool) (assert (g (f (not p)) (h (not p))))
            => (declare-const a Bool) (declare-const p Bool) (assert (g (f a) (h a)))
             | (declare-const p Bool) (assert (g (f false) (h false)))
             | (declare-const p Bool) (assert (g (f true) (h true))) | (declare-const p Bool) (assert (g (f p) (h p)))
             | (declare-const p Bool) (assert (g (f p) (h p)))
        (declare-const p Bool) (assert (f (not p))) => (declare-const a Bool) (declare-const p Bool) (assert (f a))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| has_few_nodes(context) && node.is_list() && context.is_term(node),
    combined: |context, node, others| {
        let places = all_from(context, node, |other| other.text() == node.text())?;
        let sort = context.sort(node);
        let new = names::free(context).next().filter(|_| sort.is_known());
        let fresh = new.and_then(|new| variable_instead(context, node, &sort, &new)?.repeated(node, &places));
        if places.len() < 2 {
            return some(fresh);
        }
        let mutators = others.iter().filter(|mutator| mutator.name != "introduce-fresh-variables");
        let mutators = mutators.filter(move |mutator| !is_partner(mutator) && mutator.filter(context, node));
        let edits = mutators.flat_map(move |mutator| mutator.local(context, node).chain(mutator.global(context, node)));
        some(fresh.into_iter().chain(edits.filter_map(move |edit| edit.repeated(node, &places))))
    },
    ..Mutator::DEFAULT
};
