#!/usr/bin/python3
"""Nested cross-validation in scikit-learn with precomputed Gram matrices: see nested_cv.py.

One Gram matrix per outer training set and bandwidth; GridSearchCV cuts the blocks of the inner folds out of it.
"""
from nested_cv import run, squared_distances  # before NumPy, for it sets the number of threads
from sklearn_ridge import CentredKernelRidge, inner_splits, make_search

import numpy as np


def inner_errors(K, targets, splits, ridges):
    """Mean count of wrong classes per ridge."""
    candidates = [{"alpha": [ridge]} for ridge in ridges]
    search = make_search(CentredKernelRidge(kernel="precomputed"), candidates, splits, refit=False).fit(K, targets)
    return -search.cv_results_["mean_test_score"]


def nested_cross_validation(inputs, targets, folds, grid):
    distances = squared_distances(inputs)
    bandwidths, bandwidth_of = np.unique(grid[:, 0], return_inverse=True)
    ridges, ridge_of = np.unique(grid[:, 1], return_inverse=True)
    chosen, decisions = [], []
    for inner in folds.T:
        train, test = np.flatnonzero(inner >= 0), np.flatnonzero(inner < 0)
        D = distances[np.ix_(train, train)]
        splits = inner_splits(inner[train])
        errors = np.array([inner_errors(np.exp(-g * D), targets[train], splits, ridges) for g in bandwidths])
        best = int(np.argmin(errors[bandwidth_of, ridge_of]))  # the first of equals
        chosen.append(best)
        gamma, ridge = grid[best]
        model = CentredKernelRidge(kernel="precomputed", alpha=ridge).fit(np.exp(-gamma * D), targets[train])
        decisions.append(model.predict(np.exp(-gamma * distances[np.ix_(test, train)])))
    return chosen, decisions


if __name__ == "__main__":
    run(nested_cross_validation)
