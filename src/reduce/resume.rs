//! The journal of a reduction: its location, and which of its facts still hold.

use super::confirm::why_again;
use super::diagnosis::wanted;
use super::shell;
use super::verdicts::Verdicts;
use crate::check::{AdaptiveTimeout, SolverCommand};
use crate::reduce::journal::{
    Entry, Header, IN_USE, Journal, JournalContents, Start, aside, default_path, identity, is_written, prune,
};
use crate::reduce::options::Options;
use crate::reduce::preflight::Programs;
use crate::reduce::solver_commands::specs;
use crate::report::log::CHAT;
use crate::report::output::{replace, target};
use crate::sexpr::Digest;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The journal that is written, and what it held before.
#[derive(Default)]
pub(super) struct RunJournal {
    path: PathBuf,
    journal: Option<Journal>,
    contents: Option<JournalContents>,
    /// The script of which the output file holds a version. Versions that are only replayed must not replace it.
    pub held: Option<Digest>,
}

impl RunJournal {
    /// Opens the journal of a reduction of `input`. If the resumed run has overwritten its input, replaces
    /// `input` by the original. Fails if the requested journal cannot be written, or belongs to another run.
    pub fn open(options: &Options, programs: &Programs, input: &mut Arc<Vec<u8>>) -> Result<RunJournal> {
        let settings = &options.settings;
        let usual = default_path([&options.input, &options.output].map(|file| target(file)));
        let kept = usual.as_ref().ok().map(|path| aside(path, &format!("{}.input", Digest::of(input))));
        let path = match (settings.journal.clone(), usual) {
            (Some(path), _) | (None, Ok(path)) => path,
            (None, Err(error)) if settings.resume => return Err(error).context("--resume: no cache folder"),
            (None, Err(error)) => return Ok(RunJournal::without(&error, options)),
        };
        let contents = if settings.resume { JournalContents::read(&path).with_context(|| told(&path))? } else { None };
        let is_same = |contents: &JournalContents| {
            !settings.renews || contents.header.differences(&header(options, programs, input)).is_empty()
        };
        if let Some(contents) = contents.filter(is_same) {
            return RunJournal::resume(options, programs, input, path, contents);
        }
        // The first record of a run that has just begun may still be missing.
        if settings.resume && is_written(&path) {
            bail!("{}: {IN_USE}", told(&path));
        } else if settings.resume {
            log::warn!("{}: there is nothing to resume: starting anew", told(&path));
        } else if settings.journal.is_none() {
            look_back(options, &path, input);
        }
        if let Some(kept) = kept.filter(|_| overwrites(options)) {
            let (from, to) = (options.input.display(), kept.display());
            match replace(&kept, input) {
                Ok(()) => log::info!(target: CHAT, "{from} is replaced; what it holds now is kept for 30 days in {to}"),
                Err(error) => log::warn!("{from} is replaced, and what it holds now is not kept: {to}: {error}"),
            }
        }
        let header = {
            let (options, programs, input) = (options.clone(), programs.clone(), input.clone());
            move || header(&options, &programs, &input)
        };
        let is_new = !path.exists();
        match Journal::create(&path, header, overwrites(options).then(|| input.clone())) {
            Ok(journal) => {
                // A journal in place of another takes no more room.
                if settings.journal.is_none() && is_new {
                    prune(&path);
                }
                Ok(RunJournal { path, journal: Some(journal), ..RunJournal::default() })
            }
            Err(error) if settings.journal.is_some() => Err(error).with_context(|| told(&path)),
            Err(error) => Ok(RunJournal::without(&error, options)),
        }
    }

    fn without(error: &std::io::Error, options: &Options) -> RunJournal {
        let message = format!("no journal is kept: {error}");
        if overwrites(options) {
            log::warn!("{message}; nor is the input, which is overwritten")
        } else {
            log::info!("{message}")
        }
        RunJournal::default()
    }

    fn resume(
        options: &Options,
        programs: &Programs,
        input: &mut Arc<Vec<u8>>,
        path: PathBuf,
        mut contents: JournalContents,
    ) -> Result<RunJournal> {
        let is_ours = contents.outputs.contains_key(&Digest::of(input));
        if let Some(original) = contents.input.take().filter(|_| is_ours) {
            *input = Arc::new(original);
        }
        let differences = contents.header.differences(&header(options, programs, input));
        if !differences.is_empty() {
            let (path, differences) = (told(&path), differences.join("\n  "));
            bail!(
                "{path}: it is of another run, and cannot be resumed:\n  {differences}\nuse what was used then, or leave out --resume to begin anew"
            );
        }
        let journal = Journal::resume(&path, &contents).with_context(|| told(&path))?;
        let held = output(options).and_then(|bytes| contents.outputs.get(&Digest::of(&bytes)).copied());
        log::info!("resuming with {} answers of {}", contents.findings.len(), path.display());
        contents.are_disturbed.iter().for_each(|are_disturbed| log::warn!("{}", why_again(*are_disturbed)));
        Ok(RunJournal { path, journal: Some(journal), contents: Some(contents), held })
    }

    /// Whether the resumed run has found that runs disturb each other; `None` if its search has not begun again.
    pub fn are_disturbed(&self) -> Option<bool> {
        self.contents.as_ref().and_then(|contents| contents.are_disturbed)
    }

    pub fn journal(&self) -> Option<Journal> {
        self.journal.clone()
    }

    /// Returns how the search begins: as it did in the resumed run. Fails if the command behaves differently now.
    pub fn start(&self, now: Start) -> Result<Start> {
        let then = self.contents.as_ref().and_then(|contents| contents.start);
        match then {
            Some(then) if then.code != now.code => {
                let code = |code: Option<i32>| code.map_or("None".to_owned(), |code| code.to_string());
                let (then, now) = (code(then.code), code(now.code));
                bail!("{}: golden exit: {then} then, {now} now: it cannot be resumed", told(&self.path))
            }
            Some(then) => Ok(then),
            None => {
                self.journal.iter().for_each(|journal| journal.note(Entry::Start(now)));
                Ok(now)
            }
        }
    }

    /// Returns the verdicts that are known already, which will note new ones in the journal.
    pub fn verdicts(&mut self, adaptive_timeout: AdaptiveTimeout) -> Verdicts {
        let mut verdicts = Verdicts::new(adaptive_timeout);
        if let Some(contents) = &mut self.contents {
            verdicts.recall(std::mem::take(&mut contents.findings));
        }
        verdicts.journal = self.journal();
        verdicts
    }

    /// Ends the journal; an error in it is a warning.
    pub fn close(self) {
        if let Some(Err(error)) = self.journal.as_ref().map(Journal::close) {
            log::warn!("{}: {error}: a resumed run will ask again", told(&self.path));
        }
    }
}

/// Keeps the findings of an interrupted run of the same files, which a new run would overwrite.
fn look_back(options: &Options, path: &Path, input: &[u8]) {
    let (from, to) = (options.input.display(), options.output.display());
    // Opening a pipe or a device may never end.
    if !path.is_file() {
        return;
    }
    if is_written(path) {
        log::warn!(
            "another run reduces {from} into {to} at this moment: the file will hold what the last to end has come to"
        );
        return;
    }
    let Some(contents) = JournalContents::of_interrupted(path) else { return };
    let left = if overwrites(options) { Some(input.to_vec()) } else { output(options) };
    if !left.is_some_and(|bytes| contents.outputs.contains_key(&Digest::of(&bytes))) {
        return;
    }
    // The other run cannot be resumed once its input is replaced again.
    if contents.input.is_some() {
        log::info!(target: CHAT, "{from} is what an interrupted run has left, and is reduced further; --resume would \
            have gone on with that run");
        return;
    }
    let kept = aside(path, "before");
    if fs::rename(path, &kept).is_ok() {
        log::info!(target: CHAT, "{to} is what an interrupted run has left, and is made anew; to go on with that run \
            instead, add --resume --journal '{}' to its call", kept.display());
    }
}

/// Returns the content of the output file, unless it is a pipe, which it would take for ever to read.
fn output(options: &Options) -> Option<Vec<u8>> {
    options.output.is_file().then(|| fs::read(&options.output).ok()).flatten()
}

fn told(path: &Path) -> String {
    format!("journal {}", path.display())
}

/// Whether the output file is the input file.
fn overwrites(options: &Options) -> bool {
    target(&options.input) == target(&options.output)
}

/// Returns all facts on which the verdicts depend.
fn header(options: &Options, programs: &Programs, input: &[u8]) -> Header {
    let settings = &options.settings;
    let mut facts = vec![
        ("version".to_owned(), env!("CARGO_PKG_VERSION").to_owned()),
        ("input".to_owned(), Digest::of(input).in_words()),
    ];
    facts.extend(failure(options).0);
    for spec in &programs.checks {
        let timeout = spec.command.limits.wall.map_or("automatic".to_owned(), |limit| format!("{limit:?}"));
        facts.extend(identity(&spec.program).map(|(name, fact)| (format!("{name}{}", spec.role), fact)));
        facts.push((format!("time limit{}", spec.role), timeout));
    }
    let number = |value: Option<u64>| value.map_or("none".to_owned(), |value| value.to_string());
    facts.push(("memory limit".to_owned(), number(settings.memout)));
    facts.push(("fixed limits".to_owned(), settings.fixed_timeout.to_string()));
    Header(facts)
}

/// Returns the commands, and what counts as the same failure.
pub fn failure(options: &Options) -> Header {
    let mut facts = Vec::new();
    for spec in specs(options) {
        let command = shell::bytes(spec.words());
        let command = String::from_utf8(command).unwrap_or_else(|bytes| bytes.as_bytes().escape_ascii().to_string());
        facts.push((format!("command{}", spec.role), command));
        facts.push((format!("comparison{}", spec.role), comparison(&spec.command)));
    }
    let repeat = options.settings.criteria.repeat();
    facts.push(("repetitions".to_owned(), format!("{} of {}", repeat.need, repeat.most)));
    Header(facts)
}

fn comparison(command: &SolverCommand) -> String {
    let asked: Vec<String> = command.comparison.0.iter().map(|requirement| wanted(requirement, None)).collect();
    let input = match (&command.placeholder, command.stdin) {
        (Some(text), _) => format!("as {text:?}"),
        (None, true) => "on standard input".to_owned(),
        (None, false) => "as the last argument".to_owned(),
    };
    format!("{}; input {input}", asked.join("; "))
}
