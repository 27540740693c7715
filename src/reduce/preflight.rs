//! What can be wrong with files and commands, found before anything runs.

use super::journal::TITLE;
use super::options::Options;
use super::os_bytes::{bytes, split_at_blanks};
use super::solver_commands::{CommandSpec, adviser, specs};
use crate::report::output::{folder_of, socket_of_ours, target};
use std::env;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io::Read;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// A file or command that cannot be used; displayed in ddSMT's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The input is missing or no regular file, and why.
    Input(PathBuf, &'static str),
    /// There is no command; what may be wrong with the command line, or nothing.
    NoCommand(String),
    /// The command is neither a regular file nor found in `PATH`; what may be
    /// wrong with the command line, or nothing.
    NoFile(OsString, String),
    /// The command may not be executed, and what helps.
    NotExecutable(OsString, String),
    /// The output could not be written, and why.
    Output(PathBuf, &'static str),
    /// Another file that must not be written there: what it is for, and why not.
    Other(&'static str, PathBuf, &'static str),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ddsmt: error: ")?;
        match self {
            Fault::Input(path, reason) => {
                write!(f, "input file is not a regular file: \"{}\": {reason}", path.display())
            }
            Fault::NoCommand(hint) => write!(f, "No executable was specified as command{hint}"),
            Fault::NoFile(word, hint) => {
                write!(f, "Command \"{}\" is not a regular file{hint}", word.to_string_lossy())
            }
            Fault::NotExecutable(word, hint) => {
                write!(f, "Command \"{}\" is not executable{hint}", word.to_string_lossy())
            }
            Fault::Output(path, reason) => {
                write!(f, "output file \"{}\" can not be written: {reason}", path.display())
            }
            Fault::Other(name, path, reason) => {
                write!(f, "{name} \"{}\" can not be written: {reason}", path.display())
            }
        }
    }
}

impl std::error::Error for Fault {}

/// What may be wrong where a command is no file.
const ORDER: &str = ": the order is <infile> <outfile> <cmd>";
const FORGOTTEN: &str = ": the second file is a program: is <outfile> missing? The order is <infile> <outfile> <cmd>";
const QUOTED: &str = ": leave the quotes off, so that the command and its options are words of their own";
const CHMOD: &str = ": chmod +x makes it so";
const LATE_OPTION: &str = ": options stand before <infile>";
const NOT_IN_PATH: &str = ", here or in PATH";

/// The programs to start, found once, so that a `PATH` that changes later
/// changes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Programs {
    /// For the first word of every command, in the order of [`specs()`].
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
    let programs = commands(options)?;
    output(&options.output)?;
    spares_what_is_needed(options, &programs)?;
    Ok(programs)
}

/// Finds the programs of a reduction.
pub fn commands(options: &Options) -> Result<Programs, Fault> {
    let search = SearchPath::of_process();
    let program = |spec: &CommandSpec| search.find(spec.words.first().ok_or(Fault::NoCommand(ORDER.into()))?);
    let is_program = |path: &Path| path.is_file() && is_program(path);
    let is_turned = is_program(&options.input);
    let is_forgotten =
        is_program(&options.output) || !options.output.exists() && search.find(options.output.as_os_str()).is_ok();
    let advised = |fault: Fault| match fault {
        _ if is_forgotten && is_about_command(&fault) => fault.with(FORGOTTEN),
        Fault::NoFile(..) | Fault::NotExecutable(..) if is_turned => fault.with(ORDER),
        fault => fault,
    };
    let checks = specs(options).iter().map(program).collect::<Result<_, _>>().map_err(advised)?;
    let adviser = adviser(options).as_ref().map(program).transpose()?;
    if let Some(launcher) = &options.settings.launcher {
        split_at_blanks(launcher).first().map(|word| search.find(word)).transpose()?;
    }
    Ok(Programs { checks, adviser })
}

/// The program of this name in `PATH`.
pub(super) fn found_in_path(name: &str) -> Option<PathBuf> {
    let search = SearchPath::of_process();
    search.folders.iter().map(|folder| folder.join(name)).find(|path| executable(path, name.as_ref()).is_ok())
}

/// Refuses an output that is one of the programs, and a file of ours that is one of them,
/// the input, the output or another one: writing it would destroy what the run needs.
fn spares_what_is_needed(options: &Options, programs: &Programs) -> Result<(), Fault> {
    // Devices may be both: nothing is lost in /dev/null.
    let is = |one: &Path, other: &Path| target(one) == target(other) && (one.is_file() || !one.exists());
    let is_program = |path: &Path| programs.checks.iter().chain(&programs.adviser).any(|program| is(program, path));
    if is_program(&options.output) {
        return Err(Fault::Output(options.output.clone(), "it is the command; the order is <infile> <outfile> <cmd>"));
    }
    let files = options.settings.files();
    for (i, (name, path)) in files.iter().enumerate() {
        let reason = match path {
            path if is(path, &options.input) => "it is the input file",
            path if is(path, &options.output) => "it is the output file",
            path if is_program(path) => "it is the command",
            path if *name == "journal" && !is_journal(path) => "it is no journal",
            path if files[..i].iter().any(|(_, other)| is(path, other)) => "it is another file of this run",
            _ => continue,
        };
        return Err(Fault::Other(name, path.to_path_buf(), reason));
    }
    Ok(())
}

impl Fault {
    /// The same with another hint.
    fn with(self, hint: &str) -> Fault {
        match self {
            Fault::NoCommand(_) => Fault::NoCommand(hint.into()),
            Fault::NoFile(word, _) => Fault::NoFile(word, hint.into()),
            Fault::NotExecutable(word, _) => Fault::NotExecutable(word, hint.into()),
            fault => fault,
        }
    }
}

fn is_about_command(fault: &Fault) -> bool {
    matches!(fault, Fault::NoCommand(_) | Fault::NoFile(..) | Fault::NotExecutable(..))
}

/// The first bytes of a file, as far as they are no blanks.
fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = [0; 64];
    let read = fs::File::open(path).and_then(|mut file| file.read(&mut bytes));
    bytes[..read.unwrap_or(0)].trim_ascii_start().to_vec()
}

/// Whether a file may be written over by a journal: one, or nothing.
fn is_journal(path: &Path) -> bool {
    let start = if path.is_file() { beginning(path) } else { Vec::new() };
    start.is_empty() || start.starts_with(TITLE)
}

/// Whether a file looks like SMT-LIB: on some disks every file may be executed.
fn is_script(path: &Path) -> bool {
    let start = beginning(path);
    start.is_empty() || b"(;".contains(&start[0])
}

/// Checks that the input is a regular file, through symbolic links.
pub fn input(path: &Path) -> Result<(), Fault> {
    let reason = match fs::metadata(path) {
        Ok(known) if known.is_file() => return Ok(()),
        Ok(known) if known.is_dir() => "it is a folder",
        Ok(_) => "it could be read only once",
        Err(_) => "there is no such file",
    };
    Err(Fault::Input(path.to_owned(), reason))
}

/// Checks that the output can be written, before hours were spent on it.
pub fn output(path: &Path) -> Result<(), Fault> {
    let target = target(path);
    let folder = folder_of(&target);
    let known = fs::metadata(path);
    let is_special = known.as_ref().is_ok_and(|known| !known.is_file() && !known.is_dir());
    let is_socket = known.as_ref().is_ok_and(|known| known.file_type().is_socket());
    // What may not be opened for writing (an append-only file) is not written.
    let may_open = || fs::File::options().write(true).open(&target).is_ok();
    let reason = match known.is_ok() {
        true if target.is_dir() => "it is a folder",
        true if target.is_file() && is_program(&target) => {
            "it is a program: is <outfile> missing? The order is <infile> <outfile> <cmd>"
        }
        true if is_socket && socket_of_ours(path).is_err() => "it is a socket",
        true if is_special && may_write(path) || !is_special && may_open() => return Ok(()),
        false if !folder.is_dir() => "there is no such folder",
        false if may_write(folder) => return Ok(()),
        _ => "no permission",
    };
    Err(Fault::Output(path.to_owned(), reason))
}

/// Whether a file is a program that must not be written over.
fn is_program(path: &Path) -> bool {
    let start = beginning(path);
    start.starts_with(b"#!") || start.starts_with(b"\x7fELF") || may_execute(path) && !is_script(path)
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
            let found = executable(Path::new(word), word);
            return if found.is_err() && self.is_quoted(word) {
                found.map_err(|fault| fault.with(QUOTED))
            } else {
                found
            };
        }
        let here = executable(&self.current.join(word), word);
        if here.is_ok() || word.is_empty() {
            return here;
        }
        let mut elsewhere = self.folders.iter().map(|folder| folder.join(word));
        let found = elsewhere.find(|path| executable(path, word).is_ok());
        found.map_or(here, Ok).map_err(|fault| match fault {
            Fault::NoFile(word, _) if bytes(&word).starts_with(b"-") => Fault::NoFile(word, LATE_OPTION.into()),
            fault @ Fault::NoFile(_, _) if self.is_quoted(word) => fault.with(QUOTED),
            fault @ Fault::NoFile(_, _) => fault.with(NOT_IN_PATH),
            fault => fault,
        })
    }

    /// Whether the first of several words would be a command.
    fn is_quoted(&self, word: &OsStr) -> bool {
        let words = split_at_blanks(word);
        words.len() > 1 && self.find(&words[0]).is_ok()
    }
}

fn executable(path: &Path, word: &OsStr) -> Result<PathBuf, Fault> {
    if !path.is_file() {
        let hint = match path.is_dir() {
            _ if word.is_empty() => "",
            true => ": it is a folder",
            false => ": there is no such file",
        };
        Err(Fault::NoFile(word.to_owned(), hint.into()))
    } else if !may_execute(path) {
        Err(Fault::NotExecutable(word.to_owned(), CHMOD.into()))
    } else {
        Ok(path.to_owned())
    }
}

fn may_execute(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

fn may_write(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
}

#[cfg(test)]
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
            ("text", Err(Fault::NotExecutable("text".into(), CHMOD.into()))),
            ("text2", Err(Fault::NoFile("text2".into(), NOT_IN_PATH.into()))),
            ("folder", Err(Fault::NoFile("folder".into(), NOT_IN_PATH.into()))),
            ("none", Err(Fault::NoFile("none".into(), NOT_IN_PATH.into()))),
            ("--late", Err(Fault::NoFile("--late".into(), LATE_OPTION.into()))),
            ("", Err(Fault::NoFile("".into(), String::new()))),
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
        assert_eq!(search.find(&missing), Err(Fault::NoFile(missing.clone(), ": there is no such file".into())));
    }

    #[test]
    fn inputs_are_files_and_outputs_lie_in_folders() {
        let (root, _) = folders(&[]);
        let path = |name: &str| root.path().join(name);
        fs::write(path("here/a"), "(check-sat)\n").expect("a new file");
        assert_eq!(input(&path("here/a")), Ok(()));
        for (name, reason) in [("here", "it is a folder"), ("here/none", "there is no such file")] {
            assert_eq!(input(&path(name)), Err(Fault::Input(path(name), reason)));
        }
        for name in ["here/a", "here/new"] {
            assert_eq!(output(&path(name)), Ok(()), "{name}");
        }
        for (name, reason) in [("here", "it is a folder"), ("none/new", "there is no such folder")] {
            assert_eq!(output(&path(name)), Err(Fault::Output(path(name), reason)), "{name}");
        }
        assert_eq!(output(Path::new("/dev/null")), Ok(()));
    }

    #[test]
    fn faults_are_told_in_the_words_of_ddsmt() {
        let rows = [
            (Fault::Input("X".into(), "no"), "input file is not a regular file: \"X\": no"),
            (Fault::NoCommand(String::new()), "No executable was specified as command"),
            (Fault::NoFile("X".into(), String::new()), "Command \"X\" is not a regular file"),
            (
                Fault::NoFile("X".into(), ORDER.into()),
                "Command \"X\" is not a regular file: the order is <infile> <outfile> <cmd>",
            ),
            (Fault::NotExecutable("X".into(), String::new()), "Command \"X\" is not executable"),
            (Fault::Output("X".into(), "no permission"), "output file \"X\" can not be written: no permission"),
        ];
        for (fault, text) in rows {
            assert_eq!(fault.to_string(), format!("ddsmt: error: {text}"));
        }
    }
}
