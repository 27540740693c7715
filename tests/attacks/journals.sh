# A journal is believed as far as it is whole and of this run.

## what is no journal is not written over
#= refused: it is no journal
echo precious >notes
trap 'grep -q precious notes || echo lost' EXIT
all --journal notes

## a journal that was torn off at its beginning is begun anew
#= seen
for bytes in 0 1 3 9 14 40; do
    printf 'ddsmt-journal [["version","3.0.0"],["input","..' | head -c $bytes >j
    all --resume --journal j 2>log
    grep -q 'nothing to resume' log
    test "$(cat out.smt2)" = '(assert)'
done

## a journal whose end is noise is read as far as it is whole
#= kept
all --journal j
head -c 1000 /dev/urandom >>j
rm out.smt2
all --journal j --resume

## a journal that was changed is not believed
#= kept
all --journal j
printf '????' | dd of=j bs=1 seek=$(($(wc -c <j) - 30)) conv=notrunc 2>/dev/null
rm out.smt2
all --journal j --resume

## a journal of another input is refused
#= refused: input
all --journal j
echo '(exit)' >>in.smt2
all --journal j --resume

## a journal of another solver is refused
#= refused: solver
all --journal j
solver true
all --journal j --resume

## a cache folder that leads nowhere is done without
#= kept
mkdir home/.cache
ln -s /nowhere home/.cache/ddsmt
all

## a cache folder that is a file is done without
#= kept
: >home/.cache
all

## what others keep in the cache folder stays
#= kept
mkdir -p home/.cache/ddsmt/old.journal
mkfifo home/.cache/ddsmt/pipe.journal
touch -d '2 years ago' home/.cache/ddsmt/notes
timeout -s KILL 60 ddsmt in.smt2 out.smt2 ./solver
test -e home/.cache/ddsmt/notes
test -p home/.cache/ddsmt/pipe.journal
test -d home/.cache/ddsmt/old.journal

## a full home costs nothing but the journal
#= kept
in_namespaces sh -euc 'mount -t tmpfs -o size=4k none home; cat /dev/zero >home/fill 2>/dev/null || :; ddsmt in.smt2 out.smt2 ./solver'

## a file is not ours because it is called like a journal
#= kept
for name in j.new .j.new j.part j~; do echo precious >$name; done
all --journal j
all --journal j --resume
for name in j.new .j.new j.part j~; do grep -q precious $name; done

## a journal that is mounted is written
#= seen
: >j
: >home/mounted
in_namespaces sh -euc 'mount --bind home/mounted j; ddsmt --journal j in.smt2 out.smt2 ./solver'
test -s home/mounted
cp home/mounted j
ddsmt --journal j --resume in.smt2 out.smt2 ./solver
