//! From a candidate's text to a verdict.

use crate::check::criteria::slow;
use crate::check::trust::{self, Believed, Worth};
use crate::check::{
    CheckContext, Criterion, End, Golden, Limits, Outcome, Refusal, Requirement, Slot, Slow, SolverCommand, Stand,
    Time, TimeBudget, Trust, Usage,
};
use std::sync::Arc;

/// Whether a candidate still fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interesting {
    /// It behaves like the golden run.
    Yes,
    /// It does not.
    No,
    /// It was not or not completely asked: cancelled, or it could not be run.
    Unknown,
}

/// What a check found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the candidate still fails.
    pub interesting: Interesting,
    /// How the run that decided ended.
    pub end: End,
    /// The number of the command that decided, the last one that was asked.
    pub place: usize,
    /// What the runs of the first commands took.
    pub usage: Usage,
    /// Where the clones came from in which runs began, if there were any.
    pub warm: Option<Stand>,
    /// What common runs of the same said, if there were any.
    pub audit: Option<Audit>,
}

/// What common runs say beside warm ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audit {
    /// The same, as far as no limit has decided.
    Agrees,
    /// Another thing: from now on no run is warm, and nothing that was found counts.
    Contradicts,
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
    /// Whether warm runs are believed.
    pub trust: Arc<Trust>,
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
    /// The trial of the command with this number.
    pub fn trial(&self, place: usize) -> Option<&Trial> {
        self.trials.iter().find(|trial| trial.place == place)
    }

    /// Asks these trials, so often.
    pub fn new(trials: Vec<Trial>, repeat: Repeat) -> Checker {
        Checker { trials, repeat, trust: Arc::default() }
    }

    /// The same with the commands as the user would type them.
    pub fn by_hand(mut self) -> Checker {
        self.trials.iter_mut().for_each(|trial| trial.command.tunables = false);
        self
    }

    /// Tries clones of each command when it is time for that, before the check of a text.
    pub fn warm_up(&self, slot: &mut Slot, allowance: &TimeBudget) {
        let Some(known) = self.trust.take_untried() else { return };
        for Trial { command, golden, place } in &self.trials {
            let earlier = self.trust.believed(*place);
            if earlier.is_some() && !known.is_late {
                continue;
            }
            let of = command.program.file_name().filter(|_| self.trials.len() > 1);
            let of = of.map_or_else(String::new, |name| format!(" of {}", name.to_string_lossy()));
            let limits = allowance.limits(*place, &command.limits);
            let command = SolverCommand { limits, ..command.clone() };
            let worth = trust::worth(&command, golden, slot, &known);
            if slot.canceller().is_cancelled() {
                return;
            }
            match worth {
                Ok(Worth::NotYet(_)) if earlier.is_some() => {}
                Ok(Worth::Enough(believed)) => {
                    let where_from = match believed.stand {
                        Stand::Opening => "",
                        Stand::Reading | Stand::Both => ", behind the first command",
                    };
                    log::info!("warm starts{of}: {:.0} % less processor time{where_from}", believed.saved * 100.0);
                    let stand = if earlier.is_some() { Stand::Both } else { believed.stand };
                    self.trust.extend(*place, Believed { stand, ..believed });
                    self.trust.know(known.text.clone());
                }
                Ok(Worth::NotYet(longest)) => {
                    let milliseconds = longest.as_secs_f64() * 1000.0;
                    log::info!("no warm starts{of} as long as runs take more than {milliseconds:.1} ms");
                    self.trust.wait(longest);
                }
                Ok(Worth::Nothing(Refusal(why))) => log::info!("no warm starts{of}: {why}"),
                Err(error) => log::info!("no warm starts{of}: {error}"),
            }
        }
    }

    /// Checks a text, given in parts, in a slot and in the common way.
    pub fn check(&self, slot: &mut Slot, text: &[&[u8]]) -> Verdict {
        self.check_often(slot, text, &TimeBudget::default(), false)
    }

    /// The same within an allowance of time, and by a clone where that is believed.
    pub fn check_within(&self, slot: &mut Slot, text: &[&[u8]], allowance: &TimeBudget) -> Verdict {
        let verdict = self.check_often(slot, text, allowance, true);
        let cpu = verdict.usage.0.iter().map(|time| time.cpu).sum();
        self.trust.hear(text, verdict.interesting == Interesting::Yes, cpu);
        let is_accepted = verdict.interesting == Interesting::Yes;
        if !verdict.warm.is_some_and(|stand| self.trust.is_audit_due(stand, is_accepted)) {
            return verdict;
        }
        let common = self.check_often(slot, text, allowance, false);
        let agrees = |a: &Verdict, b: &Verdict| {
            let is_doubtful = [a, b].iter().any(|v| v.interesting == Interesting::Unknown || v.end.is_limit());
            is_doubtful || a.interesting == b.interesting
        };
        let is_right = agrees(&verdict, &common)
            && match (common.interesting, self.trust.known_failure()) {
                (Interesting::Yes, _) => {
                    self.trust.know(text.concat());
                    true
                }
                // Whoever says no to everything is right most of the time.
                (_, Some(known)) => {
                    let again = self.check_often(slot, &[&known], allowance, true);
                    agrees(&again, &Verdict { interesting: Interesting::Yes, end: again.end, ..common })
                }
                (_, None) => true,
            };
        // Whoever finds it first says so.
        let audit = match is_right {
            true => Some(Audit::Agrees),
            false => self.trust.end().then_some(Audit::Contradicts),
        };
        Verdict { audit, ..common }
    }

    fn check_often(&self, slot: &mut Slot, text: &[&[u8]], allowance: &TimeBudget, warm: bool) -> Verdict {
        let (mut runs, mut failed, mut usage) = (0, 0, Usage::default());
        loop {
            let mut verdict = self.check_once(slot, text, allowance, warm);
            usage.add(verdict.usage);
            verdict.usage = usage;
            runs += 1;
            failed += usize::from(verdict.interesting == Interesting::Yes);
            match self.repeat.verdict(runs, failed) {
                _ if verdict.interesting == Interesting::Unknown => return verdict,
                Some(true) => return Verdict { interesting: Interesting::Yes, ..verdict },
                Some(false) => return Verdict { interesting: Interesting::No, ..verdict },
                None => {}
            }
        }
    }

    /// How often a text fails if it is checked as often as possible.
    pub fn failures(&self, slot: &mut Slot, text: &[&[u8]]) -> usize {
        let mut fails =
            |_: &usize| self.check_once(slot, text, &TimeBudget::default(), false).interesting == Interesting::Yes;
        (0..self.repeat.most).filter(|i| fails(i)).count()
    }

    fn check_once(&self, slot: &mut Slot, text: &[&[u8]], allowance: &TimeBudget, warm: bool) -> Verdict {
        let mut verdict = Verdict {
            interesting: Interesting::Yes,
            end: End::Cancelled,
            place: 0,
            usage: Usage::default(),
            warm: None,
            audit: None,
        };
        let mut context = CheckContext::default();
        for (i, trial) in self.trials.iter().enumerate() {
            context.has_more = self.trials[i + 1..].iter().any(|later| later.command.comparison.disputes());
            let limits = allowance.limits(trial.place, &trial.command.limits);
            let believed = self.trust.believed(trial.place).filter(|_| warm);
            let (interesting, outcome) = trial.ask(slot, text, &limits, &mut context, believed);
            let warm = outcome.head_start.map(|(stand, _)| stand).or(verdict.warm);
            verdict = Verdict { interesting, end: outcome.end, place: trial.place, warm, ..verdict };
            if let Some(usage) = verdict.usage.0.get_mut(trial.place) {
                *usage = Time { wall: outcome.wall, cpu: outcome.cpu };
                if let (Some((_, head_start)), Some(believed)) = (outcome.head_start, believed) {
                    usage.cpu = usage.cpu.saturating_sub(head_start) + believed.start.min(head_start);
                }
            }
            if interesting != Interesting::Yes {
                break;
            }
        }
        match verdict.interesting {
            Interesting::Yes => Verdict { interesting: self.look_again(slot, text, allowance, context), ..verdict },
            _ => verdict,
        }
    }

    /// Whether a text that is to be accepted is slow beside a second run of the
    /// reference too: of many runs the search would pick those in which the
    /// reference was fast by chance.
    fn look_again(
        &self,
        slot: &mut Slot,
        text: &[&[u8]],
        allowance: &TimeBudget,
        context: CheckContext,
    ) -> Interesting {
        let Some(reference) = self.trials.iter().find(|trial| trial.is_reference()) else { return Interesting::Yes };
        let mut again = context.clone();
        let limits = |trial: &Trial| allowance.limits(trial.place, &trial.command.limits);
        let (interesting, _) = reference.run(slot, text, &limits(reference), &mut again, None);
        let in_doubt = |slow: Slow| !slow.holds_beside(context.reference, again.reference);
        let doubtful = self.trials.iter().find(|trial| trial.command.comparison.slow().is_some_and(in_doubt));
        match doubtful {
            Some(trial) if interesting == Interesting::Yes => trial.ask(slot, text, &limits(trial), &mut again, None).0,
            _ => interesting,
        }
    }
}

/// The trial of the command itself: the first one but that of the reference.
pub fn main_trial(trials: &[Trial]) -> Option<&Trial> {
    trials.iter().filter(|trial| !trial.is_reference()).min_by_key(|trial| trial.place)
}

impl Trial {
    fn is_reference(&self) -> bool {
        self.command.comparison.0.contains(&Requirement::IsReference)
    }

    /// Runs the command, and again where its time is in doubt.
    fn ask(
        &self,
        slot: &mut Slot,
        text: &[&[u8]],
        limits: &Limits,
        context: &mut CheckContext,
        believed: Option<Believed>,
    ) -> (Interesting, Outcome) {
        let Some(slow) = self.command.comparison.slow() else { return self.run(slot, text, limits, context, believed) };
        let bound = slow.bound(context.reference);
        let limits = slow::limits(limits, bound);
        let mut votes: [usize; 2] = [0; 2];
        loop {
            let earlier = context.clone();
            let (interesting, outcome) = self.run(slot, text, &limits, context, None);
            let in_doubt = outcome.end.is_own() && slow::is_near(outcome.cpu, bound);
            let vote = &mut votes[usize::from(interesting == Interesting::Yes)];
            *vote += 1;
            if !in_doubt || *vote == 2 {
                return (interesting, outcome);
            }
            *context = earlier;
        }
    }

    /// Runs the command, by a clone that comes from there if nothing is unusual.
    fn run(
        &self,
        slot: &mut Slot,
        text: &[&[u8]],
        limits: &Limits,
        context: &mut CheckContext,
        believed: Option<Believed>,
    ) -> (Interesting, Outcome) {
        let by_clone = |slot: &mut Slot, criterion: &mut Criterion| {
            slot.run_warm(&self.command, believed?.stand, limits, criterion).ok()
        };
        if believed.is_some()
            && let Some(found) = self.run_by(slot, text, context, by_clone)
        {
            return found;
        }
        let cold = |slot: &mut Slot, criterion: &mut Criterion| Some(slot.run(&self.command, limits, criterion));
        self.run_by(slot, text, context, cold).unwrap_or((Interesting::Unknown, Outcome::cancelled()))
    }

    /// Writes the text and judges a run on it, unless there was none.
    fn run_by(
        &self,
        slot: &mut Slot,
        text: &[&[u8]],
        context: &mut CheckContext,
        mut run: impl FnMut(&mut Slot, &mut Criterion) -> Option<Outcome>,
    ) -> Option<(Interesting, Outcome)> {
        let earlier = context.clone();
        let found = slot.undisturbed(text, |slot| {
            let paths = slot.paths();
            let mut criterion = Criterion::new(&self.command.comparison, &self.golden, &paths, &earlier);
            let outcome = run(slot, &mut criterion);
            let found = outcome.map(|outcome| {
                let interesting = match outcome.end {
                    End::Cancelled | End::NotRun(_) | End::Lost => Interesting::Unknown,
                    _ if criterion.is_same(&outcome) => Interesting::Yes,
                    _ => Interesting::No,
                };
                *context = criterion.context(&outcome, &earlier);
                (interesting, outcome)
            });
            (found, outcome.is_some_and(|outcome| outcome.disturbed))
        });
        found.unwrap_or_else(|error| Some((Interesting::Unknown, Outcome::not_run(&error))))
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
