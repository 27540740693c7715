//! Misbehaving solvers, inputs and outputs: each row of the two tables in tests/README.md is proved by a call.

mod ends;
mod files;
mod leaks;
mod slots;
mod verdicts;

use crate::test::{DISTURBED, NOTE_PLACE, Outcome, Test, all_cases, in_threads, needs, sample, updated};
use std::fmt::Write;

/// A row of a table: a case, what ddsmt does then, and a call that proves it.
struct Row {
    when: &'static str,
    then: &'static str,
    run: fn() -> Outcome,
    status: i32,
    says: &'static str,
    /// The content of the output file; `None` if there must be no file.
    result: Option<&'static str>,
}

/// A script of which only the assertion matters.
const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

/// The result of reducing [`SMALL`].
const LEFT: Option<&str> = Some("(assert)\n");

/// A line of a solver behind which only one run continues.
const ONCE: &str = "mkdir \"$HOME/once\" 2>/dev/null || exit 0\n";

/// Returns a call with a solver that fails if its input has the assertion, and otherwise runs `body`.
fn without_failure(body: &str) -> Test {
    Test::on(SMALL).solver(&format!("{NOTE_PLACE}case $(cat \"$1\") in *'(assert'*) exit 9 ;; esac\n{body}"))
}

/// Returns a call with a solver that runs `body`, and then fails if its input has the assertion.
fn always(body: &str) -> Test {
    Test::on(SMALL).solver(&format!("{NOTE_PLACE}{body}\n{}", needs(&["(assert"])))
}

/// Checks that the solvers of a run have started at least `started` processes that ddsmt has to end, and that none is
/// left.
fn all_ended(run: Outcome, started: usize) -> Outcome {
    let notes = run.read("home/pids");
    assert!(notes.iter().filter(|&&byte| byte == b'\n').count() >= started, "fewer than {started} processes");
    run.has_ended("home/pids");
    run
}

/// Returns a call on an input with this text, whose solver fails if it has the assertion.
fn on(text: impl AsRef<[u8]>) -> Test {
    Test::on(text).solver("grep -q '(assert' \"$1\" && exit 9")
}

/// Returns lines that run `prepare`, and then the program on the input, without the privileges that tests may have.
fn unprivileged(prepare: &str, output: &str) -> String {
    format!(
        "cp \"$(command -v ddsmt)\" home/; chmod 755 .; chmod 777 home tmp
        {prepare}
        [ $(id -u) != 0 ] || set -- setpriv --reuid=65534 --regid=65534 --clear-groups
        \"$@\" home/ddsmt in.smt2 {output} ./solver"
    )
}

/// Runs ddsmt with its output on a small full disk, or on `/dev/full` if no disk can be mounted.
const FULL_DISK: &str = "
    unshare -rm true 2>/dev/null || exec ddsmt in.smt2 /dev/full ./solver
    mkdir home/disk
    unshare -rm sh -euc '
        mount -t tmpfs -o size=16k none home/disk
        mv out.smt2 home/disk/
        cat /dev/zero >home/disk/fill 2>/dev/null || status=0
        ddsmt in.smt2 home/disk/out.smt2 ./solver || status=$?
        [ \"$(ls -A home/disk)\" = \"$(printf \"fill\\nout.smt2\")\" ] || exit 9
        cp home/disk/out.smt2 . || exit 9
        exit $status'";

/// A solver that prints more than its limit if it does not fail: in one run 66 MB and then 4 MB to stdout, in the
/// others 10 MB to stderr. A pipe holds 1 MB at most.
const PRINTS: &str = "
    case $(cat \"$1\") in *'(assert'*) echo defect; exit 9 ;; esac
    if mkdir \"$HOME/once\" 2>/dev/null; then
        head -c 66000000 /dev/zero
        mkdir \"$HOME/most\"
        head -c 4000000 /dev/zero
    else
        mkdir -p \"$HOME/first\"
        head -c 10000000 /dev/zero >&2
    fi
    mkdir -p \"$HOME/end\"";

const SOLVERS: &[Row] = &[
    Row {
        when: "hangs, and ignores SIGTERM",
        then: "is killed at its time limit; such a candidate does not count as failing",
        run: || {
            let hangs = "trap '' TERM INT HUP; echo $$ >>\"$HOME/pids\"; while :; do sleep 1; done";
            all_ended(without_failure(&format!("{ONCE}{hangs}")).options("-j1 --timeout 2").run(), 1)
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "leaves children running",
        then: "they are killed with it, as members of its process group",
        run: || all_ended(without_failure("sleep 1000 & echo $! >>\"$HOME/pids\"").run(), 1),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "starts daemons with `setsid`, a double fork, an empty environment",
        then: "they are found as orphans that we adopt and by a mark in their environment, and killed when we end at the latest; after a `kill -9` of ours, the next start does it",
        run: || {
            let daemon = "(%s sh -c 'echo $$ >>\"$0\"; exec sleep 1000' \"$HOME/pids\" >/dev/null 2>&1 &)\n";
            let all = ["setsid", "setsid setsid", "env -i setsid"].map(|with| daemon.replace("%s", with)).concat();
            // An error of `wc` would be a difference on stderr.
            let waits = ": >>\"$HOME/pids\"\nwhile [ $(wc -l <\"$HOME/pids\") -lt 3 ]; do sleep 0.01; done";
            // With one job the run that starts the daemons is not cancelled.
            all_ended(without_failure(&format!("{ONCE}{all}{waits}")).options("-j1 --timeout 600").run(), 3)
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "prints without end",
        then: "is killed at the first byte that cannot match, at 64 MB where all might",
        run: || {
            // Nothing on stderr can match, and anything on stdout might. A run that is not killed reaches its end and
            // notes it.
            let run = Test::on(SMALL)
                .solver(&format!("{NOTE_PLACE}{PRINTS}"))
                .options("-j1 --match-out defect --timeout 600")
                .run();
            for (name, is_there) in [("first", true), ("most", true), ("end", false)] {
                assert_eq!(run.path("home").join(name).exists(), is_there, "{name}");
            }
            run
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "prints without end what is ignored",
        then: "is read, so that it does not block, and is killed at its time limit",
        run: || without_failure(&format!("{ONCE}exec yes")).options("-j1 --ignore-output --timeout 2").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "closes its outputs",
        then: "its end is waited for all the same",
        run: || always("exec >&- 2>&-").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "waits for standard input",
        then: "finds it at its end",
        run: || always("cat >/dev/null").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "prints NULs and invalid UTF-8",
        then: "outputs are bytes and compared as such",
        run: || always("printf '\\000\\377'; printf '\\200' >&2").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "dies by a signal",
        then: "the signal is its exit status; no core is written",
        run: || {
            // A reduction that takes one of these statuses for the signal would lose the assertion.
            let exits = "echo >>\"$HOME/count\"; case $(($(wc -l <\"$HOME/count\") % 3)) in \
                0) exit 11 ;; 1) exit 139 ;; *) exit 245 ;; esac";
            let dies = "case $(cat \"$1\") in *'(assert'*) kill -SEGV $$ ;; esac";
            let run = Test::on(SMALL).solver(&format!("{NOTE_PLACE}{dies}\n{exits}")).options("-j1").run();
            assert!(run.read("home/count").len() >= 3, "each is tried");
            run
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "allocates more than `--memout`",
        then: "its allocation fails; what it does then is compared",
        run: || {
            let greedy = "text=$(head -c 100000000 /dev/zero | tr '\\000' a); exit 9";
            without_failure(greedy).options("--memout 30").run()
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "fills the disk",
        then: "its `TMPDIR` lies on the disk and is emptied after each run; candidates move there if the memory is full",
        run: || {
            let fills = "[ -z \"$(ls -A \"$TMPDIR\")\" ] || exit 9; head -c 1000000 /dev/zero >\"$TMPDIR/full\"";
            without_failure(fills).run()
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "writes to, truncates or deletes its input",
        then: "every run finds its input as it should be",
        run: || {
            let vandal =
                "text=$(cat \"$1\"); case $(($$ % 3)) in 0) echo x >>\"$1\" ;; 1) : >\"$1\" ;; 2) rm \"$1\" ;; esac
                case $text in *'(assert'*) exit 9 ;; esac";
            Test::on(SMALL).solver(vandal).run()
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "changes files of the working directory",
        then: "may do so, since it runs where you have started `ddsmt`; they stay as it leaves them",
        run: || always("echo litter >home/litter").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "prints the path of its input",
        then: "such paths count as the same",
        run: || always("echo \"$1 in $TMPDIR\"").options("-j2").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "prints a time, a process number, an address",
        then: "the golden runs differ; each line that does is told, with the words to match instead",
        run: || always("echo \"at 0x$$\"").run(),
        status: 0,
        says: "two golden runs differ in line 1 of stdout: 'at 0x",
        result: Some(SMALL),
    },
    Row {
        when: "is replaced or rebuilt during the run",
        then: "the run goes on with the new one and warns of it; the result is run again, and steps after which it does not fail are taken back; `--resume` refuses (of what a wrapper script starts we do not know)",
        run: || {
            let replaced = "echo >>\"$HOME/count\"; [ $(wc -l <\"$HOME/count\") -ne 8 ] || \
                { printf '#!/bin/sh\\nexit 0' >new; chmod 755 new; mv new solver; }";
            always(replaced).options("-j1").run()
        },
        status: 0,
        says: "was replaced during the run",
        result: Some(SMALL),
    },
    Row {
        when: "vanishes during the run",
        then: "an error; the best so far is kept",
        run: || {
            always("echo >>\"$HOME/count\"; [ $(wc -l <\"$HOME/count\") -lt 2 ] || rm -f solver").options("-j1").run()
        },
        status: 1,
        says: "[ddSMT ERROR] the solver could not be run: No such file or directory",
        result: Some(SMALL),
    },
    Row {
        when: "fails sometimes",
        then: "with `--repeat` and `--need` a candidate is checked as often as it takes; the rate is measured and told",
        run: || {
            let third = "echo >>\"$HOME/count\"; [ $(($(wc -l <\"$HOME/count\") % 3)) = 0 ] || exit 0";
            always(third).options("-j1 --repeat 6 --need 2").run()
        },
        status: 0,
        says: "the failure is in 2 of 6 runs of the result",
        result: LEFT,
    },
    Row {
        when: "does not fail on the result when that is run again",
        then: "steps are taken back to the last after which it does, and it is said",
        run: || {
            let later =
                "echo >>\"$HOME/count\"; [ $(wc -l <\"$HOME/count\") -le 9 ] || grep -q check-sat \"$1\" || exit 0";
            always(later).options("-j1").run()
        },
        status: 0,
        says: "the failure is flaky: the last ",
        result: Some(SMALL),
    },
    Row {
        when: "computes longer than before when the result is run again, as on a busy machine",
        then: "no step is taken back: there, too, the automatic limit counts elapsed time only while a run does nothing",
        run: || {
            let again = "seen=\"$HOME/$(cksum <\"$1\" | tr ' ' -)\"; \
                [ ! -e \"$seen\" ] || grep -q check-sat \"$1\" || timeout 2 sh -c 'while :; do :; done'; touch \"$seen\"";
            always(again).options("-j1 --no-warm-start").run()
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "disturbs its other runs, as by a file of a fixed name",
        then: "a text that has failed is run again now and then; if it does not fail beside other runs, but alone, the search begins again with one job, and it is said",
        run: || {
            let input = "(declare-const x Bool)\n(check-sat)\n(push 1)\n".repeat(200) + SMALL;
            Test::on(input).solver(DISTURBED).options("-j4").run()
        },
        status: 0,
        says: "[ddSMT WARNING] runs of the command disturb each other",
        result: LEFT,
    },
    Row {
        when: "gets slower and slower",
        then: "a run that ends near its limit is made again with more time before it decides",
        run: || {
            let slower = "echo >>\"$HOME/count\"; sleep 0.$(printf '%03d' $(($(wc -l <\"$HOME/count\") * 8)))";
            always(slower).options("-j1").run()
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "exits with 0 and tells of its failure on stderr only",
        then: "both outputs are compared, and not only the status",
        run: || Test::on(SMALL).solver("grep -q '(assert' \"$1\" && echo defect >&2; exit 0").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
];

const FILES: &[Row] = &[
    Row {
        when: "the input is missing",
        then: "an error",
        run: || Test::without_input().solver("exit 9").run(),
        status: 1,
        says: "ddsmt: error: input file is not a regular file",
        result: None,
    },
    Row {
        when: "it is a directory",
        then: "an error",
        run: || on(SMALL).input("home").run(),
        status: 1,
        says: "ddsmt: error: input file is not a regular file",
        result: None,
    },
    Row {
        when: "it is a FIFO",
        then: "an error, since it could be read only once",
        run: || on(SMALL).run_line("mkfifo home/fifo && ddsmt home/fifo out.smt2 ./solver"),
        status: 1,
        says: "ddsmt: error: input file is not a regular file",
        result: None,
    },
    Row {
        when: "it must not be read",
        then: "an error",
        run: || {
            on(SMALL).file("out.smt2", SMALL).run_line(&unprivileged("chmod 0 in.smt2; chmod 666 out.smt2", "out.smt2"))
        },
        status: 1,
        says: "[ddSMT ERROR] in.smt2: Permission denied",
        result: Some(SMALL),
    },
    Row {
        when: "it is empty",
        then: "works",
        run: || Test::on("").solver("exit 9").run(),
        status: 0,
        says: "[ddSMT WARNING] unable to minimize input file",
        result: Some(""),
    },
    Row {
        when: "it holds nothing but comments",
        then: "works; they go unless the failure needs them",
        run: || Test::on("; a comment\n").solver("exit 9").run(),
        status: 0,
        says: "size       12 -> 0 bytes (0.0%), 0 -> 0 tokens (100.0%)",
        result: Some(""),
    },
    Row {
        when: "a parenthesis is never opened",
        then: "an error with its place; `--lenient` goes on",
        run: || on("(assert x))\n").run(),
        status: 1,
        says: "[ddSMT ERROR] in.smt2:1:11: unexpected ')'; --lenient goes on",
        result: None,
    },
    Row {
        when: "a parenthesis, a string or a quoted symbol is never closed",
        then: "the same",
        run: || on("(assert x)\n(echo \"|)\n").run(),
        status: 1,
        says: "[ddSMT ERROR] in.smt2:2:7: string is never closed; --lenient goes on",
        result: None,
    },
    Row {
        when: "it holds NULs",
        then: "works: they are part of tokens",
        run: || on("(assert \0)\n(check\0-sat)\n").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "its lines end with CR LF",
        then: "works; they go unless the failure needs them",
        run: || on(SMALL.replace('\n', "\r\n")).run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "it starts with a byte-order mark",
        then: "works; it goes unless the failure needs it",
        run: || on(format!("\u{feff}{SMALL}")).run(),
        status: 0,
        says: "the input begins with a byte-order mark",
        result: LEFT,
    },
    Row {
        when: "it is in Latin-1",
        then: "works: tokens are bytes",
        run: || on(b"(set-info :source |caf\xe9|)\n(assert \"\xe9\")\n").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "a million parentheses are nested",
        then: "works: nothing recurses on the input",
        run: || {
            let deep = "(".repeat(500_000) + &")".repeat(500_000);
            on(format!("{deep}\n(assert x)\n")).options("--strategy ddmin --disable-all --erase-node").run()
        },
        status: 0,
        says: "",
        result: Some("(assert x)\n"),
    },
    Row {
        when: "a line has 100 MB",
        then: "works",
        run: || {
            let long = "x".repeat(if all_cases() { 100_000_000 } else { 10_000_000 });
            on(format!("(assert x) ; {long}\n")).run()
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "the folder of the output is missing",
        then: "an error before anything is run",
        run: || on(SMALL).run_line("ddsmt in.smt2 none/out.smt2 ./solver"),
        status: 1,
        says: "ddsmt: error: output file \"none/out.smt2\" can not be written",
        result: None,
    },
    Row {
        when: "it must not be written to",
        then: "an error before anything is run",
        run: || on(SMALL).run_line(&unprivileged("chmod 555 home", "home/out.smt2")),
        status: 1,
        says: "ddsmt: error: output file \"home/out.smt2\" can not be written",
        result: None,
    },
    Row {
        when: "the disk is full",
        then: "an error; the last version that was whole stays, and `--resume` needs no search when there is room",
        run: || on(SMALL).file("out.smt2", SMALL).run_line(FULL_DISK),
        status: 1,
        says: "not written, but --resume need not search again: No space left on device",
        result: Some(SMALL),
    },
    Row {
        when: "the output is a symbolic link",
        then: "stays one, and its target is replaced",
        run: || {
            let line = "echo old >home/target; ln -s home/target out.smt2; ddsmt in.smt2 out.smt2 ./solver && test -L out.smt2";
            on(SMALL).run_line(line)
        },
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "the output is the input",
        then: "works; the journal keeps the input for `--resume`",
        run: || on(SMALL).output("in.smt2").run(),
        status: 0,
        says: "",
        result: LEFT,
    },
    Row {
        when: "the output is being read while it is replaced",
        then: "whoever has opened it reads on in the old version",
        run: || {
            let line = "echo old >out.smt2; exec 3<out.smt2; ddsmt in.smt2 out.smt2 ./solver && grep -qx old <&3";
            on(SMALL).run_line(line)
        },
        status: 0,
        says: "",
        result: LEFT,
    },
];

/// Runs the call of a row and checks its outcome.
fn show(row: &Row) {
    let run = (row.run)();
    run.status(row.status).says(row.says);
    if let Some(result) = row.result {
        run.reduced(result);
    }
    let may_be_there = |name: &&str| run.path(name).exists() && (*name != "out.smt2" || row.result.is_some());
    run.leaves(&["in.smt2", "out.smt2", "solver"].into_iter().filter(may_be_there).collect::<Vec<_>>());
}

fn show_all(rows: &'static [Row]) {
    in_threads(sample(rows, 3).map(|row| (row.when, row)), 4, show);
}

#[test]
#[cfg_attr(feature = "portable", ignore = "orphans are reaped by whom the system gives them")]
fn misbehaving_solvers_do_no_harm() {
    show_all(SOLVERS);
}

#[test]
fn odd_files_work_or_are_told() {
    show_all(FILES);
}

#[test]
fn the_tables_of_the_readme_list_all_rows() {
    let mut text = String::new();
    for (title, rows) in [("if the solver", SOLVERS), ("if", FILES)] {
        write!(text, "\n| {title} | then |\n|---|---|\n").expect("a string");
        for Row { when, then, .. } in rows {
            writeln!(text, "| {when} | {then} |").expect("a string");
        }
    }
    updated(
        "tests/README.md",
        "<!-- misbehaviour -->",
        "<!-- end misbehaviour -->",
        &format!("{text}\n"),
        str::to_owned,
    );
}
