#!/usr/bin/env python3
"""Draws the strips of five_papers.md: a printed number, and ours in each reading, as results/reference/paper has them.

    draw_five_papers.py    writes core/docs/five_papers/*.svg

A row is a reading: our mean with its SD as a whisker, and the printed number with rule 2's u on either side in grey (verdicts.md).
The curves greedy.svg and dive.svg are figures of a run's tables, copied from its folder.
"""
import csv
import html
import math
import pathlib

HERE = pathlib.Path(__file__).resolve().parent
STRIPS = {  # name: table, learner, title
    "smoothing": ("usps_classification/kde_nips_table2", "nearest_neighbours", "classification loss, k-NN"),
    "noise": ("string_toy/kde_nips_table1", "kde", "string loss, KDE"),
    "fminsearch": ("digit_denoising/preimages_2003_denoising", "gradient_descent", "mean squared error, gradient descent"),
    "strings": ("ocr_transduction/rlt_strings", "euler_path", "letters right by edit distance, %, RLT (Euler path)"),
    "chain": ("ocr_transduction/rlt_table1", "chain_svm", "letters right, %, M3N (cubic kernel)"),
}
WIDTH, LEFT, TOP, ROW = 520, 24, 64, 44
COLOURS = {"good": ("#009269", "#6fe0bd"), "fair": ("#a87400", "#f5c76b"), "bad": ("#c23b00", "#ff8a5f"), "ink": ("#1b1f24", "#e2e7ec"),
           "ground": ("#ffffff", "#111417")}
MARKS = {"reproduced": ("good", '<circle r="5.5"/>'), "consistent": ("good", '<path d="M0-7 7 0 0 7-7 0z"/>'),
         "no difference found": ("good", '<path d="M0-6 6 5-6 5z"/>'), "marginal": ("fair", '<path d="M0-7 7 0 0 7-7 0z"/>'),
         "inconclusive": ("ink", '<path d="M0-6 6 5-6 5z"/>'), "not reproduced": ("bad", '<path d="M-5-5h10v10h-10z"/>')}


def rows_of(table, learner):
    path = HERE.parents[1] / "results" / "reference" / "paper" / f"{table}.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [row for row in csv.DictReader(file) if row["learner"] == learner and row["verdict"]]


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}"{more}>{html.escape(words)}</text>\n'


def strip(title, rows):
    """The figure as SVG."""
    printed = float(rows[0]["published"])
    numbers = [[float(row[name]) for name in ("ours", "sd_over_repetitions", "unit")] for row in rows]
    ends = [end for ours, sd, unit in numbers for end in (ours - sd, ours + sd, printed - unit, printed + unit)]
    step = 10.0 ** math.floor(math.log10((max(ends) - min(ends)) / 2))
    step *= next(factor for factor in (1, 2, 5, 10) if (max(ends) - min(ends)) / (factor * step) <= 8)
    first, last = math.floor(min(ends) / step), math.ceil(max(ends) / step)
    bottom = TOP + ROW * len(rows)

    def at(value):
        return round(LEFT + (WIDTH - 2 * LEFT) * (value / step - first) / (last - first), 2)

    styles = ["".join(f".{name}{{color:{colours[dark]}}}" for name, colours in COLOURS.items()) for dark in (0, 1)]
    svg = (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{bottom + 36}" viewBox="0 0 {WIDTH} {bottom + 36}" role="img" '
           f'font-family="Helvetica, Arial, Liberation Sans, sans-serif" font-size="14" fill="currentColor" class="ink">\n'
           f"<style>{styles[0]}@media screen and (prefers-color-scheme:dark){{{styles[1]}}}</style>\n"
           f'<title>{html.escape(title)}</title><rect class="ground" width="100%" height="100%"/>\n') + text(8, 22, title, ' font-size="16"')
    svg += text(8, 46, f"published {rows[0]['published']} \u00b1 {rows[0]['published_spread']}; grey: u, of the difference", ' font-size="12"')
    for place, (row, (ours, sd, unit)) in enumerate(zip(rows, numbers)):
        y, (colour, mark) = TOP + ROW * place + 32, MARKS[row["verdict"].removesuffix(" (provisional)")]
        svg += text(8, y - 16, row["reading"]) + text(WIDTH - 8, y - 16, f"{ours:.4f} \u00b1 {sd:.4f}, {row['verdict']}", ' text-anchor="end"')
        svg += (f'<rect x="{at(printed - unit)}" y="{y - 9}" width="{at(printed + unit) - at(printed - unit):.2f}" height="18" fill-opacity=".13"/>'
                f'<path stroke="currentColor" stroke-width="1.5" d="M{at(printed)} {y - 9}v18"/>\n<g class="{colour}" stroke="currentColor">'
                f'<path d="M{at(ours - sd)} {y}H{at(ours + sd)}"/><g transform="translate({at(ours)} {y})">{mark}</g></g>\n')
    ticks = "".join(text(at(tick * step), bottom + 22, f"{tick * step:.{max(0, -math.floor(math.log10(step)))}f}", ' text-anchor="middle"')
                    for tick in range(first, last + 1))
    return svg + f'<path stroke="currentColor" d="M{LEFT} {bottom + 4}H{WIDTH - LEFT}"/>\n' + ticks + "</svg>\n"


if __name__ == "__main__":
    for name, (table, learner, title) in STRIPS.items():
        (HERE / "five_papers" / f"{name}.svg").write_text(strip(title, rows_of(table, learner)), encoding="utf-8")
