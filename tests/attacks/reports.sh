# Reports go where the user wants them and destroy nothing.

## a device stays one when a report is written to it
#= kept
needs mknod null c 1 3
mknod full c 1 7
for option in --report --issue --json; do
    ddsmt $option null in.smt2 out.smt2 ./solver
    ddsmt $option full in.smt2 out.smt2 ./solver 2>log || test $? = 1
    grep -q 'No space left' log
done
ddsmt --anonymize in.smt2 null
test -c null
test -c full

## a device stays one when the result is written to it
#= seen
needs mknod null c 1 3
mknod full c 1 7
ddsmt in.smt2 null ./solver
ddsmt in.smt2 full ./solver 2>log || test $? = 1
grep -q 'full.*No space left' log
test -c null
test -c full

## a report is written through a link, and keeps the rights of the file
#= kept
for option in --report --issue --json; do
    echo precious >home/report
    chmod 600 home/report
    ln -sf home/report link
    ddsmt $option link in.smt2 out.smt2 ./solver
    test -L link
    test "$(stat -c %a home/report)" = 600
    ! grep -q precious home/report || exit 1
done

## a report may go to standard output
#= kept
for option in --report --issue --json; do
    ddsmt $option /dev/stdout in.smt2 out.smt2 ./solver | cat >got
    grep -q . got
    test -L /dev/stdout
done

## a report goes into a pipe
#= kept
mkfifo pipe
for option in --report --issue --json; do
    cat pipe >got & reader=$!
    timeout -s KILL 60 ddsmt $option pipe in.smt2 out.smt2 ./solver
    wait $reader
    grep -q . got
    test -p pipe
done

## other names are written in place of the old ones, and through a link
#= seen
ln -s in.smt2 link
ddsmt --anonymize in.smt2 link
test -L link
ddsmt --anonymize in.smt2 in.smt2
grep -q '(assert (and a a))' in.smt2

## events are not written over the input
#= refused: it is the input file
ddsmt --json in.smt2 in.smt2 out.smt2 ./solver

## a report is not written over the result
#= refused: it is the output file
ddsmt --report out.smt2 in.smt2 out.smt2 ./solver

## a bug report is not written over the solver
#= refused: it is the command
ddsmt --issue solver in.smt2 out.smt2 ./solver

## a folder that is not there is no reason to search first
#= refused: no such folder
solver ': >ran; echo boom >&2; exit 1'
trap 'test ! -e ran || echo searched' EXIT
ddsmt --report none/page in.smt2 out.smt2 ./solver

## a stream that is a file keeps what stands in it
#= seen
{ echo before; ddsmt -q in.smt2 /dev/stdout ./solver; echo after; } >log
echo precious >>log
ddsmt -q in.smt2 /dev/stdout ./solver >>log
ddsmt -q in.smt2 /dev/fd/3 ./solver 3>>log
printf 'before\n(assert)\nafter\nprecious\n(assert)\n(assert)\n' | cmp - log

## two reports are not written to one file
#= refused: it is another file of this run
ddsmt --report same --issue same in.smt2 out.smt2 ./solver

## events that nobody reads are not waited for at a signal
#= seen
mkfifo pipe
status=0
timeout -s TERM 2 ddsmt --json pipe in.smt2 out.smt2 ./solver || status=$?
test $status = 124
empty tmp

## what a solver or an input says is text of a report
#= seen
printf '(declare-const |<script>| Bool)(assert |<script>|)' >in.smt2
printf '#!/bin/sh\necho "<img src=x> ]]> </pre>"; grep -q "script" "$1" && exit 9; exit 0\n' >solver
ddsmt --report page in.smt2 out.smt2 ./solver
test -z "$(grep '<script>\|<img src=x' page)"

## a report is written again where every file is executable
#= kept
echo '<!DOCTYPE html>' >report.html
chmod +x report.html
all --report report.html

## a profile that cannot be written costs neither summary nor bug report
#= seen
solver 'mkdir -p profile.json/x'
ddsmt --profile --issue i.md in.smt2 out.smt2 ./solver 2>log
grep -q -e '--profile: profile.json: ' log
grep -q '^shown by' log
grep -q assert out.smt2
test -s i.md
