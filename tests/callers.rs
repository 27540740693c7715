//! Calls of ddSMT from scripts of its users: the command lines run unchanged, with stand-ins for their programs.

use crate::test::{Test, repository, sample};
use std::process::Command;

/// The input of each line.
const BUG: &str = "(set-info :status sat)\n(declare-const x Int)\n(assert (> x 0))\n(assert (< x 9))\n(check-sat)\n";

/// A solver that crashes with a message of two lines.
const CRASHING: &str = "for input; do :; done
case $(cat \"$input\") in *'(assert (> x 0))'*) ;; *) echo sat; exit 0 ;; esac
printf 'Fatal failure in solver.cpp:12\\nassertion: left != right\\n' >&2
exit 134";

/// Stands for a script that compares two solvers, which are given before the input: status 1 if they disagree.
const DIFFERS: &str = "for input; do :; done
case $(cat \"$input\") in *'(assert (> x 0))'*) exit 1 ;; esac
exit 0";

struct Caller {
    name: &'static str,
    /// A script that runs in the folder of the input, with `ddsmt` in its path.
    line: &'static str,
    /// The path of the result.
    output: &'static str,
    /// The text of the result.
    result: &'static str,
}

const CALLERS: &[Caller] = &[
    Caller {
        name: "a fuzzer that gives two commands to its script, and reads both streams",
        line: "mkdir reducing; mv in.smt2 bug.smt2.orig
               timeout 300 ddsmt -j 2 -v --ignore-output bug.smt2.orig reducing/bug.smt2 \
               ./bin/check-regression.py 5 'old solver' 'new solver' 2>&1 | cat >log
               grep -q 'INFO. reduced file:' log",
        output: "reducing/bug.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a script that takes all of the message for a match, which has two lines",
        line: "set -- in.smt2 out.smt2 ./crashing
               ERROR=$($3 $1 2>&1 >/dev/null) || :
               [ $(echo \"$ERROR\" | wc -l) = 2 ]
               ddsmt -j8 -v --match-err \"$ERROR\" $1 $2 $3 2>log
               grep -q 'match (stderr): \"Fatal failure in solver.cpp:12' log",
        output: "out.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a script that takes the expected answer out of the input first",
        line: "sed '/:status/d' in.smt2 >out.smt2.in
               ddsmt -v --ignore-output out.smt2.in out.smt2 \"$PWD/bin/result_differs.py\" ./crashing",
        output: "out.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "the experiments of the paper",
        line: "for strategy in ddmin hierarchical hybrid; do
                   ddsmt -j1 -v --strategy $strategy --match-err 'left != right' in.smt2 out.smt2 ./crashing --opt 3
                   ddsmt -j1 -v --strategy $strategy --match-out 'sat' in.smt2 other.smt2 ./answering -i
                   ddsmt -j1 -v --strategy $strategy --ignore-output in.smt2 other.smt2 ./bin/result_differs.py a b
                   ddsmt -j1 -v --strategy $strategy --cross-check ./answering in.smt2 other.smt2 ./crashing
               done",
        output: "out.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a harness that reduces a file in its place",
        line: "THREADS=2; F=in.smt2; TEST_SCRIPT=./bin/result_differs.py
               ddsmt --ignore-output -j \"$THREADS\" \"$F\" \"$F\" \"$TEST_SCRIPT\"",
        output: "in.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a harness with a limit for its predicate",
        line: "ddsmt -j 1 --timeout 30 --ignore-output in.smt2 out.smt2 ./bin/result_differs.py",
        output: "out.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a script in the path that is given the expected answers",
        line: "PATH=$PWD/bin:$PATH B=in.smt2
               ddsmt $B dd.$B result_differs.py unsat sat ./one ./two --strings-exp",
        output: "dd.in.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "files in the home folder, and a bare wrapper beside the shell",
        line: "mv in.smt2 ~/bug.smt2; cp bin/result_differs.py wrapper.py
               ddsmt -v ~/bug.smt2 ~/bug-red.smt2 wrapper.py",
        output: "home/bug-red.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a job in the background of a fuzzing script",
        line: "cp crashing check-crash.sh; FILE=in.smt2
               ddsmt --version | grep -q 2.0.6
               ddsmt -v --ignore-output $FILE $FILE.reduced check-crash.sh &
               wait $!",
        output: "in.smt2.reduced",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a line that was written for version 1",
        line: "f=in.smt2; ddsmt -v --match-err different $f $f.minimized.smt2 different.sh",
        output: "in.smt2.minimized.smt2",
        result: "(assert (> x 0))\n",
    },
    Caller {
        name: "a wrapper that reads what is typed",
        line: "printf '#!/bin/sh\\nread -r answer\\nexec ./crashing \"$@\"\\n' >asks; chmod +x asks
               echo ignored | ddsmt -v in.smt2 out.smt2 ./asks",
        output: "out.smt2",
        result: "(assert (> x 0))\n",
    },
];

#[test]
fn the_lines_of_callers_run_unchanged() {
    for caller in sample(CALLERS, 6) {
        let run = Test::on(BUG)
            .script("crashing", CRASHING)
            .script("different.sh", &format!("{}\n", DIFFERS.replace("exit 1", "echo different >&2")))
            .script("answering", "echo sat")
            .script("bin/check-regression.py", DIFFERS)
            .script("bin/result_differs.py", DIFFERS)
            .output(caller.output)
            .run_line(caller.line);
        println!("{}", caller.name);
        run.status(0).reduced(caller.result);
    }
}

/// Fuzzing scripts call `python3 -m ddsmt` after `pip3 install ddsmt`. The wheel's files are laid out as
/// `pip install --target` does.
#[test]
fn the_lines_of_callers_run_unchanged_by_the_module_of_python() {
    if Command::new("python3").arg("--version").output().is_err() {
        println!("there is no python3");
        return;
    }
    let test = Test::on(BUG).script("check-crash.sh", CRASHING);
    let site = test.path("site");
    let test = test
        .environment("PYTHONPATH", &site)
        .environment("PYTHONDONTWRITEBYTECODE", "1")
        .file("site/bin/note", "")
        .link("site/ddsmt", repository().join("scripts/package.d/ddsmt"))
        .link("site/bin/ddsmt", env!("CARGO_BIN_EXE_ddsmt"));
    let line = "FILE=in.smt2
        python3 -m ddsmt --version | grep -q 2.0.6
        python3 -m ddsmt -v --ignore-output $FILE $FILE.second check-crash.sh &
        python3 -m ddsmt -v $FILE $FILE.reduced check-crash.sh
        wait $!
        cmp $FILE.reduced $FILE.second
        python3 -c 'import ddsmt; ddsmt.nodes' 2>&1 | grep -q 'ddsmt is a program'
        python3 -m ddsmt --match-err no $FILE $FILE.no check-crash.sh && exit 1 || [ $? = 1 ]";
    test.output("in.smt2.reduced").run_line(line).status(0).reduced("(assert (> x 0))\n");
}

#[test]
fn the_recipes_of_the_manual_run_unchanged() {
    let text = "(assert (let ((a (+ x 1)) (b 2)) (> a b)))\n";
    let rows = [
        ("--disable-all --let-elimination --let-substitution", "(assert (> (+ x 1) 2))\n"),
        ("--unchecked --disable-all --let-substitution", "(assert (let ((a (+ x 1)) (b 2)) (> (+ x 1) 2)))\n"),
        ("--unchecked --disable-all --let-elimination", "(assert (> a b))\n"),
        ("--unchecked --disable-all --erase-node", ""),
        ("--unchecked", ""),
        ("--unchecked --strategy ddmin", ""),
        ("--unchecked --strategy hierarchical", ""),
        ("--unchecked --disable-all", text),
    ];
    for (options, result) in rows {
        let run = Test::on(text).solver("exit 0").options(options).run();
        println!("{options}");
        run.status(0).reduced(result);
    }
}
