//! Whether an edited script is still one that a strict solver accepts.

mod local;

use super::analysis::Summary;
use super::status::ScriptStatus;
use super::{Context, Ternary, grammar, infer};
use crate::sexpr::{Candidate, Node, Script, Splice, Tape};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

impl Context {
    /// Whether the script is well-formed and well-sorted.
    ///
    /// The first question costs a look at every command.
    pub fn input_is_well_sorted(&self) -> Ternary {
        self.status().verdict
    }

    /// What is wrong with the script, command by command.
    fn status(&self) -> &ScriptStatus {
        self.0.status.get_or_init(|| {
            let commands = (0..self.script().len()).map(|i| self.analysis_once(i).summary.clone()).collect();
            ScriptStatus::new(self.symbols(), commands)
        })
    }

    /// Whether an edit of this script leaves it well-formed and well-sorted:
    /// arities, sorts, symbols declared before use and only once.
    ///
    /// Where the script itself is not, only new errors count, and the answer
    /// is never yes.
    pub fn well_sorted(&self, candidate: &Candidate) -> Ternary {
        let Some(verdict) = local::well_sorted(self, candidate) else { return globally(self, candidate) };
        match (self.status().verdict, verdict) {
            (_, Ternary::No) => Ternary::No,
            (Ternary::No, _) => Ternary::Unknown,
            (before, verdict) => before.min(verdict),
        }
    }

    /// Whether an edit certainly leaves the script ill-sorted; cheaper, because
    /// the whole script need not be looked at for a no, and known the next time.
    pub fn is_ill_sorted(&self, candidate: &Candidate) -> bool {
        let verdict = || local::well_sorted(self, candidate).unwrap_or_else(|| globally(self, candidate));
        self.0.known_edits.of(candidate.edit(), || verdict() == Ternary::No)
    }

    /// Whether an edit puts something that is no command in the place of one.
    pub fn loses_a_command(&self, candidate: &Candidate) -> bool {
        let changes_head = |splice: Splice<'_>| {
            let command = self.script().command(splice.command);
            let is_deleted = splice.text.is_empty() && splice.end - splice.start >= command.text().len();
            let head = command.child(0).map_or(0..1, Node::range);
            !is_deleted && splice.start < head.end && head.start < splice.end
        };
        let is_command = |command: Node<'_>| command.head().is_some_and(|head| grammar::command(head).is_some());
        let others = |script: &Script| script.commands().filter(|command| !is_command(*command)).count();
        candidate.edit().splices().iter().any(changes_head)
            && candidate.script().is_ok_and(|script| others(&script) > others(self.script()))
    }
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
fn next_status(context: &Context, next: &Context) -> Option<ScriptStatus> {
    let base = context.status();
    let address = |tape: &Arc<Tape>| Arc::as_ptr(tape) as usize;
    let known: FxHashMap<usize, &Arc<Summary>> = context.script().tapes().map(address).zip(&base.commands).collect();
    let commands = next.script().tapes().enumerate().map(|(i, tape)| match known.get(&address(tape)) {
        Some(&summary) if summary.hold(next.symbols(), i) => Some(summary.clone()),
        Some(&summary) if summary.missed(next.symbols(), i).any(|name| !base.undeclared.contains(name)) => None,
        _ => Some(infer::command(tape, next.symbols(), i).summary.clone()),
    });
    Some(ScriptStatus::new(next.symbols(), commands.collect::<Option<_>>()?))
}

/// Whether more is wrong than before, not counting commands that are gone.
fn more_wrong(context: &Context, base: &ScriptStatus, script: &Script, status: &ScriptStatus) -> bool {
    let sum = |nodes: &ScriptStatus| nodes.wrong();
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
    !context.symbols().declared_by(command.command()).is_empty()
        || command.head().is_none_or(|head| HEADS.contains(&head))
}

#[cfg(test)]
mod tests;
