//! Mutators that give a symbol, or an argument of a function, another sort, or replace a symbol by a small term.

use super::super::declarations::Declaration;
use super::super::{Mutator, some};
use super::has_few_nodes;
use super::pool::{Pool, keeps_most};
use super::share::{body, bound_in};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::constants::is_constant;
use crate::smtlib::{Context, Role, Sort, SymbolKind, declared_constant};
use bstr::ByteSlice;
use std::ops::Range;

/// Replaces the terms around all uses of a symbol, one to three operators up, by the symbol, which gets their sort.
///
/// A declared constant that is used once gets only a bit-vector sort in this way: for other sorts
/// `introduce-fresh-variables` has replaced the term already. In the place of an operator that widens
/// the symbol, `bvnot` is tried, too. Where the failure needs any Boolean term that
/// nothing decides, an integer is compared in the place of the term around all uses. What a definition defines becomes
/// a constant of the new sort.
pub(super) static RETYPE_SYMBOL: Mutator = Mutator {
    name: "retype-symbol",
    summary: "replace the terms around a symbol by the symbol, with their sort",
    examples: r"
        (assert (exists ((a Int)) (= 0 a))) => (assert (exists ((a Bool)) a))
        (declare-fun f (Bool) Int) (assert (and (= 0 (f true)) (= 1 (f false))))
            => (declare-fun f (Bool) Bool) (assert (and (f true) (f false)))
        (declare-datatype D ((n) (c (f Int)))) (assert (= 0 (f n)))
            => (declare-datatype D ((n) (c (f Bool)))) (assert (f n))
        (define-fun-rec c () Int 1) (assert (= 1 c))
            => (define-fun-rec c () Bool false) (assert c) | (define-fun-rec c () Bool true) (assert c)
        (declare-const x Float32) (assert (fp.isNaN x)) => (declare-const x Int) (assert (< 0 x))
        (declare-fun f ((_ BitVec 2)) Bool) |- (declare-const x (_ BitVec 1)) (assert (f (concat #b0 x)))
            => (declare-const x (_ BitVec 2)) (assert (f x)) | (declare-const x (_ BitVec 2)) (assert (f (bvnot x)))
             | (declare-const x Int) (assert (< 0 x))
        (declare-const x Int) (declare-const p Bool) (assert (or p (= 0 x))) => none
    ",
    filter: |context, node| {
        has_few_nodes(context) && (node.index() == 0 || context.role(node) == Role::Binder) && range(node).is_some()
    },
    global: |context, node| {
        let (range, uses) = (range(node)?, uses(context, node)?);
        let sort = context.sort(range);
        let body = node.child(4);
        let is_new_variable = node.index() == 0 && uses.len() == 1 && uses[0].is_leaf() && body.is_none();
        let compared = compared(context, node, range, &uses).filter(|_| body.is_none());
        let retyped = (1..=LEVELS).flat_map(move |level| {
            let places = uses.iter().map(|term| above(context, node, *term, level)).collect::<Option<Vec<Node<'_>>>>();
            let places = places.unwrap_or_default();
            let new = places.first().map_or(Sort::Unknown, |place| context.sort(*place));
            let is_plain = new.is_known() && new != sort && places.iter().all(|place| context.sort(*place) == new);
            if !is_plain || is_new_variable && new.width().is_none() {
                return Vec::new();
            }
            let values = body.map_or_else(|| vec![Vec::new()], |_| context.constants(&new, node.command()));
            let retyped = |edit: &dyn Fn(Node<'_>, Node<'_>) -> Edit| {
                let defined = |value: &Vec<u8>| {
                    let put = uses.iter().zip(&places).map(|(term, place)| edit(*place, *term));
                    let defined = body.map(|body| Edit::replace(body, value));
                    Edit::all(put.chain([Edit::replace(range, &new.text())]).chain(defined))
                };
                values.iter().filter_map(defined).collect::<Vec<Edit>>()
            };
            let inverted = |place: Node<'_>, term: Node<'_>| Edit::rewrite(place, Term::app("bvnot", [term.into()]));
            let is_wider = sort.width().is_some() && sort.width() < new.width();
            let inverted = if is_wider { retyped(&inverted) } else { Vec::new() };
            [retyped(&|place, term| Edit::hoist(place, term)), inverted].concat()
        });
        some(retyped.chain(compared))
    },
    ..Mutator::DEFAULT
};

/// Number of operators above the uses of a symbol up to which terms are replaced.
const LEVELS: usize = 3;

/// Returns the term that is `level` operators above `term`, within the scope of what `symbol` declares.
fn above<'a>(context: &Context, symbol: Node<'_>, term: Node<'a>, level: usize) -> Option<Node<'a>> {
    let is_outside = |list: &Node<'_>| list.command() == symbol.command() && list.holds(symbol);
    let is_term = |list: &Node<'_>| context.is_term(*list) && !is_outside(list);
    (0..level).try_fold(term, |term, _| context.parent(term).filter(is_term))
}

/// Returns the edit that makes a symbol an integer and compares it in the place of the Boolean term around all
/// its uses, if that Boolean term holds hardly anything else.
fn compared(context: &Context, symbol: Node<'_>, range: Node<'_>, uses: &[Node<'_>]) -> Option<Edit> {
    let (first, sort) = (*uses.first().filter(|first| first.is_leaf())?, context.sort(range));
    let mut around = (1..=LEVELS).map_while(|level| above(context, symbol, first, level));
    let truth = around.find(|place| context.sort(*place) == Sort::Bool)?;
    let is_apart = sort.is_known() && !matches!(sort, Sort::Bool | Sort::Int);
    let text = [b"(< 0 ", first.text(), b")"].concat();
    let holds_all = uses.iter().all(|place| place.command() == truth.command() && truth.holds(*place));
    let is_wanted = is_apart && holds_all && keeps_most(truth, &text, 1);
    Edit::replace(truth, &text).and(&Edit::replace(range, b"Int")).filter(|_| is_wanted)
}

/// Returns the sort in a declaration, definition, binder or field.
fn range(node: Node<'_>) -> Option<Node<'_>> {
    match (node.index(), node.head()) {
        (0, Some(b"declare-const")) => node.child(2),
        (0, Some(b"declare-fun" | b"define-fun" | b"define-fun-rec")) => node.child(3),
        (0, _) => None,
        _ => node.child(1).filter(|_| node.arity() == 2),
    }
}

/// Returns the terms that use the symbol of a declaration, binder or field.
fn uses<'a>(context: &'a Context, node: Node<'a>) -> Option<Vec<Node<'a>>> {
    if node.index() == 0 {
        return Declaration::of(context, node)?.terms();
    }
    let symbol = node.child(0).filter(|symbol| symbol.is_leaf())?;
    node.child(1).filter(|sort| context.role(*sort) == Role::Sort)?;
    let mut fields = context.symbols().declared_by(node.command()).iter().filter(|s| s.kind == SymbolKind::Selector);
    let Some(field) = fields.find(|field| field.node() == symbol.index()) else { return Some(context.uses(symbol)) };
    let read = |leaf: Node<'a>| context.parent(leaf).filter(|_| context.role(leaf) == Role::Head);
    context.occurrences(field)?.into_iter().map(read).collect()
}

/// Passes a part of each argument to a function instead of the argument, and a constant instead of another
/// constant, where all parts have one sort, for which the function is then declared.
pub(super) static RETYPE_ARGUMENT: Mutator = Mutator {
    name: "retype-argument",
    summary: "pass a part of each argument, with its sort",
    examples: r"
        (declare-const c Int) |- (declare-fun f (Bool) Int) (assert (< (f (= 0 c)) (f false)))
            => (declare-fun f (Int) Int) (assert (< (f c) (f 0)))
        (declare-const p Bool) (declare-fun f (Bool) Int) (assert (< (f (not p)) (f p))) => none
    ",
    filter: |context, node| {
        has_few_nodes(context) && node.has_head("declare-fun") && node.child(2).is_some_and(|d| d.arity() > 0)
    },
    global: |context, node| {
        let declaration = Declaration::of(context, node)?;
        let (terms, domain) = (declaration.terms()?, node.child(2)?);
        some(domain.children().enumerate().filter_map(move |(i, sort)| {
            let arguments = terms.iter().map(|term| term.child(i + 1)).collect::<Option<Vec<Node<'_>>>>()?;
            let new = arguments.iter().find_map(|argument| part(context, *argument, None))?;
            let new = context.sort(new);
            let constant = context.constants(&new, node.command()).into_iter().next();
            let passed = arguments.iter().map(|argument| match part(context, *argument, Some(&new)) {
                Some(part) => Some(Edit::hoist(*argument, part)),
                None if is_constant(*argument) => Some(Edit::replace(*argument, constant.as_ref()?)),
                None => None,
            });
            let passed = passed.collect::<Option<Vec<Edit>>>()?;
            Edit::all(passed.into_iter().chain([Edit::replace(sort, &new.text())]))
        }))
    },
    ..Mutator::DEFAULT
};

/// Returns the first argument of a term that is no constant and has this sort, or any sort but that of the term.
fn part<'a>(context: &Context, term: Node<'a>, sort: Option<&Sort>) -> Option<Node<'a>> {
    let fits = |inner: &Node<'a>| {
        let found = context.sort(*inner);
        let is_wanted = sort.map_or_else(|| found != context.sort(term), |sort| found == *sort);
        context.is_term(*inner) && found.is_known() && is_wanted && !is_constant(*inner)
    };
    term.children().skip(1).find(fits)
}

/// Deletes the declaration of a constant and replaces its uses by a small term over the other symbols, with at
/// most one operator beside reads of arrays. The term stands at each use, is bound by a `let` where there are
/// several uses, or replaces the term around the only use.
pub(super) static SYMBOL_TO_TERM: Mutator = Mutator {
    name: "symbol-to-term",
    summary: "replace declared symbol by a small term over the others",
    examples: r"
        (declare-const p Bool) (declare-const q Bool) (assert (f p q))
            => (declare-const q Bool) (assert (f q q)) | (declare-const q Bool) (assert (f true q))
             | (declare-const q Bool) (assert (f false q)) | (declare-const q Bool) (assert (f (not q) q))
             | (declare-const q Bool) (assert (f (=> q q q) q)) | (declare-const p Bool) (assert (f p p))
             | (declare-const p Bool) (assert (f p true)) | (declare-const p Bool) (assert (f p false))
             | (declare-const p Bool) (assert (f p (not p))) | (declare-const p Bool) (assert (f p (=> p p p)))
        (declare-fun f (Int) Int) (assert (= 0 (f 1))) => none
        (declare-const m (Array Int (_ BitVec 4))) |- (declare-const x (_ BitVec 4)) (assert (= (f m x) (f x x)))
            => (assert (= (f m #x0) (f #x0 #x0))) | (assert (= (f m #x1) (f #x1 #x1))) | (assert (= (f m #xf) (f #xf #xf)))
             | (assert (let ((x (select m 0))) (= (f m x) (f x x)))) | (assert (let ((x (select m 1))) (= (f m x) (f x x))))
        (declare-sort U 0) (declare-fun h (Bool) U) (declare-const m (Array Int U)) |-
            (declare-const x Bool) (assert (g m (h x)))
            => (assert (g m (h true))) | (assert (g m (h false))) | (assert (g m (select m 0))) | (assert (g m (select m 1)))
    ",
    filter: |context, node| has_few_nodes(context) && node.index() == 0 && declared_constant(node).is_some(),
    global: |context, node| {
        let declaration = Declaration::of(context, node)?;
        let uses = declaration.terms().filter(|uses| !uses.is_empty())?;
        let name = declaration.symbol.name.clone();
        // The bytes of the declaration are divided among the uses.
        let limit = name.len() + node.text().len().div_ceil(uses.len());
        let pool = Pool::leaves(context, &uses, &name);
        let terms = pool.terms(&declaration.symbol.range, limit).into_iter().take(MAX_TERMS);
        let mut edits: Vec<Edit> = terms.filter_map(|term| declaration.replaced(&uses, &term)).collect();
        let pool = pool.with_reads(node.command());
        let reads = |sort: &Sort, length: Range<usize>| {
            let terms = pool.terms(sort, length.end).into_iter().filter(move |term| term.len() >= length.start);
            terms.filter(|term| term.contains_str("(select ")).take(MAX_READS)
        };
        let is_term = |around: &Node<'_>| context.is_term(*around);
        match uses[..] {
            [only] => edits.extend(context.parent(only).filter(is_term).into_iter().flat_map(|around| {
                let length = around.text().len();
                let terms = reads(&context.sort(around), length..length + node.text().len());
                terms.filter_map(|term| declaration.replaced(&[around], &term)).collect::<Vec<_>>()
            })),
            _ => edits.extend(body(context, &uses).into_iter().flat_map(|body| {
                let most = node.text().len().saturating_sub("(let (( )) )".len() + name.len());
                let bound =
                    |term: Vec<u8>| Edit::all([Edit::delete(node)].into_iter().chain(bound_in(body, &name, &term)));
                reads(&declaration.symbol.range, limit..most).filter_map(bound).collect::<Vec<_>>()
            })),
        }
        some(edits)
    },
    ..Mutator::DEFAULT
};

/// Number of terms that are tried for one symbol.
const MAX_TERMS: usize = 80;

/// Number of tried terms that read arrays.
const MAX_READS: usize = 24;
