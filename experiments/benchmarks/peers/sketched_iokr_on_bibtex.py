#!/usr/bin/python3
"""The four methods of Sketch In, Sketch Out on Bibtex with NumPy and SciPy: the numbers of configs/sketch_2024, other lots.

usage: sketched_iokr_on_bibtex.py FOLDER [SKETCHES]    with bibtex-train.arff.gz and bibtex-test.arff.gz; 10 sketches without a number
prints per method: samples-averaged F1 in % with its standard deviation over sketches, seconds of CPU to train and to predict
"""
import pathlib
import sys
import time

from software import describe_software  # before NumPy, for it sets the number of threads

import numpy as np
from scipy.linalg import cho_factor, cho_solve, solve_triangular

import label_sets_on_bibtex as data

LANDMARKS, SKETCH, PER_ROW, S_X, JITTER = 2250, 200, 20, 1e4, 1e-8


def f1(true, predicted):
    both = (true * predicted).sum(1)
    return (2 * both / np.maximum(true.sum(1) + predicted.sum(1), 1)).mean()


def gaussian(a, b, s):
    return np.exp(-data.squared_distances(a, b) / (2 * s))


def sparsified(random, n):
    rows = np.where(random.random((SKETCH, n)) < PER_ROW / n, random.standard_normal((SKETCH, n)), 0)
    return rows[rows.any(1)]


def independent(gram):
    """A factor R with gram = R R' of the rows that are independent, in order, as ours drops them."""
    kept, factor = [], np.zeros((0, 0))
    for j in range(len(gram)):
        row = solve_triangular(factor, gram[kept, j], lower=True) if kept else np.zeros(0)
        left = gram[j, j] - row @ row
        if left <= len(gram) * np.finfo(float).eps * gram[j, j]:
            continue
        size = len(kept)
        factor = np.block([[factor, np.zeros((size, 1))], [row[None], np.array([[left ** .5]])]])
        kept.append(j)
    return kept, factor


def learn(X, Y, random, landmarks, sketch, ridge, s_y):
    """What predicts: points, and coefficients of what is learned (weights of all outputs, or coordinates of a sketch)."""
    n = len(X)
    coordinates = None
    if sketch:
        S = sparsified(random, n)
        SL = S @ gaussian(Y, Y, s_y)
        kept, R = independent(SL @ S.T)
        coordinates = solve_triangular(R, SL[kept], lower=True).T
    if not landmarks:
        factor = cho_factor(gaussian(X, X, S_X) + (ridge + JITTER) * np.eye(n), overwrite_a=True)
        return X, cho_solve(factor, np.eye(n) if coordinates is None else coordinates), coordinates
    Z = X[random.choice(n, LANDMARKS, replace=False)]
    K = gaussian(X, Z, S_X)
    left = K.T @ K + ridge * gaussian(Z, Z, S_X)
    left[np.diag_indices_from(left)] += JITTER
    return Z, cho_solve(cho_factor(left), K.T if coordinates is None else K.T @ coordinates), coordinates


def predict(X, Y, points, coefficients, coordinates, s_y):
    values = gaussian(X, points, S_X) @ coefficients
    candidates, first = np.unique(Y, axis=0, return_index=True)
    closeness = values @ (gaussian(Y, candidates, s_y) if coordinates is None else coordinates[first].T)
    return candidates[closeness.argmax(1)]


METHODS = {  # landmarks, sketch, L, s_y
    "IOKR": (False, False, 1e-5, 1e0),
    "SIOKR": (True, False, 1e-6, 1e7),
    "ISOKR": (False, True, 1e-5, 1e6),
    "SISOKR": (True, True, 1e-5, 1e4),
}


def main(folder, sketches):
    (X, Y), (X_test, Y_test) = (data.load(folder / f"bibtex-{part}.arff.gz") for part in ("train", "test"))
    mean, deviation = X.mean(0), X.std(0)
    deviation[deviation == 0] = 1
    X, X_test = (X - mean) / deviation, (X_test - mean) / deviation
    print(describe_software())
    for name, (landmarks, sketch, L, s_y) in METHODS.items():
        rows = []
        for seed in range(sketches if landmarks or sketch else 1):
            start = time.process_time()
            model = learn(X, Y, np.random.default_rng(seed), landmarks, sketch, len(X) * L, s_y)
            learned = time.process_time()
            predicted = predict(X_test, Y, *model, s_y)
            rows.append((100 * f1(Y_test, predicted), learned - start, time.process_time() - learned))
        f1s, train, infer = np.array(rows).T
        spread = f1s.std(ddof=1) if len(rows) > 1 else 0
        print(f"{name:8} F1 {f1s.mean():.2f} (SD {spread:.2f} over {len(rows)})"
              f"  train {np.median(train):.2f} s  predict {np.median(infer):.2f} s", flush=True)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 10)
