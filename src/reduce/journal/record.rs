//! The records of a journal, each one line of JSON with a checksum.

use crate::check::{Agreement, Finding, Usage};
use crate::sexpr::Digest;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One record after the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A copy of the input with this length and digest follows.
    Input(usize, Digest),
    /// How the search began.
    Start(Start),
    /// The finding on the candidate with this digest.
    Finding(Digest, Finding),
    /// All findings so far are void, because runs disturb each other (true) or clones behave differently.
    Forget(bool),
    /// The output file is about to hold bytes with the first digest, which are of the script with the second.
    Output(Digest, Digest),
    /// The search has finished.
    Done,
}

/// Results of the golden run, which another golden run might change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The exit status of the golden run as in ddSMT; `None` if the run was cut off.
    pub code: Option<i32>,
    /// The automatic time limits of the solver and the cross check.
    pub most: [Option<Duration>; 2],
    /// Times of the golden runs.
    pub golden: Usage,
    /// How two golden runs compare.
    pub agreement: Agreement,
}

impl Entry {
    /// Returns the line of the record.
    pub fn line(&self) -> Vec<u8> {
        framed("", self)
    }

    /// Parses the record from the words of a line whose checksum was right.
    pub fn of(words: &str) -> Option<Entry> {
        serde_json::from_str(words).ok()
    }
}

/// Returns a line of a title and a value, with its checksum.
pub(super) fn framed(title: &str, value: &impl Serialize) -> Vec<u8> {
    // Every value that is written here has a form in JSON, so this does not fail.
    let words = format!("{title}{}", serde_json::to_string(value).unwrap_or_default());
    format!("{words} {:08x}\n", checksum(&words)).into_bytes()
}

/// Returns the words of a line without its checksum; `None` if the checksum is wrong.
pub(super) fn unframed(line: &[u8]) -> Option<&str> {
    let (words, sum) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
    (sum == format!("{:08x}", checksum(words))).then_some(words)
}

fn checksum(words: &str) -> u32 {
    Digest::of(words.as_bytes()).to_words()[0] as u32
}
