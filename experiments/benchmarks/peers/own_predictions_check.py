#!/usr/bin/python3
"""Every test prediction of classes of one's own against scikit-learn: ridge regression, k-NN and one-vs-rest machines.

usage: own_predictions_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy or scikit-learn is not installed

The program writes a config for iris.csv (`init`), runs it and writes its predictions. Here each outer fold is fitted anew at the
hyper-parameters that the program's inner folds chose, on the same rows:
  scale  StandardScaler, fitted to the training rows
  kde    argmax of ybar + k(x) (K + ridge I)^-1 (Y - ybar), Y one-hot
  knn    KNeighborsClassifier
  svm    SVC without bound on K + ridge I (squared slack), one per class, argmax of the decision values
with k(x, x') = exp(-|x - x'|^2 / (2 sigma^2)). Choices on inner folds are checked by given_gram_check.py.
"""
import collections
import csv
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.preprocessing import StandardScaler
    from sklearn.svm import SVC
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

DATA = pathlib.Path(__file__).resolve().parents[3] / "core/docs/example/iris.csv"


def squared_distances(A, B):
    return ((A[:, None] - B[None]) ** 2).sum(axis=-1)


def predicted(learner, chosen, train_x, train_y, test_x):
    if learner == "nearest_neighbours":
        return KNeighborsClassifier(int(chosen["k"])).fit(train_x, train_y).predict(test_x)
    width = 2 * float(chosen["sigma"]) ** 2
    K, K_test = (np.exp(-squared_distances(A, train_x) / width) for A in (train_x, test_x))
    ridged = K + float(chosen["ridge"]) * np.eye(len(K))
    classes, scores = np.unique(train_y), []
    for name in classes:
        is_it = (train_y == name).astype(float)
        if learner == "svm":
            machine = SVC(C=1e10, kernel="precomputed", tol=1e-8).fit(ridged, is_it)
            scores.append(machine.decision_function(K_test))
        else:
            scores.append(is_it.mean() + K_test @ np.linalg.solve(ridged, is_it - is_it.mean()))
    return classes[np.argmax(scores, axis=0)]


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "iris.csv").write_bytes(DATA.read_bytes())

        def program(*words):
            subprocess.run([sys.argv[1], *words], check=True, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

        program("init", "iris.csv", "--target", "species", "--out", "iris.yaml")
        program("run", "iris.yaml", "--out", "results", "--predictions", "predictions.csv")
        rows = list(csv.DictReader(DATA.open(encoding="utf-8")))
        cells = collections.defaultdict(list)
        for row in csv.DictReader((folder / "predictions.csv").open(encoding="utf-8")):
            cells[row["learner"], row["repetition"], row["outer_fold"]].append(row)
    inputs = np.array([[float(row[name]) for name in rows[0] if name != "species"] for row in rows])
    species = np.array([row["species"] for row in rows])
    first = min(int(row["sample"]) for cell in cells.values() for row in cell)
    compared, different = collections.Counter(), collections.Counter()
    for (learner, *_), cell in cells.items():
        if learner == "baseline":
            continue
        test = np.array([int(row["sample"]) - first for row in cell])
        train = np.setdiff1d(np.arange(len(rows)), test)
        chosen = dict(pair.split("=") for pair in cell[0]["hyper_parameters"].split(";"))
        scaler = StandardScaler().fit(inputs[train])
        theirs = predicted(learner, chosen, scaler.transform(inputs[train]), species[train], scaler.transform(inputs[test]))
        compared[learner] += len(test)
        different[learner] += int(np.sum(theirs != np.array([row["prediction"] for row in cell])))
    for learner in compared:
        print(f"{learner}: {different[learner]} of {compared[learner]} predictions differ")
    return 0 if len(compared) == 3 and sum(different.values()) == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
