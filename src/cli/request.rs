//! Collects the values of all options, and checks at the end what must hold of them together.

use super::invocation::Invocation;
use super::usage::{UsageError, suggestion};
use super::value::quoted;
use super::version_one;
use crate::mutators::{REGISTRY, find};
use crate::reduce::criteria::Format;
use crate::reduce::options::{Options, Settings};
use crate::reduce::solver_commands;
use crate::triage::TriageOptions;
use clap_complete::Shell;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// The configuration so far.
#[derive(Default)]
pub(super) struct Request {
    /// All words after the program's name.
    pub typed: Vec<OsString>,
    pub settings: Settings,
    pub parser_test: bool,
    pub signature: bool,
    pub triage: bool,
    pub plan: TriageOptions,
    pub info: Option<OsString>,
    pub candidates: Option<OsString>,
    pub mutators: Vec<OsString>,
    /// The question whose answer is printed instead of doing anything.
    pub answer: Option<Answer>,
}

/// A question that is answered by a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    Help,
    HelpAll,
    Recipes,
    Version,
    Doctor,
    Schema,
    Manual,
    Completions(Shell),
}

impl Answer {
    /// The texts that `--generate` prints.
    pub const GENERATED: &[(&str, Answer)] = &[
        ("man", Answer::Manual),
        ("bash", Answer::Completions(Shell::Bash)),
        ("zsh", Answer::Completions(Shell::Zsh)),
        ("fish", Answer::Completions(Shell::Fish)),
    ];
}

/// The words that are no options.
#[derive(Default)]
pub(super) struct Operands {
    pub input: Option<OsString>,
    pub output: Option<OsString>,
    pub command: Vec<OsString>,
    /// Words that look like options and are none, each with what may be meant.
    pub unknown: Vec<(OsString, Option<String>)>,
}

/// Whether a line for the shell has a pipe and no place for the candidate, whose path at the end would be an argument
/// of what reads the pipe.
fn is_cut_off(line: &OsStr) -> bool {
    let line = line.as_bytes();
    let has_pipe = shlex::bytes::Shlex::new(line).any(|word| word == b"|");
    has_pipe && memchr::memmem::find(line, b"{}").is_none()
}

impl Request {
    /// Answers a question, unless another one came first.
    pub fn answer(&mut self, answer: Answer) {
        self.answer.get_or_insert(answer);
    }

    /// Returns the invocation with these files and this command.
    pub fn finish(self, mut operands: Operands) -> Result<Invocation, UsageError> {
        if let Some(advice) = version_one::advice(operands.unknown.iter().map(|(word, _)| word.as_os_str())) {
            return Err(UsageError::unrecognized(&operands.unknown, Some(&advice)));
        }
        if self.signature {
            // There is no output file.
            operands.command.splice(0..0, operands.output.replace("/dev/null".into()));
        }
        self.check_companions(&operands)?;
        if self.info.is_some() || self.candidates.is_some() {
            return self.inspection(operands);
        }
        let missing = self.missing(&operands);
        if !missing.is_empty() {
            return Err(UsageError::required(&missing, &operands.unknown));
        }
        if !operands.unknown.is_empty() {
            return Err(UsageError::unrecognized(&operands.unknown, None));
        }
        let input = PathBuf::from(operands.input.unwrap_or_default());
        if self.parser_test {
            return Ok(Invocation::ParserTest(input, Box::new(self.settings)));
        }
        let output = PathBuf::from(operands.output.unwrap_or_default());
        if self.settings.anonymize && operands.command.is_empty() && self.settings.criteria.tests.is_empty() {
            return Ok(Invocation::Anonymize(input, output, Box::new(self.settings)));
        }
        let (command, settings, typed) = (operands.command, self.settings, self.typed);
        let options = Box::new(Options { input, output, command, settings, typed });
        Ok(match (self.signature, self.triage) {
            (true, _) => Invocation::Signature(options),
            (false, true) => Invocation::Triage(options, self.plan),
            (false, false) => Invocation::Reduce(options),
        })
    }

    /// Refuses options that mean nothing without another option, or together with it.
    fn check_companions(&self, operands: &Operands) -> Result<(), UsageError> {
        let criteria = &self.settings.criteria;
        let no_candidates = self.candidates.is_none();
        let no_other = criteria.disagree.is_none();
        let (has_reference, is_compared) = (criteria.reference.is_some(), criteria.slower_than_reference.is_some());
        let (is_slow, repeat) = (is_compared || criteria.slower_than.is_some(), criteria.repeat());
        let is_lines = criteria.format == Format::Lines;
        let misplaced =
            criteria.placeholder.as_ref().is_some_and(|text| !solver_commands::holds(&operands.command, text));
        let (plan, no_triage) = (&self.plan, !self.triage);
        let Settings { report, issue, json, journal, budget, .. } = &self.settings;
        let Settings { anonymize, valid, unchecked, explain, header, reduce_args, .. } = &self.settings;
        let Settings { pretty_print, wrap_lines, shortest, .. } = &self.settings;
        let no_layout = "not together with --format lines, which keeps each line as it is";
        let runs_nothing = "not together with --unchecked, which runs nothing";
        let one_for_each = "not together with --triage, which writes one for each bug";
        let rows = [
            (self.triage && report.is_some(), "--report", one_for_each),
            (self.triage && issue.is_some(), "--issue", one_for_each),
            (self.triage && journal.is_some(), "--journal", one_for_each),
            (self.triage && json.is_some(), "--json", "not together with --triage, which writes bugs.json"),
            (self.signature && self.triage, "--signature", "not together with --triage"),
            (plan.known.is_some() && no_triage, "--known", "only together with --triage"),
            (plan.engine.is_some() && no_triage, "--engine", "only together with --triage"),
            (plan.task.is_some() && no_triage, "--task", "only together with --triage"),
            (!self.mutators.is_empty() && no_candidates, "--mutator", "only together with --candidates"),
            (criteria.referee.is_some() && no_other, "--referee", "only together with --disagree"),
            (criteria.expect.is_some() && no_other, "--expect", "only together with --disagree, whose answer it is"),
            (is_compared && !has_reference, "--slower-than-reference", "only together with --reference"),
            (has_reference && !is_compared, "--reference", "only together with --slower-than-reference"),
            (criteria.stat.is_some() && criteria.at_least.is_none(), "--stat", "only together with --at-least"),
            (criteria.at_least.is_some() && criteria.stat.is_none(), "--at-least", "only together with --stat"),
            (
                criteria.times_out && is_slow,
                "--times-out",
                "not together with --slower-than or --slower-than-reference",
            ),
            (repeat.need > repeat.most, "--need", "must not be larger than the number of --repeat"),
            (criteria.lenient && is_lines, "--lenient", "not together with --format lines, which reads any text"),
            (*anonymize && is_lines, "--anonymize", "not together with --format lines, which has no names"),
            (*pretty_print && is_lines, "--pretty-print", no_layout),
            (*wrap_lines && is_lines, "--wrap-lines", no_layout),
            (*shortest && is_lines, "--shortest", no_layout),
            (*valid && is_lines, "--valid", "not together with --format lines, which has no sorts"),
            (*explain && *unchecked, "--explain", runs_nothing),
            (*header && *unchecked, "--header", runs_nothing),
            (issue.is_some() && *unchecked, "--issue", runs_nothing),
            (*reduce_args && *unchecked, "--reduce-args", runs_nothing),
            (budget.is_some() && *unchecked, "--budget", runs_nothing),
            (self.triage && *unchecked, "--triage", runs_nothing),
            (
                *reduce_args && operands.command.is_empty() && !criteria.tests.is_empty(),
                "--reduce-args",
                "there is no cmd, whose arguments it removes",
            ),
            (
                criteria.tests.iter().any(|line| is_cut_off(line)),
                "--test",
                "the line has a pipe: write {} where the candidate's path goes",
            ),
            (misplaced, "--placeholder", "the text is in no argument of cmd"),
        ];
        match rows.iter().find(|(wrong, ..)| *wrong) {
            Some((_, option, end)) => Err(UsageError::argument(option, end)),
            None => Ok(()),
        }
    }

    /// Returns the invocation of `--info` or `--candidates`, which take no other files.
    fn inspection(self, operands: Operands) -> Result<Invocation, UsageError> {
        let files = [operands.input, operands.output].into_iter().flatten().chain(operands.command);
        let extra: Vec<_> = operands.unknown.into_iter().chain(files.map(|word| (word, None))).collect();
        if !extra.is_empty() {
            return Err(UsageError::unrecognized(&extra, None));
        }
        if let Some(input) = self.info {
            return Ok(Invocation::Info(input.into(), Box::new(self.settings)));
        }
        let named: Vec<&str> = self.mutators.iter().map(|name| mutator(name)).collect::<Result<_, _>>()?;
        let mutators = match named.as_slice() {
            [] => self.settings.toggles.enabled(),
            named => {
                let all = self.settings.toggles.mutators().map(|(name, _)| name);
                all.filter(|name| named.contains(name)).collect()
            }
        };
        let input = self.candidates.unwrap_or_default().into();
        Ok(Invocation::Candidates(input, mutators, Box::new(self.settings)))
    }

    fn missing(&self, operands: &Operands) -> Vec<&'static str> {
        match (&operands.input, &operands.output) {
            (None, _) if self.parser_test => vec!["infile"],
            (None, _) => vec!["infile", "outfile", "cmd"],
            (Some(_), None) if !self.parser_test => vec!["outfile", "cmd"],
            _ => vec![],
        }
    }
}

/// Returns the mutator of this name, which may be the name of its option or of ddSMT's class.
fn mutator(value: &OsStr) -> Result<&'static str, UsageError> {
    value.to_str().and_then(find).map(|mutator| mutator.name).ok_or_else(|| {
        let names = REGISTRY.iter().flat_map(|group| group.mutators).map(|mutator| mutator.name);
        let advice = suggestion(&value.to_string_lossy(), names).map(|name| format!(": did you mean {name}?"));
        let advice = advice.unwrap_or_else(|| " (ddsmt --help-all lists them)".into());
        UsageError::argument("--mutator", &format!("no mutator has the name {}{advice}", quoted(value)))
    })
}
