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
mod head;
mod reading;
mod template;

use super::listener::Listener;
use super::outcome::Outcome;
use super::runner::Runner;
use super::stand::Stand;
use crate::check::limits::traced;
use crate::check::{Limits, SlotPaths, SolverCommand};
pub use calls::Refusal;
use std::time::Duration;
use template::Template;

/// How many clones one template makes: it is one layout of addresses, which chance
/// gives to a cold run anew.
const CLONES: u32 = 500;

/// So many surprises end warm runs of a command in a slot.
const SURPRISES: u32 = 3;

/// So many templates of a command stand in a slot, each with another head or none.
const HEADS: usize = 4;

/// So many heads are remembered for which there is none.
const SEEN: usize = 8;

/// A head that is seen so often gets one: a start costs what two or three clones save.
const SIGHTS: u32 = 3;

/// The templates of one slot.
#[derive(Debug, Default)]
pub struct Warm {
    kept: Vec<Kept>,
    /// The head of the input as it is now.
    head: Option<Vec<u8>>,
}

/// What is kept of one command.
#[derive(Debug)]
pub struct Kept {
    command: SolverCommand,
    /// The one that was used last is the first.
    templates: Vec<Template>,
    /// Heads that were asked for, and how often.
    seen: Vec<(Vec<u8>, u32)>,
    surprises: u32,
    /// Heads behind which it could not be started.
    refused: u32,
}

impl Warm {
    /// Looks at the input of the next run, which is given in parts.
    pub fn look(&mut self, text: &[&[u8]]) {
        self.head = head::head(text);
    }

    /// Starts a solver that can be cloned for a run of this command, if there is none. Only a
    /// head that was asked for often is worth a start, unless that is insisted on.
    pub fn ready(
        &mut self,
        runner: &mut Runner,
        command: &SolverCommand,
        (stand, insists): (Stand, bool),
        (paths, mark): (&SlotPaths, &str),
        limits: &Limits,
    ) -> Result<&mut Kept, Refusal> {
        let known = self.kept.iter().position(|kept| starts_alike(&kept.command, command));
        let number = known.unwrap_or(self.kept.len());
        if known.is_none() {
            let (templates, seen) = Default::default();
            self.kept.push(Kept { command: command.clone(), templates, seen, surprises: 0, refused: 0 });
        }
        let kept = &mut self.kept[number];
        let reads = stand != Stand::Opening;
        if kept.surprises >= SURPRISES || (reads && kept.refused >= SURPRISES) {
            return Err(Refusal::new("too much was unusual"));
        }
        let head = self.head.clone().filter(|_| reads);
        if reads && head.is_none() {
            return Err(Refusal::new("the input does not begin as others do"));
        }
        kept.templates.retain(|template| template.is_for(paths) && template.clones < CLONES);
        if let Some(at) = kept.templates.iter().position(|template| template.head() == head.as_deref()) {
            kept.templates[..=at].rotate_right(1);
            return Ok(kept);
        }
        if !insists && head.as_ref().is_some_and(|head| !kept.is_known(head)) {
            return Err(Refusal::new("few other inputs have begun so"));
        }
        let mut command = command.prepare(traced(&command.program), paths, mark);
        match runner.start_template(&mut command, paths, head, limits) {
            Ok(template) => {
                kept.templates.truncate(HEADS - 1);
                kept.templates.insert(0, template);
                Ok(kept)
            }
            Err(refusal) if reads => {
                kept.refused += 1;
                Err(refusal)
            }
            Err(refusal) => Err(kept.surprise(refusal, runner)),
        }
    }

    /// Ends all templates: they know another input file.
    pub fn forget(&mut self) {
        self.kept.iter_mut().for_each(|kept| kept.templates.clear());
    }
}

/// Whether a process of one command does the same as one of the other at its start.
fn starts_alike(one: &SolverCommand, other: &SolverCommand) -> bool {
    let start = |c: &SolverCommand| (c.program.clone(), c.args.clone(), c.placeholder.clone(), c.shell, c.tunables);
    one.stdin == other.stdin && start(one) == start(other)
}

impl Kept {
    /// Whether the head was asked for often enough.
    fn is_known(&mut self, head: &[u8]) -> bool {
        let known = self.seen.iter().position(|(seen, _)| seen == head);
        let (head, sights) = known.map_or_else(|| (head.to_vec(), 0), |at| self.seen.remove(at));
        let sights = sights + 1;
        if sights < SIGHTS {
            self.seen.insert(0, (head, sights));
            self.seen.truncate(SEEN);
        }
        sights >= SIGHTS
    }

    /// The processor time of the template up to where it names the input, and, if it stands
    /// behind the first command, up to there.
    pub fn head_starts(&self) -> (Duration, Option<Duration>) {
        let template = self.templates.first();
        let reading = template.filter(|template| template.head().is_some()).map(|template| template.cost);
        (template.map_or(Duration::ZERO, |template| template.opened), reading)
    }

    /// Makes the clone that runs next, which then waits to be let go.
    pub fn make_ready(&mut self, runner: &Runner) -> Result<(), Refusal> {
        match self.templates.first_mut().map(Template::make_ready) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.give_up(Refusal::new("a clone could not be made"), runner)),
        }
    }

    /// Runs the command on the input by a clone. An error tells that anything about the run was unusual: it has to
    /// be made again in the common way.
    pub fn run(
        &mut self,
        runner: &mut Runner,
        mark: &str,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Result<Outcome, Refusal> {
        let outcome =
            self.templates.first_mut().and_then(|template| runner.run_clone(template, mark, limits, listener));
        outcome.map_or_else(
            || match self.give_up(Refusal::new("a run was unusual"), runner) {
                _ if runner.canceller.is_cancelled() => Ok(Outcome::cancelled()),
                refusal => Err(refusal),
            },
            Ok,
        )
    }

    /// Gives the latest template up.
    fn give_up(&mut self, why: Refusal, runner: &Runner) -> Refusal {
        self.templates.drain(..self.templates.len().min(1));
        self.surprise(why, runner)
    }

    /// Counts what has cost too much if it happens too often.
    fn surprise(&mut self, why: Refusal, runner: &Runner) -> Refusal {
        if !runner.canceller.is_cancelled() {
            log::debug!("a run was not begun by a clone: {}", why.0);
            self.surprises += 1;
        }
        why
    }
}
