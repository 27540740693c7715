//! Checks whether a strict solver would still accept an edited script.

mod form;
mod local;

use super::analysis::Summary;
use super::status::{ScriptStatus, SortCheck};
use super::{Context, infer};
use crate::sexpr::{Candidate, Node, Script, Tape};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{Cell, LazyCell};
use std::sync::Arc;

impl Context {
    /// Whether the script is certainly ill-formed or ill-sorted.
    ///
    /// The first call looks at every command.
    pub fn input_is_ill_sorted(&self) -> bool {
        self.status().wrong > 0 || self.symbols().redeclared() > 0
    }

    /// Returns the first command that is certainly ill-formed or ill-sorted by itself.
    pub fn first_ill_sorted(&self) -> Option<Node<'_>> {
        let number = self.status().commands.iter().position(|summary| summary.wrong > 0)?;
        self.script().commands().nth(number)
    }

    /// Returns what is wrong with the script, command by command.
    pub(super) fn status(&self) -> &ScriptStatus {
        self.0.facts.status.get_or_init(|| {
            let commands = (0..self.script().len()).map(|i| self.analysis_once(i).summary.clone()).collect();
            ScriptStatus::new(commands)
        })
    }

    /// Whether an edit certainly leaves the script ill-formed or ill-sorted: arities, sorts, and symbols that
    /// are declared before their use and only once. If the script itself is ill-sorted, only new errors count.
    pub fn is_ill_sorted(&self, candidate: &Candidate) -> bool {
        self.check_sorts(candidate, false).is_ill_sorted
    }

    /// Does the same as [`Context::is_ill_sorted`], and tells the cost. If `with_form` is set, an edit also counts as
    /// ill-sorted if it leaves something that not every solver can read.
    pub fn check_sorts(&self, candidate: &Candidate, with_form: bool) -> SortCheck {
        let judge = || {
            let read = Cell::new(0);
            let edited = LazyCell::new(|| Some(self.next(candidate.script().ok()?)));
            let is_ill_sorted = local::is_ill_sorted(self, candidate, &read).unwrap_or_else(|| {
                read.set(read.get() + self.script().text_len());
                let splices = candidate.edit().splices();
                self.misses_a_declaration(splices)
                    || !self.leaves_meanings(splices) && edited.as_ref().is_none_or(|next| globally(self, next))
            });
            let loses_form = || with_form && edited.as_ref().is_some_and(|next| form::is_lost(self, next));
            SortCheck { is_ill_sorted: is_ill_sorted || loses_form(), read: read.get() }
        };
        self.0.facts.known_edits.of(candidate.edit(), with_form, judge)
    }
}

/// Checks every command of the edited script that is new, or that uses a symbol whose declaration changed.
fn globally(context: &Context, next: &Context) -> bool {
    if context.status().wrong == 0 && next.script().commands().any(has_odd_signatures) {
        return true;
    }
    let Some(status) = next_status(context, next) else { return true };
    let undeclared = &context.status().undeclared;
    status.undeclared.iter().any(|name| !undeclared.contains(name))
        || next.symbols().redeclared() > context.symbols().redeclared()
        || is_more_wrong(context, next.script(), &status)
}

/// Whether a command defines functions together, but not as many as it has bodies, or one whose signature has not three
/// parts. This is seen without the symbols of the script.
fn has_odd_signatures(command: Node<'_>) -> bool {
    let parts = |i| command.child(i).into_iter().flat_map(Node::children);
    command.has_head("define-funs-rec")
        && (parts(1).count() != parts(2).count() || parts(1).any(|signature| signature.arity() != 3))
}

fn address(tape: &Arc<Tape>) -> usize {
    Arc::as_ptr(tape) as usize
}

/// Returns the status of a later script, taken from that of the earlier one where this still holds; none where
/// a command that stays misses a name, which is wrong without a look inside.
fn next_status(context: &Context, next: &Context) -> Option<ScriptStatus> {
    let base = context.status();
    let known: FxHashMap<usize, &Arc<Summary>> = context.script().tapes().map(address).zip(&base.commands).collect();
    let commands = next.script().tapes().enumerate().map(|(i, tape)| match known.get(&address(tape)) {
        Some(&summary) if summary.hold(next.symbols(), i) => Some(summary.clone()),
        Some(&summary) if summary.missed(next.symbols(), i).any(|name| !base.undeclared.contains(name)) => None,
        _ => Some(infer::command(tape, next.symbols(), i).summary),
    });
    Some(ScriptStatus::new(commands.collect::<Option<_>>()?))
}

/// Whether more is wrong than before in the commands that stay, or more in new commands than in deleted ones.
fn is_more_wrong(context: &Context, script: &Script, status: &ScriptStatus) -> bool {
    let base = context.status();
    status.wrong > 0 && {
        let (before, gone) = wrong_within(script, context.script(), base);
        let (after, new) = wrong_within(context.script(), script, status);
        after > before || new > gone
    }
}

/// Returns how much is wrong in the commands of a script that `other` has, too, and in the rest.
fn wrong_within(other: &Script, script: &Script, status: &ScriptStatus) -> (u64, u64) {
    let rest = without(script, other).map(|i| u64::from(status.commands[i].wrong)).sum();
    (status.wrong - rest, rest)
}

/// Returns the numbers of the commands of a script that `other` does not have.
fn without(script: &Script, other: &Script) -> impl Iterator<Item = usize> {
    let shared: FxHashSet<usize> = other.tapes().map(address).collect();
    script.tapes().enumerate().filter(move |(_, tape)| !shared.contains(&address(tape))).map(|(i, _)| i)
}

/// Whether the meaning of other commands can depend on this one.
fn matters_to_others(context: &Context, command: Node<'_>) -> bool {
    const HEADS: [&[u8]; 6] = [b"push", b"pop", b"reset", b"reset-assertions", b"set-logic", b"set-option"];
    !context.symbols().declared_by(command.command()).is_empty()
        || command.head().is_none_or(|head| HEADS.contains(&head))
}

#[cfg(test)]
mod tests;
