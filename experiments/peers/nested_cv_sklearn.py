#!/usr/bin/python3
"""The nested cross-validation of USPS Table 2 in scikit-learn: the peer of `preimage bench nested-cv`.

usage: nested_cv_sklearn.py FOLDER
reads   FOLDER/pixels.npy   n x 256
        FOLDER/samples.npy  n x 3: class, the outer fold that trains on the sample, its inner fold there
        FOLDER/grid.npy     g x 2: 1 / (2 sigma^2) and ridge, the preferred of equals first
writes  FOLDER/decisions.csv: outer fold by outer fold, a row per test sample in ascending order, a column per class
prints  "software ...", "chosen ROW_OF_GRID" per outer fold, "labels ..." per outer fold, "seconds S"
"""
import pathlib
import sys
import time

from software import describe_software  # before NumPy, for it sets the number of threads

import numpy as np
from sklearn.kernel_ridge import KernelRidge
from sklearn.model_selection import GridSearchCV


class CentredKernelRidge(KernelRidge):
    """KernelRidge has no intercept: the mean of the training targets is taken off and put back."""

    def fit(self, X, y):
        self.mean_ = y.mean(axis=0)
        return super().fit(X, y - self.mean_)

    def predict(self, X):
        return super().predict(X) + self.mean_


def minus_errors(estimator, X, y):
    """A count, not a fraction: its mean over folds is exact, so that equals stay equal."""
    return -np.count_nonzero(estimator.predict(X).argmax(axis=1) != y.argmax(axis=1))


def make_search(grid, splits):
    # GridSearchCV takes the first of equals, in the order of this list.
    candidates = [{"gamma": [g], "alpha": [ridge]} for g, ridge in grid]
    return GridSearchCV(CentredKernelRidge(kernel="rbf"), candidates, scoring=minus_errors, cv=splits, n_jobs=1,
                        refit=True, error_score="raise")


def inner_splits(inner):
    return [(np.flatnonzero(inner != f), np.flatnonzero(inner == f)) for f in np.unique(inner)]


def nested_cross_validation(pixels, targets, outer, inner, grid):
    chosen, decisions = [], []
    for fold in np.unique(outer):
        train, test = outer == fold, outer != fold
        search = make_search(grid, inner_splits(inner[train])).fit(pixels[train], targets[train])
        chosen.append(search.best_index_)
        decisions.append(search.predict(pixels[test]))
    return chosen, decisions, [d.argmax(axis=1) for d in decisions]


def main(folder):
    pixels = np.load(folder / "pixels.npy")
    labels, outer, inner = np.load(folder / "samples.npy").astype(int).T
    grid = np.load(folder / "grid.npy")
    targets = np.eye(labels.max() + 1)[labels]
    make_search(grid[:2], inner_splits(inner[:100])).fit(pixels[:100], targets[:100])  # whatever loads at first use
    start = time.perf_counter()
    chosen, decisions, predicted = nested_cross_validation(pixels, targets, outer, inner, grid)
    seconds = time.perf_counter() - start
    np.savetxt(folder / "decisions.csv", np.vstack(decisions), fmt="%.17g", delimiter=",")
    print("software", describe_software())
    for row in chosen:
        print("chosen", row)
    for fold_labels in predicted:
        print("labels", *fold_labels)
    print("seconds", repr(seconds))


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
