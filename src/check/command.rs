//! A solver's command line, its comparison and its limits.

use crate::check::system;
use crate::check::{Limits, Requirements, SlotPaths};
use bstr::ByteSlice;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::pipe;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The environment variable from which glibc reads its tunables for memory allocation.
pub const TUNABLES: &str = "GLIBC_TUNABLES";

/// Transparent huge pages, and a heap that grows by 32 MB.
pub const LESS_PAGING: &str = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432";

/// A solver's command line, its comparison and its limits.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolverCommand {
    /// The absolute path of the program. ddsmt runs it in place, so that it finds the files beside it.
    pub program: PathBuf,
    /// Its arguments; the candidate's path is appended to them.
    pub args: Vec<OsString>,
    /// A text in the arguments that stands for the candidate's path. If it is given, no path is appended.
    pub placeholder: Option<OsString>,
    /// The words of the launcher that starts the program, maybe on another machine; empty if ddsmt starts the
    /// program itself (see `check/launcher.rs`).
    pub launcher: Vec<OsString>,
    /// Whether the candidate is the program's standard input, which is otherwise empty. Then no path is appended.
    pub stdin: bool,
    /// Whether a shell reads the arguments, so that the path may need quotes.
    pub shell: bool,
    /// Whether the program runs in the folder that is its `TMPDIR`, where it cannot litter that of the user.
    pub in_scratch: bool,
    /// Whether the program runs with `LESS_PAGING` in `GLIBC_TUNABLES`.
    pub tunables: bool,
    /// The comparison of its runs with the golden run.
    pub comparison: Requirements,
    /// The limits of a run; for a missing time limit see [`Limits::or_after_golden`].
    pub limits: Limits,
}

/// What a template of a command in a slot is started with.
#[derive(Clone, Copy)]
pub(super) struct TemplateStart<'a> {
    pub command: &'a SolverCommand,
    pub paths: &'a SlotPaths,
    pub mark: &'a str,
    pub limits: &'a Limits,
}

impl SolverCommand {
    /// Returns the process that runs the command in a slot; `command` starts its program.
    ///
    /// The process inherits the working directory (unless `in_scratch` is set) and the environment of ddsmt,
    /// apart from `TMPDIR`, the mark and tunables. It leads a process group of its own.
    pub(super) fn prepare(&self, mut command: Command, paths: &SlotPaths, mark: &str) -> Command {
        let input = paths.input.as_os_str();
        match &self.placeholder {
            None if self.stdin => command.args(&self.args),
            None => command.args(&self.args).arg(input),
            Some(placeholder) => {
                let quotes = if self.shell { quoted(input) } else { input.to_owned() };
                let fill = |arg: &OsString| replaced(arg, placeholder, &quotes);
                command.args(self.args.iter().map(fill))
            }
        };
        command
            .env("TMPDIR", &paths.scratch)
            .env(system::MARK, mark)
            .stdin(self.stdin(paths))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if self.in_scratch {
            command.current_dir(&paths.scratch);
        }
        if self.tunables {
            command.env(TUNABLES, LESS_PAGING);
        }
        command
    }

    /// Returns the standard input of the process: empty, or the candidate.
    fn stdin(&self, paths: &SlotPaths) -> Stdio {
        // Opening the candidate cannot fail: it has just been written.
        let file = if self.stdin { File::open(&paths.input) } else { File::open("/dev/null") };
        // Without `/dev/null`, a pipe whose writing end is closed is as empty.
        file.map_or_else(|_| pipe().map_or_else(|_| Stdio::null(), |(end, _)| end.into()), Stdio::from)
    }
}

/// Returns a word as a shell reads it. Most options and paths, and `{}`, stay as they are, so that they may stand
/// within quotes of the user's. Braces with a text in them have a meaning for many shells and are quoted.
pub(crate) fn quoted(word: &OsStr) -> OsString {
    let bytes = word.as_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=+./:,@%".contains(byte);
    if !bytes.is_empty() && replaced(word, OsStr::new("{}"), OsStr::new("")).as_bytes().iter().all(is_plain) {
        return word.to_owned();
    }
    // No path and no word of a command line holds a NUL, so quoting cannot fail.
    OsString::from_vec(shlex::bytes::try_quote(bytes).unwrap_or_default().into_owned())
}

/// Returns `arg` with every `placeholder`, which is not empty, replaced by `input`.
pub(crate) fn replaced(arg: &OsStr, placeholder: &OsStr, input: &OsStr) -> OsString {
    OsString::from_vec(arg.as_bytes().replace(placeholder.as_bytes(), input.as_bytes()))
}
