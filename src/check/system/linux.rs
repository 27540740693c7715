//! Functions of Linux to find, watch and end processes.

use super::unix::{MARK, Orphan, watch_by_thread};
use rustix::fs::{IFlags, ioctl_getflags, ioctl_setflags};
use rustix::io::Errno;
use rustix::process::{
    Pid, PidfdFlags, Signal, getpid, kill_process, kill_process_group, pidfd_open, set_child_subreaper,
};
use std::env;
use std::fs;
use std::io;
use std::ops::Range;
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

/// How long a process that executes another program may seem to have no environment.
const STARTING: Duration = Duration::from_micros(200);

/// How long a process may take to execute another program.
const LOADING: Duration = Duration::from_millis(10);

/// How long a process that executes another program may wait for a processor.
const WAITING: Duration = Duration::from_millis(100);

/// Makes orphans of solvers children of ddsmt, so that it can end and reap them, for the life of this process
/// (`PR_SET_CHILD_SUBREAPER`).
pub fn adopt_orphans() {
    // If a sandbox forbids this, solvers still run.
    let _ = set_child_subreaper(Some(getpid()));
}

/// Returns the path of this program, which also works if its file has been replaced; without `/proc`, the
/// path by which it was called.
pub fn ourselves() -> PathBuf {
    let file = PathBuf::from("/proc/self/exe");
    if file.exists() { file } else { env::args_os().next().unwrap_or_default().into() }
}

/// Returns the signals that are ignored since the start of ddsmt, as its caller wanted.
pub fn ignored_signals() -> Vec<i32> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let word = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = word.and_then(|word| u64::from_str_radix(word.trim(), 16).ok()).unwrap_or(0);
    (1..=64).filter(|signal| mask >> (signal - 1) & 1 == 1).collect()
}

/// Opens a descriptor that becomes readable when the child ends. Fails if no descriptor is left, or, where
/// the kernel is old or a sandbox forbids pidfds, no thread.
pub fn watch(pid: Pid) -> io::Result<OwnedFd> {
    match pidfd_open(pid, PidfdFlags::empty()) {
        Err(Errno::NOSYS | Errno::PERM) => watch_by_thread(pid),
        opened => Ok(opened?),
    }
}

/// Ends an orphan, and its group unless ddsmt belongs to that group.
pub fn kill_orphan(pid: Pid) {
    // A group that another container has made has number 0 here, which as the target of a signal would mean
    // the group of ddsmt; the group of ddsmt may have that number, too.
    if let (Some(group), ours) = (group_of(pid), group_of(getpid()))
        && Some(group) != ours
    {
        let _ = kill_process_group(group, Signal::KILL);
    }
    let _ = kill_process(pid, Signal::KILL);
}

/// Returns the group of a process, if it can be named here.
fn group_of(pid: Pid) -> Option<Pid> {
    Pid::from_raw(stat_fields(&stat(pid)).nth(2)?.parse().ok().filter(|&group: &i32| group > 0)?)
}

/// Returns when a process started, in clock ticks since the machine did (proc(5), field 22).
pub fn start_time(pid: u32) -> Option<String> {
    let stat = fs::read(format!("/proc/{pid}/stat")).ok()?;
    Some(stat_fields(&stat).nth(19)?.to_owned())
}

/// Returns the identifier of this start of the machine; empty if the system does not tell.
pub fn boot() -> String {
    fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default().trim().to_owned()
}

/// Returns the namespace of this kind (`pid`, `mnt`) in which ddsmt runs.
pub fn namespace(kind: &str) -> String {
    fs::read_link(format!("/proc/self/ns/{kind}")).map_or(String::new(), |link| link.to_string_lossy().into_owned())
}

/// Returns the processor time of a process, its living descendants, and the children that these have waited
/// for, in steps of 10 ms.
pub fn cpu_time_of_tree(root: Pid) -> Option<Duration> {
    // utime, stime, cutime and cstime are fields 14 to 17 (proc(5)).
    Some(tree(root).iter().map(|process| time(&process.stat, 14..18)).sum())
}

/// Returns the processor time of the children that a process has waited for, in steps of 10 ms.
pub fn cpu_time_of_children(pid: Pid) -> Duration {
    time(&stat(pid), 16..18)
}

/// Returns the sum of these fields of `/proc/<pid>/stat`, which are clock ticks.
fn time(stat: &[u8], fields: Range<usize>) -> Duration {
    let times = stat_fields(stat).skip(fields.start - 3).take(fields.len());
    let ticks: u64 = times.filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(ticks * 1000 / rustix::param::clock_ticks_per_second().max(1))
}

/// Whether a process or a descendant computes, or waits only for a processor or a disk.
pub fn is_tree_active(root: Pid) -> bool {
    let is_active = |thread: &PathBuf| {
        let stat = fs::read(thread.join("stat")).unwrap_or_default();
        matches!(stat_fields(&stat).next(), Some("R" | "D"))
    };
    tree(root).iter().flat_map(|process| &process.threads).any(is_active)
}

struct Process {
    stat: Vec<u8>,
    /// The folders of its threads.
    threads: Vec<PathBuf>,
}

/// Returns a process and its living descendants.
fn tree(root: Pid) -> Vec<Process> {
    let (mut processes, mut pending) = (Vec::new(), vec![root]);
    while let Some(pid) = pending.pop() {
        let threads = threads(pid);
        pending.extend(children_of(&threads));
        processes.push(Process { stat: stat(pid), threads });
    }
    processes
}

fn threads(pid: Pid) -> Vec<PathBuf> {
    let entries = fs::read_dir(format!("/proc/{}/task", pid.as_raw_nonzero()));
    entries.into_iter().flatten().flatten().map(|entry| entry.path()).collect()
}

/// Returns the children of the threads with these folders.
fn children_of(threads: &[PathBuf]) -> impl Iterator<Item = Pid> {
    threads.iter().flat_map(|thread| numbers(&fs::read_to_string(thread.join("children")).unwrap_or_default()))
}

/// Continues children that were stopped together with ddsmt before they executed their program. They had already left
/// the group of ddsmt, which is all that a shell continues, so the thread that starts them would wait for ever.
pub fn continue_children() {
    let program = |process: &str| fs::read_link(format!("/proc/{process}/exe")).ok();
    let ours = program("self");
    for child in children_of(&threads(getpid())) {
        if ours.is_some() && program(&child.as_raw_nonzero().to_string()) == ours {
            let _ = kill_process(child, Signal::CONT);
        }
    }
}

/// Returns the content of `/proc/<pid>/stat`; nothing for a process that does not exist.
fn stat(pid: Pid) -> Vec<u8> {
    fs::read(format!("/proc/{}/stat", pid.as_raw_nonzero())).unwrap_or_default()
}

/// Returns the fields of `/proc/<pid>/stat` from the third on; the second may hold blanks.
fn stat_fields(stat: &[u8]) -> impl Iterator<Item = &str> {
    let behind_name = stat.iter().rposition(|&b| b == b')').map_or(0, |i| i + 1);
    std::str::from_utf8(&stat[behind_name..]).unwrap_or("").split_ascii_whitespace()
}

/// Whether every orphan of the system, or of the container, becomes a child of ddsmt.
pub fn adopts_all_orphans() -> bool {
    getpid().is_init()
}

/// Returns the children of the main thread, to which the kernel gives orphans.
pub fn children() -> Vec<Pid> {
    let listed = fs::read_to_string(format!("/proc/self/task/{}/children", getpid().as_raw_nonzero()));
    listed.map_or_else(|_| children_by_search(), |listed| numbers(&listed))
}

fn numbers(listed: &str) -> Vec<Pid> {
    listed.split_ascii_whitespace().filter_map(|word| Pid::from_raw(word.parse().ok()?)).collect()
}

/// Returns the children of ddsmt by a search of all processes, for kernels without the file of children.
fn children_by_search() -> Vec<Pid> {
    let us = getpid().as_raw_nonzero().to_string();
    all_processes().filter(|pid| stat_fields(&stat(*pid)).nth(1) == Some(us.as_str())).collect()
}

/// Returns every process that is visible here.
pub fn all_processes() -> impl Iterator<Item = Pid> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    entries.filter_map(|entry| Pid::from_raw(entry.file_name().to_str()?.parse().ok()?))
}

/// Returns the environment of a process. It cannot be read while the process executes another program, so this waits.
fn environment(pid: Pid) -> Vec<u8> {
    let mut pause = Duration::from_micros(20);
    loop {
        // An environment that may not be read is not waited for.
        let Ok(environment) = fs::read(format!("/proc/{}/environ", pid.as_raw_nonzero())) else { return Vec::new() };
        let stat = stat(pid);
        // Fields 50 and 51 are its bounds (proc(5)).
        let bounds: Vec<usize> = stat_fields(&stat).skip(47).take(2).filter_map(|field| field.parse().ok()).collect();
        let is_whole = matches!(bounds[..], [begin, end] if begin > 0 && end == begin + environment.len());
        // An empty environment may be that of a process that is just executing a program, which does not sleep.
        let is_asleep = stat_fields(&stat).next() == Some("S");
        let (starting, loading) = if is_asleep { (STARTING, LOADING) } else { (WAITING, WAITING) };
        if is_whole && (!environment.is_empty() || pause > starting) || pause > loading {
            return environment;
        }
        thread::sleep(pause);
        pause *= 2;
    }
}

pub fn inspect(pid: Pid) -> Orphan {
    if matches!(stat_fields(&stat(pid)).next(), None | Some("Z" | "X")) {
        return Orphan::Ended;
    }
    let value = |entry: &[u8]| Some(entry.strip_prefix(MARK.as_bytes())?.strip_prefix(b"=")?.to_vec());
    environment(pid).split(|&b| b == 0).find_map(value).map_or(Orphan::Unknown, Orphan::Marked)
}

/// Removes the flags that protect a file even from its owner, if ddsmt may.
pub fn make_mutable(file: &OwnedFd) {
    const PROTECTED: IFlags = IFlags::IMMUTABLE.union(IFlags::APPEND);
    if let Ok(flags) = ioctl_getflags(file)
        && flags.intersects(PROTECTED)
    {
        // If this fails, the removal of the file fails and says so.
        let _ = ioctl_setflags(file, flags.difference(PROTECTED));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::{WaitOptions, waitpid};
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command, Stdio};
    use std::thread::sleep;
    use std::time::Instant;

    /// Starts a child and stops it; `None` if it has ended before.
    fn stopped(command: &mut Command) -> Option<Child> {
        let child = command.stdout(Stdio::null()).process_group(0).spawn().expect("it starts");
        kill_process(Pid::from_child(&child), Signal::STOP).expect("it is ours");
        let status = waitpid(Some(Pid::from_child(&child)), WaitOptions::UNTRACED).expect("it is ours");
        status.is_some_and(|(_, status)| status.stopped()).then_some(child)
    }

    #[test]
    fn a_child_before_its_exec_continues_with_ddsmt() {
        let ourselves = std::env::current_exe().expect("a program");
        let mut child = (0..100).find_map(|_| stopped(Command::new(&ourselves).arg("--list"))).expect("it is slow");
        let mut solver = stopped(Command::new("sleep").arg("100")).expect("it sleeps");
        continue_children();
        let started = Instant::now();
        while child.try_wait().expect("it is ours").is_none() {
            assert!(started.elapsed() < Duration::from_secs(120), "it does not go on");
            sleep(Duration::from_millis(1));
        }
        let stat = fs::read(format!("/proc/{}/stat", solver.id())).expect("it is there");
        assert_eq!(stat_fields(&stat).next(), Some("T"));
        solver.kill().expect("it is ours");
        solver.wait().expect("it is ours");
    }
}
