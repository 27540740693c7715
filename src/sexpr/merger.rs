//! Merges edits into one, unless they overlap.

use super::splice::{List, Splice};
use super::{Edit, Node};
use std::collections::HashSet;
use std::ops::Range;

impl Edit {
    /// Joins all `edits`, or returns none if two of them overlap.
    ///
    /// A splice inside the range of another one is dropped, because what it edits is deleted. Two edits overlap
    /// only if ranges cross each other, if one range gets different replacements, or if each edit drops parts
    /// of the other.
    pub fn all(edits: impl IntoIterator<Item = Edit>) -> Option<Edit> {
        let mut merger = Merger::default();
        edits.into_iter().for_each(|edit| merger.push(&edit));
        merger.all()
    }

    /// Joins both edits, or returns none if they overlap.
    pub fn and(&self, other: &Edit) -> Option<Edit> {
        Edit::all([self.clone(), other.clone()])
    }

    /// Repeats this edit of `node` at all `places`, which must have the same text. Returns none if the edit
    /// changes anything outside of `node`, except for inserting commands, or if it deletes `node`, which is
    /// another edit at each place.
    pub fn repeated(&self, node: Node<'_>, places: &[Node<'_>]) -> Option<Edit> {
        let (inserted, inside): (Vec<Splice<'_>>, Vec<Splice<'_>>) = self.splices().iter().partition(Splice::precedes);
        let range = node.range();
        let within = |s: &Splice<'_>| s.command == node.command() && range.start <= s.start && s.end <= range.end;
        let deletes = |s: &Splice<'_>| (s.start..s.end) == range && s.text.is_empty();
        if inside.is_empty() || !inside.iter().all(within) || inside.iter().any(deletes) {
            return None;
        }
        let at = |place: &Node<'_>| {
            let (command, to) = (place.command(), place.range().start);
            let moved = |at: usize| at - range.start + to;
            let splices = inside.iter().map(|s| Splice { command, start: moved(s.start), end: moved(s.end), ..*s });
            Edit::of(splices.collect())
        };
        let inserted = Edit::of(inserted.iter().copied().collect());
        Edit::all(places.iter().map(at).chain([inserted]))
    }
}

/// Edits that are to be joined, in a compact form.
#[derive(Debug, Default)]
pub struct Merger {
    splices: Vec<NumberedSplice>,
    texts: Vec<u8>,
    /// The number of edits.
    edits: u32,
}

/// A splice of one of the edits.
#[derive(Clone, Copy, Debug)]
struct NumberedSplice {
    /// The number of the edit.
    edit: u32,
    command: u32,
    start: u32,
    end: u32,
    /// Where the replacement begins and ends in the merger's texts.
    text: (u32, u32),
}

impl NumberedSplice {
    fn splice(self, texts: &[u8]) -> Splice<'_> {
        let [command, start, end] = [self.command, self.start, self.end].map(|n| n as usize);
        Splice { command, start, end, text: &texts[self.text.0 as usize..self.text.1 as usize] }
    }
}

impl Merger {
    /// Adds an edit.
    pub fn push(&mut self, edit: &Edit) {
        self.add(edit.splices().iter());
    }

    fn add<'a>(&mut self, splices: impl Iterator<Item = Splice<'a>>) {
        let edit = self.edits;
        self.edits += 1;
        for splice in splices {
            let from = self.texts.len() as u32;
            self.texts.extend_from_slice(splice.text);
            let [command, start, end] = [splice.command, splice.start, splice.end].map(|n| n as u32);
            self.splices.push(NumberedSplice { edit, command, start, end, text: (from, self.texts.len() as u32) });
        }
    }

    /// Joins all edits, or returns none if two of them overlap; see [`Edit::all`].
    pub fn all(&mut self) -> Option<Edit> {
        // Offsets in longer texts do not fit 32 bits; no input leads to such texts.
        if u32::try_from(self.texts.len()).is_err() {
            return None;
        }
        let texts = &self.texts;
        self.splices.sort_by_key(|numbered| numbered.splice(texts).order());
        let mut list = List::with_capacity(self.splices.len());
        let mut swallowed = HashSet::new();
        let mut last: Option<NumberedSplice> = None;
        for &numbered in &self.splices {
            let splice = numbered.splice(texts);
            if let Some(by) = last {
                let last = by.splice(texts);
                let is_same = last == splice && splice.start < splice.end;
                let is_gone = !is_same && last.swallows(&splice);
                if is_gone {
                    swallowed.insert((by.edit, numbered.edit));
                }
                if is_same || is_gone {
                    continue;
                }
                if last.conflicts(&splice) {
                    return None;
                }
            }
            list.push(splice);
            last = Some(numbered);
        }
        let is_mutual = swallowed.iter().any(|&(by, of)| by != of && swallowed.contains(&(of, by)));
        (!is_mutual).then(|| Edit::of(list))
    }

    /// Joins all edits, in order, except those that overlap an earlier one.
    pub fn most(mut self) -> Edit {
        self.all().unwrap_or_else(|| {
            self.splices.sort_by_key(|numbered| numbered.edit);
            self.halves(Edit::default(), 0..self.edits)
        })
    }

    /// Joins to `edit` all edits of a range that overlap nothing before them.
    fn with(&self, edit: Edit, range: Range<u32>) -> Edit {
        let place = |number: u32| self.splices.partition_point(|numbered| numbered.edit < number);
        let mut merger = Merger::default();
        merger.push(&edit);
        for of_one in self.splices[place(range.start)..place(range.end)].chunk_by(|a, b| a.edit == b.edit) {
            merger.add(of_one.iter().map(|numbered| numbered.splice(&self.texts)));
        }
        match merger.all() {
            Some(all) => all,
            None if range.len() < 2 => edit,
            None => self.halves(edit, range),
        }
    }

    /// Joins to `edit` the two halves of a range that does not fit as a whole, one after the other.
    fn halves(&self, edit: Edit, range: Range<u32>) -> Edit {
        let middle = range.start.midpoint(range.end);
        self.with(self.with(edit, range.start..middle), middle..range.end)
    }
}
