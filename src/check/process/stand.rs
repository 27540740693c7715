//! Where a template stands still to be cloned.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Before the solver opens its input.
    Opening,
    /// Behind the first command with which the solver sets itself up, where it asks for more of its input.
    Reading,
    /// [`Stand::Reading`] if other inputs have begun like this one, else [`Stand::Opening`].
    Both,
}
