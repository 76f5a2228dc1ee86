#!/usr/bin/env python3
"""Holds the pages of the experiments to their form: what a reader wants to know stands on top.

    check_answers.py [PAGE...]   none: the README of each experiment of the checkout but own_data, which is a page of the manual

A page begins with its name, and below it two lines: what holds, and what does not and why. Then come `## Tables` and
`## The story`. No line has more than 120 characters.
"""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
WIDTH = 120
ANSWERS = ("- **Holds:** ", "- **Does not hold:** ")
SECTIONS = ["## Tables", "## The story"]


def faults(text):
    """What is wrong with a page's text, a line each."""
    lines = text.split("\n")
    found = [f"{number}: {len(line)} characters, more than {WIDTH}"
             for number, line in enumerate(lines, 1) if len(line) > WIDTH]
    if not lines[0].startswith("# ") or lines[1:2] != [""]:
        found.append("1: expected the name behind '# ', and an empty line")
    for number, begin in enumerate(ANSWERS, 3):
        answer = lines[number - 1] if len(lines) >= number else ""
        if not answer.startswith(begin) or not answer.endswith("."):
            found.append(f"{number}: expected a line that begins with '{begin}' and ends with a full stop")
    if len(lines) >= 5 and lines[4]:
        found.append("5: expected an empty line: the answer has two lines")
    sections = [line for line in lines if line.startswith("## ")]
    if sections != SECTIONS:
        found.append(f"sections {sections}, expected {SECTIONS}")
    return found


def test():
    """A page that is as it should be has no fault, and each fault is found."""
    good = "# toy\n\n- **Holds:** a.\n- **Does not hold:** b.\n\nText.\n\n## Tables\n\n## The story\n"
    assert not faults(good), faults(good)
    for old, new in (("# toy\n", "toy\n"), ("**Holds:**", "**What holds.**"), (" b.\n", " b\n"), (" b.\n\n", " b.\nc.\n\n"),
                     ("## Tables\n", ""), ("Text.", "x" * (WIDTH + 1))):
        assert len(faults(good.replace(old, new))) == 1, (old, new)
    assert faults("")


def main(names):
    test()
    pages = [pathlib.Path(name) for name in names]
    pages = pages or sorted(page for page in ROOT.glob("experiments/*/README.md") if page.parent.name != "own_data")
    found = [f"{page}:{what}" for page in pages for what in faults(page.read_text(encoding="utf-8"))]
    for text in found:
        print(text)
    print(f"{len(pages)} pages, {len(found)} faults")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
