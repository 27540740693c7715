# Descriptors may be closed, full, or others' ends.

## standard input may be closed
#= kept
all <&-

## standard output may be closed
#= kept
all >&-

## the error output may be closed
#= kept
all 2>&-

## all three may be closed, and no message lands in a file
#= kept
all <&- >&- 2>&-

## a result is not written to an output that is closed
#= refused: output file "/dev/stdout" can not be written: it is closed
ddsmt in.smt2 /dev/stdout ./solver >/dev/null
ddsmt in.smt2 /dev/stdout ./solver >&-

## a result that nobody keeps is refused, and the reason is true
#= refused: or /dev/null opened for reading, too
ddsmt in.smt2 /dev/stdout ./solver 1<>/dev/null

## the error output may be full
#= kept
all -v 2>/dev/full

## standard output may be full
#= kept
all >/dev/full

## nobody may read what we say
#= seen
mkfifo pipe
head -c 1 pipe >/dev/null &
all -v 2>pipe
grep -q '(assert' out.smt2

## the solver's pipes break as by hand
#= kept
solver 'yes | head -n 1 >/dev/null; trap >>home/traps'
(trap '' PIPE; exec env --default-signal=PIPE ddsmt in.smt2 out.smt2 ./solver)
test ! -s home/traps

## a descriptor that the user hands on reaches the solver
#= kept
echo handed >home/handed
solver 'test "$(cat <&7 | wc -c)" -ge 0 || exit 1'
all 7<home/handed

## the solver's input is at its end, whatever ours is
#= kept
solver 'test -z "$(cat)" || exit 1'
yes | all

## our input may be the input
#= kept
ddsmt /dev/stdin out.smt2 ./solver <in.smt2
