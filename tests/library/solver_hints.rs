//! Hints of solvers: the scripts that ask for them, and the answers.

use super::parsed;
use ddsmt::sexpr::{Gaps, Script, parse};
use ddsmt::smtlib::{Hints, Inquiry};

/// Returns the commands with a hint: the value of a constant, or `outside` for an assertion outside of the core.
fn told(script: &Script, hints: &Hints) -> Vec<String> {
    let all = script.commands().filter_map(|command| {
        let value = hints.value(command).map(|value| String::from_utf8_lossy(value).into_owned());
        let told = value.or(hints.is_outside(command).then(|| "outside".to_owned()))?;
        Some(format!("{} {told}", command.command()))
    });
    all.collect()
}

#[test]
fn the_query_is_asked_alone_and_all_assertions_have_names() {
    let input = "(set-option :produce-unsat-cores false)\n(set-logic ALL)\n(declare-const p Bool)\n(assert p)\n(check-sat)\n\
        (get-model)\n(push)\n(assert (! (not p) :pattern (p) :named c))\n(check-sat-assuming (p))\n(exit)";
    let options = "(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n";
    let start = "(set-logic ALL)\n(declare-const p Bool)\n(assert (! p :named ddsmt-3))\n";
    let rest = "(push)\n(assert (! (not p) :pattern (p) :named c))\n";
    let rows = [
        (0, format!("{options}{start}(check-sat)\n")),
        (1, format!("{options}{start}{rest}(check-sat-assuming (p))\n")),
        (2, format!("{options}{start}{rest}(check-sat)\n")),
    ];
    let script = parsed(input);
    for (query, text) in rows {
        let inquiry = Inquiry::new(&script, query);
        let asked = String::from_utf8(inquiry.text()).expect("text");
        assert_eq!(asked, format!("{text}(get-model)\n(get-unsat-core)\n"), "{query}");
        let asked = String::from_utf8(inquiry.text_for_core()).expect("text");
        assert_eq!(asked, format!("{text}(get-unsat-core)\n"), "{query}");
    }
}

#[test]
fn commands_before_a_reset_do_not_count() {
    let script = parsed("(assert p)\n(reset)\n(assert ; why\nq\n)\n(check-sat)");
    let asked = String::from_utf8(Inquiry::new(&script, 0).text_for_core()).expect("text");
    let end = "(assert (! q :named ddsmt-2))\n(check-sat)\n(get-unsat-core)\n";
    assert_eq!(asked, format!("(set-option :produce-models true)\n(set-option :produce-unsat-cores true)\n{end}"));
}

#[test]
fn assertions_behind_comments_that_are_kept_have_names() {
    let script = parse(b"; why\n(assert p) ; and\n(check-sat)", Gaps::Original).expect("parses");
    let asked = String::from_utf8(Inquiry::new(&script, 0).text_for_core()).expect("text");
    assert!(asked.contains("\n(assert (! p :named ddsmt-0))\n(check-sat)\n"), "{asked}");
}

#[test]
fn models_and_cores_are_read_as_solvers_print_them() {
    let input = "(declare-sort U 0)\n(declare-const u U)\n(declare-fun x () Int)\n(declare-const |y z| (_ BitVec 4))\n\
        (declare-fun f (Int) Int)\n(assert (= x 1))\n(assert (! (= x 2) :named two))\n(assert (f x))\n(assert (= x 1))";
    let script = parsed(input);
    let inquiry = Inquiry::new(&script, 0);
    let rows: &[(&str, Option<&[&str]>)] = &[
        // z3-4.8.7, z3-4.14.1 and cvc5-1.0.3.
        (
            "sat\n(model \n  (define-fun x () Int\n    (- 5))\n  (define-fun u () U\n    U!val!0)\n)\n\
                (error \"line 9 column 15: unsat core is not available\")",
            Some(&["2 (- 5)"]),
        ),
        (
            "sat\n(\n  ;; universe for U:\n  (define-fun f ((x!0 Int)) Int 0)\n  (define-fun |y z| () (_ BitVec 4)\n    #x1)\n)\n()\n",
            Some(&["3 #x1"]),
        ),
        ("sat\n(\n(define-fun u () U (as @U_0 U))\n(define-fun |x| () Int 0)\n)\n(error \"cannot\")\n", Some(&["2 0"])),
        ("unsat\n(error \"line 9: model is not available\")\n(two ddsmt-7)\n", Some(&["5 outside", "8 outside"])),
        ("success\nsuccess\nunsat\n(\nddsmt-5\n)\n", Some(&["6 outside", "7 outside"])),
        ("unsat\n(error \"cannot get model\")\n", None),
        ("sat\n", None),
        ("sat\n()\n", None),
        ("unknown\n((define-fun x () Int 0))\n", None),
        ("(error \"what\")\n", None),
        ("", None),
        ("sat ((define-fun x () Int 0)", None),
        ("\u{0}\"|)))", None),
    ];
    for (printed, wanted) in rows {
        let found = inquiry.hints(printed.as_bytes()).map(|hints| told(&script, &hints));
        let wanted = wanted.map(|rows| rows.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!(found, wanted, "{printed}");
    }
}
