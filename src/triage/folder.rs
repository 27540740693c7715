//! The output folder: the facts about inputs and bugs, each in a file of its own that is replaced at once.

use crate::files::{At, lock};
use crate::reduce::failure;
use crate::reduce::journal::Header;
use crate::reduce::key::Key;
use crate::reduce::options::Options;
use crate::reduce::signature::Observation;
use crate::report::output::replace;
use crate::sexpr::Digest;
use anyhow::{Context, Result, bail};
use rustix::fs::{FlockOperation, flock};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf, absolute};
use std::time::SystemTime;

/// The file by which a triage's folder is recognized; it is written first.
const OURS: &str = "state/command.json";

/// The output folder of a triage.
pub struct Folder {
    pub path: PathBuf,
}

/// The data that the task of a bug needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reduction {
    /// Number of checks that it may make at a time.
    pub jobs: usize,
    /// The inputs that may be reduced, the most promising first.
    pub members: Vec<InputRun>,
}

/// An input that has to be run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Item {
    #[serde(with = "path")]
    pub path: PathBuf,
    /// A digest of its path and its text.
    pub id: String,
    /// Whether it shows a known bug.
    pub is_known: bool,
}

/// An input that was run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct InputRun {
    #[serde(with = "path")]
    pub input: PathBuf,
    pub bytes: u64,
    /// When it was run, in UTC.
    pub seen: String,
    pub observation: Observation,
    /// Whether the input is still among those of the call, as it was run.
    #[serde(skip)]
    pub is_there: bool,
}

/// A bug that was reduced, or that could not be reduced.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bug {
    pub key: Key,
    /// The message of the command about the result.
    pub message: Option<String>,
    /// The result, relative to the output folder.
    pub file: String,
    pub bytes: u64,
    /// The input that was reduced.
    #[serde(with = "path")]
    pub from: PathBuf,
    pub seconds: f64,
    /// Why the result is not what it should be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Returns the items for files; the flag marks known bugs. Files that cannot be read are logged and left out.
pub fn items(files: impl Iterator<Item = (PathBuf, bool)>) -> Vec<Item> {
    let mut items = Vec::new();
    for (path, is_known) in files {
        let read = if path.is_file() { fs::read(&path) } else { Err(io::Error::other("it is no file")) };
        let text = match read {
            Ok(text) => text,
            Err(error) => {
                log::warn!("{}: {error}: skipped", path.display());
                continue;
            }
        };
        let digest = Digest::of(path.as_os_str().as_bytes()).with(b"\0").with(&text);
        let id = digest.to_words().map(|word| format!("{word:016x}")).concat();
        items.push(Item { path, id, is_known });
    }
    items
}

impl Folder {
    /// Makes the folder, or opens that of an earlier run. Fails if it cannot be made, or belongs to another command.
    pub fn open(path: &Path, options: &Options) -> Result<Folder> {
        let folder = Folder { path: absolute(path)? };
        refuse_what_is_not_ours(path)?;
        let place = folder.path.join(OURS);
        let make = |part: &str| {
            let part = folder.path.join(part);
            fs::create_dir_all(&part).at(&part)
        };
        make("state")?;
        let ours = failure(options);
        match read::<Header>(&place).map(|theirs| theirs.differences(&ours)) {
            Some(differences) if !differences.is_empty() => {
                let (path, differences) = (path.display(), differences.join("\n  "));
                bail!("{path}: it is of another command or failure: use a new folder:\n  {differences}")
            }
            Some(_) => {}
            None => write(&place, &ours)?,
        }
        ["state/runs", "state/known", "state/bugs", "bugs", "reports"].into_iter().try_for_each(make)?;
        Ok(folder)
    }

    /// Returns the path of a file that is of no use to people.
    pub fn state(&self, name: &str) -> PathBuf {
        self.path.join("state").join(name)
    }

    /// Returns the path of a bug's report of this kind.
    pub fn report(&self, bug: &str, extension: &str) -> PathBuf {
        self.path.join("reports").join(format!("{bug}.{extension}"))
    }

    /// Keeps other triages from the same folder until the file is closed.
    pub fn alone(&self) -> Result<File> {
        let file = File::create(self.state("lock"))?;
        lock(&file).with_context(|| format!("{}: another triage is at work there", self.path.display()))?;
        Ok(file)
    }

    /// Waits until no other process does a task, and keeps others from it.
    pub fn claim(&self, task: &str) -> Result<File> {
        let file = File::create(self.state(&format!("{task}.lock")))?;
        flock(&file, FlockOperation::LockExclusive)?;
        Ok(file)
    }

    /// Deletes the runs of files that showed known bugs, except for these.
    pub fn forget_known_but(&self, kept: &HashSet<PathBuf>) -> Result<()> {
        let all = self.run_files("known")?;
        Ok(all.iter().filter(|path| !kept.contains(*path)).try_for_each(fs::remove_file)?)
    }

    pub fn has_run(&self, item: &Item) -> bool {
        read::<InputRun>(&self.run_file(item)).is_some()
    }

    /// Whether an input can still be run, and was not run yet.
    pub fn is_open(&self, item: &Item) -> bool {
        item.path.is_file() && !self.has_run(item)
    }

    pub fn keep_run(&self, item: &Item, bytes: u64, observation: Observation) -> Result<()> {
        let seen = humantime::format_rfc3339_seconds(SystemTime::now()).to_string();
        let run = InputRun { input: item.path.clone(), bytes, seen, observation, is_there: true };
        write(&self.run_file(item), &run)
    }

    /// Returns the file that holds the run of an item.
    pub fn run_file(&self, item: &Item) -> PathBuf {
        let part = if item.is_known { "known" } else { "runs" };
        self.state(part).join(&item.id).with_extension("json")
    }

    /// Returns all runs of inputs (`runs`), or of files that show known bugs (`known`), in the order of their paths.
    /// `there` are the files of those that this call names.
    pub fn runs(&self, part: &str, there: &HashSet<PathBuf>) -> Result<Vec<InputRun>> {
        let run = |path: &PathBuf| Some(InputRun { is_there: there.contains(path), ..read(path)? });
        let mut runs: Vec<InputRun> = self.run_files(part)?.iter().filter_map(run).collect();
        runs.sort_by(|a, b| a.input.cmp(&b.input));
        Ok(runs)
    }

    fn run_files(&self, part: &str) -> io::Result<Vec<PathBuf>> {
        fs::read_dir(self.state(part))?.map(|entry| Ok(entry?.path())).collect()
    }

    /// Returns what is known of a bug whose result is still there.
    pub fn bug(&self, name: &str) -> Option<Bug> {
        read(&self.bug_file(name)).filter(|bug: &Bug| self.path.join(&bug.file).is_file())
    }

    /// Forgets a bug whose result has been removed, before another one is there.
    pub fn forget_bug(&self, name: &str) {
        let _ = fs::remove_file(self.bug_file(name));
    }

    pub fn keep_bug(&self, name: &str, bug: &Bug) -> Result<()> {
        write(&self.bug_file(name), bug)
    }

    fn bug_file(&self, name: &str) -> PathBuf {
        self.state("bugs").join(name).with_extension("json")
    }

    /// Stores the data that a later task needs: inputs, or a [`Reduction`].
    pub fn plan(&self, task: &str, work: &impl Serialize) -> Result<()> {
        write(&self.state(&format!("{task}.json")), work)
    }

    pub fn work<T: DeserializeOwned>(&self, task: &str) -> Result<T> {
        read(&self.state(&format!("{task}.json"))).with_context(|| format!("state/{task}.json: nothing is planned"))
    }
}

/// Serializes a path, which need not be UTF-8.
mod path {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::ffi::OsString;
    use std::path::{Path, PathBuf};

    pub fn serialize<S: Serializer>(path: &Path, to: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().serialize(to)
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<PathBuf, D::Error> {
        OsString::deserialize(from).map(PathBuf::from)
    }
}

/// Refuses a folder that is neither new, nor empty, nor that of an earlier call.
pub fn refuse_what_is_not_ours(path: &Path) -> Result<()> {
    if path.is_file() {
        bail!(
            "{}: it is a file: --triage takes one folder of inputs, or a list, and a folder to write",
            path.display()
        );
    }
    let names = |path: &Path| match fs::read_dir(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        listed => listed?.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>(),
    };
    let told = || format!("{}", path.display());
    let found = names(path).with_context(told)?;
    // A call that was killed at its start leaves only files that [`replace`] was about to rename.
    let is_temporary = |name: &OsString| name.as_bytes().starts_with(b".tmp");
    let is_begun =
        |name: &OsString| name == "state" && names(&path.join(name)).is_ok_and(|inner| inner.iter().all(is_temporary));
    let theirs = found.iter().find(|name| !is_begun(name));
    // Asked after the folder was read: a triage that begins at the same time writes this file before all others.
    if let Some(theirs) = theirs.filter(|_| !path.join(OURS).exists()) {
        bail!("{}: there is something that no triage has written: use a new folder", path.join(theirs).display());
    }
    Ok(())
}

fn read<T: DeserializeOwned>(path: &Path) -> Option<T> {
    serde_json::from_slice(&fs::read(path).ok()?).ok()
}

fn write(path: &Path, value: &impl Serialize) -> Result<()> {
    let text = serde_json::to_vec_pretty(value)?;
    replace(path, &text).at(path)
}
