//! A solver that stands still at its input and is cloned there.

use super::calls::{self, Call};
use super::reading::Reading;
use crate::check::process::listener::OutputPrefix;
use crate::check::process::outcome::ClonePoint;
use crate::check::system;
use crate::check::{Offspring, SlotPaths};
use anyhow::{Result, bail};
use nix::errno::Errno;
use nix::libc::{self, user_regs_struct};
use nix::sys::ptrace::{self, Options};
use nix::sys::signal::Signal;
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::time::ClockId;
use nix::unistd::Pid;
use rustix::process::setpgid;
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};
use std::ffi::OsString;
use std::fs;
use std::io::IoSliceMut;
use std::os::fd::OwnedFd;
use std::path::Path;
use std::process::Child;
use std::sync::Arc;
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The flags of `clone`: a process as from `fork`, but a child of ddsmt.
const CLONE: u64 = (libc::CLONE_PARENT | libc::CLONE_CHILD_SETTID | libc::CLONE_CHILD_CLEARTID | libc::SIGCHLD) as u64;

/// The bytes of the instruction `syscall`.
const SYSCALL: [u8; 2] = [0x0f, 0x05];

/// The selector of 64-bit code.
const CODE_64: u64 = 0x33;

/// A traced solver that is stopped before it opens its input, and is forked for each warm run.
#[derive(Debug)]
pub struct Template {
    traced: Traced,
    /// A clone that waits to be released.
    ready: Option<Pid>,
    /// The thread that traces the solver: the system lets no other thread control it.
    tracer: ThreadId,
    paths: SlotPaths,
    /// The registers at the call that clones repeat.
    regs: user_regs_struct,
    /// Number of clones made so far.
    pub(super) clones: u32,
    /// How far the solver has read its input, if it has.
    reading: Option<Reading>,
    /// The reading ends of both outputs; lent to the current run.
    pub(in crate::check::process) pipes: [Option<OwnedFd>; 2],
    /// The output before the first clone.
    pub(in crate::check::process) printed: OutputPrefix,
    /// The processor time of the solver up to its clone point.
    pub(in crate::check::process) cost: Duration,
    /// The part of `cost` until the solver named the input.
    pub(in crate::check::process) opened: Duration,
}

impl Template {
    /// Takes over a solver that has just been started to be traced by this thread, and lets it run to the
    /// first call that names the input, or whose effect no clone would share; with a head, to where it asks
    /// for more of its input than the head.
    ///
    /// Blocks as long as the solver does, or until another thread kills it. If there can be no clones of the
    /// solver, it is ended.
    pub fn of(child: Child, offspring: Arc<Offspring>, paths: &SlotPaths, head: Option<Vec<u8>>) -> Result<Template> {
        let processors = sched_getaffinity(raw(Pid::from_raw(child.id() as i32))).ok();
        let (begun, opened) = (Duration::ZERO, Duration::ZERO);
        let mut traced = Traced { child, offspring, processors, is_elsewhere: false, thread_number: 0, begun, opened };
        let pipes = [traced.child.stdout.take().map(OwnedFd::from), traced.child.stderr.take().map(OwnedFd::from)];
        let mut reading = head.map(Reading::of);
        let regs = traced.advance(paths, &mut reading)?;
        Ok(Template {
            ready: None,
            tracer: thread::current().id(),
            paths: paths.clone(),
            regs,
            clones: 0,
            reading,
            pipes,
            printed: OutputPrefix::default(),
            cost: traced.used(),
            opened: traced.opened,
            traced,
        })
    }

    /// Whether this thread can make clones of the template that find these paths.
    pub fn is_for(&self, paths: &SlotPaths) -> bool {
        self.tracer == thread::current().id() && self.paths == *paths && self.pipes.iter().all(Option::is_some)
    }

    pub fn point(&self) -> ClonePoint {
        if self.reading.is_some() { ClonePoint::Reading } else { ClonePoint::Opening }
    }

    /// Returns the text with which the input of its clones has to begin.
    pub fn head(&self) -> Option<&[u8]> {
        self.reading.as_ref().map(|reading| &reading.head[..])
    }

    /// Makes a clone that waits to be released, unless there is one. If that fails, the template is useless.
    pub fn make_ready(&mut self) -> Result<(), Errno> {
        if self.ready.is_none() {
            self.traced.come_here();
            self.ready = Some(self.make_clone()?);
            self.settle()?;
        }
        Ok(())
    }

    /// Returns the clone that waits to be released, which finds the input as it is now. If that fails, the
    /// template is useless.
    pub fn take_ready(&mut self) -> Result<Pid, Errno> {
        self.make_ready()?;
        let rewound = self.reading.as_ref().map_or(Ok(()), Reading::rewind);
        rewound.map_err(errno)?;
        self.ready.take().ok_or(Errno::ECHILD)
    }

    fn make_clone(&mut self) -> Result<Pid, Errno> {
        let pid = self.traced.pid();
        let mut regs = self.regs;
        (regs.rdi, regs.rsi, regs.rdx, regs.r10, regs.r8) = (CLONE, 0, 0, self.traced.thread_number, 0);
        if self.traced.thread_number == 0 {
            regs.rdi &= !((libc::CLONE_CHILD_SETTID | libc::CLONE_CHILD_CLEARTID) as u64);
        }
        regs.orig_rax = libc::SYS_clone as u64;
        ptrace::setregs(pid, regs)?;
        // If the system refuses to clone, the solver stops behind the call.
        ptrace::syscall(pid, None)?;
        let WaitStatus::PtraceEvent(_, _, libc::PTRACE_EVENT_FORK) = wait(pid)? else { return Err(Errno::ECHILD) };
        let number = ptrace::getevent(pid)?;
        let clone = Pid::from_raw(i32::try_from(number).map_err(|_| Errno::ERANGE)?);
        self.traced.offspring.adopt(raw(clone).ok_or(Errno::ECHILD)?);
        if let Err(error) = self.prepare(clone) {
            self.end(clone);
            return Err(error);
        }
        self.clones += 1;
        Ok(clone)
    }

    /// Ends a clone that was not released.
    fn end(&self, clone: Pid) {
        if let Some(pid) = raw(clone) {
            system::kill_group(pid);
            let _ = wait(clone);
            self.traced.offspring.forget(pid);
        }
    }

    /// Puts a clone before the call of its template, into a group of its own.
    fn prepare(&self, clone: Pid) -> Result<(), Errno> {
        let WaitStatus::Stopped(_, Signal::SIGSTOP) = wait(clone)? else { return Err(Errno::ECHILD) };
        let pid = raw(clone);
        setpgid(pid, pid).map_err(errno)?;
        if let Some(processors) = &self.traced.processors {
            sched_setaffinity(pid, processors).map_err(errno)?;
        }
        self.go_back(clone)
    }

    /// Puts the template before the call that clones repeat, for the next clone.
    fn settle(&self) -> Result<(), Errno> {
        let pid = self.traced.pid();
        Template::go_on(pid)?;
        self.go_back(pid)?;
        Template::go_on(pid)
    }

    /// Lets a process run to the beginning or the end of a call.
    fn go_on(pid: Pid) -> Result<(), Errno> {
        ptrace::syscall(pid, None)?;
        let stop = wait(pid)?;
        if matches!(stop, WaitStatus::PtraceSyscall(_)) { Ok(()) } else { Err(Errno::ECHILD) }
    }

    /// Sets the registers of a process that is behind a call so that it makes the call that clones repeat.
    fn go_back(&self, pid: Pid) -> Result<(), Errno> {
        let mut regs = self.regs;
        regs.rip -= SYSCALL.len() as u64;
        regs.rax = regs.orig_rax;
        // Tells the kernel that no call is under way that a signal might repeat.
        regs.orig_rax = u64::MAX;
        ptrace::setregs(pid, regs)
    }
}

impl Drop for Template {
    fn drop(&mut self) {
        if let Some(clone) = self.ready.take() {
            self.end(clone);
        }
    }
}

/// A traced child, which is killed when this value is dropped.
#[derive(Debug)]
struct Traced {
    child: Child,
    offspring: Arc<Offspring>,
    /// The processors on which the child may run, if the system reports them.
    processors: Option<CpuSet>,
    /// Whether the child may run on all of them until the end of its call.
    is_elsewhere: bool,
    /// Where the kernel writes the number of the thread of the child or its clone; 0 if the child has not said.
    thread_number: u64,
    /// The processor time of ddsmt in this process, before it became the solver.
    begun: Duration,
    /// The processor time until the solver named the input.
    opened: Duration,
}

impl Traced {
    fn pid(&self) -> Pid {
        Pid::from_raw(self.child.id() as i32)
    }

    /// Returns the processor time that the solver has taken.
    fn used(&self) -> Duration {
        processor_time(self.pid()).saturating_sub(self.begun)
    }

    /// Lets the child run on the processor of this thread: from one processor to another, each request and
    /// each answer would take much longer.
    fn come_here(&mut self) {
        let mut here = CpuSet::new();
        here.set(sched_getcpu());
        // A system that forbids this now would forbid a clone to return to all processors later.
        let pid = raw(self.pid());
        self.processors.take_if(|_| sched_setaffinity(pid, &here).is_err());
    }

    /// Lets the solver run to the call that names the input, or asks for more than the head, and prepares it
    /// to be cloned there. Returns its registers.
    fn advance(&mut self, paths: &SlotPaths, reading: &mut Option<Reading>) -> Result<user_regs_struct> {
        let pid = self.pid();
        self.begin()?;
        let inherited = open_files(pid);
        let regs = self.run_to_input(paths, reading)?;
        let number = reading.as_ref().and_then(Reading::number).map(|number| OsString::from(number.to_string()));
        if open_files(pid).iter().filter(|file| Some(*file) != number.as_ref()).ne(&inherited) {
            // Clones would share their positions in these files.
            bail!("the command has other files open when it opens its input");
        }
        if bytes_at(pid, regs.rip - SYSCALL.len() as u64) != Some(SYSCALL) {
            bail!("the command calls the system in an unusual way");
        }
        if let Some(reading) = reading {
            reading.share(pid)?;
        }
        if let Err(error) = self.share_page_tables() {
            log::debug!("no page tables are shared with clones: {error}");
        }
        Ok(regs)
    }

    /// Begins to trace the child, which is still this program.
    fn begin(&mut self) -> Result<()> {
        let pid = self.pid();
        let WaitStatus::Stopped(_, Signal::SIGTRAP) = wait(pid)? else {
            bail!("the system does not let us trace the command");
        };
        let options = Options::PTRACE_O_EXITKILL
            | Options::PTRACE_O_TRACESYSGOOD
            | Options::PTRACE_O_TRACEEXEC
            | Options::PTRACE_O_TRACEFORK
            | Options::PTRACE_O_TRACEVFORK
            | Options::PTRACE_O_TRACECLONE;
        ptrace::setoptions(pid, options)?;
        self.come_here();
        self.begun = processor_time(pid);
        Ok(())
    }

    /// Lets the solver run from call to call. Returns its registers at the call that clones repeat.
    fn run_to_input(&mut self, paths: &SlotPaths, reading: &mut Option<Reading>) -> Result<user_regs_struct> {
        let pid = self.pid();
        let mut is_inside = false;
        loop {
            ptrace::syscall(pid, None)?;
            match wait(pid)? {
                WaitStatus::PtraceEvent(_, _, libc::PTRACE_EVENT_EXEC) => self.thread_number = 0,
                WaitStatus::PtraceSyscall(_) if is_inside => {
                    is_inside = false;
                    if std::mem::take(&mut self.is_elsewhere) {
                        self.come_here();
                    }
                    if let Some(reading) = reading {
                        reading.end_call(pid)?;
                    }
                }
                WaitStatus::PtraceSyscall(_) => {
                    is_inside = true;
                    let regs = ptrace::getregs(pid)?;
                    if self.stops_before(&regs, paths, reading)? {
                        return Ok(regs);
                    }
                }
                WaitStatus::Stopped(_, signal) => {
                    bail!("the command gets {signal} before it opens its input");
                }
                _ => bail!("the command does not open its input by its path, or not soon"),
            }
        }
    }

    /// Whether the solver is to stand still before a call. If not, gets ready for the call.
    fn stops_before(
        &mut self,
        regs: &user_regs_struct,
        paths: &SlotPaths,
        reading: &mut Option<Reading>,
    ) -> Result<bool> {
        if regs.cs != CODE_64 {
            bail!("the command is not a 64-bit program");
        }
        if reading.as_mut().map_or(Ok(false), |reading| reading.asks_for_more(regs))? {
            return Ok(true);
        }
        match calls::look(self.pid(), regs, paths) {
            Call::Harmless => {}
            Call::AsksForProcessors => {
                self.processors.as_ref().map(|all| sched_setaffinity(raw(self.pid()), all));
                self.is_elsewhere = true;
            }
            Call::ThreadNumberAt(address) => self.thread_number = address,
            call => return self.is_last(call, regs, reading),
        }
        Ok(false)
    }

    /// Whether clones have to repeat a call that names the input or whose effect they would not share: not if
    /// it opens the input to be read up to the end of the head.
    fn is_last(&mut self, call: Call, regs: &user_regs_struct, reading: &mut Option<Reading>) -> Result<bool> {
        // Before its input is open, a clone can repeat any call itself.
        if !reading.as_ref().is_none_or(Reading::is_closed) {
            bail!("the command does more with its input than to open it once");
        }
        if self.opened.is_zero() {
            self.opened = self.used();
        }
        let opens = call == Call::NamesInput && reading.as_mut().is_some_and(|reading| reading.opens(regs));
        if !opens {
            *reading = None;
        }
        Ok(!opens)
    }

    /// Writes one word to each mapping of a file, with the value that it has already.
    ///
    /// A clone gets page tables only for mappings that have been written to. It looks up every other page of
    /// a program again, which would be half the cost of a short run.
    fn share_page_tables(&self) -> Result<(), Errno> {
        let pid = self.pid();
        let maps = fs::read_to_string(format!("/proc/{pid}/maps")).unwrap_or_default();
        for line in maps.lines() {
            let fields: Vec<&str> = line.split_ascii_whitespace().collect();
            let [range, "r-xp" | "r--p", _, _, _, file] = fields[..] else { continue };
            let start = range.split('-').next().and_then(|start| usize::from_str_radix(start, 16).ok());
            if let (Some(start), true) = (start, file.starts_with('/')) {
                let address = start as ptrace::AddressType;
                let word = ptrace::read(pid, address)?;
                ptrace::write(pid, address, word)?;
            }
        }
        Ok(())
    }
}

impl Drop for Traced {
    fn drop(&mut self) {
        let pid = rustix::process::Pid::from_child(&self.child);
        system::kill_group(pid);
        let _ = self.child.wait();
        self.offspring.forget(pid);
    }
}

pub(super) fn raw(pid: Pid) -> Option<rustix::process::Pid> {
    rustix::process::Pid::from_raw(pid.as_raw())
}

fn errno(error: rustix::io::Errno) -> Errno {
    Errno::from_raw(error.raw_os_error())
}

fn wait(pid: Pid) -> Result<WaitStatus, Errno> {
    loop {
        match waitpid(pid, Some(WaitPidFlag::__WALL)) {
            Err(Errno::EINTR) => {}
            result => return result,
        }
    }
}

/// Returns the processor time of a process up to now, which is known until it is reaped.
pub(super) fn processor_time(pid: Pid) -> Duration {
    let time = ClockId::pid_cpu_clock_id(pid).and_then(ClockId::now);
    time.map_or(Duration::ZERO, Duration::from)
}

/// Returns the numbers of a process's open files, in order.
fn open_files(pid: Pid) -> Vec<OsString> {
    let entries = fs::read_dir(format!("/proc/{pid}/fd")).into_iter().flatten().flatten();
    // `/dev/null` has no position that clones could share.
    let entries = entries.filter(|entry| fs::read_link(entry.path()).is_ok_and(|file| file != Path::new("/dev/null")));
    let mut numbers: Vec<OsString> = entries.map(|entry| entry.file_name()).collect();
    numbers.sort();
    numbers
}

fn bytes_at(pid: Pid, address: u64) -> Option<[u8; 2]> {
    let mut bytes = [0; 2];
    let from = [RemoteIoVec { base: usize::try_from(address).ok()?, len: 2 }];
    let count = process_vm_readv(pid, &mut [IoSliceMut::new(&mut bytes)], &from).ok()?;
    (count == 2).then_some(bytes)
}
