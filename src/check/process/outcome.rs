//! How a run ended, and what it used.

use super::stand::Stand;
use rustix::io::Errno;
use rustix::process::Signal;
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum End {
    /// The solver exited with this status.
    Exited(i32),
    /// The solver was ended by this signal, which was not ours.
    Signaled(i32),
    /// We ended it at its limit of elapsed or processor time.
    TimedOut,
    /// We ended it because it did nothing at its limit of elapsed time for that.
    Idle,
    /// We ended it because its output had settled the question.
    KilledEarly,
    /// We ended it, or did not begin it, because nobody needed its answer any more.
    #[default]
    Cancelled,
    /// We ended it because it printed more than its limit.
    Flooded,
    /// A launcher has not run it, however often it was asked to.
    Lost,
    /// It could not be run (not started, not watched, its input not written);
    /// the error number of the system.
    NotRun(i32),
}

impl End {
    /// Whether the solver ended by itself.
    pub fn is_own(self) -> bool {
        matches!(self, End::Exited(_) | End::Signaled(_))
    }

    /// Whether a limit decided, so that another machine might see another end.
    pub fn is_limit(self) -> bool {
        const SIGXCPU: i32 = Signal::XCPU.as_raw();
        matches!(self, End::TimedOut | End::Idle | End::Flooded | End::Signaled(SIGXCPU))
    }

    /// The exit status as ddSMT tells it: minus the signal for a signal.
    pub fn code(self) -> Option<i32> {
        match self {
            End::Exited(code) => Some(code),
            End::Signaled(signal) => Some(-signal),
            _ => None,
        }
    }

    pub(in crate::check) fn failed(error: &io::Error) -> Self {
        End::NotRun(error.raw_os_error().unwrap_or_else(|| {
            // One that names a file has lost its number.
            log::warn!("{error}");
            Errno::IO.raw_os_error()
        }))
    }

    pub(in crate::check) fn of(status: ExitStatus) -> Self {
        match (status.code(), status.signal()) {
            (Some(code), _) => End::Exited(code),
            (None, signal) => End::Signaled(signal.unwrap_or(0)),
        }
    }
}

/// What became of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub end: End,
    /// From before the start until we saw the solver's end, or decided on it.
    pub wall: Duration,
    /// Processor time of the solver and of the children that it waited for.
    pub cpu: Duration,
    /// Whether another process still held an output open after the solver's
    /// end, until it was killed.
    pub lingered: bool,
    /// Whether an output was open even after the group was killed: a process
    /// has left the group and has to be looked for.
    pub escaped: bool,
    /// Whether elapsed time says nothing: we were stopped for a part of it, and its end was
    /// reached. The run has to be made again.
    pub disturbed: bool,
    /// Where a clone of a started solver came from, and the processor time that it did not
    /// need again; that is part of `cpu`. `None` for a common run.
    pub head_start: Option<(Stand, Duration)>,
}

impl Outcome {
    /// The outcome of a run that was cancelled before it began.
    pub(in crate::check) fn cancelled() -> Self {
        Outcome::default()
    }

    /// The outcome of a run that failed before it began.
    pub(in crate::check) fn not_run(error: &io::Error) -> Self {
        Outcome { end: End::failed(error), ..Outcome::cancelled() }
    }
}
