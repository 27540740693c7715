//! The display of a run under way: rows at the bottom of a terminal with keys, or else a line from time to
//! time. It shows what the run has recorded, so that the run need not wait for it.

mod keys;
mod status;

pub use status::{Slots, Status};

use super::diffs;
use super::log::CHAT;
use super::terminal;
use keys::{Keys, is_in_front};
use parking_lot::Mutex;
use signal_hook::consts::{SIGTSTP, SIGUSR1};
use signal_hook::{flag, low_level::emulate_default_handler};
use status::{Moment, Style, cut};
use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The time between two drawings of the rows.
const TICK: Duration = Duration::from_millis(200);

/// The time until the first line where there is no terminal; it doubles with each line.
const FIRST_LINE: Duration = Duration::from_secs(10);

/// The longest time between two lines where there is no terminal.
const BETWEEN_LINES: Duration = Duration::from_secs(60);

/// The number of latest looks over which the rate of runs is computed.
const RATE_LOOKS: usize = 15;

/// Number of lines of a difference that are shown.
const MAX_DIFF_LINES: usize = 40;

const KEYS: &str = "d: the latest change  p: pause  s: skip this pass  q: end with the best so far";

/// Requests of the user to the search, made by keys.
#[derive(Debug, Default)]
pub struct Requests {
    paused: AtomicBool,
    skip: AtomicBool,
}

impl Requests {
    /// Whether nothing new is to be started.
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Returns whether the rest of the running pass is to be skipped, and forgets this request.
    pub fn take_skip(&self) -> bool {
        self.skip.load(Ordering::Relaxed) && self.skip.swap(false, Ordering::Relaxed)
    }
}

/// The display of a run, which ends when this value is dropped.
pub struct Live {
    pub shared: Arc<LiveState>,
}

/// The state that a run shares with its display.
pub struct LiveState {
    started: Instant,
    status: Mutex<Status>,
    slots: Mutex<Option<Box<dyn Fn() -> Slots + Send>>>,
    pub requests: Arc<Requests>,
    keys: Keys,
    ended: AtomicBool,
}

impl LiveState {
    pub fn note(&self, change: impl FnOnce(&mut Status)) {
        change(&mut self.status.lock());
    }

    /// Sets the function that is asked for the state of the slots from now on.
    pub fn watch(&self, slots: Box<dyn Fn() -> Slots + Send>) {
        *self.slots.lock() = Some(slots);
    }

    pub fn end_keys(&self) {
        self.keys.end();
    }
}

impl Live {
    /// Shows a run that began at `started`, if `is_heard` is set; `finish` ends the run with the best so far.
    /// Signals that are ignored stay ignored.
    pub fn start(
        started: Instant,
        is_heard: bool,
        ignored: &[i32],
        finish: impl Fn() + Send + 'static,
    ) -> std::io::Result<Live> {
        let shared = Arc::new(LiveState {
            started,
            status: Mutex::default(),
            slots: Mutex::default(),
            requests: Arc::default(),
            keys: Keys::default(),
            ended: AtomicBool::new(false),
        });
        let has_rows = is_heard && terminal::is_drawable();
        let heard = |signal: i32, wanted: bool| -> std::io::Result<Arc<AtomicBool>> {
            let heard = Arc::new(AtomicBool::new(false));
            if wanted && !ignored.contains(&signal) {
                flag::register(signal, heard.clone())?;
            }
            Ok(heard)
        };
        let painter = Painter {
            shared: shared.clone(),
            has_rows,
            has_lines: is_heard && !has_rows,
            asked: heard(SIGUSR1, true)?,
            stopped: heard(SIGTSTP, has_rows)?,
            finish: Box::new(finish),
            style: Style::of_environment(),
            looks: VecDeque::new(),
            next_line: FIRST_LINE,
        };
        if has_rows {
            terminal::open();
        }
        // The thread is not joined: it sleeps most of the time, and touches nothing after the end.
        thread::Builder::new().name("display".into()).spawn(|| painter.paint())?;
        Ok(Live { shared })
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::SeqCst);
        self.shared.keys.end();
        terminal::close();
    }
}

/// Draws the rows, reads keys and reacts to signals.
struct Painter {
    shared: Arc<LiveState>,
    has_rows: bool,
    has_lines: bool,
    /// Whether the state was asked for (SIGUSR1).
    asked: Arc<AtomicBool>,
    /// Whether ddsmt is to stop (Ctrl-Z).
    stopped: Arc<AtomicBool>,
    finish: Box<dyn Fn() + Send>,
    style: Style,
    /// The latest looks at the number of runs.
    looks: VecDeque<(Instant, u64)>,
    next_line: Duration,
}

impl Painter {
    fn paint(mut self) {
        loop {
            let keys = if self.has_rows {
                self.shared.keys.read(TICK)
            } else {
                thread::sleep(TICK);
                Vec::new()
            };
            if self.shared.ended.load(Ordering::SeqCst) {
                return;
            }
            keys.into_iter().for_each(|key| self.obey(key));
            let moment = self.moment();
            if self.stopped.swap(false, Ordering::SeqCst) {
                self.shared.keys.give_back();
                terminal::draw(Vec::new());
                let _ = emulate_default_handler(SIGTSTP);
            }
            let status = self.shared.status.lock().clone();
            if self.asked.swap(false, Ordering::SeqCst) {
                terminal::say(&[status.line(&moment)]);
            }
            if self.has_rows {
                let is_shown = is_in_front();
                let rows = if is_shown { status.rows(&moment, terminal::width(), self.style) } else { Vec::new() };
                terminal::draw(rows);
            } else if self.has_lines && moment.elapsed >= self.next_line {
                self.next_line = moment.elapsed + self.next_line.min(BETWEEN_LINES);
                log::info!(target: CHAT, "{}", status.line(&moment));
            }
        }
    }

    fn moment(&mut self) -> Moment {
        let slots = self.shared.slots.lock().as_ref().map(|slots| slots()).unwrap_or_default();
        let now = Instant::now();
        self.looks.push_back((now, slots.runs));
        if self.looks.len() > RATE_LOOKS {
            self.looks.pop_front();
        }
        let rate = self.looks.front().map_or(0.0, |(then, runs)| {
            let seconds = (now - *then).as_secs_f64();
            if seconds > 0.0 { slots.runs.saturating_sub(*runs) as f64 / seconds } else { 0.0 }
        });
        let is_paused = self.shared.requests.is_paused();
        Moment { elapsed: self.shared.started.elapsed(), slots, rate, is_paused, has_keys: Keys::are_there() }
    }

    fn obey(&self, key: u8) {
        let requests = &self.shared.requests;
        match key {
            b'd' => {
                let change = self.shared.status.lock().change.clone();
                let text = change.map(|(before, after)| diffs::unified(&before, &after));
                terminal::say(&shown(&text.unwrap_or_else(|| b"nothing has changed yet".into()), terminal::width()));
            }
            b'p' => drop(requests.paused.fetch_xor(true, Ordering::Relaxed)),
            b's' => requests.skip.store(true, Ordering::Relaxed),
            b'q' => (self.finish)(),
            b'?' | b'h' => terminal::say(&[KEYS.to_owned()]),
            _ => {}
        }
    }
}

/// Returns as much of a text as a terminal can show.
fn shown(text: &[u8], width: usize) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let mut lines = text.lines().map(|line| {
        let line = line.replace('\t', " ").replace(|c: char| c.is_control(), "?");
        cut(&line, width.saturating_sub(1))
    });
    let mut shown: Vec<String> = lines.by_ref().take(MAX_DIFF_LINES).collect();
    let left = lines.count();
    if left > 0 {
        shown.push(format!("and {left} more lines"));
    }
    shown
}

#[cfg(test)]
mod tests;
