//! The signature of a crash, which does not depend on the input.

use crate::check::{End, Stream};
use regex::bytes::Regex;
use std::sync::LazyLock;

/// Number of frames of a stack that count: deeper ones depend on the input.
const FRAMES: usize = 3;

/// Number of lines behind `ASSERTION VIOLATION` that belong to it.
const DETAILS: usize = 3;

/// The signature of a crash, which does not depend on the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signature {
    /// How the run ended.
    pub end: End,
    /// The kind of the lines; [`Place::Nowhere`] if there are none.
    pub place: Place,
    /// The lines that tell where the run crashed, with all varying parts masked.
    pub lines: Vec<Vec<u8>>,
}

/// Kinds of lines that tell where a solver crashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The summary of a sanitizer.
    Sanitizer,
    /// A failed assertion or an uncaught exception.
    Assertion,
    /// The uppermost frames of a stack.
    Frames,
    /// No such line was printed, so that the end alone counts.
    Nowhere,
}

impl Signature {
    /// Reads the signature from the outputs of a run: all lines of the first kind that occurs, of the first
    /// stream on which it does.
    pub fn of(end: End, stdout: &[u8], stderr: &[u8]) -> Signature {
        let streams = [stderr, stdout].map(|text| text.split(|&b| b == b'\n').collect::<Vec<_>>());
        let kinds = [
            (Place::Sanitizer, summaries as fn(&[&[u8]]) -> _),
            (Place::Assertion, assertions),
            (Place::Frames, frames),
        ];
        let all = kinds.iter().flat_map(|kind| streams.iter().map(move |lines| (kind, lines)));
        let found = all.map(|((place, read), lines)| (*place, read(lines))).find(|(_, found)| !found.is_empty());
        let (place, lines) = found.unwrap_or((Place::Nowhere, Vec::new()));
        Signature { end, place, lines }
    }

    /// Reads the signature from these streams only.
    pub fn on<'a>(streams: &[Stream], end: End, output: impl Fn(Stream) -> &'a [u8]) -> Signature {
        let [stdout, stderr] =
            [Stream::Stdout, Stream::Stderr].map(|stream| if streams.contains(&stream) { output(stream) } else { b"" });
        Signature::of(end, stdout, stderr)
    }

    /// Returns the signal that ended the run, or that ended a program within its shell.
    pub fn signal(&self) -> Option<i32> {
        match self.end {
            End::Signaled(signal) => Some(signal),
            End::Exited(status @ 129..=159) => Some(status - 128),
            _ => None,
        }
    }

    /// Whether the run has crashed.
    pub fn is_crash(&self) -> bool {
        !self.lines.is_empty() || !matches!(self.end, End::Exited(0) | End::TimedOut | End::Idle)
    }
}

/// Returns a line without the parts that vary from run to run.
pub fn masked(line: &[u8]) -> Vec<u8> {
    MASKS
        .iter()
        .fold(line.trim_ascii().to_vec(), |line, (pattern, mask)| pattern.replace_all(&line, *mask).into_owned())
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("every pattern of this file is compiled by its tests")
}

/// The parts that vary: addresses, times, process numbers (also in bash's message of a signal), folders,
/// positions in files.
static MASKS: LazyLock<[(Regex, &[u8]); 7]> = LazyLock::new(|| {
    [
        (pattern(r"(?-u)\b0[xX][0-9a-fA-F]+\b"), b"ADDRESS".as_slice()),
        (pattern(r"(?-u)\b[0-9]+([.][0-9]+)? ?(s|ms|us|sec|secs|second|seconds)\b"), b"TIME"),
        (pattern(r"(?-u)==[0-9]+==|\b(pid|PID|process|thread)[ =:]*[0-9]+|\[[0-9]+\]"), b"PROCESS"),
        (pattern(r"(?-u)\b(line [0-9]+:) +[0-9]+ ([A-Z])"), b"${1} PROCESS ${2}"),
        (pattern(r"(?-u)([A-Za-z]:)?[^\s'`\x22(<>:]*/"), b""),
        (pattern(r"(?-u)(:[0-9]+)+\b"), b":LINE"),
        (pattern(r"(?-u)\b([Ll]ine|[Cc]olumn)[ :]+[0-9]+"), b"LINE"),
    ]
});

static SUMMARY: LazyLock<Regex> = LazyLock::new(|| pattern(r"(?-u)SUMMARY: \w+Sanitizer|: runtime error: "));

/// Words of failed assertions and uncaught exceptions in C, C++, Rust, OCaml, Python and Java.
static ASSERTION: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?x-u) ASSERTION\ VIOLATION | [Aa]ssert(ion)?\b.*\b(fail|violat) | (?i:internal\ error|fatal\ failure|fatal\ error)
        | UNREACHABLE | [Uu]nreachable\ code | UNEXPECTED\ CODE | terminate\ called | what\(\): | panicked\ at
        | Fatal\ error: | ^\w+(Error|Exception)\b | Exception\ in\ thread | [Uu]n(caught|handled)\ exception
        | free\(\): | malloc\(\): | double\ free | stack\ smashing | corrupted\ ",
    )
});

static FRAME: LazyLock<Regex> =
    LazyLock::new(|| pattern(r"(?-u)^\s*#[0-9]+\s+(?:0[xX][0-9a-fA-F]+\s+)?(?:in\s+)?([^\s(+]+)"));

fn summaries(lines: &[&[u8]]) -> Vec<Vec<u8>> {
    lines.iter().filter(|line| SUMMARY.is_match(line)).take(1).map(|line| masked(line)).collect()
}

fn assertions(lines: &[&[u8]]) -> Vec<Vec<u8>> {
    let Some(at) = lines.iter().position(|line| ASSERTION.is_match(line)) else { return vec![] };
    // Z3 and cvc5 print the details in the lines behind this one.
    let announced = lines[at].starts_with(b"ASSERTION VIOLATION") || lines[at].starts_with(b"Fatal failure");
    let more = if announced { DETAILS } else { 0 };
    let lines = lines[at..].iter().map(|line| line.trim_ascii());
    lines.filter(|line| !line.is_empty() && !quotes_input(line)).take(1 + more).map(masked).collect()
}

/// Whether a line of cvc4's or cvc5's complaint about a model shows a formula of the
/// input, which may not keep its symbols.
fn quotes_input(line: &[u8]) -> bool {
    let labels: [&[u8]; 3] = [b"assertion:", b"simplifies to:", b"expected"];
    labels.iter().any(|label| line.starts_with(label))
}

fn frames(lines: &[&[u8]]) -> Vec<Vec<u8>> {
    let frames = lines.iter().filter_map(|line| Some(masked(FRAME.captures(line)?.get(1)?.as_bytes())));
    frames.take(FRAMES).collect()
}
