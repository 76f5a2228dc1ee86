#!/usr/bin/python3
"""Kernels on groups of columns: predictions of each outer fold against scikit-learn's on the same folds.

usage: columns_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy or scikit-learn is not installed

Random numbers on different scales, a category and strings; the folds are a column of the file. Scikit-learn scales numbers by a
ColumnTransformer fitted to the training rows, and counts substrings by CountVectorizer.
  column_sum      Gaussian of scaled numbers and indicators + w x normalised n-grams, kernel ridge regression
  column_product  the product of both, kernel ridge regression
  one string      spectrum kernels alone, SVC(kernel="precomputed")
"""
import csv
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    from sklearn.compose import ColumnTransformer
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.kernel_ridge import KernelRidge
    from sklearn.metrics.pairwise import rbf_kernel
    from sklearn.preprocessing import OneHotEncoder, StandardScaler
    from sklearn.svm import SVC
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

CONFIG = """title: Columns
experiment: own_data
seed: 1
dataset: {name: vectors, path: rows.csv, inputs: INPUTS, outputs: [TARGET], output_kind: KIND, fold: fold, CATEGORIES}
input_kernel: OF_X
output_kernel: OF_Y
loss: distance
protocol: {outer: {given: true}, inner: {folds: 2}}
learners: {one: {LEARNER}}
profiles: {quick: {repetitions: 1, readings: all}}
"""
GROUPS = ("of: [{columns: [x0-x1, island], kernel: {name: gaussian, sigma: 1.5}, scale: standard}, "
          "{columns: [text], kernel: {name: normalised, base: {name: n_gram, length: 3}}}]")
failed = []


def differ(what, off, allowed):
    print(f"{'ok    ' if off <= allowed else 'DIFFER'} {what}: off by {off:.1e} at most, {allowed:.0e} allowed")
    if not off <= allowed:
        failed.append(what)


def predictions(program, folder, kernel, inputs, kind, learner):
    """By row of the file."""
    text = CONFIG.replace("OF_X", kernel).replace("INPUTS", inputs).replace("LEARNER", learner).replace("KIND", kind)
    text = text.replace("TARGET", "kind" if kind == "class" else "y").replace(
        "OF_Y", "{name: class}" if kind == "class" else "{name: linear}").replace(
        ", CATEGORIES", ", categories: [island]" if "island" in inputs else "")
    (folder / "c.yaml").write_text(text)
    finished = subprocess.run([program, "run", "c.yaml", "--out", "out", "--force", "--quiet", "--predictions", "p.csv"],
                              capture_output=True, text=True, cwd=folder)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        sys.exit(1)
    with open(folder / "p.csv", newline="") as file:
        found = {int(row["sample"]): row["prediction"] for row in csv.DictReader(file)}
    return [found[i + 1] for i in range(len(found))]


def main():
    program, random = pathlib.Path(sys.argv[1]).resolve(), np.random.default_rng(11)
    n = 90
    numbers = random.normal(size=(n, 2)) * [1, 1000] + [0, 5e4]
    islands = random.choice(["a", "b", "c"], n)
    texts = np.array(["".join(random.choice(list("CNO(=)"), random.integers(1, 12))) for _ in range(n)])
    y = numbers[:, 0] + .5 * np.array([t.count("CN") for t in texts]) + (islands == "b")
    kinds = np.where(y > np.median(y), "high", "low")
    folds = random.permutation(np.arange(n) % 3)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        with open(folder / "rows.csv", "w", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows(
                [["x0", "x1", "island", "text", "y", "kind", "fold"]] +
                [[repr(float(a)), repr(float(b)), i, t, repr(float(v)), k, f]
                 for (a, b), i, t, v, k, f in zip(numbers, islands, texts, y, kinds, folds)])

        def theirs(kernel_of, fit_and_predict):
            found = [None] * n
            for f in range(3):
                train, test = np.where(folds != f)[0], np.where(folds == f)[0]
                for i, value in zip(test, fit_and_predict(kernel_of(train, train), kernel_of(test, train), train)):
                    found[i] = value
            return found

        def of_numbers(train):
            scaled = ColumnTransformer([("s", StandardScaler(), [0, 1]), ("i", OneHotEncoder(), [2])], sparse_threshold=0)
            table = np.column_stack([numbers.astype(object), islands])
            scaled.fit(table[train])
            return lambda a, b: rbf_kernel(scaled.transform(table[a]).astype(float),
                                           scaled.transform(table[b]).astype(float), gamma=1 / (2 * 1.5 ** 2))

        def of_texts(shortest, longest, normalised):
            counts = CountVectorizer(analyzer="char", ngram_range=(shortest, longest), lowercase=False).fit_transform(texts)
            K = (counts @ counts.T).toarray().astype(float)
            if normalised:
                roots = np.sqrt(K.diagonal())
                K /= np.where(roots > 0, roots, 1)[:, None] * np.where(roots > 0, roots, 1)
            return lambda a, b: K[np.ix_(a, b)]

        strings = of_texts(1, 3, True)
        ridge = lambda K, new, train: KernelRidge(alpha=.3, kernel="precomputed").fit(K, y[train]).predict(new)
        inputs = "[x0, x1, island, text]"
        for what, kernel, combine in [
                ("column_sum", "{name: column_sum, " + GROUPS + ", weights: [0.5, 2]}", lambda k, s: .5 * k + 2 * s),
                ("column_product", "{name: column_product, " + GROUPS + "}", lambda k, s: k * s)]:
            ours = predictions(program, folder, kernel, inputs, "vector", "method: kernel_ridge, ridge: 0.3")
            expected = theirs(lambda a, train: combine(of_numbers(train)(a, train), strings(a, train)), ridge)
            differ(what, abs(np.array(ours, float) - np.array(expected)).max(), 1e-9)
        for length in (1, 2, 3):
            ours = predictions(program, folder, f"{{name: spectrum, length: {length}}}", "[text]", "class",
                               "method: support_vector_machine, C: 1")
            plain = of_texts(length, length, False)
            expected = theirs(plain, lambda K, new, train: SVC(C=1, kernel="precomputed", tol=1e-8).fit(
                K, kinds[train]).predict(new))
            differ(f"one string, spectrum of {length}, answers", float(np.sum(np.array(ours) != expected)), 0)
    print("; ".join(failed) if failed else "all agree")
    sys.exit(1 if failed else 0)


main()
