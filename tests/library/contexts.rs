//! The analysis of scripts: sorts, roles, scopes, meanings, and weights of terms.

use super::parsed;
use crate::properties::tests::random_bytes;
use crate::test::all_cases;
use ddsmt::sexpr::{Candidate, Edit, Node};
use ddsmt::smtlib::{Context, Meaning, Role};
use std::time::Instant;

fn context(text: &str) -> Context {
    Context::new(parsed(text))
}

/// Returns the last node with this text, which may be a command.
fn node<'a>(context: &'a Context, text: &str) -> Node<'a> {
    let mut nodes = context.script().commands().flat_map(|command| command.subtree());
    nodes.rfind(|node| node.text() == text.as_bytes()).unwrap_or_else(|| panic!("no node {text}"))
}

/// Script, a term in it, and its sort; `?` for an unknown one.
const SORTS: &[(&str, &str, &str)] = &[
    ("(assert (=> a b))", "(=> a b)", "Bool"),
    ("(declare-const x Int)(assert (> (+ x 1) 0))", "(+ x 1)", "Int"),
    ("(declare-const x Real)(assert (> (+ 1 x) 0))", "(+ 1 x)", "Real"),
    ("(assert (> (+ 1 unknown) 0))", "(+ 1 unknown)", "?"),
    ("(assert (> (+ 1.0 unknown) 0))", "(+ 1.0 unknown)", "Real"),
    ("(set-logic QF_LRA)(assert (= 1 2))", "1", "Real"),
    ("(set-logic QF_LIRA)(assert (= 1 2))", "1", "Int"),
    ("(assert (>= 1 2))", "(>= 1 2)", "Bool"),
    ("(assert (= (/ 1 3) 2.0))", "(/ 1 3)", "Real"),
    ("(assert (= (div 1 3) 2))", "(div 1 3)", "Int"),
    ("(assert (= #b01 (bvlshr #b01 #b11)))", "(bvlshr #b01 #b11)", "(_ BitVec 2)"),
    ("(assert (= #b01 ((_ extract 3 2) #xff)))", "((_ extract 3 2) #xff)", "(_ BitVec 2)"),
    ("(assert (= #b01 (concat #b0 #x1 #xff)))", "(concat #b0 #x1 #xff)", "(_ BitVec 13)"),
    ("(assert (= #b01 (concat #b0 u)))", "(concat #b0 u)", "?"),
    ("(assert (= #b01 ((_ zero_extend 28) k)))", "((_ zero_extend 28) k)", "?"),
    ("(assert (= 1 ((_ repeat 3) #b01)))", "((_ repeat 3) #b01)", "(_ BitVec 6)"),
    ("(assert (bvuaddo #b0 #b1))", "(bvuaddo #b0 #b1)", "Bool"),
    ("(assert (= (bvcomp #b01 #b11) #b0))", "(bvcomp #b01 #b11)", "(_ BitVec 1)"),
    ("(assert (= (bvredor #b01) #b0))", "(bvredor #b01)", "(_ BitVec 1)"),
    ("(assert (= (ubv_to_int #b01) 0))", "(ubv_to_int #b01)", "Int"),
    ("(assert (= ((_ int_to_bv 4) 1) 0))", "((_ int_to_bv 4) 1)", "(_ BitVec 4)"),
    ("(assert (= (_ bv3 70) 0))", "(_ bv3 70)", "(_ BitVec 70)"),
    ("(declare-const f Float16)(assert (= (fp.add RNE f f) f))", "(fp.add RNE f f)", "(_ FloatingPoint 5 11)"),
    ("(assert (= (fp #b0 #x1f #b01) f))", "(fp #b0 #x1f #b01)", "(_ FloatingPoint 8 3)"),
    ("(assert (= ((_ to_fp 8 24) RNE 1.0) f))", "((_ to_fp 8 24) RNE 1.0)", "(_ FloatingPoint 8 24)"),
    ("(assert (= (_ +oo 8 24) f))", "(_ +oo 8 24)", "(_ FloatingPoint 8 24)"),
    ("(assert (= ((_ fp.to_ubv 8) RNE (_ NaN 5 11)) f))", "((_ fp.to_ubv 8) RNE (_ NaN 5 11))", "(_ BitVec 8)"),
    ("(declare-const a (Array Int Bool))(assert (select a 0))", "(select a 0)", "Bool"),
    ("(declare-const a (Array Int Bool))(assert (= a (store a 0 true)))", "(store a 0 true)", "(Array Int Bool)"),
    ("(assert (= 0 (select ((as const (Array Int Int)) 0) 1)))", "((as const (Array Int Int)) 0)", "(Array Int Int)"),
    ("(assert (= (str.++ \"a\" \"b\") \"\"))", "(str.++ \"a\" \"b\")", "String"),
    ("(assert (str.in_re \"a\" (re.* (str.to_re \"b\"))))", "(re.* (str.to_re \"b\"))", "RegLan"),
    ("(assert (= ((_ re.loop 1 2) re.all) re.none))", "((_ re.loop 1 2) re.all)", "RegLan"),
    ("(assert (= (seq.unit 1) (as seq.empty (Seq Int))))", "(seq.unit 1)", "(Seq Int)"),
    ("(assert (= (seq.nth (seq.unit 1) 0) 1))", "(seq.nth (seq.unit 1) 0)", "Int"),
    (
        "(assert (set.member 1 (set.insert 1 2 (as set.empty (Set Int)))))",
        "(set.insert 1 2 (as set.empty (Set Int)))",
        "(Set Int)",
    ),
    ("(assert (member 1 (singleton 1)))", "(singleton 1)", "(Set Int)"),
    ("(assert (= (bag.count 1 (bag 1 2)) 2))", "(bag 1 2)", "(Bag Int)"),
    ("(declare-fun f (Int) Bool)(assert (f 1))", "(f 1)", "Bool"),
    ("(declare-fun f (Int) Bool)(assert (f 1))", "f", "?"),
    ("(declare-sort U 0)(declare-fun u () U)(assert (= u u))", "u", "U"),
    ("(declare-sort P 2)(declare-fun u () (P Int Bool))(assert (= u u))", "u", "(P Int Bool)"),
    ("(define-sort B (n) (Array n n))(declare-fun u () (B Int))(assert (= u u))", "u", "(Array Int Int)"),
    ("(define-fun f ((x Int) (y Bool)) Int (ite y x 0))", "(ite y x 0)", "Int"),
    ("(define-fun-rec f ((x Int)) Int (f x))", "(f x)", "Int"),
    ("(define-funs-rec ((f ((x Int)) Int) (g ((x Bool)) Bool)) ((f (f x)) (g (not x))))", "(not x)", "Bool"),
    ("(define-funs-rec ((f ((x Int)) Int) (g ((x Bool)) Bool)) ((f (+ x 1)) (g x)))", "(+ x 1)", "Int"),
    ("(define-const c (_ BitVec 3) #b000)(assert (= c c))", "c", "(_ BitVec 3)"),
    ("(assert (let ((x 1) (y true)) (let ((x y)) (and x y))))", "(let ((x y)) (and x y))", "Bool"),
    ("(assert (= 1 (let ((x 1)) (let ((x #b1) (y x)) y))))", "(let ((x #b1) (y x)) y)", "Int"),
    ("(assert (forall ((x Int)) (exists ((x Real)) (= x x))))", "x", "Real"),
    ("(assert (! (= 1 2) :named n))(assert n)", "n", "Bool"),
    ("(assert (= (! 1 :named n) 2))", "(! 1 :named n)", "Int"),
    ("(assert (forall ((x Int)) (! (> x 0) :pattern ((- x)))))", "(- x)", "Int"),
    ("(assert ((_ divisible 3) 9))", "3", "?"),
    ("(push 2)", "2", "?"),
    ("(declare-datatype L ((nil) (cons (hd Int) (tl L))))(assert (= nil (tl nil)))", "(tl nil)", "L"),
    ("(declare-datatype L ((nil) (cons (hd Int) (tl L))))(assert ((_ is cons) nil))", "((_ is cons) nil)", "Bool"),
    ("(declare-datatype L ((nil) (cons (hd Int) (tl L))))(assert (is-cons nil))", "(is-cons nil)", "Bool"),
    (
        "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))(assert (cons 1 (as nil (L Int))))",
        "(cons 1 (as nil (L Int)))",
        "(L Int)",
    ),
    (
        "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))(declare-const l (L Bool))(assert (hd l))",
        "(hd l)",
        "Bool",
    ),
    (
        "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(assert (= 1 (match nil ((nil 0) ((cons h t) h)))))",
        "(match nil ((nil 0) ((cons h t) h)))",
        "Int",
    ),
    (
        "(declare-datatype L ((nil) (cons (hd Int) (tl L))))(assert (= 1 (match nil ((nil 0) ((cons h t) (hd t))))))",
        "t",
        "L",
    ),
    ("(declare-const |x| Int)(assert (= x 1))", "x", "Int"),
    ("(push)(declare-const x Int)(pop)(declare-const x Bool)(assert x)", "x", "Bool"),
    ("(declare-fun f () (-> Int Bool))(assert (@ f 1))", "(@ f 1)", "Bool"),
    ("(set-logic HO_ALL)(assert (= (lambda ((x Int)) true) f))", "(lambda ((x Int)) true)", "(-> Int Bool)"),
    ("(assert (= (tuple 1 true) t))", "(tuple 1 true)", "(Tuple Int Bool)"),
    ("(assert (= 1 (choice ((x Int)) (> x 0))))", "(choice ((x Int)) (> x 0))", "Int"),
    ("(assert (= 1 (choice ((x Int)) (> x 0))))", "x", "Int"),
    ("(assert (= (ff.mul #f-1m5 x) y))", "(ff.mul #f-1m5 x)", "(_ FiniteField 5)"),
    ("(assert (_ fmf.card U 2))", "(_ fmf.card U 2)", "Bool"),
    ("(assert (= x (piand k 0 y)))", "(piand k 0 y)", "Int"),
    (
        "(declare-const r (Relation Int Bool))(assert (= s (rel.join_image r 2)))",
        "(rel.join_image r 2)",
        "(Set (Tuple Int))",
    ),
    ("(assert (unknown-operator 1))", "(unknown-operator 1)", "?"),
    ("(assert (= (ite true u 1) 1))", "(ite true u 1)", "Int"),
    ("(get-interpolant A p ((B Bool) (I Int)) ((B Bool ((= I I))) (I Int (0 (+ I 1)))))", "(+ I 1)", "Int"),
    ("(synth-fun f ((x Int)) Int ((I Int)) ((I Int (x (+ I x)))))", "(+ I x)", "Int"),
    ("(synth-fun f ((x Int)) Int ((I Int (x (+ I x)))))", "(+ I x)", "?"),
];

#[test]
fn sorts_of_terms_are_inferred() {
    for (script, term, want) in SORTS {
        let context = context(script);
        let sort = context.sort(node(&context, term)).text();
        assert_eq!(String::from_utf8_lossy(&sort), want.trim_matches('?'), "{term} in {script}");
    }
}

#[test]
fn every_node_has_a_role() {
    let rows: &[(&str, &str, Role)] = &[
        ("(assert (f x))", "(assert (f x))", Role::Command),
        ("(assert (f x))", "assert", Role::Keyword),
        ("(assert (f x))", "f", Role::Head),
        ("(assert (f x))", "x", Role::Term),
        ("(assert ((_ extract 3 0) x))", "(_ extract 3 0)", Role::Head),
        ("(assert ((_ extract 3 0) x))", "3", Role::Index),
        ("(assert ((_ extract 3 0) x))", "extract", Role::HeadName),
        ("(assert (as nil (L Int)))", "Int", Role::Sort),
        ("(declare-fun f ((Array Int Bool)) (_ BitVec 8))", "f", Role::Definition),
        ("(declare-fun f ((Array Int Bool)) (_ BitVec 8))", "((Array Int Bool))", Role::Binders),
        ("(declare-fun f ((Array Int Bool)) (_ BitVec 8))", "(Array Int Bool)", Role::Sort),
        ("(declare-fun f ((Array Int Bool)) (_ BitVec 8))", "Array", Role::SortHead),
        ("(declare-fun f ((Array Int Bool)) (_ BitVec 8))", "8", Role::Index),
        ("(assert (let ((x y)) x))", "((x y))", Role::Binders),
        ("(assert (let ((x y)) x))", "(x y)", Role::Binder),
        ("(assert (! x :named y :weight 3))", ":named", Role::Attribute),
        ("(assert (! x :named y :weight 3))", "y", Role::Definition),
        ("(assert (! x :named y :weight 3))", "3", Role::Attribute),
        ("(assert (! x :pattern ((f x))))", "((f x))", Role::Terms),
        ("(push 2)", "2", Role::Argument),
        ("(unheard-of (x))", "x", Role::Unknown),
        ("(declare-datatype D ((c (s Int))))", "s", Role::Definition),
    ];
    for (script, text, want) in rows {
        let context = context(script);
        assert_eq!(context.role(node(&context, text)), *want, "{text} in {script}");
    }
}

#[test]
fn parents_are_those_of_the_tree() {
    let context = context("(assert (let ((x (f (_ bv1 2)))) (! ((as g (L Int)) x) :pattern ((h x)))))");
    for node in context.script().command(0).subtree() {
        assert_eq!(context.parent(node).map(|n| n.index()), node.parent().map(|n| n.index()), "{node:?}");
    }
}

#[test]
fn locals_are_those_in_scope() {
    let rows: &[(&str, &str, &str)] = &[
        ("(assert (let ((x 1) (y x)) (f x y z)))", "z", "x:Int y:"),
        ("(declare-const x Bool)(assert (let ((x 1) (y (g x))) x))", "(g x)", ""),
        ("(assert (forall ((x Int)) (exists ((x Bool) (y Real)) z)))", "z", "x:Bool y:Real"),
        ("(define-fun f ((x Int)) Int z)", "z", "x:Int"),
        ("(define-funs-rec ((f ((x Int)) Int) (g ((y Bool)) Int)) (a b))", "b", "y:Bool"),
        ("(declare-datatype L ((n) (c (h Int))))(assert (match n ((n a) ((c i) b))))", "b", "i:Int"),
        ("(assert (and (let ((x 1)) x) z))", "z", ""),
    ];
    for (script, text, want) in rows {
        let context = context(script);
        let locals = context.locals(node(&context, text));
        let found: Vec<String> = locals
            .map(|l| format!("{}:{}", String::from_utf8_lossy(l.symbol.text()), l.sort.text().escape_ascii()))
            .collect();
        assert_eq!(found.join(" "), *want, "{text} in {script}");
    }
}

#[test]
fn a_variable_is_visible_in_its_scope_unless_another_of_its_name_hides_it() {
    // A script, and those of its leaves `a` to `e` where the variable `|x|` can be used.
    let rows: &[(&str, &str)] = &[
        ("(assert (and a (let ((|x| e)) (and b (let ((x 2)) c) d))))", "bd"),
        ("(assert (and (exists ((|x| Int)) a) b (exists ((x Int)) c)))", "a"),
        ("(assert (and (exists ((x Int)) a) b (exists ((|x| Int)) c)))", "c"),
        ("(assert (let ((|x| a) (y b)) (and c (let ((y d)) e))))", "cde"),
        ("(assert (let ((|x| a) (x b)) c))", ""),
        ("(define-funs-rec ((f ((|x| Int)) Int) (g ((x Bool)) Int)) (a (let ((y 1)) b)))", "a"),
        ("(define-funs-rec ((f ((x Int)) Int) (g ((|x| Bool)) Int)) (a (let ((y c)) b)))", "bc"),
    ];
    for (text, want) in rows {
        let context = context(text);
        let leaves = context.script().commands().flat_map(|command| command.subtree());
        let places = leaves.filter(|node| node.is_leaf() && matches!(node.text(), [b'a'..=b'e']));
        let visible = places.filter(|place| context.is_visible(node(&context, "|x|"), *place));
        let mut found: Vec<u8> = visible.flat_map(|place| place.text().to_vec()).collect();
        found.sort_unstable();
        assert_eq!(String::from_utf8_lossy(&found), *want, "{text}");
    }
}

#[test]
fn meanings_follow_scopes() {
    let context = context("(declare-const x Int)(assert (forall ((y Int)) (= x (+ y w))))");
    assert!(matches!(context.meaning(node(&context, "x")), Meaning::Global(symbol) if symbol.command == 0));
    assert!(matches!(context.meaning(node(&context, "y")), Meaning::Local(_)));
    assert!(matches!(context.meaning(node(&context, "w")), Meaning::Other));
    assert!(context.shadowed(b"|y|", node(&context, "w")));
    assert!(!context.shadowed(b"x", node(&context, "w")));
}

#[test]
fn deep_terms_and_long_chains_are_inputs_like_any_other() {
    let depth = 5_000;
    let nested = format!("(assert {}true{})", "(not ".repeat(depth), ")".repeat(depth));
    let lets: String = (1..depth).map(|i| format!("(let ((v{i} (not v{}))) ", i - 1)).collect();
    let lets = format!("(assert (let ((v0 true)) {lets}v{}{}))", depth - 1, ")".repeat(depth - 1));
    let sorts = format!("(declare-const a {}Int{})", "(Array Int ".repeat(depth), ")".repeat(depth));
    let doubling: String = (1..99).map(|i| format!("(define-sort S{i} () (Array S{} S{}))", i - 1, i - 1)).collect();
    let doubling = format!("(define-sort S0 () Int){doubling}(declare-const a S98)");
    for text in [nested, lets, sorts, doubling] {
        let context = context(&text);
        assert!(!context.input_is_ill_sorted(), "{text:.60}");
        let last = context.script().command(context.script().len() - 1);
        let deepest = last.tape().node(last.command(), last.size() - 1);
        assert!(context.locals(deepest).count() <= depth);
    }
}

#[test]
fn what_an_edit_saves_is_counted_without_a_look_at_the_whole_command() {
    let context = context(&format!("(assert (or {}))", "(and x y) ".repeat(2_000_000)));
    let command = context.script().command(0);
    let started = Instant::now();
    assert!(!command.text().windows(3).any(|word| word == b"let"));
    let one_look = started.elapsed();
    let edit = Edit::delete(command.tape().node(0, command.size() - 4));
    let started = Instant::now();
    assert!((0..2_000).all(|_| context.weight_lost(&edit) >= 9));
    assert!(started.elapsed() < 20 * one_look, "{:?}, {one_look:?}", started.elapsed());
}

/// Words that the inference of sorts knows, in no order.
const WORDS: &[&str] = &[
    "assert", "let", "forall", "lambda", "match", "!", "_", "as", "par", "define-fun", "define-funs-rec",
    "define-sort", "declare-datatypes", "declare-datatype", "declare-fun", "declare-const", "push", "pop", ":named",
    ":pattern", "x", "y", "|x|", "f", "is", "is-x", "const", "extract", "concat", "fp", "to_fp", "Int", "Bool",
    "Array", "BitVec", "0", "1", "4294967295", "99999999999", "1.5", "#b01", "#x", "\"s\"", "and", "+", "=", "select",
    "store", "@", "->", "tuple",
];

#[test]
fn any_tree_of_tokens_is_analysed() {
    for data in random_bytes(if all_cases() { 200 } else { 80 }, 60) {
        let (mut text, mut open) = (String::new(), 0);
        for token in data.into_iter().map(|byte| usize::from(byte) % (WORDS.len() + 24)) {
            match WORDS.get(token) {
                Some(word) => text.push_str(word),
                None if open > 0 && token % 2 == 0 => {
                    open -= 1;
                    text.push(')');
                }
                None => {
                    open += 1;
                    text.push('(');
                }
            }
            text.push(' ');
        }
        text.push_str(&")".repeat(open));
        let context = context(&text);
        context.input_is_ill_sorted();
        for node in context.script().commands().flat_map(|command| command.subtree()) {
            let _ = (context.sort(node), context.role(node), context.meaning(node));
            for local in context.locals(node) {
                assert!(context.is_visible(local.symbol, node), "{text}");
            }
            for edit in [ddsmt::sexpr::Edit::delete(node), ddsmt::sexpr::Edit::replace(node, b"(let ((x y)) x)")] {
                context.is_ill_sorted(&Candidate::new(context.script(), edit));
            }
            assert_eq!(context.parent(node).map(Node::index), node.parent().map(Node::index), "{text}");
        }
    }
}

#[test]
fn declarations_that_an_edit_leaves_unused_go_with_it() {
    // A script, the node that is deleted, and the remaining script.
    let rows = [
        ("(declare-const x Int)\n(assert (f x))\n", "x", "(assert (f))\n"),
        ("(declare-const x Int)\n(assert (g (f x) x))\n", "(f x)", "(declare-const x Int)\n(assert (g x))\n"),
        ("(declare-const x Int)\n(assert (f |x|))\n", "|x|", "(assert (f))\n"),
        ("(declare-sort U 0)\n(declare-const x U)\n(assert (f x))\n", "x", "(assert (f))\n"),
        ("(declare-fun x () Int)\n(define-fun y () Int x)\n(assert (f y))\n", "(assert (f y))", ""),
        (
            "(declare-const x Int)\n(declare-const y Int)\n(check-sat)\n",
            "(check-sat)",
            "(declare-const x Int)\n(declare-const y Int)\n",
        ),
        (
            "(push 1)\n(declare-const x Int)\n(pop 1)\n(declare-const x Int)\n(assert (f x))\n",
            "x",
            "(push 1)\n(declare-const x Int)\n(pop 1)\n(declare-const x Int)\n(assert (f))\n",
        ),
    ];
    for (text, gone, want) in rows {
        let context = context(text);
        let edit = context.without_unused(Edit::delete(node(&context, gone)), |_| false);
        let left = Candidate::new(context.script(), edit).text();
        assert_eq!(String::from_utf8_lossy(&left), want, "{gone} of {text}");
    }
}

#[test]
fn a_declaration_goes_although_another_takes_its_place() {
    let context = context("(declare-const c Int)\n(assert (= c 0))\n");
    let replaced = Edit::replace(node(&context, "(= c 0)"), b"p");
    let edit = replaced.and(&Edit::insert(0, b"(declare-const p Bool)\n")).expect("they do not overlap");
    let left = Candidate::new(context.script(), context.without_unused(edit, |_| false)).text();
    assert_eq!(String::from_utf8_lossy(&left), "(declare-const p Bool)\n(assert p)\n");
}

#[test]
fn a_declaration_that_an_edit_uses_again_stays() {
    for text in ["(declare-const x Int)\n(assert (= (f x) 0))\n", "(declare-const |x| Int)\n(assert (= (f x) 0))\n"] {
        let context = context(text);
        for again in ["(g x)", "x", "(g |x|)", "(g ex x)"] {
            let edit = Edit::replace(node(&context, "(f x)"), again.as_bytes());
            assert_eq!(context.without_unused(edit, |_| false).splices().len(), 1, "{again} in {text}");
        }
    }
}

#[test]
fn bindings_for_a_term_alone_count_in_its_weight() {
    let text =
        "(assert (let ((a (f 1)) (b (g 22))) (let ((c (h a a)) (d (f b))) (and (or c (not c)) (= b d b) unused))))";
    let context = context(text);
    let weight = |text: &str| context.weight(node(&context, text));
    let bytes = |texts: &[&str]| texts.iter().map(|text| text.len() as u64).sum::<u64>();
    // Only the disjunction uses `c`, and only the binding of `c` uses `a`.
    assert_eq!(weight("(or c (not c))"), bytes(&["(or c (not c))", "(c (h a a))", "(a (f 1))"]));
    assert_eq!(weight("(not c)"), bytes(&["(not c)"]), "it is not alone in using c");
    assert_eq!(weight("(h a a)"), bytes(&["(h a a)", "(a (f 1))"]));
    assert_eq!(weight("(= b d b)"), bytes(&["(= b d b)", "(b (g 22))", "(d (f b))"]));
    assert_eq!(weight("d"), bytes(&["d", "(d (f b))"]), "the use, since the binder's symbol comes before it");
    assert_eq!(weight(text), text.len() as u64);
    let hoisted = Edit::hoist(node(&context, "(and (or c (not c)) (= b d b) unused)"), node(&context, "unused"));
    let gone = bytes(&["(and (or c (not c)) (= b d b) )", "(c (h a a))", "(a (f 1))", "(b (g 22))", "(d (f b))"]);
    assert_eq!(context.weight_lost(&hoisted), gone as i64);
}

#[test]
fn a_long_chain_of_bindings_is_weighed_at_once() {
    let many = 20_000;
    let bindings: String = (1..many).map(|i| format!("(let ((x{i} (f x{} x{}))) ", i - 1, i / 2)).collect();
    let text = format!("(assert (let ((x0 0)) {bindings}x{}{}))", many - 1, ")".repeat(many - 1));
    let context = context(&text);
    let root = context.script().command(0);
    assert_eq!(context.weight(root), text.len() as u64);
}
