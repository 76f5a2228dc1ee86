#!/usr/bin/python3
"""scikit-learn's Nystroem + Ridge with the first rows as landmarks: a peer of `preimage bench scaling`.

usage: scaling_nystroem.py FOLDER
reads   FOLDER/train.npy, test.npy (rows), targets.npy, settings.npy (1 x 3: sigma, ridge, landmarks)
answers predictions, a row per test sample; prints what measured.py says

Ridge on the features F = K_nM K_MM^-1/2 minimises ||Y - F w||^2 + ridge ||w||^2: the same problem as ours in other coordinates.
"""
import sys

from measured import inputs, measure

import numpy as np
from sklearn.kernel_approximation import Nystroem
from sklearn.linear_model import Ridge
from sklearn.pipeline import make_pipeline


class FirstRows(np.random.RandomState):
    """Nystroem takes the first of a permutation: with this one, of the rows as they lie."""

    def permutation(self, x):
        return np.arange(x)


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    sigma, ridge, landmarks = settings.ravel()

    def work():
        features = Nystroem(kernel="rbf", gamma=1 / (2 * sigma ** 2), n_components=int(landmarks), random_state=FirstRows())
        model = make_pipeline(features, Ridge(alpha=ridge, fit_intercept=False, solver="cholesky", copy_X=False))
        return model.fit(train, targets).predict(test)
    measure(folder, work)


if __name__ == "__main__":
    main(sys.argv[1])
