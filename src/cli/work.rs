//! Does the job of an [`Invocation`]: a reduction, or one of the inspections.

use super::Invocation;
use super::flags::flags;
use crate::check::{self, Stream};
use crate::files::At;
use crate::mutators::{Mutator, anonymized, find, undeclared};
use crate::reduce::confirm::warn_of_kept_names;
use crate::reduce::layout::{self, render};
use crate::reduce::options::{Comparison, Options, Settings};
use crate::reduce::preflight::{self, Fault};
use crate::reduce::solver_commands::wanted;
use crate::reduce::{self, Exit, signature};
use crate::report::candidates::write_candidates;
use crate::report::log::CHAT;
use crate::report::output;
use crate::sexpr::{Gaps, Script};
use crate::strategy::Selection;
use crate::triage;
use anyhow::{Context, Result};
use rustix::io::Errno;
use serde_json::json;
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

/// Does the job of `invocation` and returns the exit status; errors go to stderr.
pub fn work(invocation: Invocation) -> Exit {
    dispatch(invocation).unwrap_or_else(|error| {
        if let Some(fault) = error.downcast_ref::<Fault>() {
            let _ = writeln!(std::io::stderr(), "{fault}");
            return Exit::Failure;
        }
        let help = match error.chain().find_map(|cause| Errno::from_io_error(cause.downcast_ref()?)) {
            Some(Errno::MFILE) => ": use a smaller -j, or a larger `ulimit -n`",
            Some(Errno::AGAIN) => ": use a smaller -j, or a larger `ulimit -u`",
            _ => "",
        };
        log::error!("{error:#}{help}");
        Exit::Failure
    })
}

fn dispatch(invocation: Invocation) -> Result<Exit> {
    match invocation {
        Invocation::Answered => Ok(Exit::Success),
        Invocation::Reduce(options) => {
            let programs = preflight::programs(&options)?;
            warn_of_late_options(&options.command);
            warn_of_idle_options(&options);
            warn_of_misplaced_files(&options);
            warn_of_another_ending(&options);
            reduce::reduce(&options, &programs)
        }
        Invocation::Signature(options) => {
            let programs = preflight::programs(&options).map_err(|fault| fault.with(preflight::SIGNATURE_ORDER))?;
            match signature::of_input(&options, &programs)? {
                Ok(told) => print(format!("{}\n", serde_json::to_string(&told)?).as_bytes()),
                Err(exit) => Ok(exit),
            }
        }
        Invocation::Triage(options, plan) => triage::triage(&options, &plan),
        Invocation::ParserTest(input, settings) => {
            let script = read(&input, &settings)?;
            let script = if settings.anonymize { renamed(&script) } else { script };
            let printed = print(&render(&script, settings.layout()));
            // Nothing follows, and freeing the memory of millions of commands would take a quarter of the time
            // of parsing them.
            std::mem::forget(script);
            printed
        }
        Invocation::Anonymize(input, output, settings) => {
            preflight::input(&input)?;
            preflight::writable(preflight::OUTPUT, &output)?;
            output::write(&output, &render(&renamed(&read(&input, &settings)?), settings.layout())).at(&output)?;
            log::info!(target: CHAT, "nothing was run: with <cmd> the result is checked");
            Ok(Exit::Success)
        }
        Invocation::Info(input, settings) => {
            let started = Instant::now();
            let script = read(&input, &settings)?;
            let size = std::fs::metadata(&input).map_or(0, |metadata| metadata.len());
            let info = json!({
                "file-size": size,
                "num-expressions": script.lists(),
                "num-nodes": script.nodes(),
                "parse-time": started.elapsed().as_secs_f64(),
            });
            print(format!("{info}\n").as_bytes())
        }
        Invocation::Candidates(input, mutators, settings) => {
            candidates(&read(&input, &settings)?, &mutators, &settings)
        }
    }
}

/// Options of ddsmt that solvers have, too.
const SHARED: [&str; 8] = ["help", "version", "verbose", "quiet", "profile", "strategy", "timeout", "stdin"];

/// Warns of options of ddsmt that stand after the command, where they belong to the command.
fn warn_of_late_options(command: &[OsString]) {
    let is_ours = |word: &str| {
        let name = word.strip_prefix("--").and_then(|name| name.split('=').next());
        name.is_some_and(|name| !SHARED.contains(&name) && flags().any(|flag| flag.name == name))
    };
    let words = command.iter().skip(1).filter_map(|word| word.to_str());
    let late: Vec<&str> = words.filter(|word| is_ours(word)).collect();
    if let [first, ..] = late[..] {
        let all = late.join(" ");
        log::warn!("{all}: passed to the command; options of ddsmt go before <infile>: ddsmt {first} ...");
    }
}

/// Warns of words of the command that seem to stand for the candidate, and do not.
fn warn_of_misplaced_files(options: &Options) {
    let words = options.command.iter().skip(1);
    let placeholder = options.settings.criteria.placeholder.as_ref();
    for word in words.filter(|word| Some(*word) != placeholder) {
        let shown = word.to_string_lossy();
        if *word == options.input {
            log::warn!("{shown} is an argument of the command, which gets the candidate behind it: leave it out");
        } else if shown == "{}" || shown == "@@" {
            log::warn!(
                "{shown} is passed to the command as it is: --placeholder '{shown}' makes it the candidate's path"
            );
        }
    }
}

/// Warns of a result whose name ends otherwise than those of the candidates, by which a solver may choose a language.
fn warn_of_another_ending(options: &Options) {
    let [ending, other] = [&options.input, &options.output].map(|path| reduce::extension(path));
    if !ending.is_empty() && ending != ".smt2" && ending != other && !options.settings.criteria.stdin {
        let (output, ending) = (options.output.display(), ending.display());
        log::warn!(
            "{output}: cmd gets files that end with {ending}, as the input does: it may read others differently"
        );
    }
}

/// Warns of words that are to be found on a stream that is ignored, and of options for a command that is not there.
fn warn_of_idle_options(options: &Options) {
    let settings = &options.settings;
    let (own, cross) = (&settings.comparison, &settings.cross_comparison);
    let rows = [
        ("--match-out", own, &own.match_out, Stream::Stdout),
        ("--match-err", own, &own.match_err, Stream::Stderr),
        ("--match-out-cc", cross, &cross.match_out, Stream::Stdout),
        ("--match-err-cc", cross, &cross.match_err, Stream::Stderr),
    ];
    for (option, comparison, text, stream) in rows {
        if text.is_some() && comparison.ignores(stream) {
            log::warn!("{option}: {stream} is ignored, as other options ask");
        }
    }
    if settings.cross_check.is_none() && *cross != Comparison::default() {
        log::warn!("options of the cross check mean nothing without -c");
    }
    if options.command.is_empty() && wanted(settings) != check::Requirements::default().0 {
        log::warn!("only the status of --test counts: options that say what to compare mean nothing without <cmd>");
    }
}

/// Prints what the mutators with these names propose, one line each.
fn candidates(script: &Script, names: &[&str], settings: &Settings) -> Result<Exit> {
    let toggles = Selection::default().with_variables(settings.variable_mode);
    let found = names.iter().filter_map(|name| find(name));
    let mutators: Vec<&Mutator> = found.map(|mutator| toggles.variant(mutator)).collect();
    let mut out = BufWriter::new(std::io::stdout().lock());
    success(write_candidates(script, &mutators, &mut out).and_then(|()| out.flush()))
}

/// Returns a script under other names as far as no run is needed to tell whether they mean the same.
fn renamed(script: &Script) -> Script {
    warn_of_kept_names(undeclared(script).iter(), "as they may be words of a solver (with <cmd> that is tried)");
    anonymized(script, true, &[])
}

pub(super) fn print(bytes: &[u8]) -> Result<Exit> {
    let mut out = std::io::stdout().lock();
    success(out.write_all(bytes).and_then(|()| out.flush()))
}

/// Returns the exit status after something was written to standard output.
fn success(written: std::io::Result<()>) -> Result<Exit> {
    match written {
        // A reader that has gone away (`| head`) is no error.
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => Err(error).context("standard output"),
        _ => Ok(Exit::Success),
    }
}

/// Reads a script; the error says where the script is malformed.
fn read(path: &Path, settings: &Settings) -> Result<Script> {
    preflight::input(path)?;
    layout::read(path, &settings.criteria, &std::fs::read(path).at(path)?, Gaps::Canonical)
}
