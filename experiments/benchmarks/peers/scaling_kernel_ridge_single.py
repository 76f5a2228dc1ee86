#!/usr/bin/python3
"""Kernel ridge regression in scikit-learn in single precision, and refined once against kernel values in double precision, by a second fit,
as its factor cannot be used again: a peer of `preimage bench scaling`.

usage: scaling_kernel_ridge_single.py FOLDER
reads, answers and prints what scaling_cholesky.py does
"""
import sys

from measured import inputs, measure

import numpy as np
from scaling_cholesky import gaussian
from sklearn.kernel_ridge import KernelRidge


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    sigma, ridge = settings.ravel()

    def work():
        gram = gaussian(train, train, sigma)
        single = gram.astype(np.float32)
        alpha = np.zeros(targets.shape)
        for _ in range(2):
            residual = targets - gram @ alpha - ridge * alpha
            alpha += KernelRidge(alpha=ridge, kernel="precomputed").fit(single, residual.astype(np.float32)).dual_coef_
        return gaussian(test, train, sigma) @ alpha
    measure(folder, work)


if __name__ == "__main__":
    main(sys.argv[1])
