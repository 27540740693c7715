//! Mutators for strings and sequences.

mod constants;

use super::fresh::{declare, fresh};
use super::rewrite::Rewrite;
use super::{About, Edits, Example, Mutator, none};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::Context;

/// The mutators of this theory, in the order in which they are tried.
pub(super) const MUTATORS: &[&dyn Mutator] =
    &[&NTH_OF_UNIT, &StringContainsToConcat, &INDEX_NOT_FOUND, &REPLACE_ALL, &constants::StringSimplifyConstant];

static NTH_OF_UNIT: Rewrite = Rewrite::new(
    &About {
        name: "seq-nth-unit",
        class: "SeqNthUnit",
        summary: "remove nth of unit seq",
        may_grow: false,
        examples: &[
            Example { before: "(assert (= (seq.nth (seq.unit i) 0) 5))", after: &["(assert (= i 5))"] },
            Example { before: "(assert (seq.nth (seq.unit (f x)) j))", after: &["(assert (f x))"] },
            Example { before: "(assert (seq.nth (seq.unit) 0))", after: &[] },
            Example { before: "(assert (= (seq.nth s 0) (seq.unit i)))", after: &[] },
        ],
    },
    &["(seq.nth (seq.unit ?x ? ...) ? ...) => ?x"],
);

const STR_CONTAINS_TO_CONCAT: About = About {
    name: "str-contains-to-concat",
    class: "StringContainsToConcat",
    summary: "eliminate str.contains by ++",
    may_grow: true,
    examples: &[
        Example {
            before: "(set-option :produce-models true)\n(set-logic QF_S)\n(assert (str.contains s t))",
            after: &["(set-option :produce-models true)\n(set-logic QF_S)\n\
            (declare-const s_prefix String)\n(declare-const s_suffix String)\n\
            (assert (= s (str.++ s_prefix t s_suffix)))"],
        },
        Example {
            before: "(assert (str.contains |a b| s))",
            after: &["(declare-const |a b_prefix| String)\n(declare-const |a b_suffix| String)\n\
            (assert (= |a b| (str.++ |a b_prefix| s |a b_suffix|)))"],
        },
        Example {
            before: "(declare-const |str_prefix| String)\n(assert (or p (str.contains \"ab\" s)))",
            after: &["(declare-const str_prefix!1 String)\n(declare-const str_suffix String)\n\
            (declare-const |str_prefix| String)\n\
            (assert (or p (= \"ab\" (str.++ str_prefix!1 s str_suffix))))"],
        },
        Example { before: "(assert (str.contains s))\n(assert (str.prefixof s t))", after: &[] },
    ],
};

struct StringContainsToConcat;

impl Mutator for StringContainsToConcat {
    fn about(&self) -> &'static About {
        &STR_CONTAINS_TO_CONCAT
    }

    fn filter(&self, _context: &Context, node: Node<'_>) -> bool {
        node.has_head("str.contains")
    }

    fn global<'a>(&'a self, context: &'a Context, node: Node<'a>) -> Edits<'a> {
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
    }
}

static INDEX_NOT_FOUND: Rewrite = Rewrite::new(
    &About {
        name: "str-index-not-found",
        class: "StringIndexOfNotFound",
        summary: "eliminate str.indexof",
        may_grow: false,
        examples: &[
            Example { before: "(assert (= i (str.indexof s \"lo\" 0)))", after: &["(assert (= i (- 1)))"] },
            Example { before: "(assert (= i (- 1)))\n(assert str.indexof)", after: &[] },
        ],
    },
    &["(str.indexof ? ...) => (- 1)"],
);

static REPLACE_ALL: Rewrite = Rewrite::new(
    &About {
        name: "str-replace-all",
        class: "StringReplaceAll",
        summary: "eliminate str.replace_all",
        may_grow: false,
        examples: &[
            Example {
                before: "(assert (= t (str.replace_all s \"a\" u)))",
                after: &["(assert (= t (str.replace s \"a\" u)))"],
            },
            Example { before: "(assert (str.replace_all))", after: &["(assert (str.replace))"] },
            Example { before: "(assert (= t (str.replace s \"a\" u)))", after: &[] },
        ],
    },
    &["(str.replace_all ?x ...) => (str.replace ?x ...)"],
);
