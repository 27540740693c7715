//! The criteria of a failure that ddSMT has no options for, as the user gave them.

use crate::check::checker::Repeat;
use crate::check::criteria::sat_result::SatResult;
use crate::check::criteria::{Number, Pattern};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::time::Duration;

/// What the user wants kept that ddSMT has no options for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Criteria {
    /// `--match-out-re`.
    pub match_out: Option<Pattern>,
    /// `--match-err-re`.
    pub match_err: Option<Pattern>,
    /// `--match-any-re`.
    pub match_any: Option<Pattern>,
    /// `--reject-re`, every one of them.
    pub reject: Vec<Pattern>,
    /// `--same-crash`.
    pub same_crash: bool,
    /// `--test`: lines for the shell, all of which must end with status 0.
    pub tests: Vec<OsString>,
    /// `--placeholder`: what stands for the candidate in the command's words.
    pub placeholder: Option<OsString>,
    /// `--stdin`: the candidate is the standard input of the command.
    pub stdin: bool,
    /// `--disagree`: a command that contradicts the answer.
    pub disagree: Option<OsString>,
    /// `--referee`: another one that contradicts it too.
    pub referee: Option<OsString>,
    /// `--expect`: what they answer.
    pub expect: Option<SatResult>,
    /// `--got`: what the command answers.
    pub got: Option<SatResult>,
    /// `--slower-than`, in processor time.
    pub slower_than: Option<Duration>,
    /// `--slower-than-reference`, in thousandths.
    pub slower_than_reference: Option<u64>,
    /// `--reference`: the command that is fast.
    pub reference: Option<OsString>,
    /// `--hints`: a command that is right about the input.
    pub hints: Option<OsString>,
    /// `--times-out`.
    pub times_out: bool,
    /// `--stat`: its first group is a number.
    pub stat: Option<Pattern>,
    /// `--at-least`: what that number is at least.
    pub at_least: Option<Number>,
    /// `--keep`: commands that stay as they are.
    pub keep: Option<Pattern>,
    /// `--repeat`: how often a candidate is checked at most.
    pub repeat: Option<NonZeroUsize>,
    /// `--need`: how often it has to fail at least.
    pub need: Option<NonZeroUsize>,
    /// `--lenient`: the input may be malformed.
    pub lenient: bool,
    /// `--format`.
    pub format: Format,
}

/// What the input is (`--format`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// S-expressions.
    #[default]
    SmtLib,
    /// Lines of any text.
    Lines,
}

impl Format {
    pub(crate) const CHOICES: &[(&str, Format)] = &[("smtlib", Format::SmtLib), ("lines", Format::Lines)];
}

impl Criteria {
    /// Whether a kind of failure was named, which takes the place of what ddSMT
    /// compares: the exit status and both outputs.
    pub fn replaces_comparison(&self) -> bool {
        self.same_crash || self.is_dispute() || self.is_timing()
    }

    /// How often a candidate is checked.
    pub fn repeat(&self) -> Repeat {
        let count = |number: Option<NonZeroUsize>| number.map_or(1, NonZeroUsize::get);
        Repeat { most: count(self.repeat), need: count(self.need) }
    }

    /// Whether an answer is wrong.
    pub fn is_dispute(&self) -> bool {
        self.disagree.is_some() || self.got.is_some()
    }

    /// Whether times decide.
    pub fn is_timing(&self) -> bool {
        self.slower_than.is_some() || self.slower_than_reference.is_some() || self.times_out
    }
}
