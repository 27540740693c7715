//! Sort classes: occurrences of sorts and literals that can only change together.

use super::parsed;
use ddsmt::smtlib::{Context, SortClass};

/// Returns the classes that can change, without those of sorts with arguments whose operators are applied. Each is
/// shown as its sort, `!` if operators are applied, and the numbers of its sorts and literals.
fn classes(text: &str) -> Vec<String> {
    let context = Context::new(parsed(text));
    let is_needed = |class: &SortClass| class.used && class.sort.compound().is_some();
    let free = context.sort_classes().classes().iter().filter(|class| !class.fixed && !is_needed(class));
    free.map(|class| {
        let used = if class.used { "!" } else { "" };
        format!("{}{used} {}/{}", class.sort.text().escape_ascii(), class.sorts.len(), class.literals.len())
    })
    .collect()
}

#[test]
fn sorts_are_tied_by_the_operators_applied_to_them() {
    let rows: &[(&str, &[&str])] = &[
        ("(declare-const x (_ BitVec 8))\n(declare-const y (_ BitVec 8))", &["(_ BitVec 8) 1/0", "(_ BitVec 8) 1/0"]),
        (
            "(declare-const x (_ BitVec 8))\n(declare-fun f ((_ BitVec 8)) Bool)\n(assert (f (bvadd x #x01)))",
            &["(_ BitVec 8)! 2/1"],
        ),
        ("(declare-sort U 0)\n(declare-const x U)\n(declare-const y U)\n(assert (= x y))", &["U 2/0"]),
        ("(declare-const x Int)\n(assert (= x (mod x 2)))", &[]),
        ("(declare-const x Int)\n(declare-const y Int)\n(assert (< x 2))", &["Int! 1/1", "Int 1/0"]),
        (
            "(declare-const a (Array (_ BitVec 8) Int))\n(assert (let ((b (store a #x00 1))) (= (select b #x01) 0)))",
            &["(_ BitVec 8) 1/2", "Int 1/2"],
        ),
        ("(declare-const a (Array Int Int))\n(assert (= a ((as const (Array Int Int)) 0)))", &["Int 2/0", "Int 2/1"]),
        (
            "(define-sort W () (_ BitVec 8))\n(declare-const x W)\n(declare-const y W)\n(assert (bvult x y))",
            &["(_ BitVec 8)! 1/0"],
        ),
        (
            "(declare-datatype P ((mk (fst Int) (snd Int))))\n(declare-const p P)\n(assert (= (fst p) (snd (mk 1 2))))",
            &["Int 2/2"],
        ),
        ("(assert (forall ((x Int) (y Int)) (=> (= x 3) (exists ((z Int)) (= z y)))))", &["Int 1/1", "Int 2/0"]),
        ("(define-fun f ((x Int)) Int x)\n(assert (= (f 1) 2))", &["Int 2/2"]),
        (
            "(declare-const x (_ BitVec 4))\n(assert (= ((_ extract 1 0) x) (concat #b0 #b1)))",
            &["(_ BitVec 4)! 1/0", "(_ BitVec 2)! 0/0"],
        ),
        ("(declare-const x Int)\n(odd-command x)", &[]),
        (
            "(declare-const a (Array Int (Array Int Bool)))\n(declare-const b (Array Int Bool))\n(assert (= b (select a 0)))",
            &["Int 1/1", "(Array Int Bool) 2/0", "Int 2/0"],
        ),
        (
            "(declare-sort P 1)\n(declare-const x (P Int))\n(declare-const y (P Int))\n(assert (= x y))",
            &["(P Int) 2/0", "Int 2/0"],
        ),
        ("(declare-const x Int)\n(assert (odd x))", &[]),
        (
            "(declare-datatypes ((L 1)) ((par (T) ((nil) (cons (hd T) (tl (L T)))))))\n(declare-const l (L Int))\n\
             (assert (= (hd l) 3))",
            &["(L T) 1/0", "Int 1/1"],
        ),
    ];
    for (text, want) in rows {
        assert_eq!(classes(text), *want, "{text}");
    }
}

#[test]
fn thousands_of_lets_are_tied_to_their_bindings() {
    let lets: String = (1..10_000).map(|i| format!("(let ((a{i} (bvnot a{}))) ", i - 1)).collect();
    let script = format!("(declare-const a0 (_ BitVec 8))(assert {lets}(= a9999 #x00){})", ")".repeat(9_999));
    assert_eq!(classes(&script), ["(_ BitVec 8)! 1/1"]);
}
