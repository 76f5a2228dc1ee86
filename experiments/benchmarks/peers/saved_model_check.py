#!/usr/bin/python3
"""fit, predict and the model file against NumPy: kernel ridge regression with scaled inputs and filled gaps.

usage: saved_model_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

The program chooses sigma and ridge on inner folds, fits all samples, writes the model and predicts new rows. Here what it
predicts at what it chose is computed anew from the two CSV files:
  scaling  gaps become the column's mean, then (x - mean) / standard deviation, of the training rows
  ridge    ybar + k(x) (K + ridge I)^-1 (Y - ybar),  k(x, x') = exp(-|x - x'|^2 / (2 sigma^2))
The arrays of the model are read with numpy.load. Choices on inner folds are checked by given_gram_check.py.
"""
import csv
import io
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

SIGMAS, RIDGES = [0.5, 1.0, 2.0, 4.0], [1e-3, 1e-2, 1e-1, 1.0]
CONFIG = """title: Ridge
experiment: own_data
seed: 1
dataset: {name: vectors, path: old.csv, inputs: [a, b, c], outputs: [u, v], output_kind: vector}
scale: standard
missing: mean
input_kernel: {name: linear}
output_kernel: {name: linear}
loss: {name: squared_error}
protocol: {outer: {folds: 3}, inner: {folds: 5}}
learners:
  ridge:
    method: kernel_dependency_estimation
    bandwidth: {sigma: %s}
    ridge: %s
    decoder: {name: closed_form}
profiles: {quick: {repetitions: 1, readings: all}}
""" % (SIGMAS, RIDGES)


def write(path, header, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerows([header] + [["" if np.isnan(x) else repr(float(x)) for x in row] for row in rows])


def scaling(X):
    fill = np.nanmean(X, axis=0)
    filled = np.where(np.isnan(X), fill, X)
    return fill, filled.mean(axis=0), filled.std(axis=0)


def scaled(X, fill, offset, width):
    return (np.where(np.isnan(X), fill, X) - offset) / width


def gaussian(A, B, sigma):
    return np.exp(-((A[:, None] - B[None]) ** 2).sum(2) / (2 * sigma**2))


def predict(X, Y, new, sigma, ridge):
    numbers = scaling(X)
    A, B = scaled(X, *numbers), scaled(new, *numbers)
    dual = np.linalg.solve(gaussian(A, A, sigma) + ridge * np.eye(len(A)), Y - Y.mean(0))
    return Y.mean(0) + gaussian(B, A, sigma) @ dual


def run(*words):
    finished = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        sys.exit(1)
    return finished.stdout


def say(what, agrees):
    print("%s: %s" % (what, "agrees" if agrees else "DIFFERS"))
    return agrees


def main():
    random = np.random.default_rng(4)
    X, new = random.normal(size=(30, 3)) * [1, 30, 0.1], random.normal(size=(50, 3)) * [1, 30, 0.1]
    Y = np.column_stack([np.sin(X[:, 0]) + X[:, 1] / 30, X[:, 0] * X[:, 2] * 10]) + 0.1 * random.normal(size=(30, 2))
    X[[3, 7], 1] = new[5, 0] = np.nan
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        write(folder / "old.csv", ["a", "b", "c", "u", "v"], np.hstack([X, Y]))
        write(folder / "new.csv", ["c", "b", "a"], new[:, ::-1])
        (folder / "ridge.yaml").write_text(CONFIG)
        said = run(sys.argv[1], "fit", folder / "ridge.yaml", "--out", folder / "m.pim", "--results", folder / "results")
        run(sys.argv[1], "predict", folder / "m.pim", folder / "new.csv", "--out", folder / "p.csv")
        run(sys.argv[1], "predict", folder / "m.pim", folder / "new.csv", "--out", folder / "p.npy")
        with open(folder / "p.csv", newline="") as file:
            found = np.array([[float(row["u"]), float(row["v"])] for row in csv.DictReader(file)])
        array = np.load(folder / "p.npy")
        with tarfile.open(folder / "m.pim") as tar:
            columns = np.load(io.BytesIO(tar.extractfile("fit/input_columns.npy").read()))
            inputs = np.load(io.BytesIO(tar.extractfile("samples/inputs.npy").read()))
    sigma, ridge = map(float, re.search(r"sigma = (\S+), ridge = (\S+) \(", said).groups())
    expected = predict(X, Y, new, sigma, ridge)
    gap = np.abs(found - expected).max() / np.abs(expected).max()
    agree = [say("chosen sigma = %g, ridge = %g, which are in the grid" % (sigma, ridge), sigma in SIGMAS and ridge in RIDGES),
             say("predictions, largest gap %.1e" % gap, gap < 1e-8),
             say(".npy and .csv hold the same", np.array_equal(array, found)),
             say("gaps, means and deviations in the model", np.allclose(columns, scaling(X), rtol=1e-12)),
             say("inputs in the model", np.array_equal(inputs, X, equal_nan=True))]
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
