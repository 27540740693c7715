//! What is said at the end of a run.

use super::exit::Exit;
use super::options::Options;
use super::shell;
use super::solver_commands::CommandSpec;
use crate::check::executor::{Spent, Stop};
use crate::report::log::Level;
use crate::report::statistics::Size;
use crate::report::summary::{Closing, closing_lines};
use crate::report::terminal;
use signal_hook::consts::SIGINT;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

/// What is known of a run that has ended.
pub(super) struct Ending<'a> {
    pub before: Size,
    /// The size of the result, where it is another text.
    pub after: Option<Size>,
    /// What ended the search before its end.
    pub stop: Option<&'a Stop>,
    pub checks: u64,
    pub runtime: Duration,
    pub spent: Spent,
    pub jobs: usize,
    /// What the output file holds.
    pub text: &'a [u8],
    /// Whether the answers are in a journal.
    pub is_resumable: bool,
}

/// Closes a run with a few lines for people, unless they want to hear less.
pub(super) fn tell(options: &Options, commands: &[(CommandSpec, PathBuf)], ending: &Ending<'_>) {
    if options.settings.log_level() < Level::Chat {
        return;
    }
    let busy = ending.spent.wall.as_secs_f64() / (ending.runtime.as_secs_f64() * ending.jobs as f64);
    let is_kept = options.output.is_file();
    let shown_by = commands.iter().filter(|_| is_kept).map(|(spec, program)| {
        let line = shell::on_file(spec, program, &options.output);
        if spec.tag.is_empty() { line } else { format!("{line}  #{}", spec.tag) }
    });
    let lines = closing_lines(&Closing {
        before: ending.before,
        after: ending.after,
        stopped: ending.stop.and_then(|stop| reason(options, stop)),
        checks: ending.checks,
        runtime: ending.runtime,
        share: (ending.spent.runs > 0).then_some(busy.min(1.0)),
        output: options.output.display().to_string(),
        text: ending.text,
        shown_by: shown_by.collect(),
        next: ending.stop.filter(|_| ending.is_resumable).map(|_| resuming(options)).into_iter().collect(),
    });
    terminal::say(&lines);
}

/// Says how to go on with a run whose output file is not touched.
pub(super) fn tell_resuming(options: &Options) {
    if options.settings.log_level() >= Level::Chat {
        let (label, line) = resuming(options);
        terminal::say(&[format!("{label}: {line}")]);
    }
}

fn resuming(options: &Options) -> (&'static str, String) {
    ("go on with", shell::resuming(&options.typed))
}

/// Why a search was ended, where the log has not said it.
fn reason(options: &Options, stop: &Stop) -> Option<String> {
    match stop {
        Stop::Signal(SIGINT) => Some("by Ctrl-C, with the best so far".into()),
        Stop::Signal(_) => Some("by a signal, with the best so far".into()),
        Stop::Enough => match (options.settings.stop_at, options.settings.stop_after) {
            (_, Some(checks)) => Some(format!("after --stop-after, {checks} checks")),
            (Some(bytes), None) => Some(format!("at --stop-at, {bytes} bytes")),
            (None, None) => Some("as you wished, with the best so far".into()),
        },
        Stop::Budget | Stop::Distrusted | Stop::Failed(_) => None,
    }
}

/// The status after the search was ended, which is told where it is no signal.
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
        // The search begins anew, once.
        Stop::Distrusted => Exit::Failure,
    }
}

/// ddSMT's word for a SIGINT, on the stream where scripts expect it.
pub(super) fn say_interrupted(exit: Exit) {
    if exit == Exit::Interrupted {
        // Nobody may be left to read it.
        let _ = writeln!(io::stdout(), "[ddsmt] interrupted");
    }
}
