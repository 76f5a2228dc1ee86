#!/usr/bin/python3
"""Kernel dependency estimation along few output directions (readings spider-defaults-* of the KDE configs) against NumPy.

usage: cut_projections_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

Pairs of strings like those of KDE, section 4.1, in given folds, and as many inner folds as training samples: no lot decides
anything. Computed here by brute force, from the strings on: the features of the subsequence kernel, the principal directions of
the training outputs (a singular value decomposition of their features), ridge regression to the coordinates,
  y(x) = argmin_i ||P phi(y_i) - f(x)||^2 over all training outputs, those of length 0 in feature space, too,
the choice of bandwidth and ridge, and the loss ||phi(y) - phi(y')||. A share of .3, too, which drops directions that matter here:
the distance to the outputs themselves then chooses others.
"""
import csv
import itertools
import os
import pathlib
import subprocess
import sys
import tempfile

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

CONFIG = """title: Strings along few directions
experiment: own_data
seed: 1
dataset: {name: string_pairs, path: pairs.tsv}
input_kernel: {name: normalised, base: {name: subsequence, length: 3, decay: 0.01}}
output_kernel: {name: normalised, base: {name: subsequence, length: 3, decay: 0.01}}
candidates: all
loss: distance
protocol: {outer: {given: true}, inner: {folds: 30}}
learners:
LEARNERS
profiles: {quick: {repetitions: 1, readings: all}}
"""
RATES, RIDGES, DECAY, FOLDS, SIZE = [.1, 1, 10], [1e-2, 1], .01, 4, 40
# name -> share of the largest eigenvalue, centred, the form of TR-098's eq. (6)
LEARNERS = {f"cut_{cut}_{mean}_{form}": (cut, mean == "centred", form == "squared")
            for cut, mean, form in ((1e-2, "centred", "plain"), (1e-2, "uncentred", "plain"), (.3, "centred", "plain"),
                                    (.3, "uncentred", "plain"), (1e-2, "uncentred", "squared"))}
failed = []


def check(what, mine, theirs, tolerance):
    gap = float(np.max(np.abs(np.asarray(mine) - np.asarray(theirs))))
    if gap > tolerance:
        print(f"DIFFER {what}: largest difference {gap:.2g}")
        failed.append(what)


def subsequence_features(strings):
    """Unit rows, one column per subsequence of three letters; 0 for shorter strings."""
    columns = {u: c for c, u in enumerate(itertools.product("abcd", repeat=3))}
    F = np.zeros((len(strings), len(columns)))
    for row, s in zip(F, strings):
        for i in itertools.combinations(range(len(s)), 3):
            row[columns[tuple(s[j] for j in i)]] += DECAY ** (i[2] - i[0] + 1)
    lengths = np.linalg.norm(F, axis=1, keepdims=True)
    return np.divide(F, lengths, out=np.zeros_like(F), where=lengths > 0)


def draw(random):
    """Three Markov chains with an output each, letters of which are replaced or left out."""
    pairs = []
    for _ in range(SIZE):
        kind = random.integers(3)
        letters, stay, output = [("abcd", .25, "abad"), ("abcd", .7, "dbbd"), ("cd", .7, "aabc")][kind]
        text = random.choice(list(letters))
        while len(text) < 12:
            text += text[-1] if random.random() < stay else random.choice(list(letters))
        output = "".join(random.choice(list("abcd")) if random.random() < .1 else letter
                         for letter in output if random.random() < .8)
        pairs.append((text, output))
    return pairs


def coordinates(F, train, share, centred):
    """Of the training outputs, along the directions of which the eigenvalue exceeds a share of the largest."""
    rows = F[train] - (F[train].mean(0) if centred else 0)
    _, s, directions = np.linalg.svd(rows, full_matrices=False)
    return rows @ directions[s ** 2 > share * s[0] ** 2].T


def decoded(Z, f, train):
    """The training sample whose projection is nearest to each row of f; of equals the first."""
    distances = ((Z[None] - f[:, None]) ** 2).sum(-1)
    is_nearest = distances <= distances.min(1, keepdims=True) + 1e-12 * (Z ** 2).sum(1).max()
    return train[is_nearest.argmax(1)]


def predict(D, F, learner, rate, ridge, train, test):
    """D: squared distances between the inputs' features."""
    share, centred, squared = learner
    Z = coordinates(F, train, share, centred)
    K, K_test = (np.exp(-rate * D[np.ix_(rows, train)]) for rows in (train, test))
    left, right = (K.T @ K, K.T @ Z) if squared else (K, Z)
    return decoded(Z, K_test @ np.linalg.solve(left + ridge * np.eye(len(K)), right), train)


def losses(F, truth, chosen):
    return np.linalg.norm(F[truth] - F[chosen], axis=1)


def choice(D, F, learner, train):
    """Of the grid's smallest leave-one-out losses the one of the larger ridge, then of the larger bandwidth."""
    def loss(ridge, rate):
        left_out = [predict(D, F, learner, rate, ridge, train[train != i], np.array([i]))[0] for i in train]
        return losses(F, train, np.array(left_out)).mean()
    grid = {point: loss(*point) for point in itertools.product(sorted(RIDGES, reverse=True), sorted(RATES))}
    return next(point for point, value in grid.items() if value <= min(grid.values()) + 1e-12)


def run(program, folder, pairs, folds):
    block = "".join(f"  {name}: {{method: kernel_dependency_estimation, bandwidth: {{inverse_two_sigma_squared: {RATES}}}, "
                    f"ridge: {RIDGES}, component_threshold: {cut}, centred: {str(centred).lower()}, "
                    f"ridge_form: {'squared' if squared else 'plain'}}}\n"
                    for name, (cut, centred, squared) in LEARNERS.items())
    (folder / "strings.yaml").write_text(CONFIG.replace("LEARNERS\n", block))
    (folder / "pairs.tsv").write_text("".join(f"{x}\t{y}\t{f}\n" for (x, y), f in zip(pairs, folds)))
    finished = subprocess.run([program, "run", folder / "strings.yaml", "--out", folder / "out", "--predictions",
                               folder / "predictions.csv"], capture_output=True, text=True)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        sys.exit(1)
    with open(folder / "predictions.csv", newline="") as file:
        return list(csv.DictReader(file))


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    random = np.random.default_rng(5)
    pairs, folds = draw(random), random.permutation(np.arange(SIZE) % FOLDS)
    with tempfile.TemporaryDirectory() as temporary:
        rows = run(program, pathlib.Path(temporary), pairs, folds)
    outputs = [y for _, y in pairs]
    X, F = subsequence_features([x for x, _ in pairs]), subsequence_features(outputs)
    D = ((X[:, None] - X[None]) ** 2).sum(-1)
    assert (~F.any(1)).sum() > 2 and len(rows) == SIZE * len(LEARNERS)
    for (name, learner), f in itertools.product(LEARNERS.items(), range(FOLDS)):
        found = [row for row in rows if row["learner"] == name and row["fold"] == str(f)]
        test = np.array([int(row["sample"]) for row in found]) - min(int(row["sample"]) for row in rows)
        assert sorted(test) == list(np.flatnonzero(folds == f))
        train = np.concatenate([np.flatnonzero(folds == other) for other in range(FOLDS) if other != f])  # in this order
        ridge, rate = choice(D, F, learner, train)
        theirs = [float(found[0]["chosen.ridge"]), .5 / float(found[0]["chosen.sigma"]) ** 2]
        check(f"{name} fold {f}: ridge and bandwidth", [ridge, rate], theirs, 1e-9)
        mine = predict(D, F, learner, rate, ridge, train, test)
        check(f"{name} fold {f}: outputs", 0, sum(outputs[i] != row["prediction"] for i, row in zip(mine, found)), 0)
        check(f"{name} fold {f}: losses", losses(F, test, mine), [float(row["loss.feature_distance"]) for row in found], 1e-9)
    print(f"{len(failed)} differ" if failed else f"all agree: {len(LEARNERS)} learners, {FOLDS} folds")
    sys.exit(1 if failed else 0)


main()
