# Messages name what failed.

## a TMPDIR that is missing is named
#= refused: /nowhere
TMPDIR=/nowhere all

## too many jobs for the descriptors are told
#= refused: Too many open files
ulimit -n 64
all -j 200
