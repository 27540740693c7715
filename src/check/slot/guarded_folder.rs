//! A folder that holds a known number of files between runs.

use crate::check::workspace::make_afresh;
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, RawMode, open, statat};
use std::io;
use std::path::PathBuf;

#[derive(Debug)]
pub(super) struct GuardedFolder {
    pub path: PathBuf,
    expected: usize,
    /// The device, whose type differs between systems, and the inode number.
    identity: (i128, u64),
    listing: Dir,
}

const PRIVATE: RawMode = 0o700;

impl GuardedFolder {
    pub fn new(path: PathBuf, expected: usize) -> io::Result<Self> {
        make_afresh(&path)?;
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let listing = Dir::new(open(&path, flags, Mode::empty())?)?;
        let stat = listing.stat()?;
        Ok(GuardedFolder { path, expected, identity: (stat.st_dev.into(), stat.st_ino), listing })
    }

    /// Makes the folder empty unless it is intact.
    pub fn tidy(&mut self) -> io::Result<()> {
        if self.is_tidy() { Ok(()) } else { self.renew() }
    }

    /// Replaces the folder by an empty one.
    pub fn renew(&mut self) -> io::Result<()> {
        *self = GuardedFolder::new(self.path.clone(), self.expected)?;
        Ok(())
    }

    /// Whether the folder was not replaced, is private, and holds the expected number of files.
    ///
    /// Takes three system calls. Reading the folder is the only sure way, since times are coarse and sizes of
    /// folders mean nothing.
    pub fn is_tidy(&mut self) -> bool {
        let Ok(stat) = statat(CWD, &self.path, AtFlags::SYMLINK_NOFOLLOW) else {
            return false;
        };
        if (i128::from(stat.st_dev), stat.st_ino) != self.identity || stat.st_mode & 0o7777 != PRIVATE {
            return false;
        }
        self.listing.rewind();
        let mut count = 0;
        while let Some(entry) = self.listing.read() {
            match entry {
                Ok(entry) => count += usize::from(!matches!(entry.file_name().to_bytes(), b"." | b"..")),
                Err(_) => return false,
            }
        }
        count == self.expected
    }
}
