//! The private folders of one run of ours.

use crate::check::abandoned::{self, Owner};
use crate::check::linux;
use crate::check::orphans::{Offspring, Sweep};
use rustix::fs::statvfs;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use tempfile::TempDir;

/// Where files live in memory, on systems that have such a place for all users.
const MEMORY: &str = "/dev/shm";

/// Bytes that we leave to others there; containers have 64 MB in all.
const SPARE: u64 = 16 << 20;

/// How every folder of ours begins.
pub const PREFIX: &str = "ddsmt-";

/// The private folders of one run of ours, removed when it is dropped.
///
/// Candidates are kept in memory where there is room, because writing 290 KB
/// costs 3 ms on a disk and 0.2 ms there. The temporary files of solvers go to
/// `TMPDIR`: a solver that fills it shall fill a disk and not the memory.
#[derive(Debug)]
pub struct Workspace {
    /// The end of every input file's name, with its dot; may be empty.
    extension: OsString,
    mark: String,
    offspring: Arc<Offspring>,
    inputs: Folder,
    scratch: Folder,
    fallback: OnceLock<Folder>,
}

#[derive(Debug)]
struct Folder {
    /// Locked as long as we live; dropped before the folder is.
    _owner: Owner,
    folder: TempDir,
}

/// How often a folder is made anew that somebody has removed.
const TRIES: usize = 3;

impl Folder {
    fn new(base: &Path) -> io::Result<Self> {
        // Messages of solvers may hold the path without its symbolic links.
        let base = base.canonicalize()?;
        let private = fs::Permissions::from_mode(0o700);
        let make = || {
            let folder = tempfile::Builder::new().prefix(PREFIX).permissions(private.clone()).tempdir_in(&base)?;
            Ok(Folder { _owner: Owner::of(folder.path())?, folder })
        };
        // Another start may have cleaned the folder up before it had an owner.
        let mut folder = make();
        for _ in 1..TRIES {
            folder = folder.or_else(|_| make());
        }
        folder
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What a solver made unreadable would survive the simple removal.
        let _ = remove(self.path());
    }
}

impl Workspace {
    /// Makes the folders for candidates that end in `extension` (with its dot,
    /// may be empty) and that hold `bytes` bytes together.
    ///
    /// What earlier runs left behind because they were killed is removed first:
    /// their folders and, by their mark, their solvers.
    ///
    /// # Errors
    ///
    /// If no folder can be made in `TMPDIR`.
    pub fn new(extension: impl Into<OsString>, bytes: u64) -> io::Result<Arc<Self>> {
        linux::become_parent_of_solvers();
        let temporary = env::temp_dir();
        let memory = Path::new(MEMORY);
        for base in [memory, &temporary] {
            abandoned::clean(base);
        }
        let has_room = has_room(memory, bytes.saturating_mul(2).saturating_add(SPARE));
        let scratch = Folder::new(&temporary)?;
        let inputs = match has_room.then(|| Folder::new(memory)) {
            Some(Ok(folder)) => folder,
            _ => Folder::new(&temporary)?,
        };
        Ok(Arc::new(Workspace {
            extension: extension.into(),
            mark: abandoned::mark_of(scratch.path()),
            offspring: Arc::default(),
            inputs,
            scratch,
            fallback: OnceLock::new(),
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
        self.inputs.path().join(name(slot))
    }

    /// The same on disk, for when memory is full.
    pub(super) fn fallback_folder(&self, slot: usize) -> io::Result<PathBuf> {
        let folder = match self.fallback.get() {
            Some(folder) => folder,
            None => {
                let folder = Folder::new(&env::temp_dir())?;
                self.fallback.get_or_init(|| folder)
            }
        };
        Ok(folder.path().join(name(slot)))
    }

    /// The temporary folder of a slot's solvers.
    pub(super) fn scratch_folder(&self, slot: usize) -> PathBuf {
        self.scratch.path().join(name(slot))
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
    fs::DirBuilder::new().mode(0o700).create(folder)
}

/// Removes a file or a folder with all that it holds, if it is there.
///
/// # Errors
///
/// If something in it is not ours to remove.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    let is_folder = match path.symlink_metadata() {
        Ok(metadata) => metadata.is_dir(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(error),
    };
    if !is_folder {
        return fs::remove_file(path);
    }
    fs::remove_dir_all(path).or_else(|_| {
        open_up(path);
        fs::remove_dir_all(path)
    })
}

/// Gives us back the right to remove what is in a folder.
fn open_up(folder: &Path) {
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        let _ = fs::set_permissions(&folder, fs::Permissions::from_mode(0o700));
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let is_folder = |entry: &fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        pending.extend(entries.filter(is_folder).map(|entry| entry.path()));
    }
}
