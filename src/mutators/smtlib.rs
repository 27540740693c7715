//! Mutators for commands, binders and symbols.

pub(super) mod declared;
pub(super) mod names;
pub(super) mod substitution;

use super::fresh::after_settings;
use super::rewrite::Rules;
use super::{Edits, Mutator, at_all, some};
use crate::sexpr::{Edit, Node};
use crate::smtlib::name::{is_natural, is_simple, name};
use crate::smtlib::{Context, Sort};
use declared::declared;
use substitution::{ELIMINATE_VARIABLES, INLINE_FUNCTIONS, LET_SUBSTITUTION};

pub(super) static MUTATORS: &[&Mutator] = &[
    &CHECK_SAT_ASSUMING, &ELIMINATE_VARIABLES, &INLINE_FUNCTIONS, &INTRODUCE_FRESH_VARIABLES, &LET_ELIMINATION,
    &LET_SUBSTITUTION, &REMOVE_ANNOTATION, &REMOVE_RECURSIVE_FUNCTION, &SIMPLIFY_LOGIC, &SIMPLIFY_QUOTED_SYMBOLS,
    &SIMPLIFY_SYMBOL_NAMES,
];

static CHECK_SAT_ASSUMING: Mutator = Mutator {
    name: "check-sat-assuming",
    summary: "substitute check-sat-assuming by check-sat",
    examples: r"
        (check-sat-assuming (p (not q))) => (check-sat)
        (check-sat) => none
    ",
    rules: Rules::new(&["(check-sat-assuming ? ...) => (check-sat)"]),
    ..Mutator::DEFAULT
};

static LET_ELIMINATION: Mutator = Mutator {
    name: "let-elimination",
    summary: "eliminate let binder",
    examples: r"
        (assert (let ((a x)) (f b))) => (assert (f b))
        (assert (let ((a x)))) (let) => none
    ",
    rules: Rules::new(&["(let ? ?x ? ...) => ?x"]),
    ..Mutator::DEFAULT
};

static REMOVE_ANNOTATION: Mutator = Mutator {
    name: "remove-annotation",
    summary: "remove annotation",
    examples: r"
        (assert (! (> x 0) :named c)) => (assert (> x 0))
        (assert (!)) => none
    ",
    rules: Rules::new(&["(! ?x ? ...) => ?x"]),
    ..Mutator::DEFAULT
};

static REMOVE_RECURSIVE_FUNCTION: Mutator = Mutator {
    name: "remove-recursive-function",
    summary: "remove recursive function",
    examples: r"
        (define-funs-rec ((f () Bool) (g () Bool)) (true f))
            => (define-funs-rec ((g () Bool)) (f)) | (define-funs-rec ((f () Bool)) (true))
        (define-funs-rec ((f () Bool)) (true f)) => none
    ",
    filter: |_, node| node.has_head("define-funs-rec"),
    local: |_, node| delete_pairs(node),
    ..Mutator::DEFAULT
};

/// Deletes the i-th children of both arguments, for each i.
///
/// Commands that declare several things at once have this layout.
pub(super) fn delete_pairs<'a>(command: Node<'a>) -> Option<Edits<'a>> {
    let (left, right) = (command.child(1)?, command.child(2)?);
    if command.arity() != 3 || left.arity() != right.arity() {
        return None;
    }
    let pairs = left.children().zip(right.children());
    some(pairs.filter_map(|(left, right)| Edit::all([Edit::delete(left), Edit::delete(right)])))
}

static SIMPLIFY_QUOTED_SYMBOLS: Mutator = Mutator {
    name: "simplify-quoted-symbols",
    summary: "simplify quoted symbol",
    examples: r"
        (declare-const |x| Bool) (assert x) => (declare-const x Bool) (assert x)
        (f |x| |x|) => (f x |x|) | (f x x) | (f |x| x) | (f x x)
        (f |0| |let| |a b| || x) => none
    ",
    filter: |_, node| inner(node).is_some(),
    local: |_, node| some(inner(node).map(|name| Edit::replace(node, name))),
    global: |context, node| {
        let name = inner(node)?;
        at_all(context, move || [name.to_vec()], move |other| other.leaf() == node.leaf())
    },
    ..Mutator::DEFAULT
};

/// Returns the symbol within the bars, if it is simple.
fn inner(node: Node<'_>) -> Option<&[u8]> {
    names::quoted(node.leaf()?).filter(|name| is_simple(name))
}

static SIMPLIFY_SYMBOL_NAMES: Mutator = Mutator {
    name: "simplify-symbol-names",
    summary: "simplify symbol name",
    examples: r"
        (declare-const name Bool) (assert (not name))
            => (declare-const na Bool) (assert (not na)) | (declare-const nam Bool) (assert (not nam))
             | (declare-const ame Bool) (assert (not ame))
        (declare-datatype D ((xs (|s,t| Int))))
            => (declare-datatype D ((x (|s,t| Int)))) | (declare-datatype D ((s (|s,t| Int))))
             | (declare-datatype D ((xs (|s,| Int)))) | (declare-datatype D ((xs (|,t| Int))))
        (assert (forall ((x1 Bool) (x Bool)) (let ((yz x1)) yz)))
            => (assert (forall ((x1 Bool) (x Bool)) (let ((y x1)) y)))
             | (assert (forall ((x1 Bool) (x Bool)) (let ((z x1)) z)))
        (declare-datatypes () ((D xy))) => (declare-datatypes () ((D x))) | (declare-datatypes () ((D y)))
        (declare-const x Int) (assert (long x)) => none
    ",
    filter: |context, node| !declared(context, node).is_empty(),
    global: |context, node| {
        some(declared(context, node).into_iter().flat_map(move |symbol| {
            names::shorter(symbol.text()).filter_map(move |name| rename(context, symbol.text(), &name))
        }))
    },
    ..Mutator::DEFAULT
};

/// Renames `symbol` in the whole script, unless `shorter` is used in it.
fn rename(context: &Context, symbol: &[u8], shorter: &[u8]) -> Option<Edit> {
    let (old, new) = (name(symbol), name(shorter));
    let leaves = || context.script().every_node().filter(|node| node.is_leaf());
    let taken = leaves().any(|leaf| name(leaf.text()) == new);
    let uses = leaves().filter(|leaf| name(leaf.text()) == old);
    if taken { None } else { Edit::all(uses.map(|leaf| Edit::replace(leaf, shorter))) }
}

static INTRODUCE_FRESH_VARIABLES: Mutator = Mutator {
    name: "introduce-fresh-variables",
    class: "IntroduceFreshVariable",
    summary: "introduce fresh variable",
    examples: r"
        (set-logic QF_LIA) |- (declare-fun f (Int) Int) (assert (= 0 1))
            => (declare-const v!2!2 Bool) (declare-fun f (Int) Int) (assert v!2!2)
        (declare-const v!1!2 Bool) (assert (= 0 1))
            => (declare-const v!1!2! Bool) (declare-const v!1!2 Bool) (assert v!1!2!)
        (declare-sort U 0) (declare-const u U) (declare-fun f (U) U) |- (assert (g (f u)))
            => (declare-const v!3!4 U) (assert (g v!3!4))
        (declare-const p Bool) (assert p) => none
    ",
    filter: |context, node| {
        node.is_list() && node.index() > 0 && context.is_term(node) && !node.has_head("fp") && !node.has_head("_")
    },
    global: |context, node| {
        let is_narrow = |sort: &Sort| sort.width().is_some_and(|width| !spares_bits(context, node, width));
        let fraction = node.has_head("/") && node.children().skip(1).all(|n| is_natural(n.text()));
        let sort = Some(context.sort(node)).filter(|sort| sort.is_known() && !is_narrow(sort) && !fraction)?;
        // Two nodes never get the same symbol, so that the edits of both can be joined.
        let mut new = format!("v!{}!{}", node.command(), node.index()).into_bytes();
        while context.symbols().declares(&new) {
            new.push(b'!');
        }
        some(variable_instead(context, node, &sort, &new))
    },
    ..Mutator::DEFAULT
};

/// Returns the command before which a constant of this sort can be declared for `node`.
fn place(context: &Context, sort: &Sort, node: Node<'_>) -> usize {
    // Arguments may be declared, too, so no word of the sort may be.
    let is_declared = |word: &[u8]| context.symbols().declares(word);
    let needs = sort.compound().is_some() && sort.text().split(|byte| b"() ".contains(byte)).any(is_declared);
    if needs { node.command() } else { after_settings(context.script()).min(node.command()) }
}

/// Replaces a term by a new variable of a known sort.
pub(super) fn variable_instead(context: &Context, node: Node<'_>, sort: &Sort, new: &[u8]) -> Option<Edit> {
    let declaration = [b"(declare-const ", new, b" ", &sort.text(), b")\n"].concat();
    let insertion = Edit::insert(place(context, sort, node), &declaration);
    Edit::all([insertion, Edit::replace(node, new)])
}

/// Whether a bit-vector term is worth a variable: it holds two variables, or a wider one. Otherwise the term
/// may already be what an earlier variable of that width has left.
fn spares_bits(context: &Context, node: Node<'_>, width: u32) -> bool {
    let is_variable = |leaf: &Node<'_>| {
        let symbol = context.symbols().term(leaf.text(), leaf.command());
        leaf.is_leaf() && symbol.is_some_and(|symbol| symbol.is_nullary())
    };
    let mut variables = node.subtree().filter(is_variable);
    let Some(first) = variables.next() else { return false };
    context.sort(first).width().is_some_and(|wide| wide > width) || variables.next().is_some()
}

static SIMPLIFY_LOGIC: Mutator = Mutator {
    name: "simplify-logic",
    summary: "simplify logic",
    examples: r"
        (set-logic QF_UFNIRA)
            => (set-logic QF_NIRA) | (set-logic QF_UF) | (set-logic QF_UFLIRA) | (set-logic QF_UFNIA)
             | (set-logic QF_UFNRA) | (set-logic ALL) | (set-logic UFNIRA)
        (set-logic QF_UFLIA)
            => (set-logic QF_LIA) | (set-logic QF_UF) | (set-logic QF_UFIDL) | (set-logic ALL)
             | (set-logic UFLIA)
        (set-logic QF_ALIA) => (set-logic QF_LIA) | (set-logic QF_A) | (set-logic ALL) | (set-logic ALIA)
        (set-logic AUFBV)
            => (set-logic UFBV) | (set-logic ABV) | (set-logic AUF) | (set-logic A) | (set-logic UF) | (set-logic BV)
             | (set-logic ALL)
        (set-logic QF_DT) => (set-logic ALL) | (set-logic DT) | (set-logic QF_)
        (set-logic q%s) => (set-logic q%) | (set-logic %s)
        (set-logic ALL) (set-logic) (set-logic (QF_BV)) => none
    ",
    filter: |_, node| node.has_head("set-logic"),
    local: |_, node| {
        let name = node.child(1)?;
        let logic = std::str::from_utf8(name.leaf()?).ok()?;
        let (prefix, parts) = parts(logic).unwrap_or_default();
        let mut simpler = Vec::new();
        let mut propose = |left: &[&str], middle: &[&str], right: &[&str]| {
            simpler.push(prefix.to_owned() + &left.concat() + &middle.concat() + &right.concat());
        };
        for (i, _) in parts.iter().enumerate().filter(|_| parts.len() > 1) {
            propose(&parts[..i], &[], &parts[i + 1..]);
        }
        // One theory alone may do where each two of three do not: solvers choose tactics by the whole name.
        for part in parts.iter().filter(|_| parts.len() > 2) {
            propose(&[part], &[], &[]);
        }
        // No logic has difference constraints beside other theories than uninterpreted functions.
        let may_be_difference = parts.iter().filter(|part| **part != "UF").count() == 1;
        for (i, part) in parts.iter().enumerate() {
            let smaller = SMALLER.iter().filter(|(large, _)| large == part).flat_map(|(_, smaller)| *smaller);
            for smaller in smaller.filter(|smaller| may_be_difference || !smaller.ends_with("DL")) {
                propose(&parts[..i], &[smaller], &parts[i + 1..]);
            }
        }
        if logic.len() > 3 {
            simpler.push("ALL".to_owned());
        }
        // With quantifiers the name is shorter; without a theory some solvers read it as a logic all the same.
        simpler.extend(logic.strip_prefix("QF_").filter(|rest| !rest.is_empty()).map(str::to_owned));
        simpler.extend((prefix == "QF_" && parts.len() == 1).then(|| prefix.to_owned()));
        let is_name = logic.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        let shorter = if is_name { Vec::new() } else { names::shorter(logic.as_bytes()).collect() };
        let all = simpler.into_iter().map(String::into_bytes).chain(shorter);
        some(all.map(move |logic| Edit::replace(name, &logic)))
    },
    ..Mutator::DEFAULT
};

/// The parts of the names of logics; longer parts come before their prefixes.
const PARTS: &[&str] = &[
    "NIRA", "LIRA", "NIA", "NRA", "LIA", "LRA", "IDL", "RDL", "UF", "DT", "BV", "FP", "FF", "FS", "AX", "A", "S", "T",
    "C",
];

/// Parts that can be replaced by a smaller part, with those smaller parts.
const SMALLER: &[(&str, &[&str])] = &[
    ("NIRA", &["LIRA", "NIA", "NRA"]),
    ("LIRA", &["LIA", "LRA"]),
    ("NIA", &["LIA"]),
    ("NRA", &["LRA"]),
    ("LIA", &["IDL"]),
    ("LRA", &["RDL"]),
];

/// Returns the prefix of a logic's name and its parts; none if the name has any other part.
fn parts(logic: &str) -> Option<(&str, Vec<&'static str>)> {
    let start = ["HO_QF_", "QF_", "HO_", ""].iter().find(|prefix| logic.starts_with(**prefix))?.len();
    let (prefix, mut rest) = logic.split_at(start);
    let mut found = Vec::new();
    while !rest.is_empty() {
        let part = PARTS.iter().find(|part| rest.starts_with(**part))?;
        found.push(*part);
        rest = &rest[part.len()..];
    }
    Some((prefix, found))
}
