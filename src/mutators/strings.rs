//! Mutators for strings and sequences.

mod constants;

pub(super) use constants::characters;

use super::fresh::{declare, fresh};
use super::rewrite::Rules;
use super::{Mutator, none};
use crate::sexpr::{Edit, Node, Term};

/// The mutators of this theory, in the order in which they are tried.
pub(super) static MUTATORS: &[&Mutator] =
    &[&NTH_OF_UNIT, &STR_CONTAINS_TO_CONCAT, &INDEX_NOT_FOUND, &REPLACE_ALL, &RE_DIFFERENCE, &constants::STR_CONSTANTS];

static NTH_OF_UNIT: Mutator = Mutator {
    name: "seq-nth-unit",
    summary: "remove nth of unit seq",
    examples: r"
        (assert (= (seq.nth (seq.unit i) 0) 5)) => (assert (= i 5))
        (assert (seq.nth (seq.unit (f x)) j)) => (assert (f x))
        (assert (seq.nth (seq.unit) 0)) => none
        (assert (= (seq.nth s 0) (seq.unit i))) => none
    ",
    rules: Rules::new(&["(seq.nth (seq.unit ?x ? ...) ? ...) => ?x"]),
    ..Mutator::DEFAULT
};

static STR_CONTAINS_TO_CONCAT: Mutator = Mutator {
    name: "str-contains-to-concat",
    class: "StringContainsToConcat",
    summary: "eliminate str.contains by ++",
    may_grow: true,
    examples: r#"
        (set-option :produce-models true) (set-logic QF_S) |- (assert (str.contains s t))
            => (declare-const s_prefix String) (declare-const s_suffix String)
                (assert (= s (str.++ s_prefix t s_suffix)))
        (assert (str.contains |a b| s))
            => (declare-const |a b_prefix| String) (declare-const |a b_suffix| String)
                (assert (= |a b| (str.++ |a b_prefix| s |a b_suffix|)))
        (declare-const |str_prefix| String) (assert (or p (str.contains "ab" s)))
            => (declare-const str_prefix!1 String) (declare-const str_suffix String) (declare-const |str_prefix| String)
                (assert (or p (= "ab" (str.++ str_prefix!1 s str_suffix))))
        (assert (str.contains s)) (assert (str.prefixof s t)) => none
    "#,
    filter: |_, node| node.has_head("str.contains"),
    global: |context, node| {
        let Some((b"str.contains", args)) = node.app() else { return none() };
        let [whole, part, ..] = args[..] else { return none() };
        Box::new(std::iter::once(()).filter_map(move |()| {
            let script = context.script();
            let prefix = fresh(script, whole, "str", "", "_prefix");
            let suffix = fresh(script, whole, "str", "", "_suffix");
            let declaration = |name: &[u8]| [b"(declare-const ", name, b" String)\n"].concat();
            let declarations = [declaration(&prefix), declaration(&suffix)].concat();
            let sum = Term::app("str.++", [Term::leaf(&prefix), part.into(), Term::leaf(&suffix)]);
            let equality = Term::app("=", [whole.into(), sum]);
            let equal = script.commands().flat_map(Node::subtree).filter(|other| other.same(node));
            let edits = equal.map(|other| match other.index() == node.index() && other.command() == node.command() {
                true => Edit::rewrite(node, equality.clone()),
                false => Edit::replace(other, &equality.to_text()),
            });
            Edit::all(edits.chain([declare(script, &declarations)]))
        }))
    },
    ..Mutator::DEFAULT
};

static INDEX_NOT_FOUND: Mutator = Mutator {
    name: "str-index-not-found",
    class: "StringIndexOfNotFound",
    summary: "eliminate str.indexof",
    examples: r#"
        (assert (= i (str.indexof s "lo" 0))) => (assert (= i (- 1)))
        (assert (= i (- 1))) (assert str.indexof) => none
    "#,
    rules: Rules::new(&["(str.indexof ? ...) => (- 1)"]),
    ..Mutator::DEFAULT
};

static REPLACE_ALL: Mutator = Mutator {
    name: "str-replace-all",
    class: "StringReplaceAll",
    summary: "eliminate str.replace_all",
    examples: r#"
        (assert (= t (str.replace_all s "a" u))) => (assert (= t (str.replace s "a" u)))
        (assert (str.replace_all)) => (assert (str.replace))
        (assert (= t (str.replace s "a" u))) => none
    "#,
    rules: Rules::new(&["(str.replace_all ?x ...) => (str.replace ?x ...)"]),
    ..Mutator::DEFAULT
};

static RE_DIFFERENCE: Mutator = Mutator {
    name: "re-difference",
    summary: "replace intersection with a complement by a difference",
    examples: r#"
        (assert (str.in_re s (re.inter (re.comp (str.to_re "a")) r))) => (assert (str.in_re s (re.diff r (str.to_re "a"))))
        (assert (str.in_re s (re.inter r (re.comp t)))) => (assert (str.in_re s (re.diff r t)))
        (assert (str.in_re s (re.comp r))) => none
    "#,
    rules: Rules::new(&[
        "(re.inter (re.comp ?x) ?y) => (re.diff ?y ?x)",
        "(re.inter ?x (re.comp ?y)) => (re.diff ?x ?y)",
    ]),
    ..Mutator::DEFAULT
};
