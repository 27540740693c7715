//! When a run has had its time.

use crate::check::Limits;
use crate::check::system;
use rustix::process::Pid;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// The kernel tells processor time in steps of this length.
const TICK: Duration = Duration::from_millis(10);

/// How often a run that had its elapsed time, but goes on computing, is looked at.
const PAUSE: Duration = Duration::from_millis(50);

/// How long we sleep at most.
const SLEEP: Duration = Duration::from_millis(100);

/// Who sleeps so long was stopped, or the whole machine was.
const STOPPED: Duration = Duration::from_millis(300);

/// How often we look whether a run elsewhere has begun.
const BEGINNING: Duration = Duration::from_secs(1);

/// How long those who outlive the solver may talk at least; else as long as it ran.
const TALK: Duration = Duration::from_secs(2);

/// The deadlines of one run.
pub(super) struct Clock {
    pid: Pid,
    start: Instant,
    end: Option<Instant>,
    /// When we were awake last.
    awake: Instant,
    /// How long we were stopped.
    stopped: Duration,
    /// When elapsed time begins to count against the run.
    due: Option<Instant>,
    wall: Option<Instant>,
    beginning: Option<Beginning>,
    idle: Option<IdleLimit>,
    cpu: Option<CpuLimit>,
    linger: Duration,
    lingers_until: Option<Instant>,
    /// When nobody who outlives the solver is listened to any more.
    talks_until: Option<Instant>,
}

/// A run elsewhere that has not begun yet, as far as we know.
struct Beginning {
    sign: PathBuf,
    wall: Duration,
    next_look: Instant,
}

struct IdleLimit {
    limit: Duration,
    next_look: Instant,
    /// Whether nothing was active at the last look.
    was_idle: bool,
}

struct CpuLimit {
    start: Instant,
    limit: Duration,
    processors: u32,
    next_look: Instant,
}

impl Clock {
    pub fn new(pid: Pid, start: Instant, limits: &Limits, processors: u32) -> Self {
        Clock {
            pid,
            start,
            end: None,
            awake: start,
            stopped: Duration::ZERO,
            due: [limits.wall, limits.idle].into_iter().flatten().min().and_then(|limit| start.checked_add(limit)),
            wall: limits.wall.filter(|_| limits.away.is_none()).and_then(|wall| start.checked_add(wall)),
            beginning: limits.away.as_ref().zip(limits.wall).map(|(away, wall)| Beginning {
                sign: away.begun.clone(),
                wall,
                next_look: start + BEGINNING,
            }),
            idle: limits.idle.map(|limit| IdleLimit { limit, next_look: start + limit, was_idle: false }),
            cpu: limits.cpu.map(|limit| CpuLimit {
                start,
                limit,
                processors,
                next_look: start + soonest(limit, processors),
            }),
            linger: limits.linger,
            lingers_until: None,
            talks_until: None,
        }
    }

    /// Remembers that the solver itself has ended now.
    pub fn solver_ended(&mut self) {
        let now = Instant::now();
        self.end = Some(now);
        self.talks_until = now.checked_add(TALK.max(now - self.start));
        self.cpu = None;
        // Those it leaves behind have as long again, whatever they do.
        self.wall = self.wall.or(self.idle.take().and_then(|idle| now.checked_add(idle.limit)));
    }

    /// Remembers that we are awake now.
    pub fn wake(&mut self) {
        let now = Instant::now();
        let slept = now - std::mem::replace(&mut self.awake, now);
        if slept >= STOPPED {
            self.stopped += slept;
        }
    }

    /// The time that the solver took, up to now if it has not ended; without that for which
    /// we were stopped.
    pub fn solver_time(&self) -> Duration {
        (self.end.unwrap_or_else(Instant::now) - self.start).saturating_sub(self.stopped)
    }

    /// Whether an end of elapsed time was reached, some of which we were stopped.
    pub fn is_disturbed(&self) -> bool {
        let ends = [self.due, self.lingers_until];
        !self.stopped.is_zero() && ends.into_iter().flatten().any(|end| self.awake >= end)
    }

    /// The time until we look at the run again.
    pub fn remaining(&self) -> Duration {
        let cpu = self.cpu.as_ref().map(|cpu| cpu.next_look);
        let idle = self.idle.as_ref().map(|idle| idle.next_look);
        let beginning = self.beginning.as_ref().map(|beginning| beginning.next_look);
        let deadlines = [self.wall, idle, cpu, beginning, self.lingers_until];
        let next = deadlines.into_iter().flatten().min();
        next.map_or(SLEEP, |next| next.saturating_duration_since(Instant::now()).min(SLEEP))
    }

    /// Gives those who outlive the solver a little time, from now on.
    pub fn linger(&mut self) {
        let silence = Instant::now().checked_add(self.linger);
        self.lingers_until = [silence, self.talks_until].into_iter().flatten().min();
    }

    /// Whether the time is up: because of a limit, or because nothing came any
    /// more from those who outlive the solver.
    pub fn is_over(&mut self) -> bool {
        self.look_for_beginning();
        let now = Instant::now();
        [self.wall, self.lingers_until].into_iter().flatten().any(|end| now >= end)
            || self.cpu.as_mut().is_some_and(|cpu| cpu.is_over(self.pid, now))
    }

    fn look_for_beginning(&mut self) {
        let now = Instant::now();
        let Some(beginning) = self.beginning.as_mut().filter(|beginning| now >= beginning.next_look) else { return };
        beginning.next_look = now + BEGINNING;
        if beginning.sign.exists() {
            self.wall = now.checked_add(beginning.wall);
            self.beginning = None;
        }
    }

    /// Whether the run has had its elapsed time and does nothing any more.
    pub fn is_idle(&mut self) -> bool {
        self.idle.as_mut().is_some_and(|idle| idle.is_over(self.pid, Instant::now()))
    }
}

impl IdleLimit {
    /// Two looks in a row have to find nothing active: while we look at one
    /// process it may wait for another, which we have seen wait for it.
    fn is_over(&mut self, pid: Pid, now: Instant) -> bool {
        if now < self.next_look {
            return false;
        }
        let is_idle = !system::is_tree_active(pid);
        let is_over = is_idle && self.was_idle;
        self.was_idle = is_idle;
        self.next_look = now + if is_idle { TICK } else { PAUSE };
        is_over
    }
}

impl CpuLimit {
    fn is_over(&mut self, pid: Pid, now: Instant) -> bool {
        if now < self.next_look {
            return false;
        }
        let used = system::cpu_time_of_tree(pid).unwrap_or(now - self.start);
        self.next_look = now + soonest(self.limit.saturating_sub(used), self.processors);
        used >= self.limit
    }
}

/// The time in which a run can use up this processor time at the earliest.
fn soonest(cpu: Duration, processors: u32) -> Duration {
    (cpu / processors).max(TICK)
}
