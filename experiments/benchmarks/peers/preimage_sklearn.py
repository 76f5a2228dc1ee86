#!/usr/bin/python3
"""kPCA denoising with a learned pre-image in scikit-learn: the peer of `preimage bench preimage`.

usage: preimage_sklearn.py FOLDER
reads   FOLDER/train.npy, FOLDER/test.npy   digits, one per row
        FOLDER/settings.npy                 1 x 3: 1 / (2 sigma^2), number of components, repetitions
writes  FOLDER/denoised.csv: a row per test digit
prints  "software ...", "seconds S" (median of the repetitions, fit and denoising)
"""
import pathlib
import statistics
import sys
import time

from software import describe_software  # before NumPy, for it sets the number of threads

import numpy as np
from sklearn.decomposition import KernelPCA


def denoise(train, test, gamma, n_components):
    """scikit-learn's own settings: the map has the same kernel as the PCA, and alpha = 1."""
    pca = KernelPCA(n_components=n_components, kernel="rbf", gamma=gamma, fit_inverse_transform=True).fit(train)
    return pca.inverse_transform(pca.transform(test))


def main(folder):
    train, test = np.load(folder / "train.npy"), np.load(folder / "test.npy")
    gamma, n_components, repetitions = np.load(folder / "settings.npy").ravel()
    times = []
    for _ in range(int(repetitions) + 1):
        start = time.perf_counter()
        denoised = denoise(train, test, gamma, int(n_components))
        times.append(time.perf_counter() - start)
    np.savetxt(folder / "denoised.csv", denoised, fmt="%.17g", delimiter=",")
    print("software", describe_software())
    print("seconds", repr(statistics.median(times[1:])))  # the first one loads what is loaded at first use


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
