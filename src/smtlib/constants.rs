//! Constants: their values, and the simplest ones of a sort.

use super::name::{Token, is_natural, numeral, token};
use super::{Sort, Symbols};
use crate::sexpr::Node;
use num_bigint::BigUint;

/// Largest number of constants that are made for a sort of sets, arrays or sequences.
const MOST: usize = 16;

/// Number of constructors with arguments that are nested in a constant.
const DEPTH: u32 = 2;

/// Number of constructors with arguments that are tried.
const CONSTRUCTORS: usize = 4;

/// Largest width, in bits, of a constant that ddsmt calculates with.
pub const LONGEST: u32 = 1 << 16;

/// A bit-vector constant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitVector {
    /// The value; less than two to the power of the width where the text is valid.
    pub value: BigUint,
    /// The width in bits, from 1.
    pub width: u32,
}

impl BitVector {
    /// Returns the constant that a node is: `#b01`, `#x0f`, `(_ bv5 8)`; none if it is too long.
    pub fn of(node: Node<'_>) -> Option<BitVector> {
        if let Some(leaf) = node.leaf() {
            let (width, radix) = match token(leaf) {
                Token::Binary(width) => (width, 2),
                Token::Hexadecimal(width) => (width, 16),
                _ => return None,
            };
            let value = || BigUint::parse_bytes(&leaf[2..], radix);
            return if width <= LONGEST { Some(BitVector { value: value()?, width }) } else { None };
        }
        let (digits, width) = indexed(node)?;
        let width = numeral(width).filter(|n| (1..=LONGEST).contains(n) && digits.len() <= LONGEST as usize)?;
        natural(digits).map(|value| BitVector { value, width })
    }

    /// Returns zero, one and all ones; the last only if the width is at most [`LONGEST`]. With one bit, one and
    /// all ones are equal.
    pub fn simplest(width: u32) -> Vec<BitVector> {
        let ones = (width <= LONGEST).then(|| BitVector::ones(width));
        let values = [BigUint::ZERO, BigUint::from(1u32)].into_iter().chain(ones);
        values.map(|value| BitVector { value, width }).collect()
    }

    /// Returns the value of a constant of one bit.
    pub fn bit(node: Node<'_>) -> Option<bool> {
        let constant = BitVector::of(node).filter(|constant| constant.width == 1 && constant.value.bits() < 2)?;
        Some(constant.value != BigUint::ZERO)
    }

    /// Returns the value with all bits set, for a width of at most [`LONGEST`].
    pub fn ones(width: u32) -> BigUint {
        (BigUint::from(1u32) << width) - 1u32
    }

    /// Returns the constant as `#b00000101`.
    pub fn binary(&self) -> Vec<u8> {
        self.digits("#b", 2, self.width)
    }

    /// Returns the value after a prefix, with at least `count` digits.
    fn digits(&self, prefix: &str, radix: u32, count: u32) -> Vec<u8> {
        let digits = self.value.to_str_radix(radix);
        // The width that Rust's `format!` takes ends at 65535.
        [prefix, &"0".repeat((count as usize).saturating_sub(digits.len())), &digits].concat().into_bytes()
    }

    /// Returns the constant as `#x05`, if the width allows it.
    pub fn hexadecimal(&self) -> Option<Vec<u8>> {
        self.width.is_multiple_of(4).then(|| self.digits("#x", 16, self.width / 4))
    }

    /// Returns the constant in the syntax `(_ bv5 8)`.
    pub fn decimal(&self) -> Vec<u8> {
        format!("(_ bv{} {})", self.value, self.width).into_bytes()
    }

    /// Returns the shortest text: `#x` where the width allows it, `#b`, or decimal.
    pub fn shortest(&self) -> Vec<u8> {
        let hexadecimal = if self.width < 1 << 16 { self.hexadecimal() } else { None };
        let literal = match hexadecimal {
            Some(literal) => literal,
            None if self.width < 1 << 10 => self.binary(),
            None => return self.decimal(),
        };
        let decimal = self.decimal();
        if literal.len() <= decimal.len() { literal } else { decimal }
    }
}

/// Returns the digits of the value and of the width of `(_ bv5 8)`.
fn indexed<'a>(node: Node<'a>) -> Option<(&'a [u8], &'a [u8])> {
    let [value, width] = node.arguments("_")?;
    Some((value.leaf()?.strip_prefix(b"bv")?, width.leaf()?))
}

/// Returns the name of a special value that `(fp ...)` spells out, which is shorter: `(_ +zero 8 24)`; none for
/// other values.
pub fn special_float(node: Node<'_>) -> Option<Vec<u8>> {
    let [sign, exponent, stored] = node.arguments("fp")?.map(BitVector::of);
    let (sign, exponent, stored) = (sign?, exponent?, stored?);
    let ones = BitVector::ones(exponent.width);
    let is_zero = |part: &BitVector| part.value == BigUint::ZERO;
    let name = match (is_zero(&sign), is_zero(&exponent), is_zero(&stored)) {
        (true, true, true) => "+zero",
        (false, true, true) => "-zero",
        (true, _, true) if exponent.value == ones => "+oo",
        (false, _, true) if exponent.value == ones => "-oo",
        (_, _, false) if exponent.value == ones => "NaN",
        _ => return None,
    };
    Some(format!("(_ {name} {} {})", exponent.width, stored.width.checked_add(1)?).into_bytes())
}

fn natural(digits: &[u8]) -> Option<BigUint> {
    if is_natural(digits) { BigUint::parse_bytes(digits, 10) } else { None }
}

/// Returns the value of a numeral or decimal as its digits and the number of digits after the point: `1.50` is
/// 150 and 2.
pub fn decimal(node: Node<'_>) -> Option<(BigUint, usize)> {
    let leaf = node.leaf()?;
    match token(leaf) {
        Token::Numeral => natural(leaf).map(|value| (value, 0)),
        Token::Decimal => {
            let dot = leaf.iter().position(|&byte| byte == b'.')?;
            let digits = [&leaf[..dot], &leaf[dot + 1..]].concat();
            natural(&digits).map(|value| (value, leaf.len() - dot - 1))
        }
        _ => None,
    }
}

/// Whether a node is a constant of a theory, by its syntax alone: a literal, `true`, `(_ bv5 8)`, `(/ 1 3)`,
/// `(- 1)`, `(fp ...)`, a rounding mode.
pub fn is_constant(node: Node<'_>) -> bool {
    if let Some(leaf) = node.leaf() {
        return match token(leaf) {
            Token::Keyword | Token::Odd => false,
            Token::Symbol => super::theory::constant(leaf).is_some(),
            _ => true,
        };
    }
    let Some((head, parts)) = node.app() else { return false };
    let numbers = |nodes: &[Node<'_>]| nodes.iter().all(|&n| decimal(n).is_some());
    match (head, parts.len()) {
        (b"/", 2) | (b"-", 1) => numbers(&parts),
        (b"fp", 3) => true,
        (b"_", 2) => indexed(node).is_some_and(|(value, width)| numeral::<u32>(width).is_some() && is_natural(value)),
        (b"_", 3) => matches!(parts[0].text(), b"+oo" | b"-oo" | b"+zero" | b"-zero" | b"NaN"),
        _ => false,
    }
}

/// Returns the simplest constants of a sort, in ddSMT's order and spelling where ddSMT knows the sort.
pub(super) fn of_sort(sort: &Sort, symbols: &Symbols, command: usize) -> Vec<Vec<u8>> {
    constants(sort, &Makers { symbols, command, depth: DEPTH })
}

/// The symbols that constants can be made of.
#[derive(Clone, Copy)]
struct Makers<'a> {
    symbols: &'a Symbols,
    command: usize,
    /// Number of constructors with arguments that may still be nested.
    depth: u32,
}

fn constants(sort: &Sort, makers: &Makers<'_>) -> Vec<Vec<u8>> {
    let texts = |texts: &[&str]| texts.iter().map(|text| text.as_bytes().to_vec()).collect();
    match sort {
        Sort::Unknown => Vec::new(),
        Sort::Bool => texts(&["false", "true"]),
        Sort::Int => texts(&["0", "1"]),
        Sort::Real => texts(&["0.0", "1.0"]),
        Sort::String => texts(&["\"\""]),
        Sort::RegLan => texts(&["re.none", "re.all"]),
        Sort::RoundingMode => texts(&["RNE"]),
        Sort::BitVec(width) => [0, 1].map(|value| format!("(_ bv{value} {width})").into_bytes()).into(),
        Sort::Float(exponent, significand) => float(*exponent, *significand),
        Sort::App(app) => compound(sort, &app.name, &app.arguments, makers),
    }
}

/// Returns the positive zero, in the spelling that is short for every sort of floating-point numbers.
pub fn float_zero(exponent: u32, significand: u32) -> Vec<u8> {
    format!("(_ +zero {exponent} {significand})").into_bytes()
}

/// Returns zeros, two NaN and infinities, each positive before negative.
fn float(exponent: u32, significand: u32) -> Vec<Vec<u8>> {
    let stored = significand - 1;
    // An absurdly large exponent would cost memory to print.
    if exponent > 1 << 10 {
        return vec![float_zero(exponent, significand)];
    }
    let ones = BitVector::ones(exponent);
    let literal = |sign: u32, e: &BigUint, m: u32| {
        format!("(fp (_ bv{sign} 1) (_ bv{e} {exponent}) (_ bv{m} {stored}))").into_bytes()
    };
    let zero = BigUint::ZERO;
    let rows = [(0, &zero, 0), (1, &zero, 0), (0, &ones, 1), (1, &ones, 1), (0, &ones, 0), (1, &ones, 0)];
    rows.map(|(sign, e, m)| literal(sign, e, m)).into()
}

/// Returns constants of sorts with arguments. The size of a sort and [`DEPTH`] bound the recursion, [`MOST`]
/// bounds the number of constants.
fn compound(sort: &Sort, name: &[u8], arguments: &[Sort], makers: &Makers<'_>) -> Vec<Vec<u8>> {
    let wrap = |before: &[u8], after: &[u8], element: &Sort| {
        let constants = constants(element, makers).into_iter().take(MOST);
        constants.map(|constant| [before, &*constant, after].concat()).collect::<Vec<_>>()
    };
    let qualified = |empty: &str| [b"(as ", empty.as_bytes(), b" ", &*sort.text(), b")"].concat();
    match (name, arguments) {
        (b"Array", [.., element]) => wrap(&[b"((as const ", &*sort.text(), b") "].concat(), b")", element),
        (b"Seq", [element]) => [vec![qualified("seq.empty")], wrap(b"(seq.unit ", b")", element)].concat(),
        (b"Set", [element]) => [vec![qualified("set.empty")], wrap(b"(set.singleton ", b")", element)].concat(),
        (b"Bag", [element]) => [vec![qualified("bag.empty")], wrap(b"(bag ", b" 1)", element)].concat(),
        (b"Nullable", [element]) => {
            [vec![qualified("nullable.null")], wrap(b"(nullable.some ", b")", element)].concat()
        }
        (b"UnitTuple", []) => vec![b"tuple.unit".to_vec()],
        (b"Tuple", parts) => firsts(parts, makers).map(|parts| apply(b"tuple", &parts)).into_iter().collect(),
        (name, []) if name.starts_with(b"(_ FiniteField ") => vec![qualified("ff0"), qualified("ff1")],
        _ => constructed(sort, arguments.is_empty(), makers),
    }
}

/// Returns the simplest constant of each of these sorts.
fn firsts(sorts: &[Sort], makers: &Makers<'_>) -> Option<Vec<Vec<u8>>> {
    sorts.iter().map(|sort| constants(sort, makers).into_iter().next()).collect()
}

fn apply(head: &[u8], arguments: &[Vec<u8>]) -> Vec<u8> {
    [b"(", head, b" ", &*arguments.join(&b' '), b")"].concat()
}

/// Returns the constructors of a datatype that have no field; if there are none, the first constructor that can
/// be applied to constants.
fn constructed(sort: &Sort, is_plain: bool, makers: &Makers<'_>) -> Vec<Vec<u8>> {
    let all = || makers.symbols.constructors(sort, makers.command);
    let text = |name: &[u8]| if is_plain { name.to_vec() } else { [b"(as ", name, b" ", &*sort.text(), b")"].concat() };
    let plain: Vec<Vec<u8>> = all().filter(|c| c.domain().is_empty()).map(|c| text(&c.name)).collect();
    if !plain.is_empty() || !is_plain || makers.depth == 0 {
        return plain;
    }
    let deeper = Makers { depth: makers.depth - 1, ..*makers };
    let mut applied = all().take(CONSTRUCTORS).filter_map(|c| Some(apply(&c.name, &firsts(c.domain(), &deeper)?)));
    applied.next().into_iter().collect()
}
