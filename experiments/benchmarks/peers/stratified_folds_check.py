#!/usr/bin/python3
"""Labels of test samples change nothing that is chosen on the training samples, stratified inner folds included.

usage: stratified_folds_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

Fold 0 of a given partition is tested. Its labels are permuted, replaced by classes that no other sample has, or its
rows are removed; the hyper-parameters chosen for it, and its predictions, have to stay.
"""
import pathlib
import sys
import tempfile

from own_run import predictions_of

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

CONFIG = """title: Stratified inner folds
experiment: own_data
seed: 1
dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [c], output_kind: class, fold: fold, id: id}
input_kernel: {name: linear}
output_kernel: {name: class}
loss: distance
protocol: {outer: {given: true}, inner: {folds: 3, stratified: true}}
learners:
  neighbours: {method: nearest_neighbours, k: [1, 2, 3, 4, 5, 7, 9]}
  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.3, 0.6, 1, 2]}, ridge: [1e-3, 1e-2, 1e-1, 1]}
  svm: {method: one_vs_rest_svm, bandwidth: {sigma: [0.5, 1, 2]}, ridge: [0.01, 0.1, 1]}
  components: {method: component_ridge, ridge: [1e-3, 1e-2, 1e-1, 1, 10]}
profiles: {quick: {repetitions: 1, readings: all}}
"""


def first_fold(program, folder, rows):
    """By learner and id: what was predicted and chosen for the samples of fold 0 that are there."""
    predictions = predictions_of(program, folder, CONFIG, [["id", "a", "b", "c", "fold"]] + rows)
    return {(r["learner"], r["id"]): (r["hyper_parameters"], r["prediction"]) for r in predictions if r["outer_fold"] == "0"}


def data(random):
    """Four overlapping classes of unequal sizes; the first rows are tested, so they would number the classes."""
    rows = []
    for i in range(60):
        c = random.choice(4, p=[.4, .3, .2, .1])
        a, b = random.normal(size=2) + [c % 2, c // 2]
        rows.append([i, round(a, 3), round(b, 3), "dbca"[c], 0 if i < 15 else 1 + i % 3])
    return rows


def variants(rows, random):
    test = [i for i, row in enumerate(rows) if row[4] == 0]

    def with_labels(labels):
        changed = [list(row) for row in rows]
        for i, label in zip(test, labels):
            changed[i][3] = label
        return changed
    labels = [rows[i][3] for i in test]
    yield "permuted", with_labels(random.permutation(labels))
    yield "reversed", with_labels(labels[::-1])
    yield "all of one class", with_labels(["a"] * len(test))
    yield "new classes", with_labels([f"{'!' if i % 2 else '~'}{i}" for i in range(len(test))])
    yield "one label", with_labels(["b" if labels[0] != "b" else "a"] + labels[1:])
    yield "removed but for one", [row for i, row in enumerate(rows) if row[4] != 0 or i == test[-1]]


def main(program):
    failed = False
    with tempfile.TemporaryDirectory() as name:
        for seed in range(4):
            random = np.random.default_rng(seed)
            rows = data(random)
            before = first_fold(program, pathlib.Path(name) / f"{seed}", rows)
            for what, changed in variants(rows, random):
                after = first_fold(program, pathlib.Path(name) / f"{seed}-{what.replace(' ', '-')}", changed)
                moved = sum(before[place] != answer for place, answer in after.items())
                print(f"{'ok    ' if moved == 0 else 'DIFFER'} data {seed}, test labels {what}: "
                      f"{moved} of {len(after)} choices and predictions moved")
                failed = failed or moved > 0 or not after
    print("some differ" if failed else "all agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
