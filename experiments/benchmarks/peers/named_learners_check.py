#!/usr/bin/python3
"""Learners that scikit-learn has, too: decision values and predictions of a saved model against its own, on the same rows.

usage: named_learners_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy or scikit-learn is not installed

Two and three classes, and two output columns, all random. Machines are known to the tolerance of their solver, 1e-3; here
scikit-learn's are trained to 1e-10. Ridge and centroids are closed forms; logistic regression is convex.
  classes  support_vector_machine SVC(break_ties=True), logistic_regression LogisticRegression, nearest_centroid NearestCentroid
  vectors  support_vector_regression SVR (per column), kernel_ridge KernelRidge
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.linear_model import LogisticRegression
    from sklearn.neighbors import NearestCentroid
    from sklearn.svm import SVC, SVR
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

CONFIG = """title: Learners
experiment: own_data
seed: 1
dataset: {name: vectors, path: train.csv, inputs: [a, b, c], outputs: OUTPUTS, output_kind: KIND}
input_kernel: OF_X
output_kernel: OF_Y
loss: distance
protocol: {outer: {folds: 2}, inner: {folds: 2}}
learners: {one: {LEARNER}}
profiles: {quick: {repetitions: 1, readings: all}}
"""
GAUSSIAN, GAMMA = "{name: gaussian, sigma: 1.5}", 1 / (2 * 1.5 ** 2)
failed = []


def differ(what, off, allowed):
    print(f"{'ok    ' if off <= allowed else 'DIFFER'} {what}: off by {off:.1e} at most, {allowed:.0e} allowed")
    if not off <= allowed:
        failed.append(what)


def predicted(program, folder, learner, kernel, rows, new, outputs, kind):
    folder.mkdir()
    text = CONFIG.replace("OUTPUTS", outputs).replace("KIND", kind).replace("LEARNER", learner).replace(
        "OF_Y", "{name: class}" if kind == "class" else "{name: linear}").replace("OF_X", kernel)
    (folder / "c.yaml").write_text(text)
    for name, table in (("train.csv", rows), ("new.csv", new)):
        with open(folder / name, "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([["a", "b", "c", "kind", "u", "v"]] + table)
    def run(*words):
        finished = subprocess.run([program, *map(str, words)], capture_output=True, text=True, cwd=folder)
        if finished.returncode != 0:
            print(finished.stdout + finished.stderr)
            sys.exit(1)
        return finished.stdout
    run("fit", "c.yaml", "--learner", "one", "--out", "one.pim")
    lines = run("predict", "one.pim", "new.csv").splitlines()
    return list(csv.DictReader(lines))


def main():
    program, random = pathlib.Path(sys.argv[1]).resolve(), np.random.default_rng(7)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for classes in ("uv", "uvx"):
            X, new = random.normal(size=(80, 3)), random.normal(size=(40, 3))
            y = np.array([classes[int(c)] for c in (X[:, 0] > 0) * 1 + (X[:, 1] > .5) * (len(classes) - 2)])
            flipped = random.random(80) < .15
            y[flipped] = random.choice(list(classes), size=flipped.sum())
            rows = [[*map(repr, map(float, x)), t, "0", "0"] for x, t in zip(X, y)]
            fresh = [[*map(repr, map(float, x)), "u", "0", "0"] for x in new]
            cases = [
                ("support_vector_machine, C: 2", GAUSSIAN, SVC(C=2, gamma=GAMMA, tol=1e-10, break_ties=True), 5e-3),
                ("support_vector_machine, C: 0.1", "{name: linear}",
                 SVC(C=.1, kernel="linear", tol=1e-10, break_ties=True), 5e-3),
                ("logistic_regression, C: 3", "{name: linear}", LogisticRegression(C=3, solver="newton-cg", tol=1e-10, max_iter=10 ** 5), 1e-6),
                ("nearest_centroid", "{name: linear}", NearestCentroid(), 1e-9)]
            for i, (learner, kernel, peer, allowed) in enumerate(cases):
                peer.fit(X, y)
                found = predicted(program, folder / f"{len(classes)}_{i}", "method: " + learner, kernel, rows, fresh,
                                  "[kind]", "class")
                scores = np.array([[float(v) for k, v in row.items() if k.startswith("score")] for row in found])
                what = f"{len(classes)} classes, {learner}"
                answers = np.array([row["kind"] for row in found])
                if learner == "nearest_centroid":
                    theirs = -((new[:, None] - peer.centroids_[None]) ** 2).sum(-1)
                else:
                    theirs = peer.decision_function(new)
                if theirs.ndim == 1:
                    differ(what, abs(scores[:, 1] - scores[:, 0] - theirs * (1 if "logistic" in learner else 2)).max(),
                           allowed)
                elif "machine" in learner:  # sums of values behind votes are squeezed
                    differ(what, abs(scores - theirs).max(), allowed)
                else:  # up to what all classes of a row have in common
                    centred = [s - s.mean(axis=1, keepdims=True) for s in (scores, theirs)]
                    differ(what, abs(centred[0] - centred[1]).max(), allowed)
                near = np.sort(theirs, axis=1)[:, -1] - np.sort(theirs, axis=1)[:, -2] if theirs.ndim > 1 else abs(theirs)
                differ(what + ", answers", (answers != peer.predict(new))[near > 2 * allowed].sum(), 0)
        X, new = random.normal(size=(60, 3)), random.normal(size=(30, 3))
        Y = np.stack([np.sin(X[:, 0]) + .1 * random.normal(size=60), X[:, 1] * X[:, 2]], 1)
        rows = [[*map(repr, map(float, x)), "u", *map(repr, map(float, t))] for x, t in zip(X, Y)]
        fresh = [[*map(repr, map(float, x)), "u", "0", "0"] for x in new]
        for learner, peer, allowed in [
                ("support_vector_regression, C: 3, epsilon: 0.05", SVR(C=3, epsilon=.05, gamma=GAMMA, tol=1e-10), 5e-3),
                ("kernel_ridge, ridge: 0.2", KernelRidge(alpha=.2, kernel="rbf", gamma=GAMMA), 1e-8)]:
            found = predicted(program, folder / learner[:9], "method: " + learner, GAUSSIAN, rows, fresh, "[u, v]", "vector")
            theirs = np.stack([peer.fit(X, Y[:, c]).predict(new) for c in range(2)], 1)
            ours = np.array([[float(row["u"]), float(row["v"])] for row in found])
            differ(learner, abs(ours - theirs).max(), allowed)
    print("; ".join(failed) if failed else "all agree")
    sys.exit(1 if failed else 0)


main()
