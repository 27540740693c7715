//! Decides when a run has used up its time.

use crate::check::Limits;
use crate::check::system;
use rustix::process::Pid;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Length of the steps in which the kernel counts processor time.
const TICK: Duration = Duration::from_millis(10);

/// Interval between looks at a run that is past its idle limit but computes.
const PAUSE: Duration = Duration::from_millis(50);

/// The longest time that ddsmt sleeps.
const SLEEP: Duration = Duration::from_millis(100);

/// A sleep as long as this means that ddsmt, or the whole machine, was stopped.
const STOPPED: Duration = Duration::from_millis(300);

/// How often ddsmt looks whether a run by a launcher has begun.
const BEGINNING: Duration = Duration::from_secs(1);

/// How long processes that outlive the solver may print at least; otherwise as long as the solver ran.
const TALK: Duration = Duration::from_secs(2);

/// The deadlines of one run.
pub(super) struct Clock {
    pid: Pid,
    start: Instant,
    end: Option<Instant>,
    /// When ddsmt was awake last.
    awake: Instant,
    /// How long ddsmt was stopped.
    stopped: Duration,
    /// The earliest deadline of elapsed time, after which a pause of ddsmt disturbs the run.
    due: Option<Instant>,
    wall: Option<Instant>,
    beginning: Option<Beginning>,
    idle: Option<IdleLimit>,
    cpu: Option<CpuLimit>,
    linger: Duration,
    lingers_until: Option<Instant>,
    /// When processes that outlive the solver are no longer listened to.
    talks_until: Option<Instant>,
}

/// A run by a launcher that is not known to have begun yet.
struct Beginning {
    sign: PathBuf,
    wall: Duration,
    next_look: Instant,
}

struct IdleLimit {
    limit: Duration,
    next_look: Instant,
    /// Whether no process was active at the last look.
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
            wall: limits.wall.filter(|_| limits.begun.is_none()).and_then(|wall| start.checked_add(wall)),
            beginning: limits.begun.clone().zip(limits.wall).map(|(sign, wall)| Beginning {
                sign,
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

    /// Records that the solver itself has ended now.
    pub fn solver_ended(&mut self) {
        let now = Instant::now();
        self.end = Some(now);
        self.talks_until = now.checked_add(TALK.max(now - self.start));
        self.cpu = None;
        // Processes that outlive the solver may take the idle limit again, whatever they do.
        self.wall = self.wall.or(self.idle.take().and_then(|idle| now.checked_add(idle.limit)));
    }

    /// Records that ddsmt is awake now.
    pub fn wake(&mut self) {
        let now = Instant::now();
        let slept = now - std::mem::replace(&mut self.awake, now);
        if slept >= STOPPED {
            self.stopped += slept;
        }
    }

    /// Returns the time that the solver took, or takes until now, without the time for which ddsmt was stopped.
    pub fn solver_time(&self) -> Duration {
        (self.end.unwrap_or_else(Instant::now) - self.start).saturating_sub(self.stopped)
    }

    /// Whether a deadline of elapsed time was reached and ddsmt was stopped for a part of that time.
    pub fn is_disturbed(&self) -> bool {
        let ends = [self.due, self.lingers_until];
        !self.stopped.is_zero() && ends.into_iter().flatten().any(|end| self.awake >= end)
    }

    /// Returns the time until the next look at the run.
    pub fn remaining(&self) -> Duration {
        let cpu = self.cpu.as_ref().map(|cpu| cpu.next_look);
        let idle = self.idle.as_ref().map(|idle| idle.next_look);
        let beginning = self.beginning.as_ref().map(|beginning| beginning.next_look);
        let deadlines = [self.wall, idle, cpu, beginning, self.lingers_until];
        let next = deadlines.into_iter().flatten().min();
        next.map_or(SLEEP, |next| next.saturating_duration_since(Instant::now()).min(SLEEP))
    }

    /// Gives processes that outlive the solver a little time from now on.
    pub fn linger(&mut self) {
        let silence = Instant::now().checked_add(self.linger);
        self.lingers_until = [silence, self.talks_until].into_iter().flatten().min();
    }

    /// Whether the time is up: at a limit, or after a silence of processes that outlive the solver.
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

    /// Whether the run has reached its idle limit and does nothing.
    pub fn is_idle(&mut self) -> bool {
        self.idle.as_mut().is_some_and(|idle| idle.is_over(self.pid, Instant::now()))
    }
}

impl IdleLimit {
    /// Two looks in a row have to find nothing active: while ddsmt looks at one process, it may wait for
    /// another, which waited for it when ddsmt looked at that one.
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

/// Returns the shortest time in which a run can use up this processor time.
fn soonest(cpu: Duration, processors: u32) -> Duration {
    (cpu / processors).max(TICK)
}
