//! A solver that reads its input step by step, up to where it asks for more.

use anyhow::{Result, anyhow, bail};
use nix::errno::Errno;
use nix::libc::{self, c_long, user_regs_struct};
use nix::sys::ptrace;
use nix::sys::uio::{RemoteIoVec, process_vm_writev};
use nix::unistd::Pid;
use rustix::fs::{SeekFrom, seek};
use rustix::process::{PidfdFlags, PidfdGetfdFlags, pidfd_getfd, pidfd_open};
use std::io::IoSlice;
use std::os::fd::OwnedFd;

/// The size of the steps in which solvers take over what they have read.
const STEP: usize = 1024;

/// Calls that are harmless unless they are about the open input, whose content differs between candidates.
const ABOUT_FILES: [c_long; 10] = {
    use libc::*;
    [
        SYS_close, SYS_fadvise64, SYS_fcntl, SYS_fstat, SYS_fstatfs, SYS_ioctl, SYS_lseek, SYS_newfstatat, SYS_pread64,
        SYS_statx,
    ]
};

/// How far a solver has read its input.
#[derive(Debug)]
pub struct Reading {
    /// The text with which the input has to begin.
    pub head: Vec<u8>,
    stage: ReadingStage,
    /// The input as the solver has it open; ddsmt shares the solver's position in it.
    file: Option<OwnedFd>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReadingStage {
    Starting,
    Opening,
    /// The input is open under this number.
    Open(u64),
    /// The solver is reading the head.
    Reading(u64),
    /// The solver has the head.
    Executing(u64),
}

impl Reading {
    /// Returns the state before the input is opened.
    pub fn of(head: Vec<u8>) -> Reading {
        Reading { head, stage: ReadingStage::Starting, file: None }
    }

    /// Returns the number of the open input.
    pub fn number(&self) -> Option<u64> {
        match self.stage {
            ReadingStage::Open(file) | ReadingStage::Reading(file) | ReadingStage::Executing(file) => Some(file),
            ReadingStage::Starting | ReadingStage::Opening => None,
        }
    }

    /// Whether the input has not been opened yet.
    pub fn is_closed(&self) -> bool {
        self.stage == ReadingStage::Starting
    }

    /// Looks at the call that names the input. Returns whether it opens the input.
    pub fn opens(&mut self, regs: &user_regs_struct) -> bool {
        let opens = [libc::SYS_open, libc::SYS_openat].contains(&(regs.orig_rax as c_long));
        if opens {
            self.stage = ReadingStage::Opening;
        }
        opens
    }

    /// Looks at any other call. Returns whether it asks for the text behind the head.
    pub fn asks_for_more(&mut self, regs: &user_regs_struct) -> Result<bool> {
        let Some(file) = self.number() else { return Ok(false) };
        let number = regs.orig_rax as c_long;
        if number == libc::SYS_read && regs.rdi == file {
            if let ReadingStage::Executing(_) = self.stage {
                return Ok(true);
            }
            self.stage = ReadingStage::Reading(file);
        }
        let is_mapped = number == libc::SYS_mmap && regs.r8 == file;
        if is_mapped || number == libc::SYS_poll || (ABOUT_FILES.contains(&number) && regs.rdi == file) {
            bail!("the command does more with its input than to read it");
        }
        Ok(false)
    }

    /// Looks at the end of a call. What a solver has read is cut to the head, padded with blanks.
    pub fn end_call(&mut self, pid: Pid) -> Result<()> {
        match self.stage {
            ReadingStage::Opening => {
                let regs = ptrace::getregs(pid)?;
                self.stage = if (regs.rax as i64) < 0 { ReadingStage::Starting } else { ReadingStage::Open(regs.rax) };
            }
            ReadingStage::Reading(file) => {
                let mut regs = ptrace::getregs(pid)?;
                let (got, room) = (regs.rax as usize, regs.rdx as usize);
                let whole = self.head.len().next_multiple_of(STEP);
                if (regs.rax as i64) < 0 || got < self.head.len() || room < whole {
                    bail!("the command reads too little of its input at once");
                }
                let blanks = vec![b' '; whole - self.head.len()];
                let behind = regs.rsi as usize + self.head.len();
                let to = [RemoteIoVec { base: behind, len: blanks.len() }];
                let written = process_vm_writev(pid, &[IoSlice::new(&blanks)], &to)?;
                if written != blanks.len() {
                    return Err(Errno::EFAULT.into());
                }
                regs.rax = whole as u64;
                ptrace::setregs(pid, regs)?;
                self.stage = ReadingStage::Executing(file);
            }
            _ => {}
        }
        Ok(())
    }

    /// Opens the solver's input for ddsmt, with a shared position.
    pub fn share(&mut self, pid: Pid) -> Result<()> {
        let told = |error: rustix::io::Errno| anyhow!("the command's input cannot be shared: {error}");
        let (ReadingStage::Executing(file), Some(pid)) = (self.stage, rustix::process::Pid::from_raw(pid.as_raw()))
        else {
            bail!("the command does not read its input");
        };
        let process = pidfd_open(pid, PidfdFlags::empty()).map_err(told)?;
        self.file = Some(pidfd_getfd(process, file as i32, PidfdGetfdFlags::empty()).map_err(told)?);
        Ok(())
    }

    /// Sets the shared position to the end of the head, where the next clone reads on.
    pub fn rewind(&self) -> rustix::io::Result<()> {
        self.file.as_ref().map_or(Ok(()), |file| seek(file, SeekFrom::Start(self.head.len() as u64)).map(drop))
    }
}
