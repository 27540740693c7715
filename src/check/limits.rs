//! The limits of one solver run.

use crate::check::system;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The name under which ddsmt starts itself to become the solver with a limit, or traced.
const STARTER: &str = "ddsmt-starter";

/// The exit status of ddsmt started under this name if it could not start the solver, as of shells.
pub(super) const NOT_STARTED: u8 = 126;

/// Bytes that one compared stream may print before the run is ended.
const OUTPUT: u64 = 64 << 20;

/// How long an output may stay silent after the solver itself has ended.
const LINGER: Duration = Duration::from_millis(100);

/// The limits of one solver run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Elapsed time; `None` for no limit.
    pub wall: Option<Duration>,
    /// Elapsed time after which a run is ended as soon as it waits only for other things than the machine: a
    /// sleep, a lock. A run that computes, or would if it had a processor or its pages, goes on until it has
    /// used up `cpu`, which must be set too.
    pub idle: Option<Duration>,
    /// Processor time of the solver and the children that it waited for, in steps of 10 ms. Unlike `wall` it
    /// hardly depends on the machine's load.
    pub cpu: Option<Duration>,
    /// Address space of each process of the run, in bytes.
    pub memory: Option<u64>,
    /// Bytes that a compared stream may print. Golden runs keep that much, so it bounds the memory of ddsmt.
    pub output: u64,
    /// How long ddsmt listens after the last output once the solver itself has ended. Processes that outlive the
    /// solver may hold its outputs open: `tee` and `grep` behind a wrapper still print, a daemon does not.
    pub linger: Duration,
    /// The file that appears when the run begins, if a launcher makes it; `wall` counts from then on.
    pub begun: Option<PathBuf>,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { wall: None, idle: None, cpu: None, memory: None, output: OUTPUT, linger: LINGER, begun: None }
    }
}

impl Limits {
    /// Sets a missing `wall` limit to `1.5 * (golden + 1 s)`, rounded to 10 ms, as ddSMT 2 does.
    pub fn or_after_golden(mut self, golden: Duration) -> Self {
        let seconds = (golden.as_secs_f64() + 1.0) * 1.5;
        let rounded = (seconds * 100.0).round() / 100.0;
        self.wall.get_or_insert(Duration::from_secs_f64(rounded));
        self
    }
}

/// Returns a command that starts a program, with an address space of `memory` bytes if that is given.
///
/// A limit set on a process that already runs comes too late for the start of the program, so ddsmt starts itself,
/// sets the limit and becomes the solver. That costs the start of one more program, only if a limit is given.
pub fn limited(program: &Path, memory: Option<u64>) -> Command {
    memory.map_or_else(|| Command::new(program), |bytes| starter(&bytes.to_string(), program))
}

/// Returns a command that starts ddsmt, which lets its parent trace it and then becomes the solver.
pub fn traced(program: &Path) -> Command {
    starter("traced", program)
}

/// Returns a command that starts ddsmt to become the solver: with an address space of `how` bytes, or traced.
fn starter(how: &str, program: &Path) -> Command {
    let mut command = Command::new(system::ourselves());
    command.arg0(STARTER).arg(how).arg(program);
    command
}

/// Becomes a solver with a limit, or a traced one, if this process was started for that. Returns the exit
/// status if the program could not be started, else `None`.
pub fn become_solver(mut words: impl Iterator<Item = OsString>) -> Option<u8> {
    (words.next()? == STARTER).then_some(())?;
    let (how, program) = (words.next()?, words.next()?);
    let ready = match how.to_str()?.parse() {
        Ok(bytes) => limit_memory(bytes),
        Err(_) => nix::sys::ptrace::traceme().map_err(io::Error::from),
    };
    let error = ready.map_or_else(|error| error, |()| Command::new(&program).args(words).exec());
    eprintln!("ddsmt: {}: {error}", program.display());
    Some(NOT_STARTED)
}

fn limit_memory(bytes: u64) -> io::Result<()> {
    // The hard limit stays as it is, so that no privilege is needed.
    let maximum = getrlimit(Resource::As).maximum;
    let current = Some(maximum.map_or(bytes, |most| most.min(bytes)));
    Ok(setrlimit(Resource::As, Rlimit { current, maximum })?)
}

#[cfg(test)]
mod tests {
    use super::Limits;
    use std::time::Duration;

    #[test]
    fn the_automatic_time_limit_is_ddsmts() {
        for (golden, limit) in [(0, 1500), (100, 1650), (4, 1510), (2000, 4500)] {
            let limits = Limits::default().or_after_golden(Duration::from_millis(golden));
            assert_eq!(limits.wall, Some(Duration::from_millis(limit)), "{golden}");
        }
    }
}
