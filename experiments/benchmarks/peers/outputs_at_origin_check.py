#!/usr/bin/python3
"""Which outputs kernel dependency estimation and k-NN may predict, against NumPy, which shares no code with them.

usage: outputs_at_origin_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

An output of zero norm under the output kernel (an empty label set, the number 0 under the linear kernel) is an
output like any other, unless the kernel maps several outputs there (strings shorter than its subsequences) or
the config says `candidates: with_norm`. Chosen hyper-parameters are taken from the program, predictions are not.
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

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "own_data" / "example" / "vectors.yaml"
LABEL_SETS = ["--set", "dataset.outputs=tags", "--set", "dataset.output_kind=label_set",
              "--set", "output_kernel={name: label_set}"]
failed = []


def check(what, agrees, detail=""):
    print(f"{'ok    ' if agrees else 'DIFFER'} {what}{': ' + detail if detail else ''}")
    if not agrees:
        failed.append(what)


def run(program, folder, words):
    """The rows of --predictions, and the printed tables."""
    path = folder / "predictions.csv"
    finished = subprocess.run([program, "run", *words, "--out", folder / "out", "--predictions", path],
                              capture_output=True, text=True)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        sys.exit(1)
    with open(path, newline="") as file:
        return list(csv.DictReader(file)), finished.stdout


def chosen(row):
    return {k: float(v) for k, v in (part.split("=") for part in row["hyper_parameters"].split(";") if part)}


def loss(row, measure):
    return float(dict(part.split("=") for part in row["losses"].split(";"))[measure])


def nearest(F, predicted, allowed):
    """The first of the nearest allowed rows of F, for each row of `predicted`."""
    norms = np.sum(F * F, axis=1)
    answers = []
    for f in predicted:
        best, best_score = None, np.inf
        for j in np.flatnonzero(allowed):
            score = norms[j] - 2 * f @ F[j]
            if score < best_score - 1e-12 * max(norms[allowed].max(), 1e-300):
                best, best_score = j, score
        answers.append(best)
    return np.array(answers)


def kde(X_train, X_test, F, sigma, ridge, allowed):
    """Ridge regression on centred outputs, then the nearest training output."""
    def gram(a, b):
        if sigma is None:
            return a @ b.T
        return np.exp(-((a[:, None, :] - b[None, :, :]) ** 2).sum(2) / (2 * sigma * sigma))
    mean = F.mean(0)
    W = np.linalg.solve(gram(X_train, X_train) + ridge * np.eye(len(X_train)), F - mean)
    return nearest(F, gram(X_test, X_train) @ W + mean, allowed)


def neighbours(X_train, X_test, F, k, allowed):
    """The allowed training output nearest to the mean of k neighbours' outputs; one neighbour is its own mean."""
    squared = ((X_test[:, None, :] - X_train[None, :, :]) ** 2).sum(2)
    order = np.argsort(squared, axis=1, kind="stable")[:, :k]
    answers = nearest(F, np.array([F[o].mean(0) for o in order]), allowed)
    if k == 1:
        answers = np.where(allowed[order[:, 0]], order[:, 0], answers)
    return answers


def label_sets(program, folder, candidates):
    with open(EXAMPLE.parent / "points.csv", newline="") as file:
        points = list(csv.DictReader(file))
    X = np.array([[float(p["x1"]), float(p["x2"])] for p in points])
    folds = np.array([int(p["fold"]) for p in points])
    names = sorted({name for p in points for name in p["tags"].split(";") if name})
    F = np.sqrt(.5) * np.array([[name in p["tags"].split(";") for name in names] for p in points])
    allowed = np.ones(len(F), bool) if candidates == "all" else F.any(axis=1)
    words = [str(EXAMPLE), *LABEL_SETS] + (["--set", "candidates=with_norm"] if candidates != "all" else [])
    rows, text = run(program, folder, words)

    means = {}
    for learner in ("kde", "nearest_neighbours"):
        losses, wrong = [], 0
        for fold in sorted(set(folds)):
            mine = [r for r in rows if r["learner"] == learner and int(r["outer_fold"]) == fold]
            test = np.array([int(r["sample"]) - 1 for r in mine])
            train = np.flatnonzero(folds != fold)
            p = chosen(mine[0])
            args = (X[train], X[test], F[train])
            if learner == "kde":
                answers = kde(*args, p["sigma"], p["ridge"], allowed[train])
            else:
                answers = neighbours(*args, int(p["k"]), allowed[train])
            distances = np.sqrt(((F[train][answers] - F[test]) ** 2).sum(1))
            wrong += sum(set(points[train[a]]["tags"].split(";")) != set(r["prediction"].split(";"))
                         for a, r in zip(answers, mine))
            wrong += int(np.sum(np.abs(distances - [loss(r, "feature_distance") for r in mine]) > 1e-12))
            losses.append(distances.mean())
        means[learner] = np.mean(losses)
        check(f"label sets, candidates {candidates}, {learner}", wrong == 0,
              f"{wrong} of {2 * len(points)} predictions and losses differ; mean loss {means[learner]:.4f}")
    lines = text.splitlines()
    title = next(i for i, line in enumerate(lines) if line.strip().startswith("feature distance"))
    printed = next(line for line in lines[title:] if line.split()[:1] == ["ours"])
    check(f"label sets, candidates {candidates}, printed mean of kde", f" {means['kde']:.4f} " in printed, printed.strip())
    empty = sum(not p["tags"] for p in points)
    remark = f"{empty} of {len(points)} outputs are never predicted"
    check(f"label sets, candidates {candidates}, the table says who is left out",
          (remark in text) == (candidates != "all"), remark)


def numbers(program, folder):
    """x = -2, -1.9, -1.8, -1.7 have y = 0; the answer at -2 is 0, not the nearest y that is not 0."""
    (folder / "d.csv").write_text("x,y,fold\n-1.9,0,0\n-1.8,0,0\n-1.7,0,0\n2,1,0\n2.1,1,0\n1.9,1.2,0\n1.8,1.2,0\n-2,0,1\n")
    (folder / "c.yaml").write_text("""title: Numbers, some of them 0
experiment: own_data
seed: 1
dataset: {name: vectors, path: d.csv, inputs: [x], outputs: [y], output_kind: vector, fold: fold}
input_kernel: {name: linear}
output_kernel: {name: linear}
loss: distance
protocol: {outer: {given: true, train_on: first_fold}, inner: {folds: 2}}
learners:
  kde: {method: kernel_dependency_estimation, ridge: 0.1}
  one: {method: nearest_neighbours, k: 1}
  three: {method: nearest_neighbours, k: 3}
profiles: {quick: {repetitions: 1, readings: all}}
""")
    X = np.array([[-1.9], [-1.8], [-1.7], [2], [2.1], [1.9], [1.8]])
    F = np.array([[0.], [0], [0], [1], [1], [1.2], [1.2]])
    x = np.array([[-2.]])
    for candidates in ("all", "with_norm"):
        allowed = np.ones(7, bool) if candidates == "all" else F[:, 0] != 0
        rows, _ = run(program, folder, [str(folder / "c.yaml")] +
                      ([] if candidates == "all" else ["--set", "candidates=with_norm"]))
        expected = {"kde": kde(X, x, F, None, .1, allowed), "one": neighbours(X, x, F, 1, allowed),
                    "three": neighbours(X, x, F, 3, allowed)}
        for r in rows:
            y = F[expected[r["learner"]][0], 0]
            check(f"numbers, candidates {candidates}, {r['learner']}", float(r["prediction"]) == y,
                  f"{r['prediction']} at x = -2, NumPy {y:g}")


def strings(program, folder):
    """Outputs shorter than the subsequences that are counted are not predicted by default, and are with `all`."""
    pairs = [("aaaa", "xxx"), ("aaab", "x"), ("aaba", "y"), ("abaa", "yyy"), ("baaa", "xy"), ("aabb", ""), ("bbaa", "yx"),
             ("abab", "y"), ("bbbb", "x"), ("babb", "xyx"), ("bbab", "yxy"), ("abbb", "")]
    (folder / "p.tsv").write_text("".join(f"{a}\t{b}\t{i % 3}\n" for i, (a, b) in enumerate(pairs)))
    (folder / "s.yaml").write_text("""title: Strings, some of them short
experiment: own_data
seed: 1
dataset: {name: string_pairs, path: p.tsv}
input_kernel: {name: spectrum, length: 2}
output_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
loss: distance
protocol: {outer: {given: true}, inner: {folds: 2}}
learners:
  kde: {method: kernel_dependency_estimation, ridge: 0.1}
  three: {method: nearest_neighbours, k: 3}
profiles: {quick: {repetitions: 1, readings: all}}
""")
    short = sum(len(b) < 2 for _, b in pairs)
    for words, expected in (([], False), (["--set", "candidates=all"], True)):
        rows, text = run(program, folder, [str(folder / "s.yaml"), *words])
        found = any(len(r["prediction"]) < 2 for r in rows)
        check(f"short strings are predicted: {expected}", found == expected)
        check(f"short strings are counted in the table: {not expected}",
              (f"{short} of {len(pairs)} outputs are never predicted" in text) == (not expected))


def main(program):
    with tempfile.TemporaryDirectory() as name:
        for i, part in enumerate((lambda f: label_sets(program, f, "all"), lambda f: label_sets(program, f, "with_norm"),
                                  lambda f: numbers(program, f), lambda f: strings(program, f))):
            folder = pathlib.Path(name) / str(i)
            folder.mkdir()
            part(folder)
    print(f"{len(failed)} differ" if failed else "all agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
