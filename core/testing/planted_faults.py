#!/usr/bin/env python3
"""Plants faults in the sources, one at a time, and says which test finds each.

    planted_faults.py check                    each fault of planted_faults.txt applies: its text is there once
    planted_faults.py run BUILD [ROOM...]      plants, builds and tests each (of these rooms), and writes who found it into the list;
                                               hours. BUILD: a configured build folder of this checkout, which has to be clean
    planted_faults.py draw SEED COUNT          prints faults at lines drawn by the seed, in the form of the list
exit codes: 0 all apply, or all that were found are found; 1 not; 2 usage

The list has a fault per paragraph: a line `FILE: found by TEST: CASE` (or `compiler`, `nothing`), then lines as in a patch: ' ' for text that
stays, '-' for text that goes, '+' for what comes. The test of the fault's room runs first, then the one that found it before, then all.
"""
import pathlib
import random
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIST = pathlib.Path(__file__).with_suffix(".txt")
SECONDS = 400  # of one test: a fault may make a loop endless
SWAPS = [(" < ", " <= "), (" <= ", " < "), (" > ", " >= "), (" >= ", " > "), (" == ", " != "), (" != ", " == "), (" + ", " - "), (" - ", " + "),
         (" * ", " / "), (" && ", " || "), (" || ", " && "), ("true", "false"), ("false", "true"), ("std::min", "std::max"),
         ("std::max", "std::min"), ("front()", "back()"), ("back()", "front()"), (" += ", " -= "), ("if (!", "if ("), ("0.5", "0.6")]


class Fault:
    def __init__(self, paragraph):
        head, *self.lines = paragraph.split("\n")
        self.file, _, self.found = head.partition(": found by ")

    @property
    def old(self):
        return "".join(line[1:] + "\n" for line in self.lines if line[0] in " -")

    @property
    def new(self):
        return "".join(line[1:] + "\n" for line in self.lines if line[0] in " +")

    @property
    def room(self):
        parts = self.file.split("/")
        return parts[-2] if len(parts) > 2 else "experiments"

    def __str__(self):
        return "\n".join([f"{self.file}: found by {self.found}", *self.lines])

    def count_in_file(self):
        path = ROOT / self.file
        return ("\n" + path.read_text()).count("\n" + self.old) if path.is_file() else 0


def read_list():
    return [Fault(paragraph) for paragraph in LIST.read_text().strip("\n").split("\n\n")]


def check(faults):
    wrong = [fault for fault in faults if fault.count_in_file() != 1]
    for fault in wrong:
        print(f"{fault.file}: its text is there {fault.count_in_file()} times, not once:\n{fault.old}", file=sys.stderr)
    return 1 if wrong else 0


def failed_test(build, test):
    """The test that fails, this one or the first of all, and its first case that fails; nothing where all pass."""
    # Its own test of the list fails of each.
    only = ["-R", f"^{re.escape(test)}$"] if test else ["-E", "^planted_faults$", "--stop-on-failure", "--parallel", "2"]
    done = subprocess.run(["ctest", "--test-dir", build, "--timeout", str(SECONDS), "--output-on-failure", *only],
                          capture_output=True, text=True, errors="replace", check=False)
    names = re.findall(r"^\s+\d+ - (\S+) \(", done.stdout, re.M)[:1]
    return ": ".join(names + re.findall(r"^TEST CASE:  (.*)", done.stdout, re.M)[:len(names)])


def builds(build, target):
    return subprocess.run(["cmake", "--build", build, "--target", target], capture_output=True, check=False).returncode == 0


def who_finds(fault, build):
    for target, test in ((f"{fault.room}_tests", fault.room), ("all", fault.found.partition(":")[0]), ("all", None)):
        if not builds(build, target):
            return "compiler"
        if found := failed_test(build, test):
            return found
    return "nothing"


def run(build, rooms):
    if subprocess.run(["git", "-C", ROOT, "diff", "--quiet", "HEAD", "--", "core", "experiments"], check=False).returncode != 0:
        changed = subprocess.run(["git", "-C", ROOT, "diff", "--name-only", "HEAD", "--", "*.cpp", "*.hpp"], capture_output=True, text=True, check=False)
        if changed.stdout:
            print("the sources are changed; commit or stash first", file=sys.stderr)
            return 2
    faults, lost = read_list(), 0
    if check(faults):
        return 1
    for fault in faults:
        if rooms and fault.room not in rooms:
            continue
        path = ROOT / fault.file
        text = path.read_text()
        path.write_text(("\n" + text).replace("\n" + fault.old, "\n" + fault.new)[1:])
        try:
            found = who_finds(fault, build)
        finally:
            path.write_text(text)
        is_lost = found == "nothing" and fault.found not in ("?", "nothing")
        lost += is_lost
        print(f"{fault.file}: {found}{' (lost: found by ' + fault.found + ')' if is_lost else ''}", flush=True)
        if not is_lost:
            fault.found = found
            LIST.write_text("\n\n".join(map(str, faults)) + "\n")
    builds(build, "all")
    return 1 if lost else 0


def outside_texts(line):
    """The line with string literals and comments blanked."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda text: '"' * len(text.group(0)), line)
    return re.sub(r"//.*", lambda text: " " * len(text.group(0)), line)


def mutations(line):
    plain, found = outside_texts(line), []
    for old, new in SWAPS:
        for match in re.finditer(re.escape(old), plain):
            found.append(line[:match.start()] + new + line[match.end():])
    for match in re.finditer(r"(?<![\w.{<])(\d+)(?![\w.>])", plain):
        found.append(line[:match.start()] + str(int(match.group()) + 1) + line[match.end():])
    is_statement = re.match(r"\s+[\w:.>()-]+(\(| [-+*|]?= ).*;$", plain) and not re.match(r"\s*(return|throw|using|const|auto|static)\b", plain)
    return found + ([None] if is_statement else [])


def is_drawn(file):
    return (re.match(r"(core/(preimage|suite)|experiments)/.*\.(cpp|hpp)$", file) and not re.search(r"_(test|fuzz)\.|/testing|/benchmarks/|\.in$", file))


def draw(seed, count):
    chance = random.Random(seed)
    listed = subprocess.run(["git", "-C", ROOT, "ls-files"], capture_output=True, text=True, check=True).stdout.splitlines()
    places = []
    for file in filter(is_drawn, sorted(listed)):
        lines = (ROOT / file).read_text().split("\n")
        places += [(file, lines, at) for at, line in enumerate(lines) if line.startswith("  ") and not line.strip().startswith(("//", "///", "#"))]
    while count:
        file, lines, at = places[int(chance.random() * len(places))]
        choices = mutations(lines[at])
        if not choices:
            continue
        changed = choices[int(chance.random() * len(choices))]
        fault = Fault(f"{file}: found by ?\n-{lines[at]}" + ("" if changed is None else f"\n+{changed}"))
        for before in range(1, 9):
            if fault.count_in_file() == 1:
                break
            fault.lines.insert(0, " " + lines[at - before])
        if fault.count_in_file() == 1:
            print(f"{fault}\n")
            count -= 1


def main(arguments):
    if arguments == ["check"]:
        return check(read_list())
    if len(arguments) > 1 and arguments[0] == "run":
        return run(arguments[1], set(arguments[2:]))
    if len(arguments) == 3 and arguments[0] == "draw":
        draw(int(arguments[1]), int(arguments[2]))
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
