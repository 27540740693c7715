//! The journal of verdicts, from which a run can go on after any end.
//!
//! A search is a function of its verdicts, so the journal keeps only these: a resumed run replays them and
//! asks the solver for the rest. The file is text, one record per line with a checksum, so that a truncated
//! end is recognised. A thread writes the file, so no check waits for it.

mod contents;
mod header;
mod location;
mod record;

pub use contents::JournalContents;
pub use header::{Header, TITLE, identity};
pub use location::{aside, default_path, prune};
pub use record::{Entry, Start};

use crate::check::PREFIX;
use crate::report::output::folder_of;
use crate::sexpr::Digest;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// The longest pause before the lock is tried again.
const PATIENCE: Duration = Duration::from_millis(300);

enum JournalMessage {
    Write(Entry),
    /// Asks for an answer when all earlier entries are in the file.
    Flush(Sender<()>),
    Close,
}

/// Writes to a journal; cheap to clone.
#[derive(Clone, Debug)]
pub struct JournalWriter(Sender<JournalMessage>);

impl JournalWriter {
    /// Notes that the output file is about to hold these bytes of this script, and waits until the note is in
    /// the journal.
    pub fn output(&self, file: Digest, script: Digest) {
        self.note(Entry::Output(file, script));
        let (answer, answered) = channel();
        if self.0.send(JournalMessage::Flush(answer)).is_ok() {
            // An error means that the thread has ended, so nothing can be written.
            let _ = answered.recv();
        }
    }

    /// Adds a record.
    pub fn note(&self, entry: Entry) {
        // If this fails, the thread has given up the journal.
        let _ = self.0.send(JournalMessage::Write(entry));
    }
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    writer: JournalWriter,
    thread: Option<JoinHandle<io::Result<()>>>,
}

/// Creates a new file in place of an old one. A run that still writes the old file keeps it.
fn new_file(path: &Path) -> io::Result<File> {
    // Readable by this user alone, as every temporary file.
    let file = tempfile::Builder::new().prefix(&format!(".{PREFIX}")).tempfile_in(folder_of(path))?;
    // The lock shows that this run lives; a file system without locks does no harm.
    let _ = flock(&file, FlockOperation::NonBlockingLockExclusive);
    Ok(file.persist(path)?)
}

/// Opens and empties the existing file, unless another run writes it.
fn emptied(path: &Path) -> io::Result<File> {
    let file = File::options().write(true).open(path)?;
    if flock(&file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK) {
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
        match (flock(file, FlockOperation::NonBlockingLockExclusive), pauses.next()) {
            (Ok(()), _) => return true,
            (Err(_), None) => return false,
            (Err(_), Some(pause)) => thread::sleep(pause),
        }
    }
}

/// Whether another run writes the journal at this path.
pub fn is_written(path: &Path) -> bool {
    let is_locked = |file: &File| flock(file, FlockOperation::NonBlockingLockExclusive) == Err(Errno::WOULDBLOCK);
    File::open(path).is_ok_and(|file| is_locked(&file) && !locks(&file))
}

impl Journal {
    /// Starts a new journal at `path`, which replaces an old one.
    ///
    /// `header` is called on the writing thread, so it may take long. `input` is kept in the journal if the
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
        Journal::with_thread(move |messages| {
            let mut file = BufWriter::new(file);
            file.write_all(&header().line())?;
            if let Some(input) = input {
                file.write_all(&Entry::Input(input.len(), Digest::of(&input)).line())?;
                file.write_all(&input)?;
                file.write_all(b"\n")?;
                file.flush()?;
                // The journal has the only copy of the input once the output is written.
                let _ = file.get_ref().sync_data();
            }
            write(file, &messages)
        })
    }

    /// Continues the journal from which `contents` was read. Fails if the file cannot be written, or another
    /// run writes it.
    pub fn resume(path: &Path, contents: &JournalContents) -> io::Result<Journal> {
        let file = File::options().append(true).open(path)?;
        if !locks(&file) {
            return Err(io::Error::other("another run still writes it"));
        }
        file.set_len(contents.whole)?;
        Journal::with_thread(move |messages| write(BufWriter::new(file), &messages))
    }

    fn with_thread(
        work: impl FnOnce(Receiver<JournalMessage>) -> io::Result<()> + Send + 'static,
    ) -> io::Result<Journal> {
        let (messages, received) = channel();
        let thread = thread::Builder::new().name("journal".into()).spawn(move || work(received))?;
        Ok(Journal { writer: JournalWriter(messages), thread: Some(thread) })
    }

    /// Returns a handle that writes to the journal; it has no effect once the journal is closed.
    pub fn writer(&self) -> JournalWriter {
        self.writer.clone()
    }

    /// Writes the remaining records. Returns the first error of a write, which ended the journal.
    pub fn close(mut self) -> io::Result<()> {
        self.end()
    }

    fn end(&mut self) -> io::Result<()> {
        // If this fails, the thread has ended already.
        let _ = self.writer.0.send(JournalMessage::Close);
        match self.thread.take().map(JoinHandle::join) {
            Some(Ok(result)) => result,
            Some(Err(_)) => Err(io::Error::other("its thread has panicked")),
            None => Ok(()),
        }
    }
}

impl Drop for Journal {
    fn drop(&mut self) {
        // Errors are reported by `close` only.
        let _ = self.end();
    }
}

/// Writes records until the journal is closed. Records that wait are written together; none waits for more to come.
fn write(mut file: BufWriter<File>, messages: &Receiver<JournalMessage>) -> io::Result<()> {
    while let Ok(first) = messages.recv() {
        let (mut answers, mut closed) = (Vec::new(), false);
        for message in std::iter::once(first).chain(messages.try_iter()) {
            match message {
                JournalMessage::Write(entry) => file.write_all(&entry.line())?,
                JournalMessage::Flush(answer) => answers.push(answer),
                JournalMessage::Close => closed = true,
            }
        }
        file.flush()?;
        // Dropping a sender answers its receiver.
        drop(answers);
        if closed {
            break;
        }
    }
    Ok(())
}
