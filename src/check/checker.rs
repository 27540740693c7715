//! From a candidate's text to a verdict.

use crate::check::command::SolverCommand;
use crate::check::compare::Judge;
use crate::check::golden::Golden;
use crate::check::limits::Limits;
use crate::check::pace::{Allowance, Time, Usage};
use crate::check::process::{End, Outcome};
use crate::check::slot::Slot;

/// Whether a candidate still fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It behaves like the golden run.
    Same,
    /// It does not.
    Different,
    /// It was not or not completely asked: cancelled, or it could not be run.
    Unknown,
}

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the candidate still fails.
    pub answer: Answer,
    /// How the run that decided ended: the cross check's if it was asked.
    pub end: End,
    /// Whether the cross check was asked.
    pub is_crossed: bool,
    /// What the solver's run and the cross check's took.
    pub usage: Usage,
}

/// One command and its golden run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The command; its limits are those of every check.
    pub command: SolverCommand,
    /// What its runs are compared with.
    pub golden: Golden,
}

/// Checks candidates with a solver and perhaps with a second one.
#[derive(Clone, Debug)]
pub struct Checker {
    /// The solver.
    pub solver: Trial,
    /// The second one, asked only where the first behaves as it should.
    pub cross: Option<Trial>,
}

impl Checker {
    /// Checks a text, given in parts, in a slot.
    pub fn check(&self, slot: &mut Slot, text: &[&[u8]]) -> Verdict {
        self.check_within(slot, text, &Allowance::default())
    }

    /// The same within an allowance of time.
    pub fn check_within(&self, slot: &mut Slot, text: &[&[u8]], allowance: &Allowance) -> Verdict {
        let limits = allowance.limits(0, &self.solver.command.limits);
        let (answer, outcome) = self.solver.ask(slot, text, &limits);
        let mut usage = Usage([time(&outcome), Time::default()]);
        match &self.cross {
            Some(cross) if answer == Answer::Same => {
                // The first solver may have changed its input: it is written again.
                let limits = allowance.limits(1, &cross.command.limits);
                let (answer, outcome) = cross.ask(slot, text, &limits);
                usage.0[1] = time(&outcome);
                Verdict { answer, end: outcome.end, is_crossed: true, usage }
            }
            _ => Verdict { answer, end: outcome.end, is_crossed: false, usage },
        }
    }
}

fn time(outcome: &Outcome) -> Time {
    Time { wall: outcome.wall, cpu: outcome.cpu }
}

impl Trial {
    fn ask(&self, slot: &mut Slot, text: &[&[u8]], limits: &Limits) -> (Answer, Outcome) {
        if let Err(error) = slot.write(text) {
            return (Answer::Unknown, Outcome::not_run(&error));
        }
        let places = slot.places();
        let heads = slot.take_heads();
        let mut judge = Judge::new(&self.command.comparison, &self.golden, &places, heads);
        let outcome = slot.run(&self.command, limits, &mut judge);
        let answer = match outcome.end {
            End::Cancelled | End::NotRun(_) => Answer::Unknown,
            end if judge.is_same(end) => Answer::Same,
            _ => Answer::Different,
        };
        slot.put_heads(judge.into_heads());
        (answer, outcome)
    }
}
