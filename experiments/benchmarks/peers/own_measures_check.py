#!/usr/bin/python3
"""The measures of a user's own data against NumPy, on random data of each kind of outputs.

usage: own_measures_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

Truths and predictions come from --predictions; every measure is computed from them here, by definitions written with
tables of marks (a column per class or label), averaged over the test samples of an outer fold or taken of the fold as a
whole, and then over folds.
"""
import csv
import pathlib
import sys
import tempfile

from own_run import predictions_of

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

CONFIG = """title: Measures
experiment: own_data
seed: 1
dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: OUTPUTS, output_kind: KIND}
input_kernel: {name: linear}
output_kernel: KERNEL
loss: distance
protocol: {outer: {folds: 4}, inner: {folds: 2}}
learners: {neighbours: {method: nearest_neighbours, k: 3}}
profiles: {quick: {repetitions: 1, readings: all}}
"""
MARKS = [f"has_{label}" for label in "stuvwxyz"]  # a column per label; no row has w, x, y or z
KINDS = {"class": ("[c]", "{name: class}"), "label_set": ("[s]", "{name: label_set}"),
         "indicators": ("[has_*]", "{name: label_set}"),
         "vector": ("[y, z]", "{name: gaussian, sigma: 2}"), "string": ("[w]", "{name: n_gram, length: 2}")}
failed = []


def check(what, mine, theirs):
    agrees = abs(mine - theirs) <= 1e-12 * max(1., abs(mine))
    print(f"{'ok    ' if agrees else 'DIFFER'} {what}: {theirs:.12g} (here {mine:.12g})")
    if not agrees:
        failed.append(what)


def rows_of(random):
    for i in range(61):
        c = int(random.choice(5, p=[.35, .25, .2, .15, .05]))
        a, b = random.normal(size=2) + [c % 2, c // 2]
        labels = ";".join(t for t, p in zip("stuv", [.4, .2 + .1 * c, .1, .1]) if random.random() < p)
        word = "".join(random.choice(list("xyz"), size=int(random.integers(1, 5))))
        y, z = a + random.normal(), np.sin(b)
        row = [round(float(a), 3), round(float(b), 3), "pqrst"[c], labels, round(float(y), 3), round(float(z), 3), word]
        yield row + [int(mark[-1] in labels.split(";")) for mark in MARKS]


def marks(texts, labels):
    return np.array([[label in text.split(";") for label in labels] for text in texts], float)


def f1(truth, found):
    """Of columns of marks."""
    both, sizes = (truth * found).sum(0), truth.sum(0) + found.sum(0)
    return 2 * both / sizes


def edits(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def of_classes(truth, found, _):
    truth, found = np.array(truth), np.array(found)
    labels = sorted(set(truth) | set(found))
    a, b = marks(truth, labels), marks(found, labels)
    return {"accuracy": (truth == found).mean(), "balanced_error": 1 - np.mean([(found[truth == c] == c).mean() for c in set(truth)]),
            "macro_f1": f1(a, b).mean()}


def of_label_sets(truth, found, everything):
    return of_marks(truth, found, sorted({t for text in everything for t in text.split(";") if t}))


def of_indicators(truth, found, _):
    return of_marks(truth, found, MARKS)


def of_marks(truth, found, everything):
    a, b = marks(truth, everything), marks(found, everything)
    both, either = (a * b).sum(1), np.maximum(a, b).sum(1)
    occur = np.maximum(a, b).sum(0) > 0
    a_all, b_all = a.reshape(-1, 1), b.reshape(-1, 1)
    return {"hamming_loss": (a != b).mean(), "exact_match_error": (a != b).any(1).mean(),
            "jaccard_distance": np.mean(np.where(either == 0, 0., 1 - both / np.maximum(either, 1))),
            "micro_f1": f1(a_all, b_all)[0], "macro_f1": f1(a[:, occur], b[:, occur]).mean(),
            "samples_f1": np.mean([1. if not x.any() and not y.any() else f1(x[:, None], y[:, None])[0]
                                   for x, y in zip(a, b)])}


def of_vectors(truth, found, _):
    a, b = (np.array([[float(x) for x in text.split()] for text in texts]) for texts in (truth, found))
    left, all_of_it = ((a - b) ** 2).sum(0), ((a - a.mean(0)) ** 2).sum(0)
    return {"squared_error": ((a - b) ** 2).sum(1).mean(), "absolute_error": abs(a - b).mean(),
            "r_squared": (1 - left / all_of_it).mean()}


def of_strings(truth, found, _):
    return {"edit_error": sum(map(edits, truth, found)) / sum(map(len, truth)),
            "edit_distance": np.mean(list(map(edits, truth, found))),
            "string_error": np.mean([a != b for a, b in zip(truth, found)])}


def run(program, folder, kind, rows):
    outputs, kernel = KINDS[kind]
    config = CONFIG.replace("OUTPUTS", outputs).replace("KIND", kind.replace("indicators", "label_set")).replace("KERNEL", kernel)
    predictions = predictions_of(program, folder, config, [["a", "b", "c", "s", "y", "z", "w", *MARKS]] + rows)
    with open(folder / "out/quick/own_data/c.csv", newline="") as file:
        table = {row["measure"]: float(row["ours"]) for row in csv.DictReader(file)}
    return predictions, table, folder / "out/quick/own_data/c.confusion.csv"


def check_confusion(file, predictions):
    with open(file, newline="") as opened:
        for row in csv.DictReader(opened):
            for name, count in row.items():
                if not name.startswith("predicted "):
                    continue
                mine = sum(p["target"] == row["true_class"] and p["prediction"] == name[10:] for p in predictions)
                check(f"confusion {row['true_class']} {name}", mine, int(count))


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    rows = list(rows_of(np.random.default_rng(7)))
    functions = {"class": of_classes, "label_set": of_label_sets, "indicators": of_indicators, "vector": of_vectors, "string": of_strings}
    with tempfile.TemporaryDirectory() as folder:
        for kind, function in functions.items():
            predictions, table, confusion = run(program, pathlib.Path(folder) / kind, kind, rows)
            folds = {}
            for row in predictions:
                folds.setdefault(row["outer_fold"], []).append((row["target"], row["prediction"]))
            everything = [row["target"] for row in predictions]
            numbers = [function(*zip(*pairs), everything) for pairs in folds.values()]
            for name in numbers[0]:
                check(f"{kind} {name}", float(np.mean([of_fold[name] for of_fold in numbers])), table[name])
            if kind == "class":
                check_confusion(confusion, predictions)
            elif confusion.exists():
                failed.append(f"{kind} has a confusion matrix")
    print(f"{len(failed)} differ" if failed else "all agree")
    sys.exit(1 if failed else 0)


main()
