//! Bit-vector constants of any width as numbers.

use crate::sexpr::Node;

/// Longest constant that is calculated with, in bits.
///
/// Reading decimal digits costs the square of their number.
const LONGEST: usize = 1 << 16;

/// A bit-vector constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Constant {
    /// Binary digits, most significant first; more than `width` where the
    /// constant is written with too large a number.
    pub digits: Vec<u8>,
    /// The width in bits.
    pub width: usize,
}

/// Whether a node is written like a bit-vector constant; cheap.
pub(super) fn looks_like_one(node: Node<'_>) -> bool {
    let text = node.text();
    text.starts_with(b"#b") || text.starts_with(b"#x") || text.starts_with(b"(_ bv")
}

impl Constant {
    /// Reads `#b…`, `#x…` or `(_ bvN w)`.
    pub fn read(node: Node<'_>) -> Option<Constant> {
        let digits = match node.leaf() {
            Some([b'#', b'b', digits @ ..]) => {
                digits.iter().all(|bit| matches!(bit, b'0' | b'1')).then(|| digits.to_vec())
            }
            Some([b'#', b'x', digits @ ..]) => binary_of_hexadecimal(digits),
            Some(_) => None,
            None => return Constant::read_decimal(node),
        }?;
        let width = digits.len();
        (1..=LONGEST).contains(&width).then_some(Constant { digits, width })
    }

    fn read_decimal(node: Node<'_>) -> Option<Constant> {
        let (b"_", args) = node.app()? else { return None };
        let [name, width] = args[..] else { return None };
        let digits = name.leaf()?.strip_prefix(b"bv")?;
        let width = usize::try_from(super::number(width)?).ok().filter(|width| *width <= LONGEST)?;
        if digits.is_empty() || digits.len() > LONGEST / 3 || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let digits = binary_of_decimal(digits);
        let padding = width.saturating_sub(digits.len());
        Some(Constant { digits: [vec![b'0'; padding], digits].concat(), width })
    }

    /// The constant with these binary digits.
    pub fn of(digits: &[u8]) -> Constant {
        Constant { digits: digits.to_vec(), width: digits.len() }
    }

    /// Binary digits for as many ones, unless they are too many.
    pub fn ones(count: u64) -> Option<Vec<u8>> {
        usize::try_from(count).ok().filter(|count| *count <= LONGEST).map(|count| vec![b'1'; count])
    }

    /// The bits that matter: binary digits without leading zeros.
    pub fn bits(&self) -> &[u8] {
        let zeros = self.digits.iter().take_while(|digit| **digit == b'0').count();
        &self.digits[zeros..]
    }

    /// Whether the value is `bit` and the width 1.
    pub fn is_bit(&self, bit: bool) -> bool {
        self.width == 1 && self.bits() == if bit { b"1".as_slice() } else { b"" }
    }

    /// The same value, shifted to the right.
    pub fn shifted(&self, by: usize) -> Constant {
        let bits = self.bits();
        let kept = &bits[..bits.len().saturating_sub(by)];
        self.with(kept)
    }

    /// Another value of the same width.
    pub fn with(&self, bits: &[u8]) -> Constant {
        let padding = self.width.saturating_sub(bits.len());
        Constant { digits: [&vec![b'0'; padding], bits].concat(), width: self.width }
    }

    /// The constant as `#b…`.
    pub fn binary(&self) -> Vec<u8> {
        [b"#b", &*self.digits].concat()
    }

    /// The constant as `#x…`, if the width allows.
    pub fn hexadecimal(&self) -> Option<Vec<u8>> {
        let nibble = |bits: &[u8]| bits.iter().fold(0, |value, bit| value * 2 + usize::from(bit - b'0'));
        let digits = self.digits.chunks_exact(4).map(|bits| b"0123456789abcdef"[nibble(bits)]);
        (self.width > 0 && self.digits.len().is_multiple_of(4)).then(|| b"#x".iter().copied().chain(digits).collect())
    }

    /// The constant as `(_ bvN w)`, of the width `width`.
    pub fn decimal(&self, width: u64) -> Vec<u8> {
        [b"(_ bv", &*decimal_of_binary(self.bits()), format!(" {width})").as_bytes()].concat()
    }
}

fn binary_of_hexadecimal(digits: &[u8]) -> Option<Vec<u8>> {
    let bits = |digit: &u8| Some(format!("{:04b}", char::from(*digit).to_digit(16)?).into_bytes());
    digits.iter().map(bits).collect::<Option<Vec<_>>>().map(|bits| bits.concat())
}

/// The base of the limbs between binary and decimal digits.
const LIMB: u64 = 1_000_000_000;

fn binary_of_decimal(digits: &[u8]) -> Vec<u8> {
    let limb = |digits: &[u8]| digits.iter().fold(0, |value, digit| value * 10 + u64::from(digit - b'0'));
    let mut limbs: Vec<u64> = digits.rchunks(9).rev().map(limb).collect();
    let mut chunks = Vec::new();
    while limbs.iter().any(|limb| *limb != 0) {
        let mut rest = 0;
        for limb in &mut limbs {
            let value = rest * LIMB + *limb;
            (*limb, rest) = (value >> 32, value & 0xffff_ffff);
        }
        chunks.push(format!("{rest:032b}"));
        let zeros = limbs.iter().take_while(|limb| **limb == 0).count();
        limbs.drain(..zeros);
    }
    let bits: String = chunks.into_iter().rev().collect();
    bits.trim_start_matches('0').as_bytes().to_vec()
}

fn decimal_of_binary(bits: &[u8]) -> Vec<u8> {
    // The least significant limb first, so that it grows at the end.
    let mut limbs: Vec<u64> = vec![0];
    for chunk in bits.rchunks(32).rev() {
        let mut carry = chunk.iter().fold(0, |value, bit| value * 2 + u64::from(bit - b'0'));
        for limb in &mut limbs {
            let value = (*limb << 32) + carry;
            (*limb, carry) = (value % LIMB, value / LIMB);
        }
        while carry > 0 {
            limbs.push(carry % LIMB);
            carry /= LIMB;
        }
    }
    let text: String = limbs.iter().rev().map(|limb| format!("{limb:09}")).collect();
    match text.trim_start_matches('0') {
        "" => b"0".to_vec(),
        digits => digits.as_bytes().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    fn read(text: &str) -> Option<Constant> {
        let script = parse(text.as_bytes(), Gaps::Canonical).expect("test input parses");
        Constant::read(script.command(0))
    }

    #[test]
    fn all_spellings_of_a_constant_agree() {
        for value in [0, 1, 2, 41, 999_999_999, 1_000_000_000, u128::from(u64::MAX), u128::MAX - 1, u128::MAX] {
            let binary = read(&format!("#b{value:0128b}")).expect("a constant");
            assert_eq!(read(&format!("#x{value:032x}")), Some(binary.clone()));
            assert_eq!(read(&format!("(_ bv{value} 128)")), Some(binary.clone()));
            assert_eq!(binary.binary(), format!("#b{value:0128b}").into_bytes());
            assert_eq!(binary.hexadecimal(), Some(format!("#x{value:032x}").into_bytes()));
            assert_eq!(binary.decimal(128), format!("(_ bv{value} 128)").into_bytes());
            assert_eq!(binary.shifted(3), read(&format!("(_ bv{} 128)", value >> 3)).expect("a constant"));
        }
    }

    #[test]
    fn long_numbers_are_exact() {
        let digits = "9".repeat(3000);
        let constant = read(&format!("(_ bv{digits} 10000)")).expect("a constant");
        assert_eq!(constant.decimal(10000), format!("(_ bv{digits} 10000)").into_bytes());
    }

    #[test]
    fn what_is_no_constant_is_not_read() {
        let rows = [
            "#b",
            "#x",
            "#b12",
            "#xg",
            "(_ bv 8)",
            "(_ bvfoo 3)",
            "(_ bv3)",
            "(_ bv3 x)",
            "(_ bv3 8 8)",
            "(_ bv3 99999999999999999999)",
            "(_ bv1 4000000000)",
            "()",
            "bv3",
            "(_ (bv3) 8)",
        ];
        for row in rows {
            assert_eq!(read(row), None, "{row}");
        }
    }
}
