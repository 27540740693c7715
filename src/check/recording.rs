//! A run whose outcome and outputs are kept.

use crate::check::criteria::crash::{headline, only};
use crate::check::criteria::error::{contradicts_status, error_line};
use crate::check::criteria::sat_result::AnswerReader;
use crate::check::{Outcome, SatResult, Signature, SlotPaths, Stream};

/// A run whose outcome and outputs are kept.
#[derive(Clone, Debug)]
pub struct Recording {
    /// How the run ended, and its time.
    pub outcome: Outcome,
    /// The standard output of the run.
    pub stdout: Vec<u8>,
    /// The error output of the run.
    pub stderr: Vec<u8>,
    /// Number of the query that took longest, provided that the solver printed each answer as soon as it was found.
    pub longest_query: usize,
    /// The paths of the slot, which the solver may have printed.
    pub(super) paths: SlotPaths,
}

impl Recording {
    /// Returns the signature of the crash, if the run crashed.
    pub fn signature(&self) -> Signature {
        Signature::of(self.outcome.end, &self.stdout, &self.stderr)
    }

    /// Returns the signature of the crash as these streams tell it.
    pub fn signature_on(&self, streams: &[Stream]) -> Signature {
        Signature::on(streams, self.outcome.end, |stream| self.output(stream))
    }

    /// Returns for people where and why the run crashed, as these streams tell it.
    pub fn headline(&self, streams: &[Stream]) -> Option<String> {
        let [stdout, stderr] = only(streams, |stream| self.output(stream));
        headline(stdout, stderr)
    }

    /// Returns the first line that reports an error.
    pub fn error_line(&self) -> Option<&[u8]> {
        error_line(&self.stdout, &self.stderr)
    }

    /// Whether the run complains that its answer contradicts `(set-info :status ...)` of the input.
    pub fn contradicts_status(&self) -> bool {
        contradicts_status(&self.stderr) || contradicts_status(&self.stdout)
    }

    /// Returns the answers up to the first error.
    pub fn answers(&self) -> Vec<SatResult> {
        let mut reader = AnswerReader::default();
        reader.feed(&self.stdout);
        reader.finish()
    }

    /// Returns what the run printed on a stream.
    pub fn output(&self, stream: Stream) -> &[u8] {
        [&self.stdout, &self.stderr][stream as usize]
    }
}
