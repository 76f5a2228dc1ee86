#!/usr/bin/python3
"""Decisions of own data against NumPy: decoding by expected loss, and support vector machines with class weights.

usage: own_decisions_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

The program runs one outer fold after the other on random data; here its kernel, its weights over training outputs and its
decisions are computed anew from what --predictions says of the folds:
  expected loss  w = k (K + ridge I)^-1, the rest of each row spread evenly (centred outputs), argmin_j sum_i w_i L[y_i, y_j]
  machines       per class, Newton steps on the support set of  1/2 |f|^2 + 1/(2 ridge) sum_i v_i max(0, 1 - y_i f(x_i))^2
A decision between two that are equal to 1e-6 is left out.
"""
import pathlib
import sys
import tempfile

from own_run import predictions_of

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

CONFIG = """title: Decisions
experiment: own_data
seed: 1
dataset: {name: vectors, path: d.csv, inputs: [a, b], outputs: [OUT], output_kind: KIND, id: id}
input_kernel: {name: gaussian, sigma: 1}
output_kernel: KERNEL
loss: distance
protocol: {outer: {folds: 3}, inner: {folds: 2}}
learners: {one: {LEARNER}}
profiles: {quick: {repetitions: 1, readings: all}}
"""
KDE = "method: kernel_dependency_estimation, ridge: 0.1, decoder: {name: expected_loss, loss: %s}"
COSTS = np.array([[0, 1, 4.], [2, 0, 1], [9, 3, 0]])
failed = []


def edits(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return row[-1]


def run(program, folder, kind, learner, rows):
    out, kernel = {"class": ("c", "{name: class}"), "string": ("w", "{name: n_gram, length: 1}")}[kind]
    folder.mkdir()
    text = CONFIG.replace("OUT", out).replace("KIND", kind).replace("KERNEL", kernel).replace("LEARNER", learner)
    (folder / "costs.csv").write_text(
        "true,u,v,x\n" + "".join(f"{n},{','.join(map(str, r))}\n" for n, r in zip("uvx", COSTS)))
    return predictions_of(program, folder, text, [["id", "a", "b", "c", "w"]] + rows)


def check(what, predictions, rows, decide):
    """decide(K, k, training outputs) gives scores (t x candidates, less is better) and the candidates."""
    column = 4 if what.startswith("edits") else 3
    X = np.array([[float(r[1]), float(r[2])] for r in rows])
    y = [r[column] for r in rows]
    K = np.exp(-((X[:, None] - X[None]) ** 2).sum(2) / 2)
    wrong, equal = 0, 0
    for fold in sorted({p["outer_fold"] for p in predictions}):
        mine = [p for p in predictions if p["outer_fold"] == fold]
        test = [int(p["sample"]) - 1 for p in mine]
        train = [i for i in range(len(rows)) if i not in test]
        scores, names = decide(K[np.ix_(train, train)], K[np.ix_(test, train)], [y[i] for i in train])
        for p, s in zip(mine, scores):
            best = {names[j] for j in np.flatnonzero(s < s.min() + 1e-6 * (1 + abs(s.min())))}
            equal += len(best) > 1
            wrong += p["prediction"] not in best
    print(f"{'DIFFER' if wrong else 'ok    '} {what}: {wrong} of {len(predictions)} decisions differ, {equal} are ties")
    if wrong or equal > len(predictions) // 2:
        failed.append(what)


def by_expected_loss(loss):
    def decide(K, k, y):
        w = k @ np.linalg.inv(K + .1 * np.eye(len(y)))
        w += (1 - w.sum(1, keepdims=True)) / len(y)
        return w @ np.array([[loss(a, b) for b in y] for a in y]), y
    return decide


def machine(K, y, diagonal):
    """Coefficients and bias where y_i f(x_i) = 1 - d_i alpha_i on the support set and >= 1 outside."""
    support = np.ones(len(y), bool)
    for _ in range(200):
        s = np.flatnonzero(support)
        A = np.block([[K[np.ix_(s, s)] + np.diag(diagonal[s]), np.ones((len(s), 1))], [np.ones((1, len(s))), 0]])
        solution = np.linalg.solve(A, np.append(y[s], 0))
        a = np.zeros(len(y))
        a[s], bias = solution[:-1], solution[-1]
        now = y * (K @ a + bias) < 1
        if (now == support).all():
            return a, bias
        support = now
    raise RuntimeError("no support set was found")


def by_machines(weights):
    def decide(K, k, y):
        y, names = np.array(y), sorted(set(y))
        diagonal = .5 / weights(y)
        functions = [machine(K, np.where(y == n, 1., -1.), diagonal) for n in names]
        return -np.stack([k @ a + bias for a, bias in functions], 1), names
    return decide


def balanced(y):
    return len(y) / (len(set(y)) * np.array([(y == c).sum() for c in y]))


def main():
    program, random = pathlib.Path(sys.argv[1]).resolve(), np.random.default_rng(3)
    rows = []
    for i in range(90):
        c = int(random.choice(3, p=[.6, .3, .1]))
        a, b = random.normal(size=2) + [c, c % 2]
        word = "".join(random.choice(list("xy"), size=1 + c + int(random.integers(2))))
        rows.append([1000 + i, repr(float(a)), repr(float(b)), "uvx"[c], word])
    cost = lambda a, b: COSTS["uvx".index(a), "uvx".index(b)]
    svm = "method: one_vs_rest_svm, ridge: 0.5"
    cases = [("costs", "class", KDE % "{name: cost, file: costs.csv}", by_expected_loss(cost)),
             ("zero-one loss", "class", KDE % "{name: zero_one}", by_expected_loss(lambda a, b: a != b)),
             ("edits", "string", KDE % "{name: edit_distance}", by_expected_loss(edits)),
             ("edits per longer string", "string", KDE % "{name: edit_error, per: longer_string}", by_expected_loss(edits)),
             ("machines", "class", svm, by_machines(lambda y: np.ones(len(y)))),
             ("balanced machines", "class", svm + ", class_weights: balanced", by_machines(balanced)),
             ("machines weighed by name", "class", svm + ", class_weights: {x: 7}",
              by_machines(lambda y: np.where(y == "x", 7., 1.)))]
    decisions = {}
    with tempfile.TemporaryDirectory() as folder:
        for i, (what, kind, learner, decide) in enumerate(cases):
            predictions = run(program, pathlib.Path(folder) / str(i), kind, learner, rows)
            check(what, predictions, rows, decide)
            decisions[what] = [p["prediction"] for p in predictions]
    for one, other in [("costs", "zero-one loss"), ("machines", "balanced machines")]:
        if decisions[one] == decisions[other]:
            failed.append(f"{one} decide as {other}: the check says nothing")
    print("; ".join(failed) if failed else "all agree")
    sys.exit(1 if failed else 0)


main()
