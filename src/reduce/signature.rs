//! The failures that runs on files show.

use super::diagnosis::last_words;
use super::ending::exit_after;
use super::golden_trials::refuse_what_did_not_run;
use super::issue::without_header;
use super::key::{Key, Kind};
use super::options::{Options, Settings};
use super::preflight::Programs;
use super::solver_commands::{CommandSpec, PATIENCE, Role};
use super::{Exit, extension};
use crate::check::criteria::crash::Place;
use crate::check::criteria::slow;
use crate::check::{
    CheckContext, End, Interrupts, Limits, Recording, Requirement, Slot, SolverCommand, Stream, Workspace, record,
};
use crate::files::At;
use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::ffi::OsString;
use std::fs;
use std::path::Path;

/// Observations from one run of the command on an input.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Observation {
    pub name: Option<String>,
    /// The key of the failure; `None` if the command did not fail.
    pub key: Option<Key>,
    /// What is shown of the failure: the last message of the command, or what is wrong with its answer.
    pub message: Option<String>,
    pub seconds: f64,
}

/// Observes the input of `options`, or returns the exit status after a signal.
pub fn of_input(options: &Options, programs: &Programs) -> Result<Result<Observation, Exit>> {
    let mut found = None;
    let stopped = of_files(options, programs, [options.input.as_path()], &mut |_, _, observation| {
        found = Some(observation);
        Ok(())
    })?;
    Ok(found.ok_or(stopped.unwrap_or(Exit::Failure)))
}

/// Observes files, one after the other. `each` gets the number of a file, its length without our header, and the
/// observation. A signal ends this early.
pub fn of_files<'p>(
    options: &Options,
    programs: &Programs,
    files: impl IntoIterator<Item = &'p Path>,
    each: &mut dyn FnMut(usize, u64, Observation) -> Result<()>,
) -> Result<Option<Exit>> {
    let watch = Interrupts::start(None)?;
    // Files with the same extension share a slot: making and removing its folders takes longer than many runs.
    let mut slots: HashMap<OsString, Slot> = HashMap::new();
    for (i, file) in files.into_iter().enumerate() {
        let text = fs::read(file).at(file)?;
        let slot = match slots.entry(extension(file)) {
            Entry::Occupied(slot) => slot.into_mut(),
            Entry::Vacant(place) => {
                let shared = options.shared_folder();
                let workspace = Workspace::new(place.key().clone(), 2 * text.len() as u64, &[], shared.as_deref())?;
                watch.clean_up(&workspace);
                let slot = Slot::new(&workspace, 0)?;
                watch.guard([slot.canceller()]);
                place.insert(slot)
            }
        };
        let Settings { criteria, key, .. } = &options.settings;
        let is_sought = |seen: &Observation| seen.key.is_some() && (key.is_none() || seen.key == *key);
        let mut observed = observe(&programs.checks, &options.settings, slot, &text);
        for _ in 1..criteria.repeat().most {
            if !observed.as_ref().is_ok_and(|seen| !is_sought(seen)) {
                break;
            }
            observed = observe(&programs.checks, &options.settings, slot, &text);
        }
        if let Some(stop) = watch.arrived() {
            return Ok(Some(exit_after(&stop, options)));
        }
        each(i, without_header(&text).len() as u64, observed?)?;
    }
    Ok(None)
}

/// Runs the command on a text, and the other commands as far as they matter.
fn observe(commands: &[CommandSpec], settings: &Settings, slot: &mut Slot, text: &[u8]) -> Result<Observation> {
    let asks = settings.asks();
    let mut context = CheckContext::default();
    let (mut key, mut message, mut seconds) = (None, None, 0.0);
    let mut is_met = true;
    for (i, CommandSpec { role, command, .. }) in commands.iter().enumerate() {
        context.has_more = commands[i + 1..].iter().any(|later| later.command.comparison.disputes());
        let run = run(command, slot, text, &context)?;
        let unmet;
        (unmet, context) = run.unmet(&command.comparison, &context);
        if *role == Role::Main {
            let signature = run.signature_on(&settings.comparison.streams());
            key = Key::of(&run, &signature, asks);
            seconds = run.outcome.wall.as_secs_f64();
            let lines = key.as_ref().map(|key| key.lines.join(" ")).filter(|lines| !lines.is_empty());
            message = match lines {
                Some(_) if signature.place != Place::Nowhere => run.headline(&settings.comparison.streams()),
                lines => lines.or_else(|| last_words(&run)),
            };
            if run.contradicts_status() {
                let words = message.unwrap_or_default();
                message = Some(format!("{words}; contradicts only what the input claims by :status"));
            }
        }
        let is_natural = |wanted: &Requirement| match wanted {
            Requirement::SameCrash(_) | Requirement::Ends(End::TimedOut) => true,
            Requirement::Disputes(_) => key.is_some(),
            _ => false,
        };
        is_met &= unmet.iter().all(|wanted| !asks && is_natural(wanted));
        // A crash needs no second solver.
        if !is_met || !asks && key.is_some() {
            break;
        }
    }
    let wrong = context.claims.iter().flatten().find_map(|claim| *claim);
    if let (None, Some(wrong)) = (&key, wrong) {
        key = Some(Key { answer: Some(wrong.word().to_owned()), ..Key::new(Kind::WrongAnswer) });
        message = Some(format!("answers {}, which another solver contradicts", wrong.word()));
    }
    let is_test = !commands.iter().any(|spec| spec.role == Role::Main);
    let key = key.or_else(|| is_test.then(|| Key::new(Kind::AsAsked))).filter(|_| is_met);
    Ok(Observation { name: key.as_ref().map(Key::name), key, message, seconds })
}

/// Runs a command once, and keeps both outputs.
fn run(command: &SolverCommand, slot: &mut Slot, text: &[u8], context: &CheckContext) -> Result<Recording> {
    let mut command = command.clone();
    command.limits = match command.comparison.slow() {
        Some(slow) => slow::limits(&command.limits, slow.bound(context.reference)),
        // Limit processor time, so that a busy machine decides nothing.
        None if command.limits.wall.is_none() => {
            Limits { cpu: Some(PATIENCE), idle: Some(PATIENCE), ..command.limits.clone() }
        }
        None => command.limits.clone(),
    };
    command.comparison.0.push(Requirement::SameCrash(Stream::BOTH.to_vec()));
    let run = record(&command, slot, &[text])?;
    refuse_what_did_not_run(&command, run.outcome.end)?;
    ensure!(run.outcome.end != End::Cancelled, "the run was cut off");
    Ok(run)
}
