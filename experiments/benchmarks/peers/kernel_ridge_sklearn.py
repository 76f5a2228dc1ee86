#!/usr/bin/python3
"""Kernel ridge regression of thousands of samples in scikit-learn: the peer of `preimage bench ridge-scale`.

usage: kernel_ridge_sklearn.py FOLDER
reads   FOLDER/train.npy, FOLDER/test.npy   samples, one per row
        FOLDER/targets.npy                  a row per training sample, a column per output
        FOLDER/settings.npy                 1 x 3: degree and offset of the polynomial kernel, ridge
writes  FOLDER/predictions.csv: a row per test sample
prints  "software ...", "seconds FIT PREDICT", "peak_kib N"
"""
import sys
import time

from measured import fit_and_predict, inputs  # before scikit-learn, for it sets the number of threads

from sklearn.kernel_ridge import KernelRidge


def main(folder):
    train, test, targets, settings = inputs(folder, "train", "test", "targets", "settings")
    degree, offset, ridge = settings.ravel()
    model = KernelRidge(alpha=ridge, kernel="polynomial", degree=int(degree), gamma=1.0, coef0=offset)
    model.fit(train[:100], targets[:100]).predict(test[:100])  # whatever loads at first use
    del train, test, targets
    fit_and_predict(folder, model, time.perf_counter)


if __name__ == "__main__":
    main(sys.argv[1])
