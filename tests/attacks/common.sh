# What every row begins with. It runs by `sh -eu` in a folder of its own that holds
# in.smt2, ./solver, and the folders home and tmp ($HOME and $TMPDIR); the program is
# called `ddsmt`.

# skip: the row has nothing to say here.
skip() {
    printf '(assert)\n' >out.smt2
    exit 0
}

# needs_root: the row has nothing to say to an ordinary user.
needs_root() { [ "$(id -u)" = 0 ] || skip; }

# needs PROGRAM ARGS: the row has nothing to say where this does not work.
needs() { "$@" >/dev/null 2>&1 || skip; }

# solver LINES: a solver that does this, and then fails as long as there is the assertion.
solver() {
    printf '#!/bin/sh\n%s\ngrep -q "(assert" "$1" && exit 9\nexit 0\n' "$*" >solver.new
    chmod 755 solver.new
    mv solver.new solver
}

# crashing LINES: a solver that does this, and then dies as long as there is the assertion.
crashing() {
    solver "$*
grep -q '(assert' \"\$1\" && kill -SEGV \$\$"
}

# all ARGS: a run on all that there is.
all() { ddsmt "$@" in.smt2 out.smt2 ./solver; }

# ended PIDS: none of these processes is there any more, after a moment.
ended() {
    for pid in "$@"; do
        for _ in 1 2 3 4 5 6 7 8 9 10; do
            case $(ps -o stat= -p "$pid") in '' | Z*) continue 2 ;; esac
            sleep 0.2
        done
        echo "$pid is still there" >&2
        return 1
    done
}

# empty FOLDER: nothing is left in it.
empty() { test -z "$(ls -A "$1")"; }

# ended_by SIGNAL: a solver that sends it to us at the first rejection, and goes on, does not
# outlive us, nor does anything in TMPDIR.
ended_by() {
    {
        printf '#!/bin/sh\necho $$ >>"$HOME/pids"; grep -q check-sat "$1" && grep -q declare "$1" && exit 9\n'
        printf 'kill -%s $PPID; exec sleep 1000\n' "$1"
    } >solver
    if all -j1; then return 1; fi
    # shellcheck disable=SC2046 # a word for each process
    ended $(cat home/pids)
    empty tmp
}

# unprivileged ARGS: the program without the privileges that tests may have.
unprivileged() {
    if [ "$(id -u)" != 0 ]; then
        ddsmt "$@"
    else
        cp "$(command -v ddsmt)" home/ddsmt
        chmod 755 . home
        chmod 1777 tmp
        setpriv --reuid=65534 --regid=65534 --clear-groups -- home/ddsmt "$@"
    fi
}

# in_namespaces COMMAND: as root in namespaces of its own for users, mounts and processes.
in_namespaces() {
    needs unshare -rmpf --mount-proc true
    unshare -rmpf --mount-proc "$@"
}
