//! The operators of the theories: their signatures as data, and the sorts of their applications.

mod signature;
mod special;
mod tables;

use super::Sort;
use super::name::{is_among, is_natural};
use rustc_hash::{FxHashMap, FxHashSet};
pub(super) use signature::SortPattern;
use signature::{Fit, OperatorSignature};
pub(super) use special::{converts, function_value, may_be};
use std::sync::LazyLock;

/// The sort of a term, and whether the term may be well-sorted.
pub(super) type Typed = (Sort, bool);

/// A term about which nothing is known.
pub(super) const UNKNOWN: Typed = (Sort::Unknown, true);

/// A term that is certainly ill-sorted.
pub(super) const WRONG: Typed = (Sort::Unknown, false);

/// All operators, those without signature included.
static OPERATORS: LazyLock<FxHashMap<&'static [u8], Vec<OperatorSignature>>> = LazyLock::new(|| {
    let special = special::NAMES.split(' ').map(|name| (name.as_bytes(), Vec::new()));
    let mut map: FxHashMap<&'static [u8], Vec<OperatorSignature>> = special.collect();
    for (names, signature) in tables::OPERATORS {
        for name in names.split(' ') {
            map.entry(name.as_bytes()).or_default().push(OperatorSignature::parse(signature));
        }
    }
    map
});

/// The operators that mutators may introduce: only those that the standard defines, because on other operators
/// solvers may disagree although neither of them is wrong.
const STANDARD: &str = "= or => and xor not distinct + - * / < > <= >= div mod abs \
    bvor bvadd bvand bvmul bvxor bvsub bvneg bvnot bvshl bvult bvule bvslt bvsle bvlshr bvashr bvudiv bvurem bvcomp \
    fp.eq fp.lt fp.gt fp.leq fp.geq fp.abs fp.neg fp.add fp.sub fp.mul fp.min fp.max fp.isNaN fp.isZero \
    select store str.< str.<= str.at str.++ str.len re.* re.+ re.++ re.opt re.comp re.diff re.inter re.union";

/// The names of the standard operators in the order of the tables, with their signatures.
static IN_ORDER: LazyLock<Vec<(&'static [u8], &'static [OperatorSignature])>> = LazyLock::new(|| {
    let names = tables::OPERATORS.iter().flat_map(|(names, _)| names.split(' ')).map(str::as_bytes);
    let mut seen = FxHashSet::default();
    let standard = names.filter(|name| is_among(name, STANDARD) && seen.insert(*name));
    standard.map(|name| (name, &OPERATORS[name][..])).collect()
});

static CONSTANTS: LazyLock<FxHashMap<&'static [u8], Sort>> = LazyLock::new(|| {
    let rows = tables::CONSTANTS.iter();
    rows.flat_map(|(names, sort)| names.split(' ').map(|name| (name.as_bytes(), sort.clone()))).collect()
});

/// Returns the sort of a symbol that is a constant of a theory.
pub(super) fn constant(name: &[u8]) -> Option<&'static Sort> {
    CONSTANTS.get(name)
}

/// Whether `name` is an operator of a theory, indexed or not.
pub(super) fn is_operator(name: &[u8]) -> bool {
    OPERATORS.contains_key(name)
}

/// Whether `name` is a symbol of a theory, or may be one with indices.
pub(super) fn knows(name: &[u8]) -> bool {
    const OTHERS: &str = "const seq.empty set.empty set.universe emptyset univset bag.empty emptybag sep.nil is update \
        update-field NaN char";
    name.strip_prefix(b"bv").is_some_and(is_natural)
        || constant(name).is_some()
        || is_operator(name)
        || is_among(name, OTHERS)
}

/// Returns the signature of an operator of the tables for these arguments, if one certainly fits.
pub(super) fn signature(name: &[u8], arguments: &[&Sort]) -> Option<&'static OperatorSignature> {
    right(OPERATORS.get(name)?, arguments).map(|(signature, _)| signature)
}

/// Returns the sort of every application of an operator of the tables, if all have the same.
pub(super) fn only_result(name: &[u8]) -> Option<&'static Sort> {
    let mut results = OPERATORS.get(name)?.iter().map(OperatorSignature::result);
    let first = results.next()?;
    if let (SortPattern::Sort(sort), true) = (first, results.all(|other| other == first)) { Some(sort) } else { None }
}

/// Whether an operator of the tables fits these known arguments only if integers are taken for reals, or the reverse,
/// outside of arithmetic and equations, where all solvers do so.
pub(super) fn needs_conversion(name: &[u8], arguments: &[&Sort]) -> bool {
    if let (b"set.insert" | b"insert", [elements @ .., set]) = (name, arguments) {
        return set.parts().first().is_some_and(|wanted| elements.iter().any(|sort| converts(wanted, sort)));
    }
    let Some(signatures) = OPERATORS.get(name).filter(|_| !matches!(name, b"=" | b"distinct")) else { return false };
    !signatures.is_empty()
        && arguments.iter().all(|sort| sort.is_known())
        && right(signatures, arguments).is_none()
        && !signatures.iter().any(OperatorSignature::is_arithmetic)
}

/// Returns the first of some signatures that certainly fits these arguments, and its result.
fn right<'s>(signatures: &'s [OperatorSignature], arguments: &[&Sort]) -> Option<(&'s OperatorSignature, Sort)> {
    signatures.iter().find_map(|signature| Some((signature, signature.certainly(arguments)?)))
}

/// Returns the standard operators for these arguments and this result, in the order of the tables. Of each
/// operator, the first signature that fits the arguments counts.
pub fn operators(arguments: &[Sort], result: &Sort) -> Vec<&'static [u8]> {
    let arguments: Vec<&Sort> = arguments.iter().collect();
    let fits = |signatures: &[OperatorSignature]| {
        let may_fit = signatures.iter().any(|signature| signature.may_result(result));
        may_fit && right(signatures, &arguments).is_some_and(|(_, sort)| sort == *result)
    };
    IN_ORDER.iter().filter(|(_, signatures)| fits(signatures)).map(|(name, _)| *name).collect()
}

/// Returns the sort of an application; unknown where the operator is.
pub(super) fn apply(name: &[u8], indices: &[u32], arguments: &[&Sort]) -> Typed {
    if let Some(result) = special::apply(name, indices, arguments) {
        return result;
    }
    let signatures = if indices.is_empty() { OPERATORS.get(name) } else { None };
    let Some(signatures) = signatures else { return UNKNOWN };
    let results: Vec<(Sort, Fit)> = signatures.iter().map(|signature| signature.apply(arguments)).collect();
    let best = results.iter().map(|(_, fit)| *fit).max().unwrap_or(Fit::Perhaps);
    let mut sorts = results.into_iter().filter(|(_, fit)| *fit == best).map(|(sort, _)| sort);
    let first = sorts.next().unwrap_or(Sort::Unknown);
    let same = best == Fit::Yes || sorts.all(|sort| sort == first);
    (if same { first } else { Sort::Unknown }, best != Fit::No)
}
