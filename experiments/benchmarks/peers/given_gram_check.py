#!/usr/bin/python3
"""Nested cross-validation from a Gram matrix (dataset: {name: gram}) against its closed form in NumPy.

usage: given_gram_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

The outer folds are given, 15 samples each, and there are as many inner folds as training samples: so the inner folds leave
one out, and no lot decides anything. Computed here by brute force: the choice of the ridge, and the predictions
  f(x) = ybar + k(x)' (K + r I)^-1 (Y - ybar),
of several numbers by the closed-form decoder, and of classes by the largest decision value. The same data as vectors with
the linear kernel have to give the same numbers.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

HEAD = "title: Gram\nexperiment: own_data\nseed: 3\n"
GRAM = "dataset: {name: gram, input: K.npy, outputs: Y.csv, folds: F.csv, columns: COLUMNS, output_kind: KIND}\n"
VECTORS = ("dataset: {name: vectors, path: all.csv, inputs: all, outputs: COLUMNS, output_kind: KIND, fold: fold, "
           "except: EXCEPT}\ninput_kernel: {name: linear}\n")
REST = """output_kernel: KERNEL
loss: LOSS
protocol: {outer: {given: true}, inner: {folds: 45}}
learners:
  one: {method: kernel_dependency_estimation, ridge: 0.5DECODER}
  chosen: {method: kernel_dependency_estimation, ridge: [1e-3, 1e-1, 10, 1000]DECODER}
profiles: {quick: {repetitions: 1, readings: all}}
"""
KINDS = {"vector": ("[y, z]", "kind", "{name: linear}", "squared_distance", ", decoder: {name: closed_form}"),
         "class": ("[kind]", "[y, z]", "{name: class}", "distance", "")}
RIDGES = [1e-3, 1e-1, 10, 1000]
failed = []


def check(what, mine, theirs, tolerance):
    gap = float(np.max(np.abs(np.asarray(mine) - np.asarray(theirs))))
    agrees = gap <= tolerance * max(1., float(np.max(np.abs(mine))))
    print(f"{'ok    ' if agrees else 'DIFFER'} {what}: largest difference {gap:.2g}")
    if not agrees:
        failed.append(what)


def run(program, folder, name, head, kind):
    columns, others, kernel, loss, decoder = KINDS[kind]
    text = HEAD + head + REST
    for word, value in (("COLUMNS", columns), ("EXCEPT", others), ("KERNEL", kernel), ("KIND", kind),
                        ("LOSS", loss), ("DECODER", decoder)):
        text = text.replace(word, value)
    (folder / f"{name}.yaml").write_text(text)
    finished = subprocess.run([program, "run", folder / f"{name}.yaml", "--out", folder / "out" / name,
                               "--predictions", folder / f"{name}.csv"], capture_output=True, text=True)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        sys.exit(1)
    with open(folder / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def write(folder, random):
    n = 60
    X = random.normal(size=(n, 5))
    y, z = X[:, 0] + .3 * random.normal(size=n), np.sin(X[:, 1]) - X[:, 2]
    kind = np.where(X[:, 3] > .4, "up", np.where(y > 0, "mid", "down"))
    fold = random.permutation(np.arange(n) % 4)
    np.save(folder / "K.npy", X @ X.T)
    rows = [[repr(float(v)) for v in X[i]] + [repr(float(y[i])), repr(float(z[i])), kind[i], fold[i]] for i in range(n)]
    for file, header, columns in (("all.csv", ["a", "b", "c", "d", "e", "y", "z", "kind", "fold"], range(9)),
                                  ("Y.csv", ["y", "z", "kind"], (5, 6, 7)), ("F.csv", ["fold"], (8,))):
        with open(folder / file, "w", newline="") as opened:
            csv.writer(opened, lineterminator="\n").writerows([header] + [[row[c] for c in columns] for row in rows])
    return X @ X.T, np.stack([y, z], 1), kind, fold


def ridge(K, targets, train, test, r):
    mean = targets[train].mean(0)
    inverse = np.linalg.inv(K[np.ix_(train, train)] + r * np.eye(len(train)))
    return mean + K[np.ix_(test, train)] @ inverse @ (targets[train] - mean)


def choice(kind, K, targets, train):
    """The ridge of the smallest leave-one-out loss, of equals the larger."""
    losses = []
    for r in RIDGES:
        left_out = [(i, ridge(K, targets, train[train != i], np.array([i]), r)[0]) for i in train]
        losses.append(np.mean([((targets[i] - f) ** 2).sum() if kind == "vector" else targets[i].argmax() != f.argmax()
                               for i, f in left_out]))
    return max(r for r, loss in zip(RIDGES, losses) if loss == min(losses))


def check_predictions(kind, rows, K, Y, classes, fold):
    names = sorted(set(classes))
    targets = Y if kind == "vector" else np.array([[c == name for name in names] for c in classes], float)
    for learner in ("one", "chosen"):
        for f in range(4):
            found = [row for row in rows if row["learner"] == learner and row["fold"] == str(f)]
            test = np.array([int(row["sample"]) - 1 for row in found])
            assert sorted(test) == list(np.flatnonzero(fold == f))
            r = float(found[0]["chosen.ridge"])
            train = np.flatnonzero(fold != f)
            chosen = .5 if learner == "one" else choice(kind, K, targets, train)
            check(f"{kind} {learner} fold {f}: the ridge", chosen, r, 0)
            mine = ridge(K, targets, train, test, chosen)
            if kind == "vector":
                theirs = [[float(v) for v in row["prediction"].split()] for row in found]
                check(f"{kind} {learner} fold {f}: predictions", mine, theirs, 1e-8)
                losses = ((mine - Y[test]) ** 2).sum(1)
                check(f"{kind} {learner} fold {f}: losses", losses,
                      [float(row["loss.squared_feature_distance"]) for row in found], 1e-8)
            else:
                theirs = [[float(row["score." + name]) for name in names] for row in found]
                check(f"{kind} {learner} fold {f}: decision values", mine, theirs, 1e-8)
                wrong = sum(names[i] != row["prediction"] for i, row in zip(mine.argmax(1), found))
                check(f"{kind} {learner} fold {f}: classes", 0, wrong, 0)


def check_same(kind, gram, vectors):
    check(f"{kind}: as many rows", len(gram), len(vectors), 0)
    key = lambda row: (row["learner"], row["target"], row["losses"])
    a, b = sorted(map(key, gram)), sorted(map(key, vectors))
    check(f"{kind}: vectors with the linear kernel, rows that differ", 0,
          sum(x[:2] != y[:2] for x, y in zip(a, b)), 0)
    for column in ("chosen.ridge",) + (("score.up", "score.mid") if kind == "class" else ()):
        numbers = [np.array([float(row[column]) for row in rows]) for rows in (gram, vectors)]
        check(f"{kind}: vectors with the linear kernel, {column}", *numbers, 1e-8)


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        K, Y, classes, fold = write(folder, np.random.default_rng(11))
        for kind in KINDS:
            gram = run(program, folder, f"gram_{kind}", GRAM, kind)
            check_predictions(kind, gram, K, Y, classes, fold)
            check_same(kind, gram, run(program, folder, f"vectors_{kind}", VECTORS, kind))
    print(f"{len(failed)} differ" if failed else "all agree")
    sys.exit(1 if failed else 0)


main()
