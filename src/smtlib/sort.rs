//! Sorts as values.

use std::sync::Arc;

/// Largest number of nodes of a known sort. Abbreviations can double a sort's size with every line, so larger
/// sorts are unknown.
const MAX_SIZE: u32 = 256;

/// A sort, with abbreviations expanded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Not known, and not equal in meaning to any sort, not even to an unknown one.
    Unknown,
    /// `Bool`.
    Bool,
    /// `Int`.
    Int,
    /// `Real`.
    Real,
    /// `String`.
    String,
    /// `RegLan`.
    RegLan,
    /// `RoundingMode`.
    RoundingMode,
    /// `(_ BitVec n)`; the width in bits.
    BitVec(u32),
    /// `(_ FloatingPoint e s)`; bits of exponent and significand, the hidden bit included.
    Float(u32, u32),
    /// Any other sort: `Array`, `Seq`, `Set`, `->`, datatypes, declared sorts.
    App(Arc<Compound>),
}

/// The sorts of the theories that have a name without arguments.
static NAMED: [(&str, Sort); 10] = [
    ("Bool", Sort::Bool),
    ("Int", Sort::Int),
    ("Real", Sort::Real),
    ("String", Sort::String),
    ("RegLan", Sort::RegLan),
    ("RoundingMode", Sort::RoundingMode),
    ("Float16", Sort::Float(5, 11)),
    ("Float32", Sort::Float(8, 24)),
    ("Float64", Sort::Float(11, 53)),
    ("Float128", Sort::Float(15, 113)),
];

/// A sort's name and its arguments, none of them unknown.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct Compound {
    /// The name as a leaf, or the text of an indexed identifier.
    pub name: Box<[u8]>,
    /// The arguments.
    pub arguments: Box<[Sort]>,
    size: u32,
}

impl Sort {
    /// Returns the sort `(name arguments...)`, or `name` without arguments; unknown if an argument is unknown,
    /// or if the sort would be absurdly large. A function that returns functions is one of more arguments.
    pub fn app(name: &[u8], arguments: impl Into<Box<[Sort]>>) -> Sort {
        let mut arguments = arguments.into();
        if name == b"->"
            && let Some((last, first)) = arguments.split_last()
            && let Some(range) = last.arguments("->")
        {
            arguments = [first, range].concat().into();
        }
        let size = 1 + arguments.iter().map(Sort::size).sum::<u32>();
        if size > MAX_SIZE || arguments.contains(&Sort::Unknown) {
            return Sort::Unknown;
        }
        Sort::App(Arc::new(Compound { name: name.into(), arguments, size }))
    }

    /// Returns the sort of a theory that has this name.
    pub(super) fn named(name: &[u8]) -> Option<Sort> {
        NAMED.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, sort)| sort.clone())
    }

    /// Returns the number of names in the sort.
    fn size(&self) -> u32 {
        if let Sort::App(app) = self { app.size } else { 1 }
    }

    /// Whether the sort is known.
    pub fn is_known(&self) -> bool {
        *self != Sort::Unknown
    }

    /// Whether both sorts are known and equal.
    pub fn is(&self, other: &Sort) -> bool {
        self == other && self.is_known()
    }

    /// Returns name and arguments of a sort that has no variant of its own.
    pub fn compound(&self) -> Option<(&[u8], &[Sort])> {
        if let Sort::App(app) = self { Some((&app.name, &app.arguments)) } else { None }
    }

    /// Returns the arguments of the sort, whatever its name is.
    pub(super) fn parts(&self) -> &[Sort] {
        self.compound().map_or(&[], |(_, arguments)| arguments)
    }

    /// Returns the arguments of the sort constructor `name`, as in `sort.arguments("Array")`.
    pub fn arguments(&self, name: &str) -> Option<&[Sort]> {
        self.compound().filter(|(n, _)| *n == name.as_bytes()).map(|(_, arguments)| arguments)
    }

    /// Returns index and element sort of an array sort.
    pub fn as_array(&self) -> Option<(&Sort, &Sort)> {
        if let Some([index, element]) = self.arguments("Array") { Some((index, element)) } else { None }
    }

    /// Returns the width of a bit-vector sort.
    pub fn width(&self) -> Option<u32> {
        if let Sort::BitVec(width) = self { Some(*width) } else { None }
    }

    /// Returns the width of a concatenation of terms of these sorts, if all are bit-vectors and it is below 2^32.
    pub fn joint_width<'a>(sorts: impl IntoIterator<Item = &'a Sort>) -> Option<u32> {
        sorts.into_iter().try_fold(0u32, |sum, sort| sum.checked_add(sort.width()?))
    }

    /// Whether the sort is `Int` or `Real`.
    pub fn is_arithmetic(&self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }

    /// Returns the sort as SMT-LIB text, by its short name if it has one; empty if the sort is unknown.
    pub fn short_text(&self) -> Vec<u8> {
        NAMED.iter().find(|(_, sort)| sort == self).map_or_else(|| self.text(), |(name, _)| name.as_bytes().to_vec())
    }

    /// Returns the sort as SMT-LIB text, with numbers for floating-point formats; empty if the sort is unknown.
    pub fn text(&self) -> Vec<u8> {
        match self {
            Sort::Unknown => Vec::new(),
            Sort::BitVec(width) => format!("(_ BitVec {width})").into_bytes(),
            Sort::Float(exponent, significand) => format!("(_ FloatingPoint {exponent} {significand})").into_bytes(),
            Sort::App(app) if app.arguments.is_empty() => app.name.to_vec(),
            // The recursion is bounded by the size that a known sort can have.
            Sort::App(app) => {
                let arguments: Vec<Vec<u8>> = app.arguments.iter().map(Sort::text).collect();
                [b"(", &*app.name, b" ", &arguments.join(&b' '), b")"].concat()
            }
            _ => self.short_text(),
        }
    }

    /// Returns the sort with the values in the place of the parameters.
    ///
    /// A parameter is a name without arguments; the recursion is bounded by the size that a known sort can have.
    pub(super) fn substitute(&self, parameters: &[Box<[u8]>], values: &[Sort]) -> Sort {
        let Some((name, arguments)) = self.compound() else { return self.clone() };
        if arguments.is_empty() {
            let at = parameters.iter().position(|parameter| **parameter == *name);
            return at.and_then(|i| values.get(i)).unwrap_or(self).clone();
        }
        let arguments: Vec<Sort> = arguments.iter().map(|a| a.substitute(parameters, values)).collect();
        Sort::app(name, arguments)
    }

    /// Finds parameter values that make this pattern equal to `sort`. Returns whether there are any. Unknown
    /// sorts match everything and determine nothing.
    pub(super) fn unify(&self, sort: &Sort, parameters: &[Box<[u8]>], values: &mut [Sort]) -> bool {
        if !sort.is_known() || !self.is_known() {
            return true;
        }
        let Some((name, arguments)) = self.compound() else { return self == sort };
        if arguments.is_empty()
            && let Some(i) = parameters.iter().position(|parameter| **parameter == *name)
        {
            if !values[i].is_known() {
                values[i] = sort.clone();
            }
            return values[i] == *sort;
        }
        let Some((other, others)) = sort.compound() else { return false };
        name == other
            && arguments.len() == others.len()
            && arguments.iter().zip(others).all(|(a, b)| a.unify(b, parameters, values))
    }
}
