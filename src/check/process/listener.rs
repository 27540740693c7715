//! Who hears what a solver prints.

use std::ops::ControlFlow;

/// One of the two outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The standard output.
    Stdout = 0,
    /// The error output.
    Stderr = 1,
}

/// What was printed so far on each output, by [`Stream`].
pub type OutputPrefix = [Vec<u8>; 2];

/// Who hears what a solver prints, while it prints it.
pub trait Listener {
    /// Takes in the next bytes of a stream.
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> ControlFlow<()>;

    /// Whether a stream counts at all.
    ///
    /// One that does not is read, so that the solver does not block, but it is
    /// not waited for and has no limit.
    fn wants(&self, stream: Stream) -> bool;
}
