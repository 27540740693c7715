//! The golden run, with which every other run is compared.

use super::crash::Signature;
use super::error::ReportedError;
use super::expected_output::ExpectedOutput;
use crate::check::{End, Recording, Requirements, Stream};
use std::time::Duration;

/// The golden run, with which every other run is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// How the run ended.
    pub end: End,
    /// Elapsed time of the run, the longer one if it was made twice.
    pub wall: Duration,
    /// Processor time of the run, the longer one if it was made twice.
    pub cpu: Duration,
    /// The signature of the run, which tells where it crashed, if it did, as far as the comparison looks at it.
    pub crash: Signature,
    /// The error that the run reported, if any.
    pub error: Option<ReportedError>,
    /// The outputs, by [`Stream`].
    outputs: [ExpectedOutput; 2],
}

impl Golden {
    /// Makes a run the golden one of a comparison.
    pub fn of(recording: &Recording, comparison: &Requirements) -> Self {
        Golden {
            end: recording.outcome.end,
            wall: recording.outcome.wall,
            cpu: recording.outcome.cpu,
            crash: recording.signature_on(comparison.crash_streams()),
            error: ReportedError::of(&recording.stdout, &recording.stderr),
            outputs: [&recording.stdout, &recording.stderr].map(|output| ExpectedOutput::of(output, &recording.paths)),
        }
    }

    pub(super) fn expected(&self, stream: Stream) -> &ExpectedOutput {
        &self.outputs[stream as usize]
    }
}
