//! What every other run is compared with.

use super::crash::Signature;
use super::error::first_error;
use super::expected_output::ExpectedOutput;
use crate::check::{End, Recording, Stream};
use std::time::Duration;

/// What every other run is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// How it ended.
    pub end: End,
    /// Its elapsed time; of two runs the longer one's.
    pub wall: Duration,
    /// Its processor time; of two runs the longer one's.
    pub cpu: Duration,
    /// Where it crashed, if it did and said so.
    pub crash: Signature,
    /// The error that it has reported before all others, if there is one.
    pub error: Option<Vec<u8>>,
    /// By [`Stream`].
    outputs: [ExpectedOutput; 2],
}

impl Golden {
    /// Makes a run the golden one.
    pub fn of(recording: &Recording) -> Self {
        Golden {
            end: recording.outcome.end,
            wall: recording.outcome.wall,
            cpu: recording.outcome.cpu,
            crash: recording.signature(),
            error: first_error(&recording.stdout, &recording.stderr),
            outputs: [&recording.stdout, &recording.stderr].map(|output| ExpectedOutput::of(output, &recording.paths)),
        }
    }

    pub(super) fn expected(&self, stream: Stream) -> &ExpectedOutput {
        &self.outputs[stream as usize]
    }
}
