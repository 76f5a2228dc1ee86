#!/usr/bin/python3
"""Nested cross-validation in scikit-learn: see nested_cv.py for what it reads and prints.

As GridSearchCV does by itself: every grid point and fold computes its Gram matrix and fits anew.
"""
from nested_cv import run  # before NumPy, for it sets the number of threads
from sklearn_ridge import CentredKernelRidge, inner_splits, make_search

import numpy as np


def nested_cross_validation(inputs, targets, folds, grid):
    candidates = [{"gamma": [g], "alpha": [ridge]} for g, ridge in grid]
    chosen, decisions = [], []
    for inner in folds.T:
        train, test = inner >= 0, inner < 0
        search = make_search(CentredKernelRidge(kernel="rbf"), candidates, inner_splits(inner[train]), refit=True)
        search.fit(inputs[train], targets[train])
        chosen.append(search.best_index_)
        decisions.append(search.predict(inputs[test]))
    return chosen, decisions


if __name__ == "__main__":
    run(nested_cross_validation)
