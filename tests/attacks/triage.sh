# A triage reads what it finds, and writes only what it has made.

## a triage knows files by their bytes
#= seen
mkdir in
for name in 'a b' -x 'it'\''s "q"' '$(touch pwned)' '<b>' 'a
b' "$(printf 'caf\351')"; do cp in.smt2 "in/$name.smt2"; done
crashing
ddsmt --triage in out -- ./solver
test "$(ls out/bugs | wc -l)" = 1
grep -q '"inputs": 7' out/bugs.json
test ! -e pwned
test -z "$(grep '<b>' out/index.html)"
ddsmt --triage in out -- ./solver 2>&1 | grep -q '7 inputs, 0 to run'

## pipes, devices and links in a circle hold no triage up
#= seen
mkdir -p in/sub known
cp in.smt2 in/a.smt2
mkfifo in/pipe.smt2 known/pipe.smt2
ln -s . in/loop
ln -s .. in/sub/up
ln -s b in/c.smt2
ln -s c.smt2 in/b
ln -s nowhere in/d.smt2
ln -s /dev/zero in/zero.smt2
ln -s . known/loop
crashing
timeout -s KILL 60 ddsmt --triage in out --known known -- ./solver 2>log
grep -q '"inputs": 1' out/bugs.json
for name in pipe d zero; do grep -q "in/$name.smt2: not a file: skipped" log; done

## a list of inputs that holds pipes and devices is read
#= seen
mkfifo pipe
printf 'in.smt2\r\n\n/dev/zero\npipe\n' >list
crashing
timeout -s KILL 60 ddsmt --triage list out -- ./solver 2>log
grep -q '"inputs": 1' out/bugs.json
for name in /dev/zero pipe; do grep -q "$name: .*skipped" log; done

## inputs that must not be read are told and left out
#= seen
mkdir in in/closed out
: >in/empty.smt2
head -c 10000 /dev/urandom >in/noise.smt2
for name in a secret; do cp in.smt2 in/$name.smt2; done
chmod 0 in/secret.smt2 in/closed
chmod 755 . in
chmod 777 out
crashing
unprivileged --triage in out -- ./solver 2>log
chmod 755 in/closed
grep -q '"inputs": 1' out/bugs.json
grep -q 'secret.smt2: .*skipped' log
grep -q 'closed: .*skipped' log

## a folder that no triage has made is left as it is
#= seen
mkdir in
cp in.smt2 in/a.smt2
crashing
for name in bugs bugs.md index.html reports notes .hidden a.smt2 state/notes; do
    mkdir -p dir/"$(dirname $name)"
    echo mine >dir/$name
    find dir >before
    status=0
    ddsmt --triage in dir -- ./solver 2>log || status=$?
    test $status = 1
    grep -q 'no triage has written' log
    test "$(cat dir/$name)" = mine
    find dir | cmp - before
    rm -r dir
done
# One that was killed at its start is ours.
mkdir -p out/state
: >out/state/.tmpAbCdEf
ddsmt --triage in out -- ./solver
grep -q '"inputs": 1' out/bugs.json

## a triage into its own folder of inputs is refused
#= seen
mkdir in
cp in.smt2 in/a.smt2
crashing
status=0
ddsmt --triage in in -- ./solver 2>log || status=$?
test $status = 1
grep -q 'a.smt2: there is something that no triage has written' log
test "$(ls -A in)" = a.smt2

## a triage does not take its results for inputs
#= seen
mkdir in
cp in.smt2 in/a.smt2
ln -s out/bugs in/results
crashing
for run in first second; do
    ddsmt --triage in in/out -- ./solver 2>log
    grep -q 'CHAT\] 1 input, ' log
done
ls "$PWD"/in/a.smt2 in/out/bugs/* >list
ddsmt --triage list in/out -- ./solver 2>log
grep -q 'CHAT\] 1 input, 0 to run' log
grep -q 'in/out/bugs/.*skipped' log
for inputs in in/out/bugs in/results in/out; do
    status=0
    ddsmt --triage $inputs in/out -- ./solver 2>log || status=$?
    test $status = 1
    grep -q 'the inputs are in the folder for the output' log
done

## inputs that are not there are told before anything is written
#= seen
mkdir empty
: >empty/notes.txt
: >blank
printf 'in.smt2\nno/such.smt2\n' >list
cp in.smt2 renamed
crashing
while IFS=: read -r inputs words; do
    status=0
    ddsmt --triage "$inputs" out -- ./solver 2>log || status=$?
    test $status = 1
    grep -q "$words" log
    test ! -e out
done <<'ROWS'
in.smt2:it is an input, and no folder or list of inputs
renamed:renamed:1: (declare-const x Bool): No such file.* a list has the path
empty:empty: there is no input: the names of inputs in a folder end with .smt2
blank:blank: there is no input: a list has the path
list:list:2: no/such.smt2: No such file
ROWS

## a triage whose inputs vanish ends
#= seen
mkdir in
for name in 1 2 3 4 5; do cp in.smt2 in/$name.smt2; done
crashing "rm -rf '$PWD/in'"
status=0
timeout -s KILL 60 ddsmt -j1 --triage in out -- ./solver 2>log || status=$?
[ $status = 0 ] || grep -q 'not done: see' log
test -e out/bugs.json

## a triage that is killed goes on
#= seen
mkdir in
for name in 1 2 3; do cp in.smt2 in/$name.smt2; done
crashing 'echo >>"$HOME/runs"; [ "$(wc -l <"$HOME/runs")" != 6 ] || kill -KILL $PPID'
ddsmt -j1 --triage in out -- ./solver || :
ddsmt -j1 --triage in out -- ./solver
grep -q '"inputs": 3' out/bugs.json

## what a triage knows may be noise
#= seen
mkdir in
cp in.smt2 in/a.smt2
crashing
ddsmt -j1 --triage in out -- ./solver
find out/state -type f | while read -r file; do head -c 300 /dev/urandom >"$file"; done
ddsmt -j1 --triage in out -- ./solver
grep -q '"inputs": 1' out/bugs.json

## two triages do not work in one folder at a time
#= seen
mkdir in
for name in 1 2 3; do cp in.smt2 in/$name.smt2; done
crashing
ddsmt -j1 --triage in out -- ./solver 2>one & first=$!
ddsmt -j1 --triage in out -- ./solver 2>two & second=$!
wait $first || grep -q 'another triage' one
wait $second || grep -q 'another triage' two
grep -q '"inputs": 3' out/bugs.json

## a triage goes on after its solver was built anew
#= seen
mkdir in
cp in.smt2 in/a.smt2
crashing 'echo >>"$HOME/runs"; [ "$(wc -l <"$HOME/runs")" -lt 6 ] || kill -KILL $PPID'
ddsmt -j1 --triage in out -- ./solver || :
test -e out/state/*-0.journal
crashing
ddsmt -j1 --triage in out -- ./solver
test -z "$(grep 'cannot be resumed' out/state/*.log)"
test "$(cat out/bugs/*)" = '(assert)'

## inputs that are removed do not keep their bug from being reduced
#= seen
mkdir in
for name in a b c d e; do cp in.smt2 in/$name.smt2; done
crashing 'echo >>"$HOME/runs"; [ "$(wc -l <"$HOME/runs")" -lt 6 ] || kill -KILL $PPID'
ddsmt -j1 --triage in out -- ./solver || :
rm in/[abcd].smt2
crashing
ddsmt -j1 --triage in out -- ./solver
grep -q '"inputs": 1' out/bugs.json
test "$(cat out/bugs/*)" = '(assert)'

## a result that was removed is made anew
#= seen
mkdir in
cp in.smt2 in/a.smt2
crashing
ddsmt --triage in out -- ./solver
cp -r out before
rm out/bugs/*
ddsmt -j1 --triage in out -- ./solver 2>log
grep -q '1 of 1: ' log
diff -r before/bugs out/bugs
# A call that was killed meanwhile goes on.
rm out/bugs/*
crashing 'echo >>"$HOME/runs"; [ "$(wc -l <"$HOME/runs")" -lt 4 ] || kill -KILL $PPID'
ddsmt -j1 --triage in out -- ./solver || :
crashing
ddsmt --triage in out -- ./solver
diff -r before/bugs out/bugs
# Without its input it is gone.
rm out/bugs/* in/a.smt2
echo '(check-sat)' >in/b.smt2
ddsmt --triage in out -- ./solver 2>log
grep -q 'CHAT\] 0 bugs' log

## an engine finds folders whose names are no text
#= seen
mkdir "$(printf 'caf\351')" bin
cd "$(printf 'caf\351')"
mkdir in
cp ../in.smt2 in/a.smt2
crashing
printf '#!/bin/sh\nwhile [ "$1" != -a ]; do shift; done\nwhile read -r task; do sh -c "$3 $4 $task"; done <"$2"\n' >../bin/parallel
chmod 755 ../bin/parallel
PATH=$PWD/../bin:$PATH ddsmt --triage in out --engine parallel -- ./solver
grep -q '"inputs": 1' out/bugs.json

## an engine that does not end when it is asked to is killed
#= seen
mkdir in bin
cp in.smt2 in/a.smt2
crashing
printf '#!/bin/sh\ntrap "" TERM\necho $$ >started.new\nmv started.new started\nwhile :; do sleep 1; done\n' >bin/parallel
chmod 755 bin/parallel
PATH=$PWD/bin:$PATH timeout -s KILL 90 ddsmt --triage in out --engine parallel -- ./solver 2>log &
until [ -e started ]; do sleep 0.1; done
kill -TERM $!
status=0
wait $! || status=$?
test $status != 137
ended "$(cat started)"

## a triage reads no run again for each bug
#= seen
needs strace -f true
mkdir in
for name in a b c; do echo "(assert bug$name)" >in/$name.smt2; done
solver 'name=$(sed -n "s/.*bug\([a-z]\).*/\1/p" "$1")
[ -z "$name" ] || { echo "core.c: Assertion \`$name'\'' failed." >&2; exit 134; }'
strace -ff -qq --seccomp-bpf -e trace=openat -e signal=none -o log ddsmt -j2 --triage in out --stop-after 1 -- ./solver
test "$(ls out/bugs | wc -l)" = 3
for file in out/state/runs/*; do test "$(cat log.* | grep "${file##*/}" | grep -vc ENOENT)" -le 3; done

## a triage finds more bugs than it may open files
#= seen
mkdir in
for name in a b c d e f g h i j k l m n o p q r s t u v w x y z; do echo "(assert bug$name)" >in/$name.smt2; done
solver 'name=$(sed -n "s/.*bug\([a-z]\).*/\1/p" "$1")
[ -z "$name" ] || { echo "core.c: Assertion \`$name'\'' failed." >&2; exit 134; }'
ulimit -Sn 48
ddsmt -j2 --triage in out --stop-after 1 -- ./solver
test "$(ls out/bugs | wc -l)" = 26

## a name of an input is no order to the terminal
#= seen
mkdir in
echo '(assert)' >"in/$(printf 'a\033[2Jb').smt2"
mkfifo "in/$(printf 'c\033[2Jd').smt2"
solver 'exit 0'
ddsmt --triage in out -- ./solver 2>log
grep -q 'a?\[2Jb.smt2' log
! grep -q "$(printf '\033')" log
