//! The golden run: what the solver does on the input that all is compared with.

use crate::check::command::SolverCommand;
use crate::check::compare::answers::Reader;
use crate::check::compare::{Comparison, Evidence, Heads, Judge, Requirement, crash};
use crate::check::process::{End, Hope, Listener, Outcome, Stream};
use crate::check::slot::{Places, Slot};
use memchr::memmem;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// A run of which everything that counts is kept.
#[derive(Clone, Debug)]
pub struct Recording {
    /// How it ended and what it used.
    pub outcome: Outcome,
    /// What it printed on its standard output.
    pub stdout: Vec<u8>,
    /// What it printed on its error output.
    pub stderr: Vec<u8>,
    /// The number of the query that took longest, as far as answers were
    /// printed as soon as they were found.
    pub longest_query: usize,
    places: Places,
}

impl Recording {
    /// What it printed on a stream.
    pub fn output(&self, stream: Stream) -> &[u8] {
        match stream {
            Stream::Stdout => &self.stdout,
            Stream::Stderr => &self.stderr,
        }
    }

    /// The requirements that the run itself does not meet, so that no other
    /// can be expected to, and what it tells to later ones of the same check.
    pub fn unmet<'c>(&'c self, comparison: &'c Comparison, evidence: &Evidence) -> (Vec<Requirement>, Evidence) {
        Golden::of(self).judged(comparison, self, evidence, |judge| {
            let unmet = judge.unmet(&self.outcome);
            (unmet.into_iter().cloned().collect(), judge.evidence(&self.outcome, evidence))
        })
    }
}

/// Runs a command in a slot and keeps what it prints, within its limits.
///
/// # Errors
///
/// If the input file cannot be written. A command that cannot be started is an
/// outcome, [`End::NotRun`].
pub fn record(command: &SolverCommand, slot: &mut Slot, text: &[&[u8]]) -> io::Result<Recording> {
    slot.write(text)?;
    let mut recorder = Recorder {
        comparison: &command.comparison,
        most: usize::try_from(command.limits.output).unwrap_or(usize::MAX),
        kept: Heads::default(),
        queries: Queries::new(),
    };
    let outcome = slot.run(command, &command.limits, &mut recorder);
    let [stdout, stderr] = recorder.kept;
    let longest_query = recorder.queries.longest();
    Ok(Recording { outcome, stdout, stderr, longest_query, places: Places::clone(&slot.places()) })
}

struct Recorder<'c> {
    comparison: &'c Comparison,
    most: usize,
    kept: [Vec<u8>; 2],
    queries: Queries,
}

/// How long queries take, seen from outside: from one answer to the next.
struct Queries {
    reader: Reader,
    /// When the latest answer came.
    last: Instant,
    /// The longest time, and the number of its query.
    longest: (Duration, usize),
}

impl Queries {
    fn new() -> Queries {
        Queries { reader: Reader::default(), last: Instant::now(), longest: (Duration::ZERO, 0) }
    }

    fn hear(&mut self, bytes: &[u8]) {
        let answered = self.reader.answers().len();
        self.reader.feed(bytes);
        if self.reader.answers().len() > answered {
            self.longest = self.longest.max((self.last.elapsed(), answered));
            self.last = Instant::now();
        }
    }

    /// Asked when the run has ended, maybe in the middle of a query.
    fn longest(&self) -> usize {
        self.longest.max((self.last.elapsed(), self.reader.answers().len())).1
    }
}

impl Listener for Recorder<'_> {
    fn hear(&mut self, stream: Stream, bytes: &[u8]) -> Hope {
        if stream == Stream::Stdout {
            self.queries.hear(bytes);
        }
        let kept = &mut self.kept[stream as usize];
        let room = self.most.saturating_sub(kept.len()).min(bytes.len());
        kept.extend_from_slice(&bytes[..room]);
        Hope::Open
    }

    fn wants(&self, stream: Stream) -> bool {
        self.comparison.wants(stream)
    }
}

/// What every other run is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Golden {
    /// How it ended.
    pub end: End,
    /// Its elapsed time; of two runs the longer one's.
    pub wall: Duration,
    /// Its processor time; of two runs the longer one's.
    pub cpu: Duration,
    /// Where it crashed, if it did and said so.
    pub crash: Vec<Vec<u8>>,
    stdout: Template,
    stderr: Template,
}

impl Golden {
    /// Makes a run the golden one.
    pub fn of(recording: &Recording) -> Self {
        Golden {
            end: recording.outcome.end,
            wall: recording.outcome.wall,
            cpu: recording.outcome.cpu,
            crash: crash::signature(&recording.stdout, &recording.stderr),
            stdout: Template::of(&recording.stdout, &recording.places),
            stderr: Template::of(&recording.stderr, &recording.places),
        }
    }

    /// Whether another run counts as the same, after other runs of the same
    /// check have left this evidence.
    pub fn matches(&self, comparison: &Comparison, other: &Recording, evidence: &Evidence) -> bool {
        self.judged(comparison, other, evidence, |judge| judge.is_same(&other.outcome))
    }

    fn judged<T>(
        &self,
        comparison: &Comparison,
        run: &Recording,
        evidence: &Evidence,
        tell: impl FnOnce(&Judge<'_>) -> T,
    ) -> T {
        let mut judge = Judge::new(comparison, self, &run.places, Heads::default(), evidence);
        for stream in [Stream::Stdout, Stream::Stderr] {
            judge.hear(stream, run.output(stream));
        }
        tell(&judge)
    }

    pub(super) fn template(&self, stream: Stream) -> &Template {
        match stream {
            Stream::Stdout => &self.stdout,
            Stream::Stderr => &self.stderr,
        }
    }
}

/// What two golden runs say about each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// They are the same, though they ran at the same time.
    Steady,
    /// They are the same only if they do not run at the same time.
    Interfering,
    /// They differ even one after the other.
    Unsteady,
}

/// The golden run, made twice.
#[derive(Clone, Debug)]
pub struct GoldenRuns {
    /// The run that all is compared with.
    pub first: Recording,
    /// The other one, in another slot.
    pub second: Recording,
    /// Whether they agree.
    pub agreement: Agreement,
    /// How many of how many runs failed, where the failure comes and goes.
    pub rate: Option<(usize, usize)>,
}

impl GoldenRuns {
    /// The golden run with the longer of both times.
    pub fn golden(&self) -> Golden {
        let (first, second) = (&self.first.outcome, &self.second.outcome);
        Golden { wall: first.wall.max(second.wall), cpu: first.cpu.max(second.cpu), ..Golden::of(&self.first) }
    }
}

/// Makes the golden run in two slots at once, and where they differ once more
/// one after the other, to tell interference from chance.
///
/// # Errors
///
/// If an input file cannot be written.
pub fn record_twice(
    command: &SolverCommand,
    slots: [&mut Slot; 2],
    text: &[&[u8]],
    evidence: &Evidence,
) -> io::Result<GoldenRuns> {
    let [a, b] = slots;
    let (first, second) = thread::scope(|scope| {
        let second = scope.spawn(|| record(command, b, text));
        let first = record(command, a, text);
        let second = second.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        (first, second)
    });
    let (first, second) = (first?, second?);
    if agree(command, &first, &second, evidence) {
        return Ok(GoldenRuns { first, second, agreement: Agreement::Steady, rate: None });
    }
    let first = record(command, a, text)?;
    let second = record(command, b, text)?;
    let agreement = match agree(command, &first, &second, evidence) {
        true => Agreement::Interfering,
        false => Agreement::Unsteady,
    };
    Ok(GoldenRuns { first, second, agreement, rate: None })
}

/// Makes the golden run so many times, where the failure comes and goes: the
/// first one that looks like a failure is the golden one.
///
/// A failure is what ends by a signal, or else with another status than 0, and
/// meets all that is asked besides; where no run does, the first run is golden.
///
/// # Errors
///
/// If the input file cannot be written.
pub fn record_often(
    command: &SolverCommand,
    slot: &mut Slot,
    text: &[&[u8]],
    evidence: &Evidence,
    runs: usize,
) -> io::Result<GoldenRuns> {
    let recordings: Vec<Recording> = (0..runs).map(|_| record(command, slot, text)).collect::<Result<_, _>>()?;
    let badness = |recording: &Recording| {
        let is_met = recording.unmet(&command.comparison, evidence).0.is_empty();
        match recording.outcome.end {
            End::Signaled(_) => (is_met, 2),
            End::Exited(0) => (is_met, 0),
            _ => (is_met, 1),
        }
    };
    // The first of those that are equally bad.
    let worst = recordings.iter().rev().max_by_key(|recording| badness(recording));
    let first = worst.cloned().ok_or(io::ErrorKind::InvalidInput)?;
    let failed = recordings.iter().filter(|other| agree(command, &first, other, evidence)).count();
    let rate = Some((failed, runs));
    Ok(GoldenRuns { second: first.clone(), first, agreement: Agreement::Steady, rate })
}

fn agree(command: &SolverCommand, first: &Recording, second: &Recording, evidence: &Evidence) -> bool {
    Golden::of(first).matches(&command.comparison, second, evidence)
}

/// An output in which the paths of the slot are open.
///
/// Slots differ in their paths, so what is compared with is put together anew
/// for each; nothing that a candidate prints has to be searched for paths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Template {
    pieces: Vec<Piece>,
}

/// A part of a [`Template`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    /// These bytes, at least one.
    Text(Vec<u8>),
    /// The folder of the slot's input file.
    Folder,
    /// The temporary folder of the slot.
    Scratch,
}

impl Piece {
    /// The piece as it is printed in a slot.
    pub fn bytes<'p>(&'p self, places: &'p Places) -> &'p [u8] {
        match self {
            Piece::Text(text) => text,
            Piece::Folder => places.folder_bytes(),
            Piece::Scratch => places.scratch_bytes(),
        }
    }
}

impl Template {
    fn of(output: &[u8], places: &Places) -> Self {
        let mut found: Vec<(usize, Piece)> = [Piece::Folder, Piece::Scratch]
            .into_iter()
            .flat_map(|piece| {
                let path = piece.bytes(places).to_vec();
                let finds: Vec<usize> = memmem::find_iter(output, &path).collect();
                finds.into_iter().map(move |at| (at, piece.clone()))
            })
            .collect();
        found.sort_by_key(|&(at, _)| at);
        let mut pieces = Vec::new();
        let mut rest = 0;
        for (at, piece) in found {
            pieces.push(Piece::Text(output[rest..at].to_vec()));
            rest = at + piece.bytes(places).len();
            pieces.push(piece);
        }
        pieces.push(Piece::Text(output[rest..].to_vec()));
        pieces.retain(|piece| *piece != Piece::Text(Vec::new()));
        Template { pieces }
    }

    /// The pieces, none of them empty.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }
}
