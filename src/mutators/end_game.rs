//! Mutators for the end game, when few nodes are left. They try whatever is smaller, so the number of their
//! candidates grows with the square of the script's size.

mod any;
mod commands;
mod flip;
mod numbers;
mod pool;
mod predicate;
mod reads;
mod relations;
mod retype;
mod share;

use super::bv::extension;
use super::rewrite::Rules;
use super::sorts::{SHORT_FLOAT, SMALLER_FIELD, SORT_TO_PART, STEP_WIDTHS};
use super::strings::SEQ_TO_STRING;
use super::terms::HOIST_ANY;
use super::{Mutator, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::constants::BitVector;
use crate::smtlib::{Context, Sort};
use any::{ANY_OPERATOR, ANY_TERM};
use commands::{APPLY_TACTIC, BIND_CONSTANT, BOOL_TO_INT, PUSH_INSTEAD, SIMPLIFY_ALONE};
use flip::FLIP_LITERAL;
use num_bigint::BigUint;
use numbers::{DECIMAL_TO_NUMERAL, TENTHS};
use pool::{Pool, keeps_most};
use predicate::{ARRAY_TO_PREDICATE, DIVISION_BY_ZERO, REAL_DIVISION, TERM_TO_PREDICATE, TRUTH_BESIDE_SYMBOL};
use reads::{INDEX_TO_INT, SYMBOL_TO_READ};
use relations::{CHAIN_RELATIONS, RELATE_TERMS, USE_EQUALITY};
use retype::{RETYPE_ARGUMENT, RETYPE_SYMBOL, SYMBOL_TO_TERM};
use share::{EVERYWHERE, SHARE_SORT, SHARE_TERM};

pub(super) static MUTATORS: &[&Mutator] = &[
    &REPHRASE, &DIVISION_BY_ZERO, &ARRAY_TO_PREDICATE, &TERM_TO_PREDICATE, &RELATE_TERMS, &TRUTH_BESIDE_SYMBOL,
    &USE_EQUALITY, &SYMBOL_TO_TERM, &RETYPE_SYMBOL, &RETYPE_ARGUMENT, &UNWRAP_ARGUMENTS, &STEP_WIDTHS, &SORT_TO_PART,
    &SHORT_FLOAT, &BIT_AS_BOOL, &HOIST_ANY, &FUNCTION_ALONE, &SHORTER_TERM, &EXTEND_TO_CONCAT, &ANY_CHARACTER, &TENTHS,
    &ANY_OPERATOR, &JOIN_ASSERTS, &ASSERTIONS_TO_ASSUMPTIONS, &VALUE_OF_CONSTANT, &APPLY_TACTIC, &SIMPLIFY_ALONE,
    &PUSH_INSTEAD, &BIND_CONSTANT, &BOOL_TO_INT, &SEQ_TO_STRING, &SMALLER_FIELD, &CHAIN_RELATIONS, &EVERYWHERE,
    &ANY_TERM, &SHARE_TERM, &SHARE_SORT, &FLIP_LITERAL, &INDEX_TO_INT, &SYMBOL_TO_READ, &REAL_DIVISION,
    &DECIMAL_TO_NUMERAL,
];

/// Number of nodes of a script above which mutators with very many candidates propose nothing.
const MAX_NODES: u64 = 2000;

/// Whether a script is so small that mutators may propose very many candidates.
fn has_few_nodes(context: &Context) -> bool {
    context.script().nodes() <= MAX_NODES
}

fn is_truth(context: &Context, node: Node<'_>) -> bool {
    context.is_term(node) && context.sort(node) == Sort::Bool
}

static UNWRAP_ARGUMENTS: Mutator = Mutator {
    name: "unwrap-arguments",
    summary: "drop the operator that all arguments have",
    examples: r"
        (assert (= (f a) (f b))) => (assert (= a b))
        (assert (= (+ a 1) (+ 2 b) (+ c 3))) => (assert (= a 2 c)) | (assert (= 1 b 3))
        (assert (= (f a) (g b))) (assert (not (f a))) => none
    ",
    filter: |context, node| {
        let mut operators = node.children().skip(1).map(|argument| argument.child(0).map(Node::text));
        let first = operators.next().flatten();
        node.arity() > 2 && first.is_some() && context.is_term(node) && operators.all(|other| other == first)
    },
    local: |context, node| {
        some((1..=3).filter_map(move |position| {
            let inner = |argument: Node<'_>| {
                let part = argument.child(position).filter(|part| context.is_term(*part))?;
                Some(Edit::hoist(argument, part))
            };
            Edit::all(node.children().skip(1).map(inner).collect::<Option<Vec<Edit>>>()?)
        }))
    },
    ..Mutator::DEFAULT
};

/// Takes a Boolean term for a bit-vector of one bit. Many solvers represent both in the same way; to others the
/// result is ill-sorted.
static BIT_AS_BOOL: Mutator = Mutator {
    name: "bit-as-bool",
    summary: "take Boolean term for bit-vector of one bit",
    examples: r"
        (declare-const b (_ BitVec 1)) (assert (= #b1 (bvnot b)))
            => (declare-const b Bool) (assert (= #b1 (bvnot b))) | (declare-const b (_ BitVec 1)) (assert (bvnot b))
             | (declare-const b (_ BitVec 1)) (assert (= #b1 (not b)))
        (declare-const b (_ BitVec 2)) (assert (= #b01 b)) => none
    ",
    rules: Rules::new(&[
        "(_ BitVec 1) => Bool",
        "(= #b1 ?x) => ?x",
        "(= ?x #b1) => ?x",
        "(= #b0 ?x) => (not ?x)",
        "(= ?x #b0) => (not ?x)",
        "(ite ?c #b1 #b0) => ?c",
        "(ite ?c #b0 #b1) => (not ?c)",
        "(bvcomp ?x ?y) => (= ?x ?y)",
        "(bvnot ?x) => (not ?x)",
        "(bvand ?x ...) => (and ?x ...)",
        "(bvor ?x ...) => (or ?x ...)",
        "(bvxor ?x ...) => (xor ?x ...)",
    ]),
    ..Mutator::DEFAULT
};

/// Rewrites a term to an equivalent one of fewer bytes that keeps both arguments, which may be large, and that
/// no other mutator proposes.
static REPHRASE: Mutator = Mutator {
    name: "rephrase",
    summary: "say the same in fewer bytes",
    examples: r"
        (assert (= (distinct (f a) (f b)) (p a))) => (assert (xor (= (f a) (f b)) (p a)))
        (assert (or (not (p a)) (p b))) => (assert (=> (p a) (p b)))
        (declare-const x Int) |- (assert (q (to_real x))) => (assert (q (/ x 1)))
        (assert (str.in_re s (re.++ (str.to_re t) (str.to_re u))))
            => (assert (= s (str.++ t u))) | (assert (str.in_re s (str.to_re (str.++ t u))))
        (assert (or (str.in_re s a) (str.in_re s b))) => (assert (str.in_re s (re.union a b)))
        (assert (str.in_re s (re.inter r (re.comp t)))) => (assert (str.in_re s (re.diff r t)))
        (assert ((_ divisible 9) (f x))) => (assert (= 0 (mod (f x) 9)))
        (assert (distinct a b)) => none
    ",
    rules: Rules::new(&[
        "(= (distinct ?x ?y) ?z) => (xor (= ?x ?y) ?z)",
        "(= ?z (distinct ?x ?y)) => (xor ?z (= ?x ?y))",
        "(xor (distinct ?x ?y) ?z) => (= (= ?x ?y) ?z)",
        "(xor ?z (distinct ?x ?y)) => (= ?z (= ?x ?y))",
        "(= (not ?x) ?y) => (xor ?x ?y)",
        "(= ?x (not ?y)) => (xor ?x ?y)",
        "(or (not ?x) ?y) => (=> ?x ?y)",
        "(or ?x (not ?y)) => (=> ?y ?x)",
        "(ite ?x ?y false) => (and ?x ?y)",
        "(ite ?x ?y true) => (=> ?x ?y)",
        "(ite ?x true ?y) => (or ?x ?y)",
        "(to_real ?x) => (/ ?x 1)",
        "((_ divisible ?n) ?x) => (= 0 (mod ?x ?n))",
        "(not (str.< ?x ?y)) => (str.<= ?y ?x)",
        "(not (str.<= ?x ?y)) => (str.< ?y ?x)",
        "(str.in_re ?x (str.to_re ?y)) => (= ?x ?y)",
        "(str.in_re ?x (re.++ (str.to_re ?y) (str.to_re ?z))) => (= ?x (str.++ ?y ?z))",
        "(re.++ (str.to_re ?x) (str.to_re ?y)) => (str.to_re (str.++ ?x ?y))",
        "(str.in_re ?x (re.++ (str.to_re ?y) re.all)) => (str.prefixof ?y ?x)",
        "(str.in_re ?x (re.++ re.all (str.to_re ?y))) => (str.suffixof ?y ?x)",
        "(str.in_re ?x (re.comp ?y)) => (not (str.in_re ?x ?y))",
        "(xor (str.in_re ?x ?y) (str.in_re ?x ?z)) => (str.in_re ?x (re.diff ?y ?z))",
        "(xor (str.in_re ?x ?y) (str.in_re ?x ?z)) => (str.in_re ?x (re.diff ?z ?y))",
        "(and (str.in_re ?x ?y) (not (str.in_re ?x ?z))) => (str.in_re ?x (re.diff ?y ?z))",
        "(and (str.in_re ?x ?y) (str.in_re ?x ?z)) => (str.in_re ?x (re.inter ?y ?z))",
        "(or (str.in_re ?x ?y) (str.in_re ?x ?z)) => (str.in_re ?x (re.union ?y ?z))",
        "(re.inter (re.comp ?x) ?y) => (re.diff ?y ?x)",
        "(re.inter ?x (re.comp ?y)) => (re.diff ?x ?y)",
    ]),
    ..Mutator::DEFAULT
};

/// Takes any character for a word: the solver has less to look at.
static ANY_CHARACTER: Mutator = Mutator {
    name: "any-character",
    summary: "substitute by the language of all characters",
    examples: r#"
        (assert (str.in_re x (re.* (str.to_re "a")))) => (assert (str.in_re x (re.* re.allchar)))
        (assert (str.in_re x re.all)) => none
    "#,
    rules: Rules::new(&["(str.to_re ?x) => re.allchar"]),
    ..Mutator::DEFAULT
};

/// Drops the arguments of a declared function: some commands accept the function's name as a term.
static FUNCTION_ALONE: Mutator = Mutator {
    name: "function-alone",
    summary: "replace application by the function alone",
    examples: r"
        (declare-datatype D ((c (s Bool)))) |- (get-interpolant a (c true)) => (get-interpolant a c)
        (assert (not (= 1 2))) => none
    ",
    filter: |context, node| context.is_term(node) && node.head().is_some_and(|name| context.symbols().declares(name)),
    local: |_, node| some(node.child(0).map(|function| Edit::hoist(node, function))),
    ..Mutator::DEFAULT
};

/// Replaces a term by every shorter one of its sort that one operator makes of the symbols, literals and terms
/// of the script, shortest first. Terms that lose much of what is nested in it are left out.
static SHORTER_TERM: Mutator = Mutator {
    name: "shorter-term",
    summary: "substitute by any shorter term of one operator",
    examples: r"
        (declare-const p Bool) |- (assert (and p (or p p)))
            => (assert p) | (assert true) | (assert false) | (assert (not p)) | (assert (or p p)) | (assert (=> p p p))
             | (assert (and p p)) | (assert (and p true)) | (assert (and p false)) | (assert (and p (not p)))
        (declare-const p Bool) (assert p) => none
    ",
    enumerates: true,
    filter: |context, node| {
        has_few_nodes(context) && node.is_list() && context.is_term(node) && context.sort(node).is_known()
    },
    local: |context, node| {
        let pool = Pool::leaves(context, &[node], b"").with_terms_for(node);
        let terms = pool.terms(&context.sort(node), node.text().len()).into_iter();
        some(terms.filter(move |text| keeps_most(node, text, 2)).map(move |text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// Extends a bit-vector by a few bits with `concat`, which is shorter than an extension.
static EXTEND_TO_CONCAT: Mutator = Mutator {
    name: "extend-to-concat",
    summary: "replace extension by concat",
    examples: r"
        (assert (p ((_ zero_extend 1) x))) => (assert (p (concat #b0 x)))
        (declare-const b (_ BitVec 1)) |- (assert (p ((_ sign_extend 1) b))) => (assert (p (concat b b)))
        (assert (p ((_ zero_extend 0) x) ((_ sign_extend 1) x))) => none
    ",
    filter: |_, node| node.child(0).is_some_and(|operator| operator.has_head("_")),
    local: |context, node| some(zeros(node).or_else(|| signs(context, node)).map(|term| Edit::rewrite(node, term))),
    ..Mutator::DEFAULT
};

/// Returns the `concat` of zeros and a term that is extended with zeros.
fn zeros<'a>(node: Node<'a>) -> Option<Term<'a>> {
    let (count, argument) = extension(node, "zero_extend")?;
    let zeros = BitVector { value: BigUint::ZERO, width: Some(count).filter(|&count| count > 0)? };
    Some(Term::app("concat", [Term::text(zeros.shortest()), argument.into()]))
}

/// Returns the `concat` of copies of a single bit that is extended by its sign.
fn signs<'a>(context: &Context, node: Node<'a>) -> Option<Term<'a>> {
    let (count, argument) = extension(node, "sign_extend")?;
    let is_short = context.sort(argument).width() == Some(1) && count < 8;
    let copies = || (0..=count).map(|_| Term::from(argument));
    is_short.then(|| Term::app("concat", copies()))
}

/// Joins two assertions that have nothing but declarations between them.
///
/// This is for the end game: assertions of their own are easier to delete.
static JOIN_ASSERTS: Mutator = Mutator {
    name: "join-asserts",
    summary: "join two assertions",
    examples: r"
        (assert p) (declare-const q Bool) (assert q) (check-sat) (assert r)
            => (declare-const q Bool) (assert (and p q)) (check-sat) (assert r)
        (assert (and p q)) (assert (and r s)) => (assert (and p q r s))
        (assert p) (push) (assert q) => none
    ",
    filter: |_, node| asserted(node).is_some(),
    global: |context, node| {
        let declares = |command: &Node<'_>| command.head().is_some_and(|head| head.starts_with(b"declare-"));
        let next = context.script().commands_from(node.command() + 1).find(|command| !declares(command));
        let (first, second) = (asserted(node)?, next.and_then(asserted)?);
        let both = [b"(and ", conjuncts(first), b" ", conjuncts(second), b")"].concat();
        some(Edit::delete(node).and(&Edit::replace(second, &both)))
    },
    ..Mutator::DEFAULT
};

/// Deletes all assertions and asks for the value of a constant. A solver that crashes in the answer often needs
/// neither the assertions nor the terms that are asked for, but neither can be deleted without the other.
static VALUE_OF_CONSTANT: Mutator = Mutator {
    name: "value-of-constant",
    summary: "ask for the value of a constant, without assertions",
    examples: r"
        (assert (! p :named a)) (get-value (a q)) => (get-value (0)) | (get-value (true))
        (assert p) (get-model) => none
    ",
    filter: |_, node| node.index() == 0 && node.has_head("get-value"),
    global: |context, node| {
        let asked = node.child(1)?;
        some(["(0)", "(true)"].into_iter().filter_map(move |constants| {
            let asserts = context.script().commands().filter(|command| command.has_head("assert"));
            Edit::all(asserts.map(Edit::delete).chain([Edit::replace(asked, constants.as_bytes())]))
        }))
    },
    ..Mutator::DEFAULT
};

/// Returns the term that a command asserts.
fn asserted(command: Node<'_>) -> Option<Node<'_>> {
    command.child(1).filter(|_| command.index() == 0 && command.has_head("assert") && command.arity() == 2)
}

/// Returns the arguments of a conjunction, or any other term as it is.
fn conjuncts<'a>(term: Node<'a>) -> &'a [u8] {
    match term.text().strip_prefix(b"(and ").and_then(|rest| rest.strip_suffix(b")")) {
        Some(arguments) if term.arity() > 2 => arguments,
        _ => term.text(),
    }
}

/// Puts one `check-sat-assuming` in the place of consecutive assertions and queries: as many as possible, then
/// fewer. A solver that fails on them often fails on these assumptions, too.
///
/// A single query stays: of two ways to say the same, the one with assertions is simpler.
static ASSERTIONS_TO_ASSUMPTIONS: Mutator = Mutator {
    name: "assertions-to-assumptions",
    summary: "ask once under assumptions instead of several times",
    examples: r"
        (push) (assert p) (check-sat) (assert (not q)) (check-sat)
            => (push) (check-sat-assuming (p (not q))) | (push) (assert p) (check-sat-assuming ((not q)))
        (assert p) (assert q) (check-sat) => none
    ",
    filter: |_, node| is_question(node),
    global: |context, node| {
        let script = context.script();
        let is_meant = |command: &Node<'_>| asserted(*command).is_some() || is_question(*command);
        let all: Vec<Node<'_>> = script.commands().take(node.command()).collect();
        let run = all.iter().rposition(|command| !is_meant(command)).map_or(0, |other| other + 1);
        let starts = (run..all.len()).take(MAX_STARTS);
        some(starts.filter_map(move |start| {
            let terms: Vec<&[u8]> = all[start..].iter().filter_map(|c| asserted(*c)).map(Node::text).collect();
            if terms.is_empty() || !all[start..].iter().any(|command| is_question(*command)) {
                return None;
            }
            let question = [b"(check-sat-assuming (", &*terms.join(&b' '), b"))"].concat();
            let erased = all[start..].iter().map(|command| Edit::delete(*command));
            Edit::all(erased.chain([Edit::replace(node, &question)]))
        }))
    },
    ..Mutator::DEFAULT
};

/// Number of places that are tried from which on everything is assumed.
const MAX_STARTS: usize = 4;

/// Whether a command asks whether the assertions can hold.
fn is_question(command: Node<'_>) -> bool {
    command.index() == 0 && command.has_head("check-sat") && command.arity() == 1
}
