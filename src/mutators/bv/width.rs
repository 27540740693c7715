//! Mutators that narrow bit-vector variables.

use super::super::fresh::{declare, fresh};
use super::super::{Mutator, some};
use super::{extension, indexed};
use crate::sexpr::{Edit, Term};
use crate::smtlib::{Symbol, declared_constant};
use std::collections::BTreeSet;

pub(super) static BV_REDUCE_BITWIDTH: Mutator = Mutator {
    name: "bv-reduce-bitwidth",
    class: "BVReduceBW",
    summary: "reduce bit-width of variable",
    may_grow: true,
    examples: r"
        (set-logic QF_BV) |- (declare-const x (_ BitVec 8))
            => (declare-const _x (_ BitVec 1)) (define-fun x () (_ BitVec 8) ((_ zero_extend 7) _x))
             | (declare-const _x (_ BitVec 2)) (define-fun x () (_ BitVec 8) ((_ zero_extend 6) _x))
             | (declare-const _x (_ BitVec 4)) (define-fun x () (_ BitVec 8) ((_ zero_extend 4) _x))
             | (declare-const _x (_ BitVec 7)) (define-fun x () (_ BitVec 8) ((_ zero_extend 1) _x))
        (declare-fun |a b| () (_ BitVec 2))
            => (declare-const |_a b| (_ BitVec 1)) (define-fun |a b| () (_ BitVec 2) ((_ zero_extend 1) |_a b|))
        (define-sort Pair () (_ BitVec 2)) (declare-const x Pair) (define-fun _x () Int 0)
            => (declare-const _x!1 (_ BitVec 1)) (define-sort Pair () (_ BitVec 2))
                (define-fun x () Pair ((_ zero_extend 1) _x!1)) (define-fun _x () Int 0)
        (declare-const x (_ BitVec 1)) (declare-const y Int) (declare-const z) (declare-fun f (Int) (_ BitVec 8))
                (declare-fun g Int (_ BitVec 8))
            => none
    ",
    filter: |_, node| node.has_head("declare-const") || node.has_head("declare-fun"),
    global: |context, node| {
        let (symbol, sort) = declared_constant(node).filter(|_| node.index() == 0)?;
        let width = context.sort(sort).width()?;
        let widths = BTreeSet::from([1, 2, width / 2, width - 1]);
        let narrow = fresh(context.script(), symbol, "bv", "_", "");
        some(widths.into_iter().filter(move |bits| (1..width).contains(bits)).filter_map(move |bits| {
            let declaration = [b"(declare-const ", &*narrow, format!(" (_ BitVec {bits}))\n").as_bytes()].concat();
            let extension = indexed("zero_extend", &[width - bits], Term::leaf(&narrow));
            let definition = [symbol.into(), Term::List(Vec::new()), sort.into(), extension];
            let edit = Edit::rewrite(node, Term::app("define-fun", definition));
            edit.and(&declare(context.script(), &declaration))
        }))
    },
    ..Mutator::DEFAULT
};

/// Joins two steps of [`BV_REDUCE_BITWIDTH`]: a variable that extends an extended variable extends the
/// innermost variable directly.
pub(super) static BV_MERGE_REDUCED_BW: Mutator = Mutator {
    name: "bv-merge-reduced-bw",
    class: "BVMergeReducedBW",
    summary: "merge previous bit-width reductions",
    may_grow: true,
    examples: r"
        (declare-const __v (_ BitVec 2)) (define-fun _v () (_ BitVec 5) ((_ zero_extend 3) __v)) |-
                (define-fun v () (_ BitVec 8) ((_ zero_extend 3) _v))
            => (define-fun v () (_ BitVec 8) ((_ zero_extend 6) __v))
        (declare-const _v (_ BitVec 5)) (define-fun v () (_ BitVec 8) ((_ zero_extend 3) _v)) => none
        (define-fun v () (_ BitVec 8) ((_ zero_extend 3) v)) (define-fun w () (_ BitVec 8)) (define-fun u)
                (define-fun x () (_ BitVec 8) #x00)
            => none
    ",
    filter: |_, node| node.has_head("define-fun") || node.has_head("define-const"),
    local: |context, node| {
        let (script, symbols) = (context.script(), context.symbols());
        let body = |symbol: &Symbol| symbols.body(script, symbol).filter(|_| symbol.domain().is_empty());
        let whole = body(symbols.declared_by(node.command()).first().filter(|_| node.index() == 0)?)?;
        let (outer, middle) = extension(whole, "zero_extend")?;
        let (inner, narrow) = extension(body(symbols.term(middle.leaf()?, node.command())?)?, "zero_extend")?;
        let sum = indexed("zero_extend", &[outer.checked_add(inner)?], narrow.into());
        some([Edit::rewrite(whole, sum)])
    },
    ..Mutator::DEFAULT
};
