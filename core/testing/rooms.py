#!/usr/bin/env python3
"""Counts code lines by room, and holds them to the budgets of core/docs/architecture.md.

    rooms.py [ROOT]      exit codes: 0 within all budgets, 1 not

A code line of C++ holds more than a comment, an include, a namespace, or braces and brackets alone. A test (x_test.cpp), a fuzz target,
testing_x.hpp and core/testing are counted as tests. Files in other languages are counted by kind, without blank lines and lines of comment.
What is counted as tests must not be part of the product: other files may not include it (benchmarks may).
"""
import collections
import pathlib
import re
import subprocess
import sys

NO_CODE = re.compile(r"#\s*(include|pragma once)\b|(inline )?namespace\b.*\{$|\}\s*//\s*namespace|[][{}();,]+$")
IS_TEST = re.compile(r"_(test|fuzz)\.cpp$|/testing")
INCLUDES_TEST = re.compile(r'\s*#\s*include\s*["<][^">]*/?testing')
KINDS = {"py": "Python", "sh": "shell", "js": "JavaScript", "css": "CSS", "mustache": "templates", "html": "templates", "in": "templates",
         "cmake": "CMake", "R": "R"}
COMMENT = {"Python": "#", "shell": "#", "CMake": "#", "R": "#", "JavaScript": "//"}
PARTS = {"core/preimage": "library", "core/suite": "suite", "experiments": "papers", "core/examples": "examples"}


def code_lines(text):
    """Of C++."""
    count, in_comment = 0, False
    for line in text.splitlines():
        line = line.strip()
        if in_comment:
            in_comment = "*/" not in line
        elif line.startswith("/*"):
            in_comment = "*/" not in line
        elif line and not line.startswith("//") and not NO_CODE.match(line):
            count += 1
    return count


def kind_of(path):
    """Of a file in another language than C++; None of data and pages."""
    if path.name == "CMakeLists.txt":
        return "CMake"
    if path.parent.name == ".ci":
        return "shell"
    return None if path.name.endswith(".min.js") else KINDS.get(path.name.rsplit(".", 1)[-1])


def room_of(file):
    parts = file.split("/")
    return "/".join(parts[: 3 if parts[:2] in (["core", "preimage"], ["core", "suite"]) else 2][: len(parts) - 1])


def files_of(root):
    listed = subprocess.run(["git", "-C", root, "ls-files"], capture_output=True, text=True, check=False)
    if listed.returncode == 0 and listed.stdout:
        return listed.stdout.splitlines()
    return sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())


class Counts:
    def __init__(self, root):
        self.rooms, self.tests, self.totals, self.faults = collections.Counter(), collections.Counter(), collections.Counter(), []
        for file in files_of(root):
            path = root / file
            if path.is_symlink() or not path.is_file():
                continue
            if path.suffix in (".cpp", ".hpp"):
                self.add_source(file, path.read_text(errors="replace"))
            elif kind := kind_of(path):
                lines = [line.strip() for line in path.read_text(errors="replace").splitlines()]
                self.totals[kind] += sum(1 for line in lines if line and not line.startswith(COMMENT.get(kind, "\n")))

    def add_source(self, file, text):
        is_test, count = bool(IS_TEST.search(file)), code_lines(text)
        (self.tests if is_test else self.rooms)[room_of(file)] += count
        part = next((name for folder, name in PARTS.items() if file.startswith(folder + "/")), "tests")
        self.totals["tests" if is_test else part] += count
        if is_test or file.startswith("experiments/benchmarks/"):
            return
        for number, line in enumerate(text.splitlines(), 1):
            if INCLUDES_TEST.match(line):
                self.faults.append(f"{file}:{number}: the product includes a file that is counted as a test")


def budgets_of(root):
    """The rows `| part | number | ...` below the heading Budgets of core/docs/architecture.md."""
    text = (root / "core" / "docs" / "architecture.md").read_text()
    section = re.search(r"^## Budgets\n(.*?)(^## |\Z)", text, re.M | re.S)
    rows = re.findall(r"^\| *([\w ]+?) *\| *([\d,]+) *\|", section.group(1), re.M) if section else []
    return {part: int(number.replace(",", "")) for part, number in rows}


def main(arguments):
    if len(arguments) > 1 or arguments == ["--help"]:
        print(__doc__, file=sys.stderr)
        return 1
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parents[2]
    counts, budgets = Counts(root), budgets_of(root)
    print(f"{'room':36} {'code':>7} {'tests':>7}")
    for room in sorted(counts.rooms | counts.tests):
        print(f"{room:36} {counts.rooms[room]:7} {counts.tests[room]:7}")
    print(f"\n{'part':36} {'code':>7} {'budget':>7}")
    faults = counts.faults
    for part in sorted(budgets.keys() | counts.totals.keys(), key=lambda p: (p not in budgets, list(budgets).index(p) if p in budgets else 0, p)):
        print(f"{part:36} {counts.totals[part]:7} {budgets.get(part, '-'):>7}")
        if part not in budgets:
            faults.append(f"core/docs/architecture.md: no budget for {part}")
        elif counts.totals[part] > budgets[part]:
            over = counts.totals[part] - budgets[part]
            faults.append(f"{part}: {counts.totals[part]} code lines, {over} above its budget of {budgets[part]} (core/docs/architecture.md)")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
