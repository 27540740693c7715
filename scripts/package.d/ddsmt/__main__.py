"""Becomes the program, so that signals and the exit status are its own."""

import os
import sys

from ddsmt import program

path = program()
os.execv(path, [path, *sys.argv[1:]])
