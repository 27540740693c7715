//! Mutators for bit-vectors.

mod constants;
mod extend;
mod operators;
mod width;

use super::Mutator;
use crate::sexpr::{Node, Term};
use crate::smtlib::name::numeral;
use crate::smtlib::{Context, Sort};
use constants::{BV_EVAL_EXTEND, BV_NORM_CONSTANTS, BV_SIMP_CONSTANTS};
use extend::{BV_EXTRACT_CONSTANTS, BV_EXTRACT_ZEROEXTEND, BV_MERGE_EXTEND, BV_ZERO_CONCAT, BV_ZEROEXTEND_PRED};
use operators::{BV_ELIM_BVCOMP, BV_ITE_TO_BVCOMP, BV_TO_BOOL, DOUBLE_NEGATION, REFLEXIVE_NAND};
use width::{BV_MERGE_REDUCED_BW, BV_REDUCE_BITWIDTH};

pub(super) static MUTATORS: &[&Mutator] = &[
    &BV_NORM_CONSTANTS, &BV_ZERO_CONCAT, &DOUBLE_NEGATION, &BV_ELIM_BVCOMP, &BV_EVAL_EXTEND, &BV_EXTRACT_CONSTANTS,
    &BV_EXTRACT_ZEROEXTEND, &BV_MERGE_REDUCED_BW, &BV_ITE_TO_BVCOMP, &REFLEXIVE_NAND, &BV_SIMP_CONSTANTS, &BV_TO_BOOL,
    &BV_ZEROEXTEND_PRED, &BV_REDUCE_BITWIDTH, &BV_MERGE_EXTEND,
];

/// Whether a node is written like a bit-vector constant; cheap.
fn is_constant(node: Node<'_>) -> bool {
    ["#b", "#x", "(_ bv"].iter().any(|start| node.text().starts_with(start.as_bytes()))
}

/// Whether a node is an application of `(_ name index …)`; cheap.
fn is_indexed(node: Node<'_>, name: &str) -> bool {
    let operator = node.children().next().filter(|operator| operator.has_head("_"));
    operator.and_then(|operator| operator.child(1)).is_some_and(|found| found.is(name))
}

/// Returns the indices and the argument of an application of `(_ name index …)`.
fn operation<'a>(node: Node<'a>, name: &str) -> Option<(Vec<u32>, Node<'a>)> {
    let operator = node.child(0).filter(|_| is_indexed(node, name))?;
    let indices = operator.children().skip(2).map(|index| numeral(index.leaf()?));
    Some((indices.collect::<Option<_>>()?, node.child(1)?))
}

/// Returns the index and the argument of an application of `(_ name index)`.
pub(super) fn extension<'a>(node: Node<'a>, name: &str) -> Option<(u32, Node<'a>)> {
    let (indices, argument) = operation(node, name)?;
    if let [index] = indices[..] { Some((index, argument)) } else { None }
}

/// Returns the term `((_ name index) argument)`, or `argument` where nothing is extended.
fn extended<'a>(name: &'a str, index: u32, argument: Term<'a>) -> Term<'a> {
    if index == 0 { argument } else { indexed(name, &[index], argument) }
}

/// Returns the term `((_ name index …) argument)`.
fn indexed<'a>(name: &'a str, indices: &[u32], argument: Term<'a>) -> Term<'a> {
    let indices = indices.iter().map(|index| Term::text(index.to_string()));
    let operator = Term::app("_", [Term::leaf(name)].into_iter().chain(indices));
    Term::List(vec![operator, argument])
}

/// Returns the width of a bit-vector term, where it is known.
fn width(context: &Context, node: Node<'_>) -> Option<u32> {
    let declared = || context.symbols().term(node.leaf()?, node.command()).map(|symbol| symbol.range.clone());
    Some(context.sort(node)).filter(Sort::is_known).or_else(declared)?.width()
}
