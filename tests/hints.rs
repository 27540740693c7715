//! Hints: a solver that is right about the input is asked once for its model or unsat core, which decides the first
//! candidates.

use crate::test::{Outcome, Test, needs, real_solver, repository, sample};

/// Sixteen assertions, each of which defines a constant. The fourth and the eleventh are the core.
fn script() -> String {
    let declared = (0..16).map(|i| format!("(declare-const x{i} Int)\n"));
    let asserted = (0..16).map(|i| format!("(assert (= x{i} (+ {i}{i} x{})))\n", (i + 1) % 16));
    declared.chain(asserted).collect::<String>() + "(check-sat)\n"
}

/// Texts of the two assertions of the core; the solver fails if its input contains both.
const FAILS: &[&str] = &["(+ 33 ", "(+ 1010 "];

/// Returns the text of a solver that prints `printed` if the assertions have names and a model is requested.
fn knows(printed: &str) -> String {
    format!(
        "echo >>asked\ngrep -q ':named ddsmt-17' \"$1\" && grep -q get-model \"$1\" || exit 1\nprintf '%b' '{printed}'"
    )
}

const CORE: &str = "unsat\\n(error \"there is no model\")\\n(ddsmt-19\\n ddsmt-26)\\n";

fn test() -> Test {
    Test::on(script()).solver(&needs(FAILS)).options("-v")
}

fn asked(run: &Outcome) -> usize {
    if run.path("asked").exists() { run.read("asked").len() } else { 0 }
}

#[test]
fn assertions_outside_of_the_core_go_at_once() {
    let without = test().run();
    without.status(0).does_not_say("hints:");
    let run = test().script("knows", &knows(CORE)).options("--hints ./knows").run();
    run.status(0).says("hints: assertions outside of the unsat core: 14\n").reduced(without.result());
    run.says("erase assertion outside of the unsat core: gran: 14, ");
    assert!(run.tests() + 8 < without.tests(), "{} instead of {} checks", run.tests(), without.tests());
    assert_eq!(asked(&run), 1);
}

#[test]
fn constants_become_their_values_in_the_model() {
    let text = "(declare-const p Int)\n(declare-const q Int)\n(assert (= p (* 2 q)))\n(assert (> q 20))\n(check-sat)\n";
    let model = "sat\\n(model\\n  (define-fun q () Int\\n    21)\\n  (define-fun p () Int 42))\\n";
    let fails = needs(&["(= ", " 21)"]);
    let solver = format!("case $(cat \"$1\") in *'= p'*) exit 9 ;; esac\n{fails}");
    let knows = format!("printf '%b' '{model}'");
    let run = Test::on(text).solver(&solver).script("knows", &knows).options("-v --hints ./knows").run();
    run.status(0).says("hints: constants with a value in the model: 2\n");
    run.says("replace declared constant by its value in a model: gran: 2, ");
    assert!(!run.result().contains("declare"));
}

#[test]
fn a_solver_that_ends_at_the_first_error_is_asked_for_the_core_alone() {
    let knows = "echo >>asked\necho unsat\nif grep -q get-model \"$1\"; then echo '(error \"no\")'; exit 1; fi
        echo '(ddsmt-19 ddsmt-26)'";
    let run = test().script("knows", knows).options("--hints ./knows").run();
    run.status(0).says("hints: assertions outside of the unsat core: 14\n");
    assert_eq!(asked(&run), 2);
}

#[test]
fn a_solver_that_knows_nothing_changes_nothing() {
    let test = || test().options("--strategy ddmin");
    let without = test().run();
    let rows = [
        ("exit 1", "prints nothing"),
        ("echo unknown", "prints nothing"),
        ("echo sat; echo '('", "prints nothing"),
        ("printf 'unsat\\0(((\\377\"|'", "prints nothing"),
        ("kill -9 $$", "prints nothing"),
        ("sleep 1000 & wait", "reaches its time limit"),
    ];
    for (knows, words) in sample(rows, 3) {
        let run = test().script("knows", knows).options("--hints ./knows --timeout 2").run();
        run.status(0).says(&format!("[ddSMT INFO] hints: none; the solver {words}")).reduced(without.result());
        assert_eq!(run.tests(), without.tests(), "{knows}");
    }
}

#[test]
fn no_solver_is_asked_for_hints_that_nothing_uses() {
    let off = ["--no-model-value --no-outside-core", "--disable-all --erase-node", "--format lines", "--unchecked"];
    for options in sample(off, 2) {
        let run = test().script("knows", &knows(CORE)).options(options).options("--hints ./knows").run();
        run.status(0).does_not_say("hints:");
        assert_eq!(asked(&run), 0, "{options}");
    }
    let one = test().script("knows", &knows(CORE)).options("--no-model-value --hints ./knows").run();
    one.status(0).says("hints: assertions");
}

#[test]
fn the_solver_of_disagree_is_asked_for_hints() {
    let wrong = format!(
        "{}\necho unsat",
        needs(FAILS).replace("exit 0", "{ echo unsat; exit 0; }").replace("exit 9", "echo sat; exit")
    );
    let core = knows(CORE).replace("|| exit 1", "|| { echo unsat; exit; }");
    for options in sample(["--disagree ./knows", "--disagree ./nothing --hints ./knows"], 2) {
        let test = Test::on(script()).solver(&wrong).script("knows", &core).script("nothing", "echo unsat");
        let run = test.options("-v").options(options).run();
        run.status(0).says("hints: assertions outside of the unsat core: 14\n");
    }
    test().options("--hints ./nowhere").run().status(1).says("Command \"./nowhere\" is not a regular file");
}

#[test]
fn any_number_of_jobs_and_a_resumed_run_give_the_same_bytes() {
    let hinted = || test().script("knows", &knows(CORE)).options("--hints ./knows");
    let alone = hinted().options("-j1").run();
    let run = hinted().options("-j8").run();
    run.status(0).reduced(alone.result());
    assert_eq!(run.tests(), alone.tests());
    let line = "ddsmt --journal j --hints ./knows in.smt2 out.smt2 ./solver && cp out.smt2 first
        ddsmt -v --journal j --resume --hints ./knows in.smt2 out.smt2 ./solver && cmp out.smt2 first";
    let resumed = hinted().run_line(line);
    resumed.status(0).reduced(alone.result()).says("hints: assertions");
    assert_eq!(asked(&resumed), 2);
}

#[test]
fn a_core_of_z3_saves_checks() {
    let Some(other) = real_solver("z3-4.14.1") else { return };
    let declared = (0..16).map(|i| format!("(declare-const x{i} Int)\n"));
    let asserted = (0..16).map(|i| format!("(assert (< x{i} {i}{i}))\n"));
    let script = declared.chain(asserted).collect::<String>() + "(assert (> x3 40))\n(check-sat)\n";
    let test = || Test::on(&script).needs(&["(< x3 33)", "(> x3 40)"]).options("-v");
    let without = test().run();
    let run = test().option("--hints").option(other).run();
    run.status(0).says("hints: assertions outside of the unsat core: 15\n").reduced(without.result());
    assert!(run.tests() < without.tests(), "{} instead of {} checks", run.tests(), without.tests());
}

#[test]
fn a_core_of_cvc5_is_read_although_it_ends_at_errors() {
    let Some(other) = real_solver("cvc5-1.0.3") else { return };
    let test = Test::on_file("examples/invalid-model-cvc5-memory.smt2").needs(&["(store memory #x05 #x05)"]);
    let run = test.option("--hints").option(other).options("-v --strategy ddmin").run();
    run.status(0).says("hints: assertions outside of the unsat core: ").says("erase assertion outside");
}

#[test]
fn a_model_of_z3_is_read() {
    let Some(other) = real_solver("z3-4.14.1") else { return };
    let solver = repository().join("examples/stand-in-solver");
    let run =
        Test::on_file("examples/first.smt2").command([solver]).option("--hints").option(other).options("-v").run();
    run.status(0).says("hints: constants with a value in the model: ");
}
