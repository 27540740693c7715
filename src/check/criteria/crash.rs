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
        let (place, lines) = place(stdout, stderr);
        Signature { end, place, lines: lines.into_iter().map(masked).collect() }
    }

    /// Reads the signature from these streams only.
    pub fn on<'a>(streams: &[Stream], end: End, output: impl Fn(Stream) -> &'a [u8]) -> Signature {
        let [stdout, stderr] = only(streams, output);
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

/// Returns both outputs, those of other streams as if they were empty.
pub fn only<'a>(streams: &[Stream], output: impl Fn(Stream) -> &'a [u8]) -> [&'a [u8]; 2] {
    Stream::BOTH.map(|stream| if streams.contains(&stream) { output(stream) } else { b"" })
}

/// Returns the kind of the lines that tell where a run crashed, and these lines.
fn place<'o>(stdout: &'o [u8], stderr: &'o [u8]) -> (Place, Vec<&'o [u8]>) {
    let streams = [stderr, stdout].map(|text| text.split(|&b| b == b'\n').collect::<Vec<_>>());
    let kinds = [
        (Place::Sanitizer, summaries as fn(&[&'o [u8]]) -> _),
        (Place::Assertion, assertions),
        (Place::Frames, frames),
    ];
    let all = kinds.iter().flat_map(|kind| streams.iter().map(move |lines| (kind, lines)));
    let found = all.map(|((place, read), lines)| (*place, read(lines))).find(|(_, found)| !found.is_empty());
    found.unwrap_or((Place::Nowhere, Vec::new()))
}

/// Returns for people where and why a run crashed: file and line, the message, and the function without its
/// arguments, as far as they were printed. `None` if nothing was.
pub fn headline(stdout: &[u8], stderr: &[u8]) -> Option<String> {
    let lines = place(stdout, stderr).1.into_iter().map(|line| mask(line.trim_ascii(), &*ACCIDENTS));
    let lines: Vec<String> = lines.map(|line| String::from_utf8_lossy(&line).into_owned()).collect();
    let (first, rest) = lines.split_first()?;
    if let ("ASSERTION VIOLATION", [file, number, what @ ..]) = (first.as_str(), rest)
        && let (Some(file), Some(number)) = (file.strip_prefix("File: "), number.strip_prefix("Line: "))
    {
        return Some(format!("{file}:{number}: {}", what.join(" ")));
    }
    let Some(found) = HEADLINES.iter().find_map(|pattern| pattern.captures(first)) else {
        return Some(lines.join(" "));
    };
    let part = |name: &str| found.name(name).map_or("", |part| part.as_str());
    let message = std::iter::once(part("message")).chain(rest.iter().map(String::as_str));
    let message = message.filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ");
    let message = message.trim_start_matches("Internal error detected ").trim_end_matches(':');
    let message = if message.is_empty() { String::new() } else { format!(": {message}") };
    let function = match without_arguments(part("function")) {
        "" => String::new(),
        name => format!(" (in {name})"),
    };
    Some(format!("{}{message}{function}", part("place")))
}

/// Returns the name of a function, given its type and arguments, too.
fn without_arguments(function: &str) -> &str {
    let start = function.rfind("(anonymous namespace)::").map_or(0, |at| at + "(anonymous namespace)::".len());
    let name = function[start..].split('(').next().unwrap_or_default().trim();
    name.rsplit(' ').next().unwrap_or_default().trim_start_matches(['*', '&'])
}

/// Returns a line without the parts that vary from run to run.
pub fn masked(line: &[u8]) -> Vec<u8> {
    mask(&mask(line.trim_ascii(), &*ACCIDENTS), &*POSITIONS)
}

fn mask(line: &[u8], masks: &[(Regex, &[u8])]) -> Vec<u8> {
    masks.iter().fold(line.to_vec(), |line, (pattern, mask)| pattern.replace_all(&line, *mask).into_owned())
}

pub(super) fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("every pattern of crashes and errors is compiled by a test")
}

/// First lines of crashes: of cvc4 and cvc5, of the C library, of a sanitizer.
static HEADLINES: LazyLock<[regex::Regex; 3]> = LazyLock::new(|| {
    [
        r"^Fatal failure within (?<function>.+) at (?<place>\S+:[0-9]+)$",
        r"^(?:\S+: )?(?<place>[^\s:]+:[0-9]+): (?:(?<function>[^`]+?): )?(?<message>Assertion .*)$",
        r"^SUMMARY: (?<message>\w+Sanitizer: \S+) (?<place>\S+?:[0-9:]+)(?: in (?<function>.+))?$",
    ]
    .map(|text| regex::Regex::new(text).expect("they are compiled by a test"))
});

/// The parts that vary from run to run: addresses, times, process numbers (also of bash on a signal), folders.
static ACCIDENTS: LazyLock<[(Regex, &[u8]); 5]> = LazyLock::new(|| {
    [
        (pattern(r"(?-u)\b0[xX][0-9a-fA-F]+\b"), b"ADDRESS".as_slice()),
        (pattern(r"(?-u)\b[0-9]+([.][0-9]+)? ?(s|ms|us|sec|secs|second|seconds)\b"), b"TIME"),
        (pattern(r"(?-u)==[0-9]+==|\b(pid|PID|process|thread)[ =:]*[0-9]+|\[[0-9]+\]"), b"PROCESS"),
        (pattern(r"(?-u)\b(line [0-9]+:) +[0-9]+ ([A-Z])"), b"${1} PROCESS ${2}"),
        (pattern(r"(?-u)([A-Za-z]:)?[^\s'`\x22(<>:]*/"), b""),
    ]
});

/// Positions in files, which vary with the input or the version.
static POSITIONS: LazyLock<[(Regex, &[u8]); 2]> = LazyLock::new(|| {
    [(pattern(r"(?-u)(:[0-9]+)+\b"), b":LINE".as_slice()), (pattern(r"(?-u)\b([Ll]ine|[Cc]olumn)[ :]+[0-9]+"), b"LINE")]
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

fn summaries<'o>(lines: &[&'o [u8]]) -> Vec<&'o [u8]> {
    lines.iter().copied().filter(|line| SUMMARY.is_match(line)).take(1).collect()
}

fn assertions<'o>(lines: &[&'o [u8]]) -> Vec<&'o [u8]> {
    let Some(at) = lines.iter().position(|line| ASSERTION.is_match(line)) else { return vec![] };
    // Z3 and cvc5 print the details in the lines behind this one.
    let announced = lines[at].starts_with(b"ASSERTION VIOLATION") || lines[at].starts_with(b"Fatal failure");
    let more = if announced { DETAILS } else { 0 };
    // In complaints of cvc4 and cvc5 about a model these lines show a formula of the input, which may not keep its symbols.
    let quotes: [&[u8]; 3] = [b"assertion:", b"simplifies to:", b"expected"];
    let lines = lines[at..].iter().map(|line| line.trim_ascii());
    lines
        .filter(|line| !line.is_empty() && !quotes.iter().any(|label| line.starts_with(label)))
        .take(1 + more)
        .collect()
}

fn frames<'o>(lines: &[&'o [u8]]) -> Vec<&'o [u8]> {
    let frames = lines.iter().filter_map(|line| Some(FRAME.captures(line)?.get(1)?.as_bytes()));
    frames.take(FRAMES).collect()
}
