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
