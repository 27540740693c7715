# Launchers may do what they want.

## a launcher that starts nothing is ended with the run
#= seen
launcher 'echo $$ >>home/pids; exec sleep 1000'
status=0
timeout -s TERM 3 ddsmt --launcher ./launch in.smt2 out.smt2 ./solver || status=$?
test $status = 124
ended $(cat home/pids)
empty tmp

## a launcher may talk for itself
#= kept
launcher 'echo queued >&2; echo started; status=0; "$@" || status=$?; echo ended; exit $status'
launched

## a launcher that prints numbers of jobs is told
#= seen
launcher 'echo job $$ >&2; exec "$@"'
launched 2>log
grep -q "two golden runs differ.*'job " log

## a launcher may start in the background
#= seen
launcher 'setsid "$@" & exit 0'
status=0
timeout -s TERM 20 ddsmt --launcher ./launch -j1 --timeout 5 in.smt2 out.smt2 ./solver || status=$?
case $status in 0 | 1 | 124) ;; *) exit 1 ;; esac
empty tmp

## a launcher may start twice
#= kept
launcher '"$@"; "$@"'
launched

## a launcher may die when its work is done
#= kept
launcher '"$@"; kill -KILL $$'
launched

## a launcher that ignores SIGTERM is killed
#= kept
solver 'grep -q "(assert" "$1" || { echo $$ >>home/pids; exec sleep 1000; }'
launcher 'trap "" TERM; "$@"; exit $?'
launched -j1 --timeout 1
[ ! -e home/pids ] || ended $(cat home/pids)

## a launcher may start elsewhere and without an environment
#= kept
launcher 'cd /; exec env -i "$@"'
ddsmt --launcher "$PWD/launch" in.smt2 out.smt2 "$PWD/solver"

## what is ignored stays so behind a launcher
#= kept
solver 'kill -HUP $PPID; kill -HUP $$'
launcher 'exec "$@"'
# Not by `timeout`, which has these signals handled again.
(trap '' HUP; ddsmt --launcher ./launch in.smt2 out.smt2 ./solver)
