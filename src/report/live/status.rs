//! The state of a run under way, and how it is shown.

use crate::report::statistics::percent;
use crate::report::summary::duration;
use crate::report::terminal::columns;
use crate::sexpr::Script;
use crate::strategy::Place;
use std::time::{Duration, Instant};

/// The state of a run under way.
#[derive(Clone, Default)]
pub struct Status {
    /// The present activity, if it is not the search.
    pub activity: &'static str,
    /// Bytes of the input.
    pub before: u64,
    /// Bytes of the best so far.
    pub now: u64,
    pub place: Option<Place>,
    /// When the running pass began.
    pub pass_began: Option<Instant>,
    /// Changes that were accepted.
    pub accepted: u64,
    /// Questions that did not have to be asked.
    pub saved: u64,
    pub change: Option<(Script, Script)>,
}

/// How busy the solvers are.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slots {
    /// Number of slots that run a command, and number of all slots.
    pub busy: (usize, usize),
    /// Runs that have ended.
    pub runs: u64,
    /// How long the longest check has been running, and its time limit.
    pub longest: Option<(Duration, Option<Duration>)>,
}

/// The other data that is shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Moment {
    pub elapsed: Duration,
    pub slots: Slots,
    /// Runs per second.
    pub rate: f64,
    pub is_paused: bool,
    pub has_keys: bool,
}

/// A check that runs for longer than this is shown.
const LONG_CHECK: Duration = Duration::from_secs(2);

/// The fewest and the most columns of the bar.
const BAR_COLUMNS: (usize, usize) = (10, 60);

impl Status {
    /// Records another place of the search.
    pub fn go_to(&mut self, place: Place, now: Instant) {
        let same = |a: Place, b: Place| (a.phase, a.pass) == (b.phase, b.pass) && a.share <= b.share;
        if !self.place.replace(place).is_some_and(|before| same(before, place)) {
            self.pass_began = Some(now);
        }
    }

    /// Returns the size of the best so far, in words.
    fn size(&self) -> String {
        format!("{} of {} bytes ({})", self.now, self.before, percent(self.now, self.before))
    }

    /// Returns the place of the search, in words.
    fn place(&self) -> Option<String> {
        let place = self.place?;
        let mutator = place.mutator.map(|mutator| format!(": {mutator}")).unwrap_or_default();
        let block = place.block.map(|nodes| format!(", {nodes} nodes at once")).unwrap_or_default();
        let pass = format!("pass {} of {}", place.pass.0, place.pass.1);
        Some(format!("phase {} of {}: {}, {pass}{mutator}{block}", place.phase.0, place.phase.1, place.strategy))
    }

    /// Returns how far the pass has come, and how long the rest of it may take; none where too little is known.
    fn rest(&self) -> Option<String> {
        let share = self.place?.share;
        let percent = format!("{:.0}%", 100.0 * share);
        let spent = self.pass_began.map(|began| began.elapsed()).filter(|spent| spent.as_secs() >= 5);
        let left = spent.filter(|_| (0.1..0.99).contains(&share)).map(|spent| spent.mul_f64((1.0 - share) / share));
        let range = left.map(|left| format!(", {} to {} more", duration(left / 2), duration(left * 2)));
        Some(format!("{percent} of it{}", range.unwrap_or_default()))
    }

    fn figures(&self, moment: &Moment) -> Vec<String> {
        let (busy, all) = moment.slots.busy;
        let rate = match moment.rate {
            10.0.. => format!("{:.0} runs/s", moment.rate),
            0.1.. => format!("{:.1} runs/s", moment.rate),
            _ => format!("{} runs", moment.slots.runs),
        };
        let slots = if all > 0 { format!("{busy} of {all} slots busy") } else { String::new() };
        let counts = [(self.accepted, "accepted"), (self.saved, "saved")];
        let counts = counts.map(|(count, what)| format!("{count} {what}"));
        [vec![rate], counts.to_vec(), vec![slots]].concat().into_iter().filter(|text| !text.is_empty()).collect()
    }

    /// Returns the state in one line, for a log.
    pub(super) fn line(&self, moment: &Moment) -> String {
        let time = duration(moment.elapsed);
        if !self.activity.is_empty() {
            return format!("{time}: {}, {} bytes", self.activity, self.before);
        }
        let parts = [Some(self.size()), Some(self.figures(moment).join(", ")), self.place(), slow(&moment.slots)];
        format!("{time}: {}", parts.into_iter().flatten().collect::<Vec<_>>().join("; "))
    }

    /// Returns the rows of the display on a terminal of this width.
    pub(super) fn rows(&self, moment: &Moment, width: usize, style: Style) -> Vec<String> {
        // A row that fills the last column may wrap.
        let width = width.saturating_sub(1);
        let time = duration(moment.elapsed);
        let keys = if moment.has_keys { style.dim("? for keys") } else { String::new() };
        if !self.activity.is_empty() {
            let text = format!("{} bytes: {}", self.before, self.activity);
            return vec![justified(&text, &time, width)];
        }
        // The text beside the size need not move.
        let widest = format!("{0} of {0} bytes (99.9%)", self.before).len();
        let size = format!("  {:<widest$}  {time:>8}", self.size());
        let length = width.saturating_sub(columns(&size)).min(BAR_COLUMNS.1);
        let bar = if length < BAR_COLUMNS.0 { String::new() } else { style.bar(self.now, self.before, length) };
        let paused = moment.is_paused.then(|| "paused, p goes on".to_owned());
        let rest = self.rest().filter(|_| !moment.is_paused).unwrap_or_default();
        let second = justified(&self.place().unwrap_or_default(), &paused.unwrap_or(rest), width);
        let third = justified(&self.figures(moment).join(if style.has_unicode { " · " } else { ", " }), &keys, width);
        let slow = slow(&moment.slots).map(|text| cut(&text, width));
        [bar + &cut(&size, width), second, third].into_iter().chain(slow).collect()
    }
}

/// Returns how long a slow check has been running, and its time limit.
fn slow(slots: &Slots) -> Option<String> {
    let (since, limit) = slots.longest.filter(|(since, _)| *since >= LONG_CHECK)?;
    let limit = limit.filter(|limit| *limit < Duration::from_secs(1 << 30));
    let limit = limit.map(|limit| format!(", {} at most", duration(limit))).unwrap_or_default();
    Some(format!("a check has been running for {}{limit}", duration(since)))
}

/// The abilities of a terminal.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Style {
    pub has_unicode: bool,
    pub has_colors: bool,
}

impl Style {
    pub fn of_environment() -> Style {
        let value = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(value).unwrap_or_default().to_lowercase();
        let has_unicode = locale.contains("utf-8") || locale.contains("utf8");
        Style { has_unicode, has_colors: value("NO_COLOR").is_none() }
    }

    fn dim(self, text: &str) -> String {
        if self.has_colors { format!("\x1b[2m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Returns a bar of `length` columns that shows what is left of `all`.
    fn bar(self, left: u64, all: u64, length: usize) -> String {
        let share = (left as f64 / all.max(1) as f64).min(1.0);
        let eighths = ((share * (8 * length) as f64).ceil() as usize).max(1);
        let (full, part) = (eighths / 8, eighths % 8);
        if !self.has_unicode {
            let full = eighths.div_ceil(8);
            return format!("[{}{}]", "#".repeat(full.min(length - 2)), "-".repeat((length - 2).saturating_sub(full)));
        }
        let last = if part > 0 { ["▏", "▎", "▍", "▌", "▋", "▊", "▉"][part - 1] } else { "" };
        let shown = format!("{}{last}", "█".repeat(full));
        let empty = "░".repeat(length - columns(&shown));
        if self.has_colors { format!("\x1b[32m{shown}\x1b[0m{}", self.dim(&empty)) } else { shown + &empty }
    }
}

/// Returns a row with two texts at its ends; the first text is cut to the room that is left.
fn justified(left: &str, right: &str, width: usize) -> String {
    if right.is_empty() || columns(right) + 12 > width {
        return cut(left, width);
    }
    let room = width - columns(right);
    format!("{:<room$}{right}", cut(left, room - 2))
}

/// Returns as much of a text without escape sequences as there is room for.
pub(super) fn cut(text: &str, width: usize) -> String {
    text.chars().take(width).collect()
}
