//! Cheaper starts of a solver by memory tunables, which change nothing else.

use crate::test::{Outcome, Test, sample};

const INPUT: &str = "(declare-const x Bool)\n(assert x)\n(assert (not x))\n(check-sat)\n";

/// Returns the text of a solver that needs many pages if it has no tunables. It notes its tunables in `seen`, and then
/// runs the line `note`.
fn dearer_without(note: &str) -> String {
    format!(
        "echo \"${{GLIBC_TUNABLES-none}}\" >>seen\n\
         [ \"$GLIBC_TUNABLES\" ] || head -c 24000000 /dev/zero | tail -c 20000000 >/dev/null\n\
         {note}\n\
         grep -q '(assert x)' \"$1\" && exit 9; exit 0"
    )
}

fn seen(run: &Outcome) -> Vec<String> {
    run.text("seen").lines().map(str::to_owned).collect()
}

#[test]
fn memory_tunables_that_save_page_faults_are_used_but_for_the_last_run() {
    let run = Test::on(INPUT).plain_environment().solver(&dearer_without("")).options("-v -j1").run();
    run.status(0).reduced("(assert x)\n").says("[ddSMT INFO] memory tunables: ");
    let seen = seen(&run);
    assert_eq!(seen.last().map(String::as_str), Some("none"));
    assert!(seen.iter().filter(|value| *value != "none").count() > 3, "{seen:?}");
}

#[test]
fn memory_tunables_are_not_used_where_something_may_depend_on_them() {
    let used = |test: Test| {
        let run = test.options("-v -j1").run();
        run.status(0).reduced("(assert x)\n").does_not_say("memory tunables");
        seen(&run).iter().filter(|value| value.starts_with("glibc.malloc.hugetlb")).count()
    };
    let solver = dearer_without("");
    let run = |options: &str| {
        let test = Test::on(INPUT).plain_environment().solver(&format!("echo 999\n{solver}"));
        test.options("-v -j1 --disable-all --erase-node").options(options).run()
    };
    run("").status(0).says("memory tunables: ");
    let off = vec!["--memout 4000", "--no-memory-tunables", "--stat 9(9)9 --at-least 9", "--repeat 2"];
    for options in sample(off, 2) {
        let run = run(options);
        run.status(0).does_not_say("memory tunables");
        assert!(seen(&run).iter().all(|value| value == "none"), "{options}");
    }
    assert_eq!(
        used(
            Test::on(INPUT).plain_environment().solver(&solver).environment("GLIBC_TUNABLES", "glibc.malloc.perturb=0")
        ),
        0
    );
    // Two runs with tunables are made at the same time, and two more, but none after these.
    let prints = dearer_without("echo \"$GLIBC_TUNABLES\" >&2");
    assert!(used(Test::on(INPUT).plain_environment().solver(&prints)) <= 7);
}

#[test]
fn page_faults_of_other_programs_do_not_count() {
    // The command needs few pages; z3, which is asked whether it contradicts the command, needs many.
    let busy = "echo sat; i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done";
    let many = "echo >>asked; for i in 1 2 3 4 5; do head -c 24000000 /dev/zero | tail -c 20000000 >/dev/null; done";
    let test = Test::on(INPUT).plain_environment().solver(busy).script("path/z3", many);
    let path = format!("{}:{}", test.path("path").display(), std::env::var("PATH").unwrap_or_default());
    let run = test.environment("PATH", path).options("-v -j1").run();
    run.status(0).holds("asked", "\n").does_not_say("memory tunables");
}
