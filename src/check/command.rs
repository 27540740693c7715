//! A solver's command line, and what is asked of it.

use crate::check::system;
use crate::check::{Comparison, Limits, SlotPaths};
use memchr::memmem;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::pipe;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// The environment variable from which glibc reads how it gets memory.
pub const TUNABLES: &str = "GLIBC_TUNABLES";

/// Transparent huge pages, and a heap that grows by 32 MB.
pub const LESS_PAGING: &str = "glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432";

/// A solver's command line, and what is asked of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SolverCommand {
    /// The absolute path of the program. It is run where it lies, so that it
    /// finds what lies beside it.
    pub program: PathBuf,
    /// Its arguments; the candidate's path is appended to them.
    pub args: Vec<OsString>,
    /// A text in the arguments that stands for the candidate's path. If it is
    /// given, nothing is appended.
    pub placeholder: Option<OsString>,
    /// The words that start it, on another machine maybe; none where we do
    /// (see `check/launcher.rs`).
    pub launcher: Vec<OsString>,
    /// Whether the candidate is its standard input, which is else empty. Then
    /// nothing is appended either.
    pub stdin: bool,
    /// Whether a shell reads the arguments, so that the path may need quotes.
    pub shell: bool,
    /// Whether it runs with `GLIBC_TUNABLES` for its memory.
    pub tunables: bool,
    /// What must be the same as in the golden run.
    pub comparison: Comparison,
    /// What a run may use; for a missing time limit see
    /// [`Limits::or_after_golden`].
    pub limits: Limits,
}

impl SolverCommand {
    /// The process that runs the command in a slot; `command` starts its program.
    ///
    /// The working directory and the environment are ours but for `TMPDIR`,
    /// the mark and tunables, there is nothing to read on its input, and it leads a group.
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
        if self.tunables {
            command.env(TUNABLES, LESS_PAGING);
        }
        command
    }

    /// What the process reads: nothing, or the candidate.
    fn stdin(&self, paths: &SlotPaths) -> Stdio {
        // A file that has just been written can be opened.
        let file = if self.stdin { File::open(&paths.input) } else { File::open("/dev/null") };
        // Where that is missing, a pipe that nobody writes to is at its end, too.
        file.map_or_else(|_| pipe().map_or_else(|_| Stdio::null(), |(end, _)| end.into()), Stdio::from)
    }
}

/// A word as a shell reads it. Most options and paths are as they are, so that these may stand
/// within quotes of the user's, and `{}` is; a brace with something in it means more to many shells.
pub(crate) fn quoted(word: &OsStr) -> OsString {
    let bytes = word.as_bytes();
    let is_plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_=+./:,@%".contains(byte);
    if !bytes.is_empty() && replaced(word, OsStr::new("{}"), OsStr::new("")).as_bytes().iter().all(is_plain) {
        return word.to_owned();
    }
    // Neither a path nor a word of a command line holds a NUL.
    OsString::from_vec(shlex::bytes::try_quote(bytes).unwrap_or_default().into_owned())
}

/// `arg` with every `placeholder`, which is not empty, replaced by `input`.
pub(crate) fn replaced(arg: &OsStr, placeholder: &OsStr, input: &OsStr) -> OsString {
    let (arg, placeholder) = (arg.as_bytes(), placeholder.as_bytes());
    let mut result = Vec::with_capacity(arg.len() + input.len());
    let mut rest = 0;
    for found in memmem::find_iter(arg, placeholder) {
        result.extend_from_slice(&arg[rest..found]);
        result.extend_from_slice(input.as_bytes());
        rest = found + placeholder.len();
    }
    result.extend_from_slice(&arg[rest..]);
    OsString::from_vec(result)
}
