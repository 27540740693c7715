//! The configuration while it is read: what each option changes, and what must
//! hold at the end.

use super::parse::Invocation;
use super::table::{Id, spec};
use super::usage::UsageError;
use super::value::{choice, factor, filled, integer, number, pattern, quoted, seconds, statistic, time};
use super::version_one;
use crate::check::compare::answers::Answer;
use crate::reduce::criteria::Format;
use crate::reduce::exit::StatusStyle;
use crate::reduce::options::{Options, SAVINGS, Settings, Strategy, VARIABLE_MODES};
use crate::reduce::solver_commands;
use crate::reduce::toggles::{ToggleGroup, Toggles};
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The configuration so far.
pub(super) struct Draft {
    pub settings: Settings,
    pub input: Option<OsString>,
    pub output: Option<OsString>,
    pub command: Vec<OsString>,
    pub parser_test: bool,
    pub info: Option<OsString>,
    pub candidates: Option<OsString>,
    pub mutators: Vec<&'static str>,
    pub digest: bool,
    /// Words that look like options and are none.
    pub unknown: Vec<OsString>,
}

impl Draft {
    /// The defaults.
    pub fn new(groups: &[ToggleGroup]) -> Draft {
        Draft {
            settings: Settings::new(Toggles::new(groups)),
            input: None,
            output: None,
            command: vec![],
            parser_test: false,
            info: None,
            candidates: None,
            mutators: vec![],
            digest: false,
            unknown: vec![],
        }
    }

    /// Records an option that has no effect beyond the configuration; the error
    /// is the end of the usage message.
    pub fn apply(&mut self, id: Id, value: OsString) -> Result<(), String> {
        let settings = &mut self.settings;
        let wishes = &mut settings.wishes;
        let (main, cross) = (&mut settings.comparison, &mut settings.cross_comparison);
        match id {
            Id::Help | Id::HelpAll | Id::HelpRecipes | Id::Version | Id::DumpConfig | Id::Mutator => {}
            Id::Verbose => settings.verbose += 1,
            Id::Quiet => settings.quiet += 1,
            Id::ParserTest => self.parser_test = true,
            Id::PrettyPrint => settings.pretty_print = true,
            Id::WrapLines => settings.wrap_lines = true,
            Id::Strategy => settings.strategy = choice(&value, Strategy::CHOICES)?,
            Id::DisableAll => {
                settings.disable_all = true;
                settings.toggles.disable_all();
            }
            Id::Unchecked => settings.unchecked = true,
            Id::Jobs => settings.jobs = Some(jobs(&value)?),
            Id::Memout => settings.memout = memout(integer(&value)?),
            Id::Timeout => main.timeout = Some(seconds(&value)?),
            Id::IgnoreOutput => main.ignore_output = true,
            Id::IgnoreOut => main.ignore_out = true,
            Id::IgnoreErr => main.ignore_err = true,
            Id::MatchErr => main.match_err = Some(value),
            Id::MatchOut => main.match_out = Some(value),
            Id::CrossCheck => settings.cross_check = Some(value),
            Id::TimeoutCc => cross.timeout = Some(seconds(&value)?),
            Id::IgnoreOutputCc => cross.ignore_output = true,
            Id::MatchErrCc => cross.match_err = Some(value),
            Id::MatchOutCc => cross.match_out = Some(value),
            Id::CheckLoops => settings.check_loops = true,
            Id::Profile => settings.profile = true,
            Id::DumpDiffs => settings.dump_diffs = true,
            Id::ReplaceByVariableMode => {
                settings.variable_mode = choice(&value, VARIABLE_MODES)?;
            }
            Id::ExitStatus => settings.exit_status = choice(&value, StatusStyle::CHOICES)?,
            Id::EndGame => {
                let checks = integer(&value)?;
                settings.end_game = u32::try_from(checks).map_err(|_| format!("invalid number of checks: {checks}"))?;
            }
            Id::MinGain => {
                let bytes = integer(&value)?;
                settings.min_gain = u64::try_from(bytes).map_err(|_| format!("invalid number of bytes: {bytes}"))?;
            }
            Id::Without => settings.without.push(choice(&value, SAVINGS)?),
            Id::ReduceArgs => settings.reduce_args = true,
            Id::Valid => settings.valid = true,
            Id::FixedTimeout => settings.fixed_timeout = true,
            Id::NoMemoryTunables => settings.memory_tunables = false,
            Id::Journal => settings.journal = Some(value.into()),
            Id::Resume => settings.resume = true,
            Id::Budget => settings.budget = Some(time(&value)?),
            Id::MatchOutRe => wishes.match_out = Some(pattern(&value)?),
            Id::MatchErrRe => wishes.match_err = Some(pattern(&value)?),
            Id::RejectRe => wishes.reject.push(pattern(&value)?),
            Id::SameCrash => wishes.same_crash = true,
            Id::Test => wishes.tests.push(value),
            Id::Placeholder => wishes.placeholder = Some(filled(value)?),
            Id::Stdin => wishes.stdin = true,
            Id::Disagree => wishes.disagree = Some(filled(value)?),
            Id::Referee => wishes.referee = Some(filled(value)?),
            Id::Expect => wishes.expect = Some(choice(&value, Answer::WORDS)?),
            Id::Got => wishes.got = Some(choice(&value, Answer::WORDS)?),
            Id::SlowerThan => wishes.slower_than = Some(time(&value)?),
            Id::SlowerThanReference => wishes.slower_than_reference = Some(factor(&value)?),
            Id::Reference => wishes.reference = Some(filled(value)?),
            Id::TimesOut => wishes.times_out = true,
            Id::Hints => wishes.hints = Some(filled(value)?),
            Id::Stat => wishes.stat = Some(statistic(&value)?),
            Id::Keep => wishes.keep = Some(pattern(&value)?),
            Id::Repeat => wishes.repeat = Some(jobs(&value)?),
            Id::Need => wishes.need = Some(jobs(&value)?),
            Id::Lenient => wishes.lenient = true,
            Id::Format => wishes.format = choice(&value, Format::CHOICES)?,
            Id::AtLeast => wishes.at_least = Some(number(&value)?),
            Id::Info => self.info = Some(value),
            Id::Candidates => self.candidates = Some(value),
            Id::Digest => self.digest = true,
        }
        Ok(())
    }

    /// What the words mean together.
    pub fn finish(self) -> Result<Invocation, UsageError> {
        if let Some(advice) = version_one::advice(&self.unknown) {
            return Err(UsageError::unrecognized(&self.unknown, Some(&advice)));
        }
        self.check_companions()?;
        if self.info.is_some() || self.candidates.is_some() {
            return self.inspection();
        }
        let missing = self.missing();
        if !missing.is_empty() {
            return Err(UsageError::required(&missing));
        }
        if !self.unknown.is_empty() {
            return Err(UsageError::unrecognized(&self.unknown, None));
        }
        let input = PathBuf::from(self.input.unwrap_or_default());
        if self.parser_test {
            return Ok(Invocation::ParserTest { input, settings: Box::new(self.settings) });
        }
        Ok(Invocation::Reduce(Box::new(Options {
            input,
            output: self.output.unwrap_or_default().into(),
            command: self.command,
            settings: self.settings,
        })))
    }

    /// Refuses options that mean nothing without another one.
    fn check_companions(&self) -> Result<(), UsageError> {
        let wishes = &self.settings.wishes;
        let no_candidates = self.candidates.is_none();
        let no_other = wishes.disagree.is_none();
        let misplaced = wishes.placeholder.as_ref().is_some_and(|text| !solver_commands::holds(&self.command, text));
        let rows = [
            (!self.mutators.is_empty() && no_candidates, Id::Mutator, "only together with --candidates"),
            (self.digest && no_candidates, Id::Digest, "only together with --candidates"),
            (wishes.referee.is_some() && no_other, Id::Referee, "only together with --disagree"),
            (wishes.expect.is_some() && no_other, Id::Expect, "only together with --disagree, whose answer it is"),
            (
                wishes.slower_than_reference.is_some() && wishes.reference.is_none(),
                Id::SlowerThanReference,
                "only together with --reference",
            ),
            (
                wishes.reference.is_some() && wishes.slower_than_reference.is_none(),
                Id::Reference,
                "only together with --slower-than-reference",
            ),
            (wishes.stat.is_some() != wishes.at_least.is_some(), Id::Stat, "--stat and --at-least belong together"),
            (
                wishes.times_out && (wishes.slower_than.is_some() || wishes.slower_than_reference.is_some()),
                Id::TimesOut,
                "not together with --slower-than or --slower-than-reference",
            ),
            (wishes.repeat().need > wishes.repeat().most, Id::Need, "must not be larger than the number of --repeat"),
            (
                wishes.lenient && wishes.format == Format::Lines,
                Id::Lenient,
                "not together with --format lines, which reads any text",
            ),
            (misplaced, Id::Placeholder, "the text is in no argument of cmd"),
        ];
        match rows.iter().find(|(wrong, ..)| *wrong) {
            Some((_, id, end)) => Err(UsageError::argument(spec(*id), end)),
            None => Ok(()),
        }
    }

    /// `--info` and `--candidates`, which take no other files.
    fn inspection(self) -> Result<Invocation, UsageError> {
        let files = [self.input, self.output].into_iter().flatten();
        let extra: Vec<OsString> = self.unknown.into_iter().chain(files).chain(self.command).collect();
        if !extra.is_empty() {
            return Err(UsageError::unrecognized(&extra, None));
        }
        if let Some(input) = self.info {
            return Ok(Invocation::Info { input: input.into() });
        }
        let toggles = &self.settings.toggles;
        let mutators = match self.mutators.as_slice() {
            [] => toggles.enabled(),
            named => {
                let all = toggles.mutators().map(|(name, _)| name);
                all.filter(|name| named.contains(name)).collect()
            }
        };
        Ok(Invocation::Candidates {
            input: self.candidates.unwrap_or_default().into(),
            mutators,
            digest: self.digest,
            settings: Box::new(self.settings),
        })
    }

    fn missing(&self) -> Vec<&'static str> {
        match (&self.input, &self.output) {
            (None, _) if self.parser_test => vec!["infile"],
            (None, _) => vec!["infile", "outfile", "cmd"],
            (Some(_), None) if !self.parser_test => vec!["outfile", "cmd"],
            _ => vec![],
        }
    }
}

/// A number of jobs, of which there is at least one.
fn jobs(value: &OsStr) -> Result<NonZeroUsize, String> {
    let number = usize::try_from(integer(value)?).ok();
    number.and_then(NonZeroUsize::new).ok_or_else(|| format!("must be at least 1: {}", quoted(value)))
}

/// A memory limit in megabytes; ddSMT takes zero and less for none.
fn memout(megabytes: i64) -> Option<u64> {
    u64::try_from(megabytes).ok().filter(|limit| *limit > 0)
}
