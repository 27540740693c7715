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

# launcher LINES: a launcher that does this; "$@" is what it has to start.
launcher() {
    printf '#!/bin/sh\n%s\n' "$*" >launch
    chmod 755 launch
}

# launched ARGS: the same by that launcher.
launched() { timeout -s KILL 100 ddsmt --launcher ./launch "$@" in.smt2 out.smt2 ./solver; }

# injecting CALLS:HOW COMMAND: the system calls end so, as `strace` has it.
injecting() {
    needs strace -f true
    calls=${1%%:*}
    how=$1
    shift
    strace -qq -f -o /dev/null -e trace="$calls" -e inject="$how" "$@"
}

# forbidding NUMBERS COMMAND: a sandbox forbids these system calls of x86-64.
forbidding() {
    test "$(uname -m)" = x86_64 || skip
    needs python3 -c 'import ctypes'
    numbers=$1
    shift
    python3 - "$numbers" "$@" <<'END'
import ctypes, os, struct, sys
numbers = [int(number) for number in sys.argv[1].split(",")]
jumps = [(0x15, len(numbers) - i, 0, number) for i, number in enumerate(numbers)]
steps = [(0x20, 0, 0, 0), *jumps, (6, 0, 0, 0x7FFF0000), (6, 0, 0, 0x50001)]
class Filter(ctypes.Structure):
    _fields_ = [("length", ctypes.c_ushort), ("steps", ctypes.c_char_p)]
steps = Filter(len(steps), b"".join(struct.pack("HBBI", *step) for step in steps))
libc = ctypes.CDLL(None)
if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.byref(steps)):
    sys.exit("no sandbox")
os.execvp(sys.argv[2], sys.argv[2:])
END
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
