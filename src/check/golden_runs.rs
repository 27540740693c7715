//! Golden runs: the runs on the input, with which all other runs are compared, made twice or more often.

use crate::check::criteria::sat_result::AnswerReader;
use crate::check::{
    CheckContext, ClonePoint, End, Golden, Listener, Outcome, OutputPrefix, Recording, Requirements, Slot, SlotPaths,
    SolverCommand, Stream,
};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use std::io;
use std::ops::ControlFlow;
use std::thread;
use std::time::{Duration, Instant};

/// Number of golden runs, one after the other, that tell interference from chance.
const ALONE: usize = 5;

/// Time after which no further golden run is made to tell interference from chance.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs a command in a slot within its limits and keeps its output. A command that cannot be started is an
/// outcome, [`End::NotRun`].
pub fn record(command: &SolverCommand, slot: &mut Slot, text: &[&[u8]]) -> io::Result<Recording> {
    record_by(command, slot, text, |slot, recorder| Ok(slot.run(command, &command.limits, recorder)))
}

/// Runs a command as [`record`] does, but by a clone, or returns why there is none.
pub fn record_warm(command: &SolverCommand, slot: &mut Slot, point: ClonePoint, text: &[&[u8]]) -> Result<Recording> {
    record_by(command, slot, text, |slot, recorder| slot.run_warm(command, point, &command.limits, recorder))
}

fn record_by<E: From<io::Error>>(
    command: &SolverCommand,
    slot: &mut Slot,
    text: &[&[u8]],
    mut run: impl FnMut(&mut Slot, &mut Recorder) -> Result<Outcome, E>,
) -> Result<Recording, E> {
    slot.undisturbed(text, |slot| {
        let mut recorder = Recorder {
            comparison: &command.comparison,
            most: usize::try_from(command.limits.output).unwrap_or(usize::MAX),
            kept: OutputPrefix::default(),
            answers: AnswerReader::default(),
            answered: Instant::now(),
            longest: (Duration::ZERO, 0),
        };
        let outcome = run(slot, &mut recorder);
        let is_disturbed = outcome.as_ref().is_ok_and(|outcome| outcome.disturbed);
        let recording = outcome.map(|outcome| {
            // The run may have ended in the middle of a query.
            let (_, longest_query) = recorder.longest(recorder.answers.answers.len());
            let [stdout, stderr] = recorder.kept;
            Recording { outcome, stdout, stderr, longest_query, paths: SlotPaths::clone(&slot.paths()) }
        });
        (recording, is_disturbed)
    })?
}

struct Recorder<'c> {
    comparison: &'c Requirements,
    most: usize,
    kept: OutputPrefix,
    answers: AnswerReader,
    /// When the latest answer came. The duration of a query is the time from one answer to the next.
    answered: Instant,
    /// The longest duration of a query, and the number of that query.
    longest: (Duration, usize),
}

impl Recorder<'_> {
    /// Returns the longest query so far, if the query after this many answers has just ended.
    fn longest(&self, answers: usize) -> (Duration, usize) {
        self.longest.max((self.answered.elapsed(), answers))
    }
}

impl Listener for Recorder<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> ControlFlow<()> {
        if stream == Stream::Stdout {
            let before = self.answers.answers.len();
            self.answers.feed(bytes);
            if self.answers.answers.len() > before {
                (self.longest, self.answered) = (self.longest(before), Instant::now());
            }
        }
        let kept = &mut self.kept[stream as usize];
        let room = self.most.saturating_sub(kept.len()).min(bytes.len());
        kept.extend_from_slice(&bytes[..room]);
        ControlFlow::Continue(())
    }

    fn wants(&self, stream: Stream) -> bool {
        self.comparison.wants(stream)
    }
}

/// How two golden runs compare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Agreement {
    /// Both are the same, though they ran at the same time.
    #[default]
    Steady,
    /// Both are the same only if they do not run at the same time.
    Interfering,
    /// Runs differ even one after the other.
    Unsteady,
}

/// The golden run, made twice.
#[derive(Clone, Debug)]
pub struct GoldenRuns {
    /// The golden run, with which all runs are compared.
    pub first: Recording,
    /// The second run, made in another slot.
    pub second: Recording,
    /// Whether the two runs agree.
    pub agreement: Agreement,
    /// Number of failed runs and of all runs, for an intermittent failure.
    pub rate: Option<(usize, usize)>,
    /// Why one of two runs at once could not be started, as the system's error number.
    pub refused: Option<i32>,
}

impl GoldenRuns {
    /// Returns the golden run of a comparison, with the longer of both times.
    pub fn golden(&self, comparison: &Requirements) -> Golden {
        let (first, second) = (&self.first.outcome, &self.second.outcome);
        let mut golden = Golden::of(&self.first, comparison);
        (golden.wall, golden.cpu) = (first.wall.max(second.wall), first.cpu.max(second.cpu));
        golden
    }
}

/// Makes golden runs of a command on a text, which is given in parts.
pub struct GoldenRunner<'a> {
    /// The command.
    pub command: &'a SolverCommand,
    /// The text.
    pub text: &'a [&'a [u8]],
    /// The facts that golden runs of other commands have shown.
    pub context: &'a CheckContext,
}

impl GoldenRunner<'_> {
    /// Makes the golden run in two slots at once. If the two differ, makes more runs one after the other, to tell
    /// interference from chance. If it is chance, the first run is one that looks like a failure, if there is
    /// one, and the second differs from it.
    pub fn twice(&self, [a, b]: [&mut Slot; 2]) -> io::Result<GoldenRuns> {
        let (first, second) = thread::scope(|scope| {
            let second = thread::Builder::new().spawn_scoped(scope, || self.record(b))?;
            let first = self.record(a);
            let second = second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            io::Result::Ok((first, second))
        })?;
        let (first, second) = (first?, second?);
        if self.agree(&first, &second) {
            return Ok(GoldenRuns { first, second, agreement: Agreement::Steady, rate: None, refused: None });
        }
        let refused = [&first, &second].into_iter().find_map(|run| match run.outcome.end {
            End::NotRun(error) => Some(error),
            _ => None,
        });
        let (start, mut runs) = (Instant::now(), vec![self.record(a)?, self.record(b)?]);
        while runs.len() < ALONE && start.elapsed() < PATIENCE && self.agree(&runs[0], &runs[runs.len() - 1]) {
            runs.push(self.record(a)?);
        }
        let differs =
            |from: &Recording, runs: &[Recording]| runs.iter().find(|other| !self.agree(from, other)).cloned();
        if differs(&runs[0], &runs).is_none() {
            let [first, second] = [0, 1].map(|i| runs[i].clone());
            return Ok(GoldenRuns { first, second, agreement: Agreement::Interfering, rate: None, refused });
        }
        runs.extend([first, second]);
        let first = self.worst(&runs).ok_or(io::ErrorKind::InvalidInput)?;
        let second = differs(&first, &runs).unwrap_or_else(|| first.clone());
        Ok(GoldenRuns { first, second, agreement: Agreement::Unsteady, rate: None, refused })
    }

    /// Makes the golden run `runs` times, for an intermittent failure. The first run that looks like a failure is
    /// the golden one; of several, the first one that is sought.
    pub fn often(
        &self,
        slot: &mut Slot,
        runs: usize,
        is_sought: &dyn Fn(&Recording) -> bool,
    ) -> io::Result<GoldenRuns> {
        let recordings: Vec<Recording> = (0..runs).map(|_| self.record(slot)).collect::<Result<_, _>>()?;
        let sought = recordings.iter().find(|run| is_sought(run)).cloned();
        let first = sought.or_else(|| self.worst(&recordings)).ok_or(io::ErrorKind::InvalidInput)?;
        let failed = recordings.iter().filter(|other| self.agree(&first, other)).count();
        let rate = Some((failed, runs));
        Ok(GoldenRuns { second: first.clone(), first, agreement: Agreement::Steady, rate, refused: None })
    }

    fn record(&self, slot: &mut Slot) -> io::Result<Recording> {
        record(self.command, slot, self.text)
    }

    /// Returns the first run that looks like a failure: one that meets all requirements and ends by a signal, or
    /// else with another status than 0. If there is none, returns the first run.
    fn worst(&self, runs: &[Recording]) -> Option<Recording> {
        let badness = |run: &&Recording| {
            let is_met = run.unmet(&self.command.comparison, self.context).0.is_empty();
            match run.outcome.end {
                End::Signaled(_) => (is_met, 2),
                End::Exited(0) => (is_met, 0),
                _ => (is_met, 1),
            }
        };
        runs.iter().rev().max_by_key(badness).cloned()
    }

    fn agree(&self, first: &Recording, second: &Recording) -> bool {
        let comparison = &self.command.comparison;
        Golden::of(first, comparison).matches(comparison, second, self.context)
    }
}
