# No data of anybody is lost.

## an input is never written over
#= refused: it is the input file
ddsmt --journal in.smt2 in.smt2 out.smt2 ./solver

## a solver is never written over
#= refused: it is the command
ddsmt --journal solver in.smt2 out.smt2 ./solver

## a solver is no output
#= refused: it is a program
ddsmt in.smt2 ./solver ./solver

## a result is never written over
#= refused: it is the output file
ddsmt --journal out.smt2 in.smt2 out.smt2 ./solver

## a folder is not ours because of its name
#= kept
mkdir tmp/ddsmt-results
touch tmp/ddsmt-results/owner tmp/ddsmt-results/thesis.tex
all
test -e tmp/ddsmt-results/thesis.tex

## an empty folder is not ours because of its name
#= seen
mkdir tmp/ddsmt-results
ddsmt in.smt2 tmp/ddsmt-results/out.smt2 ./solver
grep -q assert tmp/ddsmt-results/out.smt2

## a folder of `mktemp` is not ours
#= kept
theirs=tmp/ddsmt-p4Wq9Z
mkdir -m 700 $theirs
all
test -d $theirs

## a file is not ours because of its name
#= kept
echo notes >.ddsmt-notes
all
grep -q notes .ddsmt-notes

## a file that is called like a record is none
#= kept
echo went well >tmp/ddsmt-0123456789abcdef.run
all
grep -q well tmp/ddsmt-0123456789abcdef.run

## a pipe in the temporary folder holds nobody up
#= kept
mkdir tmp/ddsmt-evil
mkfifo tmp/ddsmt-evil/owner tmp/ddsmt-evil.run
timeout -s KILL 60 ddsmt in.smt2 out.smt2 ./solver

## runs with outputs in one folder do not disturb one another
#= kept
for i in 1 2 3 4 5 6 7 8; do ddsmt -j1 in.smt2 "out$i.smt2" ./solver & pids="${pids:-} $!"; done
for pid in $pids; do wait "$pid"; done
for i in 1 2 3 4 5 6 7 8; do grep -q assert "out$i.smt2"; done
cp out1.smt2 out.smt2

## a file that is mounted is written
#= seen
echo old >out.smt2
echo other >home/mounted
in_namespaces sh -euc 'mount --bind home/mounted out.smt2; ddsmt in.smt2 out.smt2 ./solver'
grep -q '(assert' home/mounted

## the file of another user in a sticky folder is written
#= seen
needs_root
mkdir home/sticky
chmod 1777 home/sticky
echo old >home/sticky/out
chmod 666 home/sticky/out
chown 12345:12345 home/sticky/out
chown 1 home/sticky
unprivileged in.smt2 home/sticky/out ./solver
grep -q assert home/sticky/out
test "$(stat -c %u home/sticky/out)" = 12345

## owner and mode of the output stay
#= seen
echo old >out.smt2
chmod 604 out.smt2
[ "$(id -u)" != 0 ] || chown 12345:54321 out.smt2
before=$(stat -c '%u %g %a' out.smt2)
all
test "$(stat -c '%u %g %a' out.smt2)" = "$before"
grep -q assert out.smt2

## what cannot be written at the end is refused at the beginning
#= refused: can not be written
echo old >out.smt2
chattr +a out.smt2 2>/dev/null || { rm out.smt2; mkdir out.smt2; }
trap 'chattr -a out.smt2 2>/dev/null || true' EXIT
all

## a pipe as the output gets the result once
#= seen
ddsmt in.smt2 /dev/stdout ./solver | cat >got
test "$(grep -c '(assert' got)" = 1

## a named pipe as the output gets the result once
#= seen
mkfifo pipe
cat pipe >got &
timeout -s KILL 60 ddsmt in.smt2 pipe ./solver
wait
test "$(grep -c '(assert' got)" = 1

## what is offered in a layout has been run in it
#= seen
printf '(assert (and (and x y) (and y x) (and x x)))' >in.smt2
printf '#!/bin/sh\ngrep -q "^(assert .*))" "$1" && exit 9' >solver
for layout in --pretty-print --wrap-lines; do
    ddsmt $layout in.smt2 out.smt2 ./solver
    status=0
    ./solver out.smt2 || status=$?
    test $status = 9
done

## a result is never larger than the input
#= seen
printf '(assert(and x y))(check-sat)' >in.smt2
printf '#!/bin/sh\ntr -d " \\n" <"$1" | grep -qF "(assert(andxy))(check-sat)" && exit 9' >solver
all
test "$(wc -c <out.smt2)" -le "$(wc -c <in.smt2)"

## a private output is private while it is written
#= seen
echo old >out.smt2
chmod 600 out.smt2
solver 'find . -maxdepth 1 -name ".ddsmt*" -perm /077 >>home/seen'
all
test ! -s home/seen
test "$(stat -c %a out.smt2)" = 600

## profiles and differences are not written through links
#= seen
echo precious >home/precious
ln -s home/precious profile.json
ln -s home/precious .simp-1.diff
ddsmt --profile --dump-diffs in.smt2 out.smt2 ./solver
test "$(cat home/precious)" = precious

## slow locks lose no output of a run beside
#= kept
injecting flock:delay_enter=100000 ddsmt -j1 in.smt2 out1.smt2 ./solver & first=$!
for i in 2 3 4; do ddsmt -j1 in.smt2 "out$i.smt2" ./solver; done
wait $first
[ ! -e out1.smt2 ] || cmp out1.smt2 out2.smt2
cp out2.smt2 out.smt2

## what is offered in a layout fails after a kill, too
#= seen
printf '(assert (and (and x y) (and y x) (and x x)))(check-sat)' >in.smt2
printf '#!/bin/sh\necho >>home/runs\n[ "$(wc -l <home/runs)" != $KILL ] || kill -KILL $PPID\ngrep -q "^(assert .*))" "$1" && exit 9' >solver
for layout in --pretty-print --wrap-lines; do
    for KILL in 4 6 8 11; do
        export KILL
        rm -f home/runs out.smt2
        ddsmt -j1 $layout in.smt2 out.smt2 ./solver || :
        echo 99 >home/runs
        status=9
        [ ! -e out.smt2 ] || ./solver out.smt2 || status=$?
        test $status = 9
    done
done

## what a stranger writes into a record ends nothing
#= kept
needs_root
solver '[ -e home/once ] || {
    touch home/once
    mkdir home/other
    cp /dev/shm/ddsmt-*.run home/other
    chown 12345 home/other/*
    ddsmt -j1 in.smt2 home/out1 ./solver
    TMPDIR=$PWD/home/other ddsmt -j1 in.smt2 home/out2 ./solver
}'
all -j1
cmp out.smt2 home/out1
cmp out.smt2 home/out2

## a pipe as the output that nobody reads is not waited for at a signal
#= seen
mkfifo pipe
status=0
timeout -s KILL 60 timeout -s INT 2 ddsmt in.smt2 pipe ./solver 2>log || status=$?
test $status = 124
grep -q 'nobody reads this pipe' log
empty tmp

## where no file can be removed the result is written in place
#= seen
mkdir o
trap 'chattr -a o' EXIT
chattr +a o 2>/dev/null || { trap - EXIT; skip; }
ddsmt in.smt2 o/out.smt2 ./solver
test "$(cat o/out.smt2)" = '(assert)'

## a socket as the output gets the result
#= seen
needs python3 -c 'import socket'
python3 - <<'END' >got
import socket, subprocess
ours, theirs = socket.socketpair()
run = subprocess.Popen(["ddsmt", "in.smt2", "/dev/stdout", "./solver"], stdout=theirs)
theirs.close()
print(ours.makefile().read())
assert run.wait() == 0
END
test "$(grep -c '(assert' got)" = 1

## a socket of others is no output
#= refused: it is a socket
python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("out")'
ddsmt in.smt2 out ./solver

## an output in TMPDIR is an output like any other
#= seen
ddsmt in.smt2 tmp/ddsmt-out.run ./solver
ddsmt in.smt2 tmp/out.smt2 ./solver
ddsmt in.smt2 out.smt2 ./solver
test "$(cat tmp/ddsmt-out.run tmp/out.smt2 out.smt2)" = "$(printf '(assert)\n(assert)\n(assert)')"
