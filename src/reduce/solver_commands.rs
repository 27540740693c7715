//! The commands of a check, and the requirements on each.

use super::options::{self, Options, Settings, split_at_blanks};
use crate::check::{Dispute, End, Limits, Requirement, Requirements, Side, Slow, SolverCommand, Stream};
use memchr::memmem;
use std::ffi::{OsStr, OsString};
use std::fmt::{self, Display, Formatter};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Time limit of a command that is meant to reach its limit, if the user gives none.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// The text in `--test` that stands for the candidate.
const HERE: &str = "{}";

/// What a command of a check is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// The command whose failure is kept.
    #[default]
    Main,
    /// That of ddSMT's `-c`.
    CrossCheck,
    /// That of `--reference`.
    Reference,
    /// That of `--disagree`.
    Disagree,
    /// That of `--referee`.
    Referee,
    /// A line of `--test`.
    Test,
    /// The command that is asked for hints.
    Hints,
}

impl Role {
    /// Returns the role's name in events.
    pub fn name(self) -> &'static str {
        match self {
            Role::Main => "command",
            Role::CrossCheck => "cc",
            Role::Reference => "reference",
            Role::Disagree => "disagree",
            Role::Referee => "referee",
            Role::Test => "test",
            Role::Hints => "hints",
        }
    }
}

/// The tag that the log appends to its lines about the command: none for the main one.
impl Display for Role {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if *self == Role::Main { Ok(()) } else { write!(f, " ({})", self.name()) }
    }
}

/// A command as the options specify it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CommandSpec {
    /// What the command is for.
    pub role: Role,
    /// The program as the user has named it.
    pub name: OsString,
    /// The file of the program; empty until it is found.
    pub program: PathBuf,
    /// The command to run. Its time limit is that of the options, if there is one that does not follow the golden run.
    pub command: SolverCommand,
}

impl CommandSpec {
    /// Returns a command of these words with a time limit, which gets the candidate where the user wants it.
    fn new(
        settings: &Settings,
        role: Role,
        words: &[OsString],
        wanted: Vec<Requirement>,
        wall: Option<Duration>,
    ) -> CommandSpec {
        let (name, args) = words.split_first().map_or_else(Default::default, |(name, args)| (name.clone(), args));
        let memory = settings.memout.map(|megabytes| megabytes.saturating_mul(1 << 20));
        let command = SolverCommand {
            args: args.to_vec(),
            placeholder: settings.criteria.placeholder.clone().filter(|text| holds(words, text)),
            launcher: settings.launcher.as_deref().map(split_at_blanks).unwrap_or_default(),
            stdin: settings.criteria.stdin,
            comparison: Requirements(wanted),
            limits: Limits { wall, memory, ..Limits::default() },
            ..SolverCommand::default()
        };
        CommandSpec { role, name, program: PathBuf::new(), command }
    }

    /// Returns the command that runs a line in the shell, which must end with status 0.
    fn test(settings: &Settings, line: &OsStr) -> CommandSpec {
        let mut line = line.to_owned();
        if memmem::find(line.as_bytes(), HERE.as_bytes()).is_none() {
            line.push(" ");
            line.push(HERE);
        }
        let (words, wanted) = (["/bin/sh".into(), "-c".into(), line], vec![Requirement::Ends(End::Exited(0))]);
        let mut spec = CommandSpec::new(settings, Role::Test, &words, wanted, settings.comparison.timeout);
        (spec.command.launcher, spec.command.stdin, spec.command.shell) = (Vec::new(), false, true);
        spec.command.placeholder = Some(HERE.into());
        spec
    }

    /// Returns the command with the program that was found for it.
    pub fn with_program(mut self, program: PathBuf) -> CommandSpec {
        // The path must not depend on the working directory of the solver.
        self.command.program = std::path::absolute(&program).unwrap_or_else(|_| program.clone());
        self.program = program;
        self
    }

    /// Returns the program and its arguments.
    pub fn words(&self) -> impl Iterator<Item = &OsString> {
        std::iter::once(&self.name).chain(&self.command.args)
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
    let timeout = settings.comparison.timeout;
    let mut specs = Vec::new();
    if let Some(words) = words(&criteria.reference) {
        specs.push(CommandSpec::new(settings, Role::Reference, &words, vec![Requirement::IsReference], timeout));
    }
    if !options.command.is_empty() || criteria.tests.is_empty() {
        let timeout = timeout.or(criteria.times_out.then_some(PATIENCE));
        specs.push(CommandSpec::new(settings, Role::Main, &options.command, wanted(settings), timeout));
    }
    if let Some(words) = settings.cross_check_command() {
        let cross = &settings.cross_comparison;
        specs.push(CommandSpec::new(settings, Role::CrossCheck, &words, same(cross, &[]), cross.timeout));
    }
    for (text, role) in [(&criteria.disagree, Role::Disagree), (&criteria.referee, Role::Referee)] {
        if let Some(words) = words(text) {
            let dispute = vec![Requirement::Disputes(dispute(settings, Side::Other))];
            specs.push(CommandSpec::new(settings, role, &words, dispute, timeout));
        }
    }
    specs.extend(criteria.tests.iter().map(|line| CommandSpec::test(settings, line)));
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
    let timeout = settings.comparison.timeout;
    (!words.is_empty()).then(|| CommandSpec::new(settings, Role::Hints, &words, Vec::new(), timeout))
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
    wanted.extend(criteria.same_crash.then(|| Requirement::SameCrash(comparison.streams())));
    wanted.extend(criteria.same_error.then_some(Requirement::SameError));
    wanted.extend(criteria.is_dispute().then(|| Requirement::Disputes(dispute(settings, Side::Command))));
    wanted.extend(criteria.times_out.then_some(Requirement::Ends(End::TimedOut)));
    if criteria.slower_than.is_some() || criteria.slower_than_reference.is_some() {
        let least = criteria.slower_than.unwrap_or_default();
        wanted.push(Requirement::TakesLong(Slow { least, thousandths: criteria.slower_than_reference }));
    }
    // A kind of failure that was named replaces ddSMT's comparison of the exit status and both outputs, but for match strings.
    if criteria.same_crash || criteria.is_dispute() || criteria.is_timing() {
        let is_match = |wanted: &Requirement| matches!(wanted, Requirement::Contains(..));
        same(comparison, &[]).into_iter().filter(is_match).chain(wanted).collect()
    } else {
        // A statistic, or a line that may stand on either stream, is one of many lines; the other lines may change.
        let is_one_line = criteria.stat.is_some() || criteria.match_any.is_some();
        let free = Stream::BOTH.map(|stream| {
            let is_replaced = |wanted: &Requirement| matches!(wanted, Requirement::Matches(s, _) if *s == stream);
            (is_one_line || wanted.iter().any(is_replaced)).then_some(Requirement::SameOutput(stream))
        });
        let free: Vec<Requirement> = free.into_iter().flatten().collect();
        [same(comparison, &free), wanted].concat()
    }
}

/// Returns the requirements of ddSMT's options on the end and both outputs, without those in `free`.
fn same(comparison: &options::Comparison, free: &[Requirement]) -> Vec<Requirement> {
    let outputs = Stream::BOTH.into_iter().filter_map(|stream| comparison.requirement(stream));
    std::iter::once(Requirement::SameEnd).chain(outputs).filter(|wanted| !free.contains(wanted)).collect()
}
