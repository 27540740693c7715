//! What `--shortest` adds to the end game and to the layout of the result.

use crate::test::{READ_TEXT, Test, sample};

const INPUT: &str = "(set-logic QF_NIA)
(declare-fun x () Int)
(declare-fun y () Int)
(assert (and (> x 1) (= y (mod x 3))))
(assert (< y x))
(check-sat)
(exit)
";

/// A solver that fails if a remainder of an integer `x` is asserted, and a known command follows.
const SOLVER: &str = r"case $text in
*'(declare-const x Int)'* | *'(declare-fun x () Int)'* | *'exists ((x Int)'* | *'exists((x Int)'*) ;;
*) exit 0 ;;
esac
case $text in *x*'(mod x '*'(check-sat)'* | *x*'(mod x '*'(push)'*) ;; *) exit 0 ;; esac
case $text in *'(assert'*) exit 9 ;; esac";

/// Reduces the input, and returns the checks and the result.
fn reduced(solver: &str, options: &str) -> (u64, String) {
    let run = Test::on(INPUT).solver(&format!("{READ_TEXT}{solver}")).options("-v").options(options).run();
    (run.status(0).tests(), run.result())
}

#[test]
fn each_part_saves_what_it_can_and_nothing_is_on_by_default() {
    let rows = [
        ("-j1", 91, "(declare-const x Int)\n(assert (mod x 0))\n(check-sat)\n"),
        ("-j1 --push-instead", 108, "(declare-const x Int)\n(assert (mod x 0))\n(push)\n"),
        ("-j1 --bind-constant", 123, "(assert (exists ((x Int)) (mod x 0)))\n(check-sat)\n"),
        ("-j1 --shortest", 139, "(assert(exists((x Int))(mod x 0)))\n(push)\n"),
        ("-j4 --shortest", 139, "(assert(exists((x Int))(mod x 0)))\n(push)\n"),
        ("-j1 --shortest --effort quick", 69, "(declare-const x Int)\n(assert(mod x 0))\n(check-sat)\n"),
    ];
    for (options, checks, text) in sample(rows, 3) {
        assert_eq!(reduced(SOLVER, options), (checks, text.to_owned()), "{options}");
    }
}

#[test]
fn with_valid_all_that_is_saved_is_well_sorted() {
    for jobs in sample(["-j1", "-j4"], 2) {
        let (checks, text) = reduced(SOLVER, &format!("{jobs} --valid --shortest"));
        assert_eq!((checks, &*text), (129, "(assert(exists((x Int))(= 0(mod x 0))))\n(push)\n"));
    }
    // Without it, `push` may stand for a declaration, too.
    let solver = "case $text in *declare*'(assert'*'(mod x'* | *push*'(assert'*'(mod x'*) exit 9 ;; esac";
    let [any, valid] = ["", "--valid"].map(|valid| reduced(solver, &format!("{valid} --push-instead")).1);
    assert_eq!([&*any, &*valid], ["(push)\n(assert (mod x))\n", "(declare-const x Int)\n(assert (= 0 (mod x 0)))\n"]);
}

#[test]
fn blanks_stay_if_the_failure_needs_them_or_a_layout_has_more() {
    let text = "(declare-const x Int)\n(assert (or (> x 1) (< x 0)))\n";
    let run = Test::on(text).needs(&["(assert (or (> x 1) (< x 0)))"]).options("--shortest").run();
    run.status(0).reduced("(assert (or (> x 1) (< x 0)))\n");
    run.says("[ddSMT WARNING] the result does not fail in the requested layout, which is not used");
    let solver = "case $(tr -d ' \\n' <$1) in *'(assert(or(>x1)(<x0)))'*) exit 9 ;; esac";
    for (layout, result) in [
        ("", "(assert(or(> x 1)(< x 0)))\n"),
        ("--pretty-print", "(assert\n  (or\n    (> x 1)\n    (< x 0)\n  )\n)\n"),
        ("--wrap-lines", "(assert (or (> x 1) (< x 0)))\n"),
    ] {
        let run = Test::on(text).solver(solver).options("--shortest").options(layout).run();
        run.status(0).reduced(result).does_not_say("layout");
    }
}

#[test]
fn other_names_do_not_change_the_layout() {
    let text = "(declare-const my_name Int)\n(assert (> my_name (f 1)))\n";
    let solver = "tr -d ' \\n' <$1 | grep -Eq 'declare-const[a-z_]+Int.*assert.>[a-z_]+.f1' && exit 9";
    for (layout, result) in [
        ("", "(declare-const a Int)\n(assert (> a (f 1)))\n"),
        ("--shortest", "(declare-const a Int)\n(assert(> a(f 1)))\n"),
        ("--pretty-print", "(declare-const a Int)\n(assert\n  (>\n    a\n    (f 1)\n  )\n)\n"),
    ] {
        let run = Test::on(text).solver(solver).options(layout).options("--disable-all --anonymize").run();
        run.status(0).reduced(result);
    }
}

#[test]
fn a_result_is_never_larger_than_an_input_without_line_breaks() {
    // The shorter name saves less than the line breaks cost.
    let text = "(declare-const zz Int)(a zz)(b)(c)(d)(e)";
    let solver = "tr -d ' \\n' <$1 | grep -Eq 'constzz?Int..azz?..b..c..d..e.$' && exit 9";
    Test::on(text).solver(solver).options("--shortest").run().status(0).reduced(text);
}
