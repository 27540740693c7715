//! The search, with the output file that follows it and the statistics at its end.

use super::confirm::{Confirm, LOOKS, MANY_LOOKS, anonymous_if_it_fails, last_that_fails, why_again};
use super::driver::Driver;
use super::ending::{Ending, exit_after, say_interrupted, tell, tell_resuming};
use super::event_log::{EventLog, Told};
use super::exit::Exit;
use super::layout::render;
use super::restart;
use super::resumable_output::ResumableOutput;
use super::solver_commands::CommandSpec;
use super::verdicts::Verdicts;
use crate::check::{Agreement, Executor, Load, Recording, SatResult, Spent, Stop};
use crate::files::At;
use crate::reduce::options::{Layout, Options, PROFILE};
use crate::report::live::{Live, Slots};
use crate::report::log::CHAT;
use crate::report::output::replace;
use crate::report::progress::{EffortTable, Point, Progress, Record, up_to_smallest};
use crate::report::statistics::{Size, log_counts, log_summary};
use crate::report::summary::Closing;
use crate::sexpr::{Gaps, Script};
use crate::smtlib::Hints;
use crate::strategy::{Answers, IllSortedPolicy, SearchSettings, Selection};
use anyhow::{Context, Result, bail};
use rustix::time::{ClockId, clock_gettime};
use serde_json::json;
use std::collections::HashSet;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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

/// The input.
pub(super) struct Input {
    pub script: Script,
    pub size: Size,
    pub bytes: Arc<Vec<u8>>,
}

/// What the runs before the search have shown.
#[derive(Default)]
pub(super) struct Findings {
    /// The worst agreement between two golden runs of a command.
    pub agreement: Agreement,
    /// The golden run of the user's command.
    pub golden: Option<Recording>,
    /// The number of the query that takes longest, if times decide.
    pub longest_query: Option<usize>,
    /// The answers of the user's command to the input that other solvers contradict.
    pub contradicted: Vec<SatResult>,
    /// A call that compares only the failure, where this run compares more.
    pub better: Option<String>,
    /// Hints of another solver about the input.
    pub hints: Arc<Hints>,
}

/// One reduction in progress.
pub(super) struct Run<'a> {
    pub options: &'a Options,
    pub commands: &'a [CommandSpec],
    pub started: Instant,
    pub input: Input,
    pub selection: Selection,
    /// Known once the search begins.
    pub found: Findings,
    pub output: ResumableOutput,
    /// The comment at the beginning of the result.
    pub header: Option<String>,
    pub events: &'a EventLog,
    /// Whether the run has to end.
    pub cancelled: Arc<AtomicBool>,
    /// The display, unless no command is run.
    pub live: Option<Live>,
}

/// What a search leaves.
struct Outcome {
    script: Script,
    /// The text of the output file.
    bytes: Vec<u8>,
    /// The size of the text, if it is not just the input.
    reduced: Option<Size>,
}

impl Run<'_> {
    /// Ends the run before the search has begun: the output is the input.
    pub fn stopped(mut self, stop: Stop) -> Result<Exit> {
        let is_ahead = self.output.is_ahead();
        if !is_ahead {
            self.write_input()?;
        }
        self.live = None;
        let holds = if is_ahead { "what it was" } else { "the input" };
        log::info!(target: CHAT, "stopped before the search: {} is {holds}", self.options.output.display());
        let exit = exit_after(&stop, self.options).told(self.options.settings.detailed_status);
        say_interrupted(exit);
        Ok(exit)
    }

    /// Returns the settings of the search, from the options and the golden runs.
    fn settings(&self, script: &Script) -> SearchSettings {
        let settings = &self.options.settings;
        let usual = SearchSettings::new(settings.strategy, script);
        let is_limited = settings.budget.is_some() || settings.stop_at.is_some() || settings.stop_after.is_some();
        let mut search = SearchSettings {
            selection: self.selection.clone(),
            keep: settings.criteria.keep.as_ref().map(|keep| keep.regex.clone()),
            end_game: settings.end_game.unwrap_or(settings.effort.end_game()),
            first_query: self.found.longest_query,
            hints: self.found.hints.clone(),
            cancelled: self.cancelled.clone(),
            min_gain: settings.min_gain,
            coarse: is_limited || usual.coarse,
            ..usual
        };
        if settings.valid && search.ill_sorted != [IllSortedPolicy::Unchecked] {
            search.ill_sorted = vec![IllSortedPolicy::Strict];
        }
        search
    }

    /// Takes all steps from `script`. If warm runs turn out to be wrong, or runs to disturb each other, does so once
    /// more without them, one at a time, and without their verdicts.
    fn drive(
        &self,
        executor: &mut impl Executor,
        script: &Script,
        first: &Script,
        search: &SearchSettings,
        verdicts: &mut Verdicts,
        confirm: &mut Confirm<'_>,
    ) -> (Option<Stop>, Record) {
        // The input without its layout, which fails as well, is the first result.
        let is_steady = self.found.agreement == Agreement::Steady;
        self.output.begin(first, is_steady && first.text_len() < self.input.size.bytes);
        let mut may_be_warm = !self.options.settings.no_warm_start;
        loop {
            let (stop, record) = self.drive_once(executor, script, first, search, verdicts);
            let is_warm = may_be_warm && executor.spent().warm > 0;
            let are_disturbed = match &stop {
                Some(Stop::Disturbed) => true,
                Some(Stop::Distrusted) => false,
                None | Some(Stop::Enough) if is_warm || executor.may_disturb() => {
                    executor.close();
                    let best = up_to_smallest(record.history.clone()).pop();
                    let mut fails =
                        |script: &Script| !matches!(confirm(&render(script, Layout::Plain), MANY_LOOKS), Ok(false));
                    if best.is_none_or(|best| fails(&best)) || !fails(first) {
                        return (stop, record);
                    }
                    !is_warm
                }
                _ => return (stop, record),
            };
            log::warn!("{}: the search begins again", why_again(are_disturbed));
            may_be_warm = false;
            executor.distrust(are_disturbed);
            verdicts.begin_anew(are_disturbed);
            self.output.begin_anew(first);
        }
    }

    fn drive_once(
        &self,
        executor: &mut impl Executor,
        script: &Script,
        first: &Script,
        search: &SearchSettings,
        verdicts: &mut Verdicts,
    ) -> (Option<Stop>, Record) {
        let settings = &self.options.settings;
        let mut progress = Progress::new(self.started, first.clone(), |script: &Script| self.output.offer(script));
        progress.seen = settings.check_loops.then(|| HashSet::from([first.digest()]));
        (progress.enough, progress.most_checks) = (settings.stop_at, settings.stop_after);
        progress.diffs = settings.dump_diffs.then_some(0);
        if let Some(live) = &self.live {
            let meter = executor.meter();
            live.shared.watch(Box::new(move || {
                let Load { slots, spent, longest } = meter();
                Slots { busy: slots, runs: spent.runs, longest }
            }));
            live.shared.note(|status| (status.activity, status.now) = ("", first.text_len()));
            progress.live = Some((live.shared.clone(), Instant::now()));
        }
        let mut told = Told { progress, log: self.events, meter: executor.meter(), before: first.clone() };
        let mut driver = Driver::new(executor, verdicts);
        driver.requests = self.live.as_ref().map(|live| live.shared.requests.clone()).unwrap_or_default();
        let stop = restart::search(&mut driver, script, settings.effort.restarts(), search, &mut told).err();
        (stop, told.progress.finish())
    }

    /// Searches from `script` and keeps the output file up to date; takes a last look at the best script,
    /// writes it and reports the result. `confirm` runs the solver on a text, unless it is stopped.
    pub fn search(
        mut self,
        executor: &mut impl Executor,
        script: Script,
        mut verdicts: Verdicts,
        confirm: &mut Confirm<'_>,
    ) -> Result<Exit> {
        let settings = &self.options.settings;
        let first = self.packed(&script);
        let search = self.settings(&script);
        let began = Instant::now();
        let (stop, mut record) = self.drive(executor, &script, &first, &search, &mut verdicts, confirm);
        let searched = began.elapsed();
        self.live.iter().for_each(|live| live.shared.note(|status| status.activity = "the last look at the result"));
        // The slots are closed while the result is checked.
        executor.close();
        let mut end = Ending::after(stop, self.options);
        if end.stop.is_some() && self.output.is_ahead() {
            tell_resuming(self.options, end.stop.as_ref());
            say_interrupted(end.exit);
            return Ok(end.exit.told(settings.detailed_status));
        }
        // Growth by mutators that the user has named is kept.
        let history = std::mem::take(&mut record.history);
        let history = if settings.disable_all { history } else { up_to_smallest(history) };
        let is_unmoved = history.len() < 2 && self.found.agreement != Agreement::Unsteady;
        let best = self.last_look(history, &mut end, confirm);
        self.live = None;
        let (best, layout) = best.unwrap_or_else(|| (first.clone(), settings.layout()));
        let outcome = self.outcome(best, layout, &first, is_unmoved, &mut end, confirm)?;
        let Outcome { script, bytes, reduced } = &outcome;
        let written = self.output.finish(bytes, script, end.stop.is_none());
        let told = reduced.filter(|_| written.is_ok());
        self.events.note(told, bytes, end.exit == Exit::Success, executor.jobs(), end.stop.as_ref());
        written.with_context(|| {
            let path = self.options.output.display();
            match self.output.is_resumable() {
                true => format!("{path}: not written, but --resume need not search again"),
                // Nothing else holds the result.
                false if io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()).is_ok() => {
                    format!("{path}: not written: the result is on standard output instead")
                }
                false => format!("{path}: not written"),
            }
        })?;
        self.tell(executor, &record, searched, &verdicts, &end, &outcome)?;
        let exit = match end.exit {
            Exit::Success if reduced.is_none() && is_unmoved => Exit::Unchanged,
            Exit::Success if reduced.is_none() => Exit::NotReproducible,
            exit => exit,
        };
        Ok(exit.told(settings.detailed_status))
    }

    /// Returns what the output file gets, given the best script and its layout, and the first script. It is
    /// unmoved if no step was committed, though two runs on the same text print the same.
    fn outcome(
        &mut self,
        best: Script,
        layout: Layout,
        first: &Script,
        is_unmoved: bool,
        end: &mut Ending<'_>,
        confirm: &mut Confirm<'_>,
    ) -> Result<Outcome> {
        let text = render(&best, layout);
        let may_grow = self.options.settings.disable_all || matches!(layout, Layout::Indented | Layout::Wrapped);
        let has_acceptable_size = may_grow || text.len() as u64 <= self.input.size.bytes;
        let changed = best.digest() != first.digest() && has_acceptable_size;
        if changed && end.is_finished && self.is_by_chance(&best, confirm) {
            self.write_input()?;
            bail!("{BY_CHANCE}");
        }
        // The canonical text was the first that was checked, unless the command is unsteady.
        let is_input = !changed && (!is_unmoved || text.len() as u64 > self.input.size.bytes);
        let text = if is_input { self.input.bytes.to_vec() } else { text };
        let text = if end.is_finished { self.renamed(text, layout, end, confirm) } else { text };
        // Without any step, the layout and comments may have gone.
        let is_reduced = changed || (text.len() as u64) < self.input.size.bytes;
        let reduced = is_reduced.then(|| Size::of(&best, text.len() as u64));
        let bytes = if is_reduced && end.is_finished { self.commented(text, end, confirm) } else { text };
        Ok(Outcome { script: best, bytes, reduced })
    }

    fn write_input(&mut self) -> Result<()> {
        self.output.write(&self.input.bytes).at(&self.options.output)
    }

    /// Returns the script without its nodes, unless a layout, differences or a report need them.
    fn packed(&mut self, script: &Script) -> Script {
        let settings = &self.options.settings;
        let is_text = settings.layout() == Layout::Plain && !settings.dump_diffs && settings.report.is_none();
        let first = if is_text { script.packed() } else { script.clone() };
        if self.input.script.digest() == first.digest() {
            self.input.script = first.clone();
        }
        first
    }

    /// Returns the newest script that fails once more, and its layout; after an interrupted search, just the
    /// newest script.
    fn last_look(
        &self,
        history: Vec<Script>,
        end: &mut Ending<'_>,
        confirm: &mut Confirm<'_>,
    ) -> Option<(Script, Layout)> {
        if !end.is_finished {
            return history.last().map(|script| (script.clone(), Layout::Plain));
        }
        let (best, signal) = last_that_fails(history, self.options.settings.layout(), confirm);
        end.is_finished = signal.is_none();
        signal.into_iter().for_each(|signal| end.stopped(signal));
        best
    }

    /// Whether next to nothing is left because the input does not fail each time.
    fn is_by_chance(&self, best: &Script, confirm: &mut Confirm<'_>) -> bool {
        let is_void = best.is_empty() || self.input.size.asserts > 0 && Size::of(best, 0).asserts == 0;
        let patience =
            (self.started.elapsed() / RERUN_TIME_DIVISOR).clamp(Duration::from_secs(1), Duration::from_secs(10));
        let start = Instant::now();
        let mut fails = || !matches!(confirm(&self.input.bytes, 1), Ok(false));
        let is_asked = is_void && self.options.settings.criteria.repeat.is_none();
        is_asked && !(0..INPUT_RERUNS).take_while(|_| start.elapsed() < patience).all(|_| fails())
    }

    /// Returns the text under other names, if the user wants that and the text still fails.
    fn renamed(&self, text: Vec<u8>, layout: Layout, end: &mut Ending<'_>, confirm: &mut Confirm<'_>) -> Vec<u8> {
        if !self.options.settings.anonymize {
            return text;
        }
        anonymous_if_it_fails(text.clone(), layout, confirm).unwrap_or_else(|signal| {
            log::warn!("--anonymize: not done, because of a signal");
            end.stopped(signal);
            text
        })
    }

    /// Returns the text with the comment before it, if the user wants that and the text still fails.
    fn commented(&self, text: Vec<u8>, end: &mut Ending<'_>, confirm: &mut Confirm<'_>) -> Vec<u8> {
        let Some(header) = &self.header else { return text };
        // The result must be exactly a text that was run.
        let whole = [header.as_bytes(), &text].concat();
        match confirm(&whole, LOOKS) {
            Ok(true) => return whole,
            Ok(false) => log::warn!("--header: the result does not fail with the comment, which is left out"),
            Err(signal) => {
                log::warn!("--header: left out, because of a signal");
                end.stopped(signal);
            }
        }
        text
    }

    /// Reports the result: in the log, in the profile, and in a few lines for people.
    fn tell(
        &self,
        executor: &impl Executor,
        record: &Record,
        searched: Duration,
        verdicts: &Verdicts,
        end: &Ending<'_>,
        outcome: &Outcome,
    ) -> Result<()> {
        let (after, text) = (outcome.reduced, &outcome.bytes);
        let (before, checks, spent) = (self.input.size, record.checks, executor.spent());
        let (runtime, main_process) = (self.started.elapsed(), own_processor_time());
        if self.options.settings.profile {
            let text = profile(runtime, main_process, &spent, &record.effort, &record.curve);
            replace(Path::new(PROFILE), text.as_ref()).context(PROFILE)?;
        }
        log_summary(runtime, main_process, checks, before, after);
        match after {
            // Whether anything fails is not known then.
            _ if self.options.settings.unchecked => {}
            Some(size) if size.commands == 0 => log::warn!(
                "the result is empty: whatever the input is, the command does the same; is that the failure?"
            ),
            Some(size) if size.asserts == 0 && before.asserts > 0 => {
                log::warn!("no assertion is left: if that is not the failure, --keep assert leaves them all");
            }
            _ => {}
        }
        log_counts(&record.unasked, &verdicts.cuts, spent.runs, spent.warm, spent.audits, verdicts.recalled);
        let busy = spent.wall.as_secs_f64() / (searched.as_secs_f64() * executor.jobs() as f64);
        // With few runs, most of the time went into unneeded runs.
        let share = (spent.runs >= MIN_RUNS_FOR_SHARE).then_some(busy.min(1.0));
        let is_lines = self.input.script.gaps() == Gaps::Lines;
        let is_large = after.is_some_and(|size| size.bytes > LARGE_RESULT);
        let next = self
            .found
            .better
            .iter()
            .filter(|_| is_large)
            .map(|call| ("smaller", format!("perhaps by {call}")))
            .collect();
        let closing = Closing { before, is_lines, after, checks, runtime, share, text, next, ..Closing::default() };
        tell(self.options, self.commands, end, self.output.is_resumable(), closing);
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
