"""What the peers of `preimage bench nested-cv` share: reading the folder, timing, printing.

usage: nested_cv_NAME.py FOLDER
reads   FOLDER/inputs.npy   n x d
        FOLDER/classes.npy  n x 1
        FOLDER/folds.npy    n x 5: the inner fold of a sample in the training set of each outer fold, -1: a test sample
        FOLDER/grid.npy     g x 2: 1 / (2 sigma^2) and ridge, the preferred of equals first
writes  FOLDER/decisions.csv: outer fold by outer fold, a row per test sample in ascending order, a column per class
prints  "software ...", "chosen ROW_OF_GRID" per outer fold, "labels ..." per outer fold, "seconds S"
"""
import pathlib
import sys
import time

from software import describe_software  # before NumPy, for it sets the number of threads

import numpy as np


def run(nested_cross_validation):
    """nested_cross_validation(inputs, targets, folds, grid) -> chosen rows of the grid, decision values by outer fold."""
    folder = pathlib.Path(sys.argv[1])
    inputs = np.load(folder / "inputs.npy")
    labels = np.load(folder / "classes.npy").astype(int)[:, 0]
    folds = np.load(folder / "folds.npy").astype(int)
    grid = np.load(folder / "grid.npy")
    targets = np.eye(labels.max() + 1)[labels]
    some, few = slice(0, 200), np.stack([np.arange(200) % 3 - 1, np.arange(200) // 3 % 3 - 1], axis=1)
    nested_cross_validation(inputs[some], targets[some], few, grid[:2])  # warms up
    start = time.perf_counter()
    chosen, decisions = nested_cross_validation(inputs, targets, folds, grid)
    predicted = [d.argmax(axis=1) for d in decisions]
    seconds = time.perf_counter() - start
    np.savetxt(folder / "decisions.csv", np.vstack(decisions), fmt="%.17g", delimiter=",")
    print("software", describe_software())
    for row in chosen:
        print("chosen", row)
    for fold_labels in predicted:
        print("labels", *fold_labels)
    print("seconds", repr(seconds))


def squared_distances(X):
    """n x n, by one matrix product of centred rows."""
    centred = X - X.mean(axis=0)
    norms = np.einsum("ij,ij->i", centred, centred)
    return np.maximum(norms[:, None] + norms[None, :] - 2 * centred @ centred.T, 0)


def by_bandwidth(held_out_errors, refit):
    """The nested cross-validation that shares work among the ridges of a bandwidth.

    held_out_errors(K, targets, inner folds, ridges) -> errors by ridge, and what refit may use again
    refit(K, targets, ridge, used_again) -> a function from K_test_train to decision values
    """
    def nested_cross_validation(inputs, targets, folds, grid):
        distances = squared_distances(inputs)
        bandwidths, bandwidth_of = np.unique(grid[:, 0], return_inverse=True)
        ridges, ridge_of = np.unique(grid[:, 1], return_inverse=True)
        chosen, decisions = [], []
        for inner in folds.T:
            train, test = np.flatnonzero(inner >= 0), np.flatnonzero(inner < 0)
            D = distances[np.ix_(train, train)]
            errors, used_again = zip(*(held_out_errors(np.exp(-g * D), targets[train], inner[train], ridges)
                                       for g in bandwidths))
            best = int(np.argmin(np.array(errors)[bandwidth_of, ridge_of]))  # the first of equals
            chosen.append(best)
            gamma, ridge = grid[best]
            decide = refit(np.exp(-gamma * D), targets[train], ridge, used_again[bandwidth_of[best]])
            decisions.append(decide(np.exp(-gamma * distances[np.ix_(test, train)])))
        return chosen, decisions
    return nested_cross_validation
