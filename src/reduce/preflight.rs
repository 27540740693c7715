//! Checks of files and commands before anything runs.

use super::journal::TITLE;
use super::options::{Options, split_at_blanks};
use super::solver_commands::{CommandSpec, Role, adviser, specs};
use crate::report::diffs;
use crate::report::output::{folder_of, is_closed, stream_of_ours, target};
use std::borrow::Cow;
use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};

/// A file or command that cannot be used, with a hint; displayed in ddSMT's words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    what: String,
    hint: Cow<'static, str>,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ddsmt: error: {}{}", self.what, self.hint)
    }
}

impl std::error::Error for Fault {}

impl Fault {
    fn new(what: String, hint: &'static str) -> Fault {
        Fault { what, hint: hint.into() }
    }

    fn unwritable(name: &str, path: &Path, reason: &str) -> Fault {
        Fault::new(format!("{name} \"{}\" can not be written: {reason}", path.display()), "")
    }

    /// Returns the fault with another hint.
    pub fn with(self, hint: impl Into<Cow<'static, str>>) -> Fault {
        Fault { hint: hint.into(), ..self }
    }
}

/// The hint where there is no output file.
pub const SIGNATURE_ORDER: &str = "; with --signature the order is <infile> <cmd>";

/// What messages call the output.
pub const OUTPUT: &str = "output file";

/// Hints about a command that is no file.
const ORDER: &str = ": the order is <infile> <outfile> <cmd>";
const FORGOTTEN: &str = ": the second file is a program: is <outfile> missing? The order is <infile> <outfile> <cmd>";
const QUOTED: &str = ": leave the quotes off, so that the command and its options are words of their own";
const SHELL_LINE: &str = ": a line for the shell goes to --test: ddsmt --test 'LINE with {}' <infile> <outfile>";
const CHMOD: &str = ": chmod +x makes it so";
const LATE_OPTION: &str = ": options stand before <infile>";
const NOT_IN_PATH: &str = ", here or in PATH";

/// The commands, whose programs are found once, so that later changes of `PATH` have no effect.
#[derive(Clone, Debug, PartialEq)]
pub struct Programs {
    /// The commands of a check, in the order of [`specs()`].
    pub checks: Vec<CommandSpec>,
    /// The command that gives hints, if there is one.
    pub adviser: Option<CommandSpec>,
}

impl Programs {
    /// Returns a stamp of each file, which changes when the file is replaced or rebuilt.
    pub fn stamps(&self) -> Vec<Option<(u64, i64, i64)>> {
        let known = self.checks.iter().map(|spec| fs::metadata(&spec.program).ok());
        known.map(|known| known.map(|known| (known.ino(), known.ctime(), known.ctime_nsec()))).collect()
    }
}

/// Checks the files of a reduction and finds its programs, in ddSMT's order.
pub fn programs(options: &Options) -> Result<Programs, Fault> {
    let advised = |fault: Fault| match swallowed(options) {
        Some(hint) => fault.with(hint),
        None => fault,
    };
    input(&options.input).map_err(advised)?;
    let programs = commands(options).map_err(advised)?;
    writable(OUTPUT, &options.output)?;
    spares_what_is_needed(options, &programs)?;
    Ok(programs)
}

/// Returns a hint about an option whose value is missing, so that it has taken the input for it.
fn swallowed(options: &Options) -> Option<String> {
    let at = options.typed.iter().position(|word| *word == options.input)?;
    let [.., option, value] = &options.typed[..at] else { return None };
    let is_taken = Path::new(value).is_file() && !is_program(Path::new(value));
    let [option, value] = [option, value].map(|word| word.to_string_lossy());
    is_taken.then(|| format!("; {option} has taken \"{value}\" as its value: is its own missing?"))
}

/// Finds the programs of a reduction.
pub fn commands(options: &Options) -> Result<Programs, Fault> {
    let found = |spec: CommandSpec| {
        if spec.role == Role::Main && options.command.is_empty() {
            Err(Fault::new("No executable was specified as command".into(), ORDER))
        } else {
            find(&spec.name).map(|program| spec.with_program(program))
        }
    };
    let is_program = |path: &Path| path.is_file() && is_program(path);
    let is_turned = is_program(&options.input);
    let is_forgotten =
        is_program(&options.output) || !options.output.exists() && find(options.output.as_os_str()).is_ok();
    let advised = |fault: Fault| {
        if is_forgotten {
            fault.with(FORGOTTEN)
        } else if is_turned {
            fault.with(ORDER)
        } else {
            fault
        }
    };
    let checks = specs(options).into_iter().map(found).collect::<Result<_, _>>().map_err(advised)?;
    let adviser = adviser(options).map(found).transpose()?;
    if let Some(launcher) = &options.settings.launcher {
        split_at_blanks(launcher).first().map(|word| find(word)).transpose()?;
    }
    Ok(Programs { checks, adviser })
}

/// Refuses an output that is one of the programs, and a file beside the output (such as the journal) that is
/// a program, the input, the output or another such file: writing it would destroy what the run needs.
fn spares_what_is_needed(options: &Options, programs: &Programs) -> Result<(), Fault> {
    // Devices may coincide: nothing is lost in /dev/null.
    let is = |one: &Path, other: &Path| target(one) == target(other) && (one.is_file() || !one.exists());
    let is_program = |path: &Path| programs.checks.iter().chain(&programs.adviser).any(|spec| is(&spec.program, path));
    if is_program(&options.output) {
        let reason = "it is the command; the order is <infile> <outfile> <cmd>";
        return Err(Fault::unwritable(OUTPUT, &options.output, reason));
    }
    let files = options.settings.files();
    for (i, (name, path)) in files.iter().enumerate() {
        let reason = match path {
            path if is(path, &options.input) => "it is the input file",
            path if is(path, &options.output) => "it is the output file",
            path if is_program(path) => "it is the command",
            path if *name == "journal" && !is_journal(path, options.settings.resume) => "it is no journal",
            path if files[..i].iter().any(|(_, other)| is(path, other)) => "it is another file of this run",
            path if *name == "journal" && !folder_of(&target(path)).is_dir() => "there is no such folder",
            _ if *name == "journal" => continue,
            path => {
                writable(name, path)?;
                continue;
            }
        };
        return Err(Fault::unwritable(name, path, reason));
    }
    if options.settings.dump_diffs {
        writable("--dump-diffs", &diffs::path(1))?;
    }
    Ok(())
}

/// Returns the first bytes of a file, without leading blanks.
fn beginning(path: &Path) -> Vec<u8> {
    let mut bytes = [0; 64];
    let read = fs::File::open(path).and_then(|mut file| file.read(&mut bytes));
    bytes[..read.unwrap_or(0)].trim_ascii_start().to_vec()
}

/// Whether a journal may overwrite a file: a journal, an empty file, or none; the first bytes of a journal if a run
/// is to be resumed.
fn is_journal(path: &Path, resumes: bool) -> bool {
    let (start, title) = (if path.is_file() { beginning(path) } else { Vec::new() }, TITLE.as_bytes());
    start.is_empty() || start.starts_with(title) || resumes && title.starts_with(&start)
}

/// Whether a file looks like SMT-LIB: on some disks every file is executable.
fn is_script(path: &Path) -> bool {
    let start = beginning(path);
    start.is_empty() || b"(;".contains(&start[0])
}

/// Checks that the input is a regular file, through symbolic links.
pub fn input(path: &Path) -> Result<(), Fault> {
    let reason = match fs::metadata(path) {
        Ok(known) if known.is_file() => return Ok(()),
        Ok(known) if known.is_dir() => "it is a folder: --triage reduces what is in it",
        Ok(_) => "it could be read only once",
        Err(_) => "there is no such file",
    };
    Err(Fault::new(format!("input file is not a regular file: \"{}\": {reason}", path.display()), ""))
}

/// Checks that a file can be written, before hours are spent on its content.
pub fn writable(name: &str, path: &Path) -> Result<(), Fault> {
    let target = target(path);
    let folder = folder_of(&target);
    let known = fs::metadata(path);
    let is_special = known.as_ref().is_ok_and(|known| !known.is_file() && !known.is_dir());
    let is_socket = known.as_ref().is_ok_and(|known| known.file_type().is_socket());
    // A file that cannot be opened for writing (an append-only file) cannot be written.
    let may_open = || fs::File::options().write(true).open(&target).is_ok();
    // Where every file is executable, a report of an earlier run is, too.
    let is_program = if name == OUTPUT { is_program } else { is_marked_program };
    let reason = match known.is_ok() {
        true if target.is_dir() => "it is a folder",
        true if target.is_file() && is_program(&target) => {
            "it is a program: is <outfile> missing? The order is <infile> <outfile> <cmd>"
        }
        true if is_closed(path) => "it is closed, or /dev/null opened for reading, too",
        true if is_socket && stream_of_ours(path).is_err() => "it is a socket",
        true if is_special && may_write(path) || !is_special && may_open() => return Ok(()),
        false if !folder.is_dir() => "there is no such folder",
        false if may_write(folder) => return Ok(()),
        _ => "no permission",
    };
    Err(Fault::unwritable(name, path, reason))
}

/// Whether a file is a program that must not be overwritten.
fn is_program(path: &Path) -> bool {
    is_marked_program(path) || may_execute(path) && !is_script(path)
}

/// Whether a file begins as programs do.
fn is_marked_program(path: &Path) -> bool {
    let start = beginning(path);
    start.starts_with(b"#!") || start.starts_with(b"\x7fELF")
}

/// Returns the file that a command's first word means. A bare name is an executable file in the current
/// folder, since callers name scripts beside the input, else the first one in `PATH`.
fn find(word: &OsStr) -> Result<PathBuf, Fault> {
    if word.as_bytes().contains(&b'/') {
        let found = executable(Path::new(word), word);
        return found.map_err(|fault| if is_quoted(word) { fault.with(quoted_hint(word)) } else { fault });
    }
    let path = Path::new(".").join(word);
    let here = executable(&path, word);
    if here.is_ok() || word.is_empty() {
        return here;
    }
    found_in_path(word).map_or(here, Ok).map_err(|fault| match path.is_file() {
        true => fault,
        false if word.as_bytes().starts_with(b"-") => fault.with(LATE_OPTION),
        false if is_quoted(word) => fault.with(quoted_hint(word)),
        false => fault.with(NOT_IN_PATH),
    })
}

/// Returns the program with this name in `PATH`.
pub(super) fn found_in_path(name: &OsStr) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).map(|folder| folder.join(name)).find(|path| executable(path, name).is_ok())
}

/// Whether a word consists of several words, of which the first would be a command.
fn is_quoted(word: &OsStr) -> bool {
    let words = split_at_blanks(word);
    words.len() > 1 && find(&words[0]).is_ok()
}

/// Returns what to do about such a word: a line for a shell is another matter than a command with its options.
fn quoted_hint(word: &OsStr) -> &'static str {
    if word.as_bytes().iter().any(|byte| b"|<>&;$".contains(byte)) { SHELL_LINE } else { QUOTED }
}

fn executable(path: &Path, word: &OsStr) -> Result<PathBuf, Fault> {
    let fault = |what: &str, hint: &'static str| {
        Fault::new(format!("Command \"{}\" is not {what}", word.to_string_lossy()), hint)
    };
    if !path.is_file() {
        let hint = match path.is_dir() {
            _ if word.is_empty() => "",
            true => ": it is a folder",
            false => ": there is no such file",
        };
        return Err(fault("a regular file", hint));
    }
    may_execute(path).then(|| path.to_owned()).ok_or_else(|| fault("executable", CHMOD))
}

fn may_execute(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::EXEC_OK).is_ok()
}

fn may_write(path: &Path) -> bool {
    rustix::fs::access(path, rustix::fs::Access::WRITE_OK).is_ok()
}
