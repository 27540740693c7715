"""What one check of a solver costs at least: `scripts/bench --start-up`.

Every solver runs on its inputs as often as is asked, with and without the memory
tunables that this program may set (see src/reduce/README.md), in turn, so that
the load of the machine is the same for both. Processor time is the kernel's count for
the process and those that it waited for; it says more than elapsed time on a busy machine.
"""

import os
import pathlib
import re
import statistics
import time

SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src/check/tunables.rs"
SILENT = [(os.POSIX_SPAWN_OPEN, number, "/dev/null", flags, 0)
          for number, flags in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY))]


def ways():
    """By name, the environments to compare; the tunables are those of the program itself."""
    texts = dict(re.findall(r'const (VARIABLE|VALUE): &str = "([^"]*)"', SOURCE.read_text(encoding="utf-8")))
    return {"cold": os.environ, "tunables": {**os.environ, texts["VARIABLE"]: texts["VALUE"]}}


def cost(command, environment):
    """Processor time and elapsed time of one run, in milliseconds."""
    start = time.monotonic()
    pid = os.posix_spawn(command[0], command, environment, file_actions=SILENT)
    _, _, used = os.wait4(pid, 0)
    return (used.ru_utime + used.ru_stime) * 1000, (time.monotonic() - start) * 1000


def table(cases, solvers, repeat):
    """A Markdown table with a row per solver: medians over its cases of the medians of their runs."""
    environments = ways()
    found = {}
    for case in cases.values():
        command = [os.path.abspath(solvers[case["solver"]]), *case["args"], case["path"]]
        runs = {way: [] for way in environments}
        for _ in range(repeat):
            for way, environment in environments.items():
                runs[way].append(cost(command, environment))
        medians = {way: [statistics.median(times) for times in zip(*costs)] for way, costs in runs.items()}
        found.setdefault(case["solver"], []).append(medians)
    heads = [f"{way}: {what}" for way in environments for what in ("cpu ms", "wall ms")]
    lines = [f"| solver | cases | {' | '.join(heads)} | cpu, cold / tunables |", "|" + "---|" * (len(heads) + 3)]
    for solver, rows in sorted(found.items()):
        cells = [f"{statistics.median(row[way][i] for row in rows):.2f}" for way in environments for i in (0, 1)]
        ratio = statistics.median(row["cold"][0] / row["tunables"][0] for row in rows)
        lines.append(f"| {solver} | {len(rows)} | {' | '.join(cells)} | {ratio:.2f}x |")
    return "\n".join(lines)
