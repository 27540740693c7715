//! One reduction in progress: its input, its output, and what its first runs have shown.

use super::ending::{exit_after, say_interrupted};
use super::event_log::EventLog;
use super::exit::Exit;
use super::options::{Layout, Options};
use super::resumable_output::ResumableOutput;
use super::solver_commands::CommandSpec;
use crate::check::{Agreement, Recording, SatResult, Stop};
use crate::files::At;
use crate::report::live::Live;
use crate::report::log::CHAT;
use crate::report::statistics::Size;
use crate::sexpr::Script;
use crate::smtlib::Hints;
use crate::strategy::{IllSortedPolicy, SearchSettings, Selection};
use anyhow::Result;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

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
    /// The comment at the beginning of the result; empty if there is none.
    pub header: String,
    pub events: &'a EventLog,
    /// Whether the run has to end.
    pub cancelled: Arc<AtomicBool>,
    /// The display, unless no command is run.
    pub live: Option<Live>,
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
    pub fn search_settings(&self, script: &Script) -> SearchSettings {
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

    /// Makes the output file hold the input.
    pub fn write_input(&mut self) -> Result<()> {
        self.output.write(&self.input.bytes).at(&self.options.output)
    }

    /// Returns the script without its nodes, unless a layout, differences or a report need them.
    pub fn packed(&mut self, script: &Script) -> Script {
        let settings = &self.options.settings;
        let is_text = settings.layout() == Layout::Plain && !settings.dump_diffs && settings.report.is_none();
        let first = if is_text { script.packed() } else { script.clone() };
        if self.input.script.digest() == first.digest() {
            self.input.script = first.clone();
        }
        first
    }
}
