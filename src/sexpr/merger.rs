//! Merges edits into one, unless they overlap.

use super::Edit;
use super::splice::{List, Splices};
use std::collections::HashSet;
use std::ops::Range;

impl Edit {
    /// Joins all `edits`, or returns none if two of them overlap, or if all together grow too large.
    ///
    /// A splice inside the range of another one is dropped, because what it edits is deleted. Two edits overlap only if
    /// ranges cross each other, if one range gets different replacements, or if each edit drops parts of the other.
    pub fn all(edits: impl IntoIterator<Item = Edit>) -> Option<Edit> {
        let mut merger = Merger::default();
        edits.into_iter().all(|edit| merger.push(edit.splices()));
        merger.all()
    }

    /// Joins both edits, or returns none if they overlap.
    pub fn and(&self, other: &Edit) -> Option<Edit> {
        Edit::all([self.clone(), other.clone()])
    }
}

/// Number of bytes by which joined edits may lengthen a script: far more than any search can afford, and little enough
/// for the memory.
pub(crate) const MAX_GROWTH: usize = 1 << 26;

/// Edits that are to be joined, in a compact form.
#[derive(Debug, Default)]
pub struct Merger {
    splices: List,
    /// The number of the edit of each splice.
    edit_of: Vec<u32>,
    edits: u32,
    /// Number of bytes by which those edits lengthen the script that do. Above [`MAX_GROWTH`], the later ones are missing.
    growth: usize,
}

impl Merger {
    /// Adds the splices of one edit, and returns true, unless all edits together grow too large.
    pub fn push(&mut self, splices: Splices<'_>) -> bool {
        self.growth += splices.growth();
        if self.growth > MAX_GROWTH {
            return false;
        }
        splices.iter().for_each(|splice| self.splices.push(splice));
        self.edit_of.resize(self.edit_of.len() + splices.len(), self.edits);
        self.edits += 1;
        true
    }

    /// Joins all edits, or returns none if two of them overlap or all grow too large; see [`Edit::all`].
    pub fn all(&self) -> Option<Edit> {
        if self.growth > MAX_GROWTH { None } else { self.joined() }
    }

    fn joined(&self) -> Option<Edit> {
        let splices = self.splices.splices();
        let mut numbers: Vec<usize> = (0..splices.len()).collect();
        numbers.sort_by_key(|&number| splices.at(number).order());
        let mut list = List::with_capacity(splices.len());
        let mut swallowed = HashSet::new();
        let mut last: Option<usize> = None;
        for number in numbers {
            let splice = splices.at(number);
            if let Some(by) = last {
                let last = splices.at(by);
                let is_same = last == splice && splice.start < splice.end;
                let is_gone = !is_same && last.swallows(&splice);
                if is_gone {
                    swallowed.insert((self.edit_of[by], self.edit_of[number]));
                }
                if is_same || is_gone {
                    continue;
                }
                if last.conflicts(&splice) {
                    return None;
                }
            }
            list.push(splice);
            last = Some(number);
        }
        let is_mutual = swallowed.iter().any(|&(by, of)| by != of && swallowed.contains(&(of, by)));
        (!is_mutual).then(|| Edit::of(list))
    }

    /// Joins all edits, in order, except those that overlap an earlier one, and those from where they grow too large.
    pub fn most(&self) -> Edit {
        self.joined().unwrap_or_else(|| self.halves(Edit::default(), 0..self.edits))
    }

    /// Joins to `edit` all edits of a range that overlap nothing before them.
    fn with(&self, edit: Edit, range: Range<u32>) -> Edit {
        let mut merger = Merger::default();
        merger.push(edit.splices());
        for number in range.clone() {
            let [from, to] = [number, number + 1].map(|number| self.edit_of.partition_point(|of| *of < number));
            merger.push(self.splices.splices().slice(from..to));
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
