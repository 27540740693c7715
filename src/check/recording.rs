//! A run of which everything that counts is kept.

use crate::check::criteria::error::error_line;
use crate::check::criteria::sat_result::Reader;
use crate::check::{Outcome, SatResult, Signature, SlotPaths, Stream};

/// A run of which everything that counts is kept.
#[derive(Clone, Debug)]
pub struct Recording {
    /// How it ended and what it used.
    pub outcome: Outcome,
    /// What it printed on its standard output.
    pub stdout: Vec<u8>,
    /// What it printed on its error output.
    pub stderr: Vec<u8>,
    /// The number of the query that took longest, as far as answers were
    /// printed as soon as they were found.
    pub longest_query: usize,
    /// The paths of the slot, which it may have printed.
    pub(super) paths: SlotPaths,
}

impl Recording {
    /// What tells it from other crashes, if it is one.
    pub fn signature(&self) -> Signature {
        Signature::of(self.outcome.end, &self.stdout, &self.stderr)
    }

    /// The first line that tells an error of the input.
    pub fn error_line(&self) -> Option<&[u8]> {
        error_line(&self.stdout, &self.stderr)
    }

    /// What it has answered up to its first error.
    pub fn answers(&self) -> Vec<SatResult> {
        let mut reader = Reader::default();
        reader.feed(&self.stdout);
        reader.finish()
    }

    /// What it printed on a stream.
    pub fn output(&self, stream: Stream) -> &[u8] {
        match stream {
            Stream::Stdout => &self.stdout,
            Stream::Stderr => &self.stderr,
        }
    }
}
