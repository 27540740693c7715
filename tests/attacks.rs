//! What other users, other programs, and the system can do to a run. Each row is a
//! few lines for the shell; `ddsmt` is in its path, and `./solver` fails as long as
//! its input holds the assertion.

use crate::test::Test;
use std::thread;

/// One attack.
struct Row {
    /// The promise that it tries to break.
    promise: &'static str,
    /// What is done. It ends with the status of the row.
    attack: &'static str,
    status: i32,
    /// What the error output holds.
    says: &'static str,
    /// What the output file holds; nothing if that is not looked at.
    result: Option<&'static str>,
}

const SMALL: &str = "(declare-const x Bool)\n(assert (and x x))\n(check-sat)\n";

const SOLVER: &str = "grep -q '(assert' \"$1\" && exit 9";

/// The promise that is to be broken by these lines, which succeed nevertheless.
const fn kept(promise: &'static str, attack: &'static str) -> Row {
    Row { promise, attack, status: 0, says: "", result: Some("(assert)\n") }
}

/// The same where these lines look at what is left themselves.
const fn seen(promise: &'static str, attack: &'static str) -> Row {
    Row { promise, attack, status: 0, says: "", result: None }
}

/// Lines that are refused, with these words.
const fn refused(promise: &'static str, attack: &'static str, says: &'static str) -> Row {
    Row { promise, attack, status: 1, says, result: None }
}

const DATA: &[Row] = &[
    refused(
        "an input is never written over",
        "ddsmt --journal in.smt2 in.smt2 out.smt2 ./solver",
        "it is the input file",
    ),
    refused("a solver is never written over", "ddsmt --journal solver in.smt2 out.smt2 ./solver", "it is the command"),
    refused("a solver is no output", "ddsmt in.smt2 ./solver ./solver", "it is the command"),
    refused(
        "a result is never written over",
        "ddsmt --journal out.smt2 in.smt2 out.smt2 ./solver",
        "it is the output file",
    ),
    kept(
        "a folder is not ours because of its name",
        "mkdir tmp/ddsmt-results; touch tmp/ddsmt-results/owner tmp/ddsmt-results/thesis.tex
         ddsmt in.smt2 out.smt2 ./solver && test -e tmp/ddsmt-results/thesis.tex",
    ),
    seen(
        "an empty folder is not ours because of its name",
        "mkdir tmp/ddsmt-results
         ddsmt in.smt2 tmp/ddsmt-results/out.smt2 ./solver && grep -q assert tmp/ddsmt-results/out.smt2",
    ),
    kept(
        "a folder of `mktemp` is not ours",
        "theirs=$(mktemp -d tmp/ddsmt-XX''XX''XX); ddsmt in.smt2 out.smt2 ./solver && test -d $theirs",
    ),
    kept(
        "a file is not ours because of its name",
        "echo notes >.ddsmt-notes; ddsmt in.smt2 out.smt2 ./solver && grep -q notes .ddsmt-notes",
    ),
    kept(
        "a file that is called like a record is none",
        "echo went well >tmp/ddsmt-0123456789abcdef.run; ddsmt in.smt2 out.smt2 ./solver
         grep -q well tmp/ddsmt-0123456789abcdef.run",
    ),
    kept(
        "a pipe in the temporary folder holds nobody up",
        "mkdir tmp/ddsmt-evil; mkfifo tmp/ddsmt-evil/owner tmp/ddsmt-evil.run
         timeout -s KILL 60 ddsmt in.smt2 out.smt2 ./solver",
    ),
    kept(
        "fifty runs with outputs in one folder do not disturb one another",
        "for i in $(seq 8); do ddsmt -j1 in.smt2 out$i.smt2 ./solver & all=\"${all:-} $!\"; done
         for one in $all; do wait $one; done
         for i in $(seq 8); do grep -q assert out$i.smt2; done; cp out1.smt2 out.smt2",
    ),
    seen(
        "a file that is mounted is written",
        "unshare -rm true 2>/dev/null || exit 0
         echo old >out.smt2; echo other >home/mounted
         unshare -rm sh -euc 'mount --bind home/mounted out.smt2; ddsmt in.smt2 out.smt2 ./solver'
         test \"$(cat home/mounted)\" = '(assert)'",
    ),
    seen(
        "the file of another user in a sticky folder is written",
        "[ $(id -u) = 0 ] || exit 0
         cp \"$(command -v ddsmt)\" home/; chmod 755 .; chmod 777 home tmp; mkdir home/sticky; chmod 1777 home/sticky
         echo old >home/sticky/out; chmod 666 home/sticky/out; chown 12345:12345 home/sticky/out
         chown 1 home/sticky
         setpriv --reuid=65534 --regid=65534 --clear-groups home/ddsmt in.smt2 home/sticky/out ./solver
         grep -q assert home/sticky/out && test \"$(stat -c %u home/sticky/out)\" = 12345",
    ),
    seen(
        "owner and mode of the output stay",
        "echo old >out.smt2; chmod 604 out.smt2; [ $(id -u) != 0 ] || chown 12345:54321 out.smt2
         before=$(stat -c '%u %g %a' out.smt2); ddsmt in.smt2 out.smt2 ./solver
         test \"$(stat -c '%u %g %a' out.smt2)\" = \"$before\" && grep -q assert out.smt2",
    ),
    Row {
        promise: "what cannot be written at the end is refused at the beginning",
        attack: "echo old >out.smt2; chattr +a out.smt2 2>/dev/null || { rm out.smt2; mkdir out.smt2; }
            status=0; ddsmt in.smt2 out.smt2 ./solver || status=$?
            chattr -a out.smt2 2>/dev/null || true; test ! -e home/.cache/ddsmt; exit $status",
        status: 1,
        says: "can not be written",
        result: None,
    },
    seen(
        "a pipe as the output gets the result once",
        "ddsmt in.smt2 /dev/stdout ./solver | cat >got; test \"$(cat got)\" = '(assert)'",
    ),
    seen(
        "a named pipe as the output gets the result once",
        "mkfifo pipe; cat pipe >got & ddsmt in.smt2 pipe ./solver; wait; test \"$(cat got)\" = '(assert)'",
    ),
    seen(
        "what is offered in a layout has been run in it",
        "printf '(assert (and (and x y) (and y x) (and x x)))' >in.smt2
         printf '#!/bin/sh\\ngrep -q \"^(assert .*))\" \"$1\" && exit 9' >solver
         for layout in --pretty-print --wrap-lines; do
             ddsmt $layout in.smt2 out.smt2 ./solver; status=0; ./solver out.smt2 || status=$?; test $status = 9
         done",
    ),
    seen(
        "a result is never larger than the input",
        "printf '(assert(and x y))(check-sat)' >in.smt2
         printf '#!/bin/sh\\ntr -d \" \\\\n\" <\"$1\" | grep -qF \"(assert(andxy))(check-sat)\" && exit 9' >solver
         ddsmt in.smt2 out.smt2 ./solver; cmp in.smt2 out.smt2",
    ),
    seen(
        "a private output is private while it is written",
        "echo old >out.smt2; chmod 600 out.smt2
         printf '#!/bin/sh\\nfind . -maxdepth 1 -name \".ddsmt*\" -perm /077 >>home/seen\\n%s\\n' \\
             'grep -q assert \"$1\" && exit 9' >solver
         ddsmt in.smt2 out.smt2 ./solver; test ! -s home/seen && test $(stat -c %a out.smt2) = 600",
    ),
    seen(
        "profiles and differences are not written through links",
        "echo precious >home/precious; ln -s home/precious profile.json; ln -s home/precious .simp-1.diff
         ddsmt --profile --dump-diffs in.smt2 out.smt2 ./solver; test \"$(cat home/precious)\" = precious",
    ),
];

const VERDICTS: &[Row] = &[
    seen(
        "a memory limit holds at the first instruction, in all runs",
        "printf '#!/bin/sh\\nulimit -v >>home/limits; grep -q assert \"$1\" && exit 9' >solver
         ddsmt --memout 512 in.smt2 out.smt2 ./solver
         test \"$(sort -u home/limits)\" = 524288",
    ),
    seen(
        "the limit of processor time is that of the user, in all runs",
        "printf '#!/bin/sh\\nulimit -t >>home/limits; grep -q assert \"$1\" && exit 9' >solver
         ddsmt in.smt2 out.smt2 ./solver
         test \"$(sort -u home/limits)\" = \"$(ulimit -t)\"",
    ),
    refused(
        "a golden run that is cut off is told",
        "printf '#!/bin/sh\\nexec yes' >solver; ddsmt in.smt2 out.smt2 ./solver",
        "prints more than 64 MB",
    ),
    kept(
        "whoever talks for ever after the solver's end is not waited for",
        "printf '#!/bin/sh\\nsetsid sh -c \"while :; do echo x; sleep 0.01; done\" &\\n%s\\n' \\
             'grep -q assert \"$1\" && exit 9' >solver
         timeout -s KILL 100 ddsmt -j1 --ignore-output in.smt2 out.smt2 ./solver",
    ),
];

const ENDS: &[Row] = &[
    kept(
        "a run under nohup goes on when the terminal is closed",
        "printf '#!/bin/sh\\nkill -HUP $PPID; grep -q \"(assert\" \"$1\" && exit 9' >solver
         nohup ddsmt in.smt2 out.smt2 ./solver </dev/null",
    ),
    kept(
        "a job in the background of a script does not end at ^C",
        "printf '#!/bin/sh\\nkill -INT $PPID; grep -q \"(assert\" \"$1\" && exit 9' >solver
         sh -c 'ddsmt in.smt2 out.smt2 ./solver & wait $!'",
    ),
    kept(
        "what was ignored at our start is ignored by the solver",
        "printf '#!/bin/sh\\nkill -HUP $$; kill -INT $$; grep -q \"(assert\" \"$1\" && exit 9' >solver
         (trap '' HUP INT; ddsmt in.smt2 out.smt2 ./solver)",
    ),
    kept(
        "a run whose parent ignores the ends of its children works",
        "(trap '' CHLD; exec env --ignore-signal=CHLD ddsmt in.smt2 out.smt2 ./solver)",
    ),
    Row {
        promise: "two signals at once end a run as one does",
        attack: "printf '#!/bin/sh\\n[ -e home/sent ] || { touch home/sent; kill -INT $PPID; kill -TERM $PPID; }; exec sleep 100' >solver
            status=0; ddsmt in.smt2 out.smt2 ./solver || status=$?; test -z \"$(ls -A tmp)\" && exit $status",
        status: 130,
        says: "",
        result: Some(SMALL),
    },
    refused(
        "a file that grows too large is told",
        "yes '(assert (and x x))' | head -n 4000 >in.smt2; (ulimit -f 8; exec ddsmt in.smt2 out.smt2 ./solver)",
        "File too large",
    ),
    kept(
        "a solver that is being written is waited for",
        "exec 3>>solver; (sleep 2; exec 3>&-) & exec 3>&-; ddsmt in.smt2 out.smt2 ./solver",
    ),
    refused(
        "a journal that is a pipe is refused",
        "mkfifo pipe; timeout -s KILL 60 ddsmt --journal pipe in.smt2 out.smt2 ./solver",
        "neither a file nor a device",
    ),
    refused(
        "a journal that is a device is not read",
        "timeout -s KILL 60 ddsmt --journal /dev/full --resume in.smt2 out.smt2 ./solver",
        "it is no file",
    ),
];

const LEFT_BEHIND: &[Row] = &[
    kept(
        "a daemon with a mark of its own is ended",
        "printf '#!/bin/sh\\nDDSMT_RUN=x setsid sh -c \"echo \\$\\$ >>home/pids; exec sleep 1000\" >/dev/null 2>&1 &\\n%s\\n' \\
             'while ! [ -s home/pids ]; do :; done; grep -q \"(assert\" \"$1\" && exit 9' >solver
         ddsmt -j1 in.smt2 out.smt2 ./solver; for pid in $(cat home/pids); do ! kill -0 $pid 2>/dev/null; done",
    ),
    kept(
        "what a killed run has left in another TMPDIR is removed",
        "mkdir home/other
         printf '#!/bin/sh\\ntouch \"$TMPDIR/litter\"; kill -KILL $PPID' >killer; chmod 755 killer
         TMPDIR=$PWD/home/other ddsmt -j1 in.smt2 out.smt2 ./killer || true
         while pgrep -f \"$PWD/killer\" >/dev/null; do sleep 0.1; done
         ddsmt in.smt2 out.smt2 ./solver; test -z \"$(ls -A home/other)\"; rm killer",
    ),
    kept(
        "thousands of nested folders in TMPDIR are removed",
        "printf '#!/bin/sh\\ncd \"$TMPDIR\"; i=0; while [ $i -lt 1500 ]; do mkdir a; cd -P a; i=$((i+1)); done 2>/dev/null\\n%s\\n' \\
             'grep -q \"(assert\" \"$1\" && exit 9' >solver
         ddsmt -j1 in.smt2 out.smt2 ./solver; test -z \"$(ls -A tmp)\"",
    ),
    kept(
        "files in TMPDIR that must not change are removed",
        "printf '#!/bin/sh\\ntouch \"$TMPDIR/a\"; chattr +i \"$TMPDIR/a\" 2>/dev/null\\n%s\\n' \\
             'grep -q \"(assert\" \"$1\" && exit 9' >solver
         ddsmt -j1 in.smt2 out.smt2 ./solver; test -z \"$(ls -A tmp)\"",
    ),
    seen(
        "a file's name is never a command",
        "cp in.smt2 'bug.$(touch pwned)'
         ddsmt --test 'grep -q assert \"{}\"' 'bug.$(touch pwned)' out.smt2; test ! -e pwned",
    ),
];

const WORDS: &[Row] = &[
    refused("a TMPDIR that is missing is named", "TMPDIR=/nowhere ddsmt in.smt2 out.smt2 ./solver", "/nowhere"),
    refused(
        "too many jobs for the descriptors are told",
        "ulimit -n 64; ddsmt -j 200 in.smt2 out.smt2 ./solver",
        "Too many open files",
    ),
];

fn show_all(rows: &'static [Row]) {
    for some in rows.chunks(3) {
        thread::scope(|scope| {
            for row in some {
                let named = thread::Builder::new().name(row.promise.to_owned());
                named.spawn_scoped(scope, || show(row)).expect("a thread");
            }
        });
    }
}

fn show(row: &Row) {
    let run = Test::on(SMALL).solver(SOLVER).run_line(row.attack);
    run.status(row.status).says(row.says);
    if let Some(result) = row.result {
        run.reduced(result);
    }
}

#[test]
fn no_data_of_anybody_is_lost() {
    show_all(DATA);
}

#[test]
fn verdicts_do_not_depend_on_chance() {
    show_all(VERDICTS);
}

#[test]
fn runs_end_when_they_are_to_and_not_before() {
    show_all(ENDS);
}

#[test]
fn nothing_is_left_behind() {
    show_all(LEFT_BEHIND);
}

#[test]
fn messages_name_what_failed() {
    show_all(WORDS);
}
