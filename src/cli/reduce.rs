//! A reduction from the golden run to the statistics.

mod arguments;
mod chronicle;
mod hints;
mod last;

use super::golden::Golden;
use super::options::{self, Layout, Options, Settings};
use super::orders::{Order, orders};
use super::wishes::Format;
use super::{Exit, Programs};
use crate::check::checker::{Answer, Checker, Repeat, Trial};
use crate::check::compare::Evidence;
use crate::check::golden::Agreement;
use crate::check::journal::{Pen, Start};
use crate::check::pace::{Pace, Time, Usage};
use crate::check::signals::Watch;
use crate::check::slot::Slot;
use crate::check::workspace::Workspace;
use crate::check::{Cuts, Executor, Finding, Memory, Processes, Replay, Scheduler, Stop};
use crate::mutators::REGISTRY;
use crate::report::diffs::Diffs;
use crate::report::log::{self, Level};
use crate::report::opening::{Opening, opening_lines};
use crate::report::output::Output;
use crate::report::profile::{Times, profile};
use crate::report::progress::{Progress, Record};
use crate::report::statistics::{Savings, Size, Summary, end_lines, saving_lines};
use crate::search::{Forms, Settings as Search, State, Strategy, Toggles};
use crate::sexpr::{Candidate, Digest, Gaps, Script, parse, parse_leniently, pretty, wrapped};
use crate::smtlib::{self, Hints};
use anyhow::{Context, Result};
use chronicle::Chronicle;
use hints::Adviser;
use last::{Confirm, last_that_fails};
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::SIGINT;
use std::cell::Cell;
use std::ffi::OsString;
use std::fs;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Reduces the input of `options` with the programs that were found for it.
///
/// # Errors
///
/// With a message for the user: malformed input, a golden run that is of no
/// use, a solver or an output file that stopped working.
pub fn reduce(options: &Options, programs: &Programs) -> Result<Exit> {
    let started = Instant::now();
    let stamps = programs.stamps();
    let settings = &options.settings;
    let cross_words = settings.cross_check_command();
    let orders = orders(options);
    let is_other = |order: &&Order| !matches!(order.tag, "" | " (cc)");
    let others: Vec<_> = orders.iter().filter(is_other).map(|order| (order.tag, order.words.as_slice())).collect();
    emit(opening_lines(&Opening {
        input: &options.input,
        output: &options.output,
        command: &options.command,
        cross_check: cross_words.as_deref(),
        others: &others,
        timeout: settings.comparison.timeout,
        cross_timeout: settings.cross_comparison.timeout,
    }));
    let input = fs::read(&options.input).with_context(|| format!("{}", options.input.display()))?;
    let mut input = Arc::new(input);
    let mut chronicle = match settings.unchecked {
        true => Chronicle::default(),
        false => Chronicle::open(options, programs, &mut input)?,
    };
    let script = read(options, &input, Gaps::Canonical)?;
    let parsed = started.elapsed().as_secs_f64();
    emit([(Level::Debug, format!("parsed {} s-expressions in {parsed:.2} seconds", script.lists()))]);
    let toggles = if script.gaps() == Gaps::Lines { lines_only() } else { toggles(settings, &script) };
    let output = Output::new(&options.output);
    let best = script.clone();
    let (held, pen) = (Cell::new(chronicle.held), chronicle.pen());
    let agreement = Agreement::Steady;
    let hints = Arc::default();
    let mut run =
        Run { options, started, input: &input, output, best, held, pen, agreement, longest_query: None, hints };
    if settings.unchecked {
        let mut executor = Replay::new(1, |_: &Candidate| (true, 1));
        return run.search(&mut executor, script, &toggles, Memory::default(), &mut |_| Ok(true));
    }
    let jobs = match settings.jobs {
        Some(jobs) => jobs.get(),
        None if settings.wishes.is_timing() => 1,
        None => physical_cores(),
    };
    let mut extension = OsString::new();
    if let Some(end) = options.input.extension() {
        extension.push(".");
        extension.push(end);
    }
    let watch = Watch::start(settings.budget)?;
    let workspace = Workspace::new(extension, (jobs + 1) as u64 * input.len() as u64)?;
    let mut slots = (0..=jobs).map(|i| Slot::new(&workspace, i)).collect::<Result<Vec<Slot>, _>>()?;
    watch.guard(slots.iter().map(Slot::canceller));
    emit([(Level::Info, String::new())]);
    let both = if cross_words.is_some() { ", cross checking" } else { "" };
    emit([(Level::Info, format!("starting initial run{both}...")), (Level::Info, String::new())]);
    let mut golden = Golden {
        slots: &mut slots,
        input: &input,
        evidence: Evidence::default(),
        agreement: Agreement::Steady,
        longest_query: None,
        repeat: settings.wishes.repeat(),
        memout: settings.memout,
    };
    let mut trials: Vec<(Trial, bool)> = Vec::new();
    for (i, (order, program)) in orders.iter().zip(&programs.checks).enumerate() {
        let has_more = orders[i + 1..].iter().any(|later| later.comparison.disputes());
        let trial = golden.trial(i, order, program, has_more);
        if let Some(stop) = watch.arrived() {
            return run.stopped(stop);
        }
        let follows = order.timeout.is_none()
            && !settings.fixed_timeout
            && !settings.wishes.is_timing()
            && settings.wishes.repeat.is_none();
        trials.push((trial?, follows));
    }
    (run.agreement, run.longest_query) = (golden.agreement, golden.longest_query);
    // What is wrong where answers are, what takes longest where times decide.
    let wrong = golden.evidence.claims.iter().flatten().position(Option::is_some);
    let query = wrong.or(run.longest_query).unwrap_or(0);
    let jobs = if run.agreement == Agreement::Steady { jobs } else { 1 };
    let follows: Vec<bool> = trials.iter().map(|(_, follows)| *follows).collect();
    let mut trials: Vec<Trial> = trials.into_iter().map(|(trial, _)| trial).collect();
    let start = chronicle.start(start(&trials))?;
    impose(&mut trials, &start);
    let mut memory = chronicle.memory(pace(&follows, &start));
    // The cheapest first; times that are nearly the same are no reason to
    // change the order.
    trials.sort_by_key(|trial| trial.golden.wall.as_millis().max(1).ilog2());
    let checker = Checker { trials, repeat: settings.wishes.repeat() };
    // The first candidate: if the failure hangs on comments or on the layout
    // they are kept.
    let is_input = run.agreement == Agreement::Steady && script.is_text(&input);
    let fails = match memory.suspect(script.digest()) {
        Some(verdict) => verdict,
        // So says the golden run.
        None if is_input => true,
        None => {
            let text: Vec<&[u8]> = script.slices().collect();
            let verdict = checker.check(&mut slots[0], &text);
            if let Some(stop) = watch.arrived() {
                return run.stopped(stop);
            }
            let fails = verdict.answer == Answer::Same;
            if verdict.answer != Answer::Unknown {
                memory.store(script.digest(), Finding { verdict: fails, usage: verdict.usage, cut: None });
            }
            fails
        }
    };
    let script = if fails {
        script
    } else {
        log::emit(
            Level::Warning,
            match run.agreement {
                Agreement::Unsteady => "the failure comes and goes; comments and the layout are kept",
                _ => "the failure depends on comments or on the layout, which are therefore kept",
            },
        );
        read(options, &input, Gaps::Original)?
    };
    if let Some(adviser) = Adviser::of(options, programs, &toggles) {
        let limit = checker.trials.iter().filter_map(|trial| trial.command.limits.wall).max();
        run.hints = Arc::new(adviser.hints((&script, query), limit, &mut slots[0]));
        if let Some(stop) = watch.arrived() {
            return run.stopped(stop);
        }
    }
    let mut spare = Slot::new(&workspace, slots.len())?;
    slots.truncate(jobs + 1);
    let mut executor = Processes::new(checker.clone(), slots, jobs)?;
    watch.report_to(executor.sender(), spare.canceller());
    let mut confirm = |text: &[u8]| {
        let Repeat { most, need } = checker.repeat;
        let failed = match most {
            // A busy machine deserves a second look.
            1 => usize::from((0..2).any(|_| checker.check(&mut spare, &[text]).answer == Answer::Same)),
            _ => checker.failures(&mut spare, &[text]),
        };
        if let Some(signal) = watch.signal() {
            return Err(signal);
        }
        if most > 1 {
            log::emit(Level::Chat, &format!("the failure is in {failed} of {most} runs of the result"));
        }
        Ok(failed >= need)
    };
    let exit = run.search(&mut executor, script, &toggles, memory, &mut confirm);
    drop(executor);
    chronicle.close();
    let main = orders.iter().position(|order| order.tag.is_empty());
    if let (true, Ok(Exit::Success), Some(main)) = (settings.reduce_args, &exit, main) {
        let text = fs::read(&options.output).with_context(|| format!("{}", options.output.display()))?;
        arguments::reduce_arguments(checker, main, &mut spare, &text);
    }
    if programs.stamps() != stamps {
        log::emit(Level::Warning, "the command was replaced during the run: its answers are those of both versions");
    }
    exit
}

/// One reduction in progress.
struct Run<'a> {
    options: &'a Options,
    started: Instant,
    input: &'a [u8],
    output: Output,
    best: Script,
    /// The script of an earlier run that the output file holds, until it has
    /// been replayed up to there.
    held: Cell<Option<Digest>>,
    /// Notes down what the output file holds.
    pen: Option<Pen>,
    /// What the golden runs said about one another, of two commands the worse.
    agreement: Agreement,
    /// The number of the query that takes longest, where times decide.
    longest_query: Option<usize>,
    /// What another solver has told of the input.
    hints: Arc<Hints>,
}

impl Run<'_> {
    /// Ends before the search has begun: the output is the input.
    fn stopped(self, stop: Stop) -> Result<Exit> {
        if self.held.get().is_none() {
            self.output.finish(self.input).with_context(|| format!("{}", self.options.output.display()))?;
        }
        let exit = exit_after(stop);
        say_interrupted(exit);
        Ok(exit)
    }

    /// Searches from `script`, keeps the output file up to date, and closes
    /// with the statistics. `confirm` runs the solver once more on the result,
    /// unless it is stopped.
    fn search(
        self,
        executor: &mut impl Executor,
        script: Script,
        toggles: &Toggles,
        mut memory: Memory,
        confirm: &mut Confirm<'_>,
    ) -> Result<Exit> {
        let settings = &self.options.settings;
        let layout = settings.layout();
        let original = Script::clone(&script);
        let strategy = match settings.strategy {
            options::Strategy::Ddmin => Strategy::Ddmin,
            options::Strategy::Hierarchical => Strategy::Hierarchical,
            options::Strategy::Hybrid => Strategy::Hybrid,
        };
        let mut search = Search {
            toggles: toggles.clone(),
            keep: settings.wishes.keep.as_ref().map(|keep| keep.regex().clone()),
            end_game: settings.end_game,
            first_query: self.longest_query,
            hints: self.hints.clone(),
            min_gain: settings.min_gain,
            ..Search::new(strategy, &script)
        };
        if settings.valid {
            search.forms.retain(|forms| *forms != Forms::IllFormedToo);
        }
        let mut progress = Progress::new(self.started, script.clone(), |script: &Script| {
            if self.held.get().is_some() {
                self.held.set(self.held.get().filter(|held| *held != script.digest()));
                return;
            }
            let (script, pen) = (script.clone(), self.pen.clone());
            self.output.offer(Box::new(move || noted(render(&script, layout), &script, pen.as_ref())));
        });
        if settings.check_loops {
            progress.check_loops();
        }
        if settings.dump_diffs {
            progress.dump_diffs(Diffs::new(""));
        }
        let end = Scheduler::new(executor, &mut memory).run(State::new(script, &search), &mut progress);
        let is_complete = end.is_ok();
        let exit = end.map_or_else(exit_after, |_| Exit::Success);
        let Record { checks, history, effort } = progress.finish();
        let finished = exit == Exit::Success;
        let reduced_once = history.len() > 1;
        if !is_complete && self.held.get().is_some() {
            // The output file holds more than what has been replayed.
            say_interrupted(exit);
            return Ok(exit);
        }
        let (best, stop) = match finished {
            true => last_that_fails(history, layout, confirm),
            false => (history.last().map(|script| (script.clone(), layout)), None),
        };
        let exit = stop.map_or(exit, exit_after);
        let (best, layout) = best.unwrap_or_else(|| (original.clone(), layout));
        let changed = best.digest() != original.digest();
        // The canonical text was the first that was asked about, unless nothing can be trusted.
        let untrusted = reduced_once || self.agreement == Agreement::Unsteady;
        let bytes = if !changed && untrusted { self.input.to_vec() } else { render(&best, layout) };
        let bytes = noted(bytes, &best, self.pen.as_ref());
        let input = Size { bytes: self.input.len() as u64, expressions: self.best.lists() };
        let reduced = Size { bytes: bytes.len() as u64, expressions: best.lists() };
        let lost = || format!("{}: not written, but --resume need not search again", self.options.output.display());
        self.output.finish(&bytes).with_context(lost)?;
        let (runtime, main_process) = (self.started.elapsed(), own_processor_time());
        if settings.profile {
            let spent = executor.spent();
            let (solver, solver_cpu, runs) = (spent.wall, spent.cpu, spent.runs);
            let times = Times { runtime, main_process, solver, solver_cpu, runs };
            fs::write("profile.json", profile(&times, &effort)).context("profile.json")?;
        }
        emit(end_lines(&Summary { runtime, main_process, tests: checks, input, reduced: changed.then_some(reduced) }));
        let (Cuts { cut, again, ended }, recalled) = (memory.cuts(), memory.recalled());
        emit(saving_lines(&Savings { cut, again, ended, recalled }));
        say_interrupted(exit);
        Ok(match (exit == Exit::Success && !changed, reduced_once || self.agreement == Agreement::Unsteady) {
            (false, _) => exit,
            (true, true) => Exit::NotReproducible.in_style(settings.exit_status),
            (true, false) => Exit::Unchanged.in_style(settings.exit_status),
        })
    }
}

/// The status after the search was ended, which is told where it is no signal.
fn exit_after(stop: Stop) -> Exit {
    match stop {
        Stop::Signal(SIGINT) => Exit::Interrupted,
        Stop::Signal(_) => Exit::Terminated,
        Stop::Budget => {
            log::emit(Level::Warning, "the time budget is spent before the end of the search; --resume goes on");
            Exit::Success
        }
        Stop::Failed(message) => {
            log::emit(Level::Error, &message);
            Exit::Failure
        }
    }
}

/// ddSMT's word for a SIGINT, on the stream where scripts expect it.
fn say_interrupted(exit: Exit) {
    if exit == Exit::Interrupted {
        println!("[ddsmt] interrupted");
    }
}

/// Notes that the output file is about to hold these bytes.
fn noted(bytes: Vec<u8>, script: &Script, pen: Option<&Pen>) -> Vec<u8> {
    if let Some(pen) = pen {
        pen.output(&bytes, script.digest());
    }
    bytes
}

fn emit(lines: impl IntoIterator<Item = (Level, String)>) {
    lines.into_iter().for_each(|(level, line)| log::emit(level, &line));
}

fn read(options: &Options, input: &[u8], gaps: Gaps) -> Result<Script> {
    let wishes = &options.settings.wishes;
    let gaps = if wishes.format == Format::Lines { Gaps::Lines } else { gaps };
    if wishes.lenient {
        return Ok(parse_leniently(input, gaps));
    }
    parse(input, gaps).map_err(|error| {
        let (line, column) = error.position(input);
        anyhow::anyhow!("{}:{line}:{column}: {}; --lenient goes on", options.input.display(), error.message)
    })
}

/// The text of the output file.
fn render(script: &Script, layout: Layout) -> Vec<u8> {
    match (layout, script.gaps()) {
        (Layout::Indented, Gaps::Canonical) => pretty(script),
        (Layout::Wrapped, Gaps::Canonical) => wrapped(script),
        // A failure that depends on the layout would be gone in another.
        _ => script.text(),
    }
}

/// What makes sense where lines are only deleted.
fn lines_only() -> Toggles {
    let all = REGISTRY.iter().flat_map(|group| group.mutators);
    Toggles::without(all.map(|mutator| mutator.name().to_owned()).filter(|name| name != "erase-node"))
}

fn toggles(settings: &Settings, script: &Script) -> Toggles {
    let theories = smtlib::theories(script);
    let mut toggles = settings.toggles.clone();
    emit(toggles.detect(|group| theories.contains(&group)).iter().map(|d| (d.level(), d.line())));
    let off = toggles.mutators().filter(|(_, on)| !on).map(|(name, _)| name.to_owned());
    Toggles::without(off).with_variables(settings.variable_mode)
}

/// How the search begins if nothing is known of an earlier one.
fn start(trials: &[Trial]) -> Start {
    let golden = |trial: &Trial| Time { wall: trial.golden.wall, cpu: trial.golden.cpu };
    let of = |i: usize| trials.get(i);
    Start {
        code: of(0).and_then(|trial| trial.golden.end.code()),
        most: [0, 1].map(|i| of(i).and_then(|trial| trial.command.limits.wall)),
        golden: Usage([0, 1].map(|i| of(i).map(golden).unwrap_or_default())),
    }
}

/// Gives the commands the time limits of an earlier run.
fn impose(trials: &mut [Trial], start: &Start) {
    for (trial, most) in trials.iter_mut().zip(start.most) {
        trial.command.limits.wall = most;
    }
}

/// How limits follow the current best: only those that the user has not given,
/// and where times do not decide.
fn pace(follows: &[bool], start: &Start) -> Pace {
    let mut most = start.most;
    for (i, most) in most.iter_mut().enumerate() {
        *most = most.filter(|_| follows.get(i) == Some(&true));
    }
    Pace::new(most, start.golden)
}

/// The processor time of all threads of this process, without the solvers'.
fn own_processor_time() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap_or(0))
}

/// The physical cores that we may use: more solvers at a time only slow each
/// other down.
fn physical_cores() -> usize {
    let allowed = std::thread::available_parallelism().map_or(1, usize::from);
    num_cpus::get_physical().min(allowed).max(1)
}
