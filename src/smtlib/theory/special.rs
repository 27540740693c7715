//! Operators whose result is computed from indices, widths or formats.

use super::{Typed, UNKNOWN, WRONG};
use crate::smtlib::{Sort, Ternary};

/// The operators that [`apply`] knows.
pub(super) const NAMES: &[&str] = &[
    "concat", "extract", "zero_extend", "sign_extend", "repeat", "rotate_left", "rotate_right", "int2bv", "int_to_bv",
    "nat2bv", "bit2bool", "bit", "fp", "to_fp", "to_fp_unsigned", "to_fp_bv", "fp.to_ubv", "fp.to_sbv",
    "fp.to_ieee_bv", "divisible", "iand", "re.^", "re.loop", "set.insert", "insert", "tuple", "tuple.select", "@",
];

/// The sort of an application of one of these operators.
pub(super) fn apply(name: &[u8], indices: &[u32], arguments: &[&Sort]) -> Option<Typed> {
    Some(match (name, indices, arguments) {
        (b"concat", [], [_, _, ..]) => concat(arguments),
        (b"concat", [], _) => WRONG,
        (b"extract", &[high, low], [of]) => on_vector(of, |w| (low <= high && high < w).then(|| high - low + 1)),
        (b"zero_extend" | b"sign_extend", &[more], [of]) => on_vector(of, |w| w.checked_add(more)),
        (b"repeat", &[times], [of]) => on_vector(of, |w| w.checked_mul(times).filter(|&w| w > 0)),
        (b"rotate_left" | b"rotate_right", &[_], [of]) => on_vector(of, Some),
        (b"bit2bool" | b"bit", &[at], [of]) => (Sort::Bool, on_vector(of, |w| (at < w).then_some(w)).1),
        (b"int2bv" | b"int_to_bv" | b"nat2bv", &[w], [of]) => (vector(w), wants(&Sort::Int, of)),
        (b"fp", [], [_, _, _]) => literal(arguments),
        (b"to_fp", &[e, s], _) => (float(e, s), to_fp(e, s, arguments)),
        (b"to_fp_unsigned", &[e, s], [mode, of]) => {
            (float(e, s), wants(&Sort::RoundingMode, mode).min(on_vector(of, Some).1))
        }
        (b"to_fp_bv", &[e, s], [of]) => (float(e, s), on_vector(of, |w| (Some(w) == e.checked_add(s)).then_some(w)).1),
        (b"fp.to_ubv" | b"fp.to_sbv", &[w], [mode, of]) => {
            (vector(w), wants(&Sort::RoundingMode, mode).min(on_float(of)))
        }
        (b"fp.to_ieee_bv", [], [of]) => match of {
            Sort::Float(e, s) => (e.checked_add(*s).map_or(Sort::Unknown, Sort::BitVec), Ternary::Yes),
            _ => (Sort::Unknown, on_float(of)),
        },
        (b"divisible", &[by], [of]) => (Sort::Bool, if by > 0 { wants(&Sort::Int, of) } else { Ternary::No }),
        (b"iand", &[_], [a, b]) => (Sort::Int, wants(&Sort::Int, a).min(wants(&Sort::Int, b))),
        (b"re.^", &[_], [of]) | (b"re.loop", &[_, _] | &[_], [of]) => (Sort::RegLan, wants(&Sort::RegLan, of)),
        (b"set.insert" | b"insert", [], [elements @ .., set]) if !elements.is_empty() => insert(elements, set),
        (b"tuple", [], _) => (Sort::app(b"Tuple", owned(arguments)), known(arguments)),
        (b"tuple.select", &[i], [of]) => select(i as usize, of),
        (b"@", [], [function, given @ ..]) => function_value(function, given),
        // The right operator with indices or arguments that it cannot have.
        (b"extract" | b"zero_extend" | b"sign_extend" | b"repeat" | b"rotate_left" | b"rotate_right", [_, ..], _) => {
            WRONG
        }
        (b"fp", [], _) => WRONG,
        _ => return None,
    })
}

/// The sort of a function applied to some or all of its arguments.
pub(in crate::smtlib) fn function_value(function: &Sort, given: &[&Sort]) -> Typed {
    if !function.is_known() {
        return UNKNOWN;
    }
    let Some([domain @ .., range]) = function.arguments("->") else { return WRONG };
    if given.len() > domain.len() {
        return match range.arguments("->") {
            // The recursion is bounded by the size of a sort.
            Some(_) => function_value(range, &given[domain.len()..]),
            None => WRONG,
        };
    }
    let verdict = domain.iter().zip(given).map(|(wanted, sort)| wants(wanted, sort)).min().unwrap_or(Ternary::Yes);
    let rest = &domain[given.len()..];
    let result =
        if rest.is_empty() { range.clone() } else { Sort::app(b"->", [rest, std::slice::from_ref(range)].concat()) };
    (result, verdict)
}

/// Whether `sort` is `wanted`; solvers differ in converting integers to reals.
pub(in crate::smtlib) fn wants(wanted: &Sort, sort: &Sort) -> Ternary {
    let converts = wanted != sort && wanted.is_arithmetic() && sort.is_arithmetic();
    match wanted.is_known() && sort.is_known() && !converts {
        true if wanted == sort => Ternary::Yes,
        true => Ternary::No,
        false => Ternary::Unknown,
    }
}

fn vector(width: u32) -> Sort {
    if width > 0 { Sort::BitVec(width) } else { Sort::Unknown }
}

fn float(exponent: u32, significand: u32) -> Sort {
    if exponent > 1 && significand > 1 { Sort::Float(exponent, significand) } else { Sort::Unknown }
}

fn owned(sorts: &[&Sort]) -> Vec<Sort> {
    sorts.iter().map(|&sort| sort.clone()).collect()
}

fn known(sorts: &[&Sort]) -> Ternary {
    if sorts.iter().all(|sort| sort.is_known()) { Ternary::Yes } else { Ternary::Unknown }
}

/// A bit-vector result whose width follows from that of the argument.
fn on_vector(of: &Sort, width: impl FnOnce(u32) -> Option<u32>) -> Typed {
    match of {
        Sort::BitVec(w) => width(*w).map_or(WRONG, |w| (vector(w), Ternary::Yes)),
        Sort::Unknown => UNKNOWN,
        _ => WRONG,
    }
}

fn on_float(of: &Sort) -> Ternary {
    match of {
        Sort::Float(..) => Ternary::Yes,
        Sort::Unknown => Ternary::Unknown,
        _ => Ternary::No,
    }
}

fn concat(arguments: &[&Sort]) -> Typed {
    let mut width = Some(0u32);
    let mut verdict = Ternary::Yes;
    for sort in arguments {
        let (_, right) = on_vector(sort, Some);
        verdict = verdict.min(right);
        width = width.zip(sort.width()).and_then(|(sum, w)| sum.checked_add(w));
    }
    (width.map_or(Sort::Unknown, Sort::BitVec), verdict)
}

/// `(fp sign exponent significand)`, the last without its hidden bit.
fn literal(arguments: &[&Sort]) -> Typed {
    let (_, verdict) = concat(arguments);
    let verdict = verdict.min(wants(&Sort::BitVec(1), arguments[0]));
    match (arguments[1].width(), arguments[2].width()) {
        (Some(e), Some(s)) => (s.checked_add(1).map_or(Sort::Unknown, |s| float(e, s)), verdict),
        _ => (Sort::Unknown, verdict),
    }
}

/// The six uses of `to_fp`, and the one with an exponent that z3 adds.
fn to_fp(e: u32, s: u32, arguments: &[&Sort]) -> Ternary {
    match arguments {
        [of] => on_vector(of, |w| (Some(w) == e.checked_add(s)).then_some(w)).1,
        [mode, of] => wants(&Sort::RoundingMode, mode).min(match of {
            Sort::Unknown => Ternary::Unknown,
            Sort::Real | Sort::BitVec(_) | Sort::Float(..) => Ternary::Yes,
            Sort::Int => Ternary::Unknown,
            _ => Ternary::No,
        }),
        [_, _, _] => Ternary::Unknown,
        _ => Ternary::No,
    }
}

fn insert(elements: &[&Sort], set: &Sort) -> Typed {
    match (set, set.arguments("Set")) {
        (_, Some([element])) => {
            let verdicts = elements.iter().map(|sort| wants(element, sort));
            (set.clone(), verdicts.min().unwrap_or(Ternary::Yes))
        }
        (Sort::Unknown, _) => UNKNOWN,
        _ => WRONG,
    }
}

fn select(i: usize, of: &Sort) -> Typed {
    match (of, of.arguments("Tuple")) {
        (_, Some(parts)) => parts.get(i).map_or(WRONG, |part| (part.clone(), Ternary::Yes)),
        (Sort::Unknown, _) => UNKNOWN,
        _ => WRONG,
    }
}
