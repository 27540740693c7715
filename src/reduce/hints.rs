//! Hints of another solver about the input, before the search begins.

use crate::check::{End, Requirement, Requirements, Slot, SolverCommand, Stream, record};
use crate::mutators::REGISTRY;
use crate::reduce::preflight::Programs;
use crate::reduce::solver_commands::PATIENCE;
use crate::smtlib::{Hints, Inquiry};
use crate::strategy::Selection;
use anyhow::{Result, bail};
use std::io;
use std::time::Duration;

/// Returns the solver to ask; `None` if the user has none, or no enabled mutator uses hints.
pub(super) fn adviser<'a>(programs: &'a Programs, toggles: &Selection) -> Option<&'a SolverCommand> {
    let mut all = REGISTRY.iter().flat_map(|group| group.mutators);
    let is_of_use = all.any(|mutator| !mutator.printed.is_empty() && toggles.allows(mutator));
    programs.adviser.as_ref().filter(|_| is_of_use).map(|spec| &spec.command)
}

/// Asks about one query of a script. Without a time limit of the user's, that of the checks applies, or a
/// longer one, since the solver is asked once and hints take longer than the answer alone. A solver
/// without hints is no error.
pub(super) fn hints(solver: &SolverCommand, inquiry: &Inquiry<'_>, limit: Option<Duration>, slot: &mut Slot) -> Hints {
    let hints = ask(solver, inquiry, limit.unwrap_or_default().max(PATIENCE), slot);
    let told = match &hints {
        Ok(hints) => match hints.len() {
            (0, assertions) => format!("assertions outside of the unsat core: {assertions}"),
            (constants, _) => format!("constants with a value in the model: {constants}"),
        },
        Err(reason) => format!("none; {reason}"),
    };
    log::info!("hints: {told}");
    hints.unwrap_or_default()
}

/// Returns the hints, or why there are none.
fn ask(solver: &SolverCommand, inquiry: &Inquiry<'_>, limit: Duration, slot: &mut Slot) -> Result<Hints> {
    let (printed, end) = run(solver, &inquiry.text(), limit, slot)?;
    if let Some(hints) = inquiry.hints(&printed) {
        return Ok(hints);
    }
    // Many solvers end at the first error: here, that there is no model.
    if inquiry.is_unsat(&printed) && end != End::TimedOut {
        let (printed, _) = run(solver, &inquiry.text_for_core(), limit, slot)?;
        if let Some(hints) = inquiry.hints(&printed) {
            return Ok(hints);
        }
    }
    match end {
        End::TimedOut => bail!("the solver reaches its time limit"),
        End::NotRun(error) => bail!(io::Error::from_raw_os_error(error)),
        _ => bail!("the solver prints nothing of a model or an unsat core that is of use"),
    }
}

fn run(solver: &SolverCommand, text: &[u8], limit: Duration, slot: &mut Slot) -> io::Result<(Vec<u8>, End)> {
    let mut command = solver.clone();
    command.comparison = Requirements(vec![Requirement::SameOutput(Stream::Stdout)]);
    command.limits.wall = command.limits.wall.or(Some(limit));
    let recording = record(&command, slot, &[text])?;
    Ok((recording.stdout, recording.outcome.end))
}
