#!/usr/bin/env python3
"""Makes the README's picture of a run from a real run in a pseudo-terminal, with its colours.

    terminal.py PROGRAM PICTURE.png

Needs script(1) and rsvg-convert. The run takes about seven seconds of one core, and no data set."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from xml.sax.saxutils import escape

COMMAND = "preimage run kde_nips_table1 --reading A-exclusive-noise --out results"
COLUMNS = 125  # a table fits; a wider line goes on in the next one, as a terminal has it, and no word is cut here
PICTURE_WIDTH = 1600
SIZE, ADVANCE, LEADING, MARGIN = 14.0, 8.43, 20.0, 20.0  # of DejaVu Sans Mono
COLORS = {"": "#d6dde4", "31": "#ff7b72", "32": "#56d364", "33": "#e3b341"}
BACKGROUND = "#10151a"


def printed_in(folder):
    """What a terminal of COLUMNS columns gets."""
    shell = f"stty cols {COLUMNS} rows 50; {COMMAND} --color always"
    done = subprocess.run(["script", "-qec", shell, "/dev/null"], cwd=folder, stdin=subprocess.DEVNULL,
                          capture_output=True, check=True)
    return done.stdout.decode()


def lines_of(text):
    """The lines as they stand in the end: what a carriage return overwrote is gone."""
    return [line.rstrip("\r").split("\x1b[K")[-1].split("\r")[-1] for line in text.rstrip().split("\n")]


def cells_of(line):
    """Each character with its colour, "" of the plain one."""
    color, cells = "", []
    for code, character in re.findall(r"\x1b\[(\d+)m|([^\x1b])", line):
        if code:
            color = "" if code == "0" else code
        else:
            cells.append((character, color))
    return cells


def rows_of(line):
    """A line wider than the terminal takes several rows."""
    cells = cells_of(line)
    return [cells[at:at + COLUMNS] for at in range(0, max(len(cells), 1), COLUMNS)]


def text_svg(row, y):
    """A text element for each run of one colour between blanks, in its column."""
    texts = ""
    line = "".join(character for character, _ in row)
    for run in re.finditer(r"\S+", line):
        at = run.start()
        while at < run.end():
            color = row[at][1]
            end = next((i for i in range(at, run.end()) if row[i][1] != color), run.end())
            texts += (f'<text x="{MARGIN + at * ADVANCE:.2f}" y="{y:.1f}" fill="{COLORS[color]}" '
                      f'textLength="{(end - at) * ADVANCE:.2f}">{escape(line[at:end])}</text>\n')
            at = end
    return texts


def svg_of(lines):
    rows = [row for line in lines for row in rows_of(line)]
    width = 2 * MARGIN + COLUMNS * ADVANCE
    height = 2 * MARGIN + len(rows) * LEADING
    texts = "".join(text_svg(row, MARGIN + (i + 0.72) * LEADING) for i, row in enumerate(rows))
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
            f'font-family="DejaVu Sans Mono, monospace" font-size="{SIZE}">\n'
            f'<rect width="100%" height="100%" rx="8" fill="{BACKGROUND}"/>\n{texts}</svg>\n')


def main(program, picture):
    os.environ["PATH"] = f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        lines = [f"$ {COMMAND}", *lines_of(printed_in(folder))]
    subprocess.run(["rsvg-convert", "--width", str(PICTURE_WIDTH), "--keep-aspect-ratio", "--output", picture],
                   input=svg_of(lines).encode(), check=True)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
