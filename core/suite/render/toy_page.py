"""A report page of small studies, made by the program: two papers, two readings of each, a sweep of 10,000 points."""
import csv
import hashlib
import itertools
import math
import os
import pathlib
import random
import subprocess

CONFIG = """\
title: Toy {name}
experiment: string_toy
paper: {{key: {paper}, authors: A. Author, title: A toy of {paper}, venue: A venue, year: 2002}}
reproduces: {paper}/table_1
published: {paper}.csv
seed: 1
dataset: {{name: generated_strings, samples: 40}}
input_kernel: {{name: normalised, base: {{name: subsequence, length: 2, decay: 0.5}}}}
output_kernel: {{name: normalised, base: {{name: subsequence, length: 2, decay: 0.5}}}}
loss: distance
protocol: {{outer: {{folds: 4}}, inner: {{folds: 3}}}}
learners:
  kde: {{method: kernel_dependency_estimation, bandwidth: {{sigma: [0.5, 1, 2]}}, ridge: [0.01, 0.1, 1]}}
  nearest_neighbours: {{method: nearest_neighbours, k: [1, 3]}}
readings:
  exclusive: {{note: as printed, choices_after_seeing: 0}}
  {reading}: {{dataset.noise: {reading}, choices_after_seeing: 1}}
claims:
  beats: {{text: KDE is better than k-NN, measure: string_loss, better: kde, worse: nearest_neighbours}}
profiles:
  quick: {{repetitions: 3, readings: all}}
"""
STUDIES = [("toy_nips", "nips_2002", "nested"), ("toy_tr098", "tr098_2002", "sequential")]
COLUMNS = ["table", "measure", "learner", "value", "spread", "spread_kind", "folds", "row_title", "column_title", "place", "matters"]
PUBLISHED = [  # of table_1; another table has no config
    ("string_loss", "kde", "0.676", "0.030", "SE", 4, "string loss", "KDE", "sec. 4.1, Table 1", ""),
    ("string_loss", "nearest_neighbours", "0.985", "0.029", "SE", 4, "string loss", "k-NN", "sec. 4.1, Table 1", "0.5"),
    ("classification_loss", "kde", "0.125", "0.012", "SE", 4, "classification loss", "KDE", "sec. 4.1, Table 1", "0.1"),
    ("classification_loss", "nearest_neighbours", "0.005", "0.026", "SE", 4, "classification loss", "k-NN",
     "sec. 4.1, Table 1", ""),
]

AXES = {  # values by path, as they are written; 25 x 20 x 20 points
    "learners.kde.ridge": [f"{10 ** (k / 3 - 6):.12g}" for k in range(25)],
    "learners.kde.bandwidth.sigma": [f"{0.25 * (k + 1):g}" for k in range(20)],
    "input_kernel.base.length": ["1", "{value: 3, weights: [1, 0.5]}", *map(str, range(2, 20))],
}
FOLDS = 2
MEASURES = ["inner_loss", "classification_loss", "string_loss"]


def losses(point, draw):
    """The smallest at one ridge, with noise."""
    inner = 0.3 + 0.03 * (math.log10(float(point[0])) + 1.5) ** 2 + draw.gauss(0, 0.03)
    return [inner, 0.6 * inner, 1.1 * inner]


def sweep_rows():
    """Rows of points.csv, one per cell; every 997th point failed."""
    draw = random.Random(1)
    for number, point in enumerate(itertools.product(*AXES.values())):
        for fold in range(FOLDS):
            is_ok = number % 997 != 500
            found = losses(point, draw) if is_ok else ["", "", ""]
            status = ["ok", ""] if is_ok else ["failed", "out of memory"]
            key = hashlib.sha256(f"{number} {fold}".encode()).hexdigest()
            yield [number, *point, STUDIES[0][0], "exclusive", "kde", "real", 0, fold, *found, "sigma=1", *status, key]


def write_csv(path, columns, rows):
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(rows)


def write_sweep(folder):
    """What the page shows of what `preimage sweep` writes."""
    folder.mkdir(parents=True)
    head = ["point", *AXES, "config", "reading", "learner", "data", "repetition", "outer_fold", *MEASURES,
            "hyper_parameters"]
    rows = list(sweep_rows())
    write_csv(folder / "points.csv", [*head, "status", "reason", "key"], rows)
    inner = head.index("inner_loss")
    best = [min((r for r in rows if r[inner] != "" and r[head.index("outer_fold")] == fold), key=lambda r: r[inner])
            for fold in range(FOLDS)]
    write_csv(folder / "best.csv", [*head, "equal_points", "failed_points", "key"],
              [[*row[:-3], 1, 11, row[-1]] for row in best])
    (folder / "summary.txt").write_text(f"sweep of {STUDIES[0][0]}, reading exclusive: 10000 points\n")


def make_page(program, folder):
    """The page, with the results that it shows beside it."""
    out = folder / "out"
    configs = []
    for name, paper, reading in STUDIES:
        write_csv(folder / f"{paper}.csv", COLUMNS,
                  [(f"{paper}/{table}", *row) for table in ("table_1", "table_2") for row in PUBLISHED])
        configs.append(folder / f"{name}.yaml")
        configs[-1].write_text(CONFIG.format(name=name, paper=paper, reading=reading))
    write_sweep(out / "sweeps" / "big")
    for verb in (["run", "--quiet"], ["report"]):
        subprocess.run([program, *verb, *configs, "--out", out], check=True, stdout=subprocess.DEVNULL,
                       env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})
    return out / "report.html"
