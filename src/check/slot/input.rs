//! The input file of a slot, written over and over.

use rustix::fs::{AtFlags, CWD, FileType, Stat, fstat, ftruncate, statat};
use rustix::io::pwritev;
use std::fs::File;
use std::io::{self, IoSlice};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Parts that are handed to the kernel at once.
const BATCH: usize = 64;

/// One file that is overwritten in place for every candidate.
///
/// Neither a new file nor a new page of memory is needed for a candidate that
/// is not longer than the longest so far.
#[derive(Debug)]
pub(super) struct InputFile {
    file: File,
    identity: (u64, u64),
}

impl InputFile {
    /// Makes a new empty file for its user alone, whatever was there before.
    pub fn create(path: &Path) -> io::Result<Self> {
        crate::check::workspace::remove(path)?;
        let file = File::options().write(true).create_new(true).mode(0o600).open(path)?;
        let stat = fstat(&file)?;
        Ok(InputFile { file, identity: (stat.st_dev, stat.st_ino) })
    }

    /// The file's length; `None` if it was removed, replaced, linked or closed
    /// to us.
    pub fn length_if_intact(&self, path: &Path) -> Option<u64> {
        let stat = statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW).ok()?;
        self.is_intact(&stat).then_some(stat.st_size as u64)
    }

    /// Makes these parts the whole content of the file, which has this length.
    pub fn write(&mut self, length: u64, text: &[&[u8]]) -> io::Result<()> {
        let written = self.write_parts(text)?;
        if written < length {
            ftruncate(&self.file, written)?;
        }
        Ok(())
    }

    fn is_intact(&self, stat: &Stat) -> bool {
        FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile
            && stat.st_mode & 0o7777 == 0o600
            && stat.st_nlink == 1
            && (stat.st_dev, stat.st_ino) == self.identity
    }

    fn write_parts(&self, text: &[&[u8]]) -> io::Result<u64> {
        let mut offset = 0;
        for parts in text.chunks(BATCH) {
            let mut slices = [IoSlice::new(&[]); BATCH];
            for (slice, part) in slices.iter_mut().zip(parts) {
                *slice = IoSlice::new(part);
            }
            let mut rest = &mut slices[..parts.len()];
            IoSlice::advance_slices(&mut rest, 0);
            while !rest.is_empty() {
                match pwritev(&self.file, rest, offset) {
                    Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
                    Ok(count) => {
                        offset += count as u64;
                        IoSlice::advance_slices(&mut rest, count);
                    }
                    Err(rustix::io::Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(offset)
    }
}
