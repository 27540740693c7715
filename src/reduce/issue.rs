//! The bug report of `--issue`, and the comment of `--header`.

use super::diagnosis::{answered, last_words};
use super::event_log::golden;
use super::options::Options;
use super::run::Run;
use super::shell;
use super::solver_commands::{CommandSpec, Role};
use crate::check::{
    Checker, End, Recording, Requirement, Requirements, Slot, Stream, TimeBudget, Trial, error_words, record,
};
use crate::files::At;
use crate::report::events::ending;
use crate::report::issue::{Issue, ShownRun, comment};
use crate::report::output::write;
use anyhow::{Context, Result};
use bstr::ByteSlice;
use memchr::memmem;
use regex::bytes::Regex;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

/// How long a program may take to print its version.
const PATIENCE: Duration = Duration::from_secs(5);

/// The words of cvc4, cvc5 and z3 about a model that they find wrong.
static INVALID_MODEL: LazyLock<Regex> =
    LazyLock::new(|| Regex::new("ERRORS SATISFYING|invalid model").expect("it is compiled by a test"));

const PROGRAM: &str = concat!("ddsmt ", env!("CARGO_PKG_VERSION"));

/// The commands of the checks on the result.
pub(super) struct Commands<'a> {
    options: &'a Options,
    pub specs: Vec<CommandSpec>,
    pub checker: Checker,
    /// The bytes of the input.
    before: u64,
    /// The comment above the result; empty if there is none.
    pub header: String,
}

/// The beginning of a header.
const TITLE: &str = "Minimised from ";

/// Returns a script without the header that an earlier run has put before it: no size counts that.
pub fn without_header(text: &[u8]) -> &[u8] {
    let mut rest = text;
    if rest.strip_prefix(b"; ").is_some_and(|text| text.starts_with(TITLE.as_bytes())) {
        while rest.starts_with(b";") {
            rest = rest.find_byte(b'\n').map_or(&[], |end| &rest[end + 1..]);
        }
    }
    rest
}

impl<'a> Commands<'a> {
    /// Returns the commands of a run with a time budget, and otherwise as the user would type them.
    pub fn on_result(run: &Run<'a>, mut checker: Checker, budget: &TimeBudget) -> Commands<'a> {
        for Trial { command, number, .. } in &mut checker.trials {
            command.limits = budget.limits(*number, &command.limits);
            command.tunables = false;
        }
        let (specs, before, header) = (run.commands.to_vec(), run.input.size.bytes, String::new());
        Commands { options: run.options, specs, checker, before, header }
    }

    /// Returns the number of the user's command.
    pub fn main(&self) -> Option<usize> {
        self.specs.iter().position(|spec| spec.role == Role::Main)
    }

    /// Returns the trials in the order for people: the user's command first.
    fn trials(&self) -> Vec<&Trial> {
        let mut trials: Vec<&Trial> = self.checker.trials.iter().collect();
        trials.sort_by_key(|trial| (self.specs[trial.number].role != Role::Main, trial.number));
        trials
    }

    /// Returns the comment above a result: what made it from which input, and how it fails.
    pub fn comment(&self, slot: &mut Slot) -> io::Result<String> {
        let Commands { options, before, .. } = self;
        let is_secret = options.settings.anonymize;
        let (ours, command) = options.typed.split_at(options.typed.len() - options.command.len());
        // A run that was resumed has the result of an undisturbed one.
        let typed = shell::line(ours.iter().filter(|word| *word != shell::RESUME).chain(command));
        let typed = if is_secret { String::new() } else { format!(": ddsmt {typed}") };
        let mut lines = vec![format!("{TITLE}{before} bytes by {PROGRAM}{typed}")];
        for trial in self.trials() {
            let spec = &self.specs[trial.number];
            let version = version(spec, slot)?.map(|version| format!(" ({version})")).unwrap_or_default();
            let line = shell::on_file(spec, if is_secret { Path::new("input.smt2") } else { &options.output });
            lines.push(format!("{line}{version} {}", ending(trial.golden.end.code())));
            lines.extend(trial.golden.crash.lines.iter().map(|said| format!("  {}", String::from_utf8_lossy(said))));
        }
        Ok(comment(&lines))
    }

    /// Writes the bug report about the result, without the header, which says nothing else.
    pub fn report(&self, slot: &mut Slot) -> Result<()> {
        let Commands { options, before, header, .. } = self;
        let Some(path) = &options.settings.issue else { return Ok(()) };
        let text = fs::read(&options.output).at(&options.output)?;
        let text = text.strip_prefix(header.as_bytes()).unwrap_or(&text);
        let file = Path::new(options.output.file_name().unwrap_or(options.output.as_os_str()));
        let (mut runs, mut records) = (Vec::new(), Vec::new());
        for trial in self.trials() {
            let spec = &self.specs[trial.number];
            let mut command = trial.command.clone();
            command.comparison = Requirements(Stream::BOTH.map(Requirement::SameOutput).to_vec());
            // A signal ends every later run too, so the last run shows it.
            let version = version(spec, slot)?;
            let mut run = record(&command, slot, &[text])?;
            if run.outcome.end == End::Cancelled {
                log::warn!("--issue: there is no report of a search that a signal has ended");
                return Ok(());
            }
            let place = slot.paths().input.display().to_string();
            for output in [&mut run.stdout, &mut run.stderr] {
                *output = String::from_utf8_lossy(output).replace(&place, &file.to_string_lossy()).into_bytes();
            }
            if !run.signature().lines.is_empty() {
                run.stderr = without_warnings(&run.stderr, &file.to_string_lossy());
            }
            let line = shell::on_file(spec, file);
            runs.push(ShownRun { line, version, did: golden(spec, &run) });
            records.push((spec.program.as_path(), run));
        }
        let issue = Issue {
            file: file.display().to_string(),
            text: String::from_utf8_lossy(text).into_owned(),
            seen: self.trials().first().map(|trial| seen(trial, &records)).unwrap_or_default(),
            expected: expected(options, records.first().map(|(_, run)| run)),
            runs,
            platform: platform(),
            before: *before,
            program: PROGRAM.into(),
        };
        write(path, issue.markdown().as_bytes()).with_context(|| format!("--issue: {}", path.display()))
    }
}

/// Returns an output with dots for the lines before all others that name a position in the file: warnings, such as
/// that of a missing set-logic.
fn without_warnings(output: &[u8], file: &str) -> Vec<u8> {
    let is_warning = |line: &&[u8]| line.starts_with(format!("{file}:").as_bytes());
    let lines = output.split_inclusive(|&byte| byte == b'\n');
    let length: usize = lines.take_while(is_warning).map(<[u8]>::len).sum();
    if length == 0 { output.to_vec() } else { [b"...\n", &output[length..]].concat() }
}

/// Returns what the commands did, the first of which is that of `trial`, in terms of the comparison.
fn seen(trial: &Trial, records: &[(&Path, Recording)]) -> String {
    let Some((program, run)) = records.first() else { return String::new() };
    let name = program.file_name().unwrap_or(program.as_os_str()).to_string_lossy();
    let line_with = |stream: Stream, is_it: &dyn Fn(&[u8]) -> bool| {
        let line = run.output(stream).split(|&byte| byte == b'\n').find(|line| is_it(line))?;
        Some(format!("{name}: {}", error_words(line)))
    };
    let by_what_was_compared = trial.command.comparison.0.iter().find_map(|wanted| match wanted {
        Requirement::Contains(stream, text) => line_with(*stream, &|line| memmem::find(line, text).is_some()),
        Requirement::Matches(stream, pattern) => line_with(*stream, &|line| pattern.is_match(line)),
        Requirement::Disputes(_) => {
            Some(records.iter().map(|(program, run)| answered(program, run)).collect::<Vec<_>>().join(", "))
        }
        Requirement::TakesLong(_) => Some(format!("{name} needs {:.1} s", run.outcome.cpu.as_secs_f64())),
        Requirement::Ends(End::TimedOut) => {
            Some(format!("{name} gives no answer within {:.1} s", run.outcome.wall.as_secs_f64()))
        }
        _ => None,
    });
    by_what_was_compared.unwrap_or_else(|| {
        let crash = run.headline(&Stream::BOTH);
        let error = || run.error_line().map(error_words);
        let said = crash.or_else(error).or_else(|| last_words(run)).map(|said| format!(": {said}"));
        format!("{name} {}{}", ending(run.outcome.end.code()), said.unwrap_or_default())
    })
}

fn version(spec: &CommandSpec, slot: &mut Slot) -> io::Result<Option<String>> {
    if spec.command.shell {
        return Ok(None);
    }
    let mut command = spec.command.clone();
    command.args = vec!["--version".into()];
    // No argument contains this placeholder, so the path of the file is not appended.
    command.placeholder = Some("{}".into());
    command.stdin = false;
    // A wrapper may take the option for a file and write others beside it.
    command.in_scratch = true;
    (command.limits.wall, command.limits.memory) = (Some(PATIENCE), None);
    command.comparison = Requirements(vec![Requirement::SameOutput(Stream::Stdout)]);
    let run = record(&command, slot, &[])?;
    let said =
        String::from_utf8_lossy(&run.stdout).lines().map(str::trim).find(|line| !line.is_empty()).map(str::to_owned);
    Ok(said.filter(|_| run.outcome.end == End::Exited(0)))
}

/// Returns what should happen instead, as far as the options and the golden run show.
fn expected(options: &Options, run: Option<&Recording>) -> String {
    let criteria = &options.settings.criteria;
    let printed = |run: &Recording| [run.stdout.as_slice(), &run.stderr].concat();
    let text = match run.map(|run| run.outcome.end) {
        _ if criteria.disagree.is_some() => "the answer of the other command",
        _ if criteria.times_out || criteria.is_timing() => "an answer in less time",
        Some(_) if run.is_some_and(|run| INVALID_MODEL.is_match(&printed(run))) => {
            "a model that satisfies the assertions"
        }
        Some(End::Signaled(_) | End::Exited(128..)) => "no crash",
        Some(End::Exited(0)) | None => "(what it should print instead)",
        Some(_) => "no error",
    };
    text.into()
}

fn platform() -> String {
    let known = rustix::system::uname();
    let parts = [known.sysname(), known.release(), known.machine()].map(|part| part.to_string_lossy().into_owned());
    let release = fs::read_to_string("/etc/os-release").unwrap_or_default();
    let name = release.lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).map(|name| name.trim_matches('"'));
    [name.map(|name| format!("{name}, ")).unwrap_or_default(), parts.join(" ")].concat()
}
