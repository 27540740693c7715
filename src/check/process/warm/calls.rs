//! The system calls that a solver may make before it is cloned; a template stands still before any other call.
//!
//! `clone` has to copy the effect of a call, or the effect has to be the same in every run: memory, handlers,
//! closed files. Threads, timers, locks and open files are not copied.

use crate::check::SlotPaths;
use nix::libc::{self, c_long, user_regs_struct};
use nix::sys::uio::{RemoteIoVec, process_vm_readv};
use nix::unistd::Pid;
use std::io::IoSliceMut;
use std::os::unix::ffi::OsStrExt;

/// The longest path that is read, as in the kernel.
const PATH_MAX: usize = 4096;

/// What a system call means for a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// The call names the input: the template stands still before it.
    NamesInput,
    /// The call has no effect, or one that a clone shares.
    Harmless,
    /// The call gives the address to which the kernel writes the number of the thread.
    ThreadNumberAt(u64),
    /// The call asks on which processors the process may run, which differ while it is traced.
    AsksForProcessors,
    /// The call may have an effect that no clone shares: the template stands still before it, too.
    Unknown,
}

/// Returns what the call means that a process is about to make.
pub fn look(pid: Pid, regs: &user_regs_struct, paths: &SlotPaths) -> Call {
    let number = regs.orig_rax as c_long;
    let path = match number {
        libc::SYS_open | libc::SYS_stat | libc::SYS_lstat | libc::SYS_access | libc::SYS_readlink => Some(regs.rdi),
        libc::SYS_openat | libc::SYS_newfstatat | libc::SYS_statx => Some(regs.rsi),
        libc::SYS_faccessat | libc::SYS_faccessat2 | libc::SYS_readlinkat => Some(regs.rsi),
        _ => None,
    };
    if let Some(address) = path {
        let Some(path) = text_at(pid, address) else { return Call::Unknown };
        if path == paths.input.as_os_str().as_bytes() {
            return Call::NamesInput;
        }
        // Files in these folders belong to one run; files in /proc tell of the tracer.
        let private = [paths.folder.as_os_str(), paths.scratch.as_os_str()].map(OsStrExt::as_bytes);
        let is_private = private.iter().any(|folder| path.starts_with(folder));
        let may_write = matches!(&path[..], b"/dev/tty" | b"/dev/null");
        if is_private || tells_of_process(&path) || !(may_write || only_reads(number, regs)) {
            return Call::Unknown;
        }
        return Call::Harmless;
    }
    let is_harmless = match number {
        libc::SYS_set_tid_address => return Call::ThreadNumberAt(regs.rdi),
        libc::SYS_sched_getaffinity => return Call::AsksForProcessors,
        libc::SYS_write | libc::SYS_writev => matches!(regs.rdi, 1 | 2),
        // A shared mapping would be shared by all clones.
        libc::SYS_mmap => {
            let kind = regs.r10 & libc::MAP_TYPE as u64;
            let is_written = regs.rdx & libc::PROT_WRITE as u64 != 0;
            let is_file = regs.r10 & libc::MAP_ANONYMOUS as u64 == 0;
            kind == libc::MAP_PRIVATE as u64 || (kind == libc::MAP_SHARED as u64 && is_file && !is_written)
        }
        libc::SYS_madvise => !matches!(regs.rdx as i32, libc::MADV_DONTFORK | libc::MADV_WIPEONFORK),
        libc::SYS_fcntl => {
            matches!(
                regs.rsi as i32,
                libc::F_GETFD | libc::F_SETFD | libc::F_GETFL | libc::F_DUPFD | libc::F_DUPFD_CLOEXEC
            )
        }
        libc::SYS_ioctl => matches!(regs.rsi, libc::TCGETS | libc::TIOCGWINSZ | libc::FIOCLEX),
        libc::SYS_prlimit64 => regs.rdi == 0 && (regs.rdx == 0 || regs.rsi == u64::from(libc::RLIMIT_STACK)),
        libc::SYS_setrlimit => regs.rdi == u64::from(libc::RLIMIT_STACK),
        _ => HARMLESS.contains(&number),
    };
    if is_harmless { Call::Harmless } else { Call::Unknown }
}

/// Calls that are harmless whatever their arguments are.
const HARMLESS: &[c_long] = {
    use libc::*;
    &[
        SYS_arch_prctl, SYS_brk, SYS_clock_getres, SYS_clock_gettime, SYS_close, SYS_execve, SYS_fadvise64, SYS_fstat,
        SYS_fstatfs, SYS_futex, SYS_getcwd, SYS_getdents64, SYS_getegid, SYS_geteuid, SYS_getgid, SYS_getgroups,
        SYS_getpgrp, SYS_getpid, SYS_getppid, SYS_getrandom, SYS_getrlimit, SYS_getrusage, SYS_getsid, SYS_gettid,
        SYS_gettimeofday, SYS_getuid, SYS_lseek, SYS_mprotect, SYS_mremap, SYS_munmap, SYS_poll, SYS_pread64, SYS_read,
        SYS_rseq, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_set_robust_list, SYS_sigaltstack,
        SYS_statfs, SYS_sysinfo, SYS_times, SYS_umask, SYS_uname,
    ]
};

/// Whether a call that names a path opens it for nothing but reading.
fn only_reads(number: c_long, regs: &user_regs_struct) -> bool {
    let flags = match number {
        libc::SYS_open => regs.rsi,
        libc::SYS_openat => regs.rdx,
        _ => return true,
    };
    let flags = flags as i32;
    flags & libc::O_ACCMODE == libc::O_RDONLY && flags & (libc::O_CREAT | libc::O_TRUNC) == 0
}

/// Whether a file of `/proc` is about one process, whose number and state differ in a clone. Its layout of
/// memory does not differ.
fn tells_of_process(path: &[u8]) -> bool {
    let Some(rest) = path.strip_prefix(b"/proc/") else { return false };
    let is_own = rest.starts_with(b"self/") || rest.starts_with(b"thread-self/");
    (is_own && rest != b"self/maps" && rest != b"self/exe") || rest.first().is_some_and(u8::is_ascii_digit)
}

/// Returns the text at an address of a stopped process, up to its NUL.
fn text_at(pid: Pid, address: u64) -> Option<Vec<u8>> {
    let mut text = Vec::new();
    while text.len() < PATH_MAX {
        // Read one page at a time: the next one may not exist.
        let base = usize::try_from(address).ok()?.checked_add(text.len())?;
        let mut page = vec![0; 4096 - base % 4096];
        let from = [RemoteIoVec { base, len: page.len() }];
        let count = process_vm_readv(pid, &mut [IoSliceMut::new(&mut page)], &from).ok().filter(|&count| count > 0)?;
        let page = &page[..count];
        match memchr::memchr(0, page) {
            Some(end) => {
                text.extend_from_slice(&page[..end]);
                return Some(text);
            }
            None => text.extend_from_slice(page),
        }
    }
    None
}
