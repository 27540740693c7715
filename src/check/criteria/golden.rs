//! The golden run, with which every other run is compared.

use super::crash::Signature;
use super::error::ReportedError;
use crate::check::{End, Recording, Requirements, SlotPaths, Stream};
use bstr::ByteSlice;
use std::os::unix::ffi::OsStrExt;
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
    outputs: [Vec<u8>; 2],
    /// The paths of the slot, which the outputs may hold.
    paths: SlotPaths,
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
            outputs: [recording.stdout.clone(), recording.stderr.clone()],
            paths: recording.paths.clone(),
        }
    }

    /// Returns what a run in the slot with these paths has to print to print the same.
    pub(super) fn expected(&self, stream: Stream, paths: &SlotPaths) -> Vec<u8> {
        let folders = [(&self.paths.folder, &paths.folder), (&self.paths.scratch, &paths.scratch)];
        folders.into_iter().fold(self.outputs[stream as usize].clone(), |output, (golden, own)| {
            output.replace(golden.as_os_str().as_bytes(), own.as_os_str().as_bytes())
        })
    }
}
