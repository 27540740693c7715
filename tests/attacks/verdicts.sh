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
