//! `--doctor`: reports which features of the system ddsmt can use, and their cost.

use crate::check::MEMORY;
use crate::check::system;
use rustix::fs::{Access, access, statvfs};
use rustix::process::getpid;
use std::fs;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::Instant;

/// Number of processes that are started to measure the cost of a start.
const STARTS: u32 = 20;

/// Returns the report, one line for each feature.
pub fn report() -> String {
    let rows = [
        ("cores", cores()),
        ("memory", memory()),
        ("start", start()),
        ("pidfd", here(|| yes(system::watch(getpid()).is_ok(), "the end of a run is seen at once"))),
        ("ptrace", here(|| yes(may_trace(), "runs may begin in clones of a started command"))),
        ("C library", library()),
        ("terminal", yes(crate::report::terminal::is_drawable(), "rows show how far a run is")),
    ];
    rows.iter().map(|(name, text)| format!("{name:<11}{text}\n")).collect()
}

fn yes(is_so: bool, use_of_it: &str) -> String {
    if is_so { format!("yes: {use_of_it}") } else { "no".into() }
}

/// Returns the finding on a feature that only the build for Linux uses.
fn here(found: impl FnOnce() -> String) -> String {
    if system::IS_PORTABLE { "not used by this portable build".into() } else { found() }
}

fn cores() -> String {
    let allowed = available_parallelism().map_or(1, usize::from);
    let physical = num_cpus::get_physical();
    let jobs = super::physical_cores();
    format!("{physical} physical, {allowed} processors within the quota: -j is {jobs} unless you say otherwise")
}

fn memory() -> String {
    match statvfs(MEMORY).ok().filter(|_| access(MEMORY, Access::WRITE_OK).is_ok()) {
        Some(found) => {
            let megabytes = found.f_bavail * found.f_frsize / 1_000_000;
            format!("{MEMORY}, {megabytes} MB free: candidates are written there, and to the disk where it is full")
        }
        None => "no file system in memory: candidates are written to the disk".into(),
    }
}

/// Measures the start of a process that does nothing.
fn start() -> String {
    let started = Instant::now();
    let runs = (0..STARTS).filter(|_| Command::new("true").stdin(Stdio::null()).status().is_ok()).count();
    match runs as u32 {
        STARTS => {
            let time = started.elapsed().as_secs_f64() * 1000.0 / f64::from(STARTS);
            format!("{time:.1} ms for a process that does nothing, which each check costs at least")
        }
        _ => "no program called true was found".into(),
    }
}

/// Whether the kernel lets ddsmt trace its children.
fn may_trace() -> bool {
    if !cfg!(target_arch = "x86_64") {
        return false;
    }
    let scope = fs::read_to_string("/proc/sys/kernel/yama/ptrace_scope").unwrap_or_default();
    scope.trim().parse().map_or(true, |scope: u32| scope <= 1)
}

fn library() -> String {
    let told = Command::new("getconf").arg("GNU_LIBC_VERSION").stderr(Stdio::null()).output().ok();
    match told.filter(|told| told.status.success()) {
        Some(told) => {
            let name = String::from_utf8_lossy(&told.stdout).trim().to_owned();
            format!("{name}: memory tunables are tried where runs are short")
        }
        None => "not glibc: there are no memory tunables".into(),
    }
}
