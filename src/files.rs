//! Files without a name and mount points, on systems that have them; locks, and errors of files and folders.

use anyhow::{Context, Result};
#[cfg(target_os = "linux")]
use rustix::fs::{AtFlags, CWD, OFlags, StatxAttributes, StatxFlags, linkat, open, statx};
use rustix::fs::{FlockOperation, Mode, flock};
use std::env;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

/// Names the file that an error is about.
pub trait At<T> {
    fn at(self, path: &Path) -> Result<T>;
}

impl<T> At<T> for io::Result<T> {
    fn at(self, path: &Path) -> Result<T> {
        self.with_context(|| path.display().to_string())
    }
}

/// Whether a limit prevents further writing: the size of the disk, a quota, or the size of a file.
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge)
}

/// Returns words that end a message about a run if it cannot work because its folder has been deleted; else nothing.
pub fn folder_is_gone() -> &'static str {
    if env::current_dir().is_err() { ": the working folder is gone" } else { "" }
}

/// Locks a file as long as it is open; fails if another process has locked it.
pub fn lock(file: &File) -> rustix::io::Result<()> {
    flock(file, FlockOperation::NonBlockingLockExclusive)
}

/// Makes a file without a name in this folder, with these permissions.
#[cfg(target_os = "linux")]
pub fn open_unnamed(folder: &Path, mode: Mode) -> io::Result<OwnedFd> {
    Ok(open(folder, OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC, mode)?)
}

/// Gives a name to a file without one.
#[cfg(target_os = "linux")]
pub fn give_name(file: &impl AsRawFd, path: &Path) -> io::Result<()> {
    let descriptor = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, descriptor, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Whether a path is a mount point, which cannot be replaced.
#[cfg(target_os = "linux")]
pub fn is_mount_point(path: &Path) -> bool {
    let found = statx(CWD, path, AtFlags::empty(), StatxFlags::BASIC_STATS);
    found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
}

/// Fails: only Linux has files without a name.
#[cfg(not(target_os = "linux"))]
pub fn open_unnamed(_: &Path, _: Mode) -> io::Result<OwnedFd> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Fails: only Linux has files without a name.
#[cfg(not(target_os = "linux"))]
pub fn give_name(_: &impl AsRawFd, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Returns false: on other systems, only folders are mount points.
#[cfg(not(target_os = "linux"))]
pub fn is_mount_point(_: &Path) -> bool {
    false
}
