//! Files without a name, and files that are mounted: where the system knows of them;
//! and errors of full ones.

use rustix::fs::Mode;
#[cfg(target_os = "linux")]
use rustix::fs::{AtFlags, CWD, OFlags, StatxAttributes, StatxFlags, linkat, open, statx};
use std::io;
use std::os::fd::{AsRawFd, OwnedFd};
use std::path::Path;

/// Whether nothing more can be written because of a limit: of the disk, of a quota, or of
/// how large a file may be.
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge)
}

/// Makes a file without a name in this folder, with these rights.
#[cfg(target_os = "linux")]
pub fn open_unnamed(folder: &Path, mode: Mode) -> io::Result<OwnedFd> {
    Ok(open(folder, OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC, mode)?)
}

/// Gives its name to a file that has none.
#[cfg(target_os = "linux")]
pub fn give_name(file: &impl AsRawFd, path: &Path) -> io::Result<()> {
    let descriptor = format!("/proc/self/fd/{}", file.as_raw_fd());
    Ok(linkat(CWD, descriptor, CWD, path, AtFlags::SYMLINK_FOLLOW)?)
}

/// Whether something is mounted here, which cannot be replaced.
#[cfg(target_os = "linux")]
pub fn is_mount_point(path: &Path) -> bool {
    let found = statx(CWD, path, AtFlags::empty(), StatxFlags::BASIC_STATS);
    found.is_ok_and(|found| found.stx_attributes.contains(StatxAttributes::MOUNT_ROOT))
}

/// Makes a file without a name: nowhere but on Linux.
#[cfg(not(target_os = "linux"))]
pub fn open_unnamed(_: &Path, _: Mode) -> io::Result<OwnedFd> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Gives its name to a file that has none: nowhere but on Linux.
#[cfg(not(target_os = "linux"))]
pub fn give_name(_: &impl AsRawFd, _: &Path) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Whether something is mounted here: on other systems that is a folder.
#[cfg(not(target_os = "linux"))]
pub fn is_mount_point(_: &Path) -> bool {
    false
}
