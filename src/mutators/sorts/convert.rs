//! Adapts the operators that convert between sorts when one of the sorts changes.

use super::change::Change;
use super::literal;
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::BitVector;
use crate::smtlib::{Context, Sort, name::numeral};
use std::cmp::Ordering;

/// An application of `name` or `(_ name indices)`.
struct Operation<'a> {
    node: Node<'a>,
    head: Node<'a>,
    name: &'a [u8],
    indices: Vec<u32>,
    arguments: Vec<Node<'a>>,
}

impl<'a> Operation<'a> {
    fn of(node: Node<'a>) -> Option<Operation<'a>> {
        let mut children = node.children();
        let head = children.next()?;
        let number = |index: &Node<'_>| numeral(index.leaf()?);
        let (name, indices) = match head.app() {
            Some((b"_", parts)) => {
                let (name, indices) = parts.split_first()?;
                (name.leaf()?, indices.iter().map(number).collect::<Option<Vec<u32>>>()?)
            }
            Some(_) => return None,
            None => (head.leaf()?, Vec::new()),
        };
        Some(Operation { node, head, name, indices, arguments: children.collect() })
    }
}

/// Returns the edit that gives each of these classes its sort, and adapts the operators that convert to or from it.
pub(super) fn changed(context: &Context, sorts: impl IntoIterator<Item = (usize, Sort)>) -> Option<Edit> {
    let mut change = Change::new(context, sorts)?;
    for node in change.conversions() {
        application(&mut change, node)?;
    }
    change.edit()
}

/// Adapts an application to the sorts of its arguments and its own.
fn application(change: &mut Change<'_>, node: Node<'_>) -> Option<()> {
    let operation = Operation::of(node)?;
    let result = change.after(node);
    match (operation.name, &operation.arguments[..], &result) {
        (b"concat", _, Sort::BitVec(width)) => concat(change, &operation, *width)?,
        (b"extract" | b"zero_extend" | b"sign_extend" | b"repeat" | b"rotate_left" | b"rotate_right", [of], _) => {
            let (from, to) = (change.after(*of).width()?, result.width()?);
            resize(change, &operation, from, to)?;
        }
        (b"int2bv" | b"int_to_bv" | b"nat2bv" | b"fp.to_ubv" | b"fp.to_sbv", _, Sort::BitVec(width)) => {
            indexed(change, &operation, format!("{width}"));
        }
        (b"to_fp" | b"to_fp_unsigned" | b"to_fp_bv", arguments, Sort::Float(e, s)) => {
            if let ([of], Sort::BitVec(width)) = (arguments, change.after(*arguments.last()?)) {
                coerce(change, *of, width, e.checked_add(*s)?);
            }
            indexed(change, &operation, format!("{e} {s}"));
        }
        (b"fp", [_, exponent, mantissa], Sort::Float(e, s)) => float(change, *exponent, *mantissa, *e, s - 1)?,
        (b"fp.to_ieee_bv", [of], Sort::BitVec(width)) => {
            if let Sort::Float(e, s) = change.after(*of) {
                coerce(change, node, e.checked_add(s)?, *width);
            }
        }
        (b"to_real" | b"to_int", [of], _) => {
            let from = change.after(*of);
            if from == result {
                change.hoist(node, *of);
            } else {
                let name: &[u8] = if result == Sort::Real { b"to_real" } else { b"to_int" };
                change.replace(operation.head, name.to_vec());
            }
        }
        _ => return None,
    }
    Some(())
}

fn indexed(change: &mut Change<'_>, operation: &Operation<'_>, indices: String) {
    let text = [b"(_ ", operation.name, b" ", indices.as_bytes(), b")"].concat();
    change.replace(operation.head, text);
}

/// Returns the operator that makes `to` bits of `from` bits.
fn sizing(from: u32, to: u32) -> Option<String> {
    match from.cmp(&to) {
        Ordering::Less => Some(format!("(_ zero_extend {})", to - from)),
        Ordering::Equal => None,
        Ordering::Greater => Some(format!("(_ extract {} 0)", to - 1)),
    }
}

/// Gives a term of `from` bits `to` bits.
fn coerce(change: &mut Change<'_>, node: Node<'_>, from: u32, to: u32) {
    match (BitVector::of(node), sizing(from, to)) {
        (Some(constant), _) => change.spell(node, literal::vector(constant.value, to)),
        (None, Some(operator)) => change.wrap(node, format!("({operator} ")),
        (None, None) => {}
    }
}

/// Adapts an operator whose argument has `from` bits so that its result has `to` bits.
fn resize(change: &mut Change<'_>, operation: &Operation<'_>, from: u32, to: u32) -> Option<()> {
    let of = *operation.arguments.first()?;
    let first = *operation.indices.first()?;
    if operation.name.starts_with(b"rotate") {
        indexed(change, operation, format!("{}", first % to));
        return Some(());
    }
    if let Some(constant) = BitVector::of(of) {
        let low = if operation.name == b"extract" { *operation.indices.get(1)? } else { 0 };
        change.spell(of, literal::vector(constant.value >> low, to));
        change.hoist(operation.node, of);
        return Some(());
    }
    match (operation.name, &operation.indices[..]) {
        _ if from == to => change.hoist(operation.node, of),
        (b"zero_extend" | b"sign_extend", _) if to > from => indexed(change, operation, format!("{}", to - from)),
        (b"repeat", _) if to > from && to.is_multiple_of(from) => indexed(change, operation, format!("{}", to / from)),
        (b"extract", &[high, low]) if to < from => {
            let all = change.context.sort(of).width()?;
            let low = if high + 1 == all { from - to } else { low.min(from - to) };
            indexed(change, operation, format!("{} {low}", low + to - 1));
        }
        _ => change.replace(operation.head, sizing(from, to)?.into_bytes()),
    }
    Some(())
}

/// Adapts the arguments of `concat` so that they have `to` bits together; the last ones stay.
fn concat(change: &mut Change<'_>, operation: &Operation<'_>, to: u32) -> Option<()> {
    let sorts: Vec<Sort> = operation.arguments.iter().map(|&of| change.after(of)).collect();
    let mut sum = Sort::joint_width(&sorts)?;
    let widths: Vec<u32> = sorts.iter().filter_map(Sort::width).collect();
    let mut first = 0;
    while sum > to && first + 1 < widths.len() {
        sum -= widths[first];
        first += 1;
    }
    let kept = &operation.arguments[first..];
    if kept.len() == 1 {
        change.hoist(operation.node, kept[0]);
    } else if first > 0 {
        change.cut(operation.arguments[0], kept[0]);
    }
    if sum != to {
        coerce(change, kept[0], widths[first], to.checked_sub(sum - widths[first])?);
    }
    Some(())
}

/// Adapts the exponent and the mantissa of `fp`.
fn float(change: &mut Change<'_>, exponent: Node<'_>, mantissa: Node<'_>, e: u32, m: u32) -> Option<()> {
    let spelled: [fn(&BitVector, u32) -> Vec<u8>; 2] = [literal::exponent, literal::mantissa];
    for ((part, width), spelled) in [(exponent, e), (mantissa, m)].into_iter().zip(spelled) {
        match BitVector::of(part) {
            Some(constant) => change.spell(part, spelled(&constant, width)),
            None => coerce(change, part, change.after(part).width()?, width),
        }
    }
    Some(())
}
