# File systems and containers may be odd.

## the memory folder may be tiny
#= kept
in_namespaces sh -euc 'mount -t tmpfs -o size=64k none /dev/shm; ddsmt in.smt2 out.smt2 ./solver'

## the memory folder may be read-only
#= kept
in_namespaces sh -euc 'mount -t tmpfs -o ro none /dev/shm; ddsmt in.smt2 out.smt2 ./solver'

## the memory folder may be missing
#= kept
in_namespaces sh -euc 'mount -t tmpfs none /dev; for d in null full tty; do mknod /dev/$d c 1 3 2>/dev/null || : >/dev/$d; done
    ddsmt in.smt2 out.smt2 ./solver'

## where there is no /dev/null it is named
#= seen
in_namespaces sh -euc 'mount -t tmpfs none /dev; status=0; ddsmt in.smt2 out.smt2 ./solver 2>log || status=$?
    [ $status = 0 ] || grep -q /dev/null log'

## there may be no /proc
#= kept
in_namespaces sh -euc 'mount -t tmpfs none /proc; ddsmt in.smt2 out.smt2 ./solver'

## a memory limit needs no /proc
#= seen
in_namespaces sh -euc 'mount -t tmpfs none /proc; status=0; ddsmt --memout 500 in.smt2 out.smt2 ./solver 2>log || status=$?
    [ $status = 0 ] || grep -q "memout\|/proc" log'

## a run that computes for ever ends where there is no /proc
#= kept
solver 'grep -q "(assert" "$1" || while :; do :; done'
in_namespaces sh -euc 'mount -t tmpfs none /proc; timeout -s KILL 100 ddsmt -j1 --timeout 1 in.smt2 out.smt2 ./solver'

## the temporary folder may be full
#= seen
in_namespaces sh -euc 'mount -t tmpfs -o size=16k none tmp; cat /dev/zero >tmp/fill 2>/dev/null || :
    status=0; ddsmt in.smt2 out.smt2 ./solver 2>log || status=$?
    [ $status = 0 ] || grep -q "No space left" log'

## all but the output's folder may be read-only
#= kept
in_namespaces sh -euc 'mkdir w; cp in.smt2 solver w/; mount --rbind . .; mount -o remount,ro,bind . 2>/dev/null || :
    mount -t tmpfs none w; cd w; printf "(assert (and x x))" >in.smt2; cp ../solver .; TMPDIR=$PWD ddsmt in.smt2 out.smt2 ./solver
    grep -q assert out.smt2; umount -l .; cd ..; umount -l .; cd .' && printf '(assert)\n' >out.smt2

## a file system without unnamed files and locks serves
#= kept
trace=openat,linkat,flock
needs strace -f true
strace -qq -f -o /dev/null -e trace=$trace -e inject=linkat:error=EPERM -e inject=flock:error=ENOLCK ddsmt -j1 in.smt2 out.smt2 ./solver

## a file system on which renaming fails is written in place
#= kept
needs strace -f true
echo old >out.smt2
strace -qq -f -o /dev/null -e trace=rename,renameat,renameat2 -e inject=rename,renameat,renameat2:error=EBUSY ddsmt -j1 in.smt2 out.smt2 ./solver

## a stale handle of a network's file system is told or survived
#= seen
needs strace -f true
status=0
strace -qq -f -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:error=ESTALE ddsmt -j1 in.smt2 out.smt2 ./solver 2>log || status=$?
[ $status = 0 ] || grep -qi 'stale' log

## a clock that jumps decides nothing
#= kept
needs unshare -T true
unshare -T --monotonic 100000 --boottime 100000 ddsmt in.smt2 out.smt2 ./solver

## a solver that fills its disk finds it empty in the next run
#= kept
solver 'test -z "$(ls -A "$TMPDIR")" || exit 1
    cat /dev/zero >"$TMPDIR/fill" 2>/dev/null || :'
in_namespaces sh -euc 'mount -t tmpfs -o size=1m none tmp; ddsmt -j1 in.smt2 out.smt2 ./solver'

## a solver that fills the disk of the output loses no result in silence
#= seen
solver 'cat /dev/zero >o/fill 2>/dev/null || :'
in_namespaces sh -euc 'mkdir o; mount -t tmpfs -o size=64k none o; status=0
    ddsmt -j1 in.smt2 o/out.smt2 ./solver 2>log || status=$?
    if [ $status = 0 ]; then grep -q "(assert" o/out.smt2; else grep -q "No space left" log; fi
    [ ! -e o/out.smt2 ] || [ ! -s o/out.smt2 ] || grep -q "(assert" o/out.smt2'

## a disk whose quota is reached is told
#= seen
status=0
injecting fsync,fdatasync:error=EDQUOT ddsmt -j1 in.smt2 out.smt2 ./solver 2>log || status=$?
[ $status = 0 ] || grep -q 'out.smt2.*quota' log
test ! -s out.smt2 || grep -q '(assert' out.smt2
