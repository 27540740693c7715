//! A place where one solver runs at a time, with one input file for them all.

mod input;
mod turns;

pub use turns::Turns;

use crate::check::command::SolverCommand;
use crate::check::compare::Heads;
use crate::check::limits::Limits;
use crate::check::orphans::Sweep;
use crate::check::process::{Canceller, Listener, Outcome, Runner, Stream};
use crate::check::removal::remove;
use crate::check::workspace::{Workspace, make_afresh};
use input::InputFile;
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, open, statat};
use rustix::io::Errno;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often a slot looks for processes that have left their group.
const SWEEP_EVERY: Duration = Duration::from_millis(250);

/// The paths that a solver of a slot may print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The folder of the input file.
    pub folder: PathBuf,
    /// The folder for temporary files, the solver's `TMPDIR`.
    pub scratch: PathBuf,
    /// The input file.
    pub input: PathBuf,
}

/// A place where one solver runs at a time, with one input file for them all.
///
/// Every run finds the same: its input as written, whatever the last solver did
/// to it, and an empty temporary folder.
#[derive(Debug)]
pub struct Slot {
    number: usize,
    mark: String,
    places: Arc<Places>,
    input: InputFile,
    folder: Kept,
    scratch: Kept,
    runner: Runner,
    turns: Arc<Turns>,
    heads: Heads,
    swept: Instant,
    /// Dropped last: it removes the folders.
    workspace: Arc<Workspace>,
}

impl Slot {
    /// Makes the slot with this number, which no other slot of the workspace has.
    ///
    /// # Errors
    ///
    /// If its folders or its input file cannot be made.
    pub fn new(workspace: &Arc<Workspace>, number: usize) -> io::Result<Self> {
        let scratch = Kept::new(workspace.scratch_folder(number), 0)?;
        let folder = Kept::new(workspace.input_folder(number), 1)?;
        let places = places(workspace, &folder, &scratch);
        Ok(Slot {
            number,
            mark: workspace.mark(number),
            input: InputFile::create(&places.input)?,
            places: Arc::new(places),
            folder,
            scratch,
            runner: Runner::new(workspace.offspring().clone())?,
            turns: Turns::new(1),
            heads: Heads::default(),
            swept: Instant::now(),
            workspace: workspace.clone(),
        })
    }

    /// The paths that a solver of this slot may print.
    ///
    /// They change once if memory turns out too small for the input file.
    pub fn places(&self) -> Arc<Places> {
        self.places.clone()
    }

    /// A handle that ends the runs of this slot from another thread.
    pub fn canceller(&self) -> Canceller {
        self.runner.canceller()
    }

    /// Lets the runs of this slot wait for turns that other slots take, too.
    pub fn share(&mut self, turns: &Arc<Turns>) {
        self.turns = turns.clone();
    }

    /// What the last solver that was compared printed first, up to 4 KB.
    ///
    /// Less if the question was settled earlier.
    pub fn head(&self, stream: Stream) -> &[u8] {
        &self.heads[stream as usize]
    }

    /// Writes the input of the next run, given in parts, and puts everything
    /// back into order that the last solver disturbed.
    ///
    /// # Errors
    ///
    /// If neither memory nor disk has room, or the folders were made unusable.
    pub fn write(&mut self, text: &[&[u8]]) -> io::Result<()> {
        self.scratch.tidy()?;
        let length = match self.input.length_if_intact(&self.places.input) {
            Some(length) if self.folder.is_tidy() => length,
            _ => self.renew_input()?,
        };
        match self.input.write(length, text) {
            Err(error) if is_full(&error) => self.move_to_disk(text),
            result => result,
        }
    }

    fn move_to_disk(&mut self, text: &[&[u8]]) -> io::Result<()> {
        let fallback = self.workspace.fallback_folder(self.number)?;
        if fallback != self.folder.path {
            // What memory it had is needed by others.
            let _ = self.folder.renew();
            self.folder = Kept::new(fallback, 1)?;
            self.places = Arc::new(places(&self.workspace, &self.folder, &self.scratch));
        }
        let length = self.renew_input()?;
        self.input.write(length, text)
    }

    /// Makes the input's folder and the input anew; tells the input's length.
    fn renew_input(&mut self) -> io::Result<u64> {
        self.folder.renew()?;
        self.input = InputFile::create(&self.places.input)?;
        Ok(0)
    }

    /// Runs a command on the input and ends whatever it leaves running.
    pub fn run(&mut self, command: &SolverCommand, limits: &Limits, listener: &mut dyn Listener) -> Outcome {
        let mut prepared = command.prepare(&self.places, &self.mark);
        let Some(turn) = self.turns.take(&self.runner.canceller()) else { return Outcome::cancelled() };
        let outcome = self.runner.run(&mut prepared, limits, listener);
        drop(turn);
        if outcome.escaped || self.swept.elapsed() >= SWEEP_EVERY {
            let mark = self.mark.as_bytes();
            self.workspace.offspring().sweep(Sweep::Slot(mark));
            self.swept = Instant::now();
        }
        outcome
    }

    pub(super) fn take_heads(&mut self) -> Heads {
        std::mem::take(&mut self.heads)
    }

    pub(super) fn put_heads(&mut self, heads: Heads) {
        self.heads = heads;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mark = self.mark.as_bytes();
        self.workspace.offspring().sweep(Sweep::Slot(mark));
        // What is left of them goes with the workspace.
        for folder in [&self.folder, &self.scratch] {
            let _ = remove(&folder.path);
        }
    }
}

fn places(workspace: &Workspace, folder: &Kept, scratch: &Kept) -> Places {
    let mut name = std::ffi::OsString::from("input");
    name.push(workspace.extension());
    Places { input: folder.path.join(name), folder: folder.path.clone(), scratch: scratch.path.clone() }
}

fn is_full(error: &io::Error) -> bool {
    matches!(Errno::from_io_error(error), Some(Errno::NOSPC | Errno::DQUOT | Errno::FBIG))
}

/// A folder that holds a known number of files between runs.
#[derive(Debug)]
struct Kept {
    path: PathBuf,
    expected: usize,
    identity: (u64, u64),
    listing: Dir,
}

const PRIVATE: u32 = 0o700;

impl Kept {
    fn new(path: PathBuf, expected: usize) -> io::Result<Self> {
        make_afresh(&path)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let listing = Dir::new(open(&path, flags, Mode::empty())?)?;
        let stat = listing.stat()?;
        Ok(Kept { path, expected, identity: (stat.st_dev, stat.st_ino), listing })
    }

    /// Makes the folder empty unless it is as it should be.
    fn tidy(&mut self) -> io::Result<()> {
        match self.is_tidy() {
            true => Ok(()),
            false => self.renew(),
        }
    }

    /// Replaces the folder by an empty one.
    fn renew(&mut self) -> io::Result<()> {
        *self = Kept::new(self.path.clone(), self.expected)?;
        Ok(())
    }

    /// Whether the folder is itself, private, and holds as many files as it should.
    ///
    /// Three system calls; reading it is the only sure way, since times are
    /// coarse and sizes of folders mean nothing.
    fn is_tidy(&mut self) -> bool {
        let Ok(stat) = statat(CWD, &self.path, AtFlags::SYMLINK_NOFOLLOW) else {
            return false;
        };
        if (stat.st_dev, stat.st_ino) != self.identity || stat.st_mode & 0o7777 != PRIVATE {
            return false;
        }
        self.listing.rewind();
        let mut count = 0;
        while let Some(entry) = self.listing.read() {
            match entry {
                Ok(entry) => count += usize::from(!is_dots(entry.file_name().to_bytes())),
                Err(_) => return false,
            }
        }
        count == self.expected
    }
}

fn is_dots(name: &[u8]) -> bool {
    matches!(name, b"." | b"..")
}

impl Places {
    pub(super) fn folder_bytes(&self) -> &[u8] {
        bytes(&self.folder)
    }

    pub(super) fn scratch_bytes(&self) -> &[u8] {
        bytes(&self.scratch)
    }
}

fn bytes(path: &Path) -> &[u8] {
    path.as_os_str().as_bytes()
}
