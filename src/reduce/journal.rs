//! The journal of verdicts, from which a run can go on after any end.
//!
//! A search is a function of its verdicts, so the journal keeps only these: a resumed run replays them and
//! asks the solver for the rest. The file is text, one record per line with a checksum, so that a truncated
//! end is recognised.

mod contents;
mod header;
mod location;
mod record;

pub use contents::JournalContents;
pub use header::{Header, TITLE, identity};
pub use location::{aside, default_path, prune};
pub use record::{Entry, Start};

use crate::check::PREFIX;
use crate::files::lock;
use crate::report::output::folder_of;
use crate::sexpr::Digest;
use parking_lot::Mutex;
use rustix::io::Errno;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The error about the journal of a run that has not ended.
pub const IN_USE: &str = "another run still writes it";

/// The longest pause before the lock is tried again.
const PATIENCE: Duration = Duration::from_millis(300);

/// A journal that is being written; cheap to clone. It ends at the first error.
#[derive(Clone, Debug)]
pub struct Journal(Arc<Mutex<OpenJournal>>);

#[derive(Debug)]
struct OpenJournal {
    file: File,
    /// Computes the beginning of a new journal, until it is written before the first record.
    beginning: Option<JoinHandle<Vec<u8>>>,
    /// Whether the journal has the only copy of the input once the output is written.
    keeps_input: bool,
    result: io::Result<()>,
}

/// Creates a new file in place of an old one. A run that still writes the old file keeps it.
fn new_file(path: &Path) -> io::Result<File> {
    // Readable by this user alone, as every temporary file.
    let file = tempfile::Builder::new().prefix(&format!(".{PREFIX}")).tempfile_in(folder_of(path))?;
    // The lock shows that this run lives; a file system without locks does no harm.
    let _ = lock(file.as_file());
    Ok(file.persist(path)?)
}

/// Opens and empties the existing file, unless another run writes it.
fn emptied(path: &Path) -> io::Result<File> {
    let file = File::options().write(true).open(path)?;
    if lock(&file) == Err(Errno::WOULDBLOCK) {
        return Err(io::ErrorKind::WouldBlock.into());
    }
    file.set_len(0)?;
    Ok(file)
}

/// Whether a file can be locked. A solver that was being started when its run was killed holds the lock until
/// it has executed its program, so this waits a little.
fn locks(file: &File) -> bool {
    let pauses = std::iter::successors(Some(Duration::from_millis(1)), |pause| Some(*pause * 2));
    let mut pauses = pauses.take_while(|pause| *pause <= PATIENCE);
    loop {
        match (lock(file), pauses.next()) {
            (Ok(()), _) => return true,
            (Err(_), None) => return false,
            (Err(_), Some(pause)) => thread::sleep(pause),
        }
    }
}

/// Whether another run writes the journal at this path.
pub fn is_written(path: &Path) -> bool {
    File::open(path).is_ok_and(|file| lock(&file) == Err(Errno::WOULDBLOCK) && !locks(&file))
}

impl Journal {
    /// Starts a new journal at `path`, which replaces an old one.
    ///
    /// `header` is called on a thread of its own, since it may take long. `input` is kept in the journal if the
    /// file itself will be overwritten.
    pub fn create(
        path: &Path,
        header: impl FnOnce() -> Header + Send + 'static,
        input: Option<Arc<Vec<u8>>>,
    ) -> io::Result<Journal> {
        let file = match fs::metadata(path) {
            Ok(known) if known.file_type().is_char_device() => File::options().write(true).open(path)?,
            // Opening a pipe without a reader would block for ever.
            Ok(known) if !known.is_file() => return Err(io::Error::other("it is neither a file nor a device")),
            // A file that is a mount point cannot be replaced, only emptied.
            _ => new_file(path).or_else(|error| emptied(path).map_err(|_| error))?,
        };
        let keeps_input = input.is_some();
        let beginning = thread::Builder::new().name("journal".into()).spawn(move || {
            let copy = |input: Arc<Vec<u8>>| {
                [&Entry::Input(input.len(), Digest::of(&input)).line()[..], &input, b"\n"].concat()
            };
            [header().line(), input.map(copy).unwrap_or_default()].concat()
        })?;
        Ok(Journal::of(OpenJournal { file, beginning: Some(beginning), keeps_input, result: Ok(()) }))
    }

    /// Continues the journal from which `contents` was read. Fails if the file cannot be written, or another
    /// run writes it.
    pub fn resume(path: &Path, contents: &JournalContents) -> io::Result<Journal> {
        let file = File::options().append(true).open(path)?;
        if !locks(&file) {
            return Err(io::Error::other(IN_USE));
        }
        file.set_len(contents.whole)?;
        Ok(Journal::of(OpenJournal { file, beginning: None, keeps_input: false, result: Ok(()) }))
    }

    fn of(journal: OpenJournal) -> Journal {
        Journal(Arc::new(Mutex::new(journal)))
    }

    /// Writes a record.
    pub fn note(&self, entry: Entry) {
        self.0.lock().write(&entry.line());
    }

    /// Whether a later run can read what was written: no write has failed, and it is no device.
    pub fn is_kept(&self) -> bool {
        let journal = self.0.lock();
        journal.result.is_ok() && journal.file.metadata().is_ok_and(|known| known.is_file())
    }

    /// Returns the first error of a write, which has ended the journal.
    pub fn close(&self) -> io::Result<()> {
        let mut journal = self.0.lock();
        journal.write(&[]);
        std::mem::replace(&mut journal.result, Ok(()))
    }
}

impl OpenJournal {
    fn write(&mut self, line: &[u8]) {
        if self.result.is_ok() {
            self.result = self.begin().and_then(|()| self.file.write_all(line));
        }
    }

    fn begin(&mut self) -> io::Result<()> {
        let Some(beginning) = self.beginning.take() else { return Ok(()) };
        self.file.write_all(&beginning.join().map_err(|_| io::Error::other("its thread has panicked"))?)?;
        if self.keeps_input {
            match self.file.sync_data() {
                // Devices and pipes keep nothing.
                Err(error) if error.kind() == io::ErrorKind::InvalidInput => {}
                synced => synced?,
            }
        }
        Ok(())
    }
}

impl Drop for OpenJournal {
    fn drop(&mut self) {
        self.write(&[]);
    }
}
