//! Where a solver stands still to be cloned.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Before it opens its input.
    Opening,
    /// Where it has executed the first command with which it sets itself up, and asks for
    /// what comes behind.
    Reading,
    /// There if other inputs have begun like this one, else before it opens its input.
    Both,
}
