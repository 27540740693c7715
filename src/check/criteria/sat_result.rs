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
        } else if let Some((_, answer)) = SatResult::WORDS.iter().find(|(word, _)| word.as_bytes() == line) {
            self.answers.push(*answer);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn dispute_of(side: Side, got: Option<SatResult>, expect: Option<SatResult>) -> Dispute {
        Dispute { side, got, expect, known: Arc::default() }
    }

    #[test]
    fn known_errors_are_passed_over() {
        let known: KnownErrors = [error_key(b"(error \"line 3: no option\")")].into();
        for (printed, count) in
            [("(error \"line 14: no option\")\nsat\n", 1), ("(error \"line 1: no sort\")\nsat\n", 0)]
        {
            let mut reader = Reader::knowing(&known);
            reader.feed(printed.as_bytes());
            assert_eq!(reader.finish().len(), count, "{printed}");
        }
    }

    fn answers(printed: &str) -> Vec<SatResult> {
        let (mut whole, mut bytes) = (Reader::default(), Reader::default());
        whole.feed(printed.as_bytes());
        printed.as_bytes().iter().for_each(|byte| bytes.feed(&[*byte]));
        assert_eq!(whole.finish(), bytes.finish());
        whole.finish()
    }

    #[test]
    fn answers_stand_alone_on_their_lines() {
        use SatResult::{Sat, Unknown, Unsat};
        let rows: [(&str, &[SatResult]); 8] = [
            ("", &[]),
            ("sat\n", &[Sat]),
            ("sat\r\nunsat", &[Sat, Unsat]),
            ("unknown\ntimeout\nunsat\n", &[Unknown, Unknown, Unsat]),
            ("(error \"no\")\nsat\n", &[]),
            ("sat\n(error \"no model\")\nunsat\n", &[Sat]),
            ("sat\n(\n  (define-fun x () Bool true)\n)\nunsat\n", &[Sat, Unsat]),
            ("satisfied\n\"sat\"\nnot sat\n", &[]),
        ];
        for (printed, expected) in rows {
            assert_eq!(answers(printed), expected, "{printed:?}");
        }
    }

    #[test]
    fn only_definite_opposite_answers_at_the_same_place_are_a_dispute() {
        let rows = [
            ("sat\n", "unsat\n", true),
            ("unsat\n", "sat\n", true),
            ("sat\n", "sat\n", false),
            ("sat\n", "unknown\n", false),
            ("unknown\n", "unsat\n", false),
            ("sat\n", "timeout\n", false),
            ("sat\n", "(error \"x\")\nunsat\n", false),
            ("sat\n", "", false),
            ("sat\nunsat\n", "sat\nsat\n", true),
            ("sat\nunsat\n", "unsat\n", true),
            ("sat\nunsat\n", "sat\n", false),
            ("unknown\nsat\n", "unsat\nunknown\n", false),
        ];
        for (command, other, disputed) in rows {
            for (first, second) in [(Side::Command, Side::Other), (Side::Other, Side::Command)] {
                let dispute = |side| dispute_of(side, None, None);
                let said = |side| answers(if side == Side::Command { command } else { other });
                let claims = dispute(first).claims(&said(first), None);
                let claims = dispute(second).claims(&said(second), Some(&claims));
                assert_eq!(claims.iter().any(Option::is_some), disputed, "{command:?} {other:?}");
            }
        }
    }

    #[test]
    fn wanted_answers_are_the_only_ones_that_count() {
        use SatResult::{Sat, Unknown, Unsat};
        let rows = [
            (Some(Unknown), Some(Unsat), "unknown\n", "unsat\n", true),
            (Some(Unknown), Some(Unsat), "unknown\n", "sat\n", false),
            (Some(Unknown), Some(Unsat), "sat\n", "unsat\n", false),
            (Some(Unknown), None, "unknown\n", "sat\n", true),
            (Some(Unknown), None, "unknown\n", "unknown\n", false),
            (Some(Sat), None, "sat\n", "unsat\n", true),
            (Some(Sat), None, "unsat\n", "sat\n", false),
            (None, Some(Unsat), "sat\n", "unsat\n", true),
            (None, Some(Unsat), "unsat\n", "sat\n", false),
        ];
        for (got, expect, command, other, disputed) in rows {
            let claims = dispute_of(Side::Command, got, expect).claims(&answers(command), None);
            let claims = dispute_of(Side::Other, got, expect).claims(&answers(other), Some(&claims));
            assert_eq!(claims.iter().any(Option::is_some), disputed, "{got:?} {expect:?} {command:?} {other:?}");
        }
    }

    #[test]
    fn a_referee_must_contradict_the_same_answer() {
        let dispute = |side| dispute_of(side, None, None);
        let claims = dispute(Side::Command).claims(&answers("sat\nsat\n"), None);
        let claims = dispute(Side::Other).claims(&answers("unsat\nsat\n"), Some(&claims));
        for (referee, confirmed) in [("unsat\n", true), ("sat\nunsat\n", false), ("unknown\n", false)] {
            let claims = dispute(Side::Other).claims(&answers(referee), Some(&claims));
            assert_eq!(claims.iter().any(Option::is_some), confirmed, "{referee:?}");
        }
    }
}
