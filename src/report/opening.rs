//! The first lines of the log: what is about to be run.

use super::log::Level;
use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::time::Duration;

/// What the user ordered, as the log repeats it.
#[derive(Clone, Copy, Debug)]
pub struct Opening<'a> {
    /// The file to reduce.
    pub input: &'a Path,
    /// The file to write.
    pub output: &'a Path,
    /// The command and its arguments as given.
    pub command: &'a [OsString],
    /// The second command, if there is one.
    pub cross_check: Option<&'a [OsString]>,
    /// The other commands of a check: what tells them apart, and their words.
    pub others: &'a [(&'a str, &'a [OsString])],
    /// The time limit of a run, if the user set it.
    pub timeout: Option<Duration>,
    /// The time limit of a run of the second command, if the user set it.
    pub cross_timeout: Option<Duration>,
}

/// The lines before the golden run.
pub fn opening_lines(opening: &Opening) -> Vec<(Level, String)> {
    let mut lines =
        vec![quoted("input file:", opening.input.as_os_str()), quoted("output file:", opening.output.as_os_str())];
    if !opening.command.is_empty() || opening.others.is_empty() {
        lines.push(quoted("command:", &joined(opening.command)));
    }
    if let Some(words) = opening.cross_check {
        lines.push(quoted("command (cc):", &joined(words)));
    }
    for (tag, words) in opening.others {
        lines.push(quoted(&format!("command{tag}:"), &joined(words)));
    }
    if let Some(limit) = opening.timeout {
        lines.push(seconds("time limit:", limit));
    }
    if let (Some(limit), Some(_)) = (opening.cross_timeout, opening.cross_check) {
        lines.push(seconds("time limit (cc):", limit));
    }
    lines.into_iter().map(|text| (Level::Info, text)).collect()
}

fn quoted(label: &str, value: &OsStr) -> String {
    format!("{label:<16} '{}'", value.to_string_lossy())
}

fn seconds(label: &str, limit: Duration) -> String {
    format!("{label:<17}{:?} seconds", limit.as_secs_f64())
}

fn joined(words: &[OsString]) -> OsString {
    words.join(OsStr::new(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_repeated_in_aligned_lines() {
        let command: Vec<OsString> = vec!["./solver".into(), "-x".into(), "a b".into()];
        let reference: Vec<OsString> = vec!["ref".into()];
        let opening = Opening {
            input: Path::new("in.smt2"),
            output: Path::new("out.smt2"),
            command: &command,
            cross_check: None,
            others: &[],
            timeout: None,
            cross_timeout: Some(Duration::from_millis(2500)),
        };
        let text = |opening: &Opening| -> Vec<String> { opening_lines(opening).into_iter().map(|l| l.1).collect() };
        let files = ["input file:      'in.smt2'", "output file:     'out.smt2'", "command:         './solver -x a b'"];
        assert_eq!(text(&opening), files);
        let crossed = Opening { cross_check: Some(&reference), timeout: Some(Duration::from_secs(3)), ..opening };
        let more = ["command (cc):    'ref'", "time limit:      3.0 seconds", "time limit (cc): 2.5 seconds"];
        assert_eq!(text(&crossed), [&files[..], &more[..]].concat());
    }
}
