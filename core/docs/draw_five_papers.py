#!/usr/bin/env python3
"""Puts the figures of five_papers.md in place: they are drawn by the program, and only copied here.

    draw_five_papers.py PROGRAM RESULTS...   RESULTS: results folders, of which the last that has a figure is taken

The folders are those of `preimage run`, best of the profile `paper`, which has all readings. `preimage report` draws a
figure per printed number, its value in all readings, and is run on each folder first. A figure is known by its config and
its title.
"""
import html
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
FIGURES = {  # name: config, title of the figure
    "smoothing": ("kde_nips_table2", "classification loss, k-NN"),
    "noise": ("kde_nips_table1", "string loss, KDE"),
    "fminsearch": ("preimages_2003_denoising", "mean squared error, gradient descent"),
    "strings": ("rlt_strings", "letters right by edit distance, %, RLT (Euler path)"),
    "chain": ("rlt_table1", "letters right, %, M3N (cubic kernel)"),
    "greedy": ("rlt_figure7", None),
    "dive": ("jkse_figure1", "Linear S-SVM"),
}
BROKEN = (0, 6)  # exit codes of `report`: all is there, or something of the folder is not


def draw(program, results):
    done = subprocess.run([program, "report", "--out", results], capture_output=True, text=True, check=False)
    if done.returncode not in BROKEN:
        raise SystemExit(f"{program} report --out {results}: exit code {done.returncode}\n{done.stderr}")


def title_of(svg):
    found = re.search(r"<text[^>]*>([^<]*)<", svg)
    return html.unescape(found.group(1)) if found else ""


def find(results, config, title):
    """The figure's text; of several folders that of the last."""
    found = ""
    for folder in results:
        for file in sorted(folder.glob(f"*/*/{config}[._]*.svg")):
            svg = file.read_text(encoding="utf-8")
            if title is None or title_of(svg) == title:
                found = svg
    return found


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    program, *names = arguments
    results = [pathlib.Path(name) for name in names]
    for folder in results:
        draw(program, folder)
    lacking = []
    for name, (config, title) in FIGURES.items():
        svg = find(results, config, title)
        if not svg:
            lacking.append(f"{name}: no figure of {config} with the title {title!r}")
            continue
        (HERE / "five_papers" / f"{name}.svg").write_text(svg, encoding="utf-8")
    for line in lacking:
        print(line)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
