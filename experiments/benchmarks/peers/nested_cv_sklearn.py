#!/usr/bin/python3
"""The nested cross-validation of USPS Table 2 in scikit-learn: see nested_cv.py for what it reads and prints.

As GridSearchCV does by itself: every grid point and fold computes its Gram matrix and fits anew.
"""
from nested_cv import run  # before NumPy, for it sets the number of threads
from sklearn_ridge import CentredKernelRidge, inner_splits, make_search

import numpy as np


def nested_cross_validation(pixels, targets, outer, inner, grid):
    candidates = [{"gamma": [g], "alpha": [ridge]} for g, ridge in grid]
    chosen, decisions = [], []
    for fold in np.unique(outer):
        train, test = outer == fold, outer != fold
        search = make_search(CentredKernelRidge(kernel="rbf"), candidates, inner_splits(inner[train]), refit=True)
        search.fit(pixels[train], targets[train])
        chosen.append(search.best_index_)
        decisions.append(search.predict(pixels[test]))
    return chosen, decisions


if __name__ == "__main__":
    run(nested_cross_validation)
