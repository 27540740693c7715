//! Where journals are stored, and for how long.

use crate::files::lock;
use crate::sexpr::Digest;
use std::env;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The end of the name of every journal in the cache folder.
const EXTENSION: &str = "journal";

/// How long a journal is kept after its last record.
const AGE: Duration = Duration::from_secs(30 * 24 * 3600);

/// Number of bytes that all journals together may take.
const SIZE: u64 = 256 << 20;

/// Returns the path of the journal for runs that read and write these files, whose paths hold no link, in the
/// cache folder of the environment.
pub fn default_path(files: [PathBuf; 2]) -> io::Result<PathBuf> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    // Whoever has no home folder, as /nonexistent, shall not get one.
    let home = || absolute("HOME").filter(|home| home.is_dir());
    let cache = absolute("XDG_CACHE_HOME").or_else(|| home().map(|home| home.join(".cache")));
    let folder =
        cache.ok_or_else(|| io::Error::other("neither XDG_CACHE_HOME nor a home folder is there"))?.join("ddsmt");
    fs::DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
    let mut key = Digest::EMPTY;
    for file in files {
        let file = std::path::absolute(file)?;
        key = key.with(file.as_os_str().as_bytes()).with(b"\0");
    }
    Ok(folder.join(key.to_string()).with_extension(EXTENSION))
}

/// Returns the path at which a part of the journal at `path` is kept before that journal is replaced; it
/// expires as journals do.
pub fn aside(path: &Path, what: &str) -> PathBuf {
    path.with_extension(format!("{what}.{EXTENSION}"))
}

/// Removes old journals in the folder of `path`, and the oldest ones while all together are too large; never
/// a journal that is being written, nor the one at `path`.
pub fn prune(path: &Path) {
    let Some(folder) = path.parent() else { return };
    prune_within(folder, path, SystemTime::now(), AGE, SIZE);
}

fn prune_within(folder: &Path, kept: &Path, now: SystemTime, age: Duration, size: u64) {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut journals: Vec<(SystemTime, u64, PathBuf)> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|end| end == EXTENSION) && path != kept)
        .filter_map(|path| {
            let known = fs::symlink_metadata(&path).ok().filter(fs::Metadata::is_file)?;
            Some((known.modified().ok()?, known.len(), path))
        })
        .collect();
    journals.sort_by(|a, b| b.cmp(a));
    let mut total = 0;
    for (modified, length, path) in journals {
        total += length;
        let is_old = now.duration_since(modified).is_ok_and(|since| since > age);
        if (is_old || total > size) && File::open(&path).is_ok_and(|file| lock(&file).is_ok()) {
            let _ = fs::remove_file(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_journals_are_removed_and_so_are_too_many() {
        let folder = tempfile::tempdir().expect("folder");
        let now = SystemTime::now();
        let seconds = Duration::from_secs;
        let make = |name: &str, age: u64| {
            let path = folder.path().join(name);
            fs::write(&path, [0; 100]).expect("writable");
            File::options().write(true).open(&path).expect("there").set_modified(now - seconds(age)).expect("own file");
            path
        };
        let names = ["new.journal", "kept.journal", "second.journal", "third.journal", "busy.journal", "other"];
        let paths: Vec<PathBuf> = (1..).zip(names).map(|(age, name)| make(name, age * 10)).collect();
        let busy = File::open(&paths[4]).expect("there");
        lock(&busy).expect("free");
        let left = || paths.iter().map(|path| path.exists()).collect::<Vec<_>>();
        prune_within(folder.path(), &paths[1], now, seconds(1000), 200);
        assert_eq!(left(), [true, true, true, false, true, true]);
        prune_within(folder.path(), &paths[1], now, seconds(15), 200);
        assert_eq!(left(), [true, true, false, false, true, true]);
    }
}
