//! The checked configuration: plain data that is passed on, never global.

use super::criteria::Criteria;
use super::key::Key;
use super::toggles::Toggles;
use crate::check::{Requirement, Stream};
use crate::mutators::Mode;
use crate::report::output::folder_of;
use crate::strategy::Strategy;
use std::env;
use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The file of `--profile`.
pub const PROFILE: &str = "profile.json";

/// A complete request to reduce a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// The file to reduce.
    pub input: PathBuf,
    /// The file that holds the best result so far; may be the input itself.
    pub output: PathBuf,
    /// The command and its arguments, as they were given. Empty if none was given, which the validation reports.
    pub command: Vec<OsString>,
    /// The values of the options.
    pub settings: Settings,
    /// All words after the program's name, as they were typed.
    pub typed: Vec<OsString>,
}

impl Options {
    /// Returns the folder for files of runs that a launcher starts, visible on every machine: `TMPDIR` if it
    /// is set, else the folder of the output. `None` without a launcher.
    pub fn shared_folder(&self) -> Option<PathBuf> {
        self.settings.launcher.as_ref()?;
        Some(env::var_os("TMPDIR").map_or_else(|| folder_of(&self.output).to_owned(), PathBuf::from))
    }
}

/// The values of the options, apart from files and the command. `cli/flags.rs` says what each option means.
#[allow(missing_docs, reason = "fields are named after their options")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Settings {
    /// How often `-v` was given, minus how often `-q`.
    pub verbosity: i64,
    pub dump_config: bool,
    /// Whether `--disable-all` was given; its effect is in `toggles`.
    pub disable_all: bool,
    pub pretty_print: bool,
    pub wrap_lines: bool,
    /// Whether the result has no blanks that can go (`--shortest`).
    pub shortest: bool,
    pub strategy: Strategy,
    pub unchecked: bool,
    /// `--jobs`; if absent, the number is chosen later.
    pub jobs: Option<NonZeroUsize>,
    /// `--memout` in megabytes (2^20 bytes).
    pub memout: Option<u64>,
    /// How a run of the command is compared with its golden run.
    pub comparison: Comparison,
    pub cross_check: Option<OsString>,
    /// How a run of the second command is compared with its golden run.
    pub cross_comparison: Comparison,
    /// Criteria for which ddSMT has no options.
    pub criteria: Criteria,
    /// The failure that is kept if runs differ. A triage asks for this.
    pub key: Option<Key>,
    pub check_loops: bool,
    pub profile: bool,
    pub dump_diffs: bool,
    /// `--replace-by-variable-mode`.
    pub variable_mode: Mode,
    /// Which mutators are on.
    pub toggles: Toggles,
    /// Whether the exit status tells more than scripts expect (`--exit-status detailed`).
    pub detailed_status: bool,
    pub effort: Effort,
    /// Largest number of checks in the end game (`--endgame`); if absent, the effort decides.
    pub end_game: Option<u32>,
    pub min_gain: u64,
    pub explain: bool,
    pub reduce_args: bool,
    pub valid: bool,
    pub fixed_timeout: bool,
    pub no_memory_tunables: bool,
    pub no_warm_start: bool,
    pub launcher: Option<OsString>,
    /// `--journal`; if absent, a file in the cache folder.
    pub journal: Option<PathBuf>,
    pub resume: bool,
    /// Whether a journal of another run, which cannot be resumed, is replaced instead of an error.
    pub renews: bool,
    pub json: Option<PathBuf>,
    pub report: Option<PathBuf>,
    pub issue: Option<PathBuf>,
    pub header: bool,
    pub anonymize: bool,
    pub budget: Option<Duration>,
    pub stop_at: Option<u64>,
    pub stop_after: Option<u64>,
}

impl Settings {
    /// Returns the files that are written beside the output, each with its purpose.
    pub fn files(&self) -> Vec<(&'static str, &Path)> {
        let files =
            [("journal", &self.journal), ("--json", &self.json), ("--report", &self.report), ("--issue", &self.issue)];
        let files = files.into_iter().filter_map(|(name, path)| Some((name, path.as_deref()?)));
        files.chain(self.profile.then_some(("--profile", Path::new(PROFILE)))).collect()
    }

    /// Returns the layout of the output file; indentation takes precedence over wrapping, and both over few bytes.
    pub fn layout(&self) -> Layout {
        match (self.pretty_print, self.wrap_lines, self.shortest) {
            (true, _, _) => Layout::Indented,
            (false, true, _) => Layout::Wrapped,
            (false, false, true) => Layout::Tight,
            (false, false, false) => Layout::Plain,
        }
    }

    /// Whether the options themselves define the failure, beyond crashes, contradictions and time limits.
    pub fn asks(&self) -> bool {
        let (criteria, comparison) = (&self.criteria, &self.comparison);
        let compares = *comparison != Comparison { timeout: comparison.timeout, ..Comparison::default() };
        let patterns = [&criteria.match_out, &criteria.match_err, &criteria.match_any, &criteria.stat];
        let has_pattern = patterns.into_iter().any(Option::is_some);
        let slow = criteria.slower_than.is_some() || criteria.slower_than_reference.is_some();
        compares || has_pattern || slow || !criteria.tests.is_empty() || self.cross_check_command().is_some()
    }

    /// Returns the second command, split at blanks without any quoting. A blank text means none, so that
    /// `-c "$REFERENCE"` works with an empty variable.
    pub fn cross_check_command(&self) -> Option<Vec<OsString>> {
        let words = split_at_blanks(self.cross_check.as_deref()?);
        (!words.is_empty()).then_some(words)
    }
}

/// How one command's runs are compared with its golden run.
#[allow(missing_docs, reason = "fields are named after their options")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// Limit of a run's elapsed time, above zero; computed from the golden run if absent.
    pub timeout: Option<Duration>,
    pub ignore_output: bool,
    pub ignore_out: bool,
    pub ignore_err: bool,
    pub match_out: Option<OsString>,
    pub match_err: Option<OsString>,
}

impl Comparison {
    /// Whether a stream is ignored.
    pub fn ignores(&self, stream: Stream) -> bool {
        self.ignore_output || [self.ignore_out, self.ignore_err][stream as usize]
    }

    /// Returns the streams that are not ignored.
    pub fn streams(&self) -> Vec<Stream> {
        Stream::BOTH.into_iter().filter(|stream| !self.ignores(*stream)).collect()
    }

    /// Returns the requirement on a stream; `None` if the stream is ignored, even with a match string.
    pub fn requirement(&self, stream: Stream) -> Option<Requirement> {
        let wanted = match [&self.match_out, &self.match_err][stream as usize] {
            Some(text) => Requirement::Contains(stream, text.as_bytes().to_vec()),
            None => Requirement::SameOutput(stream),
        };
        Some(wanted).filter(|_| !self.ignores(stream))
    }
}

/// Splits a text at white space without any quoting, as `-c CMD` is defined.
pub(crate) fn split_at_blanks(text: &OsStr) -> Vec<OsString> {
    let parts = text.as_bytes().split(|b| b.is_ascii_whitespace() || *b == 0x0b);
    parts.filter(|part| !part.is_empty()).map(|part| OsStr::from_bytes(part).to_owned()).collect()
}

/// How long the search looks for a smaller result (`--effort`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Effort {
    /// Ends when no mutator of the strategy helps any more.
    Quick,
    /// Adds the end game.
    #[default]
    Normal,
    /// Adds a longer end game, and restarts from the input in other orders.
    Thorough,
}

impl Effort {
    pub(crate) const CHOICES: &[(&str, Effort)] =
        &[("quick", Effort::Quick), ("normal", Effort::Normal), ("thorough", Effort::Thorough)];

    /// Returns the largest number of checks in the end game.
    pub(super) fn end_game(self) -> u32 {
        match self {
            Effort::Quick => 0,
            Effort::Normal => 1200,
            Effort::Thorough => 6000,
        }
    }

    /// Returns how often the search starts anew.
    pub(super) fn restarts(self) -> u64 {
        if self == Effort::Thorough { 3 } else { 0 }
    }
}

pub(crate) const STRATEGIES: &[(&str, Strategy)] =
    &[("ddmin", Strategy::Ddmin), ("hierarchical", Strategy::Hierarchical), ("hybrid", Strategy::Hybrid)];

/// The values of `--exit-status`: whether it is detailed.
pub(crate) const STATUSES: &[(&str, bool)] = &[("plain", false), ("detailed", true)];

pub(crate) const VARIABLE_MODES: &[(&str, Mode)] = &[("inc", Mode::Larger), ("dec", Mode::Smaller)];

/// The layout of the output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One command per line.
    Plain,
    /// Indented by the depth of nesting.
    Indented,
    /// Wrapped at 78 columns.
    Wrapped,
    /// One command per line, without blanks beside parentheses.
    Tight,
}
