//! Whether an edited script is still one that a strict solver accepts.

use super::{Context, Ternary};
use crate::sexpr::Candidate;
use std::collections::HashSet;

/// What is wrong with a script, command by command.
#[derive(Debug)]
pub(super) struct Status {
    pub(super) verdict: Ternary,
    /// For each command whether something in it is wrong.
    commands: Vec<Ternary>,
    /// Names that nobody declares.
    undeclared: HashSet<Box<[u8]>>,
}

/// Looks at every command.
pub(super) fn status(context: &Context) -> Status {
    let mut status = Status { verdict: Ternary::Yes, commands: Vec::new(), undeclared: HashSet::new() };
    for i in 0..context.script().len() {
        let facts = context.facts_once(i);
        let verdict = match (facts.wrong, facts.unsure) {
            (0, 0) => Ternary::Yes,
            (0, _) => Ternary::Unknown,
            _ => Ternary::No,
        };
        status.undeclared.extend(facts.undeclared.iter().cloned());
        status.commands.push(verdict);
        status.verdict = status.verdict.min(verdict);
    }
    if context.symbols().redeclared() > 0 {
        status.verdict = Ternary::No;
    }
    status
}

/// Whether an edit of the script of `context` leaves it well-sorted.
pub(super) fn well_sorted(context: &Context, candidate: &Candidate) -> Ternary {
    let Ok(script) = candidate.script() else { return Ternary::No };
    let base = context.status();
    let next = context.next(script);
    let status = next.status();
    let new_name = status.undeclared.iter().any(|name| !base.undeclared.contains(name));
    let wrong = |status: &Status| status.commands.iter().filter(|verdict| **verdict == Ternary::No).count();
    let more_wrong = wrong(status) > wrong(base) || next.symbols().redeclared() > context.symbols().redeclared();
    match (base.verdict, status.verdict) {
        _ if new_name || more_wrong => Ternary::No,
        (Ternary::No, _) => Ternary::Unknown,
        (_, verdict) => verdict,
    }
}

#[cfg(test)]
mod tests;
