//! One reduction, from the golden run to the statistics.

mod command_line;
pub(crate) mod confirm;
pub(crate) mod criteria;
pub(crate) mod diagnosis;
pub(crate) mod doctor;
pub mod driver;
mod ending;
mod event_log;
pub(crate) mod exit;
mod explain;
mod golden_trials;
mod hints;
mod inspection;
pub mod issue;
pub mod journal;
pub(crate) mod key;
pub(crate) mod layout;
pub mod options;
pub(crate) mod preflight;
pub mod replay;
mod restart;
mod resumable_output;
mod resume;
mod run;
mod search;
mod setup;
pub(crate) mod shell;
pub(crate) mod signature;
pub mod solver_commands;
mod speculate;
pub mod toggles;
pub mod verdicts;

pub use exit::Exit;
pub use options::{Options, Settings};
pub(crate) use resume::failure;

use crate::check::system::ignored_signals;
use crate::check::{Agreement, Checker, End, Interrupts, Processes, Slot, Stop, Trial, Workspace, unique_name};
use crate::files::At;
use crate::report::live::Live;
use crate::report::log::CHAT;
use crate::report::output::OutputPath;
use crate::report::statistics::Size;
use crate::report::terminal;
use crate::sexpr::{Candidate, Edit, Gaps, Script};
use crate::smtlib;
use crate::strategy::Selection;
use anyhow::{Context, Result};
use ending::{exit_after, say_interrupted};
use event_log::EventLog;
use explain::explanation;
use inspection::LastLook;
use issue::Commands;
use layout::read;
use preflight::Programs;
use replay::Replay;
use resumable_output::ResumableOutput;
use resume::RunJournal;
use run::{Findings, Input, Run};
use search::Search;
use setup::{FirstRuns, Setup};
use solver_commands::{CommandSpec, Role};
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use verdicts::Verdicts;

/// The byte-order marks of UTF-8, UTF-16LE and UTF-16BE.
const BYTE_ORDER_MARKS: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];

/// Reduces the input of `options` with the programs that were found for it. Errors are messages for the user:
/// malformed input, a useless golden run, a solver or an output file that stopped working.
pub fn reduce(options: &Options, programs: &Programs) -> Result<Exit> {
    let events = EventLog::open(options)?;
    let ended = reduce_telling(options, programs, &events);
    match events.end(options, &ended) {
        // An earlier error or a signal says more.
        Err(error) if !matches!(ended, Ok(exit) if exit.code() < Exit::Interrupted.code()) => {
            log::warn!("{error:#}");
            ended
        }
        written => written.and(ended),
    }
}

/// Reads the input, and reduces it with the solver, or without one if the user wants each candidate to be accepted.
fn reduce_telling(options: &Options, programs: &Programs, events: &EventLog) -> Result<Exit> {
    let started = Instant::now();
    let stamps = programs.stamps();
    let settings = &options.settings;
    announce(options, &programs.checks);
    let bytes = fs::read(&options.input).at(&options.input)?;
    let mut bytes = Arc::new(bytes);
    let run_journal =
        if settings.unchecked { RunJournal::default() } else { RunJournal::open(options, programs, &mut bytes)? };
    let script = read(&options.input, &settings.criteria, &bytes, Gaps::Canonical)?;
    warn_of_oddities(&script, &bytes);
    if settings.valid {
        warn_of_ill_sorted_input(&script);
    }
    let parsed = started.elapsed().as_secs_f64();
    let size = Size::of(&script, bytes.len() as u64);
    log::debug!("parsed {} s-expressions in {parsed:.2} seconds", size.expressions);
    events.input(size, &bytes);
    let beside = format!(".{}", unique_name());
    let place = OutputPath::new(options.output.clone(), &beside);
    let output = ResumableOutput::new(place.clone(), run_journal.journal(), run_journal.held);
    let mut run = Run {
        options,
        commands: &programs.checks,
        started,
        selection: selection(settings, &script),
        input: Input { script, size, bytes },
        found: Findings::default(),
        output: output.context("the output file")?,
        header: String::new(),
        events,
        cancelled: Arc::default(),
        live: None,
    };
    if settings.unchecked {
        let mut executor = Replay::new(1, |_: &Candidate| (true, Duration::from_millis(1)));
        let (script, verdicts) = (run.input.script.clone(), Verdicts::default());
        let first = run.packed(&script);
        return Search { run, executor: &mut executor, verdicts, confirm: &mut |_, _| Ok(true), script, first }.make();
    }
    let exit = run_solver(run, run_journal, programs, &place);
    if programs.stamps() != stamps {
        log::warn!("the command was replaced during the run, so its answers come from both versions");
    }
    exit
}

/// Warns of an input that may not be what the user thinks it is.
fn warn_of_oddities(script: &Script, bytes: &[u8]) {
    if BYTE_ORDER_MARKS.iter().any(|mark| bytes.starts_with(mark)) {
        log::warn!("the input begins with a byte-order mark, at which many solvers stop");
    }
    if bytes.is_empty() {
        log::warn!("the input is empty");
    }
    if script.gaps() == Gaps::Canonical && script.text_len() > 0 && !bytes.contains(&b'(') {
        log::warn!("the input holds no parenthesis: if it is no SMT-LIB, use --format lines");
    }
}

/// Warns that an input is ill-sorted, of which `--valid` can promise nothing.
fn warn_of_ill_sorted_input(script: &Script) {
    let context = smtlib::Context::new(script.clone());
    if let Some(command) = context.first_ill_sorted() {
        let text = String::from_utf8_lossy(command.text());
        let shown: String = text.chars().take(80).collect();
        log::warn!("--valid: the input is not well-sorted, nor need the result be: {shown}");
    }
}

/// Makes the golden runs, searches from there, and examines the result, with as many solvers at a time as the
/// options say.
fn run_solver(mut run: Run<'_>, mut run_journal: RunJournal, programs: &Programs, place: &OutputPath) -> Result<Exit> {
    let options = run.options;
    let interrupts = interruptible(&mut run, place)?;
    let jobs = jobs(&options.settings);
    let mut slots = slots(&run, &interrupts, jobs, place)?;
    // At most two runs go on at the same time before the search begins.
    let first = &mut slots[..2];
    interrupts.guard(first.iter().map(Slot::canceller));
    let first_runs =
        FirstRuns { run: &run, programs, interrupts: &interrupts, slots: first, found: Findings::default() };
    let setup = first_runs.make(&mut run_journal);
    let Setup { checker, verdicts, script, found } = match (setup, interrupts.arrived()) {
        (Ok(setup), _) => setup,
        (Err(_), Some(stop)) => return run.stopped(stop),
        (Err(error), None) => return Err(error),
    };
    run.found = found;
    let has_one_job = run.found.agreement != Agreement::Steady || run_journal.are_disturbed() == Some(true);
    let jobs = if has_one_job { 1 } else { jobs };
    let mut spare = slots.swap_remove(1);
    slots.truncate(jobs);
    let mut executor = Processes::new(checker.clone(), slots, Candidate::new(&script, Edit::default()))?;
    interrupts.report_to(executor.sender(), spare.canceller());
    let times = if options.settings.issue.is_some() { 2 } else { 1 };
    interrupts.reserve(times * time_of_result(&checker));
    let mut commands = Commands::on_result(&run, checker, &verdicts.last_look());
    if options.settings.header {
        commands.header = commands.comment(&mut spare)?;
        run.header.clone_from(&commands.header);
    }
    let mut look = LastLook {
        checker: &commands.checker,
        slot: &mut spare,
        interrupts: &interrupts,
        golden: run.found.golden.take().zip(commands.main()),
        contradicted: std::mem::take(&mut run.found.contradicted),
        failing: None,
    };
    let mut confirm = |text: &[u8], looks| look.fails(text, looks);
    let first = run.packed(&script);
    let exit = Search { run, executor: &mut executor, verdicts, confirm: &mut confirm, script, first }.make();
    drop(executor);
    run_journal.close();
    let mut exit = exit?;
    if !options.output.is_file() {
        return Ok(exit);
    }
    let is_success = exit.told(false) == Exit::Success;
    if is_success {
        examine(&mut commands, options, &interrupts, &mut spare)?;
    }
    commands.report(&mut spare)?;
    // A signal that comes after the search ends the run as well.
    if let Some(signal) = interrupts.signal().filter(|_| is_success) {
        exit = exit_after(&signal, options);
        say_interrupted(exit);
    }
    Ok(exit)
}

/// Returns the time of a run on the result if the failure is a time, as it takes as long as that on the input then.
fn time_of_result(checker: &Checker) -> Duration {
    let is_slow = |trial: &&Trial| trial.command.comparison.is_timing() || trial.golden.end == End::TimedOut;
    checker.trials.iter().filter(is_slow).map(|trial| trial.golden.wall).sum()
}

/// Makes a run end by signals, by its time budget, and by the keys of the user, to whom it is shown from now on.
fn interruptible(run: &mut Run<'_>, place: &OutputPath) -> Result<Interrupts> {
    let settings = &run.options.settings;
    let interrupts = Interrupts::start(settings.budget)?;
    run.cancelled = interrupts.flag();
    let (finish, bytes) = (interrupts.clone(), run.input.size.bytes);
    let live = Live::start(run.started, settings.verbosity >= 0, &ignored_signals(), move || {
        finish.request_stop(Stop::Enough)
    });
    let live = live.context("the display")?;
    live.shared.note(|status| (status.before, status.now, status.activity) = (bytes, bytes, "the golden run"));
    let (shared, gives_up) = (live.shared.clone(), place.gives_up());
    interrupts.before_end(move || {
        shared.end_keys();
        gives_up.store(true, Ordering::Relaxed);
    });
    run.live = Some(live);
    Ok(interrupts)
}

/// Makes slots for the search, and one for the last look at the result.
fn slots(run: &Run<'_>, interrupts: &Interrupts, jobs: usize, place: &OutputPath) -> Result<Vec<Slot>> {
    let options = run.options;
    let bytes = (jobs + 1) as u64 * run.input.size.bytes;
    let beside = [place.beside.clone()];
    let workspace = Workspace::new(extension(&options.input), bytes, &beside, options.shared_folder().as_deref())
        .context("no place for candidates")?;
    interrupts.clean_up(&workspace);
    Ok((0..=jobs).map(|i| Slot::new(&workspace, i)).collect::<Result<_, _>>()?)
}

/// Explains a result, and leaves out arguments of the command, if the user wants that.
fn examine(commands: &mut Commands, options: &Options, interrupts: &Interrupts, slot: &mut Slot) -> Result<()> {
    let (settings, output) = (&options.settings, &options.output);
    let main = commands.main();
    let text = || fs::read(output).at(output);
    let is_stopped = |option: &str| {
        let signal = interrupts.signal();
        signal.iter().for_each(|_| log::warn!("{option}: not done, because of a signal"));
        signal.is_some()
    };
    if settings.explain {
        let text = text()?;
        // Of a format of lines, the comment would be lines like others.
        let text = text.strip_prefix(commands.header.as_bytes()).unwrap_or(&text);
        let script = read(&options.input, &settings.criteria, text, Gaps::Canonical)?;
        let lines = explanation(&commands.checker, slot, main, &script);
        if !is_stopped("--explain") {
            terminal::say(&lines);
        }
    }
    if let Some(main) = main.filter(|_| settings.reduce_args) {
        let spec = &mut commands.specs[main];
        command_line::reduce_arguments(&mut commands.checker, main, spec, slot, &text()?);
        let line = shell::on_file(spec, output);
        let (before, after) = (options.command.len() - 1, spec.command.args.len());
        if !is_stopped("--reduce-args") {
            log::info!(target: CHAT, "the failure needs {after} of {before} arguments: {line}");
        }
    }
    Ok(())
}

/// Logs what will be done: the user's command and ddSMT's second one before all others.
fn announce(options: &Options, specs: &[CommandSpec]) {
    let told = |label: &str, value: &OsStr| log::info!("{label:<16} '{}'", value.to_string_lossy());
    told("input file:", options.input.as_os_str());
    told("output file:", options.output.as_os_str());
    let (own, others): (Vec<_>, Vec<_>) =
        specs.iter().partition(|spec| matches!(spec.role, Role::Main | Role::CrossCheck));
    for spec in own.into_iter().chain(others) {
        told(
            &format!("command{}:", spec.role),
            &spec.words().map(OsString::as_os_str).collect::<Vec<_>>().join(OsStr::new(" ")),
        );
    }
    let settings = &options.settings;
    let cross_timeout = settings.cross_comparison.timeout.filter(|_| settings.cross_check_command().is_some());
    for (label, limit) in [("time limit:", settings.comparison.timeout), ("time limit (cc):", cross_timeout)] {
        limit.iter().for_each(|limit| log::info!("{label:<17}{:?} seconds", limit.as_secs_f64()));
    }
}

/// Returns the mutators that are on and make sense for a script.
fn selection(settings: &Settings, script: &Script) -> Selection {
    if script.gaps() == Gaps::Lines {
        return Selection::of(|mutator| mutator.name == "erase-node");
    }
    let theories = smtlib::theories(script);
    let mut toggles = settings.toggles.clone();
    toggles.detect(|group| theories.contains(&group)).iter().for_each(|(level, line)| log::log!(*level, "{line}"));
    let enabled = toggles.enabled();
    Selection::of(|mutator| enabled.contains(&mutator.name)).with_variables(settings.variable_mode)
}

/// Returns the extension of a file name, with its dot; empty if it is unusual.
pub fn extension(path: &Path) -> OsString {
    let mut extension = OsString::new();
    // A shell may read the extension, even within quotes of the user's.
    let is_harmless =
        |end: &&OsStr| end.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || b"_-+".contains(byte));
    if let Some(end) = path.extension().filter(is_harmless) {
        extension.push(".");
        extension.push(end);
    }
    extension
}

/// Returns how many checks may run at a time.
pub fn jobs(settings: &Settings) -> usize {
    match settings.jobs {
        Some(jobs) => jobs.get(),
        // Other checks at the same time would change the times.
        None if settings.criteria.is_timing() => 1,
        None => physical_cores(),
    }
}

/// Returns the number of physical cores that ddsmt may use: more solvers at a time only slow each other down.
fn physical_cores() -> usize {
    let allowed = std::thread::available_parallelism().map_or(1, usize::from);
    num_cpus::get_physical().min(allowed).max(1)
}
