//! The commands of a check, and the requirements on each.

use super::options::{self, Options, Settings, split_at_blanks};
use crate::check::{Comparison, Dispute, End, Limits, Requirement, Side, Slow, SolverCommand, Stream};
use memchr::memmem;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Time limit of a command that is meant to reach its limit, if the user gives none.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The text in `--test` that stands for the candidate.
const HERE: &str = "{}";

/// A command as the options specify it, before its program is found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandSpec {
    /// The tag that the log appends to its lines about the command.
    pub tag: &'static str,
    /// The program and its arguments.
    pub words: Vec<OsString>,
    /// The requirements on its runs.
    pub comparison: Comparison,
    /// The time limit, if there is one that does not follow the golden run.
    pub timeout: Option<Duration>,
    /// The text in the arguments that stands for the candidate.
    pub placeholder: Option<OsString>,
    /// The words of the launcher that starts the program, maybe on another machine (`--launcher`).
    pub launcher: Vec<OsString>,
    /// Whether the candidate is the standard input.
    pub stdin: bool,
    /// Whether a shell reads the arguments.
    pub shell: bool,
}

impl CommandSpec {
    fn new(tag: &'static str, words: Vec<OsString>, requirements: Vec<Requirement>) -> CommandSpec {
        CommandSpec { tag, words, comparison: Comparison(requirements), ..CommandSpec::default() }
    }

    /// Returns the command with a time limit.
    fn within(self, timeout: Option<Duration>) -> CommandSpec {
        CommandSpec { timeout, ..self }
    }

    /// Returns the command that runs a line in the shell, which must end with status 0.
    fn test(line: &OsStr) -> CommandSpec {
        let mut line = line.to_owned();
        if memmem::find(line.as_bytes(), HERE.as_bytes()).is_none() {
            line.push(" ");
            line.push(HERE);
        }
        let words = vec!["/bin/sh".into(), "-c".into(), line];
        let spec = CommandSpec::new(" (test)", words, vec![Requirement::Ends(End::Exited(0))]);
        CommandSpec { placeholder: Some(HERE.into()), shell: true, ..spec }
    }

    /// Returns the command with the candidate where the user wants it.
    fn with_input_as(self, settings: &Settings) -> CommandSpec {
        let criteria = &settings.criteria;
        let placeholder = criteria.placeholder.clone().filter(|text| holds(&self.words, text));
        let launcher = settings.launcher.as_deref().map(split_at_blanks).unwrap_or_default();
        CommandSpec { placeholder, launcher, stdin: criteria.stdin, ..self }
    }

    /// Returns the command to run, with the program that was found for it.
    pub fn command(&self, program: &Path, memout: Option<u64>) -> SolverCommand {
        let memory = memout.map(|megabytes| megabytes.saturating_mul(1 << 20));
        let limits = Limits { wall: self.timeout, memory, ..Limits::default() };
        SolverCommand {
            // The path must not depend on the working directory of the solver.
            program: std::path::absolute(program).unwrap_or_else(|_| program.to_owned()),
            args: self.words[1..].to_vec(),
            placeholder: self.placeholder.clone(),
            launcher: self.launcher.clone(),
            stdin: self.stdin,
            shell: self.shell,
            tunables: false,
            comparison: self.comparison.clone(),
            limits,
        }
    }
}

/// Whether a text occurs in one of a command's arguments.
pub(crate) fn holds(words: &[OsString], text: &OsStr) -> bool {
    words.iter().skip(1).any(|word| memmem::find(word.as_bytes(), text.as_bytes()).is_some())
}

/// Returns the commands of a check in the order of their golden runs: the ones that others are compared with
/// come first.
pub fn specs(options: &Options) -> Vec<CommandSpec> {
    let settings = &options.settings;
    let criteria = &settings.criteria;
    let words = |text: &Option<OsString>| text.as_deref().map(split_at_blanks).filter(|words| !words.is_empty());
    let mut specs = Vec::new();
    if let Some(words) = words(&criteria.reference) {
        let spec = CommandSpec::new(" (reference)", words, vec![Requirement::IsReference]);
        specs.push(spec.with_input_as(settings).within(settings.comparison.timeout));
    }
    if !options.command.is_empty() || criteria.tests.is_empty() {
        let timeout = match criteria.times_out {
            true => Some(settings.comparison.timeout.unwrap_or(PATIENCE)),
            false => settings.comparison.timeout,
        };
        let spec = CommandSpec::new("", options.command.clone(), wanted(settings));
        specs.push(spec.with_input_as(settings).within(timeout));
    }
    if let Some(words) = settings.cross_check_command() {
        let cross = &settings.cross_comparison;
        let spec = CommandSpec::new(" (cc)", words, same(cross, Vec::new()));
        specs.push(spec.with_input_as(settings).within(cross.timeout));
    }
    for (text, tag) in [(&criteria.disagree, " (disagree)"), (&criteria.referee, " (referee)")] {
        if let Some(words) = words(text) {
            let dispute = vec![Requirement::Disputes(dispute(settings, Side::Other))];
            specs.push(
                CommandSpec::new(tag, words, dispute).with_input_as(settings).within(settings.comparison.timeout),
            );
        }
    }
    specs.extend(criteria.tests.iter().map(|line| CommandSpec::test(line).within(settings.comparison.timeout)));
    specs
}

/// Returns the command that is asked once for hints on the input: the one that the user names, or one of the
/// check that is right about the input.
pub fn adviser(options: &Options) -> Option<CommandSpec> {
    let settings = &options.settings;
    let criteria = &settings.criteria;
    let words = split_at_blanks(
        [&criteria.hints, &criteria.disagree, &criteria.reference].into_iter().find_map(|text| text.as_deref())?,
    );
    let spec = CommandSpec::new(" (hints)", words, Vec::new());
    (!spec.words.is_empty()).then(|| spec.with_input_as(settings).within(settings.comparison.timeout))
}

fn dispute(settings: &Settings, side: Side) -> Dispute {
    Dispute { side, got: settings.criteria.got, expect: settings.criteria.expect, known: Arc::default() }
}

/// Returns the requirements on the runs of the user's command.
pub(crate) fn wanted(settings: &Settings) -> Vec<Requirement> {
    let (criteria, comparison) = (&settings.criteria, &settings.comparison);
    let streams = [(Stream::Stdout, &criteria.match_out), (Stream::Stderr, &criteria.match_err)];
    let patterns = streams.into_iter().filter_map(|(stream, wish)| Some((stream, wish.clone()?)));
    let mut wanted: Vec<Requirement> =
        patterns.map(|(stream, pattern)| Requirement::Matches(stream, pattern)).collect();
    wanted.extend(criteria.match_any.clone().map(Requirement::MatchesAny));
    wanted.extend(criteria.reject.iter().cloned().map(Requirement::Lacks));
    if let (Some(stat), Some(least)) = (&criteria.stat, criteria.at_least) {
        wanted.push(Requirement::Reaches(stat.clone(), least));
    }
    if criteria.same_crash {
        wanted.push(Requirement::SameCrash(comparison.streams()));
    }
    if criteria.same_error {
        wanted.push(Requirement::SameError);
    }
    if criteria.is_dispute() {
        wanted.push(Requirement::Disputes(dispute(settings, Side::Command)));
    }
    if criteria.times_out {
        wanted.push(Requirement::Ends(End::TimedOut));
    }
    if criteria.slower_than.is_some() || criteria.slower_than_reference.is_some() {
        let least = criteria.slower_than.unwrap_or_default();
        wanted.push(Requirement::TakesLong(Slow { least, thousandths: criteria.slower_than_reference }));
    }
    match criteria.replaces_comparison() {
        true => [matched(comparison), wanted].concat(),
        false => {
            // A statistic, or a line that may stand on either stream, is one of many lines; the other lines may change.
            let is_one_line = criteria.stat.is_some() || criteria.match_any.is_some();
            let free = [Stream::Stdout, Stream::Stderr].map(|stream| {
                let is_replaced = |wanted: &Requirement| matches!(wanted, Requirement::Matches(s, _) if *s == stream);
                (is_one_line || wanted.iter().any(is_replaced)).then_some(Requirement::SameOutput(stream))
            });
            let free: Vec<Requirement> = free.into_iter().flatten().collect();
            [same(comparison, free), wanted].concat()
        }
    }
}

/// Returns the requirements of ddSMT's options on the end and both outputs, without those in `free`.
fn same(comparison: &options::Comparison, free: Vec<Requirement>) -> Vec<Requirement> {
    let outputs = [Stream::Stdout, Stream::Stderr].into_iter().filter_map(|stream| comparison.requirement(stream));
    std::iter::once(Requirement::SameEnd).chain(outputs).filter(|wanted| !free.contains(wanted)).collect()
}

/// Returns the requirements of the match strings alone.
fn matched(comparison: &options::Comparison) -> Vec<Requirement> {
    let is_match = |wanted: &Requirement| matches!(wanted, Requirement::Contains(..));
    same(comparison, Vec::new()).into_iter().filter(is_match).collect()
}
