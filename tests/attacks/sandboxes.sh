# Sandboxes and old kernels may forbid what we would use.

## tracing may be forbidden
#= kept
forbidding 101 ddsmt -v in.smt2 out.smt2 ./solver 2>log
grep -q 'no warm starts' log

## the memory of other processes may be out of reach
#= kept
forbidding 310 ddsmt in.smt2 out.smt2 ./solver

## pidfds may be forbidden
#= kept
forbidding 434,424,438 ddsmt in.smt2 out.smt2 ./solver

## a kernel may know no pidfds
#= kept
injecting pidfd_open:error=ENOSYS ddsmt -j1 in.smt2 out.smt2 ./solver

## a run that computes for ever ends without pidfds
#= kept
solver 'grep -q "(assert" "$1" || while :; do :; done'
forbidding 434 timeout -s KILL 100 ddsmt -j1 --timeout 1 in.smt2 out.smt2 ./solver

## locks may be forbidden
#= kept
forbidding 73 ddsmt in.smt2 out.smt2 ./solver

## what the kernel knows of files may be less
#= kept
injecting statx:error=ENOSYS ddsmt -j1 in.smt2 out.smt2 ./solver

## a call that is interrupted is made again
#= kept
injecting flock,ftruncate:error=EINTR:when=1 ddsmt -j1 in.smt2 out.smt2 ./solver

## a rename that meets a stale handle is made up for
#= kept
injecting rename,renameat,renameat2:error=ESTALE:when=1 ddsmt -j1 in.smt2 out.smt2 ./solver

## what cannot be removed at once is told
#= kept
injecting unlink,unlinkat:error=EBUSY:when=1 ddsmt -j1 in.smt2 out.smt2 ./solver

## too few processes of a group are told
#= seen
needs_root
for root in /sys/fs/cgroup /sys/fs/cgroup/pids; do
    group=$(mktemp -d -p "$root" 2>/dev/null) || continue
    [ ! -e "$group/pids.max" ] || break
    rmdir "$group"
done
[ -e "${group:-}/pids.max" ] || skip
trap 'rmdir "$group"' EXIT
# Where it is the solver that gets no process, the failure comes and goes.
for most in 2 4 5 6 9; do
    echo $most >"$group/pids.max"
    status=0
    sh -c 'echo $$ >"$1/cgroup.procs"; exec ddsmt -j4 in.smt2 out.smt2 ./solver' sh "$group" 2>log || status=$?
    [ $status = 0 ] || { [ $status = 1 ] && grep -q 'temporarily unavailable\|comes and goes' log; }
done

## the folder for temporary files may forbid to execute
#= kept
in_namespaces sh -euc 'mount -t tmpfs -o noexec none tmp; mount -t tmpfs -o noexec none /dev/shm; ddsmt in.smt2 out.smt2 ./solver'

## where candidates have no place it is told
#= seen
in_namespaces sh -euc 'mount -t tmpfs -o ro none /dev/shm; mount -t tmpfs -o ro none tmp
    status=0; ddsmt in.smt2 out.smt2 ./solver 2>log || status=$?
    test $status = 1; grep -q "$TMPDIR" log'

## an output on a full disk is told
#= seen
in_namespaces sh -euc 'mkdir o; mount -t tmpfs -o size=16k none o; cat /dev/zero >o/fill 2>/dev/null || :
    status=0; ddsmt in.smt2 o/out.smt2 ./solver 2>log || status=$?
    test $status = 1; grep -q "No space left" log'

## a run of another container that has no locks goes on
#= kept
needs unshare -rmpf --mount-proc strace -f true
solver 'touch "$TMPDIR/mine" home/begun
    while ! [ -e home/done ]; do sleep 0.1; done
    [ -e "$TMPDIR/mine" ] || exit 1'
mv solver waiting
solver :
unshare -rmpf --mount-proc strace -qq -f -o /dev/null -e trace=flock -e inject=flock:error=ENOLCK \
    ddsmt -j1 in.smt2 out.smt2 ./waiting & other=$!
while ! [ -e home/begun ]; do sleep 0.1; done
ddsmt -j1 in.smt2 home/out1 ./solver
touch home/done
wait $other
