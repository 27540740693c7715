# Whatever the environment is like, the solver finds the same.

## HOME may be missing
#= kept
env -u HOME ddsmt in.smt2 out.smt2 ./solver

## a HOME that does not exist is not made
#= kept
HOME=$PWD/none all
test ! -e none

## HOME may be no folder
#= kept
HOME=/dev/null all

## HOME may not be writable
#= kept
chmod 755 .
mkdir home/ro
chmod 555 home/ro
chmod 666 in.smt2
: >out.smt2
chmod 666 out.smt2
chmod 777 .
HOME=$PWD/home/ro unprivileged in.smt2 out.smt2 ./solver

## there may be no environment at all
#= kept
env -i "$(command -v ddsmt)" in.smt2 out.smt2 ./solver

## PATH may be missing
#= kept
env -u PATH "$(command -v ddsmt)" in.smt2 out.smt2 ./solver

## the language changes nothing
#= seen
LC_ALL=xx_YY.nothing LANG=C LANGUAGE=de all
cp out.smt2 first
LC_ALL=C all
cmp first out.smt2

## the solver's environment is that by hand but for TMPDIR and our mark
#= seen
solver 'env | grep -v "^_=\|^TMPDIR=\|^DDSMT_RUN=\|^SHLVL=" | LC_ALL=C sort >home/env'
./solver in.smt2 || :
mv home/env home/by-hand
all
cmp home/by-hand home/env

## variables may be no UTF-8
#= seen
solver 'printenv ODD >home/odd'
ODD=$(printf 'caf\351') all
test "$(od -An -tx1 home/odd | tr -d ' \n')" = 636166e90a

## a large environment leaves room for the solver
#= kept
BIG=$(printf 'x%.0s' $(seq 100000)) all

## the terminal's size may be nonsense
#= kept
COLUMNS=0 LINES=-1 TERM=nonsense all

## what is written for solvers is private whatever the mask is
#= kept
solver 'stat -c %a "$1" "$TMPDIR" >>home/modes'
(umask 0; all)
test "$(sort -u home/modes | tr '\n' ' ')" = '600 700 '

## the solver's mask is that of the user
#= seen
solver 'umask >>home/masks'
(umask 027; all)
test "$(sort -u home/masks)" = 0027

## the user's mask holds for the output
#= seen
(umask 027; all)
test "$(stat -c %a out.smt2)" = 640

## the solver's folder is that of the user
#= seen
solver 'pwd -P >>home/folders'
all
test "$(sort -u home/folders)" = "$(pwd -P)"

## what the loader says about a library that is missing changes nothing
#= kept
LD_PRELOAD=/nowhere.so all 2>/dev/null
