//! Warm runs, which begin where the solver opens its input.
//!
//! On a small input a run is mostly the start of the solver: loading, linking, building tables. A
//! [`Template`] is a solver that has done all that and stands still, traced, before the first system call
//! that names the input. For every candidate ddsmt makes the template clone itself. The clone is a child of
//! ddsmt like any other solver, repeats the call and goes on untraced. No code is loaded into the solver, and
//! neither its file nor its environment differs from a cold run.
//!
//! A warm run is never needed: if anything is unusual, the candidate gets a cold run.

mod calls;
mod clones;
mod head;
mod reading;
mod template;

use super::listener::Listener;
use super::outcome::{ClonePoint, Outcome};
use super::runner::Runner;
use crate::check::limits::traced;
use crate::check::{Limits, SolverCommand, TemplateStart};
use anyhow::{Error, Result, anyhow, bail};
use std::time::Duration;
use template::Template;

/// Number of clones that one template makes: all of them have its layout of addresses, while each cold run
/// gets a random one.
const MAX_CLONES: u32 = 500;

/// Number of surprises that ends the warm runs of a command in a slot.
const MAX_SURPRISES: u32 = 3;

/// Number of templates of a command in a slot, each with another head or none.
const MAX_TEMPLATES: usize = 4;

/// Number of heads without a template that are remembered.
const MAX_SEEN: usize = 8;

/// A head that is seen this often gets a template: a start costs what two or three clones save.
const MIN_SIGHTS: u32 = 3;

/// The templates of one slot.
#[derive(Debug, Default)]
pub struct Warm {
    commands: Vec<Templates>,
    /// The head of the current input.
    head: Option<Vec<u8>>,
}

/// The templates of one command.
#[derive(Debug)]
pub struct Templates {
    command: SolverCommand,
    /// The templates; the one that was used last is the first.
    templates: Vec<Template>,
    /// Heads that were asked for and have no template yet, and how often.
    seen: Vec<(Vec<u8>, u32)>,
    surprises: u32,
    /// Number of failed starts of a template with a head.
    refused: u32,
}

impl Warm {
    /// Reads the head of the next input, which is given in parts.
    pub fn look(&mut self, text: &[&[u8]]) {
        self.head = head::head(text);
    }

    /// Returns the head of the current input.
    pub fn head(&self) -> Option<&[u8]> {
        self.head.as_deref()
    }

    /// Returns the templates of this command with a suitable one in front, which is started if there is none.
    /// A head that is seen for the first few times is refused, unless the caller insists.
    pub fn ready(
        &mut self,
        runner: &mut Runner,
        start: TemplateStart<'_>,
        point: ClonePoint,
        insists: bool,
    ) -> Result<&mut Templates> {
        let TemplateStart { command, paths, mark, limits } = start;
        let known = self.commands.iter().position(|known| starts_alike(&known.command, command));
        let number = known.unwrap_or(self.commands.len());
        if known.is_none() {
            let (command, templates, seen) = (command.clone(), Vec::new(), Vec::new());
            self.commands.push(Templates { command, templates, seen, surprises: 0, refused: 0 });
        }
        let kept = &mut self.commands[number];
        let reads = point != ClonePoint::Opening;
        if kept.surprises >= MAX_SURPRISES || (reads && kept.refused >= MAX_SURPRISES) {
            bail!("too much was unusual");
        }
        let head = self.head.clone().filter(|_| reads);
        if reads && head.is_none() {
            bail!("the input does not begin as others do");
        }
        kept.templates.retain(|template| template.is_for(paths) && template.clones < MAX_CLONES);
        if let Some(at) = kept.templates.iter().position(|template| template.head() == head.as_deref()) {
            kept.templates[..=at].rotate_right(1);
            return Ok(kept);
        }
        if !insists && head.as_ref().is_some_and(|head| !kept.is_known(head)) {
            bail!("few other inputs have begun so");
        }
        let mut command = command.prepare(traced(&command.program), paths, mark);
        match runner.start_template(&mut command, paths, head, limits) {
            Ok(template) => {
                kept.templates.truncate(MAX_TEMPLATES - 1);
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

    /// Ends all templates: their input file is no longer the one of the slot.
    pub fn forget(&mut self) {
        self.commands.iter_mut().for_each(|kept| kept.templates.clear());
    }
}

/// Whether processes of both commands do the same at their start.
fn starts_alike(one: &SolverCommand, other: &SolverCommand) -> bool {
    let start = |c: &SolverCommand| (c.program.clone(), c.args.clone(), c.placeholder.clone(), c.shell, c.tunables);
    one.stdin == other.stdin && start(one) == start(other)
}

impl Templates {
    /// Whether the head was asked for often enough.
    fn is_known(&mut self, head: &[u8]) -> bool {
        let known = self.seen.iter().position(|(seen, _)| seen == head);
        let (head, sights) = known.map_or_else(|| (head.to_vec(), 0), |at| self.seen.remove(at));
        let sights = sights + 1;
        if sights < MIN_SIGHTS {
            self.seen.insert(0, (head, sights));
            self.seen.truncate(MAX_SEEN);
        }
        sights >= MIN_SIGHTS
    }

    /// Returns the processor time of the first template up to where it names the input, and, if it stands
    /// behind the first command, up to there.
    pub fn head_starts(&self) -> (Duration, Option<Duration>) {
        let template = self.templates.first();
        let reading = template.filter(|template| template.head().is_some()).map(|template| template.cost);
        (template.map_or(Duration::ZERO, |template| template.opened), reading)
    }

    /// Makes the clone of the next run, which then waits to be released.
    pub fn make_ready(&mut self, runner: &Runner) -> Result<()> {
        match self.templates.first_mut().map(Template::make_ready) {
            Some(Ok(())) => Ok(()),
            _ => Err(self.give_up(anyhow!("a clone could not be made"), runner)),
        }
    }

    /// Runs the command on the input by a clone. An error says that anything about the run was unusual: the
    /// caller has to make a cold run.
    pub fn run(
        &mut self,
        runner: &mut Runner,
        mark: &str,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Result<Outcome> {
        let template = self.templates.first_mut();
        match template.and_then(|template| runner.run_clone(template, mark, limits, listener)) {
            Some(outcome) => Ok(outcome),
            None => match self.give_up(anyhow!("a run was unusual"), runner) {
                _ if runner.canceller.is_cancelled() => Ok(Outcome::cancelled()),
                refusal => Err(refusal),
            },
        }
    }

    /// Drops the first template.
    fn give_up(&mut self, why: Error, runner: &Runner) -> Error {
        self.templates.drain(..self.templates.len().min(1));
        self.surprise(why, runner)
    }

    /// Counts a surprise: several of them cost too much.
    fn surprise(&mut self, why: Error, runner: &Runner) -> Error {
        if !runner.canceller.is_cancelled() {
            log::debug!("a run was not begun by a clone: {why:#}");
            self.surprises += 1;
        }
        why
    }
}
