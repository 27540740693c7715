//! The records of a journal, one line of JSON each with a checksum.

use crate::check::{Finding, Usage};
use crate::sexpr::Digest;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// One record behind the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A copy of the input follows, of this length.
    Input(usize, Digest),
    /// How the search began.
    Start(Start),
    /// What was found about a candidate.
    Finding(Digest, Finding),
    /// What was found so far does not count.
    Forget,
    /// The output file is about to hold these bytes, which are of this script.
    Output(Digest, Digest),
    /// The search has come to its end.
    Done,
}

/// What the golden run decided, which another golden run might decide otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Start {
    /// The exit status of the golden run as ddSMT tells it; none if it was cut
    /// off.
    pub code: Option<i32>,
    /// The automatic time limits of the solver and the cross check.
    pub most: [Option<Duration>; 2],
    /// What the golden runs took.
    pub golden: Usage,
}

impl Entry {
    /// The line of the record.
    pub fn line(&self) -> Vec<u8> {
        framed("", self)
    }

    /// The record of a line whose checksum was right.
    pub fn of(words: &str) -> Option<Entry> {
        serde_json::from_str(words).ok()
    }
}

/// A line that begins so, with its checksum.
pub(super) fn framed(title: &str, value: &impl Serialize) -> Vec<u8> {
    // Nothing that is written here fails to be JSON.
    let words = format!("{title}{}", serde_json::to_string(value).unwrap_or_default());
    format!("{words} {:08x}\n", checksum(&words)).into_bytes()
}

/// The words of a line without its end; nothing if the checksum is wrong.
pub(super) fn unframed(line: &[u8]) -> Option<&str> {
    let (words, sum) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
    (sum == format!("{:08x}", checksum(words))).then_some(words)
}

fn checksum(words: &str) -> u32 {
    Digest::of(words.as_bytes()).to_words()[0] as u32
}
