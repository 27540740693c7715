//! Removes folders, whatever a solver has put into them.

use crate::check::system::make_mutable;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, fchmod, openat, renameat, statat, unlinkat};
use rustix::io::Errno;
use std::ffi::CString;
use std::io;
use std::os::fd::OwnedFd;
use std::path::Path;

/// Removes a file, or a folder with all its content, if it exists.
///
/// Neither depth nor length of a path matters: folders within folders are moved up to the outermost one, so
/// that two descriptors suffice. Missing permissions and marks of immutability are reset. Fails if an entry
/// may not be removed; the message names the outermost folder.
pub fn remove(path: &Path) -> io::Result<()> {
    remove_at(path).map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", path.display())))
}

fn remove_at(path: &Path) -> io::Result<()> {
    let stat = match statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW) {
        Err(Errno::NOENT) => return Ok(()),
        result => result?,
    };
    if FileType::from_raw_mode(stat.st_mode) != FileType::Directory {
        return Ok(unlinkat(CWD, path, AtFlags::empty())?);
    }
    if unlinkat(CWD, path, AtFlags::REMOVEDIR).is_ok() {
        return Ok(());
    }
    let root = open_folder(CWD, path)?;
    let mut moved = 0_u64;
    loop {
        let names = names(&root)?;
        if names.is_empty() {
            return Ok(unlinkat(CWD, path, AtFlags::REMOVEDIR)?);
        }
        for name in names {
            remove_entry(&root, &name, &mut moved)?;
        }
    }
}

/// Removes the entry with this name from `root`; folders in it are moved into `root`.
fn remove_entry(root: &OwnedFd, name: &CString, moved: &mut u64) -> io::Result<()> {
    if unlink(root, name)? {
        return Ok(());
    }
    let folder = open_folder(root, name.as_c_str())?;
    for inner in names(&folder)? {
        while !unlink(&folder, &inner)? {
            *moved += 1;
            match renameat(&folder, &inner, root, format!("{moved}.moved")) {
                Ok(()) => break,
                // The solver has used this name already: try the next one.
                Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR | Errno::ISDIR) => {}
                Err(Errno::ACCESS | Errno::PERM) => {
                    // A folder without write permission cannot be moved: give it all permissions first.
                    drop(open_folder(&folder, inner.as_c_str())?);
                    renameat(&folder, &inner, root, format!("{moved}.moved"))?;
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
    }
    Ok(unlinkat(root, name, AtFlags::REMOVEDIR)?)
}

/// Removes a file or an empty folder. Returns false for a folder that is not empty.
fn unlink(folder: &OwnedFd, name: &CString) -> io::Result<bool> {
    let both = || match unlinkat(folder, name, AtFlags::empty()) {
        Err(Errno::ISDIR | Errno::PERM | Errno::ACCESS) => unlinkat(folder, name, AtFlags::REMOVEDIR),
        result => result,
    };
    let removed = both().or_else(|error| match error {
        Errno::NOTDIR | Errno::PERM | Errno::ACCESS => {
            // The file may be immutable. A file that is opened here is never read.
            let flags = OFlags::RDONLY | OFlags::NONBLOCK | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            if let Ok(file) = openat(folder, name, flags, Mode::empty()) {
                make_mutable(&file);
            }
            both()
        }
        error => Err(error),
    });
    match removed {
        Ok(()) | Err(Errno::NOENT) => Ok(true),
        Err(Errno::NOTEMPTY | Errno::EXIST) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Opens a folder of the user and gives the user all permissions to it.
fn open_folder(at: impl std::os::fd::AsFd, name: impl rustix::path::Arg + Copy) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    let open = || openat(&at, name, flags, Mode::empty());
    let folder = open().or_else(|error| match error {
        Errno::ACCESS => {
            rustix::fs::chmodat(&at, name, Mode::RWXU, AtFlags::empty())?;
            open()
        }
        error => Err(error),
    })?;
    make_mutable(&folder);
    fchmod(&folder, Mode::RWXU)?;
    Ok(folder)
}

fn names(folder: &OwnedFd) -> io::Result<Vec<CString>> {
    // A new descriptor, since reading moves its position.
    let own = openat(folder, ".", OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
    let mut names = Vec::new();
    for entry in Dir::new(own)? {
        let name = entry?.file_name().to_owned();
        if !matches!(name.to_bytes(), b"." | b"..") {
            names.push(name);
        }
    }
    Ok(names)
}
