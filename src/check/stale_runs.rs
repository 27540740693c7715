//! Files and processes that a killed run of ddsmt leaves behind, and the records by which the next start finds them.
//!
//! Every run has a record: a file that appears whole, is locked while the run lives, and names everything that the run
//! will make before it makes it. What no record names is never touched, whatever it is called. A record counts only if
//! it is a regular file of this user, readable by this user alone, with one name. Its run has ended only if the lock is
//! free and either no process with its number and start time is left, or the machine has been restarted since. Where
//! there are no locks, the record says so, and the process alone decides, which other containers do not see.

use crate::check::removal::remove;
use crate::check::system::{self, Orphan};
use crate::files;
use rustix::fs::{Mode, OFlags, fstat, open};
use rustix::process::geteuid;
use serde::{Deserialize, Serialize};
use std::collections::hash_map::RandomState;
use std::ffi::OsString;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The beginning of every name that ddsmt gives. It helps to find records and proves nothing.
pub const PREFIX: &str = "ddsmt-";

/// The end of the name of a record.
const SUFFIX: &str = ".run";

const TITLE: &str = "ddsmt run record 2";

/// Size limit of a record in bytes, which no record reaches.
const MAX_RECORD: u64 = 1 << 20;

/// The record of the current run; removed when it is dropped.
#[derive(Debug)]
pub struct RunRecord {
    /// The name of the run, which all its processes carry in their environment.
    pub name: String,
    planned: Vec<PathBuf>,
    path: PathBuf,
    _locked: File,
}

/// Returns a name that no other run has.
#[must_use]
pub fn unique_name() -> String {
    format!("{PREFIX}{:016x}", RandomState::new().build_hasher().finish())
}

impl RunRecord {
    /// Writes the record of a run with this name, which will make the files and folders `planned`, into the
    /// first of `folders` where this succeeds. Fails if none is left; the message names the last one.
    pub fn create(name: String, planned: &[PathBuf], folders: &[PathBuf]) -> io::Result<RunRecord> {
        let text = |is_locked| Facts { is_locked, ..Facts::of_us() }.record(&name, planned);
        let mut failed = io::Error::from(io::ErrorKind::NotFound);
        for folder in folders {
            let path = folder.join(format!("{name}{SUFFIX}"));
            match appear(&path, text) {
                Ok(file) => return Ok(RunRecord { name, planned: planned.to_vec(), path, _locked: file }),
                Err(error) => failed = io::Error::new(error.kind(), format!("{}: {error}", folder.display())),
            }
        }
        Err(failed)
    }

    /// Removes the record, unless a file or folder that it names is left: then the next start tries again.
    pub fn discard(&self) {
        if self.planned.iter().all(|path| path.symlink_metadata().is_err()) {
            // If this fails, the next start finds no planned file and removes the record.
            let _ = fs::remove_file(&self.path);
        }
    }
}

impl Drop for RunRecord {
    fn drop(&mut self) {
        self.discard();
    }
}

/// Makes a locked file that holds its text from the moment it has a name, if the system can do that.
fn appear(path: &Path, text: impl Fn(bool) -> Vec<u8>) -> io::Result<File> {
    let private = Mode::RUSR | Mode::WUSR;
    let fill = |file: OwnedFd| {
        let mut file = File::from(file);
        let is_locked = files::lock(&file).is_ok();
        file.write_all(&text(is_locked)).map(|()| file)
    };
    let folder = path.parent().unwrap_or(Path::new("."));
    if let Ok(file) = files::open_unnamed(folder, private).and_then(fill)
        && files::give_name(&file, path).is_ok()
    {
        return Ok(file);
    }
    let named = open(path, OFlags::CREATE | OFlags::EXCL | OFlags::RDWR | OFlags::CLOEXEC, private)?;
    fill(named).inspect_err(|_| _ = fs::remove_file(path))
}

/// Removes the files and folders of ended runs whose records lie in these folders, and ends the solvers that
/// carry their names.
///
/// If a file cannot be removed, its record stays, and the next start tries again.
pub fn clean(folders: &[PathBuf]) {
    for folder in folders {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let is_record = |name: &[u8]| name.starts_with(PREFIX.as_bytes()) && name.ends_with(SUFFIX.as_bytes());
        for entry in entries.filter(|entry| is_record(entry.file_name().as_encoded_bytes())) {
            clean_after(&entry.path());
        }
    }
}

fn clean_after(path: &Path) {
    let Some((_locked, facts)) = ended_run(path) else { return };
    end_marked(&facts.name);
    // The files of a run in another container are cleaned up there.
    let sees_all = facts.boot != system::boot() || facts.mounts == system::namespace("mnt");
    let planned = facts.planned.iter().map(Path::new).filter(|path| path.symlink_metadata().is_ok());
    let mut is_clean = true;
    for planned in planned {
        let is_ours = planned.symlink_metadata().is_ok_and(|known| known.uid() == geteuid().as_raw());
        is_clean &= is_ours && remove(planned).is_ok();
    }
    if is_clean && sees_all {
        let _ = fs::remove_file(path);
    }
}

/// Returns the locked record at this path and its facts, if its run has ended.
fn ended_run(path: &Path) -> Option<(File, Facts)> {
    // A link must not lead elsewhere, nor a pipe block.
    let flags = OFlags::RDWR | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let file = File::from(open(path, flags, Mode::empty()).ok()?);
    files::lock(&file).ok()?;
    let stat = fstat(&file).ok()?;
    let is_ours = stat.st_mode == 0o100_600 && stat.st_uid == geteuid().as_raw() && stat.st_nlink == 1;
    let mut text = Vec::new();
    (&file).take(MAX_RECORD).read_to_end(&mut text).ok().filter(|_| is_ours)?;
    let facts = Facts::read(&text)?;
    (facts.name == path.file_name()?.to_str()?.strip_suffix(SUFFIX)? && facts.has_ended()).then_some((file, facts))
}

/// Ends the processes that carry the name of a run.
fn end_marked(name: &str) {
    for pid in system::all_processes() {
        if matches!(system::inspect(pid), Orphan::Marked(mark) if system::mark_has_run(&mark, name.as_bytes())) {
            system::kill_orphan(pid);
        }
    }
}

/// The content of a record, as JSON: a record that was cut off is invalid.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Facts {
    title: String,
    is_locked: bool,
    uid: String,
    host: String,
    boot: String,
    /// The namespaces of processes (`pids`) and of mounts (`mounts`).
    pids: String,
    mounts: String,
    process: String,
    start: String,
    name: String,
    planned: Vec<OsString>,
}

impl Facts {
    fn of_us() -> Facts {
        Facts {
            title: TITLE.into(),
            uid: geteuid().as_raw().to_string(),
            host: system::host(),
            boot: system::boot(),
            pids: system::namespace("pid"),
            mounts: system::namespace("mnt"),
            process: std::process::id().to_string(),
            start: system::start_time(std::process::id()).unwrap_or_default(),
            ..Facts::default()
        }
    }

    fn record(&self, name: &str, planned: &[PathBuf]) -> Vec<u8> {
        let planned = planned.iter().map(|path| path.clone().into_os_string()).collect();
        // Every field has a form in JSON, so this does not fail.
        serde_json::to_vec(&Facts { name: name.into(), planned, ..self.clone() }).unwrap_or_default()
    }

    fn read(text: &[u8]) -> Option<Facts> {
        let is_ours = |facts: &Facts| facts.title == TITLE && facts.uid == geteuid().as_raw().to_string();
        serde_json::from_slice(text).ok().filter(is_ours)
    }

    /// Whether the run has ended, given that its lock is free. The lock alone says little on a file system
    /// that several machines share.
    fn has_ended(&self) -> bool {
        if self.boot != system::boot() {
            return self.host == system::host();
        }
        let lives = || self.process.parse().ok().and_then(system::start_time).as_ref() == Some(&self.start);
        if self.pids == system::namespace("pid") && !self.start.is_empty() { !lives() } else { self.is_locked }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::system::MARK;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Child, Command};
    use tempfile::TempDir;

    fn marked(mark: &str) -> Child {
        Command::new("/bin/sleep").arg("1000").env(MARK, format!("{mark}/0000")).spawn().expect("sleep")
    }

    /// Makes the record of an ended run in `base`, and the folder that it names.
    fn dead_run(base: &Path, facts: &Facts) -> (String, PathBuf, PathBuf) {
        let name = unique_name();
        let folder = base.join(&name);
        fs::create_dir_all(folder.join("0000/deep")).expect("a folder");
        let record = base.join(format!("{name}{SUFFIX}"));
        drop(appear(&record, |_| facts.record(&name, std::slice::from_ref(&folder))).expect("a record"));
        (name, folder, record)
    }

    fn facts_of_a_dead_run() -> Facts {
        Facts { is_locked: true, start: "1".into(), ..Facts::of_us() }
    }

    #[test]
    #[cfg_attr(feature = "portable", ignore = "a process that leaves its group is not found")]
    fn what_a_killed_run_left_behind_is_cleaned_up() {
        let base = TempDir::new().expect("a folder");
        let (name, folder, record) = dead_run(base.path(), &facts_of_a_dead_run());
        let alive = unique_name();
        let mut orphan = marked(&name);
        let mut solver = marked(&alive);
        let bases = [base.path().to_owned()];
        let kept = base.path().join("planned");
        fs::create_dir(&kept).expect("a folder");
        let running = RunRecord::create(alive, std::slice::from_ref(&kept), &bases).expect("a record");
        clean(&bases);
        assert_eq!(orphan.wait().expect("orphan").signal(), Some(9));
        assert_eq!(solver.try_wait().expect("solver"), None);
        assert_eq!([&folder, &record, &kept, &running.path].map(|path| path.exists()), [false, false, true, true]);
        solver.kill().expect("solver");
        solver.wait().expect("solver");
    }

    #[test]
    fn files_without_a_record_of_ddsmt_stay() {
        let base = TempDir::new().expect("a folder");
        for name in ["ddsmt-results", "ddsmt-abc123", "ddsmt-0123456789abcdef"] {
            fs::create_dir(base.path().join(name)).expect("a folder");
            fs::write(base.path().join(name).join("owner"), "").expect("a file");
        }
        fs::create_dir(base.path().join("ddsmt-empty")).expect("a folder");
        fs::write(base.path().join(".ddsmt-notes"), "notes").expect("a file");
        fs::write(base.path().join("ddsmt-notes.run"), "went well").expect("a file");
        let before = fs::read_dir(base.path()).expect("a folder").count();
        clean(&[base.path().to_owned()]);
        assert_eq!(fs::read_dir(base.path()).expect("a folder").count(), before);
    }

    /// A change to a record: its name, and a function that makes it.
    type Spoiling = (&'static str, fn(&Path));

    #[test]
    fn a_forged_record_is_ignored() {
        let facts = facts_of_a_dead_run();
        let spoil: [Spoiling; 4] = [
            ("readable", |record| fs::set_permissions(record, fs::Permissions::from_mode(0o644)).expect("ours")),
            ("linked", |record| fs::hard_link(record, record.with_extension("other")).expect("a link")),
            ("renamed", |record| fs::rename(record, record.with_file_name("ddsmt-x.run")).expect("ours")),
            ("a pipe", |record| {
                fs::remove_file(record).expect("ours");
                assert!(Command::new("mkfifo").arg(record).status().expect("mkfifo").success());
            }),
        ];
        for (what, spoil) in spoil {
            let base = TempDir::new().expect("a folder");
            let (_, folder, record) = dead_run(base.path(), &facts);
            spoil(&record);
            clean(&[base.path().to_owned()]);
            assert!(folder.exists(), "{what}");
        }
    }

    #[test]
    #[cfg_attr(feature = "portable", ignore = "the lock of the record alone tells")]
    fn a_run_has_ended_only_where_nothing_speaks_against_it() {
        let us = Facts { is_locked: true, ..Facts::of_us() };
        let elsewhere = Facts { pids: "pid:[1]".into(), ..us.clone() };
        let rows = [
            ("we live", us.clone(), false),
            ("the number was given again", Facts { start: "1".into(), ..us.clone() }, true),
            ("another container", elsewhere.clone(), true),
            ("another container without locks", Facts { is_locked: false, ..elsewhere }, false),
            ("no /proc, no locks", Facts { is_locked: false, start: String::new(), ..us.clone() }, false),
            ("the machine was started anew", Facts { boot: "other".into(), ..us.clone() }, true),
            ("another machine", Facts { boot: "other".into(), host: "other".into(), ..us }, false),
        ];
        for (what, facts, has_ended) in rows {
            assert_eq!(facts.has_ended(), has_ended, "{what}");
        }
    }
}
