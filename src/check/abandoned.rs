//! What a run of ours left behind because it was killed.
//!
//! Each folder of ours holds a file that is locked as long as its owner lives.
//! A folder whose lock is free has no owner: we remove it, and end the solvers
//! that carry its name in their environment. A lock, unlike a process number,
//! also means the same in every container that shares the folder.

use crate::check::linux::{self, Orphan};
use crate::check::workspace::{PREFIX, remove};
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

const OWNER: &str = "owner";

/// The same before it is locked.
const NEW: &str = "owner.new";

/// The proof that a folder's owner lives.
#[derive(Debug)]
pub(super) struct Owner {
    _locked: File,
}

impl Owner {
    /// Makes us the owner of a folder until this is dropped.
    ///
    /// # Errors
    ///
    /// Among others if another start has taken the new folder for one whose
    /// owner has died: then another folder is to be made.
    pub fn of(folder: &Path) -> io::Result<Self> {
        // Nobody may see the file before it is locked.
        let hidden = folder.join(NEW);
        let file = File::options().write(true).create_new(true).mode(0o600).open(&hidden)?;
        flock(&file, FlockOperation::NonBlockingLockExclusive)?;
        fs::rename(hidden, folder.join(OWNER))?;
        Ok(Owner { _locked: file })
    }
}

/// The mark of the processes of the run that owns a folder.
pub(super) fn mark_of(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// Removes the folders in `base` that have lost their owner, and ends the
/// solvers that carry their mark.
///
/// What is not ours or cannot be removed stays: it is somebody else's, or
/// the next start tries again.
pub(super) fn clean(base: &Path) {
    let entries = fs::read_dir(base).into_iter().flatten().flatten();
    let is_ours = |name: &str| name.starts_with(PREFIX);
    let folders = entries.filter(|entry| entry.file_name().to_str().is_some_and(is_ours)).map(|entry| entry.path());
    for folder in folders {
        if let Some(_locked) = lock_of_the_dead(&folder) {
            end_marked(&mark_of(&folder));
            let _ = remove(&folder);
        } else {
            // Its owner died at once, if it is empty.
            let _ = fs::remove_dir(&folder);
        }
    }
}

/// Takes over the lock of a folder if its owner has died.
fn lock_of_the_dead(folder: &Path) -> Option<File> {
    [OWNER, NEW].into_iter().find_map(|name| {
        let file = File::options().write(true).open(folder.join(name)).ok()?;
        flock(&file, FlockOperation::NonBlockingLockExclusive).ok()?;
        Some(file)
    })
}

fn end_marked(mark: &str) {
    let prefix = format!("{mark}/").into_bytes();
    for pid in linux::all_processes() {
        if matches!(linux::inspect(pid), Orphan::Marked(mark) if mark.starts_with(&prefix)) {
            linux::kill_orphan(pid);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::linux::MARK;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command};
    use tempfile::TempDir;

    fn marked(mark: &str) -> Child {
        Command::new("/bin/sleep").arg("1000").env(MARK, format!("{mark}/0000")).spawn().expect("sleep")
    }

    #[test]
    fn what_a_killed_run_left_behind_is_cleaned_up() {
        let base = TempDir::new().expect("temporary folder");
        let [dead, alive, foreign] = ["ddsmt-dead", "ddsmt-alive", "else-dead"].map(|name| {
            let folder = base.path().join(name);
            fs::create_dir_all(folder.join("0000")).expect("folder");
            folder
        });
        for folder in [&dead, &foreign] {
            drop(Owner::of(folder).expect("owner"));
        }
        let _owner = Owner::of(&alive).expect("owner");
        let mut orphan = marked(&mark_of(&dead));
        let mut solver = marked(&mark_of(&alive));

        clean(base.path());

        assert_eq!(orphan.wait().expect("orphan").signal(), Some(9));
        assert_eq!(solver.try_wait().expect("solver"), None);
        assert_eq!([&dead, &alive, &foreign].map(|f| f.exists()), [false, true, true]);
        solver.kill().expect("solver");
        solver.wait().expect("solver");
    }

    #[test]
    fn a_folder_whose_owner_died_at_once_is_cleaned_up() {
        let base = TempDir::new().expect("temporary folder");
        let folders = ["ddsmt-empty", "ddsmt-unlocked", "ddsmt-locked", "ddsmt-foreign"].map(|name| {
            let folder = base.path().join(name);
            fs::create_dir(&folder).expect("folder");
            folder
        });
        let files =
            [(1, NEW), (2, NEW), (3, "else")].map(|(i, name)| File::create(folders[i].join(name)).expect("file"));
        flock(&files[1], FlockOperation::NonBlockingLockExclusive).expect("free");
        clean(base.path());
        assert_eq!(folders.map(|folder| folder.exists()), [false, false, true, true]);
    }
}
