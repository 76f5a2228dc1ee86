#!/usr/bin/env python3
"""Holds SECURITY.md to the tests: each line of its table names one that is there, or says that there is none.

    security_test.py PROGRAM    exit codes: 0 ok, 1 with a line per fault, 77 where nm (binutils) is missing
"""
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
OF_NETWORKS = {"socket", "connect", "bind", "listen", "accept", "accept4", "getaddrinfo", "gethostbyname", "res_query"}


def rows():
    """What it can or cannot, and by what that is held, of each line."""
    lines = [line for line in (ROOT / "SECURITY.md").read_text(encoding="utf-8").split("\n") if line.startswith("|")]
    for line in lines[2:]:
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        yield cells[1], cells[2]


def tests_of_pages():
    """Whether the test that a line names is there; a promise (`cannot`) needs one."""
    for says, held in rows():
        named = re.fullmatch(r'`([\w./-]+)`: "(.*)"', held)
        if named is None:
            if not held.startswith("none") or "cannot" in says:
                yield f"no test: {says}"
            continue
        file = ROOT / named[1]
        text = re.sub(r'"\s*\n\s*"', "", file.read_text(encoding="utf-8")) if file.is_file() else ""
        wanted = f'TEST_CASE("{named[2]}")' if file.suffix == ".cpp" else named[2]
        if wanted not in re.sub(r"TEST_CASE\(\s+", "TEST_CASE(", text):
            yield f"no such test: {held}"


def no_network(program):
    """The program is linked with no function that opens a connection."""
    said = subprocess.run(["nm", "--dynamic", "--undefined-only", program], check=True, stdout=subprocess.PIPE, text=True).stdout
    names = {line.split()[-1].partition("@")[0] for line in said.split("\n") if line.strip()}
    if "read" not in names and "open" not in names and "write" not in names:
        yield f"{program}: nm does not show what it calls"
    for name in sorted(names & OF_NETWORKS):
        yield f"{program} calls {name}"


def main(arguments):
    if len(arguments) != 1:
        print(__doc__, file=sys.stderr)
        return 1
    if shutil.which("nm") is None:
        print("skipped: nm is not installed")
        return 77
    faults = [*tests_of_pages(), *no_network(arguments[0])]
    for fault in faults:
        print(fault)
    count = sum(1 for _ in rows())
    if count < 20:
        print(f"only {count} lines were found in SECURITY.md")
    return 1 if faults or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
