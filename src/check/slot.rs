//! A place where one solver runs at a time, with one reused input file.

mod guarded_folder;
mod input;

use crate::check::launcher::{self, KeptOutput};
use crate::check::limits::limited;
use crate::check::process::{Runner, Warm};
use crate::check::removal::remove;
use crate::check::{
    Canceller, ClonePoint, End, Limits, Listener, Outcome, SlotPaths, SolverCommand, Sweep, TemplateStart, Workspace,
};
use crate::files::is_full;
use anyhow::Result;
use guarded_folder::GuardedFolder;
use input::InputFile;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How often a slot looks for processes that have left their group.
const SWEEP_EVERY: Duration = Duration::from_millis(250);

/// How often a disturbed run is made again.
const MAX_REPEATS: u32 = 5;

/// Largest number of bytes in the name of a file.
const LONGEST_NAME: usize = 255;

/// A place where one solver runs at a time, with one reused input file.
///
/// Every run finds its input as written, whatever earlier solvers did to the file, and an empty temporary folder.
#[derive(Debug)]
pub struct Slot {
    number: usize,
    mark: String,
    paths: Arc<SlotPaths>,
    input: InputFile,
    folder: GuardedFolder,
    scratch: GuardedFolder,
    runner: Runner,
    warm: Warm,
    swept: Instant,
    /// Dropped last: the workspace removes the folders.
    workspace: Arc<Workspace>,
}

impl Slot {
    /// Makes the slot with this number, which is unique in the workspace.
    pub fn new(workspace: &Arc<Workspace>, number: usize) -> io::Result<Self> {
        let scratch = GuardedFolder::new(workspace.scratch_folder(number), 0)?;
        let folder = GuardedFolder::new(workspace.input_folder(number), 1)?;
        let paths = paths(workspace, &folder, &scratch);
        Ok(Slot {
            number,
            mark: workspace.mark(number),
            input: InputFile::create(&paths.input)?,
            paths: Arc::new(paths),
            folder,
            scratch,
            runner: Runner::new(workspace.offspring.clone())?,
            warm: Warm::default(),
            swept: Instant::now(),
            workspace: workspace.clone(),
        })
    }

    /// Returns the paths that a solver of this slot may print.
    ///
    /// The paths change once if memory turns out too small for the input file.
    pub fn paths(&self) -> Arc<SlotPaths> {
        self.paths.clone()
    }

    /// Returns a handle that ends the runs of this slot from another thread.
    pub fn canceller(&self) -> Canceller {
        self.runner.canceller()
    }

    /// Writes the input of the next run, given in parts, and restores everything that earlier solvers
    /// disturbed. Fails if neither memory nor disk has room, or a folder cannot be restored.
    pub fn write(&mut self, text: &[&[u8]]) -> io::Result<()> {
        self.scratch.tidy()?;
        self.warm.look(text);
        if !self.input.is_intact(&self.paths.input) || !self.folder.is_tidy() {
            self.renew_input()?;
        }
        match self.input.write(text) {
            Err(error) if is_full(&error) => self.move_to_disk(text).map_err(|error| {
                let told = format!("{}: {error}", self.paths.input.display());
                if is_full(&error) { io::Error::new(error.kind(), told) } else { error }
            }),
            result => result,
        }
    }

    fn move_to_disk(&mut self, text: &[&[u8]]) -> io::Result<()> {
        let fallback = self.workspace.fallback_folder(self.number)?;
        if fallback != self.folder.path {
            // Frees the memory of the old folder for others.
            let _ = self.folder.renew();
            self.folder = GuardedFolder::new(fallback, 1)?;
            self.paths = Arc::new(paths(&self.workspace, &self.folder, &self.scratch));
        }
        self.renew_input()?;
        self.input.write(text)
    }

    /// Makes the input's folder and an empty input file anew.
    fn renew_input(&mut self) -> io::Result<()> {
        self.folder.renew()?;
        self.warm.forget();
        self.input = InputFile::create(&self.paths.input)?;
        Ok(())
    }

    /// Writes an input and makes a run on it, both again as long as the run was disturbed. `run` returns its
    /// result and whether ddsmt was stopped while it timed the run.
    pub fn undisturbed<T>(&mut self, text: &[&[u8]], mut run: impl FnMut(&mut Slot) -> (T, bool)) -> io::Result<T> {
        for _ in 0..MAX_REPEATS {
            self.write(text)?;
            if let (found, false) = run(self) {
                return Ok(found);
            }
        }
        self.write(text)?;
        Ok(run(self).0)
    }

    /// Runs a command on the input and ends whatever it leaves running.
    pub fn run(&mut self, command: &SolverCommand, limits: &Limits, listener: &mut dyn Listener) -> Outcome {
        if !command.launcher.is_empty() {
            return self.run_launched(command, limits, listener);
        }
        let start = limited(&command.program, command.limits.memory);
        let mut prepared = command.prepare(start, &self.paths, &self.mark);
        let outcome = self.runner.run(&mut prepared, limits, listener);
        if outcome.escaped || self.swept.elapsed() >= SWEEP_EVERY {
            let mark = self.mark.as_bytes();
            self.workspace.offspring.sweep(Sweep::Slot(mark));
            self.swept = Instant::now();
        }
        outcome
    }

    /// Runs a command by its launcher, again and again while the run is lost.
    fn run_launched(&mut self, command: &SolverCommand, limits: &Limits, listener: &mut dyn Listener) -> Outcome {
        let mut lost = 0;
        loop {
            let report = self.workspace.report_file(self.number);
            let start = launcher::launched(&command.launcher, &report, limits, &command.program);
            let start = self
                .scratch
                .tidy()
                .and(self.input.publish())
                .and(start)
                .map(|start| command.prepare(start, &self.paths, &self.mark));
            let mut prepared = match start {
                Ok(prepared) => prepared,
                Err(error) => return Outcome::not_run(&error),
            };
            let mut kept = KeptOutput::new(listener);
            let outcome = self.runner.run(&mut prepared, &launcher::limits(limits, &report), &mut kept);
            let is_known = &self.workspace.is_launcher_known;
            if let Some(outcome) = launcher::reported(outcome, &report) {
                is_known.fetch_or(outcome.end.is_own(), Ordering::Relaxed);
                kept.tell();
                return outcome;
            }
            launcher::tell_lost(&kept.last_error());
            lost += 1;
            if lost >= launcher::tries(is_known.load(Ordering::Relaxed)) {
                return Outcome { end: End::Lost, ..outcome };
            }
            launcher::pause(lost, &self.runner.canceller());
        }
    }

    /// Runs a command on the input by a clone. An error says why that is not possible, or that anything was
    /// unusual; the listener must then forget what it heard.
    pub fn run_warm(
        &mut self,
        command: &SolverCommand,
        point: ClonePoint,
        limits: &Limits,
        listener: &mut dyn Listener,
    ) -> Result<Outcome> {
        let start = TemplateStart { command, paths: &self.paths, mark: &self.mark, limits };
        let point = match point {
            ClonePoint::Both => {
                let reading = self.warm.ready(&mut self.runner, start, ClonePoint::Reading, false);
                reading.map_or(ClonePoint::Opening, |_| ClonePoint::Reading)
            }
            point => point,
        };
        let ready = match self.warm.ready(&mut self.runner, start, point, false) {
            Err(_) if self.runner.canceller().is_cancelled() => return Ok(Outcome::cancelled()),
            ready => ready?,
        };
        ready.make_ready(&self.runner)?;
        ready.run(&mut self.runner, &self.mark, limits, listener)
    }

    /// Returns the beginning of the current input behind which clones can stand.
    pub fn head(&self) -> Option<&[u8]> {
        self.warm.head()
    }

    /// Returns the processor time that clones save on this text: up to the opening of the input and, if `is_late`
    /// and there are such clones, up to the end of the first command. An error says why there are no clones.
    pub fn head_starts(
        &mut self,
        command: &SolverCommand,
        is_late: bool,
        text: &[&[u8]],
    ) -> Result<(Duration, Option<Duration>)> {
        self.write(text)?;
        let start = TemplateStart { command, paths: &self.paths, mark: &self.mark, limits: &command.limits };
        let mut ready = |point| self.warm.ready(&mut self.runner, start, point, true).map(|kept| kept.head_starts());
        let late = is_late.then(|| ready(ClonePoint::Reading));
        match late {
            Some(Ok(found)) => Ok(found),
            _ => ready(ClonePoint::Opening),
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mark = self.mark.as_bytes();
        self.workspace.offspring.sweep(Sweep::Slot(mark));
        // What cannot be removed here is removed with the workspace.
        for folder in [&self.folder, &self.scratch] {
            let _ = remove(&folder.path);
        }
    }
}

fn paths(workspace: &Workspace, folder: &GuardedFolder, scratch: &GuardedFolder) -> SlotPaths {
    let extension = &workspace.extension;
    // A long extension leaves less room for the name, which has at least one byte.
    let stem = "input".len().min(LONGEST_NAME.saturating_sub(extension.len())).max(1);
    let mut name = std::ffi::OsString::from(&"input"[..stem]);
    name.push(extension);
    SlotPaths { input: folder.path.join(name), folder: folder.path.clone(), scratch: scratch.path.clone() }
}
