//! Performs one task: some runs, or one reduction.

use super::folder::{Bug, Folder, InputRun, Item, Reduction};
use crate::check::SatResult;
use crate::files::At;
use crate::reduce::issue::without_header;
use crate::reduce::key::{Key, Kind};
use crate::reduce::options::{Options, Settings};
use crate::reduce::preflight::{self, Programs};
use crate::reduce::signature::{self, Observation};
use crate::reduce::{Exit, extension, reduce};
use crate::report::output::replace;
use anyhow::{Context, Result, bail};
use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Number of inputs of a bug that are tried before it counts as not reduced.
pub(super) const ATTEMPTS: usize = 3;

/// Does a task that may have been done, or begun, before.
pub fn perform(task: &str, options: &Options, programs: &Programs, folder: &Folder) -> Result<Exit> {
    // This process ends with the one that started it, which will start the task again.
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::TERM));
    let is_planned = folder.state(&format!("{task}.json")).is_file();
    if !is_planned {
        bail!("--task {task}: no such task is planned there");
    }
    let log = File::options().append(true).create(true).open(folder.state(&format!("{task}.log")))?;
    rustix::stdio::dup2_stderr(&log)?;
    let _claimed = folder.claim(task)?;
    if task.starts_with("run-") {
        runs(task, options, programs, folder)
    } else if folder.bug(task).is_some() {
        Ok(Exit::Success)
    } else {
        bug(task, options, folder)
    }
}

fn runs(task: &str, options: &Options, programs: &Programs, folder: &Folder) -> Result<Exit> {
    let mut items: Vec<Item> = folder.work(task)?;
    items.retain(|item| folder.is_open(item));
    let paths = items.iter().map(|item| item.path.as_path());
    let stopped = signature::of_files(options, programs, paths, &mut |i, bytes, observation| {
        folder.keep_run(&items[i], bytes, observation)
    })?;
    Ok(stopped.unwrap_or(Exit::Success))
}

/// How an attempt to reduce a bug has ended.
enum Attempt {
    /// The bug was reduced, and the command prints this message about the result.
    Reduced(Option<String>),
    /// The bug was not reduced, for this reason.
    Failed(String),
    /// A signal came.
    Stopped(Exit),
}

/// Reduces the most promising input of a bug, or another one if that fails.
fn bug(name: &str, options: &Options, folder: &Folder) -> Result<Exit> {
    let Reduction { jobs, members } = folder.work(name)?;
    let first = members.first().context("nothing fails so")?;
    let key = first.observation.key.as_ref().context("nothing fails so")?;
    folder.forget_bug(name);
    let attempts = members.iter().map(|member| (member, false)).chain([(first, true)]);
    let (mut note, started) = (String::new(), Instant::now());
    let journal = |number| folder.state(&format!("{name}-{number}.journal"));
    let decided = |from: &Path, message, note| {
        let (file, output) = folder.result(name, from);
        let bytes = without_header(&fs::read(output)?).len() as u64;
        let (key, from, seconds) = (key.clone(), from.to_owned(), started.elapsed().as_secs_f64());
        folder.keep_bug(name, &Bug { key, message, file, bytes, from, seconds, note })?;
        // A journal is as large as all candidates together.
        (0..=members.len()).for_each(|number| _ = fs::remove_file(journal(number)));
        Ok(Exit::Success)
    };
    for (number, (member, is_lenient)) in attempts.enumerate() {
        let mut settings = for_key(&options.settings, key);
        settings.criteria.lenient |= is_lenient;
        (settings.journal, settings.jobs) = (Some(journal(number)), NonZeroUsize::new(jobs));
        // The solver may have been built anew since, or another input may be the shortest now.
        (settings.resume, settings.renews) = (journal(number).exists(), true);
        settings.budget = settings.budget.map(|budget| search_time(budget, member.observation.seconds));
        (settings.report, settings.issue) = (Some(folder.report(name, "html")), Some(folder.report(name, "md")));
        let (input, (_, output)) = (member.input.clone(), folder.result(name, &member.input));
        match attempt(&Options { settings, input, output, ..options.clone() }, options, key)? {
            Attempt::Reduced(message) => return decided(&member.input, message, None),
            Attempt::Failed(reason) => note = format!("not reduced: {reason}"),
            Attempt::Stopped(exit) => return Ok(exit),
        }
    }
    // They are about results that show something else.
    let _ = ["html", "md"].map(|kind| fs::remove_file(folder.report(name, kind)));
    let InputRun { input, observation, .. } = first;
    replace(&folder.result(name, input).1, &fs::read(input).at(input)?)?;
    decided(input, observation.message.clone(), Some(note))
}

/// Returns the part of a time budget that is left if a run as long as that on the input follows, but at least half of it.
fn search_time(budget: Duration, seconds: f64) -> Duration {
    let run = Duration::try_from_secs_f64(seconds).unwrap_or_default();
    budget.saturating_sub(run).max(budget / 2)
}

/// Reduces an input by options that keep its key, and looks whether the result still has it by the `user`'s options.
fn attempt(options: &Options, user: &Options, key: &Key) -> Result<Attempt> {
    match preflight::programs(options).map_err(Into::into).and_then(|programs| reduce(options, &programs)) {
        Ok(exit @ (Exit::Interrupted | Exit::Terminated)) => return Ok(Attempt::Stopped(exit)),
        Ok(_) => {}
        Err(error) => {
            log::error!("{error:#}");
            return Ok(Attempt::Failed(format!("{error:#}")));
        }
    }
    let shown = match shown_by(&options.output, user, key)? {
        Ok(shown) => shown,
        Err(exit) => return Ok(Attempt::Stopped(exit)),
    };
    if shown.key.as_ref() != Some(key) {
        let name = shown.name.as_deref().unwrap_or("nothing");
        return Ok(Attempt::Failed(format!("the result shows {name} instead")));
    }
    Ok(Attempt::Reduced(shown.message))
}

/// Observes a result that should show this key, or returns the exit status after a signal.
fn shown_by(result: &Path, options: &Options, key: &Key) -> Result<Result<Observation, Exit>> {
    let mut options = Options { input: result.to_owned(), output: "/dev/null".into(), ..options.clone() };
    options.settings.key = Some(key.clone());
    signature::of_input(&options, &preflight::programs(&options)?)
}

impl Folder {
    /// Returns the file of a bug, relative to the folder and as a path. Solvers may go by the extension of the input.
    fn result(&self, name: &str, input: &Path) -> (String, PathBuf) {
        let file = format!("bugs/{name}{}", extension(input).to_string_lossy());
        let path = self.path.join(&file);
        (file, path)
    }
}

/// Returns the settings with which a reduction keeps this key.
fn for_key(settings: &Settings, key: &Key) -> Settings {
    let (mut settings, asks) = (Settings { key: Some(key.clone()), ..settings.clone() }, settings.asks());
    let criteria = &mut settings.criteria;
    if asks {
        // What matches the options may be another crash.
        criteria.same_crash |= matches!(key.kind, Kind::Sanitizer | Kind::Assertion | Kind::Frames | Kind::Signal);
        return settings;
    }
    criteria.same_crash = !matches!(key.kind, Kind::TimeOut | Kind::WrongAnswer);
    criteria.same_error = key.is_error();
    criteria.times_out = key.kind == Kind::TimeOut;
    if key.kind == Kind::WrongAnswer {
        criteria.got = key.answer.as_ref().and_then(|word| SatResult::of(word.as_bytes()));
    } else {
        (criteria.disagree, criteria.referee, criteria.expect, criteria.got) = (None, None, None, None);
    }
    settings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_run_that_confirms_a_key_is_part_of_the_budget() {
        let left = |budget, seconds| search_time(Duration::from_secs(budget), seconds).as_secs_f64();
        assert_eq!([left(60, 10.0), left(12, 10.0), left(60, 0.5), left(0, 1.0)], [50.0, 6.0, 59.5, 0.0]);
    }
}
