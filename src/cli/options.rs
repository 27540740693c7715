//! The checked configuration: plain data that is passed on, never global.

use super::bytes;
use super::exit::StatusStyle;
use super::toggles::Toggles;
use super::wishes::Wishes;
use crate::mutators::Mode;
use crate::report::log::Level;
use crate::strategy::Saving;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

/// A complete order to reduce a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The file to reduce.
    pub input: PathBuf,
    /// Where the best input so far is kept; may be the input itself.
    pub output: PathBuf,
    /// The command and its arguments, which nothing has interpreted. Empty if
    /// none was given, which the validation reports.
    pub command: Vec<OsString>,
    /// What the options say.
    pub settings: Settings,
}

/// What the options say, apart from files and the command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Number of `-v`.
    pub verbose: i64,
    /// Number of `-q`.
    pub quiet: i64,
    /// `--dump-config` was among the options.
    pub dump_config: bool,
    /// `--disable-all` was among the options; its effect is in `toggles`.
    pub disable_all: bool,
    /// `--pretty-print`.
    pub pretty_print: bool,
    /// `--wrap-lines`.
    pub wrap_lines: bool,
    /// `--strategy`.
    pub strategy: Strategy,
    /// Every change is accepted and no command is run (`--unchecked`).
    pub unchecked: bool,
    /// `--jobs`; where it is absent the number is chosen later.
    pub jobs: Option<NonZeroUsize>,
    /// `--memout` in megabytes (2^20 bytes).
    pub memout: Option<u64>,
    /// How a run of the command is compared with its golden run.
    pub comparison: Comparison,
    /// The text of `--cross-check`; see [`Settings::cross_check_command`].
    pub cross_check: Option<OsString>,
    /// The same as `comparison` for the second command.
    pub cross_comparison: Comparison,
    /// What is kept that ddSMT has no options for.
    pub wishes: Wishes,
    /// `--check-loops`.
    pub check_loops: bool,
    /// `--profile`.
    pub profile: bool,
    /// `--dump-diffs`.
    pub dump_diffs: bool,
    /// `--replace-by-variable-mode`.
    pub variable_mode: Mode,
    /// Which mutators are on.
    pub toggles: Toggles,
    /// `--without`: what is asked although it need not be.
    pub without: Vec<Saving>,
    /// `--exit-status`.
    pub exit_status: StatusStyle,
    /// How many checks the end game may make (`--endgame`).
    pub end_game: u32,
    /// What a change must gain, in bytes, as long as there are such changes
    /// (`--min-gain`).
    pub min_gain: u64,
    /// The command's arguments are reduced after the file (`--reduce-args`).
    pub reduce_args: bool,
    /// Only well-sorted candidates are asked about (`--valid`).
    pub valid: bool,
    /// The automatic time limit does not follow the current best
    /// (`--fixed-timeout`).
    pub fixed_timeout: bool,
    /// `--journal`; where it is absent a file in the cache folder.
    pub journal: Option<PathBuf>,
    /// `--resume`.
    pub resume: bool,
    /// How long the run may take (`--budget`).
    pub budget: Option<Duration>,
}

impl Settings {
    /// The defaults, with every mutator on.
    pub fn new(toggles: Toggles) -> Settings {
        Settings {
            verbose: 0,
            quiet: 0,
            dump_config: false,
            disable_all: false,
            pretty_print: false,
            wrap_lines: false,
            strategy: Strategy::Hybrid,
            unchecked: false,
            jobs: None,
            memout: None,
            comparison: Comparison::default(),
            cross_check: None,
            cross_comparison: Comparison::default(),
            wishes: Wishes::default(),
            check_loops: false,
            profile: false,
            dump_diffs: false,
            variable_mode: Mode::default(),
            toggles,
            exit_status: StatusStyle::Plain,
            without: Vec::new(),
            end_game: 400,
            min_gain: 0,
            reduce_args: false,
            valid: false,
            fixed_timeout: false,
            journal: None,
            resume: false,
            budget: None,
        }
    }

    /// The least important level that is logged.
    pub fn log_level(&self) -> Level {
        Level::from_verbosity(self.verbose - self.quiet)
    }

    /// How the output file is written; indentation wins over wrapping.
    pub fn layout(&self) -> Layout {
        match (self.pretty_print, self.wrap_lines) {
            (true, _) => Layout::Indented,
            (false, true) => Layout::Wrapped,
            (false, false) => Layout::Plain,
        }
    }

    /// The second command, split at blanks without any quoting. A blank text
    /// means none, so that `-c "$REFERENCE"` works with an empty variable.
    pub fn cross_check_command(&self) -> Option<Vec<OsString>> {
        let words = bytes::split_at_blanks(self.cross_check.as_deref()?);
        (!words.is_empty()).then_some(words)
    }
}

/// How one command's runs are compared with its golden run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The time limit of a run; computed from the golden run where absent. Zero
    /// means that everything times out.
    pub timeout: Option<Duration>,
    /// Only the exit code counts (`--ignore-output`).
    pub ignore_output: bool,
    /// `--ignore-out`.
    pub ignore_out: bool,
    /// `--ignore-err`.
    pub ignore_err: bool,
    /// Standard output must contain these bytes instead of being identical.
    pub match_out: Option<OsString>,
    /// Standard error must contain these bytes instead of being identical.
    pub match_err: Option<OsString>,
}

impl Comparison {
    /// How standard output is compared.
    pub fn stdout(&self) -> Stream<'_> {
        Stream::of(self.ignore_output || self.ignore_out, &self.match_out)
    }

    /// How standard error is compared.
    pub fn stderr(&self) -> Stream<'_> {
        Stream::of(self.ignore_output || self.ignore_err, &self.match_err)
    }
}

/// How one stream is compared with the golden run's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream<'a> {
    /// Not at all; a match string is not looked for either.
    Ignored,
    /// It contains these bytes.
    Contains(&'a [u8]),
    /// It is identical.
    Identical,
}

impl Stream<'_> {
    fn of(ignored: bool, pattern: &Option<OsString>) -> Stream<'_> {
        match pattern {
            _ if ignored => Stream::Ignored,
            Some(pattern) => Stream::Contains(bytes::bytes(pattern)),
            None => Stream::Identical,
        }
    }
}

/// Which search is run (`--strategy`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Large blocks first, then ever smaller ones.
    Ddmin,
    /// Breadth first from the root, one node at a time.
    Hierarchical,
    /// The first, then the second.
    Hybrid,
}

impl Strategy {
    pub(super) const CHOICES: &[(&str, Strategy)] =
        &[("ddmin", Strategy::Ddmin), ("hierarchical", Strategy::Hierarchical), ("hybrid", Strategy::Hybrid)];
}

/// The values of `--replace-by-variable-mode`.
pub(super) const VARIABLE_MODES: &[(&str, Mode)] = &[("inc", Mode::Larger), ("dec", Mode::Smaller)];

/// The values of `--without`.
pub(super) const SAVINGS: &[(&str, Saving)] =
    &[("texts", Saving::Texts), ("sorts", Saving::Sorts), ("failures", Saving::Failures), ("folds", Saving::Folds)];

/// How the output file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// One command per line.
    Plain,
    /// Indented by the depth of nesting.
    Indented,
    /// Wrapped at 78 columns.
    Wrapped,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::fixture::options;

    #[test]
    fn an_ignored_stream_is_not_searched_either() {
        use Stream::{Contains, Identical, Ignored};
        let rows = [
            ("", Identical, Identical),
            ("--ignore-output", Ignored, Ignored),
            ("--ignore-out", Ignored, Identical),
            ("--ignore-err", Identical, Ignored),
            ("--match-out a", Contains(b"a"), Identical),
            ("--match-err a --ignore-out", Ignored, Contains(b"a")),
            ("--match-err a --ignore-err", Identical, Ignored),
            ("--match-err a --ignore-output", Ignored, Ignored),
            ("--ignore-output-cc --match-out-cc a", Identical, Identical),
        ];
        for (args, out, err) in rows {
            let settings = options(&format!("{args} in out cmd")).settings;
            assert_eq!(settings.comparison.stdout(), out, "{args}");
            assert_eq!(settings.comparison.stderr(), err, "{args}");
        }
    }

    #[test]
    fn the_second_command_has_a_comparison_of_its_own() {
        let args = "-c ref --timeout-cc 2.5 --match-err-cc e --match-out-cc o in out cmd";
        let settings = options(args).settings;
        assert_eq!(settings.comparison, Comparison::default());
        let cross = &settings.cross_comparison;
        assert_eq!(cross.timeout, Some(Duration::from_millis(2500)));
        assert_eq!(cross.stdout(), Stream::Contains(b"o"));
        assert_eq!(cross.stderr(), Stream::Contains(b"e"));
    }

    #[test]
    fn a_blank_cross_check_is_none() {
        let rows: [(&str, Option<&[&str]>); 4] =
            [("", None), ("-c=", None), ("--cross-check=\t", None), ("-cz3\u{a0}x", Some(&["z3\u{a0}x"]))];
        for (args, words) in rows {
            let settings = options(&format!("{args} in out cmd")).settings;
            let words = words.map(|w| w.iter().map(OsString::from).collect());
            assert_eq!(settings.cross_check_command(), words, "{args}");
        }
    }

    #[test]
    fn indentation_wins_over_wrapping() {
        let rows = [
            ("", Layout::Plain),
            ("--wrap-lines", Layout::Wrapped),
            ("--pretty-print", Layout::Indented),
            ("--pretty-print --wrap-lines", Layout::Indented),
        ];
        for (args, layout) in rows {
            let settings = options(&format!("{args} in out cmd")).settings;
            assert_eq!(settings.layout(), layout, "{args}");
        }
    }
}
