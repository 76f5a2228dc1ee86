#!/usr/bin/python3
"""Kernel ridge regression in scikit-learn: a peer of `preimage bench scaling` and `ridge-scale`.

usage: scaling_kernel_ridge.py FOLDER
reads   FOLDER/train.npy, test.npy (rows), targets.npy, settings.npy (1 x 2: sigma, ridge; of a
        polynomial kernel 1 x 3: degree, offset, ridge)
answers predictions, a row per test sample; prints what measured.py says
"""
import sys

from measured import inputs, measure

from sklearn.kernel_ridge import KernelRidge


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    *of_kernel, ridge = settings.ravel()
    kernel = {"kernel": "rbf", "gamma": 1 / (2 * of_kernel[0] ** 2)}
    if len(of_kernel) == 2:
        kernel = {"kernel": "polynomial", "degree": int(of_kernel[0]), "gamma": 1.0, "coef0": of_kernel[1]}
    measure(folder, lambda: KernelRidge(alpha=ridge, **kernel).fit(train, targets).predict(test))


if __name__ == "__main__":
    main(sys.argv[1])
