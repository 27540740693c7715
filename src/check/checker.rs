//! From a candidate's text to a verdict.

use crate::check::criteria::slow;
use crate::check::trust::{self, TrialResult, TrustedClones};
use crate::check::{
    CheckContext, ClonePoint, Criterion, End, Golden, Limits, Outcome, Requirement, Slot, Slow, SolverCommand, Time,
    TimeBudget, Trust, Usage,
};
use std::sync::Arc;
use std::time::Duration;

/// Whether a candidate still fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interesting {
    /// The candidate behaves like the golden run.
    Yes,
    /// The candidate does not behave like the golden run.
    No,
    /// The check was cancelled, or the solver could not be run.
    #[default]
    Unknown,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the candidate still fails.
    pub interesting: Interesting,
    /// How the run that decided the verdict ended.
    pub end: End,
    /// Number of the command that decided the verdict, which is the last one that was run.
    pub number: usize,
    /// Times of the runs of the first commands.
    pub usage: Usage,
    /// Where the templates of warm runs stood, if there were warm runs.
    pub warm: Option<ClonePoint>,
    /// Result of the cold runs on the same candidate, if the warm runs were audited.
    pub audit: Option<Audit>,
}

/// How cold runs on a candidate compare with its warm runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audit {
    /// Both give the same verdict, as far as no limit has decided.
    Agrees,
    /// The verdicts differ: from now on no run is warm, and all results of the search are void.
    Contradicts,
}

/// One command and its golden run.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The command, with the limits that every check gives it.
    pub command: SolverCommand,
    /// The golden run, with which runs of the command are compared.
    pub golden: Golden,
    /// Number of the command, by which its times are kept, wherever it stands in the order of the trials.
    pub number: usize,
}

/// Decides whether a candidate is interesting: every trial must behave as required. Trials run in this order,
/// the cheapest first, up to the first that does not.
#[derive(Clone, Debug)]
pub struct Checker {
    /// The trials, at least one.
    pub trials: Vec<Trial>,
    /// How often a candidate is checked.
    pub repeat: Repeat,
    /// Whether clones are trusted.
    pub trust: Arc<Trust>,
}

/// How often a candidate with an intermittent failure is run, and how often it has to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeat {
    /// Largest number of runs.
    pub most: usize,
    /// Number of runs that have to fail, at least one.
    pub need: usize,
}

impl Default for Repeat {
    fn default() -> Repeat {
        Repeat { most: 1, need: 1 }
    }
}

impl Repeat {
    /// Returns the verdict after `runs` runs of which `failed` failed, if no further run can change it.
    fn verdict(self, runs: usize, failed: usize) -> Option<bool> {
        if failed >= self.need {
            Some(true)
        } else {
            (failed + self.most.saturating_sub(runs) < self.need).then_some(false)
        }
    }
}

impl Checker {
    /// Returns the trial of the command with this number.
    pub fn trial(&self, number: usize) -> Option<&Trial> {
        self.trials.iter().find(|trial| trial.number == number)
    }

    /// Returns how long a check may take with all its runs, if all of them have limits.
    pub fn most_time(&self, budget: &TimeBudget) -> Option<Duration> {
        let one = self.trials.iter().try_fold(Duration::ZERO, |sum, trial| {
            let limits = budget.limits(trial.number, &trial.command.limits);
            Some(sum.saturating_add(limits.wall.or(limits.cpu.max(limits.idle))?))
        });
        Some(one?.saturating_mul(self.repeat.most.try_into().unwrap_or(u32::MAX)))
    }

    /// Returns a checker with these trials that checks as often as `repeat` says.
    pub fn new(trials: Vec<Trial>, repeat: Repeat) -> Checker {
        Checker { trials, repeat, trust: Arc::default() }
    }

    /// Tries clones of each command before the check of a text, if a trial is due.
    pub fn warm_up(&self, slot: &mut Slot, budget: &TimeBudget) {
        let Some(known) = self.trust.take_due() else { return };
        for Trial { command, golden, number } in &self.trials {
            let earlier = self.trust.clones(*number);
            if earlier.is_some() && !known.is_late {
                continue;
            }
            let of = command.program.file_name().filter(|_| self.trials.len() > 1);
            let of = of.map_or_else(String::new, |name| format!(" of {}", name.to_string_lossy()));
            let limits = budget.limits(*number, &command.limits);
            let command = SolverCommand { limits, ..command.clone() };
            let worth = trust::worth(&command, golden, slot, &known);
            if slot.canceller().is_cancelled() {
                return;
            }
            match worth {
                Ok(TrialResult::NotYet(_)) if earlier.is_some() => {}
                Ok(TrialResult::Enough(trusted)) => {
                    let where_from = match trusted.point {
                        ClonePoint::Opening => "",
                        ClonePoint::Reading | ClonePoint::Both => ", behind the first command",
                    };
                    log::info!("warm starts{of}: {:.0} % less processor time{where_from}", trusted.saved * 100.0);
                    let point = if earlier.is_some() { ClonePoint::Both } else { trusted.point };
                    self.trust.extend(*number, TrustedClones { point, ..trusted });
                    self.trust.remember_failure(known.text.clone());
                }
                Ok(TrialResult::NotYet(longest)) => {
                    let milliseconds = longest.as_secs_f64() * 1000.0;
                    log::info!("no warm starts{of} as long as runs take more than {milliseconds:.1} ms");
                    self.trust.try_below(longest);
                }
                Err(why) => log::info!("no warm starts{of}: {why:#}"),
            }
        }
    }

    /// Checks a text, given in parts, in a slot by cold runs.
    pub fn check(&self, slot: &mut Slot, text: &[&[u8]]) -> Verdict {
        self.check_often(slot, text, &TimeBudget::default(), false)
    }

    /// Checks a text within a time budget, by clones of the commands for which they are trusted.
    pub fn check_within(&self, slot: &mut Slot, text: &[&[u8]], budget: &TimeBudget) -> Verdict {
        let verdict = self.check_often(slot, text, budget, true);
        let cpu = verdict.usage.0.iter().map(|time| time.cpu).sum();
        let is_accepted = verdict.interesting == Interesting::Yes;
        self.trust.record_check(text, slot.head(), is_accepted, cpu);
        if !verdict.warm.is_some_and(|point| self.trust.is_audit_due(point, is_accepted)) {
            return verdict;
        }
        let common = self.check_often(slot, text, budget, false);
        let agrees = |a: &Verdict, b: &Verdict| {
            let is_doubtful = [a, b].iter().any(|v| v.interesting == Interesting::Unknown || v.end.is_limit());
            is_doubtful || a.interesting == b.interesting
        };
        let is_right = agrees(&verdict, &common)
            && match (common.interesting, self.trust.known_failure()) {
                (Interesting::Yes, _) => {
                    self.trust.remember_failure(text.concat());
                    true
                }
                // Most candidates are rejected, so agreement on a rejection proves little: check a known
                // failure by clones, too.
                (_, Some(known)) => {
                    let again = self.check_often(slot, &[&known], budget, true);
                    agrees(&again, &Verdict { interesting: Interesting::Yes, end: again.end, ..common })
                }
                (_, None) => true,
            };
        // Several slots may find a contradiction: only the first reports it.
        let audit = if is_right { Some(Audit::Agrees) } else { self.trust.revoke().then_some(Audit::Contradicts) };
        Verdict { audit, ..common }
    }

    fn check_often(&self, slot: &mut Slot, text: &[&[u8]], budget: &TimeBudget, warm: bool) -> Verdict {
        let (mut runs, mut failed, mut usage) = (0, 0, Usage::default());
        loop {
            let mut verdict = self.check_once(slot, text, budget, warm);
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

    /// Returns how many of `repeat.most` cold runs on a text fail.
    pub fn failures(&self, slot: &mut Slot, text: &[&[u8]]) -> usize {
        let runs = (0..self.repeat.most).map(|_| self.check_once(slot, text, &TimeBudget::default(), false));
        runs.filter(|verdict| verdict.interesting == Interesting::Yes).count()
    }

    fn check_once(&self, slot: &mut Slot, text: &[&[u8]], budget: &TimeBudget, warm: bool) -> Verdict {
        let mut verdict = Verdict { interesting: Interesting::Yes, ..Verdict::default() };
        let mut asked = Asked { slot, text, context: CheckContext::default() };
        for (i, trial) in self.trials.iter().enumerate() {
            asked.context.has_more = self.trials[i + 1..].iter().any(|later| later.command.comparison.disputes());
            let limits = budget.limits(trial.number, &trial.command.limits);
            let trusted = self.trust.clones(trial.number).filter(|_| warm);
            let (interesting, outcome) = trial.ask(&mut asked, &limits, trusted);
            let warm = outcome.head_start.map(|(point, _)| point).or(verdict.warm);
            verdict = Verdict { interesting, end: outcome.end, number: trial.number, warm, ..verdict };
            if let Some(usage) = verdict.usage.0.get_mut(trial.number) {
                *usage = Time { wall: outcome.wall, cpu: outcome.cpu };
                if let (Some((_, head_start)), Some(trusted)) = (outcome.head_start, trusted) {
                    usage.cpu = usage.cpu.saturating_sub(head_start) + trusted.start.min(head_start);
                }
            }
            if interesting != Interesting::Yes {
                break;
            }
        }
        match verdict.interesting {
            Interesting::Yes => Verdict { interesting: self.look_again(&mut asked, budget), ..verdict },
            _ => verdict,
        }
    }

    /// Returns the verdict on a text that is about to be accepted after a second run of the reference, too. With
    /// one run of the reference, the search would prefer candidates on which the reference was fast by chance.
    fn look_again(&self, asked: &mut Asked<'_>, budget: &TimeBudget) -> Interesting {
        let Some(reference) = self.trials.iter().find(|trial| trial.is_reference()) else { return Interesting::Yes };
        let before = asked.context.reference;
        let limits = |trial: &Trial| budget.limits(trial.number, &trial.command.limits);
        let (interesting, _) = reference.run(asked, &limits(reference), None);
        let in_doubt = |slow: Slow| !slow.holds_beside(before, asked.context.reference);
        let doubtful = self.trials.iter().find(|trial| trial.command.comparison.slow().is_some_and(in_doubt));
        match doubtful {
            Some(trial) if interesting == Interesting::Yes => trial.ask(asked, &limits(trial), None).0,
            _ => interesting,
        }
    }
}

/// A candidate that trials are asked about, one after the other.
struct Asked<'a> {
    slot: &'a mut Slot,
    text: &'a [&'a [u8]],
    /// What earlier trials have found.
    context: CheckContext,
}

/// Returns the trial of the user's command: the first one that is not the reference.
pub fn main_trial(trials: &[Trial]) -> Option<&Trial> {
    trials.iter().filter(|trial| !trial.is_reference()).min_by_key(|trial| trial.number)
}

impl Trial {
    fn is_reference(&self) -> bool {
        self.command.comparison.0.contains(&Requirement::IsReference)
    }

    /// Runs the command, and again while its processor time is too near the bound to decide.
    fn ask(&self, asked: &mut Asked<'_>, limits: &Limits, trusted: Option<TrustedClones>) -> (Interesting, Outcome) {
        let Some(slow) = self.command.comparison.slow() else { return self.run(asked, limits, trusted) };
        let bound = slow.bound(asked.context.reference);
        let limits = slow::limits(limits, bound);
        let mut votes: [usize; 2] = [0; 2];
        loop {
            let earlier = asked.context.clone();
            let (interesting, outcome) = self.run(asked, &limits, None);
            let in_doubt = outcome.end.is_own() && slow::is_near(outcome.cpu, bound);
            let vote = &mut votes[usize::from(interesting == Interesting::Yes)];
            *vote += 1;
            if !in_doubt || *vote == 2 {
                return (interesting, outcome);
            }
            asked.context = earlier;
        }
    }

    /// Runs the command: by a clone if clones are trusted and nothing is unusual, else by a cold run.
    fn run(&self, asked: &mut Asked<'_>, limits: &Limits, trusted: Option<TrustedClones>) -> (Interesting, Outcome) {
        let by_clone = |slot: &mut Slot, criterion: &mut Criterion| {
            slot.run_warm(&self.command, trusted?.point, limits, criterion).ok()
        };
        if trusted.is_some()
            && let Some(found) = self.run_by(asked, by_clone)
        {
            return found;
        }
        let cold = |slot: &mut Slot, criterion: &mut Criterion| Some(slot.run(&self.command, limits, criterion));
        self.run_by(asked, cold).unwrap_or((Interesting::Unknown, Outcome::cancelled()))
    }

    /// Writes the text, runs the command on it and judges the run; `None` if `run` made none.
    fn run_by(
        &self,
        Asked { slot, text, context }: &mut Asked<'_>,
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
                    _ if criterion.unmet(&outcome).is_empty() => Interesting::Yes,
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
    use super::*;
    use crate::check::{Recording, Requirements, SlotPaths};

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

    #[test]
    fn a_check_may_take_the_time_of_all_its_runs() {
        let paths = SlotPaths { folder: "".into(), scratch: "".into(), input: "".into() };
        let run = Recording { outcome: Outcome::default(), stdout: vec![], stderr: vec![], longest_query: 0, paths };
        let trial = |number, seconds| {
            let limits = Limits { wall: Some(Duration::from_secs(seconds)), ..Limits::default() };
            let command = SolverCommand { limits, ..SolverCommand::default() };
            Trial { command, golden: Golden::of(&run, &Requirements::default()), number }
        };
        let time = |trials, most| Checker::new(trials, Repeat { most, need: 1 }).most_time(&TimeBudget::default());
        assert_eq!(time(vec![trial(0, 2), trial(1, 5)], 3), Some(Duration::from_secs(21)));
        let mut endless = trial(1, 5);
        endless.command.limits.wall = None;
        assert_eq!(time(vec![trial(0, 2), endless], 3), None);
    }
}
