//! The search of a run, the last look at its result, and the report at its end.

use super::confirm::{Confirm, LOOKS, MANY_LOOKS, anonymous_if_it_fails, last_that_fails, why_again};
use super::driver::Driver;
use super::ending::{Ending, say_interrupted, tell, tell_resuming};
use super::event_log::Reporter;
use super::exit::Exit;
use super::layout::render;
use super::restart;
use super::run::Run;
use super::verdicts::Verdicts;
use crate::check::{Agreement, Executor, Load, Spent, Stop};
use crate::files::folder_is_gone;
use crate::reduce::options::{Layout, PROFILE};
use crate::report::events::End;
use crate::report::live::Slots;
use crate::report::output::replace;
use crate::report::progress::{EffortTable, Point, Progress, Record, up_to_smallest};
use crate::report::statistics::{Size, log_counts, log_summary};
use crate::report::summary::Closing;
use crate::sexpr::{Gaps, Script};
use crate::strategy::{Answers, SearchSettings};
use anyhow::{Context, Result, bail};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Number of bytes from which on a result may have become smaller if less had been compared.
const LARGE_RESULT: u64 = 200;

/// How often the input is run again if next to nothing is left of it.
const INPUT_RERUNS: u32 = 8;

/// The repeated runs on the input may take the time of the whole run divided by this number.
const RERUN_TIME_DIVISOR: u32 = 20;

/// Number of runs from which on the summary says which share of the search the runs took.
const MIN_RUNS_FOR_SHARE: u64 = 10;

/// The message for an input that does not fail each time.
const BY_CHANCE: &str =
    "the failure comes and goes from run to run: use --repeat 20 --need 1; the output file holds the input";

/// The search of a run.
pub(super) struct Search<'a, E> {
    pub run: Run<'a>,
    pub executor: &'a mut E,
    /// Verdicts from earlier runs.
    pub verdicts: Verdicts,
    /// Runs the solver on a text once more, unless it is stopped.
    pub confirm: &'a mut Confirm<'a>,
    /// The script with which the search begins.
    pub script: Script,
    /// The same script, without what the output does not need.
    pub first: Script,
}

/// What a search leaves.
struct Outcome {
    script: Script,
    /// The text of the output file.
    bytes: Vec<u8>,
    /// The size of the text, if it is not just the input.
    reduced: Option<Size>,
}

impl<'a, E: Executor> Search<'a, E> {
    /// Searches and keeps the output file up to date; takes a last look at the best script, writes it and reports
    /// the result.
    pub fn make(mut self) -> Result<Exit> {
        let settings = &self.run.options.settings;
        let began = Instant::now();
        let (stop, mut record) = self.drive();
        let searched = began.elapsed();
        if let Some(live) = &self.run.live {
            live.shared.note(|status| status.activity = "the last look at the result");
        }
        // The slots are closed while the result is checked.
        self.executor.close();
        let mut end = Ending::after(stop, self.run.options);
        if end.stop.is_some() && self.run.output.is_ahead() {
            tell_resuming(self.run.options, end.stop.as_ref());
            say_interrupted(end.exit);
            return Ok(end.exit.told(settings.detailed_status));
        }
        // Growth by mutators that the user has named is kept.
        let history = std::mem::take(&mut record.history);
        let history = if settings.disable_all { history } else { up_to_smallest(history) };
        let is_unmoved = history.len() < 2 && self.run.found.agreement != Agreement::Unsteady;
        let best = self.last_look(history, &mut end);
        self.run.live = None;
        let (best, layout) = best.unwrap_or_else(|| (self.first.clone(), settings.layout()));
        let outcome = self.outcome(best, layout, is_unmoved, &mut end)?;
        self.write(&outcome, &end)?;
        let fails = !is_unmoved || record.checks == 0 || self.still_fails(&outcome, &mut end);
        self.tell(&record, searched, &end, &outcome)?;
        let exit = match end.exit {
            Exit::Success if outcome.reduced.is_none() && is_unmoved && fails => Exit::Unchanged,
            Exit::Success if outcome.reduced.is_none() => Exit::NotReproducible,
            exit => exit,
        };
        Ok(exit.told(settings.detailed_status))
    }

    /// Takes all steps. If warm runs turn out to be wrong, or runs to disturb each other, does so once more without
    /// them, one at a time, and without their verdicts.
    fn drive(&mut self) -> (Option<Stop>, Record) {
        // The input without its layout, which fails as well, is the first result.
        let is_steady = self.run.found.agreement == Agreement::Steady;
        let is_smaller = self.first.text_len() < self.run.input.size.bytes;
        self.run.output.begin(&self.first, is_steady && is_smaller);
        let search = self.run.search_settings(&self.script);
        let mut may_be_warm = !self.run.options.settings.no_warm_start;
        loop {
            let (stop, record) = self.drive_once(&search);
            let is_warm = may_be_warm && self.executor.spent().warm > 0;
            let are_disturbed = match &stop {
                Some(Stop::Disturbed) => true,
                Some(Stop::Distrusted) => false,
                None | Some(Stop::Enough) if is_warm || self.executor.may_disturb() => {
                    self.executor.close();
                    let best = up_to_smallest(record.history.clone()).pop();
                    let mut fails = |script: &Script| {
                        !matches!((self.confirm)(&render(script, Layout::Plain), MANY_LOOKS), Ok(false))
                    };
                    if best.is_none_or(|best| fails(&best)) || !fails(&self.first) {
                        return (stop, record);
                    }
                    !is_warm
                }
                _ => return (stop, record),
            };
            log::warn!("{}: the search begins again", why_again(are_disturbed));
            may_be_warm = false;
            self.executor.distrust(are_disturbed);
            self.verdicts.begin_anew(are_disturbed);
            self.run.output.begin_anew(&self.first);
        }
    }

    fn drive_once(&mut self, search: &SearchSettings) -> (Option<Stop>, Record) {
        let (run, first) = (&self.run, &self.first);
        let settings = &run.options.settings;
        let mut progress = Progress::new(run.started, first.clone(), |script: &Script| run.output.offer(script));
        progress.seen = settings.check_loops.then(|| HashSet::from([first.digest()]));
        (progress.enough, progress.most_checks) = (settings.stop_at, settings.stop_after);
        progress.diffs = settings.dump_diffs.then_some(0);
        if let Some(live) = &run.live {
            let meter = self.executor.meter();
            live.shared.watch(Box::new(move || {
                let Load { slots, spent, longest } = meter();
                Slots { busy: slots, runs: spent.runs, longest }
            }));
            live.shared.note(|status| (status.activity, status.now) = ("", first.text_len()));
            progress.live = Some((live.shared.clone(), Instant::now()));
        }
        let mut reporter = Reporter { progress, log: run.events, meter: self.executor.meter(), before: first.clone() };
        let mut driver = Driver::new(self.executor, &mut self.verdicts);
        driver.requests = run.live.as_ref().map(|live| live.shared.requests.clone()).unwrap_or_default();
        let restarts = settings.effort.restarts();
        let stop = restart::search(&mut driver, &self.script, restarts, search, &mut reporter).err();
        (stop, reporter.progress.finish())
    }

    /// Returns the newest script that fails once more, and its layout; after an interrupted search, just the
    /// newest script.
    fn last_look(&mut self, history: Vec<Script>, end: &mut Ending<'_>) -> Option<(Script, Layout)> {
        if !end.is_finished {
            return history.last().map(|script| (script.clone(), Layout::Plain));
        }
        let (best, signal) = last_that_fails(history, self.run.options.settings.layout(), self.confirm);
        end.is_finished = signal.is_none();
        signal.into_iter().for_each(|signal| end.stopped(signal));
        best
    }

    /// Returns what the output file gets, given the best script and its layout. It is unmoved if no step was
    /// committed, though two runs on the same text print the same.
    fn outcome(&mut self, best: Script, layout: Layout, is_unmoved: bool, end: &mut Ending<'_>) -> Result<Outcome> {
        let text = render(&best, layout);
        let may_grow = self.run.options.settings.disable_all || matches!(layout, Layout::Indented | Layout::Wrapped);
        let has_acceptable_size = may_grow || text.len() as u64 <= self.run.input.size.bytes;
        let changed = best.digest() != self.first.digest() && has_acceptable_size;
        if changed && end.is_finished && self.is_by_chance(&best) {
            self.run.write_input()?;
            bail!("{BY_CHANCE}");
        }
        // The canonical text was the first that was checked, unless the command is unsteady.
        let is_input = !changed && (!is_unmoved || text.len() as u64 > self.run.input.size.bytes);
        let text = if is_input { self.run.input.bytes.to_vec() } else { text };
        let text = if end.is_finished { self.renamed(text, layout, end) } else { text };
        // Without any step, the layout and comments may have gone.
        let is_reduced = changed || (text.len() as u64) < self.run.input.size.bytes;
        let reduced = is_reduced.then(|| Size::of(&best, text.len() as u64));
        let bytes = if is_reduced && end.is_finished { self.commented(text, end) } else { text };
        Ok(Outcome { script: best, bytes, reduced })
    }

    /// Whether next to nothing is left because the input does not fail each time.
    fn is_by_chance(&mut self, best: &Script) -> bool {
        let is_void = best.is_empty() || self.run.input.size.asserts > 0 && Size::of(best, 0).asserts == 0;
        let patience =
            (self.run.started.elapsed() / RERUN_TIME_DIVISOR).clamp(Duration::from_secs(1), Duration::from_secs(10));
        let start = Instant::now();
        let mut fails = || !matches!((self.confirm)(&self.run.input.bytes, 1), Ok(false));
        let is_asked = is_void && self.run.options.settings.criteria.repeat.is_none();
        is_asked && !(0..INPUT_RERUNS).take_while(|_| start.elapsed() < patience).all(|_| fails())
    }

    /// Runs the input once more if nothing else has failed, and warns if it does not fail either.
    fn still_fails(&mut self, outcome: &Outcome, end: &mut Ending<'_>) -> bool {
        if !end.is_finished || self.run.options.settings.unchecked {
            return true;
        }
        let fails = (self.confirm)(&outcome.bytes, LOOKS).unwrap_or_else(|signal| {
            end.stopped(signal);
            true
        });
        if !fails {
            let folder = folder_is_gone();
            log::warn!("the input no longer fails, as something beside it has changed since the golden run{folder}");
        }
        fails
    }

    /// Returns the text under other names, if the user wants that and the text still fails.
    fn renamed(&mut self, text: Vec<u8>, layout: Layout, end: &mut Ending<'_>) -> Vec<u8> {
        if !self.run.options.settings.anonymize {
            return text;
        }
        anonymous_if_it_fails(text.clone(), layout, self.confirm).unwrap_or_else(|signal| {
            log::warn!("--anonymize: not done, because of a signal");
            end.stopped(signal);
            text
        })
    }

    /// Returns the text with the comment before it, if the user wants that and the text still fails.
    fn commented(&mut self, text: Vec<u8>, end: &mut Ending<'_>) -> Vec<u8> {
        if self.run.header.is_empty() {
            return text;
        }
        // The result must be exactly a text that was run.
        let whole = [self.run.header.as_bytes(), &text].concat();
        match (self.confirm)(&whole, LOOKS) {
            Ok(true) => return whole,
            Ok(false) => log::warn!("--header: the result does not fail with the comment, which is left out"),
            Err(signal) => {
                log::warn!("--header: left out, because of a signal");
                end.stopped(signal);
            }
        }
        text
    }

    /// Writes the output file, or the standard output where that fails and nothing else holds the result.
    fn write(&mut self, outcome: &Outcome, end: &Ending<'_>) -> Result<()> {
        let Outcome { script, bytes, reduced } = outcome;
        let (run, jobs) = (&mut self.run, self.executor.jobs());
        let written = run.output.finish(bytes, script, end.stop.is_none());
        let (result, finished) = (reduced.filter(|_| written.is_ok()), end.exit == Exit::Success);
        let error = if let Some(Stop::Failed(message)) = &end.stop { Some(message.clone()) } else { None };
        run.events.note(bytes, End { result, finished, jobs, error, ..End::default() });
        written.with_context(|| {
            let path = run.options.output.display();
            match run.output.is_resumable() {
                true => format!("{path}: not written, but --resume need not search again"),
                false if io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()).is_ok() => {
                    format!("{path}: not written: the result is on standard output instead")
                }
                false => format!("{path}: not written"),
            }
        })
    }

    /// Reports the result: in the log, in the profile, and in a few lines for people.
    fn tell(&self, record: &Record, searched: Duration, end: &Ending<'_>, outcome: &Outcome) -> Result<()> {
        let (after, text) = (outcome.reduced, &outcome.bytes);
        let (before, checks, spent) = (self.run.input.size, record.checks, self.executor.spent());
        let (runtime, main_process) = (self.run.started.elapsed(), own_processor_time());
        if self.run.options.settings.profile {
            let text = profile(runtime, main_process, &spent, &record.effort, &record.curve);
            if let Err(error) = replace(Path::new(PROFILE), text.as_ref()) {
                log::warn!("--profile: {PROFILE}: {error}");
            }
        }
        log_summary(runtime, main_process, checks, before, after);
        match after {
            // Whether anything fails is not known then.
            _ if self.run.options.settings.unchecked => {}
            Some(size) if size.commands == 0 => log::warn!(
                "the result is empty: whatever the input is, the command does the same; is that the failure?"
            ),
            Some(size) if size.asserts == 0 && before.asserts > 0 => {
                log::warn!("no assertion is left: if that is not the failure, --keep assert leaves them all");
            }
            _ => {}
        }
        log_counts(&record.unasked, &self.verdicts.cuts, self.verdicts.recalled);
        let Spent { runs, warm, audits, wall, .. } = spent;
        if warm > 0 {
            log::info!("warm starts:     {warm} of {runs} runs, {audits} compared with cold ones");
        }
        let busy = wall.as_secs_f64() / (searched.as_secs_f64() * self.executor.jobs() as f64);
        // With few runs, most of the time went into unneeded runs.
        let share = (runs >= MIN_RUNS_FOR_SHARE).then_some(busy.min(1.0));
        let is_lines = self.run.input.script.gaps() == Gaps::Lines;
        let is_large = after.is_some_and(|size| size.bytes > LARGE_RESULT);
        let next = self.run.found.better.iter().filter(|_| is_large);
        let next = next.map(|call| ("smaller", format!("perhaps by {call}"))).collect();
        let closing = Closing { before, is_lines, after, checks, runtime, share, text, next, ..Closing::default() };
        tell(self.run.options, self.run.commands, end, self.run.output.is_resumable(), closing);
        say_interrupted(end.exit);
        Ok(())
    }
}

/// Returns the processor time of all threads of this process, without that of the solvers.
fn own_processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// Returns the text of `--profile`: where the time of a run went, in seconds, as JSON.
fn profile(runtime: Duration, main_process: Duration, spent: &Spent, effort: &EffortTable, curve: &[Point]) -> String {
    let effort = effort.iter().map(|((strategy, mutator), Answers { asked, accepted })| {
        json!({ "strategy": strategy, "mutator": mutator, "answers": asked, "accepted": accepted })
    });
    let profile = json!({
        "curve": curve,
        "effort": effort.collect::<Vec<_>>(),
        "main-process": main_process.as_secs_f64(),
        "runtime": runtime.as_secs_f64(),
        "solver-cpu": spent.cpu.as_secs_f64(),
        "solver-runs": spent.runs,
        "solver-wall": spent.wall.as_secs_f64(),
    });
    format!("{profile:#}\n")
}
