//! How a run has ended, and what is reported then.

use super::exit::Exit;
use super::options::Options;
use super::shell;
use super::solver_commands::{CommandSpec, Role};
use crate::check::Stop;
use crate::report::summary::{Closing, closing_lines};
use crate::report::terminal;
use signal_hook::consts::SIGINT;
use std::io::{self, Write};

/// How a search has ended.
pub(super) struct Ending<'a> {
    options: &'a Options,
    pub stop: Option<Stop>,
    pub exit: Exit,
    /// Whether the result gets a last look, or has got it: neither a signal nor an error has come before.
    pub is_finished: bool,
}

impl Ending<'_> {
    /// Returns the ending of a search, given what has stopped it, if anything.
    pub fn after(stop: Option<Stop>, options: &Options) -> Ending<'_> {
        let exit = stop.as_ref().map_or(Exit::Success, |stop| exit_after(stop, options));
        Ending { options, stop, exit, is_finished: matches!(exit, Exit::Success | Exit::Unfinished) }
    }

    /// Records a signal that comes after the search.
    pub fn stopped(&mut self, signal: Stop) {
        self.exit = exit_after(&signal, self.options);
        self.stop = Some(signal);
    }
}

/// Closes a run with a few lines for the user, unless the user wants to see less.
pub(super) fn tell(
    options: &Options,
    commands: &[CommandSpec],
    end: &Ending<'_>,
    is_resumable: bool,
    mut closing: Closing<'_>,
) {
    let stop = end.stop.as_ref();
    if options.settings.verbosity < 0 {
        return;
    }
    if options.output.is_file() && !options.settings.unchecked {
        closing.shown_by.extend(commands.iter().map(|spec| {
            let line = shell::on_file(spec, &options.output);
            let line = if spec.role == Role::Main { line } else { format!("{line}  #{}", spec.role) };
            if end.is_finished { line } else { format!("{line}  # in the search; not run again since") }
        }));
    }
    closing.output = options.output.display().to_string();
    closing.stopped = stop.and_then(|stop| reason(options, stop));
    closing.next.extend(stop.filter(|_| is_resumable).map(|_| resuming(options, stop)));
    terminal::say(&closing_lines(&closing));
}

/// Says how to go on with a run whose output file is left as it is.
pub(super) fn tell_resuming(options: &Options, stop: Option<&Stop>) {
    if options.settings.verbosity >= 0 {
        let (label, line) = resuming(options, stop);
        terminal::say(&[format!("{label}: {line}")]);
    }
}

/// Returns the call that goes on. The options that have ended a run would end that one at once.
fn resuming(options: &Options, stop: Option<&Stop>) -> (&'static str, String) {
    ("go on with", shell::resuming(&options.typed, options.command.len(), matches!(stop, Some(Stop::Enough))))
}

/// Returns why a search was ended, unless the log has said so already.
fn reason(options: &Options, stop: &Stop) -> Option<String> {
    match stop {
        Stop::Signal(SIGINT) => Some("by Ctrl-C, with the best so far".into()),
        Stop::Signal(_) => Some("by a signal, with the best so far".into()),
        Stop::Enough => match (options.settings.stop_at, options.settings.stop_after) {
            (_, Some(checks)) => Some(format!("after --stop-after, {checks} checks")),
            (Some(bytes), None) => Some(format!("at --stop-at, {bytes} bytes")),
            (None, None) => Some("as you wished, with the best so far".into()),
        },
        Stop::Budget | Stop::Distrusted | Stop::Disturbed | Stop::Failed(_) => None,
    }
}

/// Returns the exit status after the search was ended, and logs the reason if it is no signal.
pub(super) fn exit_after(stop: &Stop, options: &Options) -> Exit {
    match stop {
        Stop::Signal(SIGINT) => Exit::Interrupted,
        Stop::Signal(_) => Exit::Terminated,
        Stop::Budget => {
            log::warn!("the time budget is spent before the end of the search");
            Exit::Unfinished
        }
        Stop::Enough if options.settings.stop_at.is_some() => Exit::Success,
        Stop::Enough => Exit::Unfinished,
        Stop::Failed(message) => {
            log::error!("{message}");
            Exit::Failure
        }
        // Not an end: the search begins anew, once.
        Stop::Distrusted | Stop::Disturbed => Exit::Failure,
    }
}

/// Prints ddSMT's message for a SIGINT on the stream where scripts expect it.
pub(super) fn say_interrupted(exit: Exit) {
    if exit == Exit::Interrupted {
        // The reader may be gone already.
        let _ = writeln!(io::stdout(), "[ddsmt] interrupted");
    }
}
