# Whoever starts us may be odd.

## there may be no terminal
#= kept
setsid -w ddsmt in.smt2 out.smt2 ./solver

## our group may be orphaned
#= seen
(setsid sh -c '(sleep 0.2; ddsmt in.smt2 out.smt2 ./solver; echo $? >home/status) & exit 0')
for _ in $(seq 300); do [ -s home/status ] && break; sleep 0.1; done
test "$(cat home/status)" = 0
grep -q '(assert' out.smt2

## children that we had before are left alone
#= kept
sh -c 'sleep 1000 & echo $! >home/pid; exec ddsmt in.smt2 out.smt2 ./solver'
kill "$(cat home/pid)"

## signals that are blocked at our start hold nothing up
#= kept
exec env --block-signal=CHLD ddsmt in.smt2 out.smt2 ./solver

## we may be the first process of a container
#= kept
in_namespaces ddsmt in.smt2 out.smt2 ./solver

## nothing is left in a container of which we are the first process
#= kept
solver 'setsid sleep 1000 >/dev/null 2>&1 &'
in_namespaces ddsmt -j1 in.smt2 out.smt2 ./solver
empty tmp

## a run within a run that reaches its limit leaves nothing
#= seen
printf '#!/bin/sh\necho $$ >>"$HOME/pids"; exec sleep 1000\n' >sleeper
printf '#!/bin/sh\ngrep -q "(assert" "$1" && exit 9; exec ddsmt -j1 --timeout 500 "$1" "$TMPDIR/out" "%s/sleeper"\n' "$PWD" >solver
chmod 755 sleeper
all -j1 --timeout 1
ended $(cat home/pids 2>/dev/null)
empty tmp

## who is stopped for a while goes on
#= kept
solver '[ -e home/stopped ] || { touch home/stopped; kill -STOP $PPID; (sleep 1; kill -CONT $PPID) >/dev/null 2>&1 & sleep 0.3; }'
all -j1

## a signal that is not for us ends nothing
#= kept
solver 'kill -WINCH $PPID; kill -CONT $PPID; kill -URG $PPID'
all

## ^\ leaves no solver behind
#= seen
ended_by QUIT

## a limit of our own processor time ends a run with the best so far
#= seen
ended_by XCPU

## starts at the same time do not disturb one another
#= kept
for i in $(seq 8); do ddsmt -j1 in.smt2 "out$i.smt2" ./solver & pids="${pids:-} $!"; done
for pid in $pids; do wait "$pid"; done
for i in $(seq 8); do cmp out1.smt2 "out$i.smt2"; done
cp out1.smt2 out.smt2
empty tmp

## a group that is stopped for longer than a run may take goes on
#= kept
solver 'sleep 0.1'
setsid ddsmt -j2 in.smt2 out.smt2 ./solver & pid=$!
sleep 0.5
kill -STOP -$pid
sleep 3
kill -CONT -$pid
wait $pid

## a solver that ends whatever is in its group ends no more
#= kept
solver 'grep -q "(assert" "$1" || kill -TERM 0'
timeout -s KILL 60 ddsmt -j1 in.smt2 out.smt2 ./solver

## signals that only tell something may come in any number
#= kept
solver 'for signal in USR1 WINCH CHLD PIPE USR1; do kill -$signal $PPID; done'
all

## marks of whoever starts us are kept, whatever they hold
#= kept
solver 'printf "%s" "$DDSMT_RUN" | grep -q "^a b:c/d:ddsmt-" || echo lost >>home/lost'
DDSMT_RUN='a b:c/d' all
test ! -e home/lost

## a run is made again over whose end everything was stopped
#= kept
solver 'echo >>home/runs; [ "$(wc -l <home/runs)" != "$STOP" ] || { touch home/now; sleep 0.3; }'
STOP=0 ddsmt -j1 --timeout 4 in.smt2 out.smt2 ./solver 2>first
for STOP in 5; do
    rm -f home/runs home/now
    export STOP
    setsid ddsmt -j1 --timeout 4 in.smt2 out.smt2 ./solver 2>log & pid=$!
    while ! [ -e home/now ]; do sleep 0.02; done
    all=$(ps -o pid= -s $pid)
    kill -STOP $all 2>/dev/null || :
    sleep 6
    kill -CONT $all 2>/dev/null || :
    wait $pid
    test "$(sed -n 's/^checks  *\([0-9]*\).*/\1/p' log)" = "$(sed -n 's/^checks  *\([0-9]*\).*/\1/p' first)"
done

## twenty starts with one output leave one whole result
#= kept
for i in $(seq 20); do ddsmt -j1 in.smt2 out.smt2 ./solver || echo $i >>home/failed & pids="${pids:-} $!"; done
for pid in $pids; do wait "$pid"; done
test ! -e home/failed
empty tmp
