#!/usr/bin/python3
"""Holds the ties of joint kernel support estimation against NumPy.

    jkse_ties_check.py PROGRAM

Training pairs come with their mirror images: inputs (u, v) and (u, -v), outputs (p, q) and (p, -q). An input on
the mirror, (u, 0), scores an output and its mirror image alike, exactly. Of equal scores the training sample
that comes first is to be taken, so no prediction may be an image, which come later. That the prediction is the
best output at all is compared with a machine that NumPy trains by itself, on weights that it keeps symmetric.
"""
import csv
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed: skipped")
    sys.exit(77)

PAIRS, TESTS = 20, 60
TRAIN = 2 * PAIRS
OUTPUT_SIGMA = 0.7
MACHINES = [(sigma, nu) for sigma in (0.3, 1.0, 3.0) for nu in (0.05, 0.3, 0.8)]

CONFIG = """title: "Ties of joint kernel support estimation"
experiment: own_data
seed: 1
dataset: {{name: vectors, path: pairs.csv, inputs: [u, v], outputs: [p, q], output_kind: vector, fold: fold, id: id}}
input_kernel: {{name: linear}}
output_kernel: {{name: gaussian, sigma: {sigma}}}
loss: distance
protocol: {{outer: {{given: true, train_on: first_fold}}, inner: {{folds: 2}}}}
learners:
{learners}
profiles:
  quick: {{repetitions: 1, readings: all}}
"""
LEARNER = "  m{number}: {{method: joint_kernel_support_estimation, bandwidth: {{sigma: {sigma}}}, nu: {nu}}}"


def make_pairs():
    random = np.random.default_rng(14)
    inputs = np.round(random.normal(size=(PAIRS, 2)), 3)
    outputs = np.round(inputs + 0.3 * random.normal(size=(PAIRS, 2)), 3)
    mirror = np.array([1.0, -1.0])
    on_mirror = np.column_stack([np.round(random.normal(size=TESTS), 3), np.zeros(TESTS)])
    X = np.vstack([inputs, inputs[::-1] * mirror, on_mirror])
    Y = np.vstack([outputs, outputs[::-1] * mirror, on_mirror])
    return X, Y


def gaussian(A, B, sigma):
    squared = ((A[:, None, :] - B[None, :, :])**2).sum(axis=2)
    return np.exp(-squared / (2 * sigma**2))


def symmetric_machine(joint, nu):
    """Coefficients of the one-class machine, by steps along pairs that violate its conditions most, taken
    together with their images: so samples i and TRAIN - 1 - i have one coefficient."""
    half = joint[:PAIRS, :PAIRS] + joint[:PAIRS, ::-1][:, :PAIRS]  # of a pair with a pair and its image
    bound = 1 / (nu * TRAIN)
    a = np.full(PAIRS, 1 / TRAIN)
    for _ in range(200000):
        slope = half @ a
        up = int(np.argmin(np.where(a < bound, slope, np.inf)))
        down = int(np.argmax(np.where(a > 0, slope, -np.inf)))
        if slope[down] - slope[up] < 1e-13:
            return np.concatenate([a, a[::-1]])
        curve = half[up, up] + half[down, down] - 2 * half[up, down]
        step = min((slope[down] - slope[up]) / max(curve, 1e-15), bound - a[up], a[down])
        a[up], a[down] = min(a[up] + step, bound), max(a[down] - step, 0.0)
    raise RuntimeError("the machine does not converge")


def write_files(folder, X, Y):
    with open(os.path.join(folder, "pairs.csv"), "w", encoding="utf-8") as file:
        file.write("id,u,v,p,q,fold\n")
        for i in range(TRAIN + TESTS):
            numbers = ",".join(repr(float(x)) for x in np.concatenate([X[i], Y[i]]))
            file.write("%d,%s,%d\n" % (i, numbers, 0 if i < TRAIN else 1))
    learners = [LEARNER.format(number=n, sigma=sigma, nu=nu) for n, (sigma, nu) in enumerate(MACHINES)]
    with open(os.path.join(folder, "ties.yaml"), "w", encoding="utf-8") as file:
        file.write(CONFIG.format(sigma=OUTPUT_SIGMA, learners="\n".join(learners)))


def run(program, folder):
    found = os.path.join(folder, "predictions.csv")
    command = [program, "run", os.path.join(folder, "ties.yaml"), "--out", os.path.join(folder, "out"),
               "--predictions", found]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print("%s: exit code %d\n%s%s" % (" ".join(command), done.returncode, done.stdout, done.stderr))
        sys.exit(1)
    chosen = {}
    with open(found, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            chosen.setdefault(row["learner"], {})[int(row["sample"]) - 1] = int(row["chosen_sample"]) - 1
    return chosen


def main():
    X, Y = make_pairs()
    with tempfile.TemporaryDirectory() as folder:
        write_files(folder, X, Y)
        chosen = run(sys.argv[1], folder)
    outputs = gaussian(Y[:TRAIN], Y[:TRAIN], OUTPUT_SIGMA)
    agree = True
    for number, (sigma, nu) in enumerate(MACHINES):
        mine = chosen["m%d" % number]
        a = symmetric_machine(gaussian(X[:TRAIN], X[:TRAIN], sigma) * outputs, nu)
        weights = gaussian(X[TRAIN:], X[:TRAIN], sigma) * a
        scores = weights @ outputs / weights.sum(axis=1, keepdims=True)
        first = sum(mine[TRAIN + t] < PAIRS for t in range(TESTS))
        best = sum(scores[t, mine[TRAIN + t]] > scores[t].max() - 2e-7 for t in range(TESTS))
        right = len(mine) == first == best == TESTS
        agree = agree and right
        print("sigma %g, nu %g: the first of two equal outputs for %d of %d inputs, the best for %d: %s"
              % (sigma, nu, first, TESTS, best, "agrees" if right else "DIFFERS"))
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
