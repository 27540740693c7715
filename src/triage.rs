//! Triage of a folder of failing inputs: each bug is reduced once.
//!
//! The work is cut into tasks: to run some of the inputs, or to reduce one bug. A task is done by this program,
//! called again with the same words and `--task`. It stores its results in small files below the output folder,
//! each of which is replaced at once. So the engine that starts the tasks (see `engine`) need not know what
//! they do, a lost task is started again, and a triage that was killed goes on.

mod engine;
mod folder;
mod inputs;
mod pages;
mod table;
mod task;

use crate::check::{Interrupts, Stop};
use crate::reduce::options::Options;
use crate::reduce::preflight::commands;
use crate::reduce::{Exit, jobs};
use crate::report::log::{CHAT, counted};
use anyhow::{Context, Result, bail};
use engine::{Engine, Seldom, Tasks};
use folder::{Folder, Item, Reduction};
use signal_hook::consts::SIGINT;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::PathBuf;
use table::{Groups, Table};
use task::ATTEMPTS;

/// The options of a triage besides those of the reductions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TriageOptions {
    /// The folder of files that show known bugs (`--known`).
    pub known: Option<PathBuf>,
    /// The engine that starts the tasks, with its own options (`--engine`); this machine if none is given.
    pub engine: Option<OsString>,
    /// The only task to do (`--task`).
    pub task: Option<String>,
}

/// Runs every input that is new, reduces one of each kind of failure that is neither known nor done, and writes the
/// pages. Errors are messages for the user: inputs that cannot be read, a command that cannot be run, an engine
/// that does not start its tasks.
pub fn triage(options: &Options, plan: &TriageOptions) -> Result<Exit> {
    if let Some(task) = &plan.task {
        return task::perform(task, options, &commands(options)?, &Folder::open(&options.output, options)?);
    }
    folder::refuse_what_is_not_ours(&options.output)?;
    let programs = &commands(options)?;
    let inputs = inputs::list(&options.input, Some(&options.output))?;
    if inputs.is_empty() {
        bail!("{}: there is no input: {}", options.input.display(), inputs::hint(&options.input));
    }
    let known = plan.known.as_deref().map(|known| inputs::list(known, None));
    let known = known.transpose().context("--known")?.unwrap_or_default();
    let folder = Folder::open(&options.output, options)?;
    let _alone = folder.alone()?;
    let watch = Interrupts::start(None)?;
    let engine = Engine::new(plan.engine.as_deref(), options, &folder)?;
    let tasks = Tasks { folder: &folder, watch: &watch, jobs: jobs(&options.settings) };
    let count = inputs.len();
    let files = inputs.into_iter().map(|path| (path, false)).chain(known.into_iter().map(|path| (path, true)));
    let items = folder::items(files);
    let there = items.iter().map(|item| folder.run_file(item)).collect();
    folder.forget_known_but(&there)?;
    if let Some(stop) = run(count, items, &engine, &tasks)? {
        return Ok(ended(&stop));
    }
    let groups = Groups::read(&folder, options, programs, &there)?;
    let stop = reduce(&groups, &engine, &tasks);
    let table = groups.table(&folder).joined(&folder);
    pages::write(&folder, &table)?;
    if let Some(stop) = stop? {
        return Ok(ended(&stop));
    }
    let [new, known] = [false, true].map(|is| table.rows.iter().filter(|row| row.known.is_some() == is).count());
    let bugs = counted(new + known, "bug");
    say(&format!("{bugs}, {known} known: {}", options.output.join("index.html").display()));
    Ok(match (options.settings.detailed_status, new, known) {
        (false, ..) | (_, 0, 0) => Exit::Success,
        (_, 0, _) => Exit::KnownBugs,
        _ => Exit::NewBugs,
    })
}

/// Runs each input, of which there are `count`, and each file that shows a known bug, unless it was run before.
/// Returns what has stopped that.
fn run(count: usize, mut items: Vec<Item>, engine: &Engine, tasks: &Tasks<'_>) -> Result<Option<Stop>> {
    let folder = tasks.folder;
    items.retain(|item| !folder.has_run(item));
    say(&format!("{}, {} to run", counted(count, "input"), items.iter().filter(|item| !item.is_known).count()));
    let chunks = engine.chunks(tasks.jobs, items.len());
    let mut left: BTreeMap<String, Vec<Item>> = BTreeMap::new();
    for (i, item) in items.into_iter().enumerate() {
        left.entry(format!("run-{}", i % chunks)).or_default().push(item);
    }
    for (task, items) in &mut left {
        folder.plan(task, items)?;
        items.reverse();
    }
    let runs = left.keys().cloned().collect();
    // Inputs that were run are not looked at again.
    let mut have_run = |task: &str| {
        left.get_mut(task).is_none_or(|items| {
            while items.pop_if(|item| !folder.is_open(item)).is_some() {}
            items.is_empty()
        })
    };
    engine.perform(runs, tasks, &mut have_run, &mut |_| ())
}

/// Reduces an input of each bug that is neither known nor done. Returns what has stopped that.
fn reduce(groups: &Groups<'_>, engine: &Engine, tasks: &Tasks<'_>) -> Result<Option<Stop>> {
    let folder = tasks.folder;
    let table = groups.table(folder);
    let todo: Vec<String> = table.open().map(|row| row.name.clone()).collect();
    say(&told(&table));
    table.passing().iter().for_each(|line| say(line));
    let count = todo.len();
    for name in &todo {
        let members = groups.members(name).iter().filter(|run| run.is_there).take(ATTEMPTS).cloned().collect();
        folder.plan(name, &Reduction { jobs: (tasks.jobs / count).max(1), members })?;
    }
    let (mut number, mut is_old, mut writes) = (0, false, Seldom::default());
    engine.perform(todo, tasks, &mut |name| folder.bug(name).is_some(), &mut |done| {
        for row in done.iter().filter_map(|name| groups.row(folder, name)) {
            number += 1;
            say(&format!("{number} of {count}: {}", row.told()));
        }
        is_old |= !done.is_empty();
        // The pages show at any time what is done.
        if is_old && writes.perform(|| _ = pages::write(folder, &groups.table(folder))) {
            is_old = false;
        }
    })
}

fn told(table: &Table) -> String {
    let rows = || table.rows.iter().filter(|row| row.inputs > 0);
    let failing: usize = rows().map(|row| row.inputs).sum();
    let kinds: BTreeSet<&str> = rows().map(|row| row.name.as_str()).collect();
    let known = rows().filter(|row| row.known.is_some()).count();
    let fail = if failing == 1 { "fails" } else { "fail" };
    format!("{} {fail} in {}, {known} known", counted(failing, "input"), counted(kinds.len(), "way"))
}

fn ended(stop: &Stop) -> Exit {
    say("the same command goes on where this one has ended");
    if *stop == Stop::Signal(SIGINT) { Exit::Interrupted } else { Exit::Terminated }
}

fn say(line: &str) {
    log::info!(target: CHAT, "{line}");
}
