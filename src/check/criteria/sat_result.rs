//! What a solver answers, one `check-sat` after the other, and who disagrees.

use memchr::memchr;
use std::sync::Arc;

/// Bytes of a line that are looked at: answers and the beginning of an error are shorter.
const LONGEST: usize = 4096;

/// An answer to a `check-sat`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SatResult {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The solver gave up, or ran into a time limit of its own.
    Unknown,
}

impl SatResult {
    /// All answers by the words that solvers print.
    pub const WORDS: &[(&str, SatResult)] =
        &[("sat", SatResult::Sat), ("unsat", SatResult::Unsat), ("unknown", SatResult::Unknown)];

    /// The word for it.
    pub fn word(self) -> &'static str {
        SatResult::WORDS.iter().find(|(_, answer)| *answer == self).map_or("", |(word, _)| word)
    }

    /// The one that a whole line of an output is.
    pub fn of(line: &[u8]) -> Option<SatResult> {
        SatResult::WORDS.iter().find(|(word, _)| word.as_bytes() == line).map(|(_, answer)| *answer)
    }

    /// What contradicts it; nothing contradicts `unknown`.
    pub fn opposite(self) -> Option<SatResult> {
        match self {
            SatResult::Sat => Some(SatResult::Unsat),
            SatResult::Unsat => Some(SatResult::Sat),
            SatResult::Unknown => None,
        }
    }
}

/// Reads answers from what is printed on the standard output.
///
/// An answer stands alone on its line. The first error ends the list, since
/// what is said afterwards is said of another script, unless it is known. What the script itself
/// says (`(set-info :status sat)`) is never printed, and so never counts.
#[derive(Debug, Default)]
pub struct Reader {
    /// The beginning of a line that is not complete.
    line: Vec<u8>,
    /// The answers so far; the place in the list is the number of the `check-sat`.
    answers: Vec<SatResult>,
    has_failed: bool,
    known: KnownErrors,
}

/// Errors that do not count, as [`error_key`] tells them.
pub type KnownErrors = Arc<[Vec<u8>]>;

/// What tells an error from others: all but the numbers, such as those of a line.
pub fn error_key(line: &[u8]) -> Vec<u8> {
    line.trim_ascii().iter().copied().filter(|byte| !byte.is_ascii_digit()).collect()
}

impl Reader {
    /// Passes over these errors.
    pub fn knowing(known: &KnownErrors) -> Reader {
        Reader { known: known.clone(), ..Reader::default() }
    }

    /// Takes in what is printed next.
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
        let room = LONGEST.saturating_sub(self.line.len()).min(part.len());
        self.line.extend_from_slice(&part[..room]);
    }

    /// The answers so far.
    pub fn answers(&self) -> &[SatResult] {
        &self.answers
    }

    /// Whether an error was printed, behind which nothing counts.
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// All answers, now that nothing more will come.
    pub fn finish(&self) -> Vec<SatResult> {
        let mut reader =
            Reader { answers: self.answers.clone(), has_failed: self.has_failed, ..Reader::knowing(&self.known) };
        reader.read(&self.line);
        reader.answers
    }

    fn read(&mut self, line: &[u8]) {
        let line = line.trim_ascii();
        if self.has_failed {
        } else if line.starts_with(b"(error") {
            self.has_failed = !self.known.contains(&error_key(line));
        } else if line == b"timeout" {
            self.answers.push(SatResult::Unknown);
        } else {
            self.answers.extend(SatResult::of(line));
        }
    }
}

/// By `check-sat`: what the command says that is wrong, as far as all runs so
/// far agree that it is.
pub type Claims = Vec<Option<SatResult>>;

/// Which part a run plays where answers are wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The command, whose answer is wrong.
    Command,
    /// Another solver, which contradicts it.
    Other,
}

/// A wrong answer: what the command says, and what others say instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dispute {
    /// Whose run it is.
    pub side: Side,
    /// The answer of the command; any that is definite where it is not given.
    pub got: Option<SatResult>,
    /// The answer of the others; any definite one that is not the command's
    /// where it is not given.
    pub expect: Option<SatResult>,
    /// Errors that the golden run has printed before it answered.
    pub known: KnownErrors,
}

impl Dispute {
    /// What the command says that is wrong if this run says `said`; nothing if
    /// then there is no dispute.
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

    /// The claims after a run with these answers, which had those before it.
    pub fn claims(&self, answers: &[SatResult], earlier: Option<&Claims>) -> Claims {
        let claims = answers.iter().map(|answer| self.claim(*answer));
        match earlier {
            None => claims.collect(),
            Some(earlier) => claims.zip(earlier).map(|(new, old)| new.filter(|_| new == *old)).collect(),
        }
    }
}
