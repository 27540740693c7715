//! Tests of edits that leave scripts ill-sorted or well-sorted.

use super::{form, local};
use crate::sexpr::{Candidate, Edit, Gaps, Node, parse};
use crate::smtlib::Context;
use std::cell::Cell;
use std::sync::Arc;

/// Rows of script, text of the last node that is replaced, its replacement (empty to delete), and whether the
/// result is certainly ill-sorted.
const ROWS: &[(&str, &str, &str, bool)] = &[
    ("(declare-const x Int)(assert (> x 0))", "x", "1", false),
    ("(declare-const x Int)(assert (> x 0))", "x", "true", true),
    ("(declare-const x Int)(assert (> x 0))", "x", "1.0", false),
    ("(declare-const x Int)(assert (> x 0))", "x", "y", true),
    ("(declare-const x Int)(assert (> x 0))", "x", "", true),
    ("(declare-const x Int)(assert (> x 0))", "(> x 0)", "x", true),
    ("(declare-const x Int)(assert (> x 0))", "(> x 0)", "", true),
    ("(declare-const x Int)(assert (> x 0))", "(assert (> x 0))", "", false),
    ("(declare-const x Int)(assert (> x 0))", "(declare-const x Int)", "", true),
    ("(declare-const x Int)(assert (> x 0))", "Int", "Bool", true),
    ("(declare-const x Int)(assert (> x 0))", "Int", "Real", false),
    ("(declare-const x Int)(assert (> x 0))", "Int", "", true),
    ("(declare-const x Int)(assert (= 1 0))", "Int", "Bool", false),
    ("(assert (and true false true))", "false", "", false),
    ("(assert (and true (! (= 1 2) :named n)))(assert (= n true))", "true", "1", true),
    ("(declare-fun f (Int) Int)(assert (= 0 (! (f 1) :named n)))(assert (= n 1))", "1", "true", true),
    ("(assert (= 0 (! (f 1) :named n)))(assert (= n 1))", "1", "true", false),
    ("(assert (and true false))", "false", "", true),
    ("(assert (and true false))", "and", "", true),
    ("(assert (unheard-of 1 2))", "1", "", false),
    ("(unheard-of 1 2)(assert true)", "true", "1", true),
    ("(assert (let ((x true)) (not x)))", "(let ((x true)) (not x))", "(not x)", true),
    ("(assert (let ((x true)) (not x)))", "true", "1", true),
    ("(assert (let ((x true)) (= x x)))", "true", "false", false),
    ("(assert (let ((x true)) (not x)))", "(x true)", "", true),
    ("(declare-fun f (Int) Int)(assert (= 1 (f 2)))", "2", "", true),
    ("(declare-fun f (Int) Int)(assert (= 1 (f 2)))", "2", "(f 1)", false),
    ("(set-logic QF_UF)", "QF_UF", "", true),
    ("(declare-sort T 0)(declare-const x T)", "0", "", true),
    ("(declare-sort T 0)(declare-const x T)", "(declare-sort T 0)", "", true),
    ("(declare-const x Int)(declare-const y Int)", "y", "x", true),
    ("(push 1)(declare-const x Int)(pop 1)(declare-const x Int)", "(pop 1)", "", true),
    ("(declare-const x Int)(assert (f x))(assert (> x 0))", "x", "true", true),
    ("(declare-const x Int)(assert x)(assert (> x 0))", "0", "1", false),
    ("(declare-const x Int)(assert x)(assert (> x 0))", "0", "true", true),
    ("(simplify ((as const (Array Int Int)) 0))", "(Array Int Int)", "Int", true),
    ("(simplify ((as const (Array Int Int)) 0))", "(Array Int Int)", "(Array Int Bool)", true),
    ("(simplify ((as const (Array Int Int)) 0))", "(Array Int Int)", "(Array Bool Int)", false),
    ("(assert (> true 1))", "1", "2", false),
    ("(assert (> true 1))", "1", "true", false),
    ("(assert (> true 1))", "1", "(+ 1 true)", true),
    ("(declare-const x Int)(assert x)(declare-const y Int)(assert (= 1 0))", "Int", "Bool", false),
    ("(declare-const x Int)(assert x)(declare-const y Int)(assert (> y 0))", "Int", "Bool", true),
    ("(assert (= #b01 ((_ extract 1 0) #x1)))", "0", "1", true),
    ("(define-fun f ((x Int)) Int x)(assert (= 1 (f 1)))", "Int", "Bool", true),
    ("(define-fun f ((x Int)) Int x)(assert (= 1 (f 1)))", "((x Int))", "()", true),
    ("(define-funs-rec ((f () Int) (g () Int)) (g f))", "(g () Int)", "", true),
    ("(define-funs-rec ((f () Int) (g () Int)) (g f))", "f", "", true),
    ("(define-funs-rec ((f () Int)) ((+ f 0 1)))", "1", "", false),
    ("(define-funs-rec ((f () Int)) (f))", "()", "", true),
    ("(declare-datatype D ((c (s Int))))(assert (= 1 (s (c 1))))", "(s Int)", "", true),
    ("(define-fun f () Int 0)", "0", "true", true),
    ("(synth-inv f ((x Int)))(constraint (f 1))", "1", "true", true),
    ("(synth-inv f ((x Int)))(constraint (f 1))", "1", "2", false),
    ("(synth-inv f ((x Int)))(inv-constraint f f f f)", "(synth-inv f ((x Int)))", "", true),
    ("(synth-inv f ((x Int)))(inv-constraint f f f f)", "((x Int))", "()", false),
    ("(declare-pool p Int (0 1))", "1", "q", true),
    ("(declare-pool p Int (0 1))", "1", "", false),
    ("(get-consequences (true) (false))", "false", "1", true),
    ("(apply (then simplify skip) :print true)", "skip", "", false),
    ("(assert ((_ at-most 1) true false))", "false", "1", true),
    ("(declare-fun f (Int) Bool)(assert (= (_ as-array f) (_ as-array f)))", "(_ as-array f)", "0", true),
    ("(declare-const a (Array Int Bool))(assert (= a ((_ map not) a)))", "((_ map not) a)", "a", false),
    ("(declare-const a (Array Int Bool))(assert (= ((_ map not) a) a))", "a", "0", true),
    ("(declare-const a (Array Int Int))(assert (select ((_ map >) a a) 0))", ">", "+", true),
    ("(declare-const r (Relation Int Bool))(assert (set.member (tuple 1 true) r))", "1", "true", true),
    ("(declare-const r (Relation Int Bool))(assert (set.member (tuple 1 true) r))", "1", "2", false),
    (
        "(declare-const r (Relation Int Bool))(assert (= r (rel.transpose (rel.transpose r))))",
        "(rel.transpose r)",
        "r",
        true,
    ),
    (
        "(declare-const r (Relation Int Bool))(assert (= r (rel.join r (rel.iden (set.singleton (tuple true))))))",
        "true",
        "0",
        true,
    ),
    ("(declare-const s (Set Int))(assert (= 0 (set.fold f 0 s)))", "0", "true", true),
    ("(define-const k Int 0)", "0", "true", true),
    ("(declare-sort T 0)", "0", "x", true),
    ("(set-logic QF_UF)", "QF_UF", "1", true),
    ("(echo \"a\")", "\"a\"", "a", true),
    ("(set-info :a b)", ":a", "a", true),
    ("(push 1)", "1", "x", true),
    ("(push 1)", "1", "", false),
    ("(define-funs-rec ((f () Int)) (0))", "0", "true", true),
    ("(assert (forall ((x Int)) (> x 0)))", "(> x 0)", "x", true),
    ("(assert (exists ((x Int)) true))", "((x Int))", "()", true),
    ("(assert (exists ((x Int)) true))", "true", "", true),
    ("(set-logic HO_ALL)(assert (= (lambda ((x Int)) x) (lambda ((y Int)) y)))", "y", "true", true),
    ("(declare-datatype E ((a) (b)))(declare-const e E)(assert (match e ((a true) (b false))))", "false", "1", true),
    ("(declare-datatype E ((a) (b)))(declare-const e E)(assert ((_ is a) e))", "e", "1", true),
    ("(declare-datatype L ((c (h Int) (t Int))))(assert (match l (((c h t) (> h 0)))))", "(c h t)", "(c h)", true),
    ("(assert (= 1 (select ((as const (Array Int Int)) 0) 1)))", "0", "true", true),
    ("(declare-const x (_ BitVec 4))(assert (= x (_ bv1 4)))", "4", "5", true),
    ("(assert (fp.isNaN (_ NaN 8 24)))", "24", "1", true),
    ("(declare-datatype D ((c (s Int))))(assert (= (c 1) ((_ update s) (c 1) 2)))", "2", "true", true),
    ("(declare-const a (Array Int Bool))(assert (= a a))", "a", "((_ map not) a)", false),
    ("(declare-fun f () Int)(assert (= 0 (as f Int)))", "f", "g", true),
    ("(declare-const x Int)", "x", "let", true),
    ("(assert (fp.isZero (fp #b0 #b00 #b1)))", "#b00", "#b0", true),
    ("(assert (fp.isZero ((_ to_fp_unsigned 2 2) RNE #b1)))", "#b1", "", true),
    ("(assert (fp.isZero ((_ to_fp 2 2) RNE #b1)))", "(_ to_fp 2 2)", "(_ to_fp 1 2)", true),
    ("(declare-const r (Relation Int Bool))(assert (p (rel.transpose r)))", "r", "(set.singleton 1)", true),
    ("(declare-datatype D ((c (s Int))))(assert (= (c 1) ((_ update s) (c 1) 2)))", "2", "", true),
    ("(declare-fun f (Int) Bool)(assert (f 1))", "f", "(_ +oo 2 3)", true),
    ("(assert (! true :named n))(assert false)", "false", "(! true :named n)", true),
    ("(assert (! true :named n))(assert false)", "false", "(! true :named m)", false),
    ("(declare-datatype D ((c)))(declare-const d D)(assert (match d ((c true))))", "d", "0", true),
    ("(assert (p (set.insert 1 (set.singleton 2))))", "1", "", true),
    ("(set-logic HO_ALL)(declare-fun f (Bool) Bool)(assert (f true))", "(f true)", "f", true),
    ("(set-logic HO_ALL)(declare-const f (-> Int Int))", "(-> Int Int)", "(-> Int)", true),
    ("(set-logic HO_ALL)(declare-fun f (Int) (-> Int Bool))(assert ((f 1) 2))", "((f 1) 2)", "(f 1 2)", false),
    ("(set-logic HO_ALL)(declare-fun f (Int) (-> Int Bool))(assert ((f 1) 2))", "((f 1) 2)", "(f 1 true)", true),
    (
        "(set-logic HO_ALL)(declare-fun f (Int) (-> Int Int))(declare-fun g (Int Int) Int)(assert (= f f))",
        "f",
        "g",
        false,
    ),
    ("(assert (p (bag.union_max (bag 1 1) (bag 2 1))))", "(bag 2 1)", "(bag 2 1) (bag 3 1)", false),
    ("(assert (p (str.update x 0 y)))", "x", "(seq.unit 1)", false),
    ("(assert (exists ((x Int) (y Int)) (> x 0)))", "y", "x", false),
    ("(assert (= 1 (choice ((x Int)) (> x 0))))", "(> x 0)", "x", true),
    ("(assert (= 1 (choice ((x Int)) (> x 0))))", "1", "true", true),
    ("(declare-const x (_ FiniteField 5))(assert (= x #f1m5))", "#f1m5", "#f-1m5", false),
    ("(declare-const x (_ FiniteField 5))(assert (= x #f1m5))", "#f1m5", "#f1m7", true),
];

/// Script, the node that is replaced, its new text (nothing deletes the node), and whether this is ill-sorted for the
/// solvers that read the least.
const STRICT_ROWS: &[(&str, &str, &str, bool)] = &[
    ("(declare-fun f (Real) Bool)(assert (f 1.0))", "1.0", "1", true),
    ("(assert (= 2.5 (ite true 0.5 1.5)))", "0.5", "0", true),
    ("(define-fun f () Real 1.0)", "1.0", "1", true),
    ("(declare-const x Real)(assert (= x 1.0))", "1.0", "1", false),
    ("(assert (< 0.5 1.5))", "1.5", "1", false),
    ("(declare-fun f (Bool) Bool)(assert (not (f true)))", "(f true)", "f", true),
    ("(declare-fun f (Int Int) Bool)(assert (f 1 2))", "2", "", true),
    ("(set-logic HO_ALL)(declare-fun f (Bool) Bool)(assert (= f f))", "(set-logic HO_ALL)", "", true),
    ("(set-logic HO_ALL)(declare-const f (-> Int Int))", "(set-logic HO_ALL)", "", true),
    ("(set-logic HO_ALL)(declare-datatype D ((c (s (-> Int Int)))))", "(set-logic HO_ALL)", "", true),
    ("(set-logic HO_ALL)(declare-datatype D ((c (s (-> Int Int)))))", "(-> Int Int)", "(-> Bool Int)", false),
    ("(assert (= 0 (seq.len (as seq.empty (Seq Int)))))", "(Seq Int)", "String", true),
    ("(declare-fun f (Int) Bool)(declare-fun g (Bool) Bool)", "g", "f", true),
    ("(declare-datatypes ((D 0)) (((d))))", "(D 0)", "", true),
    ("(declare-datatypes () ((D d)))", "(D d)", "", true),
    ("(assert (p (set.insert 0.5 (set.singleton 1.5))))", "0.5", "0", true),
    ("(declare-datatypes ((D 1)) ((par (X) ((d)))))", "(D 1)", "", true),
];

fn context(text: impl AsRef<[u8]>) -> Context {
    Context::new(parse(text.as_ref(), Gaps::Canonical).expect("test input parses"))
}

fn last<'a>(context: &'a Context, text: &str) -> Node<'a> {
    let mut nodes = context.script().every_node();
    nodes.rfind(|node| node.text() == text.as_bytes()).unwrap_or_else(|| panic!("no node {text}"))
}

/// Returns the script with the last node of this text replaced, or deleted.
fn edited(context: &Context, node: &str, new: &str) -> Candidate {
    let node = last(context, node);
    let edit = if new.is_empty() { Edit::delete(node) } else { Edit::replace(node, new.as_bytes()) };
    Candidate::new(context.script(), edit)
}

/// Whether an edit leaves the script ill-sorted, as reading all of it tells.
fn globally(context: &Context, candidate: &Candidate) -> bool {
    candidate.script().map_or(true, |script| super::globally(context, &context.next(script)))
}

#[test]
fn definitions_without_a_body_or_a_parameter_list_need_not_be_read() {
    let text = b"(define-funs-rec ((f ((x Int)) Int) (g () Int)) ((+ x 1) (f g)))";
    let script = parse(text, Gaps::Canonical).expect("parses");
    let context = Context::new(script.clone());
    for whole in ["(f g)", "((x Int))", "(g () Int)"] {
        let node = script.every_node().find(|node| node.text() == whole.as_bytes()).expect("it is there");
        let found = context.check_sorts(&Candidate::new(&script, Edit::delete(node)), false);
        assert_eq!((found.is_ill_sorted, found.read), (true, 0), "{whole}");
    }
}

#[test]
fn edits_are_judged() {
    for (script, node, new, want) in ROWS {
        let context = context(script);
        let candidate = edited(&context, node, new);
        let text = String::from_utf8_lossy(&candidate.text()).into_owned();
        assert_eq!(context.is_ill_sorted(&candidate), *want, "{script} => {text}");
        assert_eq!(globally(&context, &candidate), *want, "{script} => {text}, as a whole");
    }
}

#[test]
fn what_only_some_solvers_read_is_wrong_if_that_is_asked_for() {
    for (text, node, new, want) in STRICT_ROWS {
        let context = context(text);
        let strict = Context::hinted(context.script().clone(), Arc::default(), true);
        let candidate = edited(&context, node, new);
        assert!(!context.is_ill_sorted(&candidate), "{text}, {new}");
        assert_eq!(strict.is_ill_sorted(&candidate), *want, "{text}, {new}");
        assert_eq!(globally(&strict, &candidate), *want, "{text}, {new}, as a whole");
    }
}

#[test]
fn edits_that_no_solver_can_read_are_told() {
    let rows = [
        ("(declare-fun p (Bool) Bool)", "declare-fun", "", true),
        ("(declare-fun p (Bool) Bool)", "(declare-fun p (Bool) Bool)", "(Bool)", true),
        ("(declare-fun p (Bool) Bool)", "(declare-fun p (Bool) Bool)", "(declare-const p Bool)", false),
        ("(declare-fun p (Bool) Bool)(check-sat)", "(declare-fun p (Bool) Bool)", "", false),
        ("(unheard-of 1 2)", "2", "", false),
        ("(unheard-of 1 2)", "unheard-of", "1", false),
        ("(set-logic QF_UF)", "QF_UF", "QF_", true),
        ("(assert (not true))", "not", "", false),
        ("(assert p)", "assert", "simplify", true),
        ("(simplify p)", "p", "q", false),
        ("(assert (fp.isNaN (_ NaN 8 24)))", "NaN", "", true),
        ("(assert (fp.isNaN (_ NaN 8 24)))", "24", "", true),
        ("(assert (fp.isNaN (_ NaN 8 24)))", "(_ NaN 8 24)", "x", false),
        ("(declare-fun f ((_ FloatingPoint 5 11)) Bool)", "(_ FloatingPoint 5 11)", "(_ 11)", true),
        ("(declare-fun f ((_ FloatingPoint 5 11)) Bool)", "(_ FloatingPoint 5 11)", "(_ BitVec 11)", false),
        ("(assert (p ((_ zero_extend 1) x)))", "_", "", true),
        ("(assert (p ((_ zero_extend 1) x)))", "(_ zero_extend 1)", "zero_extend", true),
        ("(assert (p ((_ zero_extend 1) x)))", "(_ zero_extend 1)", "f", false),
        ("(assert (p (_ 1) ((not q) x)))", "x", "y", false),
        ("(assert (forall ((x Int)) ((_ is c) x)))", "(_ is c)", "f", false),
        ("(assert (! p :named n))", ":named", "", true),
        ("(assert (! p :named n))", "p", "q", false),
        ("(declare-datatype D ((a) (b)))(assert (match a ((a true) (b p))))", "(b p)", "", true),
        ("(declare-datatype D ((a) (b)))(assert (match a ((a true) (b p))))", "(b p)", "(c p)", false),
        ("(declare-datatype D ((a) (b)))(assert (match a ((a true) (b p))))", "p", "q", false),
        ("(assert (p ((_ zero_extend 1) x)))(check-sat)", "(assert (p ((_ zero_extend 1) x)))", "", false),
        ("(declare-datatype D ((a) (b (s D))))(assert (match a ((a true) ((b y) p))))", "y", "", true),
        ("(declare-datatype D ((a) (b (s D))))(assert (match a ((a true) ((b y) p))))", "b", "z", true),
        ("(declare-datatype D ((a) (b (s D))))(assert (match a ((a true) ((b y) p))))", "(b y)", "z", false),
        ("(declare-datatype D ((a) (b)))(assert (match a ((a true) (b p))))", "(b)", "", false),
        ("(assert (str.in_re x ((_ re.loop 1 2) r)))", "2", "", true),
        ("(assert (! p :named n))", "n", "", true),
        ("(assert (! p :named n :pattern (q)))", "n", "", true),
        ("(declare-const x Int)(assert (= ((as const (Array Int Int)) 0) a))", "0", "x", true),
        ("(declare-const x Int)(assert (= ((as const (Array Int Int)) 0) a))", "0", "(- 1)", false),
        ("(check-sat-assuming (p))", "p", "", true),
        ("(push 2)(pop 1)(pop 1)", "2", "1", true),
        ("(push)(pop 1)(pop)", "(pop)", "", false),
        ("(assert (! p :named n))", "(! p :named n)", "(let ((x 1)) (! p :named n))", true),
        ("(define-fun f () Bool (! p :named n))", "()", "((x Int))", true),
        ("(get-value (p))", "p", "", true),
        ("(check-sat-assuming (p (not q)))", "p", "", false),
        ("(assert (= x (_ bv5 3)))", "3", "2", true),
        ("(assert (= x (_ bv5 3)))", "3", "4", false),
        ("(assert (forall ((x Bool)) (! p :pattern ((f x) (not x)))))", "(f x)", "", false),
        ("(assert (! p :pattern (q)))", "q", "", true),
        ("(assert (= 0 (seq.indexof s t 0)))", "0", "", true),
        ("(declare-datatypes ((D 1)) ((par (X) ((d)))))", "1", "2", true),
        ("(declare-datatype D ((a) (b (s D))))", "(a)", "", true),
        ("(declare-datatypes ((D 0) (E 0)) (((a) (b (s E))) ((c (t D)))))", "(a)", "", true),
        ("(declare-datatypes ((D 0) (E 0)) (((a) (b (s E))) ((c (t D)))))", "(b (s E))", "", false),
        ("(declare-codatatype D ((a) (b (s D))))", "(a)", "", false),
        ("(define-fun f () Int 0)(check-synth)", "(define-fun f () Int 0)", "(declare-const f Int)", true),
        ("(define-fun f () Int 0)(check-synth)", "(define-fun f () Int 0)", "(declare-var f Int)", false),
        ("(define-fun f () Int 0)(check-sat)", "(define-fun f () Int 0)", "(declare-const f Int)", false),
        ("(declare-const f Int)(check-synth)", "Int", "Bool", false),
    ];
    for (script, node, new, want) in rows {
        let context = context(script);
        let next = context.next(edited(&context, node, new).script().expect("the result parses"));
        assert_eq!(form::is_lost(&context, &next), want, "{script}, {new}");
    }
}

/// Well-sorted scripts, with every kind of scope.
const WELL_SORTED: &[&str] = &[
    "(declare-const x Int)(declare-fun f (Int Int) Int)(assert (and (> (f x (+ x 1)) 0) (or (= x 1) true) (not false)))",
    "(declare-const p Bool)(assert (let ((a (and p p)) (b (+ 1 2))) (let ((a b) (c a)) (and c (= a b) (< (* a 2) b)))))",
    "(declare-const b (_ BitVec 4))(assert (= ((_ extract 3 2) (bvadd b #x1)) (concat ((_ extract 0 0) b) #b1)))(check-sat)",
    "(declare-const a (Array Int Bool))(assert (forall ((i Int) (j Int)) (=> (select a i) (exists ((k Int)) (select (store a k true) (+ i j k))))))",
    "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(declare-const l L)(assert (match l ((nil true) ((cons h t) (> (+ h 1) (hd t))))))",
    "(assert (! (= 1 2) :named n))(assert (and n true n))(get-value ((+ 1 2) n))",
    "(define-fun f ((x Int) (y Bool)) Int (ite y x (- x 1)))(assert (= 0 (f 1 (= 2 3))))",
    "(define-funs-rec ((f ((x Int)) Bool) (g ((x Bool)) Int)) ((= (g (f x)) x) (ite (f 1) 2 (- (g x)))))(assert (f (g true)))",
    "(define-fun-rec f ((x Int)) Int (f (- x 1)))(define-const a Int (f (f 2)))(assert (= (f a) (let ((x (f a))) x)))",
    "(declare-datatypes ((D 0) (E 0)) (((c (s E)) (n)) ((b (t D)))))(declare-const d D)(assert (= (s d) (b n) (b (c (b d)))))",
    "(declare-datatypes ((D 0)) (((c (s D)) (n))))(declare-const d D)(assert (match d ((n true) ((c n) (= n (s d))))))",
    "(declare-datatype D ((c (s D)) (n)))(declare-sort T 1)(declare-const x (T D))(declare-fun |y| ((T D)) D)(assert (= n (y x)))",
    "(declare-const s String)(assert (and (str.in_re (str.++ s \"a\") (re.* (re.union re.all (str.to_re s)))) (= (str.len s) 1)))",
    "(push 1)(declare-sort U 0)(declare-fun u () U)(assert (distinct u u))(pop 1)(declare-const u Int)(assert (< u 1))",
];

/// Returns all edits that delete a node, replace it, or hoist a node below it.
fn edits(context: &Context) -> Vec<Edit> {
    let mut edits = Vec::new();
    for node in context.script().every_node() {
        edits.push(Edit::delete(node));
        for new in ["true", "1", "a", "x", "(+ 1 x)", "(let ((x 1)) x)", "unheard-of", "()"] {
            edits.push(Edit::replace(node, new.as_bytes()));
        }
        edits.extend(node.subtree().skip(1).map(|inner| Edit::hoist(node, inner)));
    }
    edits
}

#[test]
fn judging_an_edit_alone_agrees_with_reading_the_whole() {
    let mut known_edits = 0;
    for text in WELL_SORTED {
        let context = context(text);
        assert!(!context.input_is_ill_sorted(), "{text}");
        let edits = edits(&context);
        let pairs = edits.iter().zip(edits.iter().skip(7)).filter_map(|(a, b)| a.and(b));
        let pruned = edits.iter().map(|edit| context.without_unused(edit.clone(), |_| false));
        let triples = edits.iter().zip(edits.iter().skip(5)).zip(edits.iter().skip(31));
        let triples = triples.filter_map(|((a, b), c)| a.and(b)?.and(c));
        for edit in edits.iter().cloned().chain(pairs).chain(triples).chain(pruned) {
            let candidate = Candidate::new(context.script(), edit);
            if let Some(verdict) = local::is_ill_sorted(&context, &candidate, &Cell::new(0)) {
                known_edits += 1;
                let text = String::from_utf8_lossy(&candidate.text()).into_owned();
                assert_eq!(verdict, globally(&context, &candidate), "{text}");
            }
        }
    }
    assert!(known_edits > 1000, "{known_edits}");
}

#[test]
fn terms_may_be_joined_where_one_of_them_changes_its_sort() {
    let text = "(assert (= (+ 1 2) (- 3 4)))";
    let context = context(text);
    let (from, to) = (last(&context, "2").range().start, last(&context, "4").range().start);
    let join = Edit::splice(0, from..to, b"");
    for head in ["<", "-", "unheard-of"] {
        let edit = Edit::replace(last(&context, "+"), head.as_bytes()).and(&join).expect("they are apart");
        let candidate = Candidate::new(context.script(), edit);
        assert!(context.is_ill_sorted(&candidate), "{}", String::from_utf8_lossy(&candidate.text()));
    }
}

#[test]
fn parentheses_in_literals_close_nothing() {
    let context = context("(assert (and (let ((a 1) (b (let ((c \"(\")) c))) true) (= 1 2)))");
    let bindings = ["(a 1)", "(b (let ((c \"(\")) c))"].map(|binding| Edit::delete(last(&context, binding)));
    let edits = bindings.into_iter().chain([Edit::replace(last(&context, "2"), b"1")]);
    let candidate = Candidate::new(context.script(), Edit::all(edits).expect("they are apart"));
    assert!(context.is_ill_sorted(&candidate), "no binding is left");
}

#[test]
fn deleting_a_command_is_wrong_where_its_symbol_is_missed() {
    for text in WELL_SORTED {
        let context = context(text);
        for command in context.script().commands() {
            let candidate = Candidate::new(context.script(), Edit::delete(command));
            let rest = Context::new(candidate.script().expect("the rest parses"));
            let wrong = rest.input_is_ill_sorted() || !rest.status().undeclared.is_empty();
            assert_eq!(context.is_ill_sorted(&candidate), wrong, "{}", command.text().escape_ascii());
        }
    }
}

/// Scripts of few commands in which declarations and levels depend on one another.
const WITH_LEVELS: [&str; 8] = [
    "(declare-const a Int)(push)(declare-const x Int)(assert (< a x))(pop)(push)(declare-const x Bool)(assert x)(pop)",
    "(declare-const x Int)(push)(push)(declare-const y Int)(pop)(assert (< x 0))(pop)(assert (< x 1))",
    "(push 2)(declare-const x Int)(pop)(declare-const y Int)(assert (< x y))(pop)(declare-const x Int)",
    "(push)(declare-const x Int)(pop)(assert (< x 0))(pop)(declare-const y Int)(assert (< y y))",
    "(set-logic QF_LRA)(declare-fun i () Int)(declare-fun x () Real)(push)(assert (= x 1))(pop)(assert (< x 1))",
    "(set-option :global-declarations true)(push)(declare-sort U 0)(pop)(declare-fun f (U) Bool)(reset-assertions)(pop)",
    "(push)(declare-datatype T ((c) (d (s T))))(pop)(declare-const x Int)(push)(assert (is-d (d c)))(assert (= x 1))(pop)",
    "(push)(assert (! true :named n))(reset)(pop)(declare-const n Bool)(push)(assert n)(pop)(define-sort n () Int)",
];

#[test]
fn deleting_commands_is_judged_by_mentions_as_by_reading_the_whole() {
    let (mut missed, mut free) = (0, 0);
    for text in WITH_LEVELS {
        let context = context(text);
        for subset in 1..1 << context.script().len() {
            let deleted = context.script().commands().filter(|command| subset >> command.command() & 1 == 1);
            let edit = Edit::all(deleted.map(Edit::delete)).expect("commands are apart");
            let is_missed = context.misses_a_declaration(edit.splices());
            let is_free = context.leaves_meanings(edit.splices());
            let candidate = Candidate::new(context.script(), edit);
            if is_missed || is_free {
                let rest = String::from_utf8_lossy(&candidate.text()).into_owned();
                assert_eq!(globally(&context, &candidate), is_missed, "{text} => {rest}");
            }
            (missed, free) = (missed + u32::from(is_missed), free + u32::from(is_free));
        }
    }
    assert!(missed > 100 && free > 100, "{missed} {free}");
}

#[test]
fn an_edit_of_a_huge_term_costs_its_path_only() {
    let mut text = b"(declare-const x Int)(assert ".to_vec();
    (0..20_000).for_each(|_| text.extend_from_slice(b"(and (> (+ x 1) 0) "));
    text.extend_from_slice(b"(= x 1)");
    text.resize(text.len() + 20_001, b')');
    let context = context(text);
    assert!(!context.input_is_ill_sorted());
    for (new, want) in [("true", false), ("1", true), ("y", true), ("(= 1.0 #b0)", true)] {
        for spaces in 0..100 {
            let candidate = edited(&context, "(= x 1)", &[new, &" ".repeat(spaces)].concat());
            assert_eq!(context.is_ill_sorted(&candidate), want, "{new}");
        }
    }
}

#[test]
fn what_did_not_change_is_not_read_again() {
    let many = " x".repeat(1000);
    let rows: [(String, &[&str], &[u8]); 3] = [
        (format!("(assert (let ((a (or{many})) (b (and x x))) (= b b)))"), &["(and x x)"], b"1"),
        (format!("(assert (and (or{many} (and x x)) (or{many} (not x))))"), &["(and x x)", "(not x)"], b"x"),
        (
            format!("(define-funs-rec ((f () Bool) (g () Bool)) ((or{many} (and x x)) (or{many} (not x))))"),
            &["(and x x)", "(not x)"],
            b"f",
        ),
    ];
    for (script, nodes, new) in rows {
        let context = context(format!("(declare-const x Bool){script}"));
        let edits = nodes.iter().map(|node| Edit::replace(last(&context, node), new));
        let candidate = Candidate::new(context.script(), Edit::all(edits).expect("they are apart"));
        let check = context.check_sorts(&candidate, false);
        assert!(!check.is_ill_sorted && check.read < 200, "{} bytes of {script}", check.read);
    }
}
