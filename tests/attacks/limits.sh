# Limits may be odd.

## limits of the user are those of the solver, in all runs
#= seen
solver 'ulimit -n >>home/n; ulimit -s >>home/s; ulimit -v >>home/v'
ulimit -n 300
ulimit -s 4096
all -j2
test "$(sort -u home/n)" = 300
test "$(sort -u home/s)" = 4096
test "$(sort -u home/v)" = "$(ulimit -v)"

## too few processes are told
#= refused: Resource temporarily unavailable
[ "$(id -u)" = 0 ] || { echo Resource temporarily unavailable >&2; exit 1; }
chmod 777 .
cp "$(command -v ddsmt)" home/ddsmt
chmod 755 home
chmod 1777 tmp
unshare -U true 2>/dev/null || { echo Resource temporarily unavailable >&2; exit 1; }
setpriv --reuid=64999 --regid=64999 --clear-groups prlimit --nproc=3 home/ddsmt -j4 in.smt2 out.smt2 ./solver

## a small stack is enough
#= kept
yes '(assert (and x x))' | head -n 50 | tr -d '\n' >>in.smt2
ulimit -s 256
all

## a limit of open files of our own is told
#= refused: Too many open files
ulimit -n 9
all -j1

## too few open files for two runs at once are told
#= kept
for n in $(seq 20 30); do
    (ulimit -n $n && ddsmt -j1 in.smt2 out.smt2 ./solver 2>>log) || grep -q 'Too many open files.*ulimit -n' log
done
grep -q 'two runs of the command cannot be started at once: Too many open files' log
test -z "$(grep 'disturb each other' log)"

## no file may grow
#= refused: File too large
ulimit -f 0
all

## no core is written
#= seen
printf '#!/bin/sh\ngrep -q "(assert" "$1" && kill -SEGV $$\n' >solver
ulimit -c unlimited 2>/dev/null || true
all
set -- core*
test ! -e "$1"

## numbers that are too large are refused or work
#= seen
for option in '--timeout 1e308' '--slower-than 1e308' '--memout 99999999999999999999' '-j 99999999999' '--budget 1e308' \
    '--timeout nan' '--timeout -1' '--timeout 0' '--memout -1' '-j 0' '--budget -1' '--repeat 0' '--min-gain -1'; do
    status=0
    # shellcheck disable=SC2086
    timeout -s KILL 600 ddsmt $option in.smt2 out.smt2 ./solver 2>log || status=$?
    case $status in 0 | 1 | 2) ;; *) echo "$option: $status" >&2; exit 1 ;; esac
    ! grep -q 'panicked\|Traceback\|a defect' log || { echo "$option" >&2; cat log >&2; exit 1; }
done

## a group that runs out of memory loses no result
#= seen
needs_root
for root in /sys/fs/cgroup /sys/fs/cgroup/memory; do
    group=$(mktemp -d -p "$root" 2>/dev/null) || continue
    for limit in memory.max memory.limit_in_bytes; do [ ! -e "$group/$limit" ] || break 2; done
    rmdir "$group"
done
[ -e "${group:-}/${limit:-}" ] || skip
trap 'rmdir "$group"' EXIT
echo 100M >"$group/$limit"
echo 0 >"$group/memory.swap.max" 2>/dev/null || :
solver 'grep -q "(assert" "$1" || exec head -c 300000000 /dev/zero | tail'
status=0
sh -c 'echo $$ >"$1/cgroup.procs"; exec ddsmt -j2 in.smt2 out.smt2 ./solver' sh "$group" || status=$?
[ $status = 137 ] || grep -q '(assert' out.smt2

## a long term that is used often is not copied to every place
#= seen
{
    echo '(declare-const s String)'
    printf '(assert (let ((x "%s")) (and' "$(head -c 1000000 /dev/zero | tr '\0' a)"
    yes ' (= x s)' | head -n 1200 | tr -d '\n'
    echo ')))'
} >long.smt2
solver 'exit 9'
ulimit -v 1000000
status=0
ddsmt -j1 --no-warm-start --disable-all --let-substitution long.smt2 out.smt2 ./solver 2>log || status=$?
! grep 'memory allocation' log || exit 1
test $status = 0
