//! Examples: documentation that is also the test.

/// A script, and every candidate that a mutator proposes for it.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The script, one command per line.
    pub before: &'static str,
    /// The candidates in order: nodes in pre-order, local before global ones.
    /// Empty where the mutator does not apply.
    pub after: &'static [&'static str],
}
