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
struct Kept {
    command: SolverCommand,
    template: Option<Template>,
    surprises: u32,
}

impl Warm {
    /// Runs a command on the input by a clone.
    ///
    /// # Errors
    ///
    /// Why that is not possible, or that anything about the run was unusual. It has to be
    /// made again in the common way.
    pub fn run(
        &mut self,
        runner: &mut Runner,
        command: &SolverCommand,
        place: (&SlotPaths, &str),
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Result<Outcome, Refusal> {
        let kept = self.kept(command);
        if kept.surprises >= SURPRISES {
            return Err(Refusal::new("too much was unusual"));
        }
        kept.run(runner, place, limits, listener).or_else(|refusal| {
            kept.template = None;
            if runner.canceller.is_cancelled() {
                return Ok(Outcome::cancelled());
            }
            log::debug!("a run was not begun by a clone: {}", refusal.0);
            kept.surprises += 1;
            Err(refusal)
        })
    }

    fn kept(&mut self, command: &SolverCommand) -> &mut Kept {
        let known = self.kept.iter().position(|kept| kept.command == *command);
        let place = known.unwrap_or_else(|| {
            self.kept.push(Kept { command: command.clone(), template: None, surprises: 0 });
            self.kept.len() - 1
        });
        &mut self.kept[place]
    }
}

impl Kept {
    fn run(
        &mut self,
        runner: &mut Runner,
        (paths, mark): (&SlotPaths, &str),
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Result<Outcome, Refusal> {
        self.template.take_if(|template| template.clones() >= CLONES || !template.is_for(paths));
        let template = match &mut self.template {
            Some(template) => template,
            None => {
                let mut command = self.command.prepare(traced(&self.command.program), paths, mark);
                self.template.insert(runner.start_template(&mut command, paths, limits)?)
            }
        };
        runner.run_clone(template, mark, limits, listener).ok_or_else(|| Refusal::new("a run was unusual"))
    }
}
