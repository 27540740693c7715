//! The page of `--report`: one file that needs no other.

mod charts;
mod marks;

use super::events::{Effort, End, Event, Golden, Start, Step, ending};
use super::summary::duration;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::time::Duration;

/// Largest number of bytes of differences in a page; those of later steps are left out.
const MAX_DIFFERENCES: usize = 8 << 20;

/// Number of bytes that are shown at both ends of a text that was deleted in one piece.
const SHOWN_ENDS: (usize, usize) = (120, 60);

/// Number of points in time at which runs are counted.
const BUSY_POINTS: usize = 48;

/// The events so far, as far as the page shows them.
#[derive(Debug, Default)]
pub struct Page {
    start: Option<Start>,
    golden: Vec<Golden>,
    /// The effort at steps that are far enough from each other, with the bytes there.
    points: Vec<(Effort, u64)>,
    /// What mutators did, by phase and mutator.
    table: BTreeMap<(String, String), Row>,
    /// The steps that changed something.
    steps: Vec<Step>,
    differences: usize,
    end: Option<End>,
    /// The input and the result.
    pub texts: [Vec<u8>; 2],
}

/// What a mutator did in a phase.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    asked: u64,
    accepted: u64,
    /// The bytes that it gained.
    gain: i64,
}

impl Page {
    /// Whether there is room for further differences.
    pub fn has_room(&self) -> bool {
        self.differences < MAX_DIFFERENCES
    }

    pub fn add(&mut self, event: &Event) {
        match event {
            Event::Start(start) => self.start = Some(start.clone()),
            Event::Input(_) => {}
            Event::Golden(golden) => self.golden.push(golden.clone()),
            Event::End(end) => self.end = Some(end.clone()),
            Event::Step(step) => self.add_step(step),
        }
    }

    fn add_step(&mut self, step: &Step) {
        let key = |mutator: &str| (step.phase.clone(), mutator.to_owned());
        for answers in &step.answers {
            let row = self.table.entry(key(&answers.mutator)).or_default();
            row.asked += u64::from(answers.asked);
            row.accepted += u64::from(answers.accepted);
        }
        for accepted in &step.accepted {
            self.table.entry(key(&accepted.mutator)).or_default().gain += accepted.gain;
        }
        let last = self.points.last().map_or(0.0, |(effort, _)| effort.seconds);
        let changes = !step.accepted.is_empty();
        if changes || step.effort.seconds > last * 1.002 {
            self.points.push((step.effort, step.bytes));
        }
        if changes {
            self.differences += step.diff.as_ref().map_or(0, String::len);
            self.steps.push(step.clone());
        }
    }

    pub fn html(&self) -> String {
        let [before, after] = &self.texts;
        let input = self.start.as_ref().map_or("", |start| &start.input);
        let [old, new] = [before, after].map(|text| String::from_utf8_lossy(text));
        let sides = marks::marks(&old, &new);
        let [first, last] = [before, after].map(|text| text.len() as f64);
        let effort = self.end.as_ref().map(|end| end.effort).unwrap_or_default();
        let along = |x: fn(&Effort) -> f64| -> Vec<(f64, f64)> {
            let start = [(0.0, first)].into_iter();
            start.chain(self.points.iter().map(|(effort, bytes)| (x(effort), *bytes as f64))).collect()
        };
        let page = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (input) ": " (before.len()) " → " (after.len()) " bytes" }
                    style { (PreEscaped(include_str!("page/style.css"))) }
                }
                body {
                    h1 { (input) ": " (thousands(before.len() as u64)) " → " (thousands(after.len() as u64)) " bytes" }
                    (self.about())
                    div.tiles {
                        (tile(&format!("{:.1} %", 100.0 * last / first.max(1.0)), "of the input is left"))
                        (tile(&thousands(effort.checks), "checks of the command"))
                        (tile(&time(effort.seconds), "from start to end"))
                        (tile(&thousands(self.steps.len() as u64), "steps that changed something"))
                        (tile(&format!("{:.1}", effort.command_seconds / effort.seconds.max(1e-3)), "runs of the command at a time"))
                    }
                    h2 { "Before and after" }
                    div.sides {
                        div { p.dim { "the input; " mark { "marked" } " is what stayed" } pre { (pieces(&sides[0])) } }
                        div.result { p.dim { "the result; not marked is what is new" } pre { (pieces(&sides[1])) } }
                    }
                    h2 { "On the way" }
                    div.charts {
                        (figure("Size by checks", &charts::size(&along(|e| e.checks as f64), "checks")))
                        (figure("Size by time", &charts::size(&along(|e| e.seconds), "seconds")))
                        (figure("Slots in use", &charts::busy(&self.busy())))
                    }
                    h2 { "Who did what" }
                    div.scroll { (self.mutators()) }
                    h2 { "Steps" }
                    div.steps { @for step in &self.steps { (one_step(step)) } }
                }
            }
        };
        page.into_string()
    }

    /// Returns the part about what was run, and what it did.
    fn about(&self) -> Markup {
        html! {
            @if let Some(start) = &self.start { p.dim { (start.program) " " code { (start.arguments.join(" ")) } } }
            @if let Some(end) = &self.end {
                @if let Some(error) = &end.error { p { "It ended with an error: " (error) } }
                @else if !end.finished { p { "The search was ended before it was finished." } }
            }
            @for golden in &self.golden {
                p {
                    code { (golden.command.join(" ")) } " "
                    (ending(golden.exit))
                    " after " (time(golden.runtime)) " and prints"
                }
                pre.printed { (printed(golden)) }
            }
        }
    }

    /// Returns the number of runs at a time, by seconds. A run is counted when it ends, so runs in excess of
    /// the slots are counted for the time before.
    fn busy(&self) -> Vec<(f64, f64)> {
        let total = self.points.last().map_or(0.0, |(effort, _)| effort.seconds);
        let at = |seconds: f64| {
            let next = self.points.partition_point(|(effort, _)| effort.seconds < seconds);
            let [a, b] = [next.saturating_sub(1), next].map(|i| self.points.get(i).map_or(Effort::default(), |p| p.0));
            let part = ((seconds - a.seconds) / (b.seconds - a.seconds).max(1e-9)).clamp(0.0, 1.0);
            a.command_seconds + part * (b.command_seconds - a.command_seconds)
        };
        let first = self.points.first().map_or(0.0, |(effort, _)| effort.seconds);
        let step = (total - first) / BUSY_POINTS as f64;
        let slots = self.end.as_ref().map_or(0, |end| end.jobs) as f64;
        let mut over = 0.0;
        let times = (0..BUSY_POINTS).rev().map(|i| first + step * i as f64);
        let busy = times.map(|time| {
            let used = over + (at(time + step) - at(time)) / step.max(1e-9);
            over = (used - slots).max(0.0);
            (time, used - over)
        });
        let mut busy: Vec<_> = busy.collect();
        busy.reverse();
        busy
    }

    /// Returns the table of the questions and answers, by phase and mutator.
    fn mutators(&self) -> Markup {
        let most = self.table.values().map(|row| row.asked).max().unwrap_or(1).max(1) as f64;
        let phases = ["ddmin", "hierarchical", "end-game"];
        html! {
            table {
                thead { tr { th { "mutator" } th { "tried" } th { "accepted" } th { "refused" } th.bar {} th { "bytes" } } }
                @for phase in phases {
                    @let rows = self.rows(phase);
                    @if !rows.is_empty() {
                        tbody {
                            tr { th colspan="6" { (phase) } }
                            @for (mutator, Row { asked, accepted, gain }) in rows {
                                tr {
                                    td { (mutator) } td { (asked) } td { (accepted) } td { (asked - accepted) }
                                    td.bar { div {
                                        i style={ "width:" (format!("{:.2}", 100.0 * accepted as f64 / most)) "%" } {}
                                        u style={ "width:" (format!("{:.2}", 100.0 * (asked - accepted) as f64 / most)) "%" } {}
                                    } }
                                    td { (signed(-gain)) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    /// Returns the rows of a phase, those that gained most first.
    fn rows(&self, phase: &str) -> Vec<(&str, Row)> {
        let rows = self.table.iter().filter(|((of, _), _)| of == phase);
        let mut rows: Vec<_> = rows.map(|((_, mutator), row)| (mutator.as_str(), *row)).collect();
        rows.sort_by_key(|(_, row)| Reverse((row.gain, row.accepted, row.asked)));
        rows
    }
}

fn tile(number: &str, what: &str) -> Markup {
    html! { div.tile { b { (number) } span.dim { (what) } } }
}

fn figure(caption: &str, svg: &str) -> Markup {
    html! { figure { figcaption { (caption) } (PreEscaped(svg)) } }
}

/// Shows a text in pieces; deleted pieces are shortened.
fn pieces(pieces: &[marks::Piece]) -> Markup {
    html! {
        @for (stayed, text) in pieces {
            @if *stayed && says_something(text) { @for line in text.split_inclusive('\n') { (marked(line)) } }
            @else if text.len() <= 2 * (SHOWN_ENDS.0 + SHOWN_ENDS.1) { span.gone { (text) } }
            @else {
                @let (head, tail) = (boundary(text, SHOWN_ENDS.0), boundary(text, text.len() - SHOWN_ENDS.1));
                span.gone { (&text[..head]) }
                span.cut { "… " (thousands((tail - head) as u64)) " bytes …" }
                span.gone { (&text[tail..]) }
            }
        }
    }
}

/// Shows a line of a piece that stayed, without marking what only stays by chance at its ends.
fn marked(line: &str) -> Markup {
    let text = line.trim();
    let start = line.len() - line.trim_start().len();
    html! {
        @if says_something(text) { (&line[..start]) mark { (text) } (&line[start + text.len()..]) }
        @else { span.gone { (line) } }
    }
}

/// Whether a piece is more than blanks and parentheses, which stay by chance.
fn says_something(text: &str) -> bool {
    text.contains(|c: char| !c.is_whitespace() && !"()".contains(c))
}

/// Returns the last place up to `at` where a text can be cut.
fn boundary(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

fn one_step(step: &Step) -> Markup {
    let mut names: Vec<&str> = step.accepted.iter().map(|accepted| accepted.mutator.as_str()).collect();
    names.dedup();
    let gain: i64 = step.accepted.iter().map(|accepted| accepted.gain).sum();
    html! {
        details {
            summary { span { (time(step.effort.seconds)) } span { (thousands(step.bytes)) " bytes (" (signed(-gain)) ")" } span { (names.join(", ")) } }
            @match &step.diff {
                Some(diff) => pre {
                    @for line in diff.lines() {
                        @match line.as_bytes().first() {
                            Some(b'+') => { ins { (line) } },
                            Some(b'-') => { del { (line) } },
                            _ => { (line) },
                        }
                        "\n"
                    }
                },
                None => p.dim { "The difference is not kept: the page is long enough." },
            }
        }
    }
}

/// Returns what a golden run printed on both outputs.
fn printed(golden: &Golden) -> String {
    let both = [golden.stdout.trim_end(), golden.stderr.trim_end()];
    let text: Vec<&str> = both.into_iter().filter(|text| !text.is_empty()).collect();
    if text.is_empty() { "(nothing)".into() } else { text.join("\n") }
}

fn time(seconds: f64) -> String {
    if seconds < 10.0 { format!("{seconds:.2} s") } else { duration(Duration::from_secs_f64(seconds)) }
}

/// Returns a number with its sign, which is as wide as a digit.
fn signed(number: i64) -> String {
    let sign = match number {
        0 => "",
        ..0 => "−",
        _ => "+",
    };
    format!("{sign}{}", thousands(number.unsigned_abs()))
}

/// Returns a number with a thin space before each three digits.
fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap_or("")).collect();
    groups.join("\u{202f}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_runs_are_drawn_than_there_are_slots() {
        let effort = |seconds, command_seconds| (Effort { seconds, command_seconds, ..Effort::default() }, 0);
        // One run of a second ends alone; then four runs of a second end within a hundredth of a second.
        let points = vec![effort(0.0, 0.0), effort(1.0, 1.0), effort(1.99, 1.0), effort(2.0, 5.0)];
        let page = Page { points, end: Some(End { jobs: 4, ..End::default() }), ..Page::default() };
        let busy = page.busy();
        assert!(busy.iter().all(|(_, runs)| *runs <= 4.0), "{busy:?}");
        let seconds: f64 = busy.iter().map(|(_, runs)| runs * 2.0 / busy.len() as f64).sum();
        assert!((seconds - 5.0).abs() < 1e-6, "{seconds}");
    }
}
