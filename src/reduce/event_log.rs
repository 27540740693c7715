//! Writes the events of a run for `--json` and `--report`.

use super::exit::Exit;
use super::options::Options;
use super::solver_commands::CommandSpec;
use crate::check::{Meter, Recording};
use crate::report::diffs::changes;
use crate::report::events::{Accepted, Answers, Effort, End, Event, Golden, Start, Step, VERSION};
use crate::report::output::write;
use crate::report::page::Page;
use crate::report::progress::Progress;
use crate::report::statistics::Size;
use crate::sexpr::Script;
use crate::strategy::{self, Halt, Observer, Stage};
use anyhow::{Context, Result};
use std::cell::{Cell, RefCell};
use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

/// Number of bytes of an output of a golden run that an event contains.
const MAX_PRINTED: usize = 1 << 16;

pub(super) struct EventLog {
    started: Instant,
    /// The file for `--json` if one is wanted, or why it is no longer written.
    lines: RefCell<Option<io::Result<File>>>,
    /// The page about the run, if one is wanted.
    page: RefCell<Option<Page>>,
    /// The effort at the latest event.
    effort: Cell<Effort>,
    /// The size of the result, whether the search was finished, and the error that ended it.
    ending: RefCell<End>,
}

impl EventLog {
    /// Opens the log of a run that has just started.
    pub fn open(options: &Options) -> Result<EventLog> {
        let create = |path: &PathBuf| File::create(path).with_context(|| format!("--json: {}", path.display()));
        let lines = options.settings.json.as_ref().map(create).transpose()?.map(Ok);
        let (effort, ending) = (Cell::default(), RefCell::default());
        let page = RefCell::new(options.settings.report.is_some().then(Page::default));
        let log = EventLog { started: Instant::now(), lines: RefCell::new(lines), page, effort, ending };
        log.tell(&Event::Start(Start {
            version: VERSION,
            program: concat!("ddsmt ", env!("CARGO_PKG_VERSION")).into(),
            arguments: options.typed.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
            input: options.input.display().to_string(),
            output: options.output.display().to_string(),
        }));
        Ok(log)
    }

    pub fn is_wanted(&self) -> bool {
        matches!(*self.lines.borrow(), Some(Ok(_))) || self.page.borrow().is_some()
    }

    pub fn tell(&self, event: &Event) {
        if let Some(page) = self.page.borrow_mut().as_mut() {
            page.add(event);
        }
        let mut lines = self.lines.borrow_mut();
        let Some(Ok(file)) = lines.as_mut() else { return };
        let line = serde_json::to_vec(event).map_err(io::Error::from).map(|line| [&line[..], b"\n"].concat());
        if let Err(error) = line.and_then(|line| file.write_all(&line)) {
            log::warn!("--json: {error}: no further events are written");
            *lines = Some(Err(error));
        }
    }

    /// Writes the size and the content of the input.
    pub fn input(&self, size: Size, text: &[u8]) {
        self.tell(&Event::Input(size));
        self.page.borrow_mut().iter_mut().for_each(|page| page.texts = [text.to_vec(), text.to_vec()]);
    }

    /// Writes what a command does on the input.
    pub fn golden(&self, spec: &CommandSpec, run: &Recording) {
        if self.is_wanted() {
            self.tell(&Event::Golden(golden(spec, run)));
        }
    }

    /// Notes the text of the result and how the search has ended.
    pub fn note(&self, text: &[u8], ending: End) {
        self.page.borrow_mut().iter_mut().for_each(|page| page.texts[1] = text.to_vec());
        self.ending.replace(ending);
    }

    /// Writes the last event and the report. Fails if the report or an event could not be written.
    pub fn end(&self, options: &Options, ended: &Result<Exit>) -> Result<()> {
        let effort = Effort { seconds: self.seconds(), ..self.effort.get() };
        let status = ended.as_ref().map_or(Exit::Failure.code(), |exit| exit.code());
        let noted = self.ending.take();
        let error = ended.as_ref().err().map_or(noted.error, |error| Some(format!("{error:#}")));
        self.tell(&Event::End(End { effort, status, error, ..noted }));
        if let (Some(page), Some(path)) = (self.page.take(), &options.settings.report) {
            write(path, page.html().as_bytes()).with_context(|| format!("--report: {}", path.display()))?;
        }
        match (self.lines.take(), &options.settings.json) {
            (Some(Err(error)), Some(path)) => Err(error).with_context(|| format!("--json: {}", path.display())),
            _ => Ok(()),
        }
    }

    fn seconds(&self) -> f64 {
        // Microseconds are exact enough and short.
        (self.started.elapsed().as_secs_f64() * 1e6).round() / 1e6
    }
}

/// Returns a run of a command in the form of an event.
pub(super) fn golden(spec: &CommandSpec, run: &Recording) -> Golden {
    let text = |bytes: &[u8]| String::from_utf8_lossy(&bytes[..bytes.len().min(MAX_PRINTED)]).into_owned();
    Golden {
        role: spec.role.name().into(),
        command: spec.words().map(|word| word.to_string_lossy().into_owned()).collect(),
        exit: run.outcome.end.code(),
        stdout: text(&run.stdout),
        stderr: text(&run.stderr),
        runtime: run.outcome.wall.as_secs_f64(),
    }
}

/// Writes an event for every step of the search, after `progress` has seen it.
pub(super) struct Reporter<'a> {
    pub progress: Progress<'a>,
    pub log: &'a EventLog,
    /// Returns the total cost of the runs so far.
    pub meter: Meter,
    /// The script before the next step.
    pub before: Script,
}

impl Reporter<'_> {
    /// Starts anew from another script.
    pub fn begin_anew(&mut self, script: &Script) {
        self.progress.begin_anew(script);
        self.before = script.clone();
    }
}

impl Observer for Reporter<'_> {
    fn found(&mut self, script: &Script, checks: usize) {
        self.progress.found(script, checks);
    }

    fn committed(&mut self, step: &strategy::Step, checks: usize) -> Result<(), Halt> {
        let goes_on = self.progress.committed(step, checks);
        let report = &step.report;
        if !self.log.is_wanted() || report.answers.is_empty() && report.accepted.is_empty() {
            return goes_on;
        }
        let state = step.state.as_ref();
        let bytes = state.map_or(&self.before, |state| state.script()).text_len();
        let spent = (self.meter)().spent;
        let effort = Effort {
            seconds: self.log.seconds(),
            checks: self.log.effort.get().checks + checks as u64,
            runs: spent.runs,
            command_seconds: spent.wall.as_secs_f64(),
        };
        self.log.effort.set(effort);
        let phase = match report.stage {
            Stage::Hierarchical if state.is_some_and(strategy::State::is_end_game) => "end-game",
            Stage::Hierarchical => "hierarchical",
            _ => "ddmin",
        };
        let answers = report.answers.iter().map(|(&mutator, &strategy::Answers { asked, accepted })| Answers {
            mutator: mutator.into(),
            asked,
            accepted,
        });
        let accepted = report.accepted.iter().map(|a| Accepted { mutator: a.mutator.into(), gain: a.gain });
        let diff = state.filter(|_| !report.accepted.is_empty()).and_then(|state| {
            let before = std::mem::replace(&mut self.before, state.script().clone());
            let has_room = self.log.page.borrow().as_ref().is_some_and(Page::has_room);
            has_room.then(|| changes(&before, state.script()))
        });
        let phase = phase.into();
        let (answers, accepted) = (answers.collect(), accepted.collect());
        self.log.tell(&Event::Step(Step { effort, phase, answers, accepted, bytes, diff }));
        goes_on
    }
}
