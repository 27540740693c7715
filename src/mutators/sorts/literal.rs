//! Converts literals of one sort to another sort.

use crate::sexpr::Node;
use crate::smtlib::Sort;
use crate::smtlib::constants::{self, BitVector};
use num_bigint::BigUint;

/// Returns the literal `node` in another sort; none if there is no such literal.
pub(super) fn converted(node: Node<'_>, to: &Sort) -> Option<Vec<u8>> {
    if let Sort::Float(exponent, significand) = to {
        let [name, _, _] = node.arguments("_")?;
        return Some([b"(_ ", name.text(), format!(" {exponent} {significand})").as_bytes()].concat());
    }
    let value = value(node);
    Some(match to {
        Sort::Bool => if value == BigUint::ZERO { "false" } else { "true" }.into(),
        Sort::Int => value.to_string().into_bytes(),
        Sort::Real => format!("{value}.0").into_bytes(),
        Sort::BitVec(width) => vector(value, *width),
        _ => return None,
    })
}

/// Returns the integer part of a literal's value; 0 for a literal without a value.
fn value(node: Node<'_>) -> BigUint {
    let number = || {
        let (digits, behind) = constants::decimal(node)?;
        Some(digits / BigUint::from(10u32).pow(u32::try_from(behind).ok()?))
    };
    BitVector::of(node).map(|constant| constant.value).or_else(number).unwrap_or_default()
}

/// Returns the lowest bits of a value as a literal.
pub(super) fn vector(value: BigUint, width: u32) -> Vec<u8> {
    let value = if value.bits() > u64::from(width) { value % (BigUint::from(1u32) << width) } else { value };
    BitVector { value, width }.shortest()
}

/// Returns the exponent of a floating-point literal with another number of bits. An exponent that is not
/// special keeps its distance from the middle as far as it can.
pub(super) fn exponent(constant: &BitVector, width: u32) -> Vec<u8> {
    let one = || BigUint::from(1u32);
    let (bias, new_bias) = (BitVector::ones(constant.width - 1), BitVector::ones(width - 1));
    let highest = BitVector::ones(width) - one();
    let value = match &constant.value {
        zero if *zero == BigUint::ZERO => BigUint::ZERO,
        ones if *ones == BitVector::ones(constant.width) => BitVector::ones(width),
        value if *value >= bias => (new_bias + (value - bias)).min(highest),
        value => {
            let below = bias - value;
            if below < new_bias { new_bias - below } else { one().min(highest) }
        }
    };
    vector(value, width)
}

/// Returns the highest bits of a mantissa; not zero if the mantissa was not.
pub(super) fn mantissa(constant: &BitVector, width: u32) -> Vec<u8> {
    let value = if width >= constant.width {
        &constant.value << (width - constant.width)
    } else {
        &constant.value >> (constant.width - width)
    };
    let lost = value == BigUint::ZERO && constant.value != value;
    vector(if lost { BigUint::from(1u32) } else { value }, width)
}
