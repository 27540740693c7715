//! The mutator that replaces symbols by small terms over the other ones.

use super::super::declarations::Declaration;
use super::super::{Mutator, none};
use super::has_few_nodes;
use super::pool::Pool;
use super::share::body;
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Sort, declared_constant};
use std::ops::Range;

/// Deletes the declaration of a constant and puts a small term over the other symbols,
/// with at most one operator beside reads of arrays, wherever it is used: in its place, by a `let` where it is
/// used more than once, or in the place of the term around its only use.
pub(super) static SYMBOL_TO_TERM: Mutator = Mutator {
    name: "symbol-to-term",
    summary: "replace declared symbol by a small term over the others",
    examples: r"
        (declare-const p Bool) (declare-const q Bool) (assert (f p q))
            => (declare-const q Bool) (assert (f q q)) | (declare-const q Bool) (assert (f true q))
             | (declare-const q Bool) (assert (f false q)) | (declare-const q Bool) (assert (f (not q) q))
             | (declare-const q Bool) (assert (f (=> q q q) q)) | (declare-const p Bool) (assert (f p p))
             | (declare-const p Bool) (assert (f p true)) | (declare-const p Bool) (assert (f p false))
             | (declare-const p Bool) (assert (f p (not p))) | (declare-const p Bool) (assert (f p (=> p p p)))
        (declare-fun f (Int) Int) (assert (= 0 (f 1))) => none
        (declare-const m (Array Int (_ BitVec 4))) |- (declare-const x (_ BitVec 4)) (assert (= (f m x) (f x x)))
            => (assert (= (f m #x0) (f #x0 #x0))) | (assert (= (f m #x1) (f #x1 #x1))) | (assert (= (f m #xf) (f #xf #xf)))
             | (assert (let ((x (select m 0))) (= (f m x) (f x x)))) | (assert (let ((x (select m 1))) (= (f m x) (f x x))))
        (declare-sort U 0) (declare-fun h (Bool) U) (declare-const m (Array Int U)) |-
            (declare-const x Bool) (assert (g m (h x)))
            => (assert (g m (h true))) | (assert (g m (h false))) | (assert (g m (select m 0))) | (assert (g m (select m 1)))
    ",
    filter: |context, node| has_few_nodes(context) && node.index() == 0 && declared_constant(node).is_some(),
    global: |context, node| {
        let Some(declaration) = Declaration::of(context, node) else { return none() };
        let Some(uses) = declaration.terms().filter(|uses| !uses.is_empty()) else { return none() };
        let name = declaration.symbol.name.clone();
        // The declaration's bytes, shared out among the uses.
        let limit = name.len() + node.text().len().div_ceil(uses.len());
        let pool = Pool::leaves(context, &uses, &name);
        let terms = pool.terms(&declaration.symbol.range, limit).into_iter().take(MOST);
        let mut edits: Vec<Edit> = terms.filter_map(|term| declaration.replaced(&uses, &term)).collect();
        let pool = pool.with_reads(node.command());
        let reads = |sort: &Sort, length: Range<usize>| {
            let terms = pool.terms(sort, length.end).into_iter().filter(move |term| term.len() >= length.start);
            terms.filter(|term| term.windows(8).any(|part| part == b"(select ")).take(READS).collect::<Vec<_>>()
        };
        let is_term = |around: &Node<'_>| context.is_term(*around);
        let is_together = uses.iter().all(|place| place.command() == uses[0].command());
        match uses[..] {
            [only] => edits.extend(context.parent(only).filter(is_term).into_iter().flat_map(|around| {
                let length = around.text().len();
                let terms = reads(&context.sort(around), length..length + node.text().len());
                terms.into_iter().filter_map(|term| declaration.replaced(&[around], &term)).collect::<Vec<_>>()
            })),
            _ => edits.extend(body(context, &uses).filter(|_| is_together).into_iter().flat_map(|body| {
                let most = node.text().len().saturating_sub("(let (( )) )".len() + name.len());
                let bound = |term: Vec<u8>| {
                    let binder = [b"(let ((", &*name, b" ", &*term, b")) "].concat();
                    let at = |byte: usize, text: &[u8]| Edit::splice(body.command(), byte..byte, text);
                    Edit::all([Edit::delete(node), at(body.range().start, &binder), at(body.range().end, b")")])
                };
                reads(&declaration.symbol.range, limit..most).into_iter().filter_map(bound).collect::<Vec<_>>()
            })),
        }
        Box::new(edits.into_iter())
    },
    ..Mutator::DEFAULT
};

/// How many terms are tried for one symbol.
const MOST: usize = 80;

/// How many of them that read arrays.
const READS: usize = 24;
