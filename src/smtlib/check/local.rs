//! Checks the sorts of edits of terms, at a cost in proportion to the edit and its path.
//!
//! The smallest term around the edit is read anew, with stand-ins for the subterms that did not change and
//! whose sorts are known. As long as the sort of a term changes, the term around it is read in the same way.

use super::matters_to_others;
use crate::sexpr::{Candidate, Gaps, Node, Splice, Splices, depth, parse};
use crate::smtlib::analysis::{Analysis, Summary};
use crate::smtlib::grammar::{self, Part};
use crate::smtlib::infer::STAND_IN;
use crate::smtlib::{Context, Role, Sort, Symbol, SymbolKind, infer, theory};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Words that bind variables: below them names may have another meaning.
pub(super) const BINDERS: [&[u8]; 8] =
    [b"let", b"forall", b"exists", b"lambda", b"choice", b"match", b"comprehension", b":named"];

/// Whether an edit leaves a well-sorted script ill-sorted. Returns none unless it edits only terms, and deletes
/// only declarations that it leaves without a use. Adds to `bytes` how many are read.
pub(super) fn is_ill_sorted(context: &Context, candidate: &Candidate, bytes: &Cell<u64>) -> Option<bool> {
    let script = context.script();
    let of_a_term = |splice: Splice<'_>| {
        let command = script.find(splice.command).map(|tape| tape.root(splice.command));
        // A name of a term is a declaration.
        let names = memchr::memmem::find(splice.text, b":named").is_some();
        let is_alone = |command| !matters_to_others(context, command) || is_in_body(context, splice);
        command.is_some_and(is_alone) && splice.end > 0 && !names
    };
    let all = candidate.edit().splices();
    if all.only().is_some_and(|only| unpairs_definitions(context, only)) {
        return Some(true);
    }
    let are_terms: Vec<bool> = all.iter().map(of_a_term).collect();
    let flagged = || all.iter().zip(&are_terms);
    let others = || flagged().filter(|(_, is_term)| !**is_term).map(|(splice, _)| splice);
    if others().next().is_some() {
        if !others().all(|splice| script.is_deleted_by(splice)) {
            return all.only().filter(|only| context.misses_a_symbol(*only)).map(|_| true);
        }
        let deleted: Vec<usize> = others().map(|splice| splice.command).collect();
        if context.are_used_after(&deleted, all)? {
            return Some(true);
        }
    }
    let (mut is_wrong, mut at) = (false, 0);
    for group in all.by_command() {
        // What is inserted before a command is no term, and comes first.
        let first = are_terms[at..at + group.len()].partition_point(|is_term| !is_term);
        at += group.len();
        let group = group.slice(first..group.len());
        if !group.is_empty() && !group.only().is_some_and(|only| script.is_deleted_by(only)) {
            is_wrong |= command(context, group, bytes)?;
        }
    }
    Some(is_wrong)
}

/// Whether a splice takes away some of the signatures or bodies of functions that are defined together, or a part of a
/// signature, of a script in which nothing is wrong.
fn unpairs_definitions(context: &Context, splice: Splice<'_>) -> bool {
    let Some(tape) = context.script().find(splice.command) else { return false };
    let (command, first) = (tape.root(splice.command), tape.first_from(splice.start));
    if !splice.text.is_empty() || !command.has_head("define-funs-rec") || first >= tape.len() {
        return false;
    }
    let list = context.parent(tape.node(splice.command, first)).filter(|list| splice.end < list.range().end);
    let is = |list: Node<'_>, i| command.child(i).is_some_and(|child| child.index() == list.index());
    let of_signatures = |list| context.parent(list).is_some_and(|above| is(above, 1));
    let unpairs = list.is_some_and(|list| is(list, 1) || is(list, 2) || of_signatures(list));
    unpairs && context.status().wrong == 0
}

/// Whether a splice lies in the body of a definition, on which the declared symbol does not depend.
fn is_in_body(context: &Context, splice: Splice<'_>) -> bool {
    let declared = context.symbols().declared_by(splice.command);
    let tape = context.script().tape(splice.command);
    let next = declared.partition_point(|symbol| {
        symbol.body().is_some_and(|body| tape.node(splice.command, body).range().start <= splice.start)
    });
    let body = next.checked_sub(1).and_then(|last| declared[last].body()).map(|body| tape.node(splice.command, body));
    // Names of terms come last.
    declared.last().is_some_and(|symbol| symbol.kind == SymbolKind::Definition)
        && body.is_some_and(|body| splice.end <= body.range().end)
}

/// Whether the splices of one command leave it ill-sorted.
///
/// Each group of splices that can stand alone is checked where it is. If a group is wrong, because it may need
/// another one, or if the groups need to read more than all splices together, they are checked as one.
fn command(context: &Context, splices: Splices<'_>, bytes: &Cell<u64>) -> Option<bool> {
    let (first, last) = (splices.first()?, splices.last()?);
    let number = first.command;
    let analysis = context.analysis(number);
    let place = EditedCommand { context, analysis: &analysis, number, splices, bytes };
    let groups = place.groups();
    let whole = place.term_around(first.start..last.end).unwrap_or(0);
    if let [_, _, ..] = groups[..]
        && place.judge(groups, place.node(whole).range().len()) == Some(false)
    {
        return Some(false);
    }
    place.judge(vec![splices], usize::MAX)
}

/// A range of the command's text and its new text.
#[derive(Clone)]
struct ChangedRange<'a> {
    range: Range<usize>,
    text: Cow<'a, [u8]>,
    /// The new sort, if the new text stands for a term that has been read already.
    sort: Option<Sort>,
}

impl<'a> ChangedRange<'a> {
    fn of(splice: Splice<'a>) -> ChangedRange<'a> {
        ChangedRange { range: splice.start..splice.end, text: Cow::Borrowed(splice.text), sort: None }
    }
}

/// A command, the facts about it, and its edits.
struct EditedCommand<'a> {
    context: &'a Context,
    analysis: &'a Arc<Analysis>,
    number: usize,
    splices: Splices<'a>,
    /// Number of bytes that were read.
    bytes: &'a Cell<u64>,
}

fn stand_in(index: usize) -> Vec<u8> {
    [&[STAND_IN], index.to_string().as_bytes()].concat()
}

impl<'a> EditedCommand<'a> {
    fn node(&self, index: usize) -> Node<'a> {
        self.context.script().tape(self.number).node(self.number, index)
    }

    /// Returns the splices in groups that leave the parentheses balanced.
    fn groups(&self) -> Vec<Splices<'a>> {
        let text = self.context.script().tape(self.number).text();
        let (mut groups, mut from, mut open) = (Vec::new(), 0, 0);
        for (i, splice) in self.splices.iter().enumerate() {
            open += depth(splice.text) - depth(&text[splice.start..splice.end]);
            if open == 0 || i + 1 == self.splices.len() {
                groups.push(self.splices.slice(from..i + 1));
                from = i + 1;
            }
        }
        groups
    }

    /// Whether groups of splices leave the command ill-sorted, innermost first. Returns none if terms alone do
    /// not decide this, or if more than `budget` bytes would have to be read.
    fn judge(&self, groups: Vec<Splices<'a>>, mut budget: usize) -> Option<bool> {
        let mut pending: BTreeMap<usize, Vec<ChangedRange<'_>>> = BTreeMap::new();
        for group in groups {
            let at = self.term_around(group.first()?.start..group.last()?.end)?;
            pending.entry(at).or_default().extend(group.iter().map(ChangedRange::of));
        }
        let mut is_wrong = false;
        while let Some((at, mut changes)) = pending.pop_last() {
            changes.sort_by_key(|change| (change.range.start, change.range.end));
            let stand_ins = self.stand_ins(at, &changes);
            self.add_splices_of_what_is_read(at, &stand_ins, &mut changes);
            let ends = [changes.last()?.range.end, self.node(at).range().end];
            if ends[0] > ends[1] || changes.windows(2).any(|two| two[0].range.end > two[1].range.start) {
                // Another group begins in this term and ends after it.
                return None;
            }
            let text = self.text(at, &stand_ins, &changes);
            budget = budget.checked_sub(text.len())?;
            let Some(read) = self.read(at, &text, &changes) else {
                pending.entry(self.term_above(at)?).or_default().extend(changes);
                continue;
            };
            is_wrong |= self.is_wrong(at, &stand_ins, &changes, &read.summary);
            if is_wrong {
                return Some(true);
            }
            let (before, after) = (self.analysis.sort(at), read.sort(0).clone());
            if !after.is_known() || after.is(before) {
                continue;
            }
            match self.term_above(at) {
                Some(above) => {
                    let now =
                        ChangedRange { range: self.node(at).range(), text: stand_in(at).into(), sort: Some(after) };
                    pending.entry(above).or_default().push(now);
                }
                None => is_wrong = !self.can_be_on_top(at, &after),
            }
        }
        Some(is_wrong)
    }

    /// Adds the splices that have been checked but lie in text that is read anew, because names have another
    /// meaning there.
    fn add_splices_of_what_is_read(&self, at: usize, stand_ins: &[usize], changes: &mut Vec<ChangedRange<'a>>) {
        let range = self.node(at).range();
        let first = self.splices.first_from(self.number, range.start);
        let inside = self.splices.slice(first..self.splices.len()).iter().take_while(|splice| splice.start < range.end);
        let stands = |splice: Splice<'_>| {
            let next = stand_ins.partition_point(|&index| self.node(index).range().end < splice.end);
            stand_ins.get(next).is_some_and(|&index| self.node(index).range().start <= splice.start)
        };
        let changed = |splice: Splice<'_>| {
            let next = changes.partition_point(|change| change.range.start <= splice.start);
            changes[..next].last().is_some_and(|change| splice.end <= change.range.end)
        };
        let read = inside.filter(|splice| !stands(*splice) && !changed(*splice)).map(ChangedRange::of);
        let read: Vec<ChangedRange<'a>> = read.collect();
        changes.extend(read);
        changes.sort_by_key(|change| (change.range.start, change.range.end));
    }

    /// Returns the smallest term that covers a range of the text.
    fn term_around(&self, range: Range<usize>) -> Option<usize> {
        let covers = |index: usize| {
            let node = self.node(index).range();
            node.start <= range.start && range.end <= node.end
        };
        // The last node that starts before the range, or with it.
        let mut at = self.node(0).tape().first_from(range.start + 1).saturating_sub(1);
        while !covers(at) || self.analysis.roles[at] != Role::Term {
            at = self.analysis.parent(at)?;
        }
        Some(at)
    }

    fn term_above(&self, index: usize) -> Option<usize> {
        std::iter::successors(self.analysis.parent(index), |&at| self.analysis.parent(at))
            .find(|&at| self.analysis.roles[at] == Role::Term)
    }

    /// Returns the facts of a changed term with this text; none if the text is no longer one term.
    fn read(&self, at: usize, text: &[u8], changes: &[ChangedRange<'_>]) -> Option<Analysis> {
        self.bytes.set(self.bytes.get() + text.len() as u64);
        let script = parse(text, Gaps::Canonical).ok()?;
        let tape = script.find(0).filter(|_| script.len() == 1)?;
        let outer = |key: &[u8]| match key {
            [STAND_IN, digits @ ..] => {
                let index: usize = std::str::from_utf8(digits).ok()?.parse().ok()?;
                Some(self.sort_after(index, changes).clone())
            }
            key => {
                let variable = self.analysis.variable_named(key, self.node(at))?;
                Some(self.analysis.table[self.analysis.bound[variable as usize].sort as usize].clone())
            }
        };
        Some(infer::term(tape, self.context.symbols(), self.number, &outer))
    }

    /// Returns the sort of what stands in the place of node `index`.
    fn sort_after<'c>(&'c self, index: usize, changes: &'c [ChangedRange<'_>]) -> &'c Sort {
        let start = self.node(index).range().start;
        let first = changes.partition_point(|change| change.range.start < start);
        let mut here = changes[first..].iter().take_while(|change| change.range.start == start);
        here.find_map(|change| change.sort.as_ref()).unwrap_or_else(|| self.analysis.sort(index))
    }

    /// Returns the text of a changed term, with stand-ins for unchanged subterms.
    fn text(&self, at: usize, stand_ins: &[usize], changes: &[ChangedRange<'_>]) -> Vec<u8> {
        let (text, whole) = (self.node(at).tape().text(), self.node(at).range());
        let (mut stand_ins, mut changes) = (stand_ins.iter().peekable(), changes.iter().peekable());
        let (mut out, mut from) = (Vec::new(), whole.start);
        loop {
            let first = changes.peek().map_or(usize::MAX, |change| change.range.start);
            let index = stand_ins.next_if(|&&index| self.node(index).range().start < first);
            let (range, new) = match index {
                Some(&index) => (self.node(index).range(), Cow::Owned(stand_in(index))),
                None => match changes.next() {
                    Some(change) => (change.range.clone(), Cow::Borrowed(&*change.text)),
                    None => break,
                },
            };
            out.extend_from_slice(&text[from..range.start]);
            // Blanks keep tokens apart where an edit would make them one.
            out.push(b' ');
            out.extend_from_slice(&new);
            out.push(b' ');
            from = range.end;
        }
        out.extend_from_slice(&text[from..whole.end]);
        out
    }

    /// Returns the largest subterms of a term that did not change and are in the same scope.
    fn stand_ins(&self, at: usize, changes: &[ChangedRange<'_>]) -> Vec<usize> {
        let binds = |text: &[u8]| BINDERS.iter().any(|word| memchr::memmem::find(text, word).is_some());
        let mut found = Vec::new();
        if changes.iter().any(|change| change.sort.is_none() && binds(&change.text)) {
            return found;
        }
        let scope = self.analysis.scope_at(at);
        let (mut index, end) = (at + 1, at + self.node(at).size());
        while index < end {
            let node = self.node(index);
            let range = node.range();
            // The first change that does not end before the node.
            let next = changes.partition_point(|change| change.range.end <= range.start);
            let change = changes.get(next).map(|change| &change.range).filter(|change| change.start < range.end);
            let open = matches!(self.analysis.roles[index], Role::Term | Role::Terms | Role::Binders | Role::Binder);
            match change {
                Some(change) if change.start <= range.start && range.end <= change.end => index += node.size(),
                Some(_) => index += 1,
                None if self.analysis.roles[index] == Role::Term
                    && node.is_list()
                    && self.analysis.scope_at(index) == scope =>
                {
                    found.push(index);
                    index += node.size();
                }
                // Below a binder names have another meaning: such a term is read anew.
                None if self.analysis.roles[index] == Role::Term || !open => index += node.size(),
                None => index += 1,
            }
        }
        found
    }

    /// Whether more is wrong in a term that is read anew than was before.
    fn is_wrong(&self, at: usize, stand_ins: &[usize], changes: &[ChangedRange<'_>], now: &Summary) -> bool {
        let some = now.wrong > 0 && self.analysis.summary.wrong > 0;
        let before = if some { self.wrong_before(at, stand_ins, changes) } else { 0 };
        now.wrong > before || !self.lacks(&now.undeclared)
    }

    /// Whether these names were used and undeclared before the changes, too.
    fn lacks(&self, names: &[Box<[u8]>]) -> bool {
        let here = &self.analysis.summary.undeclared;
        names.iter().all(|name| here.binary_search(name).is_ok()) || self.context.status().lacks(names)
    }

    /// Returns how much was wrong in a term before the changes, without the subterms that have stand-ins.
    fn wrong_before(&self, at: usize, stand_ins: &[usize], changes: &[ChangedRange<'_>]) -> u32 {
        let before = |change: &ChangedRange<'_>| {
            let text = &self.node(at).tape().text()[change.range.clone()];
            ChangedRange { range: change.range.clone(), text: Cow::Owned(text.to_vec()), sort: None }
        };
        let unchanged: Vec<ChangedRange<'_>> = changes.iter().map(before).collect();
        let text = self.text(at, stand_ins, &unchanged);
        self.read(at, &text, &unchanged).map_or(0, |analysis| analysis.summary.wrong)
    }

    /// Whether a term of this sort can stand in the place of `at`, directly below the command.
    fn can_be_on_top(&self, at: usize, sort: &Sort) -> bool {
        let symbols = self.context.symbols();
        let declared = symbols.declared_by(self.number);
        if let Ok(defined) = declared.binary_search_by_key(&Some(at), Symbol::body) {
            return infer::fits(symbols, &declared[defined].range, sort);
        }
        let (command, argument) = (self.node(0), self.node(0).children().position(|child| child.holds(self.node(at))));
        let part = command.head().and_then(grammar::command).zip(argument).map(|(shape, i)| shape.part(i - 1));
        let is_formula = matches!(part, Some(Part::Formula | Part::Formulas));
        !is_formula || theory::may_be(&Sort::Bool, sort)
    }
}
