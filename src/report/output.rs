//! The output file: always there, whole, and the best so far.
//!
//! A thread of its own writes the newest script into a file without a name and puts this file into the place of
//! the old one, so that neither a kill nor a slow disk costs a check or leaves half a file. A file that cannot
//! be replaced (a mount point, or that of another user) is written in place, and one that cannot be written
//! twice (a pipe) is written once; both at the end.

use crate::files;
use crate::sexpr::Script;
use rustix::fs::{Gid, Mode, OFlags, Uid, fchown, fcntl_getfl, fcntl_setfl, open};
use rustix::io::Errno;
use rustix::process::geteuid;
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The least time between two versions: to replace a file makes some systems write to the disk.
const PAUSE: Duration = Duration::from_millis(50);

/// The time between two looks whether a pipe has a reader.
const READER_POLL: Duration = Duration::from_millis(20);

/// Keeps the output file up to date.
pub struct Output {
    place: OutputPath,
    /// Sends versions to the thread that writes them; `None` ends the thread.
    writer: Option<(Sender<Option<Script>>, JoinHandle<()>)>,
}

impl Output {
    /// Opens the output. `before` is called with each version that is about to be written, on the writing thread.
    pub fn new(place: OutputPath, before: impl Fn(&Script) + Send + 'static) -> io::Result<Output> {
        let writer = if place.is_replaced() {
            let (versions, offered) = channel();
            let place = place.clone();
            let work = move || write_offered(&offered, &place, before);
            Some((versions, thread::Builder::new().name("output".into()).spawn(work)?))
        } else {
            None
        };
        Ok(Output { place, writer })
    }

    /// Writes this version unless a newer one comes before its turn.
    pub fn offer(&self, version: &Script) {
        if let Some((versions, _)) = &self.writer {
            // The last version is written in any case.
            let _ = versions.send(Some(version.clone()));
        }
    }

    /// Writes this text and waits until it is safely on the disk.
    pub fn finish(&mut self, text: &[u8]) -> io::Result<()> {
        self.stop();
        self.place.write(&[text], true)
    }

    fn stop(&mut self) {
        if let Some((versions, thread)) = self.writer.take() {
            let _ = versions.send(None);
            // The thread does not panic; if it did, the caller would still write the last version.
            let _ = thread.join();
        }
    }
}

impl Drop for Output {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Writes the newest of the offered versions, again and again.
fn write_offered(offered: &Receiver<Option<Script>>, place: &OutputPath, before: impl Fn(&Script)) {
    let (mut is_told, mut due) = (false, Instant::now());
    while let Ok(Some(mut version)) = offered.recv() {
        while let Ok(newer) = offered.recv_timeout(due.saturating_duration_since(Instant::now())) {
            let Some(newer) = newer else { return };
            version = newer;
        }
        before(&version);
        // A lasting error occurs again for the last version, where it ends the run with an error.
        if let Err(error) = place.write(&version.slices().collect::<Vec<_>>(), false)
            && !std::mem::replace(&mut is_told, true)
        {
            log::warn!("{}: {error}: it does not hold the best so far", place.path.display());
        }
        due = Instant::now() + PAUSE;
    }
}

/// Where the output is, and how it is written.
#[derive(Clone, Debug)]
pub struct OutputPath {
    /// The path as the user has named it.
    path: PathBuf,
    /// The file behind all links; none where the path leads to a pipe or a device.
    file: Option<PathBuf>,
    /// The path of a new version until it replaces the file.
    pub beside: PathBuf,
    /// Set when ddsmt no longer waits for a reader of a pipe.
    gives_up: Arc<AtomicBool>,
}

impl OutputPath {
    /// Returns the output at `path`. A new version lies for a moment beside the file to which the path leads,
    /// under the name `beside`.
    pub fn new(path: PathBuf, beside: &str) -> OutputPath {
        let target = target(&path);
        let is_file = !is_stream(&path) && fs::metadata(&path).map_or(true, |known| known.is_file());
        let beside = folder_of(&target).join(beside);
        OutputPath { path, beside, file: is_file.then_some(target), gives_up: Arc::default() }
    }

    /// Returns the flag that is to be set when ddsmt shall no longer wait for a reader of a pipe.
    pub fn gives_up(&self) -> Arc<AtomicBool> {
        self.gives_up.clone()
    }

    /// Whether new versions replace old ones, so that there may be many versions.
    fn is_replaced(&self) -> bool {
        let Some(file) = &self.file else { return false };
        let Ok(known) = fs::metadata(file) else { return true };
        let tried = self.new_version(Some(&known), true);
        if let Ok((_, false)) = &tried {
            let _ = fs::remove_file(&self.beside);
        }
        // An error that forbids to create a file says nothing about writing an old one.
        let is_forbidden = tried.is_err_and(|error| {
            matches!(error.kind(), io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem)
        });
        may_be_replaced(file, &known) && !is_forbidden
    }

    /// Writes a text, given in parts: replaces the file where it can be replaced, else writes in place.
    fn write(&self, text: &[&[u8]], sync: bool) -> io::Result<()> {
        let Some(path) = self.file.as_deref().filter(|_| self.is_replaced()) else {
            return self.write_in_place(text);
        };
        let known = fs::metadata(path).ok();
        let replaced = match self.write_beside(text, known.as_ref(), sync) {
            // An old file with the name of the new version could not be removed.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => self.write_in_place(text),
            Err(error) => Err(error),
            Ok(()) => match fs::rename(&self.beside, path) {
                // On a full disk, writing in place would destroy the old content.
                Err(error) if !files::is_full(&error) => self.write_in_place(text),
                result => result,
            },
        };
        // The new version may still have its own name.
        let _ = fs::remove_file(&self.beside);
        replaced
    }

    /// Writes a new version beside the file. The version has no name until it is whole, where a name can be
    /// given later.
    fn write_beside(&self, text: &[&[u8]], known: Option<&Metadata>, sync: bool) -> io::Result<()> {
        for may_be_hidden in [true, false] {
            let (mut file, is_hidden) = self.new_version(known, may_be_hidden)?;
            fill(&mut file, text)?;
            if let Some(known) = known {
                file.set_permissions(fs::Permissions::from_mode(known.mode() & 0o7777))?;
            }
            if sync {
                file.sync_all()?;
            }
            if !is_hidden || files::give_name(&file, &self.beside).is_ok() {
                break;
            }
        }
        Ok(())
    }

    /// Returns a new file for a version, and whether it has no name yet. If the version replaces a file, it has
    /// the same owner, and at first nobody else may read it.
    fn new_version(&self, known: Option<&Metadata>, may_be_hidden: bool) -> io::Result<(File, bool)> {
        // The user's mask applies to this mode as to every new file.
        let mode = Mode::from_raw_mode(if known.is_some() { 0o600 } else { 0o666 });
        let flags = OFlags::RDWR | OFlags::CLOEXEC;
        let hidden = if may_be_hidden {
            files::open_unnamed(folder_of(&self.beside), mode)
        } else {
            Err(io::ErrorKind::Unsupported.into())
        };
        let is_hidden = hidden.is_ok();
        let named = || open(&self.beside, flags | OFlags::CREATE | OFlags::EXCL, mode);
        let file = File::from(hidden.or_else(|_| named())?);
        let made = file.metadata()?;
        if let Some(known) = known
            && (made.uid(), made.gid()) != (known.uid(), known.gid())
            && let Err(error) = fchown(&file, Some(Uid::from_raw(known.uid())), Some(Gid::from_raw(known.gid())))
        {
            if !is_hidden {
                let _ = fs::remove_file(&self.beside);
            }
            return Err(error.into());
        }
        Ok((file, is_hidden))
    }

    fn write_in_place(&self, text: &[&[u8]]) -> io::Result<()> {
        let kind = fs::metadata(&self.path).ok().map(|known| known.file_type());
        let mut file = match kind {
            Some(kind) if kind.is_fifo() => self.open_pipe()?,
            Some(kind) if kind.is_socket() => stream_of_ours(&self.path)?,
            // Appending keeps what is in the file, and what others write to it.
            Some(_) if is_stream(&self.path) => match stream_of_ours(&self.path) {
                Ok(stream) => stream,
                Err(_) => File::options().append(true).open(&self.path)?,
            },
            _ => File::options().write(true).create(true).truncate(true).open(&self.path)?,
        };
        fill(&mut file, text)
    }

    /// Opens a pipe as soon as it has a reader.
    fn open_pipe(&self) -> io::Result<File> {
        loop {
            match open(&self.path, OFlags::WRONLY | OFlags::NONBLOCK | OFlags::CLOEXEC, Mode::empty()) {
                Err(Errno::NXIO) if self.gives_up.load(Ordering::Relaxed) => {
                    return Err(io::Error::other("nobody reads this pipe"));
                }
                Err(Errno::NXIO) => thread::sleep(READER_POLL),
                opened => {
                    let pipe = opened?;
                    fcntl_setfl(&pipe, OFlags::empty())?;
                    return Ok(pipe.into());
                }
            }
        }
    }
}

fn fill(file: &mut File, text: &[&[u8]]) -> io::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 16, file);
    text.iter().try_for_each(|part| file.write_all(part))?;
    file.flush()
}

/// Whether a path names a stream that is already open; it may be a file.
fn is_stream(path: &Path) -> bool {
    ["/dev/fd", "/proc/self/fd", "/dev/stdout", "/dev/stderr"].iter().any(|stream| path.starts_with(stream))
}

/// Returns ddsmt's own stream at a path such as `/dev/stdout`: a socket there cannot be opened, and a file
/// would be written from its beginning. Fails if it is neither ddsmt's standard nor its error output.
pub fn stream_of_ours(path: &Path) -> io::Result<File> {
    let known = fs::metadata(path)?;
    let ours = [io::stdout().as_fd().try_clone_to_owned()?, io::stderr().as_fd().try_clone_to_owned()?];
    let is_it = |file: &File| file.metadata().is_ok_and(|it| (it.dev(), it.ino()) == (known.dev(), known.ino()));
    let found = ours.into_iter().map(File::from).find(is_it);
    found.ok_or_else(|| io::Error::other("it is neither our standard nor our error output"))
}

/// Whether a path names a stream of ours that was closed when we started: the runtime has opened `/dev/null` there,
/// for reading, too, as nobody does who wants nothing but to throw an output away.
pub fn is_closed(path: &Path) -> bool {
    let is_null = |known: Metadata| fs::metadata("/dev/null").is_ok_and(|null| null.rdev() == known.rdev());
    let is_readable = |stream: File| fcntl_getfl(stream).is_ok_and(|flags| flags.contains(OFlags::RDWR));
    is_stream(path) && fs::metadata(path).is_ok_and(is_null) && stream_of_ours(path).is_ok_and(is_readable)
}

/// Whether another file may be renamed to this one, as far as its folder and its owner decide: it is no mount
/// point, and no sticky folder protects it.
fn may_be_replaced(file: &Path, known: &Metadata) -> bool {
    let Ok(folder) = fs::metadata(folder_of(file)) else { return false };
    let us = geteuid();
    let is_protected =
        folder.mode() & 0o1000 != 0 && ![known.uid(), folder.uid()].contains(&us.as_raw()) && !us.is_root();
    !is_protected && !files::is_mount_point(file)
}

/// Writes a file of ddsmt's own in place of what has its name: a link is replaced and not followed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file =
        tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder_of(path))?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Writes what the user has named: the file behind all links, or a pipe or a device itself.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = format!(".ddsmt-{}.new", process::id());
    OutputPath::new(path.to_owned(), &beside).write(&[bytes], false)
}

/// Returns the file to which a path leads through symbolic links, whether it exists or not.
pub fn target(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    // Links may lead to each other, so their number is limited.
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&path) else { break };
        path = folder_of(&path).join(next);
    }
    let folder = fs::canonicalize(folder_of(&path));
    folder.ok().zip(path.file_name()).map_or(path.clone(), |(folder, name)| folder.join(name))
}

/// Largest number of links that are followed one after the other, the same as that of the system.
const MAX_LINKS: usize = 40;

/// Returns the folder that holds what is at this path; the current one if the path names none.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sexpr::{Gaps, parse};

    #[test]
    fn the_newest_version_is_what_remains() {
        let folder = tempfile::tempdir().expect("folder");
        let path = folder.path().join("out.smt2");
        let place = OutputPath::new(path.clone(), ".beside");
        let mut output = Output::new(place, |_| {}).expect("a thread");
        for i in 0..100 {
            output.offer(&parse(&vec![b'a'; i], Gaps::Canonical).expect("a symbol"));
        }
        output.finish(b"last").expect("writable");
        assert_eq!(fs::read(&path).expect("written"), b"last");
        assert_eq!(fs::read_dir(folder.path()).expect("folder").count(), 1, "nothing is left beside it");
    }
}
