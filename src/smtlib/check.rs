//! Whether an edited script is still one that a strict solver accepts.

mod local;

use super::analysis::Summary;
use super::{Context, Ternary, infer};
use crate::sexpr::{Candidate, Edit, Node, Script, Tape};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

/// What is wrong with a script, command by command.
#[derive(Debug)]
pub(super) struct Status {
    pub(super) verdict: Ternary,
    commands: Vec<Arc<Summary>>,
    /// Names that nobody declares.
    undeclared: FxHashSet<Box<[u8]>>,
}

impl Status {
    /// What the commands say together.
    fn new(context: &Context, commands: Vec<Arc<Summary>>) -> Status {
        let undeclared = commands.iter().flat_map(|summary| summary.undeclared.iter().cloned()).collect();
        let redeclared = if context.symbols().redeclared() > 0 { Ternary::No } else { Ternary::Yes };
        let verdict = commands.iter().map(|summary| summary.verdict()).fold(redeclared, Ternary::min);
        Status { verdict, commands, undeclared }
    }

    fn wrong(&self) -> u64 {
        self.commands.iter().map(|summary| u64::from(summary.wrong)).sum()
    }

    /// Whether all of these names are undeclared here too.
    fn lacks(&self, names: &[Box<[u8]>]) -> bool {
        names.iter().all(|name| self.undeclared.contains(name))
    }
}

/// Which edits of a script are rejected, by their hash: mutators and strategies
/// come to the same ones again and again.
#[derive(Debug, Default)]
pub(super) struct Judged(Mutex<FxHashMap<u64, bool>>);

/// The number of edits that are kept.
const KEPT: usize = 1 << 12;

impl Judged {
    /// What is known of an edit, or what `judge` says of it.
    pub(super) fn of(&self, edit: &Edit, judge: impl FnOnce() -> bool) -> bool {
        let mut hasher = DefaultHasher::new();
        edit.hash(&mut hasher);
        let (key, lock) = (hasher.finish(), || self.0.lock().unwrap_or_else(PoisonError::into_inner));
        let known = lock().get(&key).copied();
        known.unwrap_or_else(|| {
            let rejected = judge();
            let mut judged = lock();
            if judged.len() < KEPT {
                judged.insert(key, rejected);
            }
            rejected
        })
    }
}

/// Looks at every command.
pub(super) fn status(context: &Context) -> Status {
    let commands = (0..context.script().len()).map(|i| context.facts_once(i).summary.clone()).collect();
    Status::new(context, commands)
}

/// Whether an edit of the script of `context` leaves it well-sorted.
pub(super) fn well_sorted(context: &Context, candidate: &Candidate) -> Ternary {
    let Some(verdict) = local::well_sorted(context, candidate) else { return globally(context, candidate) };
    match (context.status().verdict, verdict) {
        (_, Ternary::No) => Ternary::No,
        (Ternary::No, _) => Ternary::Unknown,
        (before, verdict) => before.min(verdict),
    }
}

/// Whether an edit certainly leaves the script of `context` ill-sorted: the
/// same, mostly without a look at what is not edited.
pub(super) fn is_rejected(context: &Context, candidate: &Candidate) -> bool {
    local::well_sorted(context, candidate).unwrap_or_else(|| globally(context, candidate)) == Ternary::No
}

/// Reads the edited script and looks at every command that is new, or uses a
/// symbol whose declaration changed.
fn globally(context: &Context, candidate: &Candidate) -> Ternary {
    let Ok(script) = candidate.script() else { return Ternary::No };
    let base = context.status();
    let next = context.next(script);
    let Some(status) = next_status(context, &next) else { return Ternary::No };
    let new_name = status.undeclared.iter().any(|name| !base.undeclared.contains(name));
    let redeclared = next.symbols().redeclared() > context.symbols().redeclared();
    match (base.verdict, status.verdict) {
        _ if new_name || redeclared || more_wrong(context, base, next.script(), &status) => Ternary::No,
        (Ternary::No, _) => Ternary::Unknown,
        (_, verdict) => verdict,
    }
}

/// The status of a later script, from that of the earlier one where it holds;
/// nothing where a command that stays misses a name, which needs no look inside.
fn next_status(context: &Context, next: &Context) -> Option<Status> {
    let base = context.status();
    let address = |tape: &Arc<Tape>| Arc::as_ptr(tape) as usize;
    let known: FxHashMap<usize, &Arc<Summary>> = context.script().tapes().map(address).zip(&base.commands).collect();
    let commands = next.script().tapes().enumerate().map(|(i, tape)| match known.get(&address(tape)) {
        Some(&summary) if summary.hold(next.symbols(), i) => Some(summary.clone()),
        Some(&summary) if summary.missed(next.symbols(), i).any(|name| !base.undeclared.contains(name)) => None,
        _ => Some(infer::command(tape, next.symbols(), i).summary.clone()),
    });
    Some(Status::new(next, commands.collect::<Option<_>>()?))
}

/// Whether more is wrong than before, not counting commands that are gone.
fn more_wrong(context: &Context, base: &Status, script: &Script, status: &Status) -> bool {
    let sum = |nodes: &Status| nodes.wrong();
    if sum(base) == 0 {
        return sum(status) > 0;
    }
    // Errors of commands that stay, errors of those that do not.
    let kept: FxHashSet<usize> = script.tapes().map(|tape| Arc::as_ptr(tape) as usize).collect();
    let tapes = context.script().tapes().zip(&base.commands);
    let before: u64 = tapes.clone().filter(|(t, _)| kept.contains(&(Arc::as_ptr(t) as usize))).map(wrong).sum();
    let old: FxHashSet<usize> = context.script().tapes().map(|tape| Arc::as_ptr(tape) as usize).collect();
    let tapes = script.tapes().zip(&status.commands);
    let (same, new): (Vec<_>, Vec<_>) = tapes.partition(|(t, _)| old.contains(&(Arc::as_ptr(t) as usize)));
    let after: u64 = same.into_iter().map(wrong).sum();
    let changed: u64 = new.into_iter().map(wrong).sum();
    after > before || changed > sum(base).saturating_sub(before)
}

fn wrong((_, summary): (&Arc<Tape>, &Arc<Summary>)) -> u64 {
    u64::from(summary.wrong)
}

/// Whether what other commands mean can depend on this one.
fn matters_to_others(context: &Context, command: Node<'_>) -> bool {
    const HEADS: [&[u8]; 6] = [b"push", b"pop", b"reset", b"reset-assertions", b"set-logic", b"set-option"];
    context.symbols().declared_by(command.command()) || command.head().is_none_or(|head| HEADS.contains(&head))
}

#[cfg(test)]
mod tests;
