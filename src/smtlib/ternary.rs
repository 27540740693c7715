//! Answers that may be unknown.

/// Yes, no, or not known; the smaller one decides when both must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Ternary {
    /// It does not hold.
    No,
    /// Whether it holds is not known.
    Unknown,
    /// It holds.
    Yes,
}
