"""The least cost of a solver's run, and the gain by clones: `scripts/bench --start-up` and `--cold`.

Every solver runs --repeat times on its inputs, with and without the memory tunables that ddsmt may set (see
src/reduce/README.md), in turn, so that the load of the machine is the same for both. Processor time is the kernel's
count for the process and the children that it waited for; on a busy machine it is more reliable than elapsed time.
The share of it that is left in clones of a started solver is what ddsmt measures before it uses them, and reports
with -v.
"""

import os
import pathlib
import re
import statistics
import subprocess
import tempfile
import time

import bench_replay
import bench_tables

COLD = ["--no-warm-start", "--no-memory-tunables"]
SOURCE = pathlib.Path(__file__).resolve().parent.parent / "src/check/command.rs"


def ways():
    """The environments to compare, by name. The tunables are read from ddsmt's source."""
    texts = dict(re.findall(r'const (TUNABLES|LESS_PAGING): &str = "([^"]*)"', SOURCE.read_text(encoding="utf-8")))
    return {"cold": os.environ, "tunables": {**os.environ, texts["TUNABLES"]: texts["LESS_PAGING"]}}


def cost(command, environment):
    """Processor time and elapsed time of one run, in milliseconds."""
    start = time.monotonic()
    pid = os.posix_spawn(command[0], command, environment, file_actions=bench_replay.SILENT)
    _, _, used = os.wait4(pid, 0)
    return (used.ru_utime + used.ru_stime) * 1000, (time.monotonic() - start) * 1000


def share(ours, command, path, option):
    """The share of the processor time that is left in clones, 1 if there are none."""
    with tempfile.TemporaryDirectory(prefix="bench-") as work:
        words = [ours, "-v", "-j1", "--stop-after", "1", "--journal", "/dev/null", option, path, f"{work}/output.smt2", "--"]
        run = subprocess.run([*words, *command], stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace")
    saved = re.search(r"] warm starts: (\d+) % less processor time", run.stderr)
    return 1 - int(saved[1]) / 100 if saved else 1.0


def table(cases, solvers, repeat, ours):
    """A Markdown table with a row per solver: medians over its cases of the medians of their runs."""
    environments = ways()
    found = {}
    for case in cases.values():
        command = [os.path.abspath(solvers[case["solver"]]), *case["args"]]
        runs = {way: [] for way in environments}
        for _ in range(repeat):
            for way, environment in environments.items():
                runs[way].append(cost([*command, case["path"]], environment))
        row = {way: [statistics.median(times) for times in zip(*costs)] for way, costs in runs.items()}
        for way, base, option in (("warm", "cold", "--no-memory-tunables"), ("both", "tunables", "-v")):
            left = statistics.median(share(ours, command, case["path"], option) for _ in range(repeat))
            row[way] = [row[base][0] * left]
        found.setdefault(case["solver"], []).append(row)
    ways_of_all = [*environments, "warm", "both"]
    heads = [f"{way}: cpu ms" for way in ways_of_all] + [f"{way}: wall ms" for way in environments]
    heads += [f"cpu, cold / {way}" for way in ways_of_all[1:]]
    lines = [f"| solver | cases | {' | '.join(heads)} |", "|" + "---|" * (len(heads) + 2)]
    for solver, rows in sorted(found.items()):
        cells = [f"{statistics.median(row[way][0] for row in rows):.2f}" for way in ways_of_all]
        cells += [f"{statistics.median(row[way][1] for row in rows):.2f}" for way in environments]
        cells += [f"{statistics.median(row['cold'][0] / row[way][0] for row in rows):.2f}x" for way in ways_of_all[1:]]
        lines.append(f"| {solver} | {len(rows)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def gains(runs, cases):
    """A table with a row per solver: how many times cheaper whole reductions are than those with cold runs only."""
    found = {}
    for name, case in cases.items():
        both = {tool: [run for run in runs if (run["case"], run["tool"], run["why_not"]) == (name, tool, None)]
                for tool in ("ours", "cold")}
        if not all(both.values()):
            continue
        times = {tool: [statistics.median(run[key] for run in made) for key in ("cpu", "wall")]
                 for tool, made in both.items()}
        same = len({run["sha256"] for made in both.values() for run in made}) == 1
        ratios = [cold / warm for warm, cold in zip(times["ours"], times["cold"])]
        found.setdefault(case["solver"], []).append((same, both["ours"][0]["checks"], *ratios))
    lines = [["solver", "cases", "checks", "same bytes"]
             + [f"{what}, {which}" for what in ("processor time", "elapsed time") for which in ("median", "worst", "best")]]
    for solver, rows in sorted(found.items()):
        same, checks, *ratios = zip(*rows)
        cells = [f"{pick(values):.2f}x" for values in ratios for pick in (statistics.median, min, max)]
        lines.append([solver, str(len(rows)), f"{min(checks)} to {max(checks)}", str(sum(same)), *cells])
    return bench_tables.aligned(lines)
