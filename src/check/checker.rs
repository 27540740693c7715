//! From a candidate's text to a verdict.

use crate::check::command::SolverCommand;
use crate::check::compare::slow::{self, Slow};
use crate::check::compare::{Evidence, Judge, Requirement};
use crate::check::golden::Golden;
use crate::check::limits::Limits;
use crate::check::process::{End, Outcome};
use crate::check::slot::Slot;
use crate::check::timeout::{Time, TimeBudget, Usage};

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
    /// How the run that decided ended.
    pub end: End,
    /// How many of the commands were asked; the last of them decided.
    pub asked: usize,
    /// The number of the command that decided.
    pub place: usize,
    /// What the runs of the first commands took.
    pub usage: Usage,
}

/// One command and its golden run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The command; its limits are those of every check.
    pub command: SolverCommand,
    /// What its runs are compared with.
    pub golden: Golden,
    /// Its number, by which times are kept, whenever it is asked.
    pub place: usize,
}

/// What makes a candidate interesting: every trial ends as it should. They are
/// asked in this order, so the cheapest comes first, up to the first that does
/// not.
#[derive(Clone, Debug)]
pub struct Checker {
    /// The trials, at least one.
    pub trials: Vec<Trial>,
    /// How often a candidate is checked.
    pub repeat: Repeat,
}

/// How often a candidate is checked whose failure comes and goes, and how often
/// it has to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// So many times at most.
    pub most: usize,
    /// So many times at least, and one at least.
    pub need: usize,
}

impl Default for Repeat {
    fn default() -> Repeat {
        Repeat { most: 1, need: 1 }
    }
}

impl Repeat {
    /// What so many runs say of which so many failed, if more cannot change it.
    fn verdict(self, runs: usize, failed: usize) -> Option<bool> {
        match failed >= self.need {
            true => Some(true),
            false => (failed + self.most.saturating_sub(runs) < self.need).then_some(false),
        }
    }
}

impl Checker {
    /// The same with the commands as the user would type them.
    pub fn by_hand(mut self) -> Checker {
        self.trials.iter_mut().for_each(|trial| trial.command.tunables = false);
        self
    }

    /// Checks a text, given in parts, in a slot.
    pub fn check(&self, slot: &mut Slot, text: &[&[u8]]) -> Verdict {
        self.check_within(slot, text, &TimeBudget::default())
    }

    /// The same within an allowance of time.
    pub fn check_within(&self, slot: &mut Slot, text: &[&[u8]], allowance: &TimeBudget) -> Verdict {
        let (mut runs, mut failed) = (0, 0);
        loop {
            let verdict = self.check_once(slot, text, allowance);
            runs += 1;
            failed += usize::from(verdict.answer == Answer::Same);
            match self.repeat.verdict(runs, failed) {
                _ if verdict.answer == Answer::Unknown => return verdict,
                Some(true) => return Verdict { answer: Answer::Same, ..verdict },
                Some(false) => return Verdict { answer: Answer::Different, ..verdict },
                None => {}
            }
        }
    }

    /// How often a text fails if it is checked as often as possible.
    pub fn failures(&self, slot: &mut Slot, text: &[&[u8]]) -> usize {
        let mut fails = |_: &usize| self.check_once(slot, text, &TimeBudget::default()).answer == Answer::Same;
        (0..self.repeat.most).filter(|i| fails(i)).count()
    }

    fn check_once(&self, slot: &mut Slot, text: &[&[u8]], allowance: &TimeBudget) -> Verdict {
        let mut verdict =
            Verdict { answer: Answer::Same, end: End::Cancelled, asked: 0, place: 0, usage: Usage::default() };
        let mut evidence = Evidence::default();
        for (i, trial) in self.trials.iter().enumerate() {
            evidence.has_more = self.trials[i + 1..].iter().any(|later| later.command.comparison.disputes());
            let limits = allowance.limits(trial.place, &trial.command.limits);
            let (answer, outcome) = trial.ask(slot, text, &limits, &mut evidence);
            verdict = Verdict { answer, end: outcome.end, asked: i + 1, place: trial.place, ..verdict };
            if let Some(usage) = verdict.usage.0.get_mut(trial.place) {
                *usage = time(&outcome);
            }
            if answer != Answer::Same {
                break;
            }
        }
        match verdict.answer {
            Answer::Same => Verdict { answer: self.look_again(slot, text, allowance, evidence), ..verdict },
            _ => verdict,
        }
    }

    /// Whether a text that is to be accepted is slow beside a second run of the
    /// reference too: of many runs the search would pick those in which the
    /// reference was fast by chance.
    fn look_again(&self, slot: &mut Slot, text: &[&[u8]], allowance: &TimeBudget, evidence: Evidence) -> Answer {
        let is_reference = |trial: &&Trial| trial.command.comparison.0.contains(&Requirement::IsReference);
        let Some(reference) = self.trials.iter().find(is_reference) else { return Answer::Same };
        let mut again = evidence.clone();
        let limits = |trial: &Trial| allowance.limits(trial.place, &trial.command.limits);
        let (answer, _) = reference.run(slot, text, &limits(reference), &mut again);
        let in_doubt = |slow: Slow| !slow.holds_beside(evidence.reference, again.reference);
        let doubtful = self.trials.iter().find(|trial| trial.command.comparison.slow().is_some_and(in_doubt));
        match doubtful {
            Some(trial) if answer == Answer::Same => trial.ask(slot, text, &limits(trial), &mut again).0,
            _ => answer,
        }
    }
}

fn time(outcome: &Outcome) -> Time {
    Time { wall: outcome.wall, cpu: outcome.cpu }
}

impl Trial {
    /// Runs the command, and again where its time is in doubt.
    fn ask(&self, slot: &mut Slot, text: &[&[u8]], limits: &Limits, evidence: &mut Evidence) -> (Answer, Outcome) {
        let Some(slow) = self.command.comparison.slow() else { return self.run(slot, text, limits, evidence) };
        let bound = slow.bound(evidence.reference);
        let limits = slow::limits(limits, bound);
        let mut votes: [usize; 2] = [0; 2];
        loop {
            let earlier = evidence.clone();
            let (answer, outcome) = self.run(slot, text, &limits, evidence);
            let in_doubt = outcome.end.is_own() && slow::Speed::of(outcome.cpu, bound).is_near();
            let vote = &mut votes[usize::from(answer == Answer::Same)];
            *vote += 1;
            if !in_doubt || *vote == 2 {
                return (answer, outcome);
            }
            *evidence = earlier;
        }
    }

    fn run(&self, slot: &mut Slot, text: &[&[u8]], limits: &Limits, evidence: &mut Evidence) -> (Answer, Outcome) {
        if let Err(error) = slot.write(text) {
            return (Answer::Unknown, Outcome::not_run(&error));
        }
        let places = slot.places();
        let heads = slot.take_heads();
        let earlier = evidence.clone();
        let mut judge = Judge::new(&self.command.comparison, &self.golden, &places, heads, &earlier);
        let outcome = slot.run(&self.command, limits, &mut judge);
        let answer = match outcome.end {
            End::Cancelled | End::NotRun(_) => Answer::Unknown,
            _ if judge.is_same(&outcome) => Answer::Same,
            _ => Answer::Different,
        };
        *evidence = judge.evidence(&outcome, &earlier);
        slot.put_heads(judge.into_heads());
        (answer, outcome)
    }
}

#[cfg(test)]
mod tests {
    use super::Repeat;

    #[test]
    fn runs_end_when_more_cannot_change_the_answer() {
        let rows = [
            (1, 1, 1, 1, Some(true)),
            (1, 1, 1, 0, Some(false)),
            (5, 2, 1, 1, None),
            (5, 2, 2, 2, Some(true)),
            (5, 2, 3, 0, None),
            (5, 2, 4, 0, Some(false)),
            (5, 2, 4, 1, None),
            (5, 2, 5, 1, Some(false)),
            (5, 5, 1, 0, Some(false)),
        ];
        for (most, need, runs, failed, verdict) in rows {
            assert_eq!(Repeat { most, need }.verdict(runs, failed), verdict, "{failed} of {runs}, {need} of {most}");
        }
    }
}
