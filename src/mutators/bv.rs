//! Mutators for bit-vectors.

mod constants;
mod extend;
mod operators;
mod width;

use super::Mutator;
use crate::sexpr::{Node, Term};
use crate::smtlib::{Context, Sort};

/// The mutators of this theory, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] = &[
    &constants::BV_NORM_CONSTANTS,
    &extend::BV_ZERO_CONCAT,
    &operators::DOUBLE_NEGATION,
    &operators::BV_ELIM_BVCOMP,
    &constants::BV_EVAL_EXTEND,
    &extend::BV_EXTRACT_CONSTANTS,
    &extend::BV_EXTRACT_ZEROEXTEND,
    &width::BV_MERGE_REDUCED_BW,
    &operators::BV_ITE_TO_BVCOMP,
    &operators::REFLEXIVE_NAND,
    &constants::BV_SIMP_CONSTANTS,
    &operators::BV_TO_BOOL,
    &extend::BV_ZEROEXTEND_PRED,
    &width::BV_REDUCE_BITWIDTH,
    &extend::BV_MERGE_EXTEND,
];

/// Whether a node is written like a bit-vector constant; cheap.
fn is_constant(node: Node<'_>) -> bool {
    ["#b", "#x", "(_ bv"].iter().any(|start| node.text().starts_with(start.as_bytes()))
}

/// An application of `(_ name index …)`.
struct Indexed<'a> {
    /// The operator, `(_ name index …)`.
    operator: Node<'a>,
    name: &'a [u8],
    indices: Vec<Node<'a>>,
    args: Vec<Node<'a>>,
}

impl<'a> Indexed<'a> {
    fn read(node: Node<'a>) -> Option<Indexed<'a>> {
        let mut children = node.children();
        let operator = children.next()?;
        let (b"_", words) = operator.app()? else { return None };
        let (name, indices) = words.split_first()?;
        Some(Indexed { operator, name: name.leaf()?, indices: indices.to_vec(), args: children.collect() })
    }
}

/// Whether a node is an application of `(_ name index …)`; cheap.
fn is_indexed(node: Node<'_>, name: &str) -> bool {
    let operator = node.children().next().filter(|operator| operator.has_head("_"));
    operator.and_then(|operator| operator.child(1)).is_some_and(|found| found.is(name))
}

/// The index and the argument of an application of `(_ name index)`.
pub(super) fn extension<'a>(node: Node<'a>, name: &str) -> Option<(u64, Node<'a>)> {
    if !is_indexed(node, name) {
        return None;
    }
    let extension = Indexed::read(node)?;
    let ([index], [argument, ..]) = (&extension.indices[..], &extension.args[..]) else { return None };
    Some((number(*index)?, *argument))
}

/// The term `((_ name index) argument)`, or `argument` where nothing is extended.
fn extended<'a>(name: &'a str, index: u64, argument: Term<'a>) -> Term<'a> {
    if index == 0 { argument } else { indexed(name, &[index], argument) }
}

/// The term `((_ name index …) argument)`.
fn indexed<'a>(name: &'a str, indices: &[u64], argument: Term<'a>) -> Term<'a> {
    let indices = indices.iter().map(|index| Term::text(index.to_string()));
    let operator = Term::app("_", [Term::leaf(name)].into_iter().chain(indices));
    Term::List(vec![operator, argument])
}

/// The value of a numeral.
fn number(node: Node<'_>) -> Option<u64> {
    let text = node.leaf().filter(|text| text.iter().all(u8::is_ascii_digit))?;
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// The width of a bit-vector term, where it is known.
fn width(context: &Context, node: Node<'_>) -> Option<u64> {
    let declared = || context.symbols().term(node.leaf()?, node.command()).map(|symbol| symbol.range.clone());
    let sort = Some(context.sort(node)).filter(Sort::is_known).or_else(declared)?;
    sort.width().map(u64::from)
}
