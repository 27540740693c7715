//! The mutator that makes one query of an incremental script.

use super::super::none;
use super::{Mutator, levels};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, is_query};

/// Leaves one query with the assertions and declarations in force there.
pub(super) static ONE_QUERY: Mutator = Mutator {
    name: "one-query",
    summary: "leave one query of an incremental script",
    examples: r"
        (assert p) |- (check-sat) (push) (assert q) (pop) (push) (assert r) (check-sat) (pop)
            => (assert r) (check-sat) | (check-sat)
        (assert p) (check-sat) => none
    ",
    filter: |_, node| (node.command(), node.index()) == (0, 0),
    global: |context, _| {
        let is_scoped = |command: Node<'_>| command.has_head("push");
        let queries: Vec<Node<'_>> = context.script().commands().filter(|command| is_query(*command)).collect();
        if queries.len() < 2 && !context.script().commands().any(is_scoped) {
            return none();
        }
        Box::new(queries.into_iter().rev().take(MOST).filter_map(move |query| alone(context, query)))
    },
    ..Mutator::DEFAULT
};

/// How many queries are tried, from the last one back.
const MOST: usize = 4;

/// What a script needs for one of its queries alone.
fn needed(context: &Context, query: Node<'_>) -> Option<Vec<bool>> {
    let script = context.script();
    let mut keep = vec![false; script.len()];
    keep[query.command()] = true;
    let mut global = false;
    // The commands kept so far, at the beginning of each open level.
    let mut kept: Vec<Node<'_>> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for command in script.commands().take(query.command()) {
        let head = command.head().unwrap_or_default();
        match head {
            b"push" => open.extend((0..levels(command)?.min(1 << 16)).map(|_| kept.len())),
            b"pop" => {
                let depth = open.len().checked_sub(levels(command)? as usize)?;
                let start = open.get(depth).copied().unwrap_or(kept.len());
                open.truncate(depth);
                let closed = kept.split_off(start);
                kept.extend(closed.into_iter().filter(|command| global && !command.has_head("assert")));
            }
            b"reset" | b"reset-assertions" => return None,
            b"set-option" => {
                global |= command.child(1).is_some_and(|o| o.is(":global-declarations"))
                    && command.child(2).is_some_and(|value| value.is("true"));
                keep[command.command()] = true;
            }
            _ if head.starts_with(b"set-") => keep[command.command()] = true,
            _ if head.starts_with(b"get-") || head == b"echo" || is_query(command) => {}
            _ => kept.push(command),
        }
    }
    kept.into_iter().for_each(|command| keep[command.command()] = true);
    Some(keep)
}

/// Leaves the query with this number with the assertions and declarations in
/// force there; nothing if there is no such query or nothing else to delete.
pub fn leave_query(context: &Context, number: usize) -> Option<Edit> {
    alone(context, context.script().commands().filter(|command| is_query(*command)).nth(number)?)
}

fn alone(context: &Context, query: Node<'_>) -> Option<Edit> {
    let keep = needed(context, query)?;
    let gone = context.script().commands().filter(|command| !keep[command.command()]);
    Edit::all(gone.map(Edit::delete)).filter(|edit| !edit.is_empty())
}
