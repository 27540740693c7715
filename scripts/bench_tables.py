"""The figures and tables of `scripts/bench`: from single runs to ratios, medians and worst cases.

A run is a dictionary as `scripts/bench --resume` stores it: case, tool ("ours", "valid", "peer"), jobs, repeat, exit,
limit, in seconds wall, cpu, own_cpu and stolen (by the host of this machine, of each processor), bytes, tokens,
checks, strict, fails, sha256, why_not; with --efficiency also replay (seconds), or no_replay with the reason why there
is no replay.
"""

import json
import statistics

CLASSES = (("<2 KB", 0, 2_000), ("2-50 KB", 2_000, 50_000), (">=50 KB", 50_000, 1 << 62))
# The figures that are compared, and whether the ratio is the peer's by ours (a speed-up) or ours by the peer's.
RATIOS = (("bytes", False), ("tokens", False), ("checks", False), ("wall", True))


def why_not(run):
    """Why a run does not count; None if it does."""
    if run["limit"]:
        return f"not done within the limit, {run['bytes']} bytes so far"
    if run["exit"] != 0:
        return f"exit status {run['exit']}: {run['last_line']}"
    if not run["fails"]:
        return f"its output of {run['bytes']} bytes does not fail in the same way"
    return None


def medians(runs):
    """The median of each figure over the repeats that count; None if no repeat counts."""
    runs = [run for run in runs if not run["why_not"]]
    if not runs:
        return None
    result = {key: statistics.median(values) if (values := [r[key] for r in runs if r.get(key) is not None]) else None
              for key in ("bytes", "tokens", "checks", "wall", "cpu", "own_cpu", "stolen", "replay")}
    result["efficiency"] = result["replay"] and result["replay"] / result["wall"]
    result |= {"strict": runs[0]["strict"], "same": len({run["sha256"] for run in runs}) == 1, "sha256": runs[0]["sha256"]}
    return result


def ratio(ours, peer, key, inverse):
    """The ratio of our figure to the peer's, or the reverse; None if a figure is missing."""
    a, b = (side.get(key) if side else None for side in (ours, peer))
    if inverse:
        a, b = b, a
    return None if a is None or not b else a / b


def rows(bench, cases, jobs):
    """One row per case with the figures of each tool with this number of jobs."""
    result = []
    for name, case in cases.items():
        row = {"name": name, "in_bytes": case["bytes"],
               "class": next(c for c, low, high in CLASSES if low <= case["bytes"] < high)}
        for tool in ("ours", "valid", "peer"):
            row[tool] = medians([r for r in bench.runs if (r["case"], r["tool"], r["jobs"]) == (name, tool, jobs)])
        if bench.options.baseline:
            entry = bench.options.baseline[name]
            row["peer"] = {"bytes": entry["out_bytes"], "tokens": entry["out_tokens"],
                           "checks": entry["checks"], "strict": entry["strict"]}
        for tool in ("ours", "valid"):
            row[tool + "_ratios"] = {key: ratio(row[tool], row["peer"], key, inverse) for key, inverse in RATIOS}
        result.append(row)
    return [row for row in result if row["ours"] or row["valid"] or row["peer"]]


def summary(table):
    """Medians, totals and worst cases, over all and by class of the input's size."""
    result = {}
    for group in ("all", *(c for c, _, _ in CLASSES)):
        members = [row for row in table if group in ("all", row["class"])]
        for tool in ("ours", "valid"):
            both = [row for row in members if row[tool] and row["peer"]]
            if not both:
                continue
            entry = result.setdefault(group, {})[tool] = {"cases": len(both)}
            for key, inverse in RATIOS:
                known = [(row[tool + "_ratios"][key], row) for row in both if row[tool + "_ratios"][key] is not None]
                if not known:
                    continue
                worst = (min if inverse else max)(known, key=lambda pair: pair[0])
                totals = {side: sum(row[side][key] for _, row in known) for side in (tool, "peer")}
                entry[key] = {"median": statistics.median(value for value, _ in known), "worst": worst[0],
                              "worst_case": worst[1]["name"], "total": totals[tool], "total_peer": totals["peer"],
                              "behind": sum(value < 1 if inverse else value > 1 for value, _ in known)}
            entry["over_10_percent"] = [row["name"] for row in both if row[tool + "_ratios"]["bytes"] > 1.1]
            entry["strict"] = [sum(bool(row[side]["strict"]) for row in both) for side in (tool, "peer")]
    return result


def cell(value, form="{:.0f}"):
    """A figure, or a dash where there is none."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else form.format(value)


def aligned(lines):
    """Rows in columns as wide as their widest cell, the first column aligned to the left."""
    widths = [max(len(line[i]) for line in lines) for i in range(len(lines[0]))]
    return "\n".join("  ".join(text.rjust(w) if i else text.ljust(w) for i, (text, w) in enumerate(zip(line, widths)))
                     for line in lines)


def case_table(table, with_valid, with_efficiency):
    """One line per case."""
    head = ["case", "input", "bytes", "peer", "ratio"] + ["valid", "ratio"] * with_valid
    head += ["tokens", "ratio", "checks", "peer", "ratio", "wall s", "peer", "faster", "own cpu"]
    head += ["efficiency"] * with_efficiency + ["strict", "peer"]
    lines = [head]
    for row in table:
        ours, valid, peer = (row[tool] or {} for tool in ("ours", "valid", "peer"))
        r, v = row["ours_ratios"], row["valid_ratios"]
        line = [row["name"].removesuffix(".smt2"), cell(row["in_bytes"])]
        line += [cell(ours.get("bytes")), cell(peer.get("bytes")), cell(r["bytes"], "{:.2f}")]
        line += [cell(valid.get("bytes")), cell(v["bytes"], "{:.2f}")] if with_valid else []
        line += [cell(ours.get("tokens")), cell(r["tokens"], "{:.2f}")]
        line += [cell(ours.get("checks")), cell(peer.get("checks")), cell(r["checks"], "{:.2f}")]
        line += [cell(ours.get("wall"), "{:.2f}"), cell(peer.get("wall"), "{:.2f}"), cell(r["wall"], "{:.1f}x")]
        line += [cell(ours.get("own_cpu"), "{:.2f}")]
        line += [cell(ours.get("efficiency"), "{:.2f}")] * with_efficiency
        line += [cell(ours.get("strict")), cell(peer.get("strict"))]
        lines.append(line)
    return aligned(lines)


def summary_table(result):
    """One line per class of size, tool and measure."""
    lines = [["inputs", "tool", "cases", "measure", "median", "total", "peer", "ratio", "behind", "worst", "case"]]
    for group, tools in result.items():
        for tool, entry in tools.items():
            for key, inverse in RATIOS:
                if key not in entry:
                    continue
                e, form = entry[key], "{:.1f}x" if inverse else "{:.2f}"
                total = (e["total_peer"], e["total"]) if inverse else (e["total"], e["total_peer"])
                lines.append([group, tool, str(entry["cases"]), key, form.format(e["median"]), cell(e["total"]),
                              cell(e["total_peer"]), form.format(total[0] / total[1]) if total[1] else "-",
                              str(e["behind"]), form.format(e["worst"]), e["worst_case"].removesuffix(".smt2")])
    return aligned(lines)


def scaling_table(bench, cases):
    """Speed-up by number of jobs, and whether the bytes are the same."""
    first, lines = bench.options.jobs[0], [["tool", "jobs", "cases", "speed-up", "lowest", "same bytes"]]
    by_jobs = {jobs: {row["name"]: row for row in rows(bench, cases, jobs)} for jobs in bench.options.jobs}
    for tool in dict.fromkeys(tool for tool, _ in bench.contestants()):
        for jobs in bench.options.jobs[1:]:
            pairs = [(by_jobs[first][name][tool], row[tool]) for name, row in by_jobs[jobs].items()
                     if row[tool] and by_jobs[first].get(name, {}).get(tool)]
            if pairs:
                gains = [a["wall"] / b["wall"] for a, b in pairs]
                same = sum(a["sha256"] == b["sha256"] and a["same"] and b["same"] for a, b in pairs)
                lines.append([tool, str(jobs), str(len(pairs)), f"{statistics.median(gains):.2f}x",
                              f"{min(gains):.2f}x", f"{same} of {len(pairs)}"])
    return aligned(lines)


def efficiency(table):
    """The time of the solver alone divided by the time of ours: the median, the total, and the worst case."""
    known = [(row["ours"]["efficiency"], row) for row in table if row["ours"] and row["ours"]["efficiency"]]
    if not known:
        return "efficiency: not measured"
    replay, wall, own = (sum(row["ours"][key] for _, row in known) for key in ("replay", "wall", "own_cpu"))
    stolen = sum(row["ours"]["stolen"] or 0 for _, row in known)
    worst = min(known, key=lambda pair: pair[0])
    return (f"efficiency of {len(known)} cases: median {statistics.median(value for value, _ in known):.2f}, total "
            f"{replay / wall:.2f} ({replay:.1f} s of {wall:.1f} s), worst {worst[0]:.2f} ({worst[1]['name']}); "
            f"own processor time {own:.1f} s; the host of this machine took {stolen:.1f} s")


def report(bench, cases):
    """Print the tables and write the JSON."""
    table = rows(bench, cases, bench.options.jobs[0])
    result = summary(table)
    if table:
        print(case_table(table, bench.options.valid, bench.options.efficiency))
    if result:
        print("\nratio: ours over peer; faster, wall: peer over ours; behind: cases where the peer is better\n")
        print(summary_table(result))
        for tool, entry in result["all"].items():
            print(f"\n{tool}: accepted by a strict parser {entry['strict'][0]}, peer {entry['strict'][1]}, of "
                  f"{entry['cases']}; more than 10 % larger: {', '.join(entry['over_10_percent']) or 'none'}")
    if bench.options.efficiency:
        print("\n" + efficiency(table))
    if len(bench.options.jobs) > 1:
        print("\n" + scaling_table(bench, cases))
    for row in table:
        if row["ours"] and not row["ours"]["same"]:
            print(f"not the same bytes on every run: {row['name']}")
    for name in bench.broken:
        print(f"not measured: {name} does not fail here as the case says")
    for run in bench.runs:
        if run["why_not"]:
            print(f"not counted: {run['case']}, {run['tool']} -j{run['jobs']}: {run['why_not']}")
        elif run.get("no_replay"):
            print(f"efficiency not counted: {run['case']}, {run['tool']} -j{run['jobs']}: {run['no_replay']}")
    if bench.options.json:
        with open(bench.options.json, "w", encoding="utf-8") as file:
            json.dump({"setting": bench.options.setting, "cases": table, "summary": result, "runs": bench.runs,
                       "not_measured": bench.broken}, file, indent=1)
