#!/usr/bin/python3
"""Nested cross-validation in NumPy by the algebra of core/preimage/regression/held_out_ridge.hpp: see nested_cv.py.

It shows what of our lead is algebra that anybody can write down, and what is the program.
"""
from nested_cv import by_bandwidth, run  # before NumPy, for it sets the number of threads

import numpy as np
from scipy.linalg import get_lapack_funcs

invert_triangle, = get_lapack_funcs(("trtri",), (np.empty(0),))


def by_factor(K, ridge, parts):
    """Predictions of each fold: one factor M with M (K + ridge I) M' = I for all of them."""
    regularised = K.copy()
    regularised.flat[::len(K) + 1] += ridge
    M, _ = invert_triangle(np.linalg.cholesky(regularised), lower=1)
    for held_out, Z, mean in parts:
        M_B = M[:, held_out]
        yield mean - np.linalg.solve(M_B.T @ M_B, M_B.T @ (M @ Z))


def by_series(K, ridge, parts, terms):
    diagonal = K.diagonal()[:, None]
    for held_out, Z, mean in parts:
        dual = first = Z / (diagonal + ridge)
        for _ in range(terms):
            dual = first - (K @ dual - diagonal * dual) / (diagonal + ridge)
            dual[held_out] = 0
        yield mean + K[held_out] @ dual


def held_out_errors(K, targets, folds, ridges):
    """Wrong classes over all held-out samples, per ridge."""
    parts, truths = [], []
    for fold in np.unique(folds):
        held_out = np.flatnonzero(folds == fold)
        mean = targets[folds != fold].mean(axis=0)
        Z = targets - mean
        Z[held_out] = 0
        parts.append((held_out, Z, mean))
        truths.append(targets[held_out].argmax(axis=1))
    beside_diagonal = np.abs(K).sum(axis=0) - K.diagonal()
    errors = []
    for ridge in ridges:
        c = (beside_diagonal / (K.diagonal() + ridge)).max()
        terms = 0 if c < 1e-16 else int(np.ceil(np.log(1e-16) / np.log(c))) - 1 if c < .5 else len(K)
        few = (1 + terms * len(parts)) * 2 * targets.shape[1] < .75 * len(K)
        predictions = by_series(K, ridge, parts, terms) if few else by_factor(K, ridge, parts)
        errors.append(sum(np.count_nonzero(p.argmax(axis=1) != truth) for p, truth in zip(predictions, truths)))
    return errors, None


def refit(K, targets, ridge, _):
    mean = targets.mean(axis=0)
    coefficients = np.linalg.solve(K + ridge * np.eye(len(K)), targets - mean)
    return lambda K_test_train: K_test_train @ coefficients + mean


if __name__ == "__main__":
    run(by_bandwidth(held_out_errors, refit))
