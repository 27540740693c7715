"""The size of the output after the first checks: `scripts/bench --curve`.

A curve is a list of points (checks, bytes, seconds), in order: from each point on the file has this size. ddsmt
writes its curve to `profile.json`. For another program a shell script in the place of the solver notes the size of
the output file at the start of every run, the first of which is the golden run. That is exact with one job.
"""

import json
import math
import os
import shlex
import statistics

STEPS = (10, 20, 40, 80, 160, 320)
SECONDS = (1, 3, 10, 30, 60, 100)
SHARES = (0.5, 0.1, 0.03)
LARGE = 20_000  # bytes from which on the first checks of an input matter most
COLORS = {"ours": "#06c", "peer": "#c50"}


def recorder(command, output, log, size, most):
    """The lines of a script that notes time and size before each run, and ends the tool after `most` checks.

    The tool leads the session that it was started in.
    """
    lines = [f'echo "$(date +%s%N) $(wc -c 2>/dev/null <{shlex.quote(output)} || echo {size})" >>{shlex.quote(log)}']
    if most:
        lines += [f'if [ $(wc -l <{shlex.quote(log)}) -gt {most + 1} ]; then',
                  'read -r stat </proc/$$/stat; set -- ${stat##*) }; kill -TERM $4; exit 1; fi']
    return [*lines, f'exec {shlex.join(command)} "$@"']


def recorded(log):
    """The curve that a recorder has noted."""
    curve, start = [], None
    with open(log, encoding="ascii") as file:
        for number, line in enumerate(file):
            time, size = map(int, line.split())
            start = start or time
            if number and (not curve or curve[-1][1] != size):
                curve.append((number - 1, size, round((time - start) / 1e9, 3)))
    return curve


def told(profile):
    """The curve in a profile of ddsmt; empty if there is none."""
    if not os.path.exists(profile):
        return []
    with open(profile, encoding="utf-8") as file:
        points = json.load(file).get("curve", [])
    return [(point["checks"], point["bytes"], round(point["seconds"], 3)) for point in points]


def left(run, size, key, value):
    """The bytes after a number of checks (key 0) or seconds (key 2), 1 for an empty file: the smallest so far, as a
    step may grow."""
    return max(1, min([size, *(point[1] for point in run["curve"] if point[key] <= value)]))


def until(run, goal):
    """The checks until at most so many bytes were left; infinite if that never was."""
    return next((point[0] for point in run["curve"] if point[1] <= goal), math.inf)


def goals(by_tool, size):
    """The sizes to reach: shares of the input, and the end of the last tool, which is the peer if there is one."""
    return [*(share * size for share in SHARES), list(by_tool.values())[-1]["bytes"]]


def area(run, size, most):
    """The share of the bytes that was left, as a geometric mean over the logarithm of the checks."""
    checks = sorted({round(most ** (i / 100)) for i in range(101)})
    weights = [math.log((b + 0.5) / (b - 0.5)) for b in checks]
    total = sum(w * math.log(left(run, size, 0, k) / size) for w, k in zip(weights, checks))
    return math.exp(total / sum(weights))


def mean(values):
    """The geometric mean."""
    return math.exp(statistics.mean(math.log(max(value, 1e-9)) for value in values))


def figure(value):
    """A count, or a dash if it is infinite."""
    return "-" if value == math.inf else f"{value:.0f}"


def over(a, b):
    """A ratio of two counts, either of which may be infinite."""
    return 1.0 if a == b else math.inf if a == math.inf else 0.0 if b == math.inf else (a + 1) / (b + 1)


def curves(bench, cases):
    """Case -> tool -> run, for cases in which every tool has a curve."""
    tools = [tool for tool, _ in bench.contestants()]
    runs = {}
    for run in bench.runs:
        if run.get("curve") is not None and not run["repeat"]:
            runs.setdefault(run["case"], {})[run["tool"]] = run
    return tools, {name: runs[name] for name in cases if set(runs.get(name, ())) >= set(tools)}


def table(bench, cases):
    """One line per case and tool, and the means of all cases."""
    tools, runs = curves(bench, cases)
    most = bench.options.checks or STEPS[-1]
    lines = [["case", "input", "tool", *map(str, STEPS), *(f"to {share:.0%}" for share in SHARES), "to end", "area"]]
    for name, by_tool in runs.items():
        size = cases[name]["bytes"]
        by_tool = {tool: by_tool[tool] for tool in tools}
        for tool, run in by_tool.items():
            lines.append([name.removesuffix(".smt2"), str(size), tool, *(str(left(run, size, 0, k)) for k in STEPS),
                          *(figure(until(run, goal)) for goal in goals(by_tool, size)), f"{area(run, size, most):.1%}"])
    groups = [("all", list(runs)), (f">{LARGE // 1000} KB", [n for n in runs if cases[n]["bytes"] > LARGE])]
    for group, names in groups:
        each = [({tool: runs[name][tool] for tool in tools}, cases[name]["bytes"]) for name in names]
        # For each goal, the checks of each tool in each case.
        counts = list(zip(*([[until(run, goal) for run in by_tool.values()] for goal in goals(by_tool, size)]
                            for by_tool, size in each)))
        for number, tool in enumerate(tools if names else ()):
            lines.append([f"{group}: {len(names)} cases", "", tool,
                          *(f"{mean(left(runs[tool], size, 0, k) / size for runs, size in each):.1%}" for k in STEPS),
                          *(figure(statistics.median(count[number] for count in cases)) for cases in counts),
                          f"{mean(area(runs[tool], size, most) for runs, size in each):.1%}"])
        if len(tools) == 2 and names:
            pairs = [(tuple(by_tool.values()), size) for by_tool, size in each]
            lines.append([f"{group}: ratio", "", "", *(
                f"{mean(left(a, s, 0, k) / left(b, s, 0, k) for (a, b), s in pairs):.2f}" for k in STEPS), *(
                f"{statistics.median(over(*count) for count in cases):.2f}" for cases in counts),
                f"{mean(area(a, s, most) / area(b, s, most) for (a, b), s in pairs):.2f}"])
            later = [sum(a > b for a, b in cases) for cases in counts]
            lines.append([f"{group}: cases in which ours is later", "", "", *[""] * len(STEPS), *map(str, later), ""])
    return lines


def seconds_table(bench, cases):
    """The bytes that are left after each of `SECONDS`, and the geometric mean of their shares."""
    tools, runs = curves(bench, cases)
    lines = [["left after seconds", "tool", *map(str, SECONDS)]]
    for name, by_tool in runs.items():
        for tool in tools:
            lines.append([name.removesuffix(".smt2"), tool, *(str(left(by_tool[tool], cases[name]["bytes"], 2, s)) for s in SECONDS)])
    for tool in tools:
        shares = [[left(by_tool[tool], cases[name]["bytes"], 2, s) / cases[name]["bytes"] for name, by_tool in runs.items()]
                  for s in SECONDS]
        lines.append(["all", tool, *(f"{mean(values):.1%}" if values else "-" for values in shares)])
    return lines


def picture(bench, cases, path):
    """Writes an SVG of the share of bytes by checks, both axes logarithmic: cases as thin lines, means as thick ones."""
    tools, runs = curves(bench, cases)
    most, least = bench.options.checks or STEPS[-1], 0.001
    width, height, margin = 720, 480, 60

    def at(checks, share):
        return (margin + (width - 2 * margin) * math.log(checks) / math.log(most),
                margin + (height - 2 * margin) * math.log(max(share, least)) / math.log(least))

    def line(values, color, thick):
        points = " ".join("{:.1f},{:.1f}".format(*at(k, value)) for k, value in values)
        return f'<polyline fill="none" stroke="{color}" stroke-width="{thick}" points="{points}"/>'

    checks = sorted({round(most ** (i / 120)) for i in range(121)})
    marks = [k for k in (1, 10, 100, 1000, 10000) if k <= most]
    parts = [f'<text x="{at(k, least)[0]:.0f}" y="{height - margin + 18}">{k}</text>' for k in marks]
    parts += [f'<text x="8" y="{at(1, p)[1] + 4:.0f}">{p:.1%}</text>' for p in (1, 0.1, 0.01, 0.001)]
    parts += [line([(1, p), (most, p)], "#ccc", 0.5) for p in (1, 0.1, 0.01, 0.001)]
    for number, tool in enumerate(tools):
        color = COLORS.get(tool, "#555")
        shares = [[(k, left(by_tool[tool], cases[name]["bytes"], 0, k) / cases[name]["bytes"]) for k in checks]
                  for name, by_tool in runs.items()]
        parts += [line(values, color, 0.3) for values in shares]
        parts += [line([(k, mean(values[i][1] for values in shares)) for i, k in enumerate(checks)], color, 3)] if shares else []
        parts.append(f'<text x="{width - margin - 40}" y="{margin - 30 + 18 * number}" fill="{color}">{tool}</text>')
    parts.append(f'<text x="{width // 2 - 20}" y="{height - 8}">checks</text>')
    parts.append(f'<text x="8" y="{margin - 24}">bytes left, {len(runs)} inputs</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
                   f'font-size="12"><rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n")
