//! The private folders of one run of ours.

use crate::check::removal::remove;
use crate::check::stale_runs::{self, RunRecord};
use crate::check::system;
use crate::check::{Offspring, Sweep, unique_name};
use rustix::fs::statvfs;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// Where files live in memory, on systems that have such a place for all users.
pub const MEMORY: &str = "/dev/shm";

/// Bytes that we leave to others there; containers have 64 MB in all.
const SPARE: u64 = 16 << 20;

/// The private folders of one run of ours, removed when it is dropped.
///
/// Candidates are kept in memory where there is room, because writing 290 KB
/// costs 3 ms on a disk and 0.2 ms there. The temporary files of solvers go to
/// `TMPDIR`: a solver that fills it shall fill a disk and not the memory.
#[derive(Debug)]
pub struct Workspace {
    /// The end of every input file's name, with its dot; may be empty.
    extension: OsString,
    /// The names of this run and of those within whose solvers it runs.
    mark: String,
    offspring: Arc<Offspring>,
    inputs: TempFolder,
    scratch: TempFolder,
    /// The number of runs that a launcher was to start.
    launched: AtomicU64,
    /// Whether one of them was not lost.
    pub(super) is_launcher_known: AtomicBool,
    fallback: OnceLock<TempFolder>,
    /// Where that one is to be.
    fallback_path: PathBuf,
    /// Dropped last: it names the folders.
    record: RunRecord,
}

/// A folder that is removed when it is dropped.
#[derive(Debug)]
struct TempFolder(PathBuf);

impl TempFolder {
    fn new(path: PathBuf) -> io::Result<Self> {
        fs::DirBuilder::new().mode(0o700).create(&path).map_err(|error| about(&path, &error))?;
        Ok(TempFolder(path))
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.0) {
            log::warn!("left behind: {error}");
        }
    }
}

impl Workspace {
    /// Makes the folders for candidates that end in `extension` (with its dot,
    /// may be empty) and that hold `bytes` bytes together. `beside` is what the run
    /// may make elsewhere for a moment. Where solvers run on other machines, all is made
    /// in the folder `shared` that they see.
    ///
    /// What earlier runs left behind because they were killed is removed first: their folders and, by their mark,
    /// their solvers. Fails if no folder can be made in `TMPDIR`.
    pub fn new(
        extension: impl Into<OsString>,
        bytes: u64,
        beside: &[PathBuf],
        shared: Option<&Path>,
    ) -> io::Result<Arc<Self>> {
        system::become_parent_of_solvers();
        // Messages of solvers may hold the path without its symbolic links.
        let temporary = Some(env::temp_dir()).filter(|folder| !folder.as_os_str().is_empty());
        let temporary = temporary.unwrap_or_else(|| "/tmp".into());
        let temporary = temporary.canonicalize().map_err(|error| about(&temporary, &error))?;
        let bases = match shared {
            Some(folder) => {
                let folder = folder.canonicalize().map_err(|error| about(folder, &error))?;
                [folder.clone(), folder]
            }
            None => [PathBuf::from(MEMORY), temporary],
        };
        stale_runs::clean(&bases);
        let [memory, temporary] = &bases;
        let has_room = shared.is_none() && has_room(memory, bytes.saturating_mul(2).saturating_add(SPARE));
        let name = unique_name();
        let [scratch, fallback] = ["scratch", "disk"].map(|part| temporary.join(format!("{name}-{part}")));
        let inputs = [memory, temporary].map(|base| base.join(&name));
        let planned = [&inputs[..], &[scratch.clone(), fallback.clone()], beside].concat();
        let record = RunRecord::create(name, &planned, &bases)?;
        let scratch = TempFolder::new(scratch)?;
        let [in_memory, on_disk] = inputs;
        let inputs = match has_room.then(|| TempFolder::new(in_memory)) {
            Some(Ok(folder)) => folder,
            _ => TempFolder::new(on_disk)?,
        };
        Ok(Arc::new(Workspace {
            extension: extension.into(),
            mark: system::mark_within(record.name()),
            offspring: Arc::default(),
            inputs,
            scratch,
            launched: AtomicU64::new(0),
            is_launcher_known: AtomicBool::new(false),
            fallback: OnceLock::new(),
            fallback_path: fallback,
            record,
        }))
    }

    /// The mark in the environment of every process of a slot.
    pub(super) fn mark(&self, slot: usize) -> String {
        format!("{}/{}", self.mark, name(slot))
    }

    /// The processes of all slots.
    pub(super) fn offspring(&self) -> &Arc<Offspring> {
        &self.offspring
    }

    /// The extension of the input files, with its dot.
    pub(super) fn extension(&self) -> &OsString {
        &self.extension
    }

    /// The folder of a slot's input file.
    pub(super) fn input_folder(&self, slot: usize) -> PathBuf {
        self.inputs.0.join(name(slot))
    }

    /// Where a run that a launcher starts leaves its report, a place of its own for
    /// each: a network file system may go on saying that nothing is there.
    pub(super) fn report_file(&self, slot: usize) -> PathBuf {
        let number = self.launched.fetch_add(1, Ordering::Relaxed);
        self.inputs.0.join(format!("{}-{number}", name(slot)))
    }

    /// The same on disk, for when memory is full.
    pub(super) fn fallback_folder(&self, slot: usize) -> io::Result<PathBuf> {
        let folder = match self.fallback.get() {
            Some(folder) => folder,
            None => {
                let folder = TempFolder::new(self.fallback_path.clone())?;
                self.fallback.get_or_init(|| folder)
            }
        };
        Ok(folder.0.join(name(slot)))
    }

    /// The temporary folder of a slot's solvers.
    pub(super) fn scratch_folder(&self, slot: usize) -> PathBuf {
        self.scratch.0.join(name(slot))
    }

    /// Ends all solvers and removes all folders, though slots still use them.
    pub(super) fn abandon(&self) {
        // What starts meanwhile is found by the second round.
        for _ in 0..2 {
            self.offspring.end_all();
            self.offspring.sweep(Sweep::Everything(self.mark.as_bytes()));
            for folder in [Some(&self.inputs), Some(&self.scratch), self.fallback.get()].into_iter().flatten() {
                let _ = remove(&folder.0);
            }
        }
        self.record.discard();
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        self.offspring.sweep(Sweep::Everything(self.mark.as_bytes()));
    }
}

/// All slots have names of one length, so that no path begins another.
fn name(slot: usize) -> String {
    format!("{slot:04}")
}

fn has_room(folder: &Path, bytes: u64) -> bool {
    statvfs(folder).is_ok_and(|stat| stat.f_bavail.saturating_mul(stat.f_frsize) >= bytes)
}

/// Makes an empty folder that is private to the user, whatever was there.
pub(super) fn make_afresh(folder: &Path) -> io::Result<()> {
    remove(folder)?;
    fs::DirBuilder::new().mode(0o700).create(folder).map_err(|error| about(folder, &error))
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
