"""Replaces this process by the program, so that signals and the exit status are the program's."""

import os
import sys

from ddsmt import program

path = program()
os.execv(path, [path, *sys.argv[1:]])
