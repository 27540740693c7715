//! Values of small terms, computed or made up.

use super::constants::BitVector;
use super::{Context, Sort};
use crate::sexpr::{Gaps, Node, parse};
use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};

/// Number of valuations of the symbols by which terms are compared.
const VALUATIONS: usize = 16;

/// The value of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// A truth value.
    Bool(bool),
    /// The value of up to 64 bits, and their number.
    Bits(u64, u32),
    /// A small integer.
    Int(i64),
    /// A value of another sort, as a number.
    Other(u64),
}

impl Value {
    /// Returns the value of a literal, if it is small enough.
    fn literal(leaf: Node<'_>) -> Option<Value> {
        match leaf.text() {
            b"true" => return Some(Value::Bool(true)),
            b"false" => return Some(Value::Bool(false)),
            text if text[0].is_ascii_digit() => return std::str::from_utf8(text).ok()?.parse().ok().map(Value::Int),
            _ => {}
        }
        let bits = BitVector::of(leaf).filter(|bits| bits.width <= 64)?;
        Some(Value::Bits(u64::try_from(bits.value).ok()?, bits.width))
    }

    /// Returns the value of a literal's text under each valuation; an arbitrary one where it has no value here.
    pub fn of(text: &[u8], sort: &Sort) -> Vec<Value> {
        let script = parse(text, Gaps::Canonical).ok();
        let value = script.as_ref().and_then(|script| script.commands().next()).and_then(Value::literal);
        vec![value.unwrap_or_else(|| Value::arbitrary(sort, text)); VALUATIONS]
    }

    /// Returns the value of a symbol under each valuation; `binder` is the node that binds it, 0 if none does.
    pub fn of_symbol(symbol: &[u8], binder: usize, sort: &Sort) -> Vec<Value> {
        (0..VALUATIONS as u64).map(|valuation| Value::arbitrary(sort, (symbol, binder, valuation))).collect()
    }

    /// Returns the value of a term of which only the text is known under each valuation.
    pub fn of_text(text: &[u8], sort: &Sort) -> Vec<Value> {
        (0..VALUATIONS as u64).map(|valuation| Value::arbitrary(sort, (text, valuation))).collect()
    }

    /// Returns some value of a sort, always the same one for the same seed.
    fn arbitrary(sort: &Sort, seed: impl Hash) -> Value {
        // The low bits of the hash depend on few bits of the seed.
        let mut number = FxBuildHasher.hash_one(seed);
        for _ in 0..2 {
            number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        number ^= number >> 29;
        match sort {
            Sort::Bool => Value::Bool(number & 1 == 1),
            Sort::BitVec(width @ 1..=64) => Value::Bits(number & mask(*width), *width),
            Sort::Int => Value::Int((number % 9) as i64 - 2),
            _ => Value::Other(number),
        }
    }

    /// Returns the value of an application under each valuation, given those of its arguments. A value that is not
    /// computed here is an arbitrary function of the arguments.
    pub fn apply_each(operator: &[u8], arguments: &[&[Value]], sort: &Sort) -> Vec<Value> {
        let mut present: Vec<Value> = Vec::new();
        let value = |i: usize| {
            present.clear();
            present.extend(arguments.iter().map(|values| values[i].clone()));
            compute(operator, &present).unwrap_or_else(|| Value::arbitrary(sort, (operator, &*present)))
        };
        (0..VALUATIONS).map(value).collect()
    }
}

/// Returns a mask of `width` low bits.
fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Returns the value of an application of a theory's operator, if it is computed here.
fn compute(operator: &[u8], arguments: &[Value]) -> Option<Value> {
    use Value::{Bits, Bool, Int};
    let operator = std::str::from_utf8(operator).ok()?;
    let all = |is: fn(bool, bool) -> bool| {
        let bools = arguments.iter().map(|value| if let Bool(holds) = value { Some(*holds) } else { None });
        bools.collect::<Option<Vec<bool>>>()?.into_iter().reduce(is).map(Bool)
    };
    match (operator, arguments) {
        ("and", _) => all(|a, b| a && b),
        ("or", _) => all(|a, b| a || b),
        ("xor", _) => all(|a, b| a != b),
        ("=>", [Bool(a), Bool(b)]) => Some(Bool(!a || *b)),
        ("not", [Bool(a)]) => Some(Bool(!a)),
        ("=", [a, b]) => Some(Bool(equal(a, b))),
        ("distinct", [a, b]) => Some(Bool(!equal(a, b))),
        ("ite", [Bool(c), a, b]) => Some(if *c { a.clone() } else { b.clone() }),
        ("concat", [Bits(a, v), Bits(b, w)]) if v + w <= 64 => Some(Bits(a << w | b, v + w)),
        (_, [Bits(a, w), Bits(b, v)]) if v == w => on_bits(operator, *a, *b, *w),
        ("bvnot", [Bits(a, w)]) => Some(Bits(!a & mask(*w), *w)),
        ("bvneg", [Bits(a, w)]) => Some(Bits(a.wrapping_neg() & mask(*w), *w)),
        (_, [Bits(a, w)]) => indexed(operator, *a, *w),
        ("-", [Int(a)]) => a.checked_neg().map(Int),
        ("abs", [Int(a)]) => a.checked_abs().map(Int),
        (_, [Int(a), Int(b)]) => on_integers(operator, *a, *b),
        _ => None,
    }
}

/// Whether two values are equal. Of those that are made up, two may stand for the same, but always or never the same two.
fn equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Other(a), Value::Other(b)) if a != b => {
            Value::arbitrary(&Sort::Bool, (a.min(b), a.max(b))) == Value::Bool(true)
        }
        _ => one == other,
    }
}

fn on_bits(operator: &str, a: u64, b: u64, width: u32) -> Option<Value> {
    let signed = |value: u64| (value << (64 - width)) as i64;
    let bits = |value: u64| Some(Value::Bits(value & mask(width), width));
    let is = |value: bool| Some(Value::Bool(value));
    let shift = |shifted: fn(u64, u32) -> u64| if b < u64::from(width) { shifted(a, b as u32) } else { 0 };
    match operator {
        "bvand" => bits(a & b),
        "bvor" => bits(a | b),
        "bvxor" => bits(a ^ b),
        "bvnand" => bits(!(a & b)),
        "bvnor" => bits(!(a | b)),
        "bvxnor" => bits(!(a ^ b)),
        "bvadd" => bits(a.wrapping_add(b)),
        "bvsub" => bits(a.wrapping_sub(b)),
        "bvmul" => bits(a.wrapping_mul(b)),
        "bvudiv" => bits(a.checked_div(b).unwrap_or(u64::MAX)),
        "bvurem" => bits(a.checked_rem(b).unwrap_or(a)),
        "bvshl" => bits(shift(|a, b| a << b)),
        "bvlshr" => bits(shift(|a, b| a >> b)),
        "bvcomp" => Some(Value::Bits(u64::from(a == b), 1)),
        "bvult" => is(a < b),
        "bvule" => is(a <= b),
        "bvugt" => is(a > b),
        "bvuge" => is(a >= b),
        "bvslt" => is(signed(a) < signed(b)),
        "bvsle" => is(signed(a) <= signed(b)),
        "bvsgt" => is(signed(a) > signed(b)),
        "bvsge" => is(signed(a) >= signed(b)),
        _ => None,
    }
}

/// Returns the value of `(_ extract 3 0)` or `(_ zero_extend 4)` of `width` bits.
fn indexed(operator: &str, bits: u64, width: u32) -> Option<Value> {
    let mut words = operator.strip_prefix("(_ ")?.strip_suffix(')')?.split(' ');
    let (name, mut numbers) = (words.next()?, words.map_while(|word| word.parse::<u32>().ok()));
    match (name, numbers.next()?, numbers.next()) {
        ("extract", high, Some(low)) if low <= high && high < width => {
            Some(Value::Bits(bits >> low & mask(high - low + 1), high - low + 1))
        }
        ("zero_extend", more, None) if width.checked_add(more)? <= 64 => Some(Value::Bits(bits, width + more)),
        _ => None,
    }
}

fn on_integers(operator: &str, a: i64, b: i64) -> Option<Value> {
    match operator {
        "+" => a.checked_add(b).map(Value::Int),
        "-" => a.checked_sub(b).map(Value::Int),
        "*" => a.checked_mul(b).map(Value::Int),
        "<" => Some(Value::Bool(a < b)),
        "<=" => Some(Value::Bool(a <= b)),
        ">" => Some(Value::Bool(a > b)),
        ">=" => Some(Value::Bool(a >= b)),
        _ => None,
    }
}

impl Context {
    /// Returns the value of a term under each valuation.
    pub fn values(&self, term: Node<'_>) -> Vec<Value> {
        let mut known: Vec<Option<Vec<Value>>> = vec![None; term.size()];
        for node in term.subtree().rev().filter(|node| self.is_term(*node)) {
            let of = |argument: Node<'_>| known[argument.index() - term.index()].as_deref();
            let arguments = || node.children().skip(1).map(of).collect::<Option<Vec<&[Value]>>>();
            let sort = self.sort(node);
            let values = match (Value::literal(node), node.child(0)) {
                (Some(literal), _) => vec![literal; VALUATIONS],
                (None, None) => Value::of_symbol(node.text(), self.binder(node).map_or(0, Node::index), &sort),
                (None, Some(head)) => match arguments() {
                    Some(arguments) => Value::apply_each(head.text(), &arguments, &sort),
                    None => Value::of_text(node.text(), &sort),
                },
            };
            known[node.index() - term.index()] = Some(values);
        }
        known.swap_remove(0).unwrap_or_else(|| vec![Value::Other(0); VALUATIONS])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_equal_values() {
        let rows = [
            ("(concat #b001 #b1)", "#x3", true),
            ("(bvadd #xf (bvneg #x3))", "#xc", true),
            ("(bvudiv #b10 #b00)", "#b11", true),
            ("(bvslt #b10 #b01)", "true", true),
            ("((_ extract 3 2) #xa)", "#b10", true),
            ("((_ zero_extend 1) #b1)", "#b01", true),
            ("(ite (and true (not false)) 1 2)", "1", true),
            ("(+ 2 5)", "7", true),
            ("(= (_ bv3 4) #x3)", "true", true),
            ("(bvadd x y)", "(bvadd y x)", true),
            ("(bvadd x y)", "(bvmul x y)", false),
            ("(= s t)", "(= t s)", true),
            ("(= s t)", "(= s s)", false),
            ("(= s t)", "(distinct s s)", false),
        ];
        for (one, other, are_equal) in rows {
            let declared = ["x", "y"].map(|name| format!("(declare-const {name} (_ BitVec 8))")).concat()
                + &["s", "t"].map(|name| format!("(declare-const {name} String)")).concat();
            let text = format!("{declared}(assert (f {one} {other}))");
            let context = Context::new(parse(text.as_bytes(), Gaps::Canonical).expect("parses"));
            let terms: Vec<_> = context.script().command(4).child(1).expect("a term").children().skip(1).collect();
            assert_eq!(context.values(terms[0]) == context.values(terms[1]), are_equal, "{text}");
        }
    }
}
