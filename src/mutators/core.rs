//! Mutators for every S-expression, whatever it means.

use super::{Edits, Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::name::{Token, is_among, is_natural, token};
use crate::smtlib::{Context, Role, Sort, Symbol, SymbolKind};
use std::ops::Range;

pub(super) static MUTATORS: &[&Mutator] =
    &[&BINARY_REDUCTION, &CONSTANTS, &ERASE_NODE, &MERGE_CHILDREN, &SUBSTITUTE_CHILDREN, &BY_LARGER, &SORT_CHILDREN];

/// Deletes a node.
///
/// Proposed whatever the arity of the list around it is, because lax solvers accept what is left.
static ERASE_NODE: Mutator = Mutator {
    name: "erase-node",
    summary: "erase node",
    examples: r"
        (assert (f x)) => nothing | ((f x)) | (assert) | (assert (x)) | (assert (f))
        nothing => none
    ",
    filter: |_, _| true,
    local: |_, node| some([Edit::delete(node)]),
    ..Mutator::DEFAULT
};

/// Operators that take any number of arguments and may be flattened.
///
/// Not all are associative: the result only has to be well-sorted.
const NARY: &str = "=> and or xor = distinct + - * div / bvand bvor bvxor bvadd bvmul concat str.++ seq.++ re.++ re.union \
    re.inter set.union set.inter union intersection";

static MERGE_CHILDREN: Mutator = Mutator {
    name: "merge-children",
    class: "MergeWithChildren",
    summary: "merge with child",
    examples: r"
        (+ a (+ b c)) => (+ a b c)
        (or (or p q) r (or)) => (or p q r (or)) | (or (or p q) r)
        (str.++ (str.++ s t) t) => (str.++ s t t)
        (f a (f b c)) => none
    ",
    filter: |_, node| node.head().is_some_and(|head| is_among(head, NARY)),
    local: |_, node| {
        let same = move |child: &Node<'_>| child.head().is_some() && child.head() == node.head();
        some(node.children().filter(same).map(move |inner| {
            let args = inner.children().skip(1);
            let before = node.children().take_while(move |child| child.index() < inner.index());
            let after = node.children().skip_while(move |child| child.index() <= inner.index());
            Edit::rewrite(node, Term::list(before.chain(args).chain(after)))
        }))
    },
    ..Mutator::DEFAULT
};

static BINARY_REDUCTION: Mutator = Mutator {
    name: "binary-reduction",
    summary: "binary reduction",
    examples: r"
        (or a b c d e f g)
            => (or a b c) | (or d e f g) | (or a b c d e) | (or a b c f g) | (or a d e f g) | (or b c d e f g)
        (a) (b) (c) (d) (e) => (a) (b) | (c) (d) (e)
        (or a b c) (f) => none
    ",
    filter: |_, node| node.place() == (0, 0) || node.size() > LONG,
    local: |_, node| {
        let children: Vec<Node<'_>> = Some(node.children().collect()).filter(|all: &Vec<_>| all.len() >= LONG)?;
        // The first child is the operator, unless it is a list.
        let first = usize::from(children[0].is_leaf());
        let runs = runs(children.len()).map(move |run| run.start.max(first)..run.end);
        some(runs.map(move |run| Edit::delete_between(children[run.start], children[run.end - 1])))
    },
    global: |context, node| {
        let commands: Vec<Node<'_>> = context.script().commands().filter(|_| node.place() == (0, 0)).collect();
        let len = commands.len();
        let edit = move |run: Range<usize>| Edit::all(commands[run].iter().map(|command| Edit::delete(*command)));
        some(runs(len).filter_map(edit))
    },
    ..Mutator::DEFAULT
};

/// Lists shorter than this are left to single deletions.
const LONG: usize = 8;

/// Returns runs of a list of `len` elements: the halves, the quarters, and so on down to runs of two, each time
/// from the back.
pub(super) fn runs(len: usize) -> impl Iterator<Item = Range<usize>> {
    let parts = std::iter::successors(Some(2), |parts| Some(parts * 2)).take_while(move |parts| 2 * parts <= len);
    parts.flat_map(move |parts| (0..parts).rev().map(move |i| i * len / parts..(i + 1) * len / parts))
}

static CONSTANTS: Mutator = Mutator {
    name: "constants",
    summary: "substitute by a constant",
    examples: r"
        (assert (< 17 0)) => (assert false) | (assert true) | (assert (< 0 0)) | (assert (< 1 0))
        (assert true) (push 2) => none
    ",
    filter: |context, node| context.is_term(node),
    local: |context, node| {
        let constants = Some(context.constants(&context.sort(node), node.command()));
        let constants = constants.filter(|all| !all.iter().any(|constant| constant == node.text()))?;
        some(constants.into_iter().map(move |constant| Edit::replace(node, &constant)))
    },
    ..Mutator::DEFAULT
};

pub(super) static SUBSTITUTE_CHILDREN: Mutator = Mutator {
    name: "substitute-children",
    class: "ReplaceByChild",
    summary: "replace by a child",
    examples: r"
        (declare-const a Int) |- (assert (> (+ a 1) (f a)))
            => (assert (f a)) | (assert (> a (f a))) | (assert (> 1 (f a))) | (assert (> (+ a 1) a))
        (assert ((f))) => (assert (f))
        (check-sat-using (then (par-or smt))) => (check-sat-using (par-or smt)) | (check-sat-using (then smt))
        (declare-const x (U Bool)) => (declare-const x Bool)
        (assert (let ((a b)) a)) (declare-const x (_ BitVec 8)) => none
    ",
    filter: |context, node| {
        let is_replaceable = context.may_be_term(node) || is_of_other_kind(context, node);
        node.index() > 0 && node.is_list() && !node.has_head("let") && is_replaceable
    },
    local: |context, node| {
        let sort = context.sort(node);
        let is_other = is_of_other_kind(context, node);
        // If the only child is a list, the parentheses around it may be too many.
        let inner = node.child(0).filter(|first| first.is_list() && node.children().count() == 1);
        let children = node.children().skip(1).filter(move |child| is_other || context.may_be_term(*child));
        let fitting = children.filter(move |child| {
            let child = context.sort(*child);
            !sort.is_known() || !child.is_known() || sort == child
        });
        some(inner.into_iter().chain(fitting).map(move |child| Edit::hoist(node, child)))
    },
    ..Mutator::DEFAULT
};

/// Whether a node is no term but may be replaced by a child: a tactic, or a sort made from one other sort.
fn is_of_other_kind(context: &Context, node: Node<'_>) -> bool {
    match context.role(node) {
        Role::Attribute => true,
        Role::Sort => !node.has_head("_") && node.children().count() == 2,
        _ => false,
    }
}

/// Replaces a term by a variable of the same sort that is in scope.
#[allow(clippy::declare_interior_mutable_const, reason = "it has no rules")]
const REPLACE_BY_VARIABLE: Mutator = Mutator {
    name: "replace-by-variable",
    summary: "substitute by existing variable",
    examples: r"
        (declare-const a Int) (declare-const b Int) |- (assert (= a b (f 0))) => (assert (= b b (f 0)))
        (declare-const p Bool) |- (assert (exists ((q Bool)) (not q))) (declare-const r Bool)
            => (assert p) (declare-const r Bool) | (assert (exists ((q Bool)) q)) (declare-const r Bool)
             | (assert (exists ((q Bool)) p)) (declare-const r Bool)
        (declare-const a Int) (assert (= a 1)) => none
    ",
    filter: |context, node| context.is_term(node) && !is_literal(node),
    local: |context, node| variables(context, node, Mode::Larger),
    ..Mutator::DEFAULT
};

/// The variables that may take the place of another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Variables after it in the order of bytes: `inc`.
    #[default]
    Larger,
    /// Variables before it in the order of bytes: `dec`.
    Smaller,
}

/// The usual variant of `replace-by-variable`.
static BY_LARGER: Mutator = REPLACE_BY_VARIABLE;

/// The variant of `replace-by-variable` that takes variables before the replaced one in the order of bytes.
pub static BY_SMALLER: Mutator =
    Mutator { local: |context, node| variables(context, node, Mode::Smaller), ..REPLACE_BY_VARIABLE };

fn is_literal(node: Node<'_>) -> bool {
    match node.leaf() {
        Some(leaf) => token(leaf) != Token::Symbol || matches!(leaf, b"true" | b"false"),
        None => {
            let parts = node.arguments::<2>("/");
            let is_fraction = parts.is_some_and(|parts| parts.iter().all(|part| is_natural(part.text())));
            is_fraction || node.has_head("fp") || node.has_head("_")
        }
    }
}

fn variables<'a>(context: &'a Context, node: Node<'a>, mode: Mode) -> Option<Edits<'a>> {
    let sort = Some(context.sort(node)).filter(Sort::is_known)?;
    let globals = context.symbols().nullary(&sort, node.command());
    let variables = globals.filter(|symbol| symbol.kind != SymbolKind::Constructor);
    let visible = variables.filter(move |symbol| !context.shadowed(&symbol.name, node));
    let spelled = |symbol: &'a Symbol| context.spelled(symbol);
    let locals = context.locals(node).filter(move |local| local.sort == sort).map(|local| local.symbol.text());
    let fits = move |name: &&[u8]| match (node.leaf(), mode) {
        (None, _) => true,
        (Some(leaf), Mode::Larger) => *name > leaf,
        (Some(leaf), Mode::Smaller) => *name < leaf,
    };
    some(locals.chain(visible.map(spelled)).filter(fits).map(move |name| Edit::replace(node, name)))
}

static SORT_CHILDREN: Mutator = Mutator {
    name: "sort-children",
    summary: "sort children",
    examples: r"
        (assert (= (f (g a)) (+ a b) x)) => (assert (= x (+ a b) (f (g a))))
        (assert (+ a b (f c))) => none
        (assert ((_ extract 3 0) x)) => none
    ",
    filter: |_, node| node.index() > 0 && node.is_list(),
    local: |_, node| {
        let is_sorted = node.children().skip(1).is_sorted_by_key(Node::size);
        let mut children: Vec<Node<'_>> = node.children().filter(|_| !is_sorted).collect();
        children.get_mut(1..)?.sort_by_key(|child| child.size());
        some([Edit::rewrite(node, Term::list(children))])
    },
    ..Mutator::DEFAULT
};
