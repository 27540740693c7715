//! What can be wrong with files and commands, found before anything runs.

use super::bytes::bytes;
use super::options::Options;
use super::orders::{Order, adviser, orders};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// A file or command that cannot be used; displayed in ddSMT's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The input is missing or no regular file.
    Input,
    /// There is no command.
    NoCommand,
    /// The command is neither a regular file nor found in `PATH`.
    NoFile(OsString),
    /// The command may not be executed.
    NotExecutable(OsString),
    /// The output could not be written.
    Output(PathBuf),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[ddsmt] Error: ")?;
        match self {
            Fault::Input => f.write_str("input file is not a regular file"),
            Fault::NoCommand => f.write_str("No executable was specified as command"),
            Fault::NoFile(word) => {
                write!(f, "Command \"{}\" is not a regular file", word.to_string_lossy())
            }
            Fault::NotExecutable(word) => {
                write!(f, "Command \"{}\" is not executable", word.to_string_lossy())
            }
            Fault::Output(path) => {
                write!(f, "output file \"{}\" can not be written", path.display())
            }
        }
    }
}

impl std::error::Error for Fault {}

/// The programs to start, found once, so that a `PATH` that changes later
/// changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Programs {
    /// For the first word of every command, in the order of [`orders()`].
    pub checks: Vec<PathBuf>,
    /// For that of the command that gives hints, if there is one.
    pub adviser: Option<PathBuf>,
}

impl Programs {
    /// The files as they are now; others once one was replaced or rebuilt.
    pub fn stamps(&self) -> Vec<Option<(u64, i64, i64)>> {
        let stamp =
            |path: &PathBuf| fs::metadata(path).ok().map(|known| (known.ino(), known.ctime(), known.ctime_nsec()));
        self.checks.iter().map(stamp).collect()
    }
}

/// Checks the files of a reduction and finds its programs, in ddSMT's order.
pub fn programs(options: &Options) -> Result<Programs, Fault> {
    input(&options.input)?;
    let search = SearchPath::of_process();
    let program = |order: &Order| search.find(order.words.first().ok_or(Fault::NoCommand)?);
    let checks = orders(options).iter().map(program).collect::<Result<_, _>>()?;
    let adviser = adviser(options).as_ref().map(program).transpose()?;
    output(&options.output)?;
    Ok(Programs { checks, adviser })
}

/// Checks that the input is a regular file, through symbolic links.
pub fn input(path: &Path) -> Result<(), Fault> {
    if path.is_file() { Ok(()) } else { Err(Fault::Input) }
}

/// Checks that the output can be written, before hours were spent on it.
fn output(path: &Path) -> Result<(), Fault> {
    let folder = match path.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let writable = match path.exists() {
        true => !path.is_dir() && may_write(path),
        false => folder.is_dir() && may_write(folder),
    };
    if writable { Ok(()) } else { Err(Fault::Output(path.to_owned())) }
}

/// Where commands without a slash are looked for.
struct SearchPath {
    /// Looked into first, since callers name scripts that lie beside the input.
    current: PathBuf,
    folders: Vec<PathBuf>,
}

impl SearchPath {
    fn of_process() -> SearchPath {
        let path = env::var_os("PATH").unwrap_or_default();
        SearchPath { current: PathBuf::from("."), folders: env::split_paths(&path).collect() }
    }

    /// The file that a command's first word means. A bare name is an executable
    /// file in the current folder, else the first in `PATH`.
    fn find(&self, word: &OsStr) -> Result<PathBuf, Fault> {
        if bytes(word).contains(&b'/') {
            return executable(Path::new(word), word);
        }
        let here = executable(&self.current.join(word), word);
        if here.is_ok() || word.is_empty() {
            return here;
        }
        let mut elsewhere = self.folders.iter().map(|folder| folder.join(word));
        let found = elsewhere.find(|path| executable(path, word).is_ok());
        found.map_or(here, Ok)
    }
}

fn executable(path: &Path, word: &OsStr) -> Result<PathBuf, Fault> {
    if !path.is_file() {
        Err(Fault::NoFile(word.to_owned()))
    } else if !may_execute(path) {
        Err(Fault::NotExecutable(word.to_owned()))
    } else {
        Ok(path.to_owned())
    }
}

#[cfg(unix)]
fn may_execute(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

/// Without such a permission the start itself tells.
#[cfg(not(unix))]
fn may_execute(_: &Path) -> bool {
    true
}

#[cfg(unix)]
fn may_write(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(not(unix))]
fn may_write(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|m| !m.permissions().readonly())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;
    use tempfile::TempDir;

    /// Folders `here` and `there` with the files `NAME:MODE`.
    fn folders(files: &[(&str, u32)]) -> (TempDir, SearchPath) {
        let root = tempfile::tempdir().expect("a temporary folder");
        for folder in ["here", "there", "here/folder"] {
            fs::create_dir(root.path().join(folder)).expect("a new folder");
        }
        for (name, mode) in files {
            let path = root.path().join(name);
            fs::write(&path, "#!/bin/sh\n").expect("a new file");
            fs::set_permissions(&path, fs::Permissions::from_mode(*mode)).expect("own file");
        }
        let search = SearchPath { current: root.path().join("here"), folders: vec![root.path().join("there")] };
        (root, search)
    }

    #[test]
    fn bare_names_are_found_here_and_then_in_the_path() {
        let (root, search) = folders(&[
            ("here/both", 0o755),
            ("there/both", 0o755),
            ("there/far", 0o755),
            ("here/text", 0o644),
            ("here/shadow", 0o644),
            ("there/shadow", 0o755),
            ("there/text2", 0o644),
        ]);
        let rows = [
            ("both", Ok("here/both")),
            ("far", Ok("there/far")),
            ("shadow", Ok("there/shadow")),
            ("text", Err(Fault::NotExecutable("text".into()))),
            ("text2", Err(Fault::NoFile("text2".into()))),
            ("folder", Err(Fault::NoFile("folder".into()))),
            ("none", Err(Fault::NoFile("none".into()))),
            ("", Err(Fault::NoFile("".into()))),
        ];
        for (word, expected) in rows {
            let expected = expected.map(|path| root.path().join(path));
            assert_eq!(search.find(OsStr::new(word)), expected, "{word}");
        }
    }

    #[test]
    fn names_with_a_slash_are_not_searched() {
        let (root, search) = folders(&[("here/a", 0o755), ("there/b", 0o755)]);
        let path = |name: &str| root.path().join(name).into_os_string();
        assert_eq!(search.find(&path("here/a")), Ok(path("here/a").into()));
        let missing = path("here/b");
        assert_eq!(search.find(&missing), Err(Fault::NoFile(missing.clone())));
    }

    #[test]
    fn inputs_are_files_and_outputs_lie_in_folders() {
        let (root, _) = folders(&[("here/a", 0o644)]);
        let path = |name: &str| root.path().join(name);
        assert_eq!(input(&path("here/a")), Ok(()));
        for name in ["here", "here/none"] {
            assert_eq!(input(&path(name)), Err(Fault::Input), "{name}");
        }
        for name in ["here/a", "here/new"] {
            assert_eq!(output(&path(name)), Ok(()), "{name}");
        }
        for name in ["here", "none/new"] {
            assert_eq!(output(&path(name)), Err(Fault::Output(path(name))), "{name}");
        }
        assert_eq!(output(Path::new("/dev/null")), Ok(()));
    }

    #[test]
    fn faults_are_told_in_the_words_of_ddsmt() {
        let rows = [
            (Fault::Input, "input file is not a regular file"),
            (Fault::NoCommand, "No executable was specified as command"),
            (Fault::NoFile("X".into()), "Command \"X\" is not a regular file"),
            (Fault::NotExecutable("X".into()), "Command \"X\" is not executable"),
            (Fault::Output("X".into()), "output file \"X\" can not be written"),
        ];
        for (fault, text) in rows {
            assert_eq!(fault.to_string(), format!("[ddsmt] Error: {text}"));
        }
    }
}
