//! The private folders of one run of ddsmt.

use crate::check::removal::remove;
use crate::check::stale_runs::{self, PREFIX, RunRecord};
use crate::check::system;
use crate::check::{Offspring, Sweep, unique_name};
use parking_lot::Mutex;
use regex::bytes::{NoExpand, Regex};
use rustix::fs::statvfs;
use std::borrow::Cow;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

/// The folder for files in memory, on systems that have one for all users.
pub const MEMORY: &str = "/dev/shm";

/// Bytes that are left to others in [`MEMORY`]; containers have 64 MB in all.
const SPARE: u64 = 16 << 20;

/// The private folders of one run of ddsmt, removed when it is dropped.
///
/// Candidates are kept in memory if there is room, because writing 290 KB takes 3 ms on a disk and 0.2 ms in memory.
/// The temporary files of solvers go to `TMPDIR`: a solver that fills it shall fill a disk and not the memory.
#[derive(Debug)]
pub struct Workspace {
    /// The extension of every input file, with its dot; may be empty.
    pub(super) extension: OsString,
    /// The names of this run and of the runs within whose solvers it runs.
    mark: String,
    pub(super) offspring: Arc<Offspring>,
    inputs: TempFolder,
    scratch: TempFolder,
    /// Number of runs that were given to a launcher.
    launched: AtomicU64,
    /// Whether a launcher has made a run that was not lost.
    pub(super) is_launcher_known: AtomicBool,
    /// The folder on disk, once memory has been full.
    fallback: Mutex<Option<TempFolder>>,
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
    /// Makes the folders for candidates with this `extension` (with its dot, may be empty) that hold `bytes`
    /// bytes together. `beside` are paths that the run may make elsewhere for a moment. If solvers run on
    /// other machines, all folders are made in the folder `shared`, which these machines see.
    ///
    /// Removes first what earlier, killed runs left behind: their folders and, by their mark, their solvers.
    /// Fails if no folder can be made in `TMPDIR`.
    pub fn new(
        extension: impl Into<OsString>,
        bytes: u64,
        beside: &[PathBuf],
        shared: Option<&Path>,
    ) -> io::Result<Arc<Self>> {
        system::become_parent_of_solvers();
        // Resolve symbolic links, since solvers may print the path without them.
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
            mark: system::mark_within(&record.name),
            offspring: Arc::default(),
            inputs,
            scratch,
            launched: AtomicU64::new(0),
            is_launcher_known: AtomicBool::new(false),
            fallback: Mutex::default(),
            fallback_path: fallback,
            record,
        }))
    }

    /// Returns the mark in the environment of every process of a slot.
    pub(super) fn mark(&self, slot: usize) -> String {
        format!("{}/{}", self.mark, name(slot))
    }

    /// Returns the folder of a slot's input file.
    pub(super) fn input_folder(&self, slot: usize) -> PathBuf {
        self.inputs.0.join(name(slot))
    }

    /// Returns the path of the report of a run by a launcher. Each run has a path of its own: a network file
    /// system may keep saying that a file does not exist.
    pub(super) fn report_file(&self, slot: usize) -> PathBuf {
        let number = self.launched.fetch_add(1, Ordering::Relaxed);
        self.inputs.0.join(format!("{}-{number}", name(slot)))
    }

    /// Returns the folder on disk of a slot's input file, for when memory is full.
    pub(super) fn fallback_folder(&self, slot: usize) -> io::Result<PathBuf> {
        let mut fallback = self.fallback.lock();
        if fallback.is_none() {
            *fallback = Some(TempFolder::new(self.fallback_path.clone())?);
        }
        Ok(self.fallback_path.join(name(slot)))
    }

    /// Returns the temporary folder of a slot's solvers.
    pub(super) fn scratch_folder(&self, slot: usize) -> PathBuf {
        self.scratch.0.join(name(slot))
    }

    /// Ends all solvers and removes all folders, though slots still use them.
    pub(super) fn abandon(&self) {
        // The second round finds what starts during the first.
        for _ in 0..2 {
            self.offspring.end_all();
            self.offspring.sweep(Sweep::Everything(self.mark.as_bytes()));
            for folder in [&self.inputs.0, &self.scratch.0, &self.fallback_path] {
                let _ = remove(folder);
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

/// Returns the name of a slot. All names have the same length, so that no path is a prefix of another.
fn name(slot: usize) -> String {
    format!("{slot:04}")
}

/// Returns a text with `instead` for every folder of a slot, as solvers print it before the name of a file: a name
/// of a run is an accident.
pub fn replace_slots<'a>(text: &'a [u8], instead: &[u8]) -> Cow<'a, [u8]> {
    static FOLDER: LazyLock<Regex> = LazyLock::new(|| {
        let pattern = format!(r#"[^\s"'`(:=]*/{PREFIX}[0-9a-f]{{16}}(-[a-z]+)?/[0-9]{{4}}/"#);
        Regex::new(&pattern).expect("it is compiled by a test")
    });
    FOLDER.replace_all(text, NoExpand(instead))
}

fn has_room(folder: &Path, bytes: u64) -> bool {
    statvfs(folder).is_ok_and(|stat| stat.f_bavail.saturating_mul(stat.f_frsize) >= bytes)
}

/// Makes an empty folder that is private to the user, whatever its path held before, and the folder around it
/// where somebody has removed that.
pub(super) fn make_afresh(folder: &Path) -> io::Result<()> {
    remove(folder)?;
    let make = |folder: &Path| fs::DirBuilder::new().mode(0o700).create(folder);
    let made = match (make(folder), folder.parent()) {
        (Err(error), Some(around)) if error.kind() == io::ErrorKind::NotFound => {
            make(around).and_then(|()| make(folder))
        }
        (made, _) => made,
    };
    made.map_err(|error| about(folder, &error))
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn folders_of_slots_are_replaced() {
        let workspace = Workspace::new(".smt2", 1, &[], None).expect("folders");
        let fallback = workspace.fallback_folder(12).expect("a folder");
        for folder in [workspace.input_folder(0), workspace.scratch_folder(9999), fallback] {
            let text = format!("(error \"{}/in.smt2:1: no\")", folder.display());
            assert_eq!(replace_slots(text.as_bytes(), b"$0"), &b"(error \"$0in.smt2:1: no\")"[..]);
        }
        assert_eq!(replace_slots(b"/tmp/ddsmt-results/0001/a", b""), &b"/tmp/ddsmt-results/0001/a"[..]);
    }

    #[test]
    fn slots_may_find_memory_full_at_once() {
        for _ in 0..20 {
            let workspace = Workspace::new(".smt2", 1, &[], None).expect("folders");
            thread::scope(|scope| {
                let slots = [0, 1, 2, 3].map(|slot| {
                    scope.spawn({
                        let workspace = &workspace;
                        move || workspace.fallback_folder(slot)
                    })
                });
                for slot in slots {
                    slot.join().expect("no panic").expect("a folder");
                }
            });
        }
    }
}
