#!/usr/bin/python3
"""Kernel ridge regression with a Gaussian kernel in scikit-learn: a peer of `preimage bench scaling`.

usage: scaling_kernel_ridge.py FOLDER
reads   FOLDER/train.npy, test.npy (rows), targets.npy, settings.npy (1 x 2: sigma, ridge)
answers predictions, a row per test sample; prints what measured.py says
"""
import sys

from measured import inputs, measure

from sklearn.kernel_ridge import KernelRidge


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    sigma, ridge = settings.ravel()

    def work():
        model = KernelRidge(alpha=ridge, kernel="rbf", gamma=1 / (2 * sigma ** 2))
        return model.fit(train, targets).predict(test)
    measure(folder, work)


if __name__ == "__main__":
    main(sys.argv[1])
