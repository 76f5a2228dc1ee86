#!/usr/bin/python3
"""Statistics over given outer folds and over leave-one-out, however often they are repeated, against NumPy.

usage: given_folds_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

With given folds, or one sample in each, all repetitions test the same samples after training on the same others: a repetition is a copy,
but for what is drawn of its inner folds. So J of the corrected resampled t-test (Nadeau and Bengio 2003),
  t = m / sqrt((1/J + n_test / n_train) s^2),
is the number of folds, each fold's difference is first averaged over repetitions, and n_test / n_train is the
mean of the folds' own ratios. The losses of 1-NN and 3-NN are computed here from the data; where a method chooses
on inner folds, its losses are taken from the program.
"""
import csv
import math
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

CONFIG = """title: Given folds
experiment: own_data
seed: 1
dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [y], output_kind: vector, fold: fold}
input_kernel: {name: linear}
output_kernel: {name: linear}
loss: distance
protocol: {outer: {OUTER, train_on: TRAIN_ON}, inner: {folds: 3}}
learners:
  one: {method: nearest_neighbours, k: ONE}
  three: {method: nearest_neighbours, k: 3}
profiles: {quick: {repetitions: 1, readings: all}}
"""
failed = []


def check(what, agrees, detail):
    print(f"{'ok    ' if agrees else 'DIFFER'} {what}: {detail}")
    if not agrees:
        failed.append(what)


def agree_to(a, b, digits):
    return abs(a - b) <= 1.01 * .5 * 10. ** (math.floor(math.log10(abs(a))) - digits + 1)


def tail(t, degrees):
    """P(|T| > t) of Student's distribution: the density integrated by Simpson's rule over x = tan(u)."""
    lower, n = math.atan(t), 20000
    u = np.linspace(lower, math.pi / 2, n + 1)
    # (1 + x^2 / v)^(-(v+1)/2) dx with x = tan u; both cosine powers are finite at pi / 2 for v >= 1.
    c = np.cos(u)
    c[-1] = 0.
    f = c ** (degrees - 1) * (c * c + np.sin(u) ** 2 / degrees) ** (-(degrees + 1) / 2)
    weights = np.ones(n + 1)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    area = (math.pi / 2 - lower) / n / 3 * (weights @ f)
    log_constant = math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - .5 * math.log(degrees * math.pi)
    return 2 * area * math.exp(log_constant)


def quantile(both_tails, degrees):
    """The t beyond which both tails have so much, by halving."""
    low, high = 0.0, 1e6
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if tail(middle, degrees) > both_tails else (low, middle)
    return low


def corrected_test(d, ratio):
    """Mean, p and standard error of the corrected resampled t-test."""
    error = math.sqrt((1 / len(d) + ratio) * np.var(d, ddof=1))
    return np.mean(d), tail(abs(np.mean(d)) / error, len(d) - 1), error


def neighbour_losses(X, y, splits, k):
    losses = []
    for train, test in splits:
        order = np.argsort(((X[test][:, None] - X[train][None]) ** 2).sum(2), axis=1, kind="stable")[:, :k]
        means = y[train][order].mean(1)
        answers = y[train][np.abs(y[train][None] - means[:, None]).argmin(1)]
        losses.append(np.abs(answers - y[test]).mean())
    return np.array(losses)


def run(program, folder, repetitions, is_loo):
    """The printed table, the losses of --predictions [learner][repetition][fold], and the page's test."""
    common = [folder / "c.yaml", "--out", folder / f"out{repetitions}", "--repetitions", str(repetitions)]
    path = folder / "p.csv"
    finished = subprocess.run([program, "run", *common, "--predictions", path], capture_output=True, text=True)
    page = subprocess.run([program, "report", *common, "--page", folder / "page.html"], capture_output=True, text=True)
    if finished.returncode != 0 or page.returncode != 0:
        print(finished.stdout + finished.stderr + page.stdout + page.stderr)
        sys.exit(1)
    sums = {}
    with open(path, newline="") as file:
        for r in csv.DictReader(file):
            loss = float(dict(part.split("=") for part in r["losses"].split(";"))["feature_distance"])
            fold = int(r["sample"] if is_loo else r["outer_fold"])  # leave-one-out has its folds in any order
            sums.setdefault((r["learner"], int(r["repetition"]), fold), []).append(loss)
    losses = {}
    for (learner, repetition, fold), values in sorted(sums.items()):
        by_repetition = losses.setdefault(learner, [])
        if repetition == len(by_repetition):
            by_repetition.append([])
        by_repetition[repetition].append(np.mean(values))
    html = (folder / "page.html").read_text()
    row = re.search(r'<tr><th scope="row">feature distance</th><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td><td>(.*?) to (.*?)'
                    r'</td><td>(.*?)</td><td>', html)
    ratio = re.search(r"n_test / n_train = ([0-9.e+-]*[0-9])", html)
    statistics = (float(row[3]), row[6].replace("&lt; ", "<"), float(ratio[1])) if row and ratio else None
    return finished.stdout, {k: np.array(v) for k, v in losses.items()}, statistics


def scenario(program, folder, title, sizes, train_on, one="1", repetitions=(1, 2, 20)):
    folder.mkdir()
    random = np.random.default_rng(sum(sizes))
    n = sum(sizes)
    is_loo = len(sizes) == n
    X = np.round(random.normal(size=(n, 2)), 3)
    y = np.round(X[:, 0] + .5 * random.normal(size=n), 3)
    folds = np.arange(n) if is_loo else random.permutation(np.repeat(np.arange(len(sizes)), sizes))
    (folder / "c.yaml").write_text(CONFIG.replace("TRAIN_ON", train_on).replace("ONE", one)
                                   .replace("OUTER", f"folds: {n}" if is_loo else "given: true"))
    (folder / "d.csv").write_text("a,b,y,fold\n" + "".join(f"{a},{b},{v},{f}\n" for (a, b), v, f in zip(X, y, folds)))
    splits = [(np.flatnonzero(folds != f), np.flatnonzero(folds == f)) for f in range(len(sizes))]
    if train_on == "one_fold":
        splits = [(test, train) for train, test in splits]
    ratio = np.mean([len(test) / len(train) for train, test in splits])
    three = neighbour_losses(X, y, splits, 3)
    for r in repetitions:
        text, losses, statistics = run(program, folder, r, is_loo)
        what = f"{title}, {r} repetition{'s' if r > 1 else ''}"
        if one == "1":
            first = neighbour_losses(X, y, splits, 1)
            same = np.abs(losses["one"] - first).max() < 1e-12 and np.abs(losses["three"] - three).max() < 1e-12
            check(f"{what}, losses", same, "1-NN and 3-NN by fold")
            check(f"{what}, runs once", len(losses["one"]) == 1, f"{len(losses['one'])} in the records")
            check(f"{what}, says so", "run once: " in text, "'run once'")
        else:
            first = losses["one"].mean(0)
        check(f"{what}, mean", f"mean of {len(three)} folds" in text and "mean of 2 x" not in text,
              [line for line in text.splitlines() if "ours" in line][0].strip())
        half = quantile(.05, len(three) - 1) * math.sqrt(1 / len(three) + ratio) * np.std(three, ddof=1)
        interval = f"{three.mean() - half:.4f} to {three.mean() + half:.4f}"
        check(f"{what}, interval of 3-NN", interval in text, f"NumPy {interval}")
        d = first - three
        mean, p, _ = corrected_test(d, ratio)
        if statistics is None:
            check(f"{what}, test", False, "no test on the page")
            continue
        printed_p = float(statistics[1].lstrip("<"))
        check(f"{what}, n_test / n_train", agree_to(ratio, statistics[2], 4), f"{statistics[2]}, NumPy {ratio:.4g}")
        check(f"{what}, worse by", agree_to(abs(mean), statistics[0], 3), f"{statistics[0]}, NumPy {abs(mean):.3g}")
        same_p = p < 1e-4 if statistics[1].startswith("<") else agree_to(p, printed_p, 2)
        check(f"{what}, p", same_p, f"{statistics[1]}, NumPy {p:.3g}")


def main(program):
    check("Student's distribution", abs(tail(2.776445105, 4) - .05) < 1e-9 and abs(tail(12.70620474, 1) - .05) < 1e-9,
          f"P(|T| > 2.776; 4) = {tail(2.776445105, 4):.9f}")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        scenario(program, folder / "a", "five folds", [24] * 5, "the_rest")
        scenario(program, folder / "b", "folds of 60, 15 and 15", [60, 15, 15], "the_rest", repetitions=(1, 20))
        scenario(program, folder / "c", "train on one of 40, 20, 20 and 10", [40, 20, 20, 10], "one_fold", repetitions=(1, 3))
        scenario(program, folder / "e", "leave-one-out", [1] * 30, "the_rest", repetitions=(1, 10, 100))
        scenario(program, folder / "f", "k is chosen, leave-one-out", [1] * 30, "the_rest", "[1, 2]", repetitions=(1, 6))
        scenario(program, folder / "d", "k is chosen, five folds", [12] * 5, "the_rest", "[1, 2]", repetitions=(1, 2, 6))
    print(f"{len(failed)} differ" if failed else "all agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
