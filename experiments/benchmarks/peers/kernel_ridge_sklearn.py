#!/usr/bin/python3
"""Kernel ridge regression of thousands of samples in scikit-learn: the peer of `preimage bench ridge-scale`.

usage: kernel_ridge_sklearn.py FOLDER
reads   FOLDER/train.npy, FOLDER/test.npy   samples, one per row
        FOLDER/targets.npy                  a row per training sample, a column per output
        FOLDER/settings.npy                 1 x 3: degree and offset of the polynomial kernel, ridge
writes  FOLDER/predictions.csv: a row per test sample
prints  "software ...", "seconds FIT PREDICT", "peak_kib N"
"""
import pathlib
import sys
import time

from software import describe_software  # before NumPy, for it sets the number of threads

import numpy as np
from sklearn.kernel_ridge import KernelRidge


def peak_kib():
    """As our own side counts it: VmHWM, since ru_maxrss is no smaller than the starting process's."""
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def main(folder):
    train, test, targets = (np.load(folder / f"{name}.npy") for name in ("train", "test", "targets"))
    degree, offset, ridge = np.load(folder / "settings.npy").ravel()
    ridge_regression = KernelRidge(alpha=ridge, kernel="polynomial", degree=int(degree), gamma=1.0, coef0=offset)
    ridge_regression.fit(train[:100], targets[:100]).predict(test[:100])  # whatever loads at first use
    start = time.perf_counter()
    ridge_regression.fit(train, targets)
    fitted = time.perf_counter()
    predictions = ridge_regression.predict(test)
    end = time.perf_counter()
    peak = peak_kib()
    np.savetxt(folder / "predictions.csv", predictions, fmt="%.17g", delimiter=",")
    print("software", describe_software())
    print("seconds", repr(fitted - start), repr(end - fitted))
    print("peak_kib", peak)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
