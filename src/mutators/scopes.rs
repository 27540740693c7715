//! Mutators for incremental scripts: scopes of `push` and `pop`, and queries.
//!
//! A `push` without its `pop` is an error to many solvers, so both are deleted at once.

use super::{Mutator, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::{Context, is_query, levels};

pub(super) static MUTATORS: &[&Mutator] =
    &[&ERASE_SESSION, &ONE_QUERY, &OUTSIDE_CORE, &ERASE_SCOPE, &FLATTEN_SCOPE, &ASSUMPTION_TO_ASSERTION];

/// Larger numbers of levels are left as they are.
const MAX_LEVELS: u32 = 64;

/// Returns the `pop` that closes each of the levels that `push` opens, the outermost level first; none for a
/// level that stays open.
fn pops<'a>(context: &'a Context, push: Node<'a>) -> Option<Vec<Option<Node<'a>>>> {
    let mut pops = vec![None; levels(push).filter(|levels| *levels <= MAX_LEVELS)? as usize];
    let (mut open, mut inside) = (pops.len(), 0u32);
    for command in context.script().commands_from(push.command() + 1).take_while(|c| !c.has_head("exit")) {
        match command.head() {
            Some(b"push") => inside = inside.checked_add(levels(command)?)?,
            Some(b"pop") => {
                let closed = levels(command)?;
                let left = open.saturating_sub(closed.saturating_sub(inside) as usize);
                inside = inside.saturating_sub(closed);
                pops[left..open].fill(Some(command));
                open = left;
            }
            Some(b"reset" | b"reset-assertions") => return None,
            _ => {}
        }
        if open == 0 {
            break;
        }
    }
    Some(pops)
}

/// Returns the `pop` that closes exactly the levels that `push` opens.
fn closing<'a>(context: &'a Context, push: Node<'a>) -> Option<Node<'a>> {
    let pops = pops(context, push)?;
    let last = (*pops.first()?)?;
    let is_alone = pops.iter().flatten().filter(|pop| pop.command() == last.command()).count() == pops.len();
    (is_alone && levels(last) == levels(push)).then_some(last)
}

/// Returns the edit by which a command opens or closes `by` levels fewer.
fn lowered(command: Node<'_>, by: usize) -> Option<Edit> {
    match (levels(command)? as usize).saturating_sub(by) {
        0 => Some(Edit::delete(command)),
        1 => command.child(1).map(Edit::delete),
        left => command.child(1).map(|number| Edit::replace(number, left.to_string().as_bytes())),
    }
}

/// Removes all levels from `push`, and from the pops that close them.
fn lower(push: Node<'_>, pops: &[Option<Node<'_>>]) -> Option<Edit> {
    let closing: Vec<Node<'_>> = pops.iter().flatten().copied().collect();
    let same = closing.chunk_by(|one, next| one.command() == next.command());
    let edits = same.map(|levels| lowered(levels[0], levels.len())).chain([lowered(push, pops.len())]);
    Edit::all(edits.collect::<Option<Vec<Edit>>>()?)
}

static ERASE_SCOPE: Mutator = Mutator {
    name: "erase-scope",
    summary: "erase push, pop and what is between",
    examples: r"
        (push) (assert p) (push 2) (pop 2) (pop 1) (check-sat) => (check-sat) | (push) (assert p) (pop 1) (check-sat)
        (push 2) (assert p) (pop 1) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("push"),
    global: |context, node| {
        let count = closing(context, node)?.command() - node.command() + 1;
        some(Edit::all(context.script().commands_from(node.command()).take(count).map(Edit::delete)))
    },
    ..Mutator::DEFAULT
};

static FLATTEN_SCOPE: Mutator = Mutator {
    name: "flatten-scope",
    summary: "erase push and its pop",
    examples: r"
        (push 2) (assert p) (check-sat) (pop 2) => (assert p) (check-sat)
        (push) (push 3) (assert p) (pop 1) (pop 3) => (push 3) (assert p) (pop 1) (pop 2) | (push) (assert p) (pop)
        (push 1) (assert p) (reset) (pop 1) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("push"),
    global: |context, node| {
        let pops = pops(context, node).filter(|pops| pops.iter().any(Option::is_some));
        some(pops.and_then(|pops| lower(node, &pops)))
    },
    ..Mutator::DEFAULT
};

static OUTSIDE_CORE: Mutator = Mutator {
    name: "outside-core",
    summary: "erase assertion outside of the unsat core",
    examples: r"
        (assert (< x 0)) |- (assert (! (> x 0) :named c)) (assert (= y 0)) => (assert (! (> x 0) :named c))
        (assert false) (push) => none
    ",
    printed: "unsat\n(ddsmt-0 c)",
    filter: |context, node| {
        !context.hints().is_empty() && node.index() == 0 && node.has_head("assert") && context.hints().is_outside(node)
    },
    local: |_, node| some([Edit::delete(node)]),
    ..Mutator::DEFAULT
};

static ASSUMPTION_TO_ASSERTION: Mutator = Mutator {
    name: "assumption-to-assertion",
    summary: "assert what check-sat-assuming assumes",
    examples: r"
        (check-sat-assuming (p)) => (assert p) (check-sat)
        (check-sat-assuming (p q)) => none
    ",
    filter: |_, node| node.has_head("check-sat-assuming") && node.child(1).is_some_and(|list| list.arity() == 1),
    global: |_, node| {
        let assertion = [b"(assert ", node.child(1)?.child(0)?.text(), b")\n"].concat();
        some(Edit::all([Edit::insert(node.command(), &assertion), Edit::replace(node, b"(check-sat)")]))
    },
    ..Mutator::DEFAULT
};

/// Deletes a `reset` with all commands up to the next one, or all commands before the first one: they affect no
/// other session.
static ERASE_SESSION: Mutator = Mutator {
    name: "erase-session",
    summary: "erase reset and what it begins",
    examples: r"
        (assert p) (check-sat) (reset) (check-sat) (reset) (exit)
            => (reset) (check-sat) (reset) (exit) | (assert p) (check-sat) (reset) (exit)
             | (assert p) (check-sat) (reset) (check-sat)
        (assert p) (check-sat) (exit) => none
    ",
    filter: |_, node| node.index() == 0 && (node.command() == 0 || node.has_head("reset")),
    global: |context, node| {
        let behind = || context.script().commands_from(node.command() + 1);
        let is_reset = |command: Node<'_>| command.has_head("reset");
        let rest = behind().take_while(|command| !is_reset(*command));
        let session = Edit::all(std::iter::once(node).chain(rest).map(Edit::delete));
        some(session.filter(|_| is_reset(node) || behind().any(is_reset)))
    },
    ..Mutator::DEFAULT
};

static ONE_QUERY: Mutator = Mutator {
    name: "one-query",
    summary: "leave one query of an incremental script",
    examples: r"
        (assert p) |- (check-sat) (push) (assert q) (pop) (push) (assert r) (check-sat) (pop)
            => (assert r) (check-sat) | (check-sat)
        (assert p) (check-sat) => none
    ",
    filter: |_, node| node.place() == (0, 0),
    global: |context, _| {
        let is_scoped = |command: Node<'_>| command.has_head("push");
        let queries: Vec<Node<'_>> = context.script().commands().filter(|command| is_query(*command)).collect();
        let is_incremental = queries.len() > 1 || context.script().commands().any(is_scoped);
        let last = queries.into_iter().rev().take(MAX_QUERIES).filter(move |_| is_incremental);
        some(last.filter_map(move |query| alone(context, query)))
    },
    ..Mutator::DEFAULT
};

/// Number of queries that are tried, from the last one back.
const MAX_QUERIES: usize = 4;

/// Returns the edit that leaves what is needed for one query alone; none if there is nothing to delete.
fn alone(context: &Context, query: Node<'_>) -> Option<Edit> {
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
    let gone = script.commands().filter(|command| !keep[command.command()]);
    Edit::all(gone.map(Edit::delete)).filter(|edit| !edit.is_empty())
}

/// Returns the edit that leaves query number `number`, with the assertions and declarations in force there;
/// none if there is no such query or nothing else to delete.
pub fn leave_query(context: &Context, number: usize) -> Option<Edit> {
    alone(context, context.script().commands().filter(|command| is_query(*command)).nth(number)?)
}
