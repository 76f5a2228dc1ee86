#!/usr/bin/python3
"""The same as scaling_cholesky.py with the factor in single precision, and the solution refined twice against the Gram matrix in double
precision: a peer of `preimage bench scaling`.

usage: scaling_cholesky_single.py FOLDER
reads, answers and prints what scaling_cholesky.py does
"""
import sys

from measured import inputs, measure

import numpy as np
from scaling_cholesky import gaussian
from scipy.linalg import cho_factor, cho_solve

REFINEMENTS = 2


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    sigma, ridge = settings.ravel()

    def work():
        gram = gaussian(train, train, sigma)
        gram.flat[::len(gram) + 1] = 1 + ridge
        factor = cho_factor(gram.T.astype(np.float32, order="F"), lower=True, overwrite_a=True, check_finite=False)
        alpha = np.zeros(targets.shape)
        for _ in range(1 + REFINEMENTS):
            alpha += cho_solve(factor, (targets - gram @ alpha).astype(np.float32), check_finite=False)
        return gaussian(test, train, sigma) @ alpha
    measure(folder, work)


if __name__ == "__main__":
    main(sys.argv[1])
