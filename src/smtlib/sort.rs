//! Sorts as values.

use std::sync::Arc;

/// A sort, with abbreviations expanded.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Sort {
    /// Not known; not equal in meaning to any sort, itself included.
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
    /// Any other sort: its name and its arguments (`Array`, `Seq`, `Set`, `->`, datatypes, declared sorts).
    App(Arc<(Box<[u8]>, Vec<Sort>)>),
}
