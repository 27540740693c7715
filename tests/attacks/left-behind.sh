# Nothing is left behind.

## a daemon with a mark of its own is ended
#= kept
solver 'DDSMT_RUN=x setsid sh -c "echo \$\$ >>home/pids; exec sleep 1000" >/dev/null 2>&1 &
    while ! [ -s home/pids ]; do :; done'
all -j1
ended $(cat home/pids)

## what a killed run has left in another TMPDIR is removed
#= kept
mkdir home/other
solver 'touch "$TMPDIR/litter"; echo $$ >home/pid; kill -KILL $PPID'
mv solver killer
solver :
TMPDIR=$PWD/home/other ddsmt -j1 in.smt2 out.smt2 ./killer || true
ended $(cat home/pid)
all
empty home/other

## thousands of nested folders in TMPDIR are removed
#= kept
DEEP=$(printf 'a/%.0s' $(seq 1500))
export DEEP
solver 'mkdir home/once 2>/dev/null && mkdir -p "$TMPDIR/$DEEP" && (cd "$TMPDIR/$DEEP" && mkdir -p "$DEEP")'
all -j1
empty tmp

## files in TMPDIR that must not change are removed
#= kept
solver 'touch "$TMPDIR/a"; chattr +i "$TMPDIR/a" 2>/dev/null'
all -j1
empty tmp

## a file's name is never a command
#= seen
cp in.smt2 'bug.$(touch pwned)'
ddsmt --test 'grep -q assert "{}"' 'bug.$(touch pwned)' out.smt2
test ! -e pwned

## links in TMPDIR lead to nothing that is removed
#= kept
echo precious >home/precious
solver 'ln -s "$HOME" "$TMPDIR/l"; ln "$HOME/precious" "$TMPDIR/h"; chmod 0 "$TMPDIR"'
all -j1
grep -q precious home/precious
empty tmp

## a TMPDIR that has become a link is replaced, and not what it leads to
#= kept
echo precious >home/precious
solver 'rm -rf "$TMPDIR"; ln -s "$HOME" "$TMPDIR"'
all -j1
grep -q precious home/precious
empty tmp

## an input that has become a name of another file is not written
#= kept
echo precious >home/precious
printf '#!/bin/sh\ngrep -q "(assert" "$1"; status=$?\nln -f "$HOME/precious" "$1" 2>/dev/null || ln -sf "$HOME/precious" "$1"\n' >solver
echo '[ $status != 0 ] || exit 9' >>solver
all -j1
grep -q precious home/precious

## children that hold an output open are ended
#= kept
solver 'exec >&-; sleep 1000 & echo $! >>home/pids; for i in 1 2 3 4 5 6 7 8; do sleep 1000 & done'
timeout -s KILL 60 ddsmt -j1 in.smt2 out.smt2 ./solver
ended $(cat home/pids)

## a solver that starts many daemons leaves none
#= kept
solver 'for i in 1 2 3; do
    env -i setsid sh -c "echo \$\$ >>\"$HOME/pids\"; sh -c \"while :; do sleep 0.05; done\" & while :; do sleep 0.05; done" >/dev/null 2>&1 &
done'
timeout -s KILL 100 ddsmt -j2 in.smt2 out.smt2 ./solver
ended $(cat home/pids)
empty tmp
