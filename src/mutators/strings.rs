//! Mutators for strings and sequences.

use super::core::runs;
use super::fresh::{declare, fresh};
use super::rewrite::Rules;
use super::{Mutator, all_from, at_all, some};
use crate::sexpr::{Edit, Node, Term};
use crate::smtlib::name::is_among;
use crate::smtlib::{Context, Role};
use std::collections::{BTreeSet, HashMap};

pub(super) static MUTATORS: &[&Mutator] =
    &[&NTH_OF_UNIT, &STR_CONTAINS_TO_CONCAT, &INDEX_NOT_FOUND, &REPLACE_ALL, &STR_CONSTANTS, &STR_EVAL];

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

/// Puts strings for sequences of one sort, which have the same operators: constant strings are shorter than sequences of
/// one element and empty ones. Different elements become different letters.
pub(super) static SEQ_TO_STRING: Mutator = Mutator {
    name: "seq-to-string",
    summary: "put strings for sequences of a sort",
    examples: r#"
        (declare-const x (Seq Int)) (assert (distinct x (seq.unit 0) (as seq.empty (Seq Int)) (seq.unit 1)))
            => (declare-const x String) (assert (distinct x "a" "" "b"))
        (assert (= (seq.unit (seq.unit 0)) (as seq.empty (Seq (Seq Int)))))
            => (assert (= "a" "")) | (assert (= (seq.unit "a") (as seq.empty (Seq String))))
        (declare-const x (Seq Int)) (declare-const y (Seq Bool)) (assert (= y (seq.unit true)))
            => (declare-const x String) (declare-const y (Seq Bool)) (assert (= y (seq.unit true)))
             | (declare-const x (Seq Int)) (declare-const y String) (assert (= y "a"))
        (declare-const x (Set Int)) => none
    "#,
    filter: |context, node| is_sequence(context, node),
    global: |context, node| {
        let same = all_from(context, node, |other| other.text() == node.text() && is_sequence(context, *other))?;
        let sorts = same.into_iter().map(|sort| match context.parent(sort) {
            Some(empty) if empty.child(1).is_some_and(|name| name.is("seq.empty")) => Edit::replace(empty, b"\"\""),
            _ => Edit::replace(sort, b"String"),
        });
        let terms = context.script().every_node().filter(|term| term.arity() == 2 && term.has_head("seq.unit"));
        let units: Vec<Node<'_>> = terms.filter(|unit| context.sort(*unit).text() == node.text()).collect();
        let elements: BTreeSet<&[u8]> = units.iter().map(|unit| unit.text()).collect();
        let letters: HashMap<&[u8], u8> = elements.into_iter().zip(b'a'..=b'z').collect();
        let units = units.into_iter().filter_map(|unit| Some((unit, letters.get(unit.text())?)));
        let strings = units.map(|(unit, letter)| Edit::replace(unit, &[b'"', *letter, b'"']));
        some(Edit::all(sorts.chain(strings)))
    },
    ..Mutator::DEFAULT
};

fn is_sequence(context: &Context, node: Node<'_>) -> bool {
    node.has_head("Seq") && context.role(node) == Role::Sort
}

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
        let (whole, part) = (node.child(1)?, node.child(2)?);
        let script = context.script();
        let prefix = fresh(script, whole, "str", "", "_prefix");
        let suffix = fresh(script, whole, "str", "", "_suffix");
        let declaration = |name: &[u8]| [b"(declare-const ", name, b" String)\n"].concat();
        let declarations = [declaration(&prefix), declaration(&suffix)].concat();
        let sum = Term::app("str.++", [Term::leaf(&prefix), part.into(), Term::leaf(&suffix)]);
        let equality = Term::app("=", [whole.into(), sum]);
        let equal = script.every_node().filter(|other| other.same(node));
        let edits = equal.map(|other| Edit::rewrite(other, equality.clone()));
        some(Edit::all(edits.chain([declare(script, &declarations)])))
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

/// Cuts pieces out of string constants, never through a doubled quote, an escape sequence or a character.
static STR_CONSTANTS: Mutator = Mutator {
    name: "str-constants",
    class: "StringSimplifyConstant",
    summary: "simplify string constant",
    examples: r#"
        (f "abcd") => (f "") | (f "ab") | (f "cd") | (f "bcd") | (f "abc") | (f "acd") | (f "abd")
        (= s "a" "a") => (= s "" "a") | (= s "" "") | (= s "a" "") | (= s "" "")
        (= s """\u{61}""") => (= s "") | (= s """") | (= s "\u{61}""") | (= s """\u{61}") | (= s """""")
        (= s "" t) (set-info :source "text") => none
    "#,
    filter: |context, node| content(node).is_some() && !is_remark(context, node),
    local: |_, node| {
        let text = content(node)?;
        some(shorter(text).map(move |text| Edit::replace(node, &text)))
    },
    global: |context, node| {
        let text = content(node)?;
        let same = move |other: &Node<'_>| other.leaf() == node.leaf() && !is_remark(context, *other);
        at_all(context, move || shorter(text), same)
    },
    ..Mutator::DEFAULT
};

/// Replaces a string operator on constants by its value, which may be a string that is nowhere in the script.
static STR_EVAL: Mutator = Mutator {
    name: "str-eval",
    summary: "evaluate string operator on constants",
    examples: r#"
        (assert (= s (str.from_int 10))) => (assert (= s "10"))
        (assert (= 2 (str.len "\u{61}b"))) => (assert (= 2 2))
        (assert (= s (str.++ "a" "" "bc"))) => (assert (= s "abc"))
        (assert (= 7 (str.to_int "007"))) => (assert (= 7 7))
        (assert (= s (str.from_int i) (str.++ "a" t) (str.from_int (- 1)))) (assert (str.len)) => none
        (assert (= 1 (str.to_int "a") (str.to_int ""))) => none
    "#,
    filter: |_, node| node.arity() > 1 && node.head().is_some_and(|head| is_among(head, EVALUATED)),
    local: |_, node| {
        let strings =
            || node.children().skip(1).map(|argument| argument.leaf()?.strip_prefix(b"\"")?.strip_suffix(b"\""));
        let number = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        let first = node.child(1)?.text();
        let value = match node.head()? {
            b"str.from_int" | b"int.to.str" => number(first).then(|| [b"\"", first, b"\""].concat()),
            b"str.++" => strings().collect::<Option<Vec<_>>>().map(|parts| [b"\"", &*parts.concat(), b"\""].concat()),
            b"str.len" => strings().next()?.map(|content| characters(content).to_string().into_bytes()),
            b"str.to_int" | b"str.to.int" => strings().next()?.filter(|digits| number(digits)).map(without_zeros),
            _ => None,
        };
        some(value.map(|text| Edit::replace(node, &text)))
    },
    ..Mutator::DEFAULT
};

/// The operators that are evaluated, and the names of some in older versions of z3.
const EVALUATED: &str = "str.from_int int.to.str str.++ str.len str.to_int str.to.int";

/// Returns the numeral of a text of digits.
fn without_zeros(digits: &[u8]) -> Vec<u8> {
    let zeros = digits[..digits.len() - 1].iter().take_while(|digit| **digit == b'0').count();
    digits[zeros..].to_vec()
}

/// Constants up to this many characters also lose each character alone.
const SHORT: usize = 16;

/// Whether the node is text for people, which no solver reads.
fn is_remark(context: &Context, node: Node<'_>) -> bool {
    matches!(context.script().command(node.command()).head(), Some(b"set-info" | b"set-option" | b"echo"))
}

/// Returns the text between the quotes of a string constant, if there is any.
fn content(node: Node<'_>) -> Option<&[u8]> {
    match node.leaf()? {
        [b'"', content @ .., b'"'] if !content.is_empty() => Some(content),
        _ => None,
    }
}

/// Returns the constants that are left when pieces are cut out: everything, halves, quarters and so on from the
/// back, the first and the last character, the others.
fn shorter(content: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let (units, chars) = borders(content);
    let (len, last) = (chars.len() - 1, units.len() - 1);
    let pieces = runs(len).map(move |run| (chars[run.start], chars[run.end]));
    let inner = 1..if last <= SHORT { last - 1 } else { 0 };
    let singles = [0, last - 1].into_iter().chain(inner).map(move |i| (units[i], units[i + 1]));
    let mut seen = BTreeSet::new();
    let cuts = std::iter::once((0, content.len())).chain(pieces).chain(singles);
    let cuts = cuts.filter(move |(from, to)| from < to && seen.insert((*from, *to)));
    cuts.map(|(from, to)| [b"\"", &content[..from], &content[to..], b"\""].concat())
}

/// Returns the number of characters that a constant means.
pub(super) fn characters(content: &[u8]) -> usize {
    borders(content).0.len() - 1
}

/// Returns the offsets of all units, and for each character the offset of its unit; both lists end with the length.
///
/// A unit is a doubled quote, an escape sequence or a single character. Bytes
/// that are not UTF-8 are characters of their own.
fn borders(content: &[u8]) -> (Vec<usize>, Vec<usize>) {
    let (mut units, mut chars) = (Vec::new(), Vec::new());
    let mut at = 0;
    while at < content.len() {
        let unit = unit(&content[at..]);
        let characters = content[at..at + unit].iter().filter(|byte| !is_continuation(**byte)).count();
        units.push(at);
        chars.extend(std::iter::repeat_n(at, characters.max(1)));
        at += unit;
    }
    units.push(at);
    chars.push(at);
    (units, chars)
}

fn is_continuation(byte: u8) -> bool {
    byte & 0xc0 == 0x80
}

/// Returns the length of the first unit in bytes.
fn unit(text: &[u8]) -> usize {
    let digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_hexdigit()).count();
    match text {
        [b'"', b'"', ..] => 2,
        [b'\\', b'u', b'{', rest @ ..] => match digits(rest) {
            n @ 1..=5 if rest.get(n) == Some(&b'}') => n + 4,
            _ => 1,
        },
        [b'\\', b'u', rest @ ..] if digits(rest) >= 4 => 6,
        [b'\\', b'x', rest @ ..] if digits(rest) >= 2 => 4,
        [_, rest @ ..] => 1 + rest.iter().take_while(|byte| is_continuation(**byte)).count(),
        [] => 0,
    }
}
