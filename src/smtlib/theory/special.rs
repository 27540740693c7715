//! Operators whose result is computed from indices, widths or formats.

use super::{Typed, UNKNOWN, WRONG};
use crate::smtlib::Sort;

/// The operators that [`apply`] knows.
pub(super) const NAMES: &str = "concat extract zero_extend sign_extend repeat rotate_left rotate_right int2bv int_to_bv \
    nat2bv bit2bool bit fp to_fp to_fp_unsigned to_fp_bv fp.to_ubv fp.to_sbv fp.to_ieee_bv divisible iand piand re.^ \
    re.loop set.insert insert tuple mkTuple tuple.select tupSel tuple.update @ rel.transpose rel.tclosure rel.product \
    rel.join rel.join_image rel.iden set.map bag.map seq.map set.filter bag.filter set.all set.some set.fold bag.fold \
    seq.foldl nullable.lift pbge pble pbeq at-most at-least";

/// Returns the sort of an application of one of these operators.
pub(super) fn apply(name: &[u8], indices: &[u32], arguments: &[&Sort]) -> Option<Typed> {
    Some(match (name, indices, arguments) {
        (b"concat", [], [_, _, ..]) => concat(arguments),
        (b"concat", [], _) => WRONG,
        (b"extract", &[high, low], [of]) => on_vector(of, |w| (low <= high && high < w).then(|| high - low + 1)),
        (b"zero_extend" | b"sign_extend", &[more], [of]) => on_vector(of, |w| w.checked_add(more)),
        (b"repeat", &[times], [of]) => on_vector(of, |w| w.checked_mul(times).filter(|&w| w > 0)),
        (b"rotate_left" | b"rotate_right", &[_], [of]) => on_vector(of, Some),
        (b"bit2bool" | b"bit", &[at], [of]) => (Sort::Bool, on_vector(of, |w| (at < w).then_some(w)).1),
        (b"int2bv" | b"int_to_bv" | b"nat2bv", &[w], [of]) => vector_if(may_be(&Sort::Int, of), w),
        (b"fp", [], [_, _, _]) => literal(arguments),
        (b"to_fp", &[e, s], _) => float_if(to_fp(e, s, arguments), e, s),
        (b"to_fp_unsigned", &[e, s], [mode, of]) => {
            float_if(may_be(&Sort::RoundingMode, mode) && on_vector(of, Some).1, e, s)
        }
        (b"to_fp_bv", &[e, s], [of]) => float_if(on_vector(of, |w| (Some(w) == e.checked_add(s)).then_some(w)).1, e, s),
        (b"fp.to_ubv" | b"fp.to_sbv", &[w], [mode, of]) => {
            vector_if(may_be(&Sort::RoundingMode, mode) && on_float(of), w)
        }
        (b"fp.to_ieee_bv", [], [of]) => match of {
            Sort::Float(e, s) => (e.checked_add(*s).map_or(Sort::Unknown, Sort::BitVec), true),
            _ => (Sort::Unknown, on_float(of)),
        },
        (b"divisible", &[by], [of]) => (Sort::Bool, by > 0 && may_be(&Sort::Int, of)),
        (b"iand", &[_], [a, b]) => (Sort::Int, may_be(&Sort::Int, a) && may_be(&Sort::Int, b)),
        (b"piand", [], [_, _, _]) => (Sort::Int, arguments.iter().all(|sort| may_be(&Sort::Int, sort))),
        (b"re.^", &[_], [of]) | (b"re.loop", &[_, _] | &[_], [of]) => (Sort::RegLan, may_be(&Sort::RegLan, of)),
        (b"set.insert" | b"insert", [], [elements @ .., set]) if !elements.is_empty() => insert(elements, set),
        (b"tuple" | b"mkTuple", [], _) => {
            (Sort::app(b"Tuple", arguments.iter().map(|&sort| sort.clone()).collect::<Vec<_>>()), true)
        }
        (b"tuple.update", &[_], [of, _]) => ((*of).clone(), true),
        (b"tuple.select" | b"tupSel", &[i], [of]) => select(i as usize, of),
        (b"rel.transpose", [], [of]) => relation(&[of], |columns| Some(columns[0].iter().rev().cloned().collect())),
        (b"rel.tclosure", [], [of]) => relation(&[of], |columns| Some(columns[0].to_vec())),
        (b"rel.join_image", [], [of, _]) => relation(&[of], |columns| Some(vec![columns[0][0].clone()])),
        (b"rel.product", [], [_, _]) => relation(arguments, |columns| Some(columns.concat())),
        (b"rel.join", [], [_, _]) => relation(arguments, |columns| match columns {
            [[before @ .., one], [other, behind @ ..]] if one == other => Some([before, behind].concat()),
            _ => None,
        }),
        (b"rel.iden", [], [of]) => relation(&[of], |columns| Some([columns[0], columns[0]].concat())),
        (b"nullable.lift", [], [function, _, ..]) => match function.arguments("->") {
            Some([.., range]) => (Sort::app(b"Nullable", [range.clone()]), true),
            _ => UNKNOWN,
        },
        (b"set.map" | b"bag.map" | b"seq.map", [], [function, of]) => (image(function, of), true),
        (b"set.filter" | b"bag.filter", [], [_, of]) => ((*of).clone(), true),
        (b"set.all" | b"set.some", [], [_, _]) => (Sort::Bool, true),
        (b"set.fold" | b"bag.fold" | b"seq.foldl", [], [_, first, _]) => ((*first).clone(), true),
        (b"pbge" | b"pble" | b"pbeq" | b"at-most" | b"at-least", [_, ..], _) => {
            (Sort::Bool, arguments.iter().all(|sort| may_be(&Sort::Bool, sort)))
        }
        (b"@", [], [function, given @ ..]) => function_value(function, given),
        // The right operator with indices or arguments that it cannot have.
        (b"extract" | b"zero_extend" | b"sign_extend" | b"repeat" | b"rotate_left" | b"rotate_right", [_, ..], _)
        | (b"to_fp_unsigned" | b"fp.to_ubv" | b"fp.to_sbv" | b"int2bv" | b"int_to_bv" | b"divisible", [_, ..], _)
        | (b"re.^" | b"re.loop" | b"tuple.select" | b"tuple.update", [_, ..], _)
        | (b"rel.transpose" | b"rel.tclosure" | b"rel.product" | b"rel.join" | b"rel.iden" | b"fp", [], _)
        | (b"set.insert" | b"insert", [], _) => WRONG,
        _ => return None,
    })
}

/// Returns the sort of a function applied to some or all of its arguments.
pub(in crate::smtlib) fn function_value(function: &Sort, given: &[&Sort]) -> Typed {
    let parts = function.arguments("->").filter(|parts| given.len() < parts.len());
    let Some([domain @ .., range]) = parts else { return if function.is_known() { WRONG } else { UNKNOWN } };
    let fits = domain.iter().zip(given).all(|(wanted, sort)| may_be(wanted, sort));
    let rest = &domain[given.len()..];
    let result =
        if rest.is_empty() { range.clone() } else { Sort::app(b"->", [rest, std::slice::from_ref(range)].concat()) };
    (result, fits)
}

/// Whether `sort` may be `wanted`; solvers differ in converting integers to reals.
pub(in crate::smtlib) fn may_be(wanted: &Sort, sort: &Sort) -> bool {
    wanted == sort || converts(wanted, sort) || !wanted.is_known() || !sort.is_known()
}

/// Whether `sort` is `wanted` only if integers are taken for reals, or the reverse.
pub(in crate::smtlib) fn converts(wanted: &Sort, sort: &Sort) -> bool {
    wanted != sort && wanted.is_arithmetic() && sort.is_arithmetic()
}

/// Returns the sort of a bit-vector of this width if `fits` and there is such a sort.
fn vector_if(fits: bool, width: u32) -> Typed {
    if width > 0 { (Sort::BitVec(width), fits) } else { WRONG }
}

/// Returns the sort of a floating-point term of this format if `fits` and there is such a sort.
fn float_if(fits: bool, exponent: u32, significand: u32) -> Typed {
    if exponent > 1 && significand > 1 { (Sort::Float(exponent, significand), fits) } else { WRONG }
}

/// Returns the sort of a bit-vector result whose width follows from that of the argument.
fn on_vector(of: &Sort, width: impl FnOnce(u32) -> Option<u32>) -> Typed {
    match of {
        Sort::BitVec(w) => width(*w).map_or(WRONG, |w| vector_if(true, w)),
        Sort::Unknown => UNKNOWN,
        _ => WRONG,
    }
}

fn on_float(of: &Sort) -> bool {
    matches!(of, Sort::Float(..) | Sort::Unknown)
}

fn concat(arguments: &[&Sort]) -> Typed {
    let width = Sort::joint_width(arguments.iter().copied());
    let fits = arguments.iter().all(|sort| on_vector(sort, Some).1);
    (width.map_or(Sort::Unknown, Sort::BitVec), fits)
}

/// Returns the sort of `(fp sign exponent significand)`, the last without its hidden bit.
fn literal(arguments: &[&Sort]) -> Typed {
    let fits = concat(arguments).1 && may_be(&Sort::BitVec(1), arguments[0]);
    match (arguments[1].width(), arguments[2].width().and_then(|width| width.checked_add(1))) {
        (Some(exponent), Some(significand)) => float_if(fits, exponent, significand),
        _ => (Sort::Unknown, fits),
    }
}

/// Whether the arguments fit one of the six uses of `to_fp`, or the one with an exponent that z3 adds.
fn to_fp(e: u32, s: u32, arguments: &[&Sort]) -> bool {
    match arguments {
        [of] => on_vector(of, |w| (Some(w) == e.checked_add(s)).then_some(w)).1,
        [mode, of] => {
            may_be(&Sort::RoundingMode, mode) && (on_vector(of, Some).1 || on_float(of) || of.is_arithmetic())
        }
        [_, _, _] => true,
        _ => false,
    }
}

fn insert(elements: &[&Sort], set: &Sort) -> Typed {
    match (set, set.arguments("Set")) {
        (_, Some([element])) => (set.clone(), elements.iter().all(|sort| may_be(element, sort))),
        (Sort::Unknown, _) => UNKNOWN,
        _ => WRONG,
    }
}

fn select(i: usize, of: &Sort) -> Typed {
    match (of, of.arguments("Tuple")) {
        (_, Some(parts)) => parts.get(i).map_or(WRONG, |part| (part.clone(), true)),
        (Sort::Unknown, _) => UNKNOWN,
        _ => WRONG,
    }
}

/// Returns the sort of an operation on relations, whose columns follow from those of the arguments if these fit.
fn relation(arguments: &[&Sort], columns: impl FnOnce(&[&[Sort]]) -> Option<Vec<Sort>>) -> Typed {
    let tuples = arguments.iter().map(|sort| match sort.arguments("Set") {
        Some([tuple]) => tuple.arguments("Tuple").filter(|parts| !parts.is_empty()),
        _ => None,
    });
    match tuples.collect::<Option<Vec<&[Sort]>>>() {
        Some(parts) => columns(&parts).map_or(WRONG, |sorts| (Sort::app(b"Set", [Sort::app(b"Tuple", sorts)]), true)),
        None => (Sort::Unknown, !arguments.iter().all(|sort| sort.is_known())),
    }
}

/// Returns the sort of a container after a function has replaced each element. z3 has arrays for functions.
fn image(function: &Sort, container: &Sort) -> Sort {
    let element = match (function.arguments("->"), function.as_array()) {
        (Some([_, range]), _) => range,
        (_, Some((_, element))) => element,
        _ => &Sort::Unknown,
    };
    match container.compound() {
        Some((name, [_])) => Sort::app(name, [element.clone()]),
        _ => Sort::Unknown,
    }
}
