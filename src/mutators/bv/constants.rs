//! Mutators that make bit-vector constants smaller or shorter.

use super::super::{About, Edits, Example, Mutator, none, some};
use super::constant::{Constant, looks_like_one};
use super::extension;
use crate::sexpr::{Edit, Node};
use crate::smtlib::Context;

const BV_NORM_CONSTANTS: About = About {
    name: "bv-norm-constants",
    class: "BVNormalizeConstants",
    summary: "normalize bit-vector const",
    may_grow: false,
    examples: &[
        Example { before: "(assert (= x #b0000000101))", after: &["(assert (= x (_ bv5 10)))"] },
        Example { before: "(assert (= x #b10101010))", after: &["(assert (= x #xaa))"] },
        Example {
            before: "(assert (= x #b000000101010))",
            after: &["(assert (= x (_ bv42 12)))", "(assert (= x #x02a))"],
        },
        Example { before: "(assert (= x (_ bv1 1)))", after: &["(assert (= x #b1))"] },
        Example { before: "(assert (= x #x2a #b #x (_ bv300 8) (_ bvfoo 3)))", after: &[] },
    ],
};

/// Spells constants shorter.
///
/// Longer spellings are not proposed: one would undo the other.
pub(super) struct BvNormalizeConstants;

impl Mutator for BvNormalizeConstants {
    fn about(&self) -> &'static About {
        &BV_NORM_CONSTANTS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        looks_like_one(node)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let Some(constant) = Constant::read(node).filter(|c| c.digits.len() == c.width) else { return none() };
        let decimal = constant.decimal(constant.width as u64);
        let spellings = [Some(decimal), constant.hexadecimal(), Some(constant.binary())];
        let shorter = spellings.into_iter().flatten().filter(move |text| text.len() < node.text().len());
        some(shorter.map(move |text| Edit::replace(node, &text)))
    }
}

const BV_EVAL_EXTEND: About = About {
    name: "bv-eval-extend",
    class: "BVEvalExtend",
    summary: "evaluate bit-vector extend",
    may_grow: true,
    examples: &[
        Example { before: "(assert ((_ zero_extend 4) #b1010))", after: &["(assert (_ bv10 8))"] },
        Example { before: "(assert ((_ sign_extend 4) #xa))", after: &["(assert #b11111010)"] },
        Example { before: "(assert ((_ sign_extend 4) (_ bv3 4)))", after: &["(assert (_ bv3 8))"] },
        Example {
            before: "(assert ((_ zero_extend 2) x))\n(assert ((_ sign_extend) #b1))\n(assert ((_ repeat 2) #b1))",
            after: &[],
        },
        Example {
            before: "(assert ((_ sign_extend 99999999999) #b1))\n(assert ((_ zero_extend 1)))\n\
            (assert ((_ zero_extend 1) #b))",
            after: &[],
        },
    ],
};

pub(super) struct BvEvalExtend;

impl Mutator for BvEvalExtend {
    fn about(&self) -> &'static About {
        &BV_EVAL_EXTEND
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        let extension = super::is_indexed(node, "zero_extend") || super::is_indexed(node, "sign_extend");
        extension && node.child(1).is_some_and(looks_like_one)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let signed = extension(node, "sign_extend");
        let Some((by, argument)) = signed.or_else(|| extension(node, "zero_extend")) else { return none() };
        let Some(constant) = Constant::read(argument) else { return none() };
        let negative = constant.bits().len() == constant.width && constant.width > 0;
        let text = if signed.is_some() && negative {
            Constant::ones(by).map(|ones| Constant::of(&[&*ones, constant.bits()].concat()).binary())
        } else {
            by.checked_add(constant.width as u64).map(|width| constant.decimal(width))
        };
        some(text.map(|text| Edit::replace(node, &text)))
    }
}

const BV_SIMP_CONSTANTS: About = About {
    name: "bv-simp-constants",
    class: "BVSimplifyConstants",
    summary: "simplify bit-vector constant",
    may_grow: false,
    examples: &[
        Example {
            before: "(= x #b00101010)",
            after: &[
                "(= x #b00000000)",
                "(= x #b00000001)",
                "(= x #b00000101)",
                "(= x #b00010101)",
                "(= x #b00000000)",
                "(= x #b00000001)",
                "(= x #b00000101)",
                "(= x #b00010101)",
            ],
        },
        Example {
            before: "(= #x2 #x2)",
            after: &[
                "(= #x0 #x2)",
                "(= #x1 #x2)",
                "(= #b0000 #x2)",
                "(= #b0001 #x2)",
                "(= #x0 #x0)",
                "(= #x1 #x1)",
                "(= #b0000 #b0000)",
                "(= #b0001 #b0001)",
                "(= #x2 #x0)",
                "(= #x2 #x1)",
                "(= #x2 #b0000)",
                "(= #x2 #b0001)",
                "(= #x0 #x0)",
                "(= #x1 #x1)",
                "(= #b0000 #b0000)",
                "(= #b0001 #b0001)",
            ],
        },
        Example { before: "(= (_ bv3 4))", after: &["(= #b0000)", "(= #b0001)", "(= #b0000)", "(= #b0001)"] },
        Example {
            before: "(= (_ bv3 12))",
            after: &[
                "(= (_ bv0 12))",
                "(= (_ bv1 12))",
                "(= #b000000000000)",
                "(= #b000000000001)",
                "(= (_ bv0 12))",
                "(= (_ bv1 12))",
                "(= #b000000000000)",
                "(= #b000000000001)",
            ],
        },
        Example { before: "(= #b0 #x01 (_ bv1 8) #b #x (_ bvfoo 3) (_ bv (8)))", after: &[] },
    ],
};

pub(super) struct BvSimplifyConstants;

impl BvSimplifyConstants {
    /// Smaller values: 0, 1, then a 32nd, an eighth and a half; none for 0 and 1.
    fn smaller(constant: &Constant) -> Vec<Constant> {
        if constant.bits().len() < 2 {
            return Vec::new();
        }
        let shifted = [5, 3, 1].map(|by| constant.shifted(by)).into_iter().filter(|c| c.bits().len() > 1);
        [constant.with(b""), constant.with(b"1")].into_iter().chain(shifted).collect()
    }

    /// Smaller constants as text.
    ///
    /// Binary digits are what other tools write. Where they would be longer
    /// than the constant, its own spelling comes first.
    fn texts(node: Node<'_>) -> Vec<Vec<u8>> {
        let Some(constant) = Constant::read(node) else { return Vec::new() };
        let smaller = Self::smaller(&constant);
        let mut texts = Vec::new();
        if constant.width + 2 > node.text().len() {
            let hexadecimal = node.text().starts_with(b"#x");
            let spelled = |c: &Constant| {
                let hexadecimal = if hexadecimal { c.hexadecimal() } else { None };
                hexadecimal.unwrap_or_else(|| c.decimal(c.width as u64))
            };
            texts.extend(smaller.iter().map(spelled));
        }
        texts.extend(smaller.iter().map(Constant::binary));
        texts
    }
}

impl Mutator for BvSimplifyConstants {
    fn about(&self) -> &'static About {
        &BV_SIMP_CONSTANTS
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        looks_like_one(node)
    }

    fn local<'a>(&'a self, _context: &'a Context, node: Node<'a>) -> Edits<'a> {
        Box::new(Self::texts(node).into_iter().map(move |text| Edit::replace(node, &text)))
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
        let texts = std::iter::once(()).map(move |()| Self::texts(node)).filter(|texts| !texts.is_empty());
        Box::new(texts.flat_map(move |texts| {
            let equal: Vec<_> = context.script().commands().flat_map(Node::subtree).filter(|n| n.same(node)).collect();
            let edits = texts.into_iter();
            edits.filter_map(move |text| Edit::all(equal.iter().map(|node| Edit::replace(*node, &text))))
        }))
    }
}
