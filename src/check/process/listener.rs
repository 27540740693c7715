//! Listens to what a solver prints.

use std::fmt::{self, Display, Formatter};
use std::ops::ControlFlow;

/// One of the two outputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// The standard output.
    Stdout = 0,
    /// The error output.
    Stderr = 1,
}

impl Stream {
    /// Both outputs.
    pub const BOTH: [Stream; 2] = [Stream::Stdout, Stream::Stderr];

    /// Returns the end of the names of options about the stream.
    pub fn short(self) -> &'static str {
        ["out", "err"][self as usize]
    }
}

impl Display for Stream {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "std{}", self.short())
    }
}

/// The output so far, by [`Stream`].
pub type OutputPrefix = [Vec<u8>; 2];

/// Listens to what a solver prints, while the solver runs.
pub trait Listener {
    /// Takes in the next bytes of a stream. `Break` ends the run.
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> ControlFlow<()>;

    /// Whether the listener needs a stream.
    ///
    /// A stream that it does not need is read, so that the solver does not block, but is not waited for and
    /// has no limit.
    fn wants(&self, stream: Stream) -> bool;
}
