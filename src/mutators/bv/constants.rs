//! Mutators that make bit-vector constants smaller or shorter.

use super::super::{Mutator, at_all, some};
use super::{extension, is_constant};
use crate::sexpr::{Edit, Node};
use crate::smtlib::constants::{BitVector, LONGEST};
use num_bigint::BigUint;

/// Spells bit-vector constants shorter.
///
/// Longer spellings are not proposed: the edits would undo each other.
pub(super) static BV_NORM_CONSTANTS: Mutator = Mutator {
    name: "bv-norm-constants",
    class: "BVNormalizeConstants",
    summary: "normalize bit-vector const",
    examples: r"
        (assert (= x #b0000000101)) => (assert (= x (_ bv5 10)))
        (assert (= x #b10101010)) => (assert (= x #xaa))
        (assert (= x #b000000101010)) => (assert (= x (_ bv42 12))) | (assert (= x #x02a))
        (assert (= x (_ bv1 1))) => (assert (= x #b1))
        (assert (= x #x2a #b #x (_ bv300 8) (_ bvfoo 3))) => none
    ",
    filter: |_, node| is_constant(node),
    local: |_, node| {
        let constant = BitVector::of(node).filter(|c| c.value.bits() <= c.width.into())?;
        let spellings = [Some(constant.decimal()), constant.hexadecimal(), Some(constant.binary())];
        let shorter = spellings.into_iter().flatten().filter(move |text| text.len() < node.text().len());
        some(shorter.map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

pub(super) static BV_EVAL_EXTEND: Mutator = Mutator {
    name: "bv-eval-extend",
    class: "BVEvalExtend",
    summary: "evaluate bit-vector extend",
    may_grow: true,
    examples: r"
        (assert ((_ zero_extend 4) #b1010)) => (assert (_ bv10 8))
        (assert ((_ sign_extend 4) #xa)) => (assert #b11111010)
        (assert ((_ sign_extend 4) (_ bv3 4))) => (assert (_ bv3 8))
        (assert ((_ zero_extend 2) x)) (assert ((_ sign_extend) #b1)) (assert ((_ repeat 2) #b1)) => none
        (assert ((_ sign_extend 99999999999) #b1)) (assert ((_ zero_extend 1))) (assert ((_ zero_extend 1) #b)) => none
    ",
    filter: |_, node| {
        let extension = super::is_indexed(node, "zero_extend") || super::is_indexed(node, "sign_extend");
        extension && node.child(1).is_some_and(is_constant)
    },
    local: |_, node| {
        let signed = extension(node, "sign_extend");
        let (by, argument) = signed.or_else(|| extension(node, "zero_extend"))?;
        let BitVector { value, width } = BitVector::of(argument)?;
        let wide = width.checked_add(by)?;
        let text = if signed.is_some() && value.bits() == u64::from(width) {
            let ones = (wide <= LONGEST).then(|| BitVector::ones(wide - width) << width);
            ones.map(|ones| BitVector { value: ones | value, width: wide }.binary())
        } else {
            Some(BitVector { value, width: wide }.decimal())
        };
        some(text.map(|text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

pub(super) static BV_SIMP_CONSTANTS: Mutator = Mutator {
    name: "bv-simp-constants",
    class: "BVSimplifyConstants",
    summary: "simplify bit-vector constant",
    examples: r"
        (= x #b00101010) => (= x #b00000000) | (= x #b00000001) | (= x #b00000101) | (= x #b00010101)
        (= #x2 #x2)
            => (= #x0 #x2) | (= #x1 #x2) | (= #b0000 #x2) | (= #b0001 #x2) | (= #x0 #x0) | (= #x1 #x1)
             | (= #b0000 #b0000) | (= #b0001 #b0001) | (= #x2 #x0) | (= #x2 #x1) | (= #x2 #b0000) | (= #x2 #b0001)
             | (= #x0 #x0) | (= #x1 #x1) | (= #b0000 #b0000) | (= #b0001 #b0001)
        (= (_ bv3 4)) => (= #b0000) | (= #b0001)
        (= (_ bv3 9)) => (= (_ bv0 9)) | (= (_ bv1 9)) | (= #b000000000) | (= #b000000001)
        (= #b0 #x01 (_ bv1 8) #b #x (_ bvfoo 3) (_ bv (8))) => none
    ",
    filter: |_, node| is_constant(node),
    local: |_, node| some(texts(node).into_iter().map(move |text| Edit::replace(node, &text))),
    global: |context, node| at_all(context, move || texts(node), move |other| other.same(node)),
    ..Mutator::DEFAULT
};

/// Returns smaller values: 0, 1, then a 32nd, an eighth and a half; none for 0 and 1.
fn smaller(constant: &BitVector) -> Vec<BitVector> {
    let shifted = [5u32, 3, 1].map(|by| &constant.value >> by).into_iter().filter(|value| value.bits() > 1);
    let values = [0u32, 1].map(BigUint::from).into_iter().chain(shifted).filter(|_| constant.value.bits() > 1);
    values.map(|value| BitVector { value, width: constant.width }).collect()
}

/// Returns smaller constants as text.
///
/// Binary digits are what other tools write. Where they are longer than the constant, the constant's own
/// spelling comes first.
fn texts(node: Node<'_>) -> Vec<Vec<u8>> {
    let Some(constant) = BitVector::of(node) else { return Vec::new() };
    let smaller = smaller(&constant);
    let mut texts = Vec::new();
    if constant.width as usize + 2 > node.text().len() {
        let is_hexadecimal = node.text().starts_with(b"#x");
        let spelled = |c: &BitVector| c.hexadecimal().filter(|_| is_hexadecimal).unwrap_or_else(|| c.decimal());
        texts.extend(smaller.iter().map(spelled));
    }
    texts.extend(smaller.iter().map(BitVector::binary));
    texts
}
