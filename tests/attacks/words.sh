# Messages name what failed.

## a TMPDIR that is missing is named
#= refused: /nowhere
TMPDIR=/nowhere all

## too many jobs for the descriptors are told
#= refused: Too many open files
ulimit -n 64
all -j 200

## a temporary folder that cannot be emptied is named
#= seen
solver 'mkdir "$TMPDIR/m" && mount -t tmpfs none "$TMPDIR/m"'
in_namespaces sh -euc 'status=0; ddsmt -j1 in.smt2 out.smt2 ./solver 2>log || status=$?; cat log
    grep -q "tmp/ddsmt-.*: Device or resource busy" log'

## a time limit of nothing is refused
#= seen
status=0
ddsmt --timeout 0 in.smt2 out.smt2 ./solver 2>log || status=$?
test $status != 0
grep -q timeout log

## what a solver prints is no order to the terminal
#= seen
for lines in 'printf "\033[2J$$\n"' 'printf "x.c:1: f: Assertion \033[2J failed\n" >&2' 'printf "(error \033[2J)\n"'; do
    solver "$lines"
    all 2>log
    ! grep -q "$(printf '\033')" log || exit 1
done
