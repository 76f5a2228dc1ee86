#!/usr/bin/python3
"""scikit-learn's Nystroem + Ridge with the first rows as landmarks: a peer of `preimage bench scaling`.

usage: scaling_nystroem.py FOLDER
reads   FOLDER/train.npy, test.npy (rows), targets.npy, settings.npy (1 x 3: sigma, ridge, landmarks)
answers predictions, a row per test sample; prints what measured.py says
"""
import sys

from measured import inputs, measure

import numpy as np
from nystroem_ridge import pipeline


class FirstRows(np.random.RandomState):
    """Nystroem takes the first of a permutation: with this one, of the rows as they lie."""

    def permutation(self, x):
        return np.arange(x)


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    sigma, ridge, landmarks = settings.ravel()
    measure(folder, lambda: pipeline(int(landmarks), sigma, ridge, FirstRows()).fit(train, targets).predict(test))


if __name__ == "__main__":
    main(sys.argv[1])
