#!/usr/bin/python3
"""The interval of nested cross-validation against NumPy, on the program's own folds.

usage: nested_interval_check.py PROGRAM
exit   0 all agree to 1e-10, 1 something differs, 77 NumPy is not installed

Kernel ridge regression of two columns, absolute errors. `folds` says which rows a fold tests; here a fold, or two of
them, are left out and the equations are solved anew. The interval is computed from these losses
  - as the paper prints it (Bates, Hastie and Tibshirani 2023): SE^2 = (K - 1)/K mean(a - b) between s^2/n and K s^2/n, and the bias
    (1 + (K - 2)/K) (m - mean of the folds);
  - with folds of one size as the authors' program has it: an inflation of s / sqrt(n),
      infl = sqrt(max(0, mean(a - b))) / (s / sqrt(n_sub)) between 1 and sqrt(K),  n_sub = floor(n (K - 1) / K),
    which is the same, as (s / sqrt(n)) infl = sqrt(n_sub / n max(0, mean(a - b))) and n_sub / n = (K - 1)/K. Its bias differs by the
    exponent 1.5 alone, (1 + ((K - 2)/K)^1.5) (m - mean of the folds), where both means are of the same cuts.
"""
import csv
import io
import json
import math
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

CONFIG = """title: Nested
experiment: own_data
seed: 3
dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [y], output_kind: vector}
input_kernel: {name: linear}
output_kernel: {name: linear}
loss: distance
protocol: {outer: {folds: FOLDS}, inner: {folds: 2}, interval: nested_cv}
learners:
  weak: {method: kernel_ridge, ridge: 1}
  strong: {method: kernel_ridge, ridge: 30}
profiles: {quick: {repetitions: CUTS, readings: all}}
"""
failed = []


def check(what, ours, theirs):
    off = abs(ours - theirs) / max(1, abs(theirs))
    print(f"{'ok    ' if off <= 1e-10 else 'DIFFER'} {what}: {ours:.12g}, NumPy {theirs:.12g}, off by {off:.1e}")
    if not off <= 1e-10:
        failed.append(what)


def run(program, folder, *words):
    finished = subprocess.run([program, *map(str, words)], capture_output=True, text=True, cwd=folder)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        sys.exit(1)
    return finished.stdout


def errors(X, y, ridge, test):
    train = np.setdiff1d(np.arange(len(y)), test)
    w = np.linalg.solve(X[train].T @ X[train] + ridge * np.eye(X.shape[1]), X[train].T @ y[train])
    return np.abs(X[test] @ w - y[test])


def interval(X, y, ridge, cuts):
    """Low, high and estimate of the paper, and SE and estimate of the authors' program."""
    n, K = len(y), len(cuts[0])
    squares, plain, nested = [], [], []
    for folds in cuts:
        pair = {}
        for i in range(K):
            for j in range(i + 1, K):
                both = errors(X, y, ridge, np.concatenate([folds[i], folds[j]]))
                pair[i, j], pair[j, i] = np.split(both, [len(folds[i])])
        for k in range(K):
            own = errors(X, y, ridge, folds[k])
            inner = np.concatenate([pair[j, k] for j in range(K) if j != k])
            squares.append((inner.mean() - own.mean()) ** 2 - np.var(own, ddof=1) / len(own))
            plain.append(own)
            nested.append(inner)
    plain, nested = np.concatenate(plain), np.concatenate(nested)
    s, root = np.std(nested, ddof=1), math.sqrt(max(0, np.mean(squares)))
    error = min(max(math.sqrt((K - 1) / K) * root, s / math.sqrt(n)), math.sqrt(K) * s / math.sqrt(n))
    difference = nested.mean() - plain.mean()
    estimate = nested.mean() - (1 + (K - 2) / K) * difference
    half = 1.959963984540054 * error
    inflation = max(1, min(root / (s / math.sqrt(n * (K - 1) // K)), math.sqrt(K)))
    theirs = s / math.sqrt(n) * inflation, nested.mean() - (1 + ((K - 2) / K) ** 1.5) * difference
    print(f"       K = {K}: the authors' inflation {inflation:.3f}")
    return estimate - half, estimate + half, estimate, theirs, (nested.mean(), difference)


def scenario(program, folder, n, K, R, noise):
    folder.mkdir()
    random = np.random.default_rng(n)
    X = np.round(random.normal(size=(n, 2)), 3)
    y = np.round(X[:, 0] - .5 * X[:, 1] + noise(random, n), 3)
    (folder / "d.csv").write_text("a,b,y\n" + "".join(f"{a},{b},{v}\n" for (a, b), v in zip(X, y)))
    (folder / "c.yaml").write_text(CONFIG.replace("FOLDS", str(K)).replace("CUTS", str(R)))
    cuts = [[[] for _ in range(K)] for _ in range(R)]
    for row in csv.DictReader(io.StringIO(run(program, folder, "folds", "c.yaml"))):
        if row["inner_fold"] == "" and row["part"] == "test":
            cuts[int(row["repetition"])][int(row["outer_fold"])].append(int(row["row"]) - 1)
    cuts = [[np.array(fold) for fold in folds] for folds in cuts]
    run(program, folder, "run", "c.yaml", "--out", "out", "--quiet")
    document = json.loads(run(program, folder, "table", "c.yaml", "--out", "out", "--json"))
    rows = {row["measure"]: row for row in document["tables"][0]["rows"]}
    for learner, ridge in (("weak", 1), ("strong", 30)):
        number = [one for one in rows["feature_distance"]["numbers"] if one["learner"] == learner][0]
        low, high, estimate, authors, (mean, difference) = interval(X, y, ridge, cuts)
        what = f"{learner}, n = {n}, K = {K}, {R} cuts"
        check(f"{what}, low", number["interval"]["low"], low)
        check(f"{what}, high", number["interval"]["high"], high)
        check(f"{what}, estimate", number["interval"]["estimate"], estimate)
        if n % K == 0:
            half = (number["interval"]["high"] - number["interval"]["low"]) / 2
            check(f"{what}, the authors' SE", half / 1.959963984540054, authors[0])
            ours = mean - (mean - number["interval"]["estimate"]) * (1 + ((K - 2) / K) ** 1.5) / (1 + (K - 2) / K)
            check(f"{what}, the authors' estimate, by their exponent", ours, authors[1])


def main(program):
    def normal(random, n):
        return random.normal(size=n)

    def heavy(random, n):
        return random.normal(size=n) / random.random(n)

    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenario(program, folder / "a", 24, 4, 3, normal)
        scenario(program, folder / "b", 40, 10, 2, heavy)
        scenario(program, folder / "c", 26, 4, 3, normal)
        scenario(program, folder / "d", 9, 3, 5, heavy)
    print(f"{len(failed)} differ" if failed else "all agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
