#!/usr/bin/python3
"""Columns of texts as indicators, and gaps that are filled, inside outer and inner folds, against scikit-learn.

usage: categories_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy or scikit-learn is not installed

Outer folds are given and inner ones leave one out, so that both programs cut the same ones. scikit-learn's pipeline is fitted to
each training set anew, of the outer folds and of each inner one: SimpleImputer and StandardScaler of numbers, SimpleImputer
(most_frequent) and OneHotEncoder(handle_unknown="ignore") of texts. It chooses k of KNeighborsClassifier, and the ridge of a
kernel ridge regression to centred indicators of the classes (one against the rest), by the error on inner folds, the first of
equals. A level that occurs in one outer fold alone is unknown there.
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from sklearn.compose import ColumnTransformer
    from sklearn.impute import SimpleImputer
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.neighbors import KNeighborsClassifier
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder, StandardScaler
except ImportError:
    print("skipped: NumPy or scikit-learn is not installed")
    sys.exit(77)

CONFIG = """title: Categories
experiment: own_data
seed: 1
dataset:
  name: vectors
  path: d.csv
  inputs: [a, b, island, sex, ringed]
  categories: CATEGORIES
  outputs: [kind]
  output_kind: class
  fold: fold
  id: row
scale: standard
missing: median
MISSINGinput_kernel: {name: gaussian, sigma: 2}
output_kernel: {name: class}
loss: distance
protocol: {outer: {given: true}, inner: {folds: INNER}}
learners:
  near: {method: nearest_neighbours, k: [1, 3, 5]}
  ridge: {method: kernel_dependency_estimation, ridge: [1e-3, 1e-1, 10]}
profiles: {quick: {repetitions: 1, readings: all}}
"""
FOLDS, OF_EACH, CLASSES = 4, 20, ["u", "v"]
NEIGHBOURS, RIDGES, SIGMA = [1, 3, 5], [1e-3, 1e-1, 10.], 2.
failed = []


def check(what, agrees, detail):
    print(f"{'ok    ' if agrees else 'DIFFER'} {what}: {detail}")
    if not agrees:
        failed.append(what)


def table(random):
    """Numbers, of which some are missing; texts; yes and no in any case; the class."""
    n = FOLDS * OF_EACH
    fold = random.permutation(np.repeat(np.arange(FOLDS), OF_EACH))
    kind = random.integers(0, 2, n)
    numbers = np.round(np.c_[random.normal(size=n) + .7 * kind, 50 * random.normal(size=n)], 6)
    numbers[random.choice(n, 6, replace=False), 0] = np.nan
    island = np.where(random.random(n) < .6, random.choice(["Biscoe", "Dream"], n), np.array(["Dream", "Torgersen"])[kind])
    island[np.flatnonzero(fold == 2)[:3]] = "Anvers"  # in this fold alone
    sex = np.where(random.random(n) < .8, np.array(["female", "male"])[kind], "female")
    sex[random.choice(n, 5, replace=False)] = "NA"
    ringed = random.integers(0, 2, n)
    return fold, kind, numbers, island, sex, ringed


def write(folder, rows):
    fold, kind, numbers, island, sex, ringed = rows
    yes_and_no = [["no", "NO", "No"], ["yes", "YES", "Yes"]]
    with open(folder / "d.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["row", "a", "b", "island", "sex", "ringed", "kind", "fold"])
        for i in range(len(fold)):
            a = "" if np.isnan(numbers[i, 0]) else numbers[i, 0]
            out.writerow([i + 1, a, numbers[i, 1], island[i], sex[i], yes_and_no[ringed[i]][i % 3], CLASSES[kind[i]], fold[i]])


def encoder(missing_is_level):
    texts = [OneHotEncoder(handle_unknown="ignore", sparse_output=False)]
    if not missing_is_level:
        texts = [SimpleImputer(missing_values="NA", strategy="most_frequent")] + texts
    return ColumnTransformer([("numbers", make_pipeline(SimpleImputer(strategy="median"), StandardScaler()), [0, 1]),
                              ("texts", make_pipeline(*texts), [2, 3]), ("ringed", "passthrough", [4])])


def matrix(rows):
    _, _, numbers, island, sex, ringed = rows
    X = np.empty((len(island), 5), dtype=object)
    X[:, 0], X[:, 1], X[:, 2], X[:, 3], X[:, 4] = numbers[:, 0], numbers[:, 1], island, sex, ringed
    return X


def scores(method, value, X, y, train, test, missing_is_level):
    """Of each test sample for both classes."""
    columns = encoder(missing_is_level).fit(X[train])
    A, B = (np.asarray(columns.transform(X[part]), dtype=float) for part in (train, test))
    if method == "near":
        return KNeighborsClassifier(value).fit(A, y[train]).predict_proba(B)
    kernel = lambda P, Q: np.exp(-((P[:, None] - Q[None]) ** 2).sum(2) / (2 * SIGMA ** 2))
    Y = np.eye(2)[y[train]]
    fitted = KernelRidge(kernel="precomputed", alpha=value).fit(kernel(A, A), Y - Y.mean(0))
    return Y.mean(0) + fitted.predict(kernel(B, A))


def nested(method, values, X, y, fold, missing_is_level):
    """The scores of each sample, and what was chosen, by outer fold."""
    all_scores, chosen = np.empty((len(y), 2)), []
    for f in range(FOLDS):
        train, test = np.flatnonzero(fold != f), np.flatnonzero(fold == f)
        errors = [np.mean([scores(method, value, X, y, np.delete(train, i), train[i:i + 1], missing_is_level).argmax() != y[train[i]]
                           for i in range(len(train))]) for value in values]
        chosen.append(values[int(np.argmin(errors))])
        all_scores[test] = scores(method, chosen[-1], X, y, train, test, missing_is_level)
    return all_scores, chosen


def scenario(program, folder, rows, title, categories, missing_is_level):
    folder.mkdir()
    write(folder, rows)
    fold, kind = rows[:2]
    (folder / "c.yaml").write_text(CONFIG.replace("INNER", str((FOLDS - 1) * OF_EACH)).replace("CATEGORIES", categories)
                                   .replace("MISSING", "missing_categories: level\n" if missing_is_level else ""))
    done = subprocess.run([program, "run", folder / "c.yaml", "--out", folder / "out", "--predictions", folder / "p.csv"],
                          capture_output=True, text=True)
    if done.returncode != 0:
        print(done.stdout + done.stderr)
        sys.exit(1)
    X = matrix(rows)
    found = {}
    with open(folder / "p.csv", newline="") as file:
        for r in csv.DictReader(file):
            found.setdefault(r["learner"], []).append(r)
    for method, values, name in (("near", NEIGHBOURS, "chosen.k"), ("ridge", RIDGES, "chosen.ridge")):
        expected, chosen = nested(method, values, X, kind, fold, missing_is_level)
        ours, loss = np.full((len(kind), 2), np.nan), np.empty(len(kind))
        taken = {}
        for r in found[method]:
            i = int(r["sample"]) - 1
            ours[i] = [float(r[f"score.{c}"]) for c in CLASSES]
            loss[i] = float(r["loss.classification_loss"])
            taken[fold[i]] = float(r[name])
        check(f"{title}, {method}, chosen", [taken[f] for f in range(FOLDS)] == chosen, f"{chosen}")
        check(f"{title}, {method}, scores", np.abs(ours - expected).max() < 1e-8, f"largest difference {np.abs(ours - expected).max():.1e}")
        estimate = np.mean([(expected[fold == f].argmax(1) != kind[fold == f]).mean() for f in range(FOLDS)])
        mean = np.mean([loss[fold == f].mean() for f in range(FOLDS)])
        check(f"{title}, {method}, nested estimate", abs(mean - estimate) < 1e-8, f"{mean:.6f}, scikit-learn {estimate:.6f}")
    unseen = "input column 'island': 3 of 80 test samples have a category that no training sample of their fold has"
    check(f"{title}, unseen values are counted", unseen in done.stdout + done.stderr, unseen)


def main(program):
    rows = table(np.random.default_rng(7))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenario(program, folder / "a", rows, "gaps are filled", "[island, sex, ringed]", False)
        scenario(program, folder / "b", rows, "a gap is a level", "indicators", True)
    print(f"{len(failed)} differ" if failed else "all agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
