//! How a run ended, and its time.

use rustix::io::Errno;
use rustix::process::Signal;
use serde::{Deserialize, Serialize};
use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

/// Where a template stands still to be cloned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClonePoint {
    /// Before the solver opens its input.
    Opening,
    /// Behind the first command with which the solver sets itself up, where it asks for more of its input.
    Reading,
    /// [`ClonePoint::Reading`] if other inputs have begun like this one, else [`ClonePoint::Opening`].
    Both,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum End {
    /// The solver exited with this status.
    Exited(i32),
    /// The solver was ended by this signal, which ddsmt did not send.
    Signaled(i32),
    /// ddsmt ended the run at its limit of elapsed or processor time.
    TimedOut,
    /// ddsmt ended the run because it did nothing at its idle limit.
    Idle,
    /// ddsmt ended the run because its output had settled the verdict.
    KilledEarly,
    /// ddsmt cancelled the run, or did not begin it, because its answer was no longer needed.
    #[default]
    Cancelled,
    /// ddsmt ended the run because it printed more than its limit.
    Flooded,
    /// A launcher has lost every attempt of the run.
    Lost,
    /// The solver could not be run (not started, not watched, its input not written); the system's error number.
    NotRun(i32),
}

impl End {
    /// Whether the solver ended by itself.
    pub fn is_own(self) -> bool {
        matches!(self, End::Exited(_) | End::Signaled(_))
    }

    /// Whether a limit decided, so that the run might end in another way on another machine.
    pub fn is_limit(self) -> bool {
        const SIGXCPU: i32 = Signal::XCPU.as_raw();
        matches!(self, End::TimedOut | End::Idle | End::Flooded | End::Signaled(SIGXCPU))
    }

    /// Returns the exit status as in ddSMT: minus the signal for a signal.
    pub fn code(self) -> Option<i32> {
        match self {
            End::Exited(code) => Some(code),
            End::Signaled(signal) => Some(-signal),
            _ => None,
        }
    }

    pub(in crate::check) fn failed(error: &io::Error) -> Self {
        End::NotRun(error.raw_os_error().unwrap_or_else(|| {
            // An error that names a file has lost its number.
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

/// How a run ended, its time, and what was unusual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub end: End,
    /// Elapsed time from before the start until ddsmt saw the solver's end, or decided on it.
    pub wall: Duration,
    /// Processor time of the solver and of the children that it waited for.
    pub cpu: Duration,
    /// Whether an output was open even after the group was killed: a process has left the group and has to be found.
    pub escaped: bool,
    /// Whether elapsed time is meaningless: ddsmt was stopped for a part of it, and a deadline passed. The
    /// run has to be made again.
    pub disturbed: bool,
    /// For a warm run, where the template stood, and its processor time, which the clone did not need again
    /// and which is part of `cpu`. `None` for a cold run.
    pub head_start: Option<(ClonePoint, Duration)>,
}

impl Outcome {
    /// Returns the outcome of a run that was cancelled before it began.
    pub(in crate::check) fn cancelled() -> Self {
        Outcome::default()
    }

    /// Returns the outcome of a run that failed before it began.
    pub(in crate::check) fn not_run(error: &io::Error) -> Self {
        Outcome { end: End::failed(error), ..Outcome::cancelled() }
    }
}
