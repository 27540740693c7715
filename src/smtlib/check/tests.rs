use crate::sexpr::{Candidate, Edit, Gaps, Node, parse};
use crate::smtlib::{Context, Ternary};

/// Script, the text of its last node to be replaced, the replacement (empty to
/// delete), and whether the result is well-sorted.
const ROWS: &[(&str, &str, &str, Ternary)] = &[
    ("(declare-const x Int)(assert (> x 0))", "x", "1", Ternary::Yes),
    ("(declare-const x Int)(assert (> x 0))", "x", "true", Ternary::No),
    ("(declare-const x Int)(assert (> x 0))", "x", "1.0", Ternary::Unknown),
    ("(declare-const x Int)(assert (> x 0))", "x", "y", Ternary::No),
    ("(declare-const x Int)(assert (> x 0))", "x", "", Ternary::No),
    ("(declare-const x Int)(assert (> x 0))", "(> x 0)", "x", Ternary::No),
    ("(declare-const x Int)(assert (> x 0))", "(> x 0)", "", Ternary::No),
    ("(declare-const x Int)(assert (> x 0))", "(assert (> x 0))", "", Ternary::Yes),
    ("(declare-const x Int)(assert (> x 0))", "(declare-const x Int)", "", Ternary::No),
    ("(declare-const x Int)(assert (> x 0))", "Int", "Bool", Ternary::No),
    ("(declare-const x Int)(assert (> x 0))", "Int", "Real", Ternary::Unknown),
    ("(declare-const x Int)(assert (> x 0))", "Int", "", Ternary::No),
    ("(declare-const x Int)(assert (= 1 0))", "Int", "Bool", Ternary::Yes),
    ("(assert (and true false true))", "false", "", Ternary::Yes),
    ("(assert (and true false))", "false", "", Ternary::No),
    ("(assert (and true false))", "and", "", Ternary::No),
    ("(assert (unheard-of 1 2))", "1", "", Ternary::Unknown),
    ("(unheard-of 1 2)(assert true)", "true", "1", Ternary::No),
    ("(assert (let ((x true)) (not x)))", "(let ((x true)) (not x))", "(not x)", Ternary::No),
    ("(assert (let ((x true)) (not x)))", "true", "1", Ternary::No),
    ("(assert (let ((x true)) (= x x)))", "true", "false", Ternary::Yes),
    ("(assert (let ((x true)) (not x)))", "(x true)", "", Ternary::No),
    ("(declare-fun f (Int) Int)(assert (= 1 (f 2)))", "2", "", Ternary::No),
    ("(declare-fun f (Int) Int)(assert (= 1 (f 2)))", "2", "(f 1)", Ternary::Yes),
    ("(set-logic QF_UF)", "QF_UF", "", Ternary::No),
    ("(declare-sort T 0)(declare-const x T)", "0", "", Ternary::No),
    ("(declare-sort T 0)(declare-const x T)", "(declare-sort T 0)", "", Ternary::No),
    ("(declare-const x Int)(declare-const y Int)", "y", "x", Ternary::No),
    ("(push 1)(declare-const x Int)(pop 1)(declare-const x Int)", "(pop 1)", "", Ternary::No),
    ("(declare-const x Int)(assert (f x))(assert (> x 0))", "x", "true", Ternary::No),
    ("(declare-const x Int)(assert x)(assert (> x 0))", "0", "1", Ternary::Unknown),
    ("(declare-const x Int)(assert x)(assert (> x 0))", "0", "true", Ternary::No),
    ("(assert (= #b01 ((_ extract 1 0) #x1)))", "0", "1", Ternary::No),
    ("(define-fun f ((x Int)) Int x)(assert (= 1 (f 1)))", "Int", "Bool", Ternary::No),
    ("(define-fun f ((x Int)) Int x)(assert (= 1 (f 1)))", "((x Int))", "()", Ternary::No),
    ("(define-funs-rec ((f () Int) (g () Int)) (g f))", "(g () Int)", "", Ternary::No),
    ("(declare-datatype D ((c (s Int))))(assert (= 1 (s (c 1))))", "(s Int)", "", Ternary::No),
];

fn last<'a>(context: &'a Context, text: &str) -> Node<'a> {
    let mut nodes = context.script().commands().flat_map(|command| command.subtree());
    nodes.rfind(|node| node.text() == text.as_bytes()).unwrap_or_else(|| panic!("no node {text}"))
}

#[test]
fn edits_are_judged() {
    for (script, node, new, want) in ROWS {
        let context = Context::new(parse(script.as_bytes(), Gaps::Canonical).expect("test input parses"));
        let node = last(&context, node);
        let edit = if new.is_empty() { Edit::delete(node) } else { Edit::replace(node, new.as_bytes()) };
        let candidate = Candidate::new(context.script(), edit);
        let text = String::from_utf8_lossy(&candidate.text()).into_owned();
        assert_eq!(context.well_sorted(&candidate), *want, "{script} => {text}");
    }
}
