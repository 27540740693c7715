//! Exit statuses: scripts test them, so they are one closed list.

use std::process::ExitCode;

/// Why the program ended, as the shell sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Exit {
    /// Finished, whether or not the input became smaller.
    Success = 0,
    /// Any error that is not one of usage.
    Failure = 1,
    /// The command line cannot be understood.
    Usage = 2,
    /// Finished without a smaller input; only with `--exit-status detailed`.
    Unchanged = 3,
    /// Finished without a smaller input because the failure comes and goes; only with `--exit-status detailed`.
    NotReproducible = 4,
    /// The time is over, or the user wanted no more, before the end of the search; only with `--exit-status detailed`.
    Unfinished = 5,
    /// All bugs of a triage are known; only with `--exit-status detailed`.
    KnownBugs = 6,
    /// A triage has found bugs that are not known; only with `--exit-status detailed`.
    NewBugs = 7,
    /// SIGINT arrived and the best input so far is safe (128 + 2).
    Interrupted = 130,
    /// SIGTERM arrived and the best input so far is safe (128 + 15).
    Terminated = 143,
}

impl Exit {
    /// Returns the number that the parent process receives.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// Returns the status to report: a finer one only if the user asked for it, since scripts take every
    /// status but 0 for an error.
    #[must_use]
    pub fn told(self, is_detailed: bool) -> Exit {
        match self {
            Exit::Unchanged | Exit::NotReproducible | Exit::Unfinished if !is_detailed => Exit::Success,
            exit => exit,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(exit.code())
    }
}
