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
import sys
import time

from measured import fit_and_predict, inputs  # before scikit-learn, for it sets the number of threads

from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline


def pipeline(landmarks, sigma, ridge, seed):
    features = Nystroem(kernel="rbf", gamma=1 / (2 * sigma ** 2), n_components=landmarks, random_state=seed)
    return make_pipeline(features, Ridge(alpha=ridge, fit_intercept=False, solver="cholesky", copy_X=False))


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    landmarks, sigma, ridge, seed = settings.ravel()
    pipeline(50, sigma, ridge, 0).fit(train[:200], targets[:200]).predict(test[:100])  # whatever loads at first use
    del train, test, targets
    fit_and_predict(folder, pipeline(int(landmarks), sigma, ridge, int(seed)), time.process_time)


if __name__ == "__main__":
    main(sys.argv[1])
