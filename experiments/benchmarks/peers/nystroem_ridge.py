#!/usr/bin/python3
"""scikit-learn's Nystroem + Ridge: the peer of `preimage bench landmarks`.

usage: nystroem_ridge.py FOLDER
reads   FOLDER/train.npy, FOLDER/test.npy   samples, one per row
        FOLDER/targets.npy                  a row per training sample, centred
        FOLDER/settings.npy                 1 x 4: landmarks, sigma, ridge, seed
writes  FOLDER/predictions.csv: a row per test sample
prints  "software ...", "seconds FIT PREDICT" of CPU, "peak_kib N"

Ridge on the features F = K_nM K_MM^-1/2 minimises ||Y - F w||^2 + ridge ||w||^2: the same problem as ours in other coordinates.
"""
import pathlib
import sys
import time

from software import describe_software  # before NumPy, for it sets the number of threads

import numpy as np
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline


def peak_kib():
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def pipeline(landmarks, sigma, ridge, seed):
    features = Nystroem(kernel="rbf", gamma=1 / (2 * sigma ** 2), n_components=landmarks, random_state=seed)
    return make_pipeline(features, Ridge(alpha=ridge, fit_intercept=False, solver="cholesky", copy_X=False))


def main(folder):
    train, test, targets = (np.load(folder / f"{name}.npy") for name in ("train", "test", "targets"))
    landmarks, sigma, ridge, seed = np.load(folder / "settings.npy").ravel()
    pipeline(50, sigma, ridge, 0).fit(train[:200], targets[:200]).predict(test[:100])  # whatever loads at first use
    model = pipeline(int(landmarks), sigma, ridge, int(seed))
    start = time.process_time()
    model.fit(train, targets)
    fitted = time.process_time()
    predictions = model.predict(test)
    end = time.process_time()
    peak = peak_kib()
    np.savetxt(folder / "predictions.csv", predictions, fmt="%.17g", delimiter=",")
    print("software", describe_software())
    print("seconds", repr(fitted - start), repr(end - fitted))
    print("peak_kib", peak)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
