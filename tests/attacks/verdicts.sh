# Verdicts do not depend on chance.

## a memory limit holds at the first instruction, in all runs
#= seen
solver 'ulimit -v >>home/limits'
all --memout 512
test "$(sort -u home/limits)" = 524288

## the limit of processor time is that of the user, in all runs
#= seen
solver 'ulimit -t >>home/limits'
all
test "$(sort -u home/limits)" = "$(ulimit -t)"

## a golden run that is cut off is told
#= refused: prints more than 64 MB
printf '#!/bin/sh\nexec head -c 100000000 /dev/zero' >solver
ddsmt in.smt2 out.smt2 ./solver

## whoever talks for ever after the solver's end is not waited for
#= kept
solver 'setsid sh -c "while :; do echo x; sleep 0.01; done" &'
timeout -s KILL 100 ddsmt -j1 --ignore-output in.smt2 out.smt2 ./solver

## a golden run in which nothing failed by chance is found out
#= refused: the failure comes and goes
printf '#!/bin/sh\necho >>home/runs\ngrep -q "(assert" "$1" || exit 0\n[ $(($(wc -l <home/runs) %% 3)) != 0 ] || kill -SEGV $$\n' >solver
trap 'cmp in.smt2 out.smt2 || echo other bytes' EXIT
all -j1

## of two golden runs the one that fails is compared with
#= seen
{
    printf '#!/bin/sh\ngrep -q "(assert" "$1" || exit 0\n'
    printf 'i=1; while ! mkdir home/$i 2>/dev/null; do i=$((i + 1)); done; [ $((i %% 2)) = 1 ] || kill -SEGV $$\n'
} >solver
all -j1 2>log
grep -q 'is ended by signal 11, as candidates have to, the other exits' log
grep -q '(assert' out.smt2
