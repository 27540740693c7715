//! Answers of a solver to one `check-sat` after the other, and disputes between solvers.

use memchr::memchr;
use std::sync::Arc;

/// Number of bytes of a line that are read: answers and the beginning of an error are shorter.
const MAX_LINE: usize = 4096;

/// An answer to a `check-sat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// There is a model.
    Sat,
    /// There is no model.
    Unsat,
    /// The solver gave up, or ran into a time limit of its own.
    Unknown,
}

impl SatResult {
    /// All answers with the words that solvers print.
    pub const WORDS: &[(&str, SatResult)] =
        &[("sat", SatResult::Sat), ("unsat", SatResult::Unsat), ("unknown", SatResult::Unknown)];

    /// Returns the word for the answer.
    pub fn word(self) -> &'static str {
        SatResult::WORDS.iter().find(|(_, answer)| *answer == self).map_or("", |(word, _)| word)
    }

    /// Returns the answer that makes up a whole line of an output.
    pub fn of(line: &[u8]) -> Option<SatResult> {
        SatResult::WORDS.iter().find(|(word, _)| word.as_bytes() == line).map(|(_, answer)| *answer)
    }

    /// Returns the answer that contradicts this one; nothing contradicts `unknown`.
    pub fn opposite(self) -> Option<SatResult> {
        match self {
            SatResult::Sat => Some(SatResult::Unsat),
            SatResult::Unsat => Some(SatResult::Sat),
            SatResult::Unknown => None,
        }
    }
}

/// Reads answers from the standard output of a solver.
///
/// An answer stands alone on its line. The first error ends the list, unless it is a known one, since later
/// answers belong to another script. The expected answer in the script (`(set-info :status sat)`) is never
/// printed, so it never counts.
#[derive(Clone, Debug, Default)]
pub struct AnswerReader {
    /// The beginning of a line that is not complete.
    line: Vec<u8>,
    /// The answers so far; the index is the number of the `check-sat`.
    pub answers: Vec<SatResult>,
    /// Whether an error was printed, after which no answer counts.
    pub has_failed: bool,
    known: KnownErrors,
}

/// Errors that do not end the list of answers, by [`error_key`].
pub type KnownErrors = Arc<[Vec<u8>]>;

/// Returns what identifies an error: its line without digits, such as those of a position.
pub fn error_key(line: &[u8]) -> Vec<u8> {
    line.trim_ascii().iter().copied().filter(|byte| !byte.is_ascii_digit()).collect()
}

impl AnswerReader {
    /// Returns a reader that ignores these errors.
    pub fn knowing(known: &KnownErrors) -> AnswerReader {
        AnswerReader { known: known.clone(), ..AnswerReader::default() }
    }

    /// Takes in the next bytes of the output.
    pub fn feed(&mut self, mut bytes: &[u8]) {
        while let Some(end) = memchr(b'\n', bytes) {
            self.keep(&bytes[..end]);
            let line = std::mem::take(&mut self.line);
            self.read(&line);
            bytes = &bytes[end + 1..];
        }
        self.keep(bytes);
    }

    fn keep(&mut self, part: &[u8]) {
        let room = MAX_LINE.saturating_sub(self.line.len()).min(part.len());
        self.line.extend_from_slice(&part[..room]);
    }

    /// Returns all answers, now that the output is complete.
    pub fn finish(&self) -> Vec<SatResult> {
        let mut reader = self.clone();
        reader.read(&self.line);
        reader.answers
    }

    fn read(&mut self, line: &[u8]) {
        if self.has_failed {
            return;
        }
        let line = line.trim_ascii();
        if line.starts_with(b"(error") {
            self.has_failed = !self.known.contains(&error_key(line));
        } else if line == b"timeout" {
            self.answers.push(SatResult::Unknown);
        } else {
            self.answers.extend(SatResult::of(line));
        }
    }
}

/// The wrong answer of the command to each `check-sat`, as far as all runs so far agree that it is wrong.
pub type Claims = Vec<Option<SatResult>>;

/// The part that a run plays in a dispute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The command, whose answer is wrong.
    Command,
    /// Another solver, which contradicts the command.
    Other,
}

/// A dispute about a wrong answer: the answer of the command, and that of other solvers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// The side of the run.
    pub side: Side,
    /// The answer of the command; `None` stands for any definite answer.
    pub got: Option<SatResult>,
    /// The answer of the other solvers; `None` stands for any definite answer that is not the command's.
    pub expect: Option<SatResult>,
    /// Errors that the golden run has printed before it answered.
    pub known: KnownErrors,
}

impl Dispute {
    /// Returns the wrong answer of the command if this run answers `said`; `None` if there is no dispute then.
    fn claim(&self, said: SatResult) -> Option<SatResult> {
        let is = |wanted: Option<SatResult>| wanted.is_none_or(|wanted| wanted == said);
        match self.side {
            Side::Command => (is(self.got) && (self.got.is_some() || said != SatResult::Unknown)).then_some(said),
            Side::Other if !is(self.expect) => None,
            Side::Other => match self.got {
                Some(got) => (said != got && (self.expect.is_some() || said != SatResult::Unknown)).then_some(got),
                None => said.opposite(),
            },
        }
    }

    /// Returns the claims after a run with these answers, given the claims before it.
    pub fn claims(&self, answers: &[SatResult], earlier: Option<&Claims>) -> Claims {
        let claims = answers.iter().map(|answer| self.claim(*answer));
        match earlier {
            None => claims.collect(),
            Some(earlier) => claims.zip(earlier).map(|(new, old)| new.filter(|_| new == *old)).collect(),
        }
    }
}
