#!/usr/bin/env python3
"""Holds the README against what the program prints.

    check_readme.py PROGRAM [README]           compares; README: that of the checkout, unless another is named
    check_readme.py --update PROGRAM [README]  writes the scoreboard into it

The scoreboard is what `preimage check --published --profile paper --latest results/reference --markdown FILE` writes: the
verdicts of the committed reference of all readings, and why some numbers do not come out, without its remarks. The README is short, so that it is read: at most 110 lines. Its console block is run by check_manual.py.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES = 110
EXPLAINED = (0, 4)  # exit codes: all numbers are explained by some reading, or not all
NO_REASON = "No reason is written down."  # what `check` prints of such a number
BLOCK = re.compile(r"(<!-- scoreboard:[^\n]*-->\n)(.*?)(<!-- end of scoreboard -->\n)", re.DOTALL)


def scoreboard(program, reference):
    with tempfile.TemporaryDirectory() as name:
        file = pathlib.Path(name) / "scoreboard.md"
        done = subprocess.run([program, "check", "--published", "--profile", "paper", "--latest", reference, "--markdown", file],
                              capture_output=True, text=True, check=False, cwd=ROOT)
        if done.returncode not in EXPLAINED:
            raise SystemExit(f"{program} check --published: exit code {done.returncode}\n{done.stderr}")
        return file.read_text(encoding="utf-8").rsplit("\n\n", 1)[0] + "\n"  # without the remarks, its last paragraph


def faults(text, printed):
    """What is wrong with the README's text, a line each."""
    found = []
    lines = text.count("\n")
    if lines > LINES:
        found.append(f"{lines} lines, more than {LINES}: move something into the manual")
    blocks = BLOCK.findall(text)
    if len(blocks) != 1:
        found.append(f"{len(blocks)} scoreboards, expected one between its two comments")
    elif blocks[0][1] != printed:
        found.append("the scoreboard is not what the program prints; `core/docs/check_readme.py --update PROGRAM` writes:\n" + printed)
    if NO_REASON in printed:
        found.append("a number that is not reproduced has no reason: add it to the FILE.why.csv beside its ledger")
    return found


def main(arguments):
    is_update = arguments[:1] == ["--update"]
    names = arguments[is_update:]
    if len(names) not in (1, 2):
        print(__doc__, file=sys.stderr)
        return 2
    readme = pathlib.Path(names[1]) if len(names) == 2 else ROOT / "README.md"
    printed = scoreboard(pathlib.Path(names[0]).absolute(), pathlib.Path("results", "reference"))
    text = readme.read_text(encoding="utf-8")
    if is_update:
        text = BLOCK.sub(lambda match: match.group(1) + printed + match.group(3), text)
        readme.write_text(text, encoding="utf-8")
    found = faults(text, printed)
    for what in found:
        print(f"README.md: {what}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
