//! The runs before the search: the golden runs, the input in canonical layout, and the solver that gives hints.

use super::criteria::Criteria;
use super::diagnosis::{proposal, slower_than};
use super::hints::{adviser, hints};
use super::layout::read;
use super::options::{Comparison, Options};
use super::preflight::{Programs, found_in_path};
use super::resume::RunJournal;
use super::run::{Findings, Run};
use super::shell;
use super::verdicts::Verdicts;
use crate::check::tunables;
use crate::check::{
    AdaptiveTimeout, Agreement, CheckContext, Checker, Finding, Interesting, Interrupts, LESS_PAGING, Recording, Slot,
    SolverCommand, Time, Trial, Trust, Usage, main_trial, record,
};
use crate::reduce::golden_trials::GoldenTrials;
use crate::reduce::journal::Start;
use crate::report::log::CHAT;
use crate::report::summary::duration;
use crate::sexpr::{Gaps, Script};
use crate::smtlib::Inquiry;
use anyhow::{Result, ensure};
use std::sync::Arc;
use std::time::Duration;

/// Solvers that are asked whether they contradict the command.
const SOLVERS: &[&str] = &["z3", "cvc5", "bitwuzla", "yices-smt2", "mathsat", "opensmt", "boolector", "cvc4"];
/// How long each of them may take.
const PATIENCE_WITH_OTHERS: Duration = Duration::from_secs(2);
/// A check is long from this time on.
const LONG_CHECK: Duration = Duration::from_secs(2);
/// A run that waits longer than this many times its processor time waits for more than the machine.
const BUSY: u32 = 8;
/// A change is small if it gains less than the input's bytes divided by this number.
const SMALL_SHARE: u64 = 32;

/// The parts that the search needs to begin.
pub(super) struct Setup {
    pub checker: Checker,
    pub verdicts: Verdicts,
    /// The input in canonical layout, or in its own if the failure needs that.
    pub script: Script,
    pub found: Findings,
}

pub(super) struct FirstRuns<'a> {
    pub run: &'a Run<'a>,
    pub programs: &'a Programs,
    pub interrupts: &'a Interrupts,
    pub slots: &'a mut [Slot],
    pub found: Findings,
}

impl FirstRuns<'_> {
    /// Makes the first runs on the input. Fails if the solver cannot be run, its golden run is useless, or the run is to
    /// end.
    pub fn make(mut self, run_journal: &mut RunJournal) -> Result<Setup> {
        let run = self.run;
        let both = if run.options.settings.cross_check_command().is_some() { ", cross checking" } else { "" };
        ["", &format!("starting initial run{both}..."), ""].iter().for_each(|line| log::info!("{line}"));
        let (mut trials, faults, query) = self.golden()?;
        self.propose();
        // A busy machine makes no command slow.
        let time = |trial: &Trial| trial.golden.cpu.max(trial.golden.wall / BUSY);
        advise(run, trials.iter().map(time).sum());
        let cpu = self.tune(&mut trials, &faults)?;
        let start = run_journal.start(start(&trials, self.found.agreement))?;
        self.found.agreement = self.found.agreement.max(start.agreement);
        trials.iter_mut().zip(start.most).for_each(|(trial, most)| trial.command.limits.wall = most);
        let mut verdicts = run_journal.verdicts(self.adaptive_timeout(&start));
        // The cheapest trial comes first; times that are nearly the same do not change the order.
        trials.sort_by_key(|trial| trial.golden.wall.as_millis().max(1).ilog2());
        let mut checker = Checker::new(trials, run.options.settings.criteria.repeat());
        if !run.options.settings.no_warm_start && run_journal.are_disturbed().is_none() && self.may_differ_from_user() {
            checker.trust = Arc::new(Trust::on(run.input.bytes.to_vec(), cpu));
        }
        let script = self.canonical(&checker, &mut verdicts)?;
        if let Some(solver) = adviser(self.programs, &run.selection) {
            let limit = checker.trials.iter().filter_map(|trial| trial.command.limits.wall).max();
            self.found.hints = Arc::new(hints(solver, &Inquiry::new(&script, query), limit, &mut self.slots[0]));
            go_on(self.interrupts)?;
        }
        Ok(Setup { checker, verdicts, script, found: self.found })
    }

    /// Proposes a better comparison to a user who has given no criteria.
    fn propose(&mut self) {
        let Options { settings, typed, .. } = self.run.options;
        let is_silent = settings.comparison == Comparison::default() && settings.criteria == Criteria::default();
        let is_heard = log::log_enabled!(target: CHAT, log::Level::Info);
        // A run can be resumed with its own comparison only.
        let is_asked = is_heard && is_silent && !settings.resume && self.programs.checks.len() == 1;
        let Some(golden) = self.found.golden.as_ref().filter(|_| is_asked) else { return };
        let Some((mut why, mut options)) = proposal(golden) else { return };
        let is_steady = self.found.agreement == Agreement::Steady;
        let is_answer = options[0] == "--disagree";
        let slow = slower_than(golden).filter(|_| is_answer && is_steady);
        if is_answer && is_steady {
            if let Some((other, wrong)) = opponent(self.run, self.programs, &mut self.slots[0], golden) {
                (why, options[1]) = (wrong, other.to_owned());
            }
        } else if options[0] != "--same-crash" && !is_steady {
            return;
        }
        log::info!(target: CHAT, "{why}");
        let call = shell::with(&options, typed);
        log::info!(target: CHAT, "to compare only that: {call}");
        if let Some((why, options)) = slow {
            log::info!(target: CHAT, "{why} {}", shell::with(&options, typed));
        }
        self.found.better = Some(call).filter(|_| options[0] != "--disagree");
    }

    /// Makes the golden run of each command. Returns the trials, their page faults per run (if there were two
    /// runs), and the relevant query: the one with a wrong answer, or the one that takes longest if times decide.
    fn golden(&mut self) -> Result<(Vec<Trial>, Vec<u64>, usize)> {
        let context = CheckContext::default();
        let mut golden = GoldenTrials { slots: self.slots, run: self.run, found: &mut self.found, context };
        let (mut trials, mut faults) = (Vec::new(), Vec::new());
        for (i, spec) in self.programs.checks.iter().enumerate() {
            let has_more = self.programs.checks[i + 1..].iter().any(|later| later.command.comparison.disputes());
            let (trial, of_both) = tunables::counted(|| golden.trial(i, spec, has_more));
            go_on(self.interrupts)?;
            trials.push(trial?);
            faults.push(of_both / 2);
        }
        let claims = golden.context.claims.unwrap_or_default();
        let wrong = claims.iter().position(Option::is_some);
        self.found.contradicted = claims.into_iter().flatten().collect();
        Ok((trials, faults, wrong.or(self.found.longest_query).unwrap_or(0)))
    }

    /// Lets those commands run with memory tunables that need less processor time with them. Returns an upper
    /// bound on the processor time of a check.
    ///
    /// A value that the user has set is left alone.
    fn tune(&mut self, trials: &mut [Trial], faults: &[u64]) -> Result<Duration> {
        let is_allowed = !self.run.options.settings.no_memory_tunables && self.may_differ_from_user();
        let golden = trials.iter().map(|trial| trial.golden.cpu).sum();
        if !is_allowed || !tunables::may_help(faults.iter().sum(), golden) {
            return Ok(golden);
        }
        let mut most = Duration::ZERO;
        for ((spec, trial), faults) in self.programs.checks.iter().zip(trials).zip(faults) {
            let text = [self.run.input.bytes.as_slice()];
            let saved = tunables::saving(&trial.command, &trial.golden, *faults, &mut self.slots[0], &text)?;
            go_on(self.interrupts)?;
            most += saved.map_or(trial.golden.cpu, |(_, cpu)| cpu);
            if let Some((saved, _)) = saved {
                let (role, percent, value) = (spec.role, saved * 100.0, LESS_PAGING);
                log::info!("memory tunables{role}: {percent:.0} % fewer page faults with {value}");
                trial.command.tunables = true;
            }
        }
        Ok(most)
    }

    /// Whether the command may be run differently from how the user would run it (memory tunables, clones): not if
    /// memory or times decide, nor if two of its runs differ.
    fn may_differ_from_user(&self) -> bool {
        let settings = &self.run.options.settings;
        let criteria = &settings.criteria;
        let decides = settings.memout.is_some() || criteria.is_timing() || criteria.stat.is_some();
        !decides
            && settings.launcher.is_none()
            && self.found.agreement == Agreement::Steady
            && criteria.repeat.is_none()
    }

    /// Returns how limits follow the current best: only limits that the user has not given, and only if times
    /// do not decide.
    fn adaptive_timeout(&self, start: &Start) -> AdaptiveTimeout {
        let (settings, mut most) = (&self.run.options.settings, start.most);
        // On another machine, only elapsed time is known of a run that goes on.
        let may = !settings.fixed_timeout
            && settings.launcher.is_none()
            && !settings.criteria.is_timing()
            && settings.criteria.repeat.is_none();
        for (i, most) in most.iter_mut().enumerate() {
            most.take_if(|_| !may || self.programs.checks.get(i).is_none_or(|spec| spec.command.limits.wall.is_some()));
        }
        AdaptiveTimeout::new(most, start.golden)
    }

    /// Returns the input without comments and layout, or with them if the failure depends on them. The
    /// canonical text is the first candidate.
    fn canonical(&mut self, checker: &Checker, verdicts: &mut Verdicts) -> Result<Script> {
        let (script, bytes) = (&self.run.input.script, &self.run.input.bytes);
        let fails = match verdicts.suspect(script.digest()) {
            Some(verdict) => verdict,
            // The golden run has shown this.
            None if self.found.agreement == Agreement::Steady && script.is_text(bytes) => true,
            None => {
                let text: Vec<&[u8]> = script.slices().collect();
                let verdict = checker.check(&mut self.slots[0], &text);
                go_on(self.interrupts)?;
                let fails = verdict.interesting == Interesting::Yes;
                if verdict.interesting != Interesting::Unknown {
                    verdicts.store(script.digest(), Finding { verdict: fails, usage: verdict.usage, cut: None });
                }
                fails
            }
        };
        if fails {
            return Ok(script.clone());
        }
        let message = match self.found.agreement {
            Agreement::Unsteady => "no two runs print the same, so comments and layout are kept",
            _ => "the failure depends on comments or layout, which are therefore kept",
        };
        log::warn!("{message}");
        let options = self.run.options;
        read(&options.input, &options.settings.criteria, bytes, Gaps::Original)
    }
}

/// Returns an installed solver that contradicts the command, and how it does.
fn opponent(run: &Run<'_>, programs: &Programs, slot: &mut Slot, golden: &Recording) -> Option<(&'static str, String)> {
    let said = golden.answers();
    SOLVERS.iter().find_map(|name| {
        let ours = &programs.checks[0];
        let program = found_in_path(name.as_ref()).filter(|path| *path != ours.program)?;
        let mut other = SolverCommand { program, args: Vec::new(), ..ours.command.clone() };
        (other.limits.wall, other.limits.memory) = (Some(PATIENCE_WITH_OTHERS), None);
        let heard = record(&other, slot, &[&run.input.bytes]).ok()?;
        let other = heard.answers();
        let place = said.iter().zip(&other).position(|(a, b)| a.opposite() == Some(*b))?;
        Some((*name, format!("the command answers {}, {name} {}", said[place].word(), other[place].word())))
    })
}

/// Fails if a signal or the budget has asked for the end.
fn go_on(interrupts: &Interrupts) -> Result<()> {
    ensure!(interrupts.arrived().is_none(), "the run is to end");
    Ok(())
}

/// Proposes to make large changes first, if one check takes long.
fn advise(run: &Run<'_>, check: Duration) {
    let Options { settings, typed, .. } = run.options;
    if check >= LONG_CHECK && settings.min_gain == 0 {
        let options = ["--min-gain".to_owned(), (run.input.size.bytes / SMALL_SHARE).max(2).to_string()];
        let (time, call) = (duration(check), shell::with(&options, typed));
        log::info!(target: CHAT, "one check takes {time}: to make large changes first: {call}");
    }
}

/// Returns how the search begins if there is no earlier run.
fn start(trials: &[Trial], agreement: Agreement) -> Start {
    let golden = |trial: &Trial| Time { wall: trial.golden.wall, cpu: trial.golden.cpu };
    let of = |i: usize| trials.get(i);
    Start {
        code: main_trial(trials).and_then(|trial| trial.golden.end.code()),
        most: [0, 1].map(|i| of(i).and_then(|trial| trial.command.limits.wall)),
        golden: Usage([0, 1].map(|i| of(i).map(golden).unwrap_or_default())),
        agreement,
    }
}
