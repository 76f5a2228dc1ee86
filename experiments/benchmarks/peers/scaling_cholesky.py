#!/usr/bin/python3
"""Kernel ridge regression with a Gaussian kernel as one would write it in NumPy and SciPy: a peer of `preimage bench scaling`.
The Gram matrix is made in place, and its Cholesky factor takes its storage.

usage: scaling_cholesky.py FOLDER
reads   FOLDER/train.npy, test.npy (rows), targets.npy, settings.npy (1 x 2: sigma, ridge)
answers predictions, a row per test sample; prints what measured.py says
"""
import sys

from measured import inputs, measure

import numpy as np
from scipy.linalg import cho_factor, cho_solve


def gaussian(a, b, sigma):
    gram = a @ b.T
    gram *= -2
    gram += (a ** 2).sum(axis=1)[:, None]
    gram += (b ** 2).sum(axis=1)
    np.maximum(gram, 0, out=gram)
    gram *= -1 / (2 * sigma ** 2)
    return np.exp(gram, out=gram)


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    sigma, ridge = settings.ravel()

    def work():
        gram = gaussian(train, train, sigma)
        gram.flat[::len(gram) + 1] = 1 + ridge
        # The transpose, which is the same matrix, has LAPACK's order of storage: no copy is made.
        factor = cho_factor(gram.T, lower=True, overwrite_a=True, check_finite=False)
        return gaussian(test, train, sigma) @ cho_solve(factor, targets, check_finite=False)
    measure(folder, work)


if __name__ == "__main__":
    main(sys.argv[1])
