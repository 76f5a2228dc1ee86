#!/usr/bin/env python3
"""How much of each room the tests run, and where they run nothing.

    coverage.py coverage.json [--lines N]      the JSON of gcovr; `.ci/long coverage` makes it

Prints a table of rooms: lines that the compiler made code of, and how many of them ran. Then stretches of N (4) or more such
lines, one after the other, that never ran, as file:first-last. Counts of a process that a signal or _exit ends are lost: what
a worker does in its forked children counts only where a test runs it in a process of its own.
"""
import argparse
import collections
import json


def room_of(path):
    parts = path.split("/")
    return "/".join(parts[1:3]) if parts[0] == "core" else "/".join(parts[:2])


def counts_by_line(file):
    """A line of a template or of a header counts as run where any of its instances ran."""
    counts = collections.defaultdict(int)
    for line in file["lines"]:
        if not line.get("gcovr/noncode"):
            counts[line["line_number"]] += line["count"]
    return counts


def stretches(counts, least):
    """Runs of lines with code, none of which ran."""
    found, run = [], []
    for number in sorted(counts):
        if counts[number] > 0:
            found, run = found + [run] * (len(run) >= least), []
        else:
            run = run + [number]
    return found + [run] * (len(run) >= least)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("json")
    parser.add_argument("--lines", type=int, default=4)
    options = parser.parse_args()
    with open(options.json) as text:
        files = {file["file"]: counts_by_line(file) for file in json.load(text)["files"]}
    lines, run = collections.Counter(), collections.Counter()
    for path, counts in files.items():
        lines[room_of(path)] += len(counts)
        run[room_of(path)] += sum(count > 0 for count in counts.values())
    print("|room|lines|run, %|\n|---|---|---|")
    for room in sorted(lines):
        print(f"|{room}|{lines[room]}|{100 * run[room] / lines[room]:.1f}|")
    total = sum(lines.values())
    print(f"|all|{total}|{100 * sum(run.values()) / total:.1f}|\n")
    for path, counts in sorted(files.items()):
        for never in stretches(counts, options.lines):
            print(f"{path}:{never[0]}-{never[-1]}: {len(never)} lines never run")


if __name__ == "__main__":
    main()
