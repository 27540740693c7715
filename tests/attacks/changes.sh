# Files may change while we run.

## the input may be written over while we run
#= kept
solver 'echo garbage >in.smt2'
all

## the input may be removed while we run
#= kept
solver 'rm -f in.smt2'
all

## the output may be removed while we run
#= kept
solver 'rm -f out.smt2'
all

## the output's folder may be moved while we run
#= seen
mkdir sub
solver '[ ! -d sub ] || mv sub moved'
status=0
ddsmt in.smt2 sub/out.smt2 ./solver 2>log || status=$?
cat sub/out.smt2 moved/out.smt2 2>/dev/null | grep -q '(assert' || grep -q 'sub/out.smt2' log

## the output may become a folder while we run
#= seen
solver '[ -d out.smt2 ] || { rm -f out.smt2; mkdir out.smt2; }'
status=0
all 2>log || status=$?
[ $status = 1 ]
grep -q out.smt2 log

## the solver may be replaced by the same
#= kept
solver 'cp solver new && mv new solver'
all -j1

## the solver's folder may be moved away and back
#= seen
mkdir place
mv solver place/solver
printf '#!/bin/sh\n[ -e home/once ] || { touch home/once; mv place away; }\ngrep -q "(assert" "$1" && exit 9\n' >place/solver
status=0
ddsmt -j1 in.smt2 out.smt2 place/solver 2>log || status=$?
[ $status = 0 ] || grep -q 'No such file\|could not be run' log

## two runs on one output leave one whole result
#= kept
all & first=$!
all & second=$!
wait $first
wait $second

## the journal of a run that goes on is not taken
#= seen
solver 'echo >>home/count; [ "$(wc -l <home/count)" != 2 ] || { ddsmt --resume --journal j -j1 in.smt2 out.smt2 ./solver 2>home/log; echo $? >home/status; }'
all --journal j -j1
test "$(cat home/status)" = 1
grep -q 'j' home/log

## the temporary folder may be emptied while we run
#= seen
solver 'rm -rf "$TMPDIR"/../../ddsmt-* 2>/dev/null'
status=0
all -j1 2>log || status=$?
[ $status = 0 ] || ! grep -q 'panicked' log

## the output's folder may lose its rights
#= seen
mkdir o
chmod 755 .
chmod 777 o
solver 'chmod 555 o 2>/dev/null'
status=0
unprivileged in.smt2 o/out.smt2 ./solver 2>log || status=$?
[ $status = 0 ] || grep -q o/out.smt2 log

## the output's folder may be removed while we run
#= seen
mkdir o
solver 'rm -rf o'
status=0
ddsmt in.smt2 o/out.smt2 ./solver 2>log || status=$?
test $status = 1
grep -q 'o/out.smt2: not written' log
empty tmp

## what was lost with the output's folder is not searched again
#= seen
mkdir o
solver 'echo >>home/runs; [ -e home/again ] || rm -rf o'
ddsmt -j1 in.smt2 o/out.smt2 ./solver || :
mkdir o
touch home/again
rm home/runs
ddsmt -j1 --resume in.smt2 o/out.smt2 ./solver
test "$(cat o/out.smt2)" = '(assert)'
test "$(wc -l <home/runs)" -le 4

## the folders of a run may be cleaned away behind it
#= kept
printf '#!/bin/sh
status=0
grep -q "(assert" "$1" && status=9
echo >>home/runs
[ "$(wc -l <home/runs)" != "$AT" ] || case $HOW in
    inner) rm -rf "$TMPDIR" "$(dirname "$1")" ;;
    outer) rm -rf "$(dirname "$TMPDIR")" "$(dirname "$(dirname "$1")")" ;;
esac
exit $status
' >solver
for AT in 1 2 3 4 5 6; do for HOW in inner outer; do
    export AT HOW
    rm -f home/runs out.smt2
    ddsmt -j1 in.smt2 out.smt2 ./solver
    test "$(cat out.smt2)" = '(assert)'
    empty tmp
done; done

## an input that no longer fails because of something else is told
#= seen
solver 'echo >>home/runs; [ "$(wc -l <home/runs)" -le 2 ] || exit 0'
all -j1 --exit-status detailed 2>log || test $? = 4
grep -q 'the input no longer fails' log
rm home/runs
mkdir d
solver 'echo >>"$HOME/runs"; [ "$(wc -l <"$HOME/runs")" -le 2 ] || { rm -rf "$HOME/../d"; exit 0; }'
(cd d && ddsmt -j1 "$OLDPWD/in.smt2" "$OLDPWD/out.smt2" "$OLDPWD/solver" 2>"$OLDPWD/log")
grep -q 'no longer fails.*: the working folder is gone' log
mkdir d
(cd d && ddsmt -j1 ../in.smt2 "$OLDPWD/out.smt2" ../solver 2>"$OLDPWD/log") || test $? = 1
grep -q ': the working folder is gone' log
