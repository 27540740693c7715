//! The records of a journal, one line each: words and a checksum.

use crate::check::executor::Finding;
use crate::check::timeout::{Time, TimeBudget, Usage};
use crate::sexpr::Digest;
use std::time::Duration;

/// One record behind the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// How the search began.
    Start(Start),
    /// What was found about a candidate.
    Finding(Digest, Finding),
    /// What was found so far does not count.
    Forget,
    /// The output file is about to hold these bytes, which are of this script.
    Output(Digest, Digest),
}

/// What the golden run decided, which another golden run might decide otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
        let words = match self {
            Entry::Start(start) => {
                let code = start.code.map_or("-".to_owned(), |code| code.to_string());
                let most = start.most.map(|most| most.map_or("-".to_owned(), |most| most.as_micros().to_string()));
                format!("start {code} {} {}", most.join(" "), usage_words(start.golden))
            }
            Entry::Finding(digest, finding) => {
                let verdict = if finding.verdict { "same" } else { "other" };
                let allowed = finding.cut.map_or(String::new(), |cut| format!(" {}", allowance_words(cut)));
                format!("{verdict} {digest} {}{allowed}", usage_words(finding.usage))
            }
            Entry::Forget => "forget".to_owned(),
            Entry::Output(bytes, script) => format!("output {bytes} {script}"),
        };
        framed(&words)
    }

    /// The record of a line whose checksum was right.
    pub fn of(words: &str) -> Option<Entry> {
        let mut words = words.split(' ');
        let entry = match words.next()? {
            "start" => {
                let code = words.next()?;
                let code = if code == "-" { None } else { Some(code.parse().ok()?) };
                let most = [limit_of(words.next()?)?, limit_of(words.next()?)?];
                Entry::Start(Start { code, most, golden: usage_of(&mut words)? })
            }
            verdict @ ("same" | "other") => {
                let digest = digest_of(words.next()?)?;
                let usage = usage_of(&mut words)?;
                let mut rest = words.by_ref().peekable();
                let cut = if rest.peek().is_some() { Some(allowance_of(&mut rest)?) } else { None };
                Entry::Finding(digest, Finding { verdict: verdict == "same", usage, cut })
            }
            "forget" => Entry::Forget,
            "output" => Entry::Output(digest_of(words.next()?)?, digest_of(words.next()?)?),
            _ => return None,
        };
        words.next().is_none().then_some(entry)
    }
}

/// The line before a copy of the input.
pub(super) fn input_line(input: &[u8]) -> Vec<u8> {
    framed(&format!("input {} {}", input.len(), Digest::of(input)))
}

/// The length and the digest of the copy that follows such a line.
pub(super) fn input_of(words: &str) -> Option<(usize, Digest)> {
    let (length, digest) = words.strip_prefix("input ")?.split_once(' ')?;
    Some((length.parse().ok()?, digest_of(digest)?))
}

/// A line with its checksum.
pub(super) fn framed(words: &str) -> Vec<u8> {
    format!("{words} {:08x}\n", checksum(words)).into_bytes()
}

/// The words of a line without its end; nothing if the checksum is wrong.
pub(super) fn unframed(line: &[u8]) -> Option<&str> {
    let (words, sum) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
    (sum == format!("{:08x}", checksum(words))).then_some(words)
}

fn checksum(words: &str) -> u32 {
    Digest::of(words.as_bytes()).to_words()[0] as u32
}

fn digest_of(word: &str) -> Option<Digest> {
    let (sums, length) = word.split_once('.')?;
    let part = |from, to| u64::from_str_radix(sums.get(from..to)?, 16).ok();
    Some(Digest::from_words([part(0, 16)?, part(16, 32)?, length.parse().ok()?]))
}

fn usage_words(usage: Usage) -> String {
    usage.0.map(time_word).join(" ")
}

fn usage_of<'w>(words: &mut impl Iterator<Item = &'w str>) -> Option<Usage> {
    Some(Usage([time_of(words.next()?)?, time_of(words.next()?)?]))
}

fn allowance_words(allowance: TimeBudget) -> String {
    allowance.0.map(|time| time.map_or("-".to_owned(), time_word)).join(" ")
}

fn allowance_of<'w>(words: &mut impl Iterator<Item = &'w str>) -> Option<TimeBudget> {
    let mut time = || match words.next()? {
        "-" => Some(None),
        word => time_of(word).map(Some),
    };
    Some(TimeBudget([time()?, time()?]))
}

/// Elapsed and processor time in microseconds.
fn time_word(time: Time) -> String {
    format!("{}/{}", time.wall.as_micros(), time.cpu.as_micros())
}

fn time_of(word: &str) -> Option<Time> {
    let (wall, cpu) = word.split_once('/')?;
    Some(Time { wall: micros(wall)?, cpu: micros(cpu)? })
}

fn limit_of(word: &str) -> Option<Option<Duration>> {
    if word == "-" { Some(None) } else { micros(word).map(Some) }
}

fn micros(word: &str) -> Option<Duration> {
    word.parse().ok().map(Duration::from_micros)
}
