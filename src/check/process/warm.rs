//! Runs that begin where the solver opens its input.
//!
//! On a small input a run is mostly the start of the solver: loading, linking,
//! building tables. A [`Template`] is a solver that has done all that and stands
//! still, traced, before the first system call that names the input. For every
//! candidate it is made to clone itself; the clone is a child of ours like any other
//! solver, repeats the call and goes on untraced. Nothing is loaded into the solver,
//! and neither its file nor its environment differs from a cold start.
//!
//! A warm run is never needed: where anything is unusual there is none, and the
//! candidate is run in the common way.

mod calls;
mod clones;
mod template;

use super::listener::Listener;
use super::outcome::Outcome;
use super::runner::Runner;
use crate::check::command::SolverCommand;
use crate::check::limits::{Limits, traced};
use crate::check::slot_paths::SlotPaths;
pub use template::Refusal;
use template::Template;

/// How many clones one template makes: it is one layout of addresses, which chance
/// gives to a cold run anew.
const CLONES: u32 = 500;

/// So many surprises end warm runs of a command in a slot.
const SURPRISES: u32 = 3;

/// The templates of one slot.
#[derive(Debug, Default)]
pub struct Warm {
    kept: Vec<Kept>,
}

/// What is kept of one command.
#[derive(Debug)]
pub struct Kept {
    command: SolverCommand,
    template: Option<Template>,
    surprises: u32,
}

impl Warm {
    /// Starts a solver that can be cloned for a run of this command, if there is none.
    ///
    /// # Errors
    ///
    /// Why there is none.
    pub fn ready(
        &mut self,
        runner: &mut Runner,
        command: &SolverCommand,
        (paths, mark): (&SlotPaths, &str),
        limits: &Limits,
    ) -> Result<&mut Kept, Refusal> {
        let known = self.kept.iter().position(|kept| starts_alike(&kept.command, command));
        let number = known.unwrap_or(self.kept.len());
        if known.is_none() {
            self.kept.push(Kept { command: command.clone(), template: None, surprises: 0 });
        }
        let kept = &mut self.kept[number];
        if kept.surprises >= SURPRISES {
            return Err(Refusal::new("too much was unusual"));
        }
        kept.template.take_if(|template| template.clones() >= CLONES || !template.is_for(paths));
        if kept.template.is_none() {
            let mut command = command.prepare(traced(&command.program), paths, mark);
            let started = runner.start_template(&mut command, paths, limits);
            kept.template = Some(started.map_err(|refusal| kept.surprise(refusal, runner))?);
        }
        Ok(kept)
    }
}

/// Whether a process of one command does the same as one of the other at its start.
fn starts_alike(one: &SolverCommand, other: &SolverCommand) -> bool {
    let start = |c: &SolverCommand| (c.program.clone(), c.args.clone(), c.placeholder.clone(), c.shell, c.tunables);
    one.stdin == other.stdin && start(one) == start(other)
}

impl Kept {
    /// Runs the command on the input by a clone.
    ///
    /// # Errors
    ///
    /// That anything about the run was unusual. It has to be made again in the common way.
    pub fn run(
        &mut self,
        runner: &mut Runner,
        mark: &str,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Result<Outcome, Refusal> {
        let outcome = self.template.as_mut().and_then(|template| runner.run_clone(template, mark, limits, listener));
        outcome.map_or_else(
            || match self.surprise(Refusal::new("a run was unusual"), runner) {
                _ if runner.canceller.is_cancelled() => Ok(Outcome::cancelled()),
                refusal => Err(refusal),
            },
            Ok,
        )
    }

    /// Gives the template up, which has cost too much if that happens too often.
    fn surprise(&mut self, why: Refusal, runner: &Runner) -> Refusal {
        self.template = None;
        if !runner.canceller.is_cancelled() {
            log::debug!("a run was not begun by a clone: {}", why.0);
            self.surprises += 1;
        }
        why
    }
}
