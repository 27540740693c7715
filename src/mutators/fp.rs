//! Mutators for floating-point numbers.

use super::{About, Edits, Example, Mutator, none, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const ABOUT: About = About {
    name: "fp-short-sort",
    class: "FPShortSort",
    summary: "replace long FP sort name with short name",
    may_grow: false,
    examples: &[
        Example { before: "(declare-const a (_ FloatingPoint 5 11))", after: &["(declare-const a Float16)"] },
        Example { before: "(declare-const a (_ FloatingPoint 8 24))", after: &["(declare-const a Float32)"] },
        Example { before: "(declare-const a (_ FloatingPoint 11 53))", after: &["(declare-const a Float64)"] },
        Example { before: "(declare-const a (_ FloatingPoint 15 113))", after: &["(declare-const a Float128)"] },
        Example { before: "(declare-const a (_ FloatingPoint 8 23))", after: &[] },
        Example { before: "(assert (_ FloatingPoint 8))\n(assert (_ to_fp 8 24))", after: &[] },
    ],
};

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] = &[&FpShortSort];

struct FpShortSort;

impl Mutator for FpShortSort {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("_") && node.child(1).is_some_and(|name| name.is("FloatingPoint"))
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some((b"_", args)) = node.app() else { return none() };
        let [name, exponent, significand] = args[..] else { return none() };
        let short: &[u8] = match (name.leaf(), exponent.leaf(), significand.leaf()) {
            (Some(b"FloatingPoint"), Some(b"5"), Some(b"11")) => b"Float16",
            (Some(b"FloatingPoint"), Some(b"8"), Some(b"24")) => b"Float32",
            (Some(b"FloatingPoint"), Some(b"11"), Some(b"53")) => b"Float64",
            (Some(b"FloatingPoint"), Some(b"15"), Some(b"113")) => b"Float128",
            _ => return none(),
        };
        some([Edit::replace(node, short)])
    }
}
