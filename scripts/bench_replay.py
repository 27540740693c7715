"""The time of the solver alone: `scripts/bench --efficiency`.

In a recording run the tool calls a shell script that keeps every text given to the solver. The replay then starts
the solver on each text in turn, by a bare posix_spawn. The time that the tool takes beyond that is its overhead.
"""

import os
import select
import shlex
import signal
import time

# The candidate is the last argument; a run that the tool ends leaves no `.end`.
RECORDER = ['base=$(mktemp -u {folder}/$(date +%s%N).XXXXXX)', 'for last in "$@"; do :; done',
            'cp "$last" "$base.smt2"', '{command} "$@"', 'status=$?', ': >"$base.end"', 'exit $status']

# The streams of a solver that is started by a bare posix_spawn.
SILENT = [(os.POSIX_SPAWN_OPEN, number, "/dev/null", flags, 0)
          for number, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY))]


def recorder(command, folder):
    """The lines of a script that keeps each text in `folder` before it runs `command` on it."""
    return [line.format(folder=shlex.quote(folder), command=shlex.join(command)) for line in RECORDER]


def recorded(folder):
    """The texts in the order of their runs, each with its limit in seconds if the tool ended the run."""
    names = sorted(name for name in os.listdir(folder) if name.endswith(".smt2"))
    starts = [int(name.split(".")[0]) / 1e9 for name in names]
    runs = []
    for number, name in enumerate(names):
        path = os.path.join(folder, name)
        was_ended = not os.path.exists(path.removesuffix(".smt2") + ".end") and number + 1 < len(names)
        runs.append((path, starts[number + 1] - starts[number] if was_ended else None))
    return runs


def replay(command, runs):
    """Run the command on each text in turn. Returns the elapsed time in seconds."""
    start = time.monotonic()
    for path, limit in runs:
        pid = os.posix_spawn(command[0], [*command, path], os.environ, file_actions=SILENT, setpgroup=0)
        if limit is not None:
            descriptor = os.pidfd_open(pid)
            if not select.select([descriptor], [], [], limit)[0]:
                os.killpg(pid, signal.SIGKILL)
            os.close(descriptor)
        os.waitpid(pid, 0)
    return time.monotonic() - start
