//! The output file: always there, whole, and the best so far.
//!
//! A thread of its own writes the newest script beside the file and renames it,
//! so that neither a kill nor a slow disk costs a check or leaves half a file.

use crate::sexpr::{Digest, Script};
use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use tempfile::NamedTempFile;

/// How the name of a file begins that is to become the output file.
const BESIDE: &str = ".ddsmt-";

/// What the file is to hold.
pub enum Content {
    /// The text of a script as it is.
    Script(Script),
    /// Any other text.
    Bytes(Vec<u8>),
}

impl Content {
    /// The digest of the text.
    pub fn digest(&self) -> Digest {
        match self {
            Content::Script(script) => script.digest(),
            Content::Bytes(bytes) => Digest::of(bytes),
        }
    }

    fn write_to(&self, file: &mut impl Write) -> io::Result<()> {
        match self {
            Content::Script(script) => {
                let mut file = BufWriter::new(file);
                script.slices().try_for_each(|slice| file.write_all(slice))?;
                file.flush()
            }
            Content::Bytes(bytes) => file.write_all(bytes),
        }
    }
}

/// Makes the content of the file; called on the writing thread.
pub type Render = Box<dyn FnOnce() -> Content + Send>;

/// Keeps the output file up to date.
pub struct Output {
    path: PathBuf,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Default)]
struct Shared {
    slot: Mutex<Pending>,
    changed: Condvar,
}

#[derive(Default)]
struct Pending {
    next: Option<Render>,
    closed: bool,
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, Pending> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Output {
    /// Keeps the file at `path`, which is no symbolic link. What killed runs
    /// have left beside it is removed.
    pub fn new(path: PathBuf) -> Output {
        clean(folder_of(&path));
        let shared = Arc::new(Shared::default());
        let (for_thread, file) = (shared.clone(), path.clone());
        let thread = std::thread::spawn(move || work(&for_thread, &file));
        Output { path, shared, thread: Some(thread) }
    }

    /// Writes this version unless a newer one comes before its turn.
    pub fn offer(&self, render: Render) {
        self.shared.lock().next = Some(render);
        self.shared.changed.notify_one();
    }

    /// Writes this version and waits until it is safely on the disk.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(mut self, content: &Content) -> io::Result<()> {
        self.stop();
        write(&self.path, content, true)
    }

    fn stop(&mut self) {
        let mut pending = self.shared.lock();
        pending.closed = true;
        pending.next = None;
        drop(pending);
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take() {
            // The thread cannot panic on what it does; if it did, the last
            // version is written by the caller all the same.
            let _ = thread.join();
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.stop();
    }
}

fn work(shared: &Shared, path: &Path) {
    loop {
        let mut pending = shared.lock();
        let render = loop {
            match pending.next.take() {
                Some(render) => break render,
                None if pending.closed => return,
                None => pending = shared.changed.wait(pending).unwrap_or_else(PoisonError::into_inner),
            }
        };
        drop(pending);
        // An error that stays is met again by the last version, which counts.
        let _ = write(path, &render(), false);
    }
}

/// Replaces the content of the file at `path`: at once where it is a regular
/// file in a folder that we may write to, else in place.
///
/// # Errors
///
/// If neither is possible.
fn write(path: &Path, content: &Content, sync: bool) -> io::Result<()> {
    let known = fs::metadata(path).ok();
    let beside = match &known {
        Some(metadata) if !metadata.is_file() => None,
        _ => file_beside(path)?,
    };
    let Some(mut beside) = beside else {
        let mut file = File::options().write(true).create(true).truncate(true).open(path)?;
        return content.write_to(&mut file);
    };
    // It says that we live.
    let _ = flock(&beside, FlockOperation::NonBlockingLockExclusive);
    content.write_to(&mut beside)?;
    if let Some(metadata) = known {
        beside.as_file().set_permissions(metadata.permissions())?;
    }
    if sync {
        beside.as_file().sync_all()?;
    }
    beside.persist(path)?;
    Ok(())
}

/// A new file in the folder of `path`; nothing if that may hold no new file. A
/// full disk is an error: to write in place would destroy what is there.
fn file_beside(path: &Path) -> io::Result<Option<NamedTempFile>> {
    // The user's mask takes away from these what it takes from every file.
    let usual = fs::Permissions::from_mode(0o666);
    match tempfile::Builder::new().prefix(BESIDE).permissions(usual).tempfile_in(folder_of(path)) {
        Ok(file) => Ok(Some(file)),
        Err(error) if matches!(error.kind(), ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The folder that holds what is at this path; the current one if it names none.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Removes files of ours that nobody has locked: whoever wrote them was killed.
fn clean(folder: &Path) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().as_encoded_bytes().starts_with(BESIDE.as_bytes())) {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let file = is_file.then(|| File::options().write(true).open(entry.path()).ok()).flatten();
        if file.is_some_and(|file| flock(file, FlockOperation::NonBlockingLockExclusive).is_ok()) {
            // If it cannot be removed, the next start tries again.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_is_what_remains() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("out.smt2");
        let output = Output::new(path.clone());
        for i in 0..100 {
            output.offer(Box::new(move || Content::Bytes(vec![b'a'; i])));
        }
        output.finish(&Content::Bytes(b"last".into())).expect("writable");
        assert_eq!(fs::read(&path).expect("written"), b"last");
        assert_eq!(fs::read_dir(folder.path()).expect("folder").count(), 1, "nothing is left beside it");
    }

    #[test]
    fn what_a_killed_run_left_beside_is_removed() {
        let folder = tempfile::tempdir().expect("folder");
        let [dead, alive] = [".ddsmt-dead", ".ddsmt-alive"].map(|name| folder.path().join(name));
        fs::write(&dead, "half").expect("writable");
        let file = File::create(&alive).expect("writable");
        flock(&file, FlockOperation::NonBlockingLockExclusive).expect("locked");
        drop(Output::new(folder.path().join("out")));
        assert_eq!([dead.exists(), alive.exists()], [false, true]);
    }

    #[test]
    fn permissions_of_an_old_file_are_kept() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("out");
        fs::write(&path, "old").expect("writable");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("own file");
        write(&path, &Content::Bytes(b"new".into()), true).expect("writable");
        assert_eq!(fs::metadata(&path).expect("there").permissions().mode() & 0o777, 0o640);
    }

    #[test]
    fn what_cannot_be_written_is_an_error() {
        let folder = tempfile::tempdir().expect("folder");
        assert!(Output::new(folder.path().join("none/out")).finish(&Content::Bytes(b"x".into())).is_err());
    }
}
