# Runs end when they are to, and not before.

## a run under nohup goes on when the terminal is closed
#= kept
solver 'kill -HUP $PPID'
nohup ddsmt in.smt2 out.smt2 ./solver </dev/null

## a job in the background of a script does not end at ^C
#= kept
solver 'kill -INT $PPID'
sh -c 'ddsmt in.smt2 out.smt2 ./solver & wait $!'

## what was ignored at our start is ignored by the solver
#= kept
solver 'kill -HUP $$; kill -INT $$'
(trap '' HUP INT; all)

## a run whose parent ignores the ends of its children works
#= kept
exec env --ignore-signal=CHLD ddsmt in.smt2 out.smt2 ./solver

## two signals at once end a run as one does
#= seen
solver 'mkdir home/sent 2>/dev/null && for signal in STOP INT TERM CONT; do kill -$signal $PPID; done; exec sleep 100'
status=0
all || status=$?
test $status = 130 || test $status = 143
empty tmp
cmp in.smt2 out.smt2

## a file that grows too large is told
#= refused: input.smt2: File too large
yes '(assert (and x x))' | head -n 4000 >in.smt2
ulimit -f 8
all

## a solver that is being written is waited for
#= kept
exec 3>>solver
(sleep 2; exec 3>&-) &
exec 3>&-
all

## a journal that is a pipe is refused
#= refused: neither a file nor a device
mkfifo pipe
timeout -s KILL 60 ddsmt --journal pipe in.smt2 out.smt2 ./solver

## a journal that is a device is not read
#= refused: it is no file
timeout -s KILL 60 ddsmt --journal /dev/full --resume in.smt2 out.smt2 ./solver

## a golden run that takes long is told
#= seen
solver 'mkdir home/once 2>/dev/null && while ! grep -q "so far" log; do sleep 0.1; done'
all 2>log
grep -q 'has taken 5 s so far and has no time limit: --timeout 60 sets one' log
