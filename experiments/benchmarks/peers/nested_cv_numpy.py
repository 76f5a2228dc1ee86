#!/usr/bin/python3
"""Nested cross-validation in NumPy, in closed form: see nested_cv.py for what it reads and prints.

One eigendecomposition K = Q diag(e) Q' per outer training set and bandwidth serves all ridges and inner folds. With
G = (K + ridge I)^-1, B a held-out fold and Z the centred targets of the others (0 in the rows of B), the prediction for B
is  mean - G_BB^-1 (G Z)_B, and only the rows B of Q diag(1 / (e + ridge)) are ever multiplied.
"""
from nested_cv import by_bandwidth, run  # before NumPy, for it sets the number of threads

import numpy as np


def held_out_errors(K, targets, folds, ridges):
    """Wrong classes over all held-out samples, per ridge; and the eigendecomposition of K."""
    values, Q = np.linalg.eigh(K)
    parts = []
    for fold in np.unique(folds):
        held_out = np.flatnonzero(folds == fold)
        mean = targets[folds != fold].mean(axis=0)
        Z = targets - mean
        Z[held_out] = 0
        parts.append((Q[held_out], Q.T @ Z, mean, targets[held_out].argmax(axis=1)))
    errors = []
    for ridge in ridges:
        inverse = 1 / (values + ridge)
        wrong = 0
        for Q_B, QZ, mean, truth in parts:
            scaled = Q_B * inverse
            predicted = mean - np.linalg.solve(scaled @ Q_B.T, scaled @ QZ)
            wrong += np.count_nonzero(predicted.argmax(axis=1) != truth)
        errors.append(wrong)
    return errors, (values, Q)


def refit(_, targets, ridge, decomposition):
    values, Q = decomposition
    mean = targets.mean(axis=0)
    coefficients = Q @ ((Q.T @ (targets - mean)) / (values + ridge)[:, None])
    return lambda K_test_train: K_test_train @ coefficients + mean


if __name__ == "__main__":
    run(by_bandwidth(held_out_errors, refit))
