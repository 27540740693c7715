//! Splices in a compact form: an edit of a large script can have millions of them.

use std::cmp::Reverse;
use std::ops::Range;

/// A range of one command's text and its replacement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Splice<'a> {
    /// The number of the command; one past the last inserts at the end.
    pub command: usize,
    /// The first byte of the tape's text that is replaced.
    pub start: usize,
    /// The byte behind the last one that is replaced.
    pub end: usize,
    /// The replacement; empty to delete.
    pub text: &'a [u8],
}

impl Splice<'_> {
    /// Whether `next`, which must not start earlier, edits a part of what this splice deletes.
    pub(super) fn swallows(&self, next: &Splice<'_>) -> bool {
        let range = |s: &Splice<'_>| (s.command, s.start, s.end);
        let inside = self.command == next.command && next.start < self.end && next.end <= self.end;
        let wraps = next.start == next.end && next.start == self.start;
        inside && !wraps && range(self) != range(next)
    }

    /// Whether the splice only inserts whole commands before its command.
    pub fn precedes(&self) -> bool {
        (self.start, self.end) == (0, 0) && self.text.ends_with(b"\n")
    }

    /// Whether the two splices cannot both be applied to one base.
    ///
    /// An insertion conflicts with everything that touches its place, because it may be half of a pair around a
    /// node. But commands inserted before a command conflict with nothing.
    pub(super) fn conflicts(&self, next: &Splice<'_>) -> bool {
        if self.command != next.command || self.precedes() {
            return false;
        }
        let insertion = self.start == self.end || next.start == next.end;
        if insertion { next.start <= self.end } else { next.start < self.end }
    }

    /// Returns the sort key: new commands come first, then other insertions, then the longest range.
    pub(super) fn order(&self) -> impl Ord + use<> {
        (self.command, self.start, !self.precedes(), self.start < self.end, Reverse(self.end))
    }
}

/// A splice without its text, which is stored in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cut {
    command: u32,
    start: u32,
    end: u32,
    /// Where its text ends; the text begins where that of the splice before it ends.
    text_end: u32,
}

/// The splices of one edit, in order.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct List {
    cuts: Vec<Cut>,
    texts: Vec<u8>,
}

impl List {
    pub fn with_capacity(splices: usize) -> List {
        List { cuts: Vec::with_capacity(splices), texts: Vec::new() }
    }

    /// Adds a splice after all others.
    pub fn push(&mut self, Splice { command, start, end, text }: Splice<'_>) {
        let [command, start, end] = [command, start, end].map(|n| n as u32);
        self.texts.extend_from_slice(text);
        self.cuts.push(Cut { command, start, end, text_end: self.texts.len() as u32 });
    }

    pub fn splices(&self) -> Splices<'_> {
        Splices { cuts: &self.cuts, texts: &self.texts, first: 0 }
    }
}

impl<'a> FromIterator<Splice<'a>> for List {
    fn from_iter<I: IntoIterator<Item = Splice<'a>>>(splices: I) -> List {
        let mut list = List::default();
        splices.into_iter().for_each(|splice| list.push(splice));
        list
    }
}

/// A view of splices of an edit, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Splices<'a> {
    cuts: &'a [Cut],
    texts: &'a [u8],
    /// Where the text of the first splice begins.
    first: u32,
}

impl<'a> Splices<'a> {
    /// Returns the number of splices.
    pub fn len(self) -> usize {
        self.cuts.len()
    }

    /// Whether there is no splice.
    pub fn is_empty(self) -> bool {
        self.cuts.is_empty()
    }

    /// Returns the number of bytes that the splices take in memory.
    pub fn size(self) -> usize {
        self.text_len() + size_of_val(self.cuts)
    }

    /// Returns the number of bytes of all replacements.
    fn text_len(self) -> usize {
        self.cuts.last().map_or(0, |last| (last.text_end - self.first) as usize)
    }

    /// Returns the number of bytes by which the splices lengthen the text, at most.
    pub fn growth(self) -> usize {
        let replaced = self.cuts.iter().map(|cut| (cut.end - cut.start) as usize).sum();
        self.text_len().saturating_sub(replaced)
    }

    /// Returns splice number `i`, if there is one.
    pub fn get(self, i: usize) -> Option<Splice<'a>> {
        (i < self.len()).then(|| self.at(i))
    }

    pub(super) fn at(self, i: usize) -> Splice<'a> {
        let Cut { command, start, end, text_end } = self.cuts[i];
        let [command, start, end] = [command, start, end].map(|n| n as usize);
        Splice { command, start, end, text: &self.texts[self.text_start(i)..text_end as usize] }
    }

    fn text_start(self, i: usize) -> usize {
        i.checked_sub(1).map_or(self.first, |before| self.cuts[before].text_end) as usize
    }

    /// Returns the first splice.
    pub fn first(self) -> Option<Splice<'a>> {
        self.get(0)
    }

    /// Returns the last splice.
    pub fn last(self) -> Option<Splice<'a>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns the only splice, if there are no others.
    pub fn only(self) -> Option<Splice<'a>> {
        self.first().filter(|_| self.len() == 1)
    }

    /// Returns the splices with numbers in a range.
    pub fn slice(self, range: Range<usize>) -> Splices<'a> {
        Splices { first: self.text_start(range.start) as u32, cuts: &self.cuts[range], ..self }
    }

    /// Returns all splices in order.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Splice<'a>> + ExactSizeIterator + Clone {
        (0..self.len()).map(move |i| self.at(i))
    }

    /// Returns the number of the first splice that starts at this byte of a command or later.
    pub fn first_from(self, command: usize, start: usize) -> usize {
        self.cuts.partition_point(|cut| (cut.command as usize, cut.start as usize) < (command, start))
    }

    /// Returns the splices of each command, command by command.
    pub fn by_command(self) -> impl Iterator<Item = Splices<'a>> {
        let mut from = 0;
        self.cuts.chunk_by(|a, b| a.command == b.command).map(move |chunk| {
            let range = from..from + chunk.len();
            from = range.end;
            self.slice(range)
        })
    }
}
