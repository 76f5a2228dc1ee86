#!/usr/bin/python3
"""Nested cross-validation in scikit-learn with precomputed Gram matrices: see nested_cv.py.

One Gram matrix per outer training set and bandwidth; GridSearchCV cuts the blocks of the inner folds out of it.
"""
from nested_cv import by_bandwidth, run  # before NumPy, for it sets the number of threads
from sklearn_ridge import CentredKernelRidge, inner_splits, make_search


def held_out_errors(K, targets, inner, ridges):
    """Mean count of wrong classes per ridge."""
    candidates = [{"alpha": [ridge]} for ridge in ridges]
    search = make_search(CentredKernelRidge(kernel="precomputed"), candidates, inner_splits(inner), refit=False)
    return -search.fit(K, targets).cv_results_["mean_test_score"], None


def refit(K, targets, ridge, _):
    return CentredKernelRidge(kernel="precomputed", alpha=ridge).fit(K, targets).predict


if __name__ == "__main__":
    run(by_bandwidth(held_out_errors, refit))
