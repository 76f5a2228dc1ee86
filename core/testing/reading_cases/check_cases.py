#!/usr/bin/env python3
"""Runs the commands of the .txt files here on the files beside them, and compares what they print with what the cases say.

    check_cases.py PROGRAM [WORDS]    WORDS: only cases whose title has them

A case is a title (`= text`) and lines below it, up to the next title. It has a fresh copy of files/, in which each line runs:

    $ COMMAND       by bash; `preimage` is the program. It ends with 0, unless `! CODE` follows
    ! CODE          the exit code of the command above
    + TEXT          the command's output (both streams, blanks and line ends as one blank) holds the text
    - TEXT          it does not
    ` FILE NEW      runs the command that the output gives between backticks, FILE and NEW in it replaced by these names

The right values are by hand, or by code that shares nothing with the program's.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def read_cases(name, text):
    """[(title, [(place, sign, rest)])]"""
    cases = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("= "):
            cases.append((line[2:], []))
        elif line.strip() and not line.startswith("#"):
            cases[-1][1].append((f"{name}:{number}", line[0], line[2:]))
    return cases


def run(command, folder, path):
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, timeout=120,
                          env={**os.environ, "PATH": path, "OPENBLAS_NUM_THREADS": "1"}, check=False)
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def advised(output, file, new):
    """The command between backticks that names FILE or the file, with both names in their places."""
    for command in re.findall(r"`([^`]+)`", output):
        if re.search(r"\bFILE\b", command) or file in command:
            return re.sub(r"\bFILE\b", file, re.sub(r"\bNEW(\.\w+)?\b", new, command))
    return None


def faults_of(lines, folder, path):
    faults, output, code = [], "", 0

    def say(place, text):
        faults.append(f"{place}: {text}\n    " + "\n    ".join(output.strip().splitlines()[:12]))

    for i, (place, sign, rest) in enumerate(lines):
        if sign == "$":
            code, output = run(rest, folder, path)
        elif sign == "`":
            command = advised(output, *rest.split())
            if command is None:
                say(place, "no command in the output")
                continue
            code, output = run(command, folder, path)
        elif sign == "!" and code != int(rest):
            say(place, f"expected exit code {rest}, found {code}")
        elif sign in "+-":
            held = " ".join(rest.split()) in " ".join(output.split())
            if held != (sign == "+"):
                say(place, f"the output {'has' if held else 'lacks'}: {rest}")
        elif sign not in "!+-$`":
            raise ValueError(f"{place}: what is '{sign}'?")
        expects_zero = sign in "$`" and not (i + 1 < len(lines) and lines[i + 1][1] == "!")
        if expects_zero and code != 0:
            say(place, f"exit code {code}")
    return faults


def main():
    program, words = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    cases = [case for file in sorted(HERE.glob("*.txt")) for case in read_cases(file.name, file.read_text())]
    failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        bin_folder = pathlib.Path(scratch) / "bin"
        bin_folder.mkdir()
        (bin_folder / "preimage").symlink_to(program)
        path = f"{bin_folder}:{os.environ['PATH']}"
        for number, (title, lines) in enumerate(cases):
            if not all(word in title for word in words):
                continue
            folder = pathlib.Path(scratch) / str(number)
            shutil.copytree(HERE / "files", folder)
            faults = faults_of(lines, folder, path)
            failed += bool(faults)
            for fault in faults:
                print(f"{title}\n  {fault}")
    print(f"{len(cases)} cases, {failed} failed")
    return 1 if failed or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
