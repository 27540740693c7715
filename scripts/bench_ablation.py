"""Parts of `scripts/bench --ablate`: the list of mutators, those that a run used, and the table.

If a run accepted no candidate of a mutator, no run without the mutator is made: it would take the same steps,
and save exactly the checks of the mutator's candidates.
"""

import json
import os
import re
import subprocess


def mutators(binary):
    """The names of all mutators, from the help text, where a group has a heading."""
    text = subprocess.run([binary, "--help-all"], capture_output=True, text=True, check=True).stdout
    groups = re.findall(r"^Mutators: (\S+):", text, re.MULTILINE)
    return [name for name in re.findall(r"^ +--\[no-\](\S+)", text, re.MULTILINE) if name not in groups]


def inherited(source):
    """The names of ddSMT's groups and mutators, from the list in this repository's source."""
    with open(os.path.join(source, "src", "cli", "ddsmt.rs"), encoding="utf-8") as file:
        listed = file.read().partition('const TOGGLES: &str = "')[2].partition('"')[0]
    return set(listed.split())


def chosen(text, binary, source):
    """The mutators to switch off: those that are named, or all that ddSMT lacks."""
    every = mutators(binary)
    if text == "new":
        of_peer = inherited(source)
        assert of_peer, "src/cli/ddsmt.rs lists no mutators"
        return [name for name in every if name not in of_peer]
    unknown = [name for name in text.split(",") if name not in every]
    if unknown:
        raise SystemExit(f"bench: no mutator is called {', '.join(unknown)}")
    return text.split(",")


def effort(path):
    """Mutator -> answers used and accepted, over all strategies of a run."""
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["effort"]
    result = {}
    for row in rows:
        answers, accepted = result.get(row["mutator"], (0, 0))
        result[row["mutator"]] = (answers + row["answers"], accepted + row["accepted"])
    return result


def without_unused(run, tool, mutator):
    """The run without a mutator, derived if `run` accepted none of its candidates or does not count; else None."""
    answers, accepted = run.get("effort", {}).get(mutator, (0, 0))
    if accepted and not run["why_not"]:
        return None
    return run | {"tool": tool, "checks": (run["checks"] or 0) - answers}


def table(bench, ablated):
    """A Markdown table of the bytes lost and checks saved without each mutator, the most useful mutator first."""
    of = {(run["case"], run["tool"]): run for run in bench.runs if not run["why_not"]}
    names = sorted({case for case, tool in of if tool == "ours"})
    total = {key: sum(of[name, "ours"][key] for name in names) for key in ("bytes", "tokens", "checks")}
    rows = []
    for mutator in ablated:
        pairs = [(of[name, "ours"], of[name, "no-" + mutator]) for name in names if (name, "no-" + mutator) in of]
        change = {key: sum(b[key] - a[key] for a, b in pairs) for key in total}
        used = sum(a["effort"].get(mutator, (0, 0))[1] > 0 for a, _ in pairs)
        rows.append((change, mutator, used, len(pairs)))
    rows.sort(key=lambda row: (-row[0]["bytes"], -row[0]["tokens"], -row[0]["checks"], row[1]))
    lines = ["| without | used in | bytes | tokens | checks |", "|---|---|---|---|---|",
             f"| (all on) | {len(names)} cases | {total['bytes']} | {total['tokens']} | {total['checks']} |"]
    lines += [f"| `{mutator}` | {used} of {cases} | {change['bytes']:+} | {change['tokens']:+} | {change['checks']:+} |"
              for change, mutator, used, cases in rows]
    return "\n".join(lines)
