#!/usr/bin/env python3
"""Writes the manual pages of the program and of its verbs, which help2man makes of what `--help` prints.

    manual_pages.py PROGRAM CITATION FOLDER      CITATION has the date of the release

Without help2man it writes none and says so; packages have them (core/testing/packages.sh).
"""
import pathlib
import re
import shutil
import subprocess
import sys

BRIEF = "reproducible experiments in learning with structured outputs"


def printed(*words):
    return subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout


def main(program, citation, folder):
    if shutil.which("help2man") is None:
        print("no manual pages: help2man is not installed", file=sys.stderr)
        return
    pathlib.Path(folder).mkdir()
    released = re.search(r"^date-released: *(\S+)", pathlib.Path(citation).read_text(), re.M)[1]
    version = re.match(r"preimage \S+", printed(program, "--version"))[0]
    verbs = re.findall(r"^([a-z]+)\t(.*)", printed(program, "complete", "--", ""), re.M)
    for verb, brief in [("", BRIEF), *verbs]:
        name = f"preimage-{verb}" if verb else "preimage"
        page = printed("help2man", "--no-info", "--no-discard-stderr", f"--version-string={version}", f"--name={brief}",
                       f"{program} {verb}".strip())
        page = re.sub(r'^\.TH .* "1" "[^"]*"', f'.TH "{name.upper()}" 1 "{released}"', page, count=1, flags=re.M)
        page = re.sub(r"^(\.SH NAME\n).* \\- ", rf"\1{name} \\- ", page, count=1, flags=re.M)
        (pathlib.Path(folder) / f"{name}.1").write_text(page)


if __name__ == "__main__":
    main(*sys.argv[1:])
