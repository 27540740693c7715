# Names are bytes, and folders may be odd.

## an input may be called like an option
#= seen
mv in.smt2 ./-in.smt2
ddsmt ./-in.smt2 out.smt2 ./solver
grep -q '(assert' out.smt2

## a name may hold a newline, blanks and quotes
#= seen
name="a b
c'd\"e\$f.smt2"
mv in.smt2 "$name"
ddsmt "$name" "out $name" ./solver
grep -q '(assert' "out $name"

## a name may be no UTF-8
#= seen
name=$(printf 'caf\351.smt2')
mv in.smt2 "$name"
ddsmt "$name" "out-$name" ./solver
grep -q '(assert' "out-$name"

## names may be as long as the system allows
#= seen
long=$(printf 'x%.0s' $(seq 250))
mv in.smt2 "$long.smt2"
ddsmt "$long.smt2" "${long}.out" ./solver
grep -q '(assert' "$long.out"

## an extension may be as long as the system allows
#= seen
long=in.$(printf 'x%.0s' $(seq 252))
mv in.smt2 "$long"
ddsmt "$long" out.smt2 ./solver
grep -q '(assert' out.smt2

## the working folder may have a newline and quotes in its name
#= seen
mkdir "a
'b\" \$c"
cd "a
'b\" \$c"
cp ../in.smt2 ../solver .
all
grep -q '(assert' out.smt2

## the working folder may be gone
#= seen
here=$PWD
mkdir gone
cd gone
rmdir ../gone
ddsmt "$here/in.smt2" "$here/out.smt2" "$here/solver"
grep -q '(assert' "$here/out.smt2"

## TMPDIR may be a relative path
#= kept
TMPDIR=tmp all
empty tmp

## TMPDIR may be a link, and end in slashes
#= kept
ln -s tmp link
TMPDIR=$PWD/link// all
empty tmp

## TMPDIR may be empty
#= kept
TMPDIR='' all

## TMPDIR may hold blanks, quotes and a newline
#= kept
mkdir "tmp/a b
'c"
solver 'cp "$1" "$TMPDIR/copy"'
TMPDIR="$PWD/tmp/a b
'c" all
empty "tmp/a b
'c"

## a TMPDIR that is a file is named
#= refused: in.smt2
TMPDIR=$PWD/in.smt2 all

## the solver is found where the shell finds it
#= kept
mv solver 'home/my solver'
PATH=$PWD/home:$PATH
ddsmt in.smt2 out.smt2 'my solver'

## the solver may be a link to a link
#= kept
mv solver home/real
ln -s home/real one
ln -s one solver
all

## the output may be reached through ..
#= seen
mkdir sub
ddsmt in.smt2 sub/../sub/out.smt2 ./solver
grep -q '(assert' sub/out.smt2

## an output that is a folder is refused at the beginning
#= refused: can not be written
mkdir out.smt2
all

## a link that leads nowhere is followed
#= seen
ln -s home/target out.smt2
all
test -L out.smt2
grep -q '(assert' home/target

## links in a circle hold nobody up
#= seen
ln -s other out.smt2
ln -s out.smt2 other
status=0
timeout -s KILL 60 ddsmt in.smt2 out.smt2 ./solver || status=$?
[ $status = 1 ] || grep -q '(assert' out.smt2
