#!/usr/bin/python3
"""Probabilities of classes, and what is measured of them, against scikit-learn's CalibratedClassifierCV(ensemble=False).

usage: probabilities_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy, SciPy or scikit-learn is not installed

Inner folds are one group each, so both use the same. Learners whose decision values are closed forms agree to 1e-8; a support
vector machine is known to the tolerance of its solver. scikit-learn ends its search for a sigmoid at a gradient of 1e-5; here
SciPy's root finder goes on from there, and how far that was is printed.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import sklearn.calibration
    from scipy.optimize import fmin_bfgs, root
    from sklearn.base import BaseEstimator, ClassifierMixin
    from sklearn.metrics import brier_score_loss, log_loss, recall_score, roc_auc_score
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.preprocessing import label_binarize
    from sklearn.svm import SVC
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

CONFIG = """title: Probabilities
experiment: own_data
seed: 1
dataset: {name: vectors, path: d.csv, inputs: [x, y], outputs: [kind], output_kind: class, fold: fold, group: group}
input_kernel: {name: gaussian, sigma: 1.5}
output_kernel: {name: class}
loss: LOSS
measures: [auc, sensitivity, specificity, log_loss, brier_score]
positive: b
protocol: {outer: {given: true}, inner: {folds: 8}}
learners: {one: {LEARNER, probabilities: METHOD}}
profiles: {quick: {repetitions: 1, readings: all}}
"""
GAMMA = 1 / (2 * 1.5 ** 2)
failed = []


def differ(what, off, allowed):
    print(f"{'ok    ' if off <= allowed else 'DIFFER'} {what}: off by {off:.1e} at most, {allowed:.0e} allowed")
    if not off <= allowed:
        failed.append(what)


class KernelScores(ClassifierMixin, BaseEstimator):
    """Kernel dependency estimation under the class kernel: sums of weights, by class."""
    def __init__(self, ridge=1.0):
        self.ridge = ridge

    def fit(self, X, y):
        self.X_, self.classes_ = X, np.unique(y)
        phi = (y[:, None] == self.classes_).astype(float)
        self.mean_ = phi.mean(axis=0)
        self.weights_ = np.linalg.solve(kernel(X, X) + self.ridge * np.eye(len(X)), phi - self.mean_)
        return self

    def decision_function(self, X):
        scores = self.mean_ + kernel(X, self.X_) @ self.weights_
        return scores[:, 1] - scores[:, 0] if scores.shape[1] == 2 else scores

    def predict(self, X):
        return self.classes_[self.decision_function(X).reshape(len(X), -1).argmax(axis=1)]


def kernel(A, B):
    return np.exp(-GAMMA * ((A[:, None] - B[None]) ** 2).sum(-1))


def polished(loss, start, fprime, disp):
    found = fmin_bfgs(loss, start, fprime=fprime, disp=disp)
    result = root(fprime, found, tol=1e-15).x
    polished.moved = max(polished.moved, abs(result - found).max())
    return result


def calibrated(peer, method, X, y, group, train, test):
    splits = [(np.flatnonzero(group[train] != g), np.flatnonzero(group[train] == g)) for g in np.unique(group[train])]
    model = sklearn.calibration.CalibratedClassifierCV(peer, method=method, cv=splits, ensemble=False)
    return model.fit(X[train], y[train]).predict_proba(X[test])


def measures_of(y, p, scores, answers, names):
    margin = (scores[:, 1] - scores[:, 0] if len(names) == 2 else scores).round(12)  # shares of neighbours tie
    classes = label_binarize(y, classes=names)
    binary = len(names) == 2
    return {"auc": roc_auc_score(classes, margin, average="macro"),
            "sensitivity": recall_score(y == "b", answers == "b"), "specificity": recall_score(y != "b", answers != "b"),
            "log_loss": log_loss(y, p, labels=names),
            "brier_score": brier_score_loss(classes[:, 0], p[:, 1]) if binary else ((p - classes) ** 2).sum(axis=1).mean()}


def main():
    program, random = pathlib.Path(sys.argv[1]).resolve(), np.random.default_rng(5)
    sklearn.calibration.fmin_bfgs, polished.moved = polished, 0.0

    def run(folder, *words):
        finished = subprocess.run([program, *map(str, words)], capture_output=True, text=True, cwd=folder)
        if finished.returncode != 0:
            print(finished.stdout + finished.stderr)
            sys.exit(1)
        return finished.stdout

    def table(path):
        with open(path, newline="") as file:
            return list(csv.DictReader(file))

    with tempfile.TemporaryDirectory() as name:
        for classes in ("ab", "abc"):
            n, names = 180, list(classes)
            X, group = random.normal(size=(n, 2)), np.arange(n) // 15  # 12 groups, 4 in each outer fold
            place = (X[:, 0] + random.normal(size=n) > 0) * 1 + (X[:, 1] + .5 * random.normal(size=n) > .5) * (len(names) - 2)
            y, fold = np.array(names)[place], group % 3
            cases = [("method: kernel_dependency_estimation, ridge: [0.1, 1, 10]", KernelScores, 1e-8),
                     ("method: nearest_neighbours, k: 9", lambda: KNeighborsClassifier(9), 1e-8),
                     ("method: support_vector_machine, C: 2",
                      lambda: SVC(C=2, gamma=GAMMA, tol=1e-10, break_ties=True), 1e-2)]
            for i, (learner, peer, allowed) in enumerate(cases):
                for method in ("sigmoid", "isotonic") if allowed < 1e-3 else ("sigmoid",):  # steps turn 1e-3 into 1
                    what, folder = f"{len(names)} classes, {learner[8:]}, {method}", pathlib.Path(name) / f"{classes}{i}{method}"
                    folder.mkdir()
                    (folder / "c.yaml").write_text(CONFIG.replace("LEARNER", learner).replace("METHOD", method).replace(
                        "LOSS", "{name: auc_error}" if method == "sigmoid" else "{name: balanced_error}"))
                    with open(folder / "d.csv", "w", newline="") as file:
                        csv.writer(file, lineterminator="\n").writerows(
                            [["x", "y", "kind", "fold", "group"]] +
                            [[*map(repr, map(float, x)), k, f, g] for x, k, f, g in zip(X, y, fold, group)])
                    run(folder, "run", "c.yaml", "--out", "out", "--predictions", "p.csv", "--quiet")
                    rows, off, by_fold = table(folder / "p.csv"), 0.0, []
                    for f in range(3):
                        own = [row for row in rows if row["fold"] == str(f)]
                        test = np.array([int(row["sample"]) - 1 for row in own])
                        train = np.flatnonzero(fold != f)
                        machine = peer()
                        if "chosen.ridge" in own[0]:
                            machine.ridge = float(own[0]["chosen.ridge"])
                        theirs = calibrated(machine, method, X, y, group, train, test)
                        ours, scores = [np.array([[float(row[f"{part}.{c}"]) for c in names] for row in own])
                                        for part in ("probability", "score")]
                        off = max(off, abs(ours - theirs).max())
                        answers = np.array([row["prediction"] for row in own])
                        by_fold.append(measures_of(y[test], ours, scores, answers, names))
                        if f == 0:
                            run(folder, "fit", "c.yaml", "--outer-fold", "0", "--out", "m.pim", "--results", "none")
                            lines = run(folder, "predict", "m.pim", "d.csv", "--probabilities").splitlines()
                            again = list(csv.DictReader(lines))
                            again = np.array([[float(again[t][f"probability {c}"]) for c in names] for t in test])
                            differ(what + ", of a saved model", abs(again - ours).max(), 1e-12)
                    differ(what, off, allowed)
                    values = {row["measure"]: float(row["ours"]) for row in table(folder / "out/quick/own_data/c.csv")}
                    off = max(abs(values[m] - np.mean([of_fold[m] for of_fold in by_fold])) for m in by_fold[0])
                    differ(what + ", measures", off, 1e-12)
                    if method == "sigmoid":
                        differ(what + ", auc_error", abs(1 - values["auc"] - values["auc_error"]), 1e-12)
    print(f"scikit-learn's own A and B were off their optimum by {polished.moved:.1e} at most")
    print("; ".join(failed) if failed else "all agree")
    sys.exit(1 if failed else 0)


main()
