//! Mutators that say a command, or the sorts in it, in another way that only some solvers take for the same.

use super::{asserted, has_few_nodes};
use crate::mutators::rewrite::Rules;
use crate::mutators::{Mutator, all_from, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::name::{Token, is_among, token};
use crate::smtlib::{Context, Role, declared_constant};

/// Asks without a tactic, or only applies the tactic: z3 often fails within it.
pub(super) static APPLY_TACTIC: Mutator = Mutator {
    name: "apply-tactic",
    summary: "apply the tactic of a query alone",
    examples: r"
        (check-sat-using (then simplify smt)) => (check-sat) | (apply (then simplify smt))
        (check-sat) => none
    ",
    rules: Rules::new(&["(check-sat-using ?tactic) => (check-sat)", "(check-sat-using ?tactic) => (apply ?tactic)"]),
    ..Mutator::DEFAULT
};

/// Has a term simplified, or its quantifier eliminated, instead of asserting it and asking: solvers often fail there.
pub(super) static SIMPLIFY_ALONE: Mutator = Mutator {
    name: "simplify-alone",
    summary: "simplify a term instead of asserting it",
    examples: r"
        (assert (p 0)) (check-sat) => (simplify (p 0))
        (assert (forall ((a Bool)) a)) (check-sat)
            => (get-qe (forall ((a Bool)) a)) | (simplify (forall ((a Bool)) a))
        (assert (p 0)) (check-sat) (check-sat) => none
        (assert (p 0)) (get-model) => none
    ",
    filter: |_, node| asserted(node).is_some(),
    global: |context, node| {
        let mut behind = context.script().commands_from(node.command() + 1);
        let (Some(query), None) = (behind.next(), behind.next()) else { return None };
        let (assert, term) = (node.child(0)?, node.child(1)?);
        let heads: &[&[u8]] = match term.head() {
            _ if !query.has_head("check-sat") => &[],
            Some(b"forall" | b"exists") => &[b"get-qe", b"simplify"],
            _ => &[b"simplify"],
        };
        some(heads.iter().filter_map(move |head| Edit::replace(assert, head).and(&Edit::delete(query))))
    },
    ..Mutator::DEFAULT
};

/// Puts `(push)` in the place of a longer command: some failures need only a command at which the solver deals with
/// what is asserted. A script with it asks nothing.
pub(super) static PUSH_INSTEAD: Mutator = Mutator {
    name: "push-instead",
    summary: "put push in the place of a command",
    examples: r"
        (assert (p 0)) (check-sat) => (push) (check-sat) | (assert (p 0)) (push)
        (exit) (push) => none
    ",
    is_optional: true,
    filter: |context, node| has_few_nodes(context) && node.index() == 0 && node.text().len() > PUSH.len(),
    local: |_, node| some([Edit::replace(node, PUSH)]),
    ..Mutator::DEFAULT
};

const PUSH: &[u8] = b"(push)";

/// Binds a constant by `exists` instead of declaring it, which is a few bytes shorter, if only one assertion uses it.
pub(super) static BIND_CONSTANT: Mutator = Mutator {
    name: "bind-constant",
    summary: "bind a constant in the assertion that uses it",
    examples: r"
        (declare-fun x () Int) (assert (< x 0)) => (assert (exists ((x Int)) (< x 0)))
        (declare-const x Int) (declare-const y Int) (assert (< x 0 y)) (assert (p y))
            => (declare-const y Int) (assert (exists ((x Int)) (< x 0 y))) (assert (p y))
        (declare-const x Int) (assert (p 0)) (get-value (x)) => none
        (declare-fun f (Int) Int) (assert (p (f 0))) => none
    ",
    is_optional: true,
    filter: |context, node| has_few_nodes(context) && node.index() == 0 && declared_constant(node).is_some(),
    global: |context, node| {
        let (name, sort) = declared_constant(node)?;
        let [symbol] = context.symbols().declared_by(node.command()) else { return None };
        let mut uses = context.only_mentions(symbol)?.map(Node::command);
        let assertion = uses.next()?;
        let term =
            asserted(context.script().command(assertion)).filter(|_| uses.all(|command| command == assertion))?;
        let binders = Term::List(vec![Term::list([name, sort])]);
        some(Edit::delete(node).and(&Edit::rewrite(term, Term::app("exists", [binders, term.into()]))))
    },
    ..Mutator::DEFAULT
};

/// Puts `Int` in the place of `Bool` within an array or another compound sort, wherever that is written: both the sort
/// and its literals are shorter. Literals change with it where they are read or stored, or are elements.
pub(super) static BOOL_TO_INT: Mutator = Mutator {
    name: "bool-to-int",
    summary: "put integers for Booleans within a sort",
    examples: r"
        (declare-const a (Array Bool Bool)) (assert (= a (store a true false)))
            => (declare-const a (Array Int Int)) (assert (= a (store a 1 0)))
             | (declare-const a (Array Int Bool)) (assert (= a (store a 1 false)))
             | (declare-const a (Array Bool Int)) (assert (= a (store a true 0)))
        (declare-const s (Set Bool)) (assert (or true (set.member true s)))
            => (declare-const s (Set Int)) (assert (or true (set.member 1 s)))
        (declare-const a (Array Int Int)) (declare-const p Bool) => none
    ",
    filter: |context, node| has_few_nodes(context) && is_sort(context, node) && places(node).next().is_some(),
    global: |context, node| {
        let is_same = |other: &Node<'_>| other.text() == node.text() && is_sort(context, *other);
        let same = all_from(context, node, is_same)?;
        let each: Vec<usize> = places(node).collect();
        let all = (each.len() > 1).then(|| each.clone());
        let choices = all.into_iter().chain(each.into_iter().map(|place| vec![place]));
        some(choices.filter_map(move |chosen| {
            let sorts = same.iter().flat_map(|sort| chosen.iter().filter_map(|&i| sort.child(i)));
            let sorts: Vec<Edit> = sorts.map(|leaf| Edit::replace(leaf, b"Int")).collect();
            let applications = context.script().every_node().filter(|term| term.is_list() && context.is_term(*term));
            let literals = applications.flat_map(|term| literals(context, node, term, &chosen));
            let truths = || context.script().every_node().filter(|leaf| leaf.is("true") || leaf.is("false"));
            let elements = (!node.has_head("Array")).then(truths).into_iter().flatten();
            let elements = elements.filter_map(|leaf| element(context, leaf));
            Edit::all(sorts.into_iter().chain(literals).chain(elements))
        }))
    },
    ..Mutator::DEFAULT
};

/// The operators that take elements of any sort.
const OF_ELEMENTS: &str = "seq.unit set.singleton singleton set.insert insert set.member member bag mkBag bag.member \
    bag.count tuple mkTuple nullable.some pto";

/// Returns the edit that spells as a numeral an element that is a literal of another sort than `Int`.
fn element(context: &Context, node: Node<'_>) -> Option<Edit> {
    let numeral: &[u8] = match (node.leaf()?, token(node.leaf()?)) {
        (b"true", _) => b"1",
        (b"false", _) | (_, Token::String | Token::Decimal) => b"0",
        _ => return None,
    };
    let is_element = context.parent(node)?.head().is_some_and(|head| is_among(head, OF_ELEMENTS));
    (is_element && context.is_term(node)).then(|| Edit::replace(node, numeral))
}

fn is_sort(context: &Context, node: Node<'_>) -> bool {
    node.is_list() && context.role(node) == Role::Sort
}

/// Returns the numbers of the arguments of a sort that are `Bool`.
fn places(sort: Node<'_>) -> impl Iterator<Item = usize> {
    sort.children().enumerate().skip(1).filter(|(_, argument)| argument.is("Bool")).map(|(i, _)| i)
}

/// Returns the edits of the Boolean terms by which `term` reads or makes an array of this sort, in `chosen` arguments.
fn literals(context: &Context, sort: Node<'_>, term: Node<'_>, chosen: &[usize]) -> Vec<Edit> {
    let is_array = |i: usize| term.child(i).is_some_and(|array| context.sort(array).is(&context.sort(sort)));
    let children: &[(usize, usize)] = match term.head() {
        Some(b"select" | b"store") if is_array(1) => &[(2, 1), (3, 2)],
        None if is_array(0) => &[(1, 2)],
        _ => &[],
    };
    let chosen = children.iter().filter(|(_, argument)| chosen.contains(argument));
    let truths = chosen.filter_map(|&(child, _)| term.child(child).filter(|leaf| leaf.is("true") || leaf.is("false")));
    truths.map(|truth| Edit::replace(truth, if truth.is("true") { b"1" } else { b"0" })).collect()
}
