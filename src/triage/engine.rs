//! The engines that start the tasks: this machine, GNU parallel, or Slurm.
//!
//! The engine's exit status is ignored: a task is done once its files exist. Tasks that are missing after the
//! engine has ended are started again, so lost nodes and ended jobs only cost time.

use super::folder::Folder;
use crate::check::{Interrupts, Stop};
use crate::reduce::options::{Options, split_at_blanks};
use crate::reduce::shell::bytes;
use crate::report::log::counted;
use crate::report::output::replace;
use crate::sexpr::Digest;
use anyhow::{Context, Result, bail};
use rustix::process::{Pid, Signal, kill_process};
use std::collections::VecDeque;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use wait_timeout::ChildExt;

/// Number of times that missing tasks are started.
const MAX_ROUNDS: usize = 4;

/// The time between two looks whether a process has ended.
const POLL: Duration = Duration::from_millis(100);

/// Time that a process has to end after it was asked to; then it is killed.
const FAREWELL: Duration = Duration::from_secs(10);

/// The pause after work that is done [`Seldom`], as a multiple of the time that the work took.
const PAUSE_FACTOR: u32 = 20;

/// Largest number of tasks that share the runs on other machines: smaller tasks would cost more than they save.
const MAX_CHUNKS: usize = 32;

/// Number of tasks that share the runs on this machine, for each that it does at a time: few inputs wait for a slow one.
const CHUNKS_PER_JOB: usize = 4;

/// The program that starts the tasks.
enum Tool {
    Local,
    Parallel,
    Slurm,
}

/// An engine and its own options.
pub struct Engine {
    tool: Tool,
    options: Vec<OsString>,
    /// Every word of this call, with which tasks are called, too.
    typed: Vec<OsString>,
    jobs: Option<usize>,
}

/// The data about tasks that an engine needs.
pub struct Tasks<'a> {
    pub folder: &'a Folder,
    pub watch: &'a Interrupts,
    /// Number of tasks that this machine may do at a time.
    pub jobs: usize,
}

/// Decides when to repeat work that shall take a small share of the time.
#[derive(Default)]
pub struct Seldom(Option<Instant>);

impl Seldom {
    /// Does the work if the last time is long enough ago. Returns whether it did.
    pub fn perform(&mut self, work: impl FnOnce()) -> bool {
        let begun = Instant::now();
        let is_due = self.0.is_none_or(|next| next <= begun);
        if is_due {
            work();
            self.0 = Some(Instant::now() + PAUSE_FACTOR * begun.elapsed());
        }
        is_due
    }
}

impl Engine {
    /// Returns the engine of this name, which its options follow. Writes the script that all engines call
    /// except for this machine.
    pub fn new(words: Option<&OsStr>, options: &Options, folder: &Folder) -> Result<Engine> {
        let mut words = words.map(split_at_blanks).unwrap_or_default().into_iter();
        let name = words.next().unwrap_or("local".into());
        let tool = match name.to_str() {
            Some("local") => Tool::Local,
            Some("parallel") => Tool::Parallel,
            Some("slurm") => Tool::Slurm,
            _ => bail!("--engine {}: it is local, parallel or slurm", name.to_string_lossy()),
        };
        let here = env::current_dir()?;
        let path = env::var_os("PATH").unwrap_or_default();
        let ours = env::current_exe()?;
        let quoted = |word: &OsStr| bytes([word]);
        let script: [&[u8]; 9] = [
            b"#!/bin/sh\ncd ",
            &quoted(here.as_os_str()),
            b" && PATH=",
            &quoted(&path),
            b" exec ",
            &quoted(ours.as_os_str()),
            b" --task \"$1\" ",
            &bytes(&options.typed),
            b"\n",
        ];
        replace(&folder.state("task.sh"), &script.concat())?;
        let jobs = options.settings.jobs.map(usize::from);
        Ok(Engine { tool, options: words.collect(), typed: options.typed.clone(), jobs })
    }

    /// Returns the number of tasks that share the runs.
    pub fn chunks(&self, jobs: usize, runs: usize) -> usize {
        let chunks = if matches!(self.tool, Tool::Local) { CHUNKS_PER_JOB * jobs } else { MAX_CHUNKS };
        chunks.min(runs)
    }

    /// Has tasks done, and passes to `tell` after each look those that are newly done. Returns early if a signal
    /// ends the triage. Fails if the engine cannot be started, or if tasks are still missing after several starts.
    pub fn perform(
        &self,
        tasks: Vec<String>,
        all: &Tasks<'_>,
        is_done: &mut dyn FnMut(&str) -> bool,
        tell: &mut dyn FnMut(&[String]),
    ) -> Result<Option<Stop>> {
        let (mut left, mut looks, mut rounds) = (tasks, Seldom::default(), 0..MAX_ROUNDS);
        let log = || File::options().append(true).create(true).open(all.folder.state("engine.log"));
        let mut look = |left: &mut Vec<String>| {
            let (done, open) = left.drain(..).partition(|task| is_done(task));
            *left = open;
            tell(&done);
        };
        loop {
            look(&mut left);
            if left.is_empty() {
                return Ok(None);
            }
            if rounds.next().is_none() {
                let first = all.folder.state(&format!("{}.log", left[0]));
                bail!("{} not done: see {}", counted(left.len(), "task"), first.display());
            }
            self.forget(all.folder);
            let mut waiting = self.commands(&left, all.folder)?;
            let mut running: Vec<Child> = Vec::new();
            while !waiting.is_empty() || !running.is_empty() {
                while running.len() < all.jobs
                    && let Some(mut command) = waiting.pop_front()
                {
                    let name = command.get_program().to_string_lossy().into_owned();
                    command.stdin(Stdio::null()).stdout(log()?).stderr(log()?);
                    running.push(command.spawn().with_context(|| format!("--engine: {name}"))?);
                }
                // The end of the first process is seen at once, that of the others at the next look.
                if let Some(first) = running.first_mut() {
                    drop(first.wait_timeout(POLL));
                }
                looks.perform(|| look(&mut left));
                running.retain_mut(|child| matches!(child.try_wait(), Ok(None)));
                let stop = all.watch.arrived();
                if stop.is_some() || left.is_empty() {
                    self.end(&mut running, all.folder, stop.is_some());
                }
                if stop.is_some() {
                    return Ok(stop);
                }
            }
        }
    }

    /// Returns the commands that have these tasks done.
    fn commands(&self, tasks: &[String], folder: &Folder) -> Result<VecDeque<Command>> {
        let script = folder.state("task.sh");
        let list = folder.state("tasks");
        replace(&list, (tasks.join("\n") + "\n").as_bytes())?;
        let mut commands = VecDeque::new();
        match self.tool {
            Tool::Local => {
                for task in tasks {
                    let mut command = Command::new(env::current_exe()?);
                    command.arg("--task").arg(task).args(&self.typed);
                    commands.push_back(command);
                }
            }
            Tool::Parallel => {
                let mut command = Command::new("parallel");
                command.args(["--will-cite", "--retries", "3"]);
                command.args(self.jobs.map(|jobs| format!("-j{jobs}"))).args(&self.options).arg("-a").arg(list);
                command.arg("sh").arg(OsString::from_vec(bytes([script.as_os_str()]))).arg("{}");
                commands.push_back(command);
            }
            Tool::Slurm => {
                let array = folder.state("array.sh");
                let text: [&[u8]; 5] = [
                    b"#!/bin/sh\nexec sh ",
                    &bytes([script.as_os_str()]),
                    b" \"$(sed -n \"$((SLURM_ARRAY_TASK_ID + 1))p\" ",
                    &bytes([list.as_os_str()]),
                    b")\"\n",
                ];
                replace(&array, &text.concat())?;
                let at_once = self.jobs.map_or(String::new(), |jobs| format!("%{jobs}"));
                let mut command = Command::new("sbatch");
                command.arg("--wait").arg("--requeue").arg("--open-mode=append");
                command.arg(format!("--array=0-{}{at_once}", tasks.len() - 1));
                command.arg(format!("--job-name={}", job(folder)));
                command.arg("--output").arg(folder.state("slurm-%a.log"));
                command.args(&self.options).arg(array);
                commands.push_back(command);
            }
        }
        Ok(commands)
    }

    /// Ends the jobs that an earlier triage, which was killed, has left with the engine.
    fn forget(&self, folder: &Folder) {
        if matches!(self.tool, Tool::Slurm) {
            let cancelled = Command::new("scancel").args(["--quiet", "--name"]).arg(job(folder)).status();
            // Without this tool there are no such jobs.
            drop(cancelled);
        }
    }

    /// Ends the processes that were started, and the jobs of the engine if the triage is to end.
    fn end(&self, running: &mut Vec<Child>, folder: &Folder, is_asked: bool) {
        if is_asked {
            self.forget(folder);
        }
        // GNU parallel waits for its jobs unless it is told twice.
        for _ in 0..2 {
            for child in running.iter() {
                // A process that has ended is not reaped yet.
                let _ = kill_process(Pid::from_child(child), Signal::TERM);
            }
            sleep(POLL);
        }
        for mut child in running.drain(..) {
            if !matches!(child.wait_timeout(FAREWELL), Ok(Some(_))) {
                drop(child.kill().and_then(|()| child.wait()));
            }
        }
    }
}

/// Returns the name of the triage's jobs, which follows from the folder.
fn job(folder: &Folder) -> String {
    let [digest, ..] = Digest::of(folder.path.as_os_str().as_bytes()).to_words();
    format!("ddsmt-{digest:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_pages_are_written_rarely() {
        let mut seldom = Seldom::default();
        assert!(seldom.perform(|| sleep(POLL)));
        assert!(!seldom.perform(|| unreachable!("it is not due")));
    }
}
