//! What counts as the same behaviour, decided while the solver still prints.

use crate::check::golden::{Golden, Piece};
use crate::check::process::{End, Hope, Listener, Stream};
use crate::check::slot::Places;
use memchr::memmem;

/// What has to be the same in one output stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Criterion {
    /// Nothing.
    Ignored,
    /// Every byte, but for the paths that belong to the slot.
    Equal,
    /// That these bytes occur.
    Contains(Vec<u8>),
}

/// What has to be the same in two runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// Whether the exit status, the signal or the time-out must be the same.
    pub exit: bool,
    /// What must be the same on the standard output.
    pub stdout: Criterion,
    /// What must be the same on the error output.
    pub stderr: Criterion,
}

impl Default for Comparison {
    fn default() -> Self {
        Comparison { exit: true, stdout: Criterion::Equal, stderr: Criterion::Equal }
    }
}

impl Comparison {
    /// Only the exit status counts.
    pub fn exit_only() -> Self {
        Comparison { exit: true, stdout: Criterion::Ignored, stderr: Criterion::Ignored }
    }

    /// The criterion of a stream.
    pub fn criterion(&self, stream: Stream) -> &Criterion {
        match stream {
            Stream::Stdout => &self.stdout,
            Stream::Stderr => &self.stderr,
        }
    }
}

/// Compares a run with the golden run while it prints.
///
/// It is settled as soon as nothing that may follow can change the answer: at
/// the first byte that differs from an output that must be equal, or that comes
/// after its end. A substring can always still come, so a run that is compared
/// by substrings goes to its end (unless its exit does not count either).
pub struct Judge<'g> {
    comparison: &'g Comparison,
    golden_end: End,
    /// By [`Stream`].
    progress: [Progress<'g>; 2],
    heads: Heads,
    answer: Option<bool>,
}

/// The beginnings of both outputs, for those who look for an error message.
pub type Heads = [Vec<u8>; 2];

/// Bytes of each output that are kept whatever is compared.
const HEAD: usize = 4096;

impl<'g> Judge<'g> {
    /// A judge for a run in the slot with these places.
    ///
    /// `heads` are buffers to reuse; what they hold is dropped.
    pub fn new(comparison: &'g Comparison, golden: &'g Golden, places: &'g Places, mut heads: Heads) -> Self {
        let progress = [Stream::Stdout, Stream::Stderr].map(|stream| {
            heads[stream as usize].clear();
            match comparison.criterion(stream) {
                // What a run printed until it was ended is an accident.
                Criterion::Equal if !golden.end.is_own() => Progress::Ignored,
                Criterion::Equal => {
                    Progress::Equal(Follow { pieces: golden.template(stream).pieces(), places, rest: b"" })
                }
                Criterion::Contains(needle) if !needle.is_empty() => Progress::Contains { needle, tail: Vec::new() },
                Criterion::Ignored | Criterion::Contains(_) => Progress::Ignored,
            }
        });
        Judge { comparison, golden_end: golden.end, progress, heads, answer: None }
    }

    /// Whether the run was the same, now that it has ended.
    pub fn is_same(&self, end: End) -> bool {
        self.answer.unwrap_or_else(|| {
            (!self.comparison.exit || end == self.golden_end) && self.progress.iter().all(Progress::is_satisfied)
        })
    }

    /// The beginnings of both outputs.
    pub fn into_heads(self) -> Heads {
        self.heads
    }

    fn is_won(&self) -> bool {
        !self.comparison.exit && self.progress.iter().all(|progress| matches!(progress, Progress::Ignored))
    }
}

impl Listener for Judge<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> Hope {
        let head = &mut self.heads[stream as usize];
        let room = HEAD.saturating_sub(head.len()).min(bytes.len());
        head.extend_from_slice(&bytes[..room]);
        if !self.progress[stream as usize].feed(bytes) {
            self.answer = Some(false);
        } else if self.is_won() {
            self.answer = Some(true);
        }
        match self.answer {
            Some(_) => Hope::Settled,
            None => Hope::Open,
        }
    }

    fn wants(&self, stream: Stream) -> bool {
        *self.comparison.criterion(stream) != Criterion::Ignored
    }
}

/// How far one stream has come.
enum Progress<'g> {
    /// Whatever comes is fine; a substring that was found ends up here too.
    Ignored,
    Equal(Follow<'g>),
    Contains {
        needle: &'g [u8],
        tail: Vec<u8>,
    },
}

impl Progress<'_> {
    /// Takes in new bytes; false if the stream can no longer be the same.
    fn feed(&mut self, bytes: &[u8]) -> bool {
        match self {
            Progress::Ignored => true,
            Progress::Equal(follow) => follow.feed(bytes),
            Progress::Contains { needle, tail } => {
                if occurs(needle, tail, bytes) {
                    *self = Progress::Ignored;
                }
                true
            }
        }
    }

    fn is_satisfied(&self) -> bool {
        match self {
            Progress::Ignored => true,
            Progress::Equal(follow) => follow.is_complete(),
            Progress::Contains { .. } => false,
        }
    }
}

/// Whether the needle ends in `bytes`, which come after `tail`.
///
/// The tail, shorter than the needle, is brought up to date.
fn occurs(needle: &[u8], tail: &mut Vec<u8>, bytes: &[u8]) -> bool {
    let overlap = needle.len() - 1;
    tail.extend_from_slice(&bytes[..overlap.min(bytes.len())]);
    if memmem::find(tail, needle).is_some() || memmem::find(bytes, needle).is_some() {
        return true;
    }
    if bytes.len() > overlap {
        tail.clear();
        tail.extend_from_slice(&bytes[bytes.len() - overlap..]);
    }
    tail.drain(..tail.len().saturating_sub(overlap));
    false
}

/// A position in an expected output.
struct Follow<'g> {
    pieces: &'g [Piece],
    places: &'g Places,
    rest: &'g [u8],
}

impl Follow<'_> {
    fn feed(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            if self.rest.is_empty() {
                let Some((piece, pieces)) = self.pieces.split_first() else {
                    return false;
                };
                self.pieces = pieces;
                self.rest = piece.bytes(self.places);
                continue;
            }
            let common = bytes.len().min(self.rest.len());
            if bytes[..common] != self.rest[..common] {
                return false;
            }
            self.rest = &self.rest[common..];
            bytes = &bytes[common..];
        }
        true
    }

    fn is_complete(&self) -> bool {
        self.rest.is_empty() && self.pieces.is_empty()
    }
}
