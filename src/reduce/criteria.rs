//! The user's criteria of a failure for which ddSMT has no options.

use crate::check::{Pattern, Repeat, SatResult};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::time::Duration;

/// The user's criteria of a failure for which ddSMT has no options. `cli/flags.rs` says what each option means.
#[allow(missing_docs, reason = "fields are named after their options")]
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Criteria {
    /// `--match-out-re`.
    pub match_out: Option<Pattern>,
    /// `--match-err-re`.
    pub match_err: Option<Pattern>,
    /// `--match-any-re`.
    pub match_any: Option<Pattern>,
    /// `--reject-re`, all of its values.
    pub reject: Vec<Pattern>,
    pub same_crash: bool,
    /// With `same_crash`: an exit status is a crash, and the error must be the same. A triage asks for this.
    pub same_error: bool,
    /// `--test`: lines for the shell, all of which must end with status 0.
    pub tests: Vec<OsString>,
    pub placeholder: Option<OsString>,
    pub stdin: bool,
    pub disagree: Option<OsString>,
    pub referee: Option<OsString>,
    pub expect: Option<SatResult>,
    pub got: Option<SatResult>,
    pub slower_than: Option<Duration>,
    /// `--slower-than-reference`, in thousandths.
    pub slower_than_reference: Option<u64>,
    pub reference: Option<OsString>,
    pub hints: Option<OsString>,
    pub times_out: bool,
    pub stat: Option<Pattern>,
    pub at_least: Option<f64>,
    pub keep: Option<Pattern>,
    pub repeat: Option<NonZeroUsize>,
    pub need: Option<NonZeroUsize>,
    pub lenient: bool,
    pub format: Format,
}

/// The format of the input (`--format`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    #[default]
    SmtLib,
    Lines,
}

impl Format {
    pub(crate) const CHOICES: &[(&str, Format)] = &[("smtlib", Format::SmtLib), ("lines", Format::Lines)];
}

impl Criteria {
    pub fn repeat(&self) -> Repeat {
        let count = |number: Option<NonZeroUsize>| number.map_or(1, NonZeroUsize::get);
        Repeat { most: count(self.repeat), need: count(self.need) }
    }

    pub fn is_dispute(&self) -> bool {
        self.disagree.is_some() || self.got.is_some()
    }

    pub fn is_timing(&self) -> bool {
        self.slower_than.is_some() || self.slower_than_reference.is_some() || self.times_out
    }
}
