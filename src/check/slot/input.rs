//! The input file of a slot, which is overwritten for each candidate.

use rustix::fs::{AtFlags, CWD, FileType, fstat, statat};
use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Number of bytes that are written at once, where parts are shorter: a system call for each would cost more than
/// copying them.
const BATCH: usize = 256 << 10;

/// One file that is overwritten in place for every candidate.
///
/// Neither a new file nor a new page of memory is needed for a candidate that is not longer than the longest so far.
#[derive(Debug)]
pub(super) struct InputFile {
    file: BufWriter<File>,
    identity: (i128, u64),
}

impl InputFile {
    /// Makes a new empty file that is private to the user, whatever its path held before.
    pub fn create(path: &Path) -> io::Result<Self> {
        crate::check::removal::remove(path)?;
        let file = File::options().write(true).create_new(true).mode(0o600).open(path)?;
        let stat = fstat(&file)?;
        Ok(InputFile { file: BufWriter::with_capacity(BATCH, file), identity: (stat.st_dev.into(), stat.st_ino) })
    }

    /// Whether the file was not removed, replaced or linked, and its permissions were not changed.
    pub fn is_intact(&self, path: &Path) -> bool {
        let Ok(stat) = statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW) else { return false };
        FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
            && stat.st_mode & 0o7777 == 0o600
            && stat.st_nlink == 1
            && (i128::from(stat.st_dev), stat.st_ino) == self.identity
    }

    /// Makes these parts the whole content of the file.
    pub fn write(&mut self, text: &[&[u8]]) -> io::Result<()> {
        self.file.rewind()?;
        text.iter().try_for_each(|part| self.file.write_all(part))?;
        self.file.flush()?;
        self.file.get_ref().set_len(text.iter().map(|part| part.len() as u64).sum())
    }

    /// Writes the content to storage, where other machines see it.
    pub fn publish(&self) -> io::Result<()> {
        self.file.get_ref().sync_data()
    }
}
