//! The table of bugs: one row each, of all runs so far.

use super::folder::{Folder, InputRun};
use crate::mutators::anonymous;
use crate::reduce::key::{Key, Kind};
use crate::reduce::options::Options;
use crate::reduce::preflight::Programs;
use crate::reduce::shell;
use crate::reduce::solver_commands::{CommandSpec, Role};
use crate::report::log::counted;
use crate::sexpr::{Gaps, parse};
use anyhow::Result;
use serde::{Serialize, Serializer};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Largest number of inputs that do not fail and are named.
const MAX_NAMED: usize = 20;

/// A bug, or a kind of failure that has not been reduced yet.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// A name that follows from the key.
    pub name: String,
    pub inputs: usize,
    pub key: Key,
    pub message: String,
    /// The smallest file that shows it, relative to the output folder.
    #[serde(serialize_with = "lossy")]
    pub file: PathBuf,
    pub bytes: u64,
    /// The length of the input from which it was made.
    pub from_bytes: u64,
    /// How long the reduction took, in seconds; none if the bug was not reduced.
    pub seconds: Option<f64>,
    /// When it was first seen, in UTC.
    pub first_seen: String,
    /// When it was last seen, in UTC.
    pub last_seen: String,
    /// The file that shows that the bug is known.
    #[serde(serialize_with = "lossy_if_some")]
    pub known: Option<PathBuf>,
    /// Names of bugs whose results are the same up to names.
    pub also: Vec<String>,
    /// Shell lines that show the bug.
    pub shown_by: Vec<String>,
    /// Why the file is not what it should be.
    pub note: Option<String>,
}

impl Row {
    /// Returns the row as a line of the log.
    pub fn told(&self) -> String {
        let Row { name, inputs, bytes, from_bytes, message, .. } = self;
        let time = self.seconds.map_or(String::new(), |seconds| format!(" in {seconds:.1} s"));
        let note = self.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
        let message = if message.is_empty() { String::new() } else { format!(": {message}") };
        format!("{name}: {}, {from_bytes} -> {bytes} bytes{time}{message}{note}", counted(*inputs, "input"))
    }
}

/// Returns what ended a run that printed nothing.
fn end(key: &Key) -> Option<String> {
    let signal = key.signal.map(|signal| format!("signal {signal}"));
    signal.or_else(|| key.exit.map(|status| format!("exit status {status}")))
}

/// Serializes a path for people, who need no more of it than can be printed.
fn lossy<S: Serializer>(path: &Path, to: S) -> std::result::Result<S::Ok, S::Error> {
    path.to_string_lossy().serialize(to)
}

fn lossy_if_some<S: Serializer>(path: &Option<PathBuf>, to: S) -> std::result::Result<S::Ok, S::Error> {
    path.as_deref().map(Path::to_string_lossy).serialize(to)
}

/// The runs so far, grouped by the bug that they show.
pub struct Groups<'a> {
    options: &'a Options,
    commands: &'a [CommandSpec],
    /// For the name of each bug the runs that show it, the most promising first.
    groups: BTreeMap<String, Vec<InputRun>>,
    known: Vec<InputRun>,
    /// The inputs that do not fail.
    passing: Vec<PathBuf>,
}

/// All bugs; those that most inputs show come first.
pub struct Table {
    pub rows: Vec<Row>,
    /// The inputs that do not fail.
    pub passing: Vec<PathBuf>,
    /// The files that show known bugs.
    known: Vec<PathBuf>,
}

impl<'a> Groups<'a> {
    /// Reads all runs, of which those in the files `there` are of the inputs of this call.
    pub fn read(
        folder: &Folder,
        options: &'a Options,
        programs: &'a Programs,
        there: &HashSet<PathBuf>,
    ) -> Result<Groups<'a>> {
        let mut groups: BTreeMap<String, Vec<InputRun>> = BTreeMap::new();
        let mut passing = Vec::new();
        for run in folder.runs("runs", there)? {
            match run.observation.name.clone() {
                Some(name) => groups.entry(name).or_default().push(run),
                None if run.is_there => passing.push(run.input),
                None => {}
            }
        }
        // The bug of an input that is gone stays if it was reduced.
        groups.retain(|name, group| group.iter().any(|run| run.is_there) || folder.bug(name).is_some());
        // The shortest one is reduced first: an order by time would make the result depend on the machine.
        let key = |run: &InputRun| (!run.is_there, run.bytes, run.input.clone());
        groups.values_mut().for_each(|group| group.sort_by_cached_key(key));
        Ok(Groups { options, commands: &programs.checks, groups, passing, known: folder.runs("known", there)? })
    }

    /// Returns the runs that show this bug, the most promising first; those of inputs that are gone come last.
    pub fn members(&self, name: &str) -> &[InputRun] {
        self.groups.get(name).map_or(&[], Vec::as_slice)
    }

    /// Returns the row of this bug, as far as it is known by now.
    pub fn row(&self, folder: &Folder, name: &str) -> Option<Row> {
        let group = self.members(name);
        let best = group.first()?;
        let shows = |run: &&InputRun| run.observation.name.as_deref() == Some(name);
        let known = self.known.iter().filter(shows).min_by_key(|run| run.bytes);
        let bug = folder.bug(name).filter(|_| known.is_none());
        let seen = || group.iter().map(|run| &run.seen);
        let from = bug.as_ref().and_then(|bug| group.iter().find(|run| run.input == bug.from)).unwrap_or(best);
        let run = known.unwrap_or(best);
        let message = bug.as_ref().map_or(&run.observation.message, |bug| &bug.message);
        let file = bug.as_ref().map_or(run.input.clone(), |bug| bug.file.clone().into());
        let needs_all = matches!(best.observation.key.as_ref()?.kind, Kind::WrongAnswer | Kind::AsAsked);
        let lines = self.commands.iter().filter(|spec| needs_all || spec.role == Role::Main);
        let shown_by = lines.map(|spec| shell::on_file(spec, &self.options.output.join(&file)));
        Some(Row {
            name: name.to_owned(),
            inputs: group.iter().filter(|run| run.is_there).count(),
            key: best.observation.key.clone()?,
            message: message.clone().or_else(|| end(best.observation.key.as_ref()?)).unwrap_or_default(),
            bytes: bug.as_ref().map_or(run.bytes, |bug| bug.bytes),
            from_bytes: from.bytes,
            seconds: bug.as_ref().map(|bug| bug.seconds),
            first_seen: seen().min().cloned().unwrap_or_default(),
            last_seen: seen().max().cloned().unwrap_or_default(),
            known: known.map(|run| run.input.clone()),
            also: Vec::new(),
            shown_by: shown_by.collect(),
            note: bug.and_then(|bug| bug.note),
            file,
        })
    }

    pub fn table(&self, folder: &Folder) -> Table {
        let rows = self.groups.keys().filter_map(|name| self.row(folder, name)).collect();
        let known = self.known.iter().map(|run| run.input.clone()).collect();
        Table { rows, passing: self.passing.clone(), known }.sorted()
    }
}

impl Table {
    /// Returns a line about the inputs that do not fail, the first of which it names; `None` if all fail.
    pub fn passing(&self) -> Option<String> {
        let named: Vec<String> = self.passing.iter().take(MAX_NAMED).map(|path| path.display().to_string()).collect();
        let more = self.passing.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let does = if self.passing.len() == 1 { "does" } else { "do" };
        let count = counted(self.passing.len(), "input");
        (!named.is_empty()).then(|| format!("{count} {does} not fail: {}{more}", named.join(", ")))
    }

    /// Returns the kinds of failures that are neither known nor reduced.
    pub fn open(&self) -> impl Iterator<Item = &Row> {
        self.rows.iter().filter(|row| row.known.is_none() && row.seconds.is_none())
    }

    /// Returns the table with one row for all bugs whose files are equal up to names.
    pub fn joined(mut self, folder: &Folder) -> Table {
        let text = |path: &Path| Some(anonymous(&parse(&fs::read(path).ok()?, Gaps::Canonical).ok()?));
        let known: HashMap<Vec<u8>, PathBuf> =
            self.known.iter().filter_map(|path| Some((text(path)?, path.clone()))).collect();
        let mut rows: Vec<Row> = Vec::new();
        let mut places: HashMap<Vec<u8>, usize> = HashMap::new();
        // Known bugs come first, so that they absorb new ones.
        self.rows.sort_by_key(|row| row.known.is_none());
        for mut row in self.rows {
            let text = text(&folder.path.join(&row.file));
            if row.known.is_none() {
                row.known = text.as_ref().and_then(|text| known.get(text).cloned());
            }
            match text.as_ref().and_then(|text| places.get(text)) {
                Some(&place) => rows[place].take_in(row),
                None => {
                    places.extend(text.map(|text| (text, rows.len())));
                    rows.push(row);
                }
            }
        }
        Table { rows, passing: self.passing, known: self.known }.sorted()
    }

    fn sorted(mut self) -> Table {
        self.rows.sort_by(|a, b| b.inputs.cmp(&a.inputs).then_with(|| a.name.cmp(&b.name)));
        self
    }
}

impl Row {
    fn take_in(&mut self, other: Row) {
        self.inputs += other.inputs;
        self.first_seen = self.first_seen.clone().min(other.first_seen);
        self.last_seen = self.last_seen.clone().max(other.last_seen);
        self.also.push(other.name);
    }
}
