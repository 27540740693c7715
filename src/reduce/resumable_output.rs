//! The output file of a run that may go on from an earlier one.

use super::journal::{Entry, Journal};
use crate::report::output::{Output, OutputPath};
use crate::sexpr::{Digest, Script};
use std::cell::Cell;
use std::io;

/// Keeps the output file up to date, and records in the journal what it holds.
///
/// A resumed run takes the steps of the earlier one again, with known verdicts. Until it has reached the script that
/// the file holds, the file stays as it is.
pub(super) struct ResumableOutput {
    output: Output,
    journal: Option<Journal>,
    /// The script of the earlier run that the file holds, until the replay has reached it.
    held: Cell<Option<Digest>>,
}

impl ResumableOutput {
    /// Opens the output, which holds this script of an earlier run, if there was one.
    pub fn new(place: OutputPath, journal: Option<Journal>, held: Option<Digest>) -> io::Result<ResumableOutput> {
        let noted = journal.clone();
        let note = move |script: &Script| {
            let entry = Entry::Output(script.digest(), script.digest());
            noted.iter().for_each(|journal| journal.note(entry));
        };
        Ok(ResumableOutput { output: Output::new(place, note)?, journal, held: Cell::new(held) })
    }

    /// Whether the file holds a later script of an earlier run than the replay has reached.
    pub fn is_ahead(&self) -> bool {
        self.held.get().is_some()
    }

    /// Whether `--resume` can go on from here.
    pub fn is_resumable(&self) -> bool {
        self.journal.as_ref().is_some_and(Journal::is_kept)
    }

    /// Begins with this script, which is a result already if it is shorter than the input.
    pub fn begin(&self, first: &Script, is_result: bool) {
        match self.held.get() {
            Some(held) if held == first.digest() => self.held.set(None),
            None if is_result => self.output.offer(first),
            _ => {}
        }
    }

    /// Begins again with this script: what the file holds is no result.
    pub fn begin_anew(&self, first: &Script) {
        self.held.set(None);
        self.output.offer(first);
    }

    /// Writes a result unless a newer one comes before its turn, or the file is ahead: results get shorter each time.
    pub fn offer(&self, script: &Script) {
        let held = self.held.get().filter(|held| script.text_len() > held.text_len());
        if held.is_none() && self.held.replace(None) != Some(script.digest()) {
            self.output.offer(script);
        }
    }

    /// Writes a text that is no result.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.output.finish(bytes)
    }

    /// Writes the text of the result, which is `script`, and records whether the search is done.
    pub fn finish(&mut self, bytes: &[u8], script: &Script, is_done: bool) -> io::Result<()> {
        let note = |entry| self.journal.iter().for_each(|journal| journal.note(entry));
        note(Entry::Output(Digest::of(bytes), script.digest()));
        let written = self.output.finish(bytes);
        if is_done {
            note(Entry::Done);
        }
        written
    }
}
