#!/usr/bin/python3
"""Holds nearest neighbours and kernel dependency estimation of samples far from the origin against NumPy.

    far_from_origin_check.py PROGRAM

The same points near the origin and moved by 1e7, 1e8 and 1.6e9 (a time in seconds) have the same distances.
They are multiples of 1/8, so moving them loses nothing, and NumPy works on the points near the origin, in whole
numbers. For each offset and for points of 2 and of 40 coordinates: the nearest neighbour of each of 96 points,
and what a Gaussian of the linear kernel's distances predicts. Where a method has no choice but to use kernel
values that have lost their digits, the table has to warn.

Outputs that are times, or of which one is far larger than the others: what the mean of three neighbours' outputs is
decoded to is found in exact fractions, of equal distances the sample that comes first in the training set, fold by fold. With the config that `init`
writes, the distance of numbers in feature space is their absolute error.
"""
import csv
import os
import subprocess
import sys
import tempfile
from fractions import Fraction

try:
    import numpy as np
except ImportError:
    print("NumPy is not installed: skipped")
    sys.exit(77)

POINTS, FOLDS, RIDGE = 96, 4, 0.01
OFFSETS = (0, 10**7, 10**8, 1600000000)

CONFIG = """title: "Inputs far from the origin"
experiment: own_data
seed: 1
dataset: {{name: vectors, path: points.csv, inputs: [{inputs}], outputs: [y], output_kind: vector, fold: fold, id: id}}
input_kernel: {kernel}
output_kernel: {{name: gaussian, sigma: 1}}
loss: distance
protocol: {{outer: {{given: true}}, inner: {{folds: 2}}}}
learners:
{learners}
profiles:
  quick: {{repetitions: 1, readings: all}}
"""
NEIGHBOURS = "  knn: {method: nearest_neighbours, k: 1}"
GAUSSIAN = ("  kde: {{method: kernel_dependency_estimation, bandwidth: {{sigma: {sigma}}}, ridge: "
            + str(RIDGE) + "}}")
PLAIN = "  krr: {method: kernel_dependency_estimation, ridge: 1e6}"


class Data:
    """Points in eighths, as whole numbers, with outputs and folds."""

    def __init__(self, width):
        random = np.random.default_rng(width)
        self.eighths = random.integers(0, 8 * 8, size=(POINTS, width))
        self.y = np.round(random.normal(size=POINTS), 3)
        self.fold = np.arange(POINTS) % FOLDS
        differences = self.eighths[:, None, :] - self.eighths[None, :, :]
        self.squared = (differences**2).sum(axis=2)  # in 64ths, exactly
        self.sigma = 2 * width**0.5

    def write(self, path, offset):
        width = self.eighths.shape[1]
        with open(path, "w", encoding="utf-8") as file:
            file.write("id," + ",".join("x%d" % f for f in range(width)) + ",y,fold\n")
            for i in range(POINTS):
                numbers = [repr(offset + int(e) / 8) for e in self.eighths[i]]
                file.write("%d,%s,%r,%d\n" % (i, ",".join(numbers), float(self.y[i]), self.fold[i]))

    def is_nearest(self, i, j):
        """Whether point j is of another fold than i, and none of those is nearer."""
        others = self.fold != self.fold[i]
        return j is not None and others[j] and self.squared[i, j] == self.squared[i, others].min()

    def regression(self):
        """The training output nearest to the prediction in feature space, and how clear that is."""
        gaussian = np.exp(-self.squared / 64 / (2 * self.sigma**2))
        outputs = np.exp(-((self.y[:, None] - self.y[None, :])**2) / 2)
        chosen, margin = {}, {}
        for fold in range(FOLDS):
            train, test = np.flatnonzero(self.fold != fold), np.flatnonzero(self.fold == fold)
            K = gaussian[np.ix_(train, train)] + RIDGE * np.eye(len(train))
            weights = np.linalg.solve(K, gaussian[np.ix_(train, test)]).T
            weights += (1 - weights.sum(axis=1, keepdims=True)) / len(train)
            distances = -2 * weights @ outputs[np.ix_(train, train)]
            for row, i in enumerate(test):
                order = np.argsort(distances[row])
                chosen[int(i)] = int(train[order[0]])
                margin[int(i)] = distances[row, order[1]] - distances[row, order[0]]
        return chosen, margin


def run(program, folder, data, offset, kernel, learners):
    """(what each learner chose for each point, the table's text)"""
    data.write(os.path.join(folder, "points.csv"), offset)
    inputs = ", ".join("x%d" % f for f in range(data.eighths.shape[1]))
    with open(os.path.join(folder, "far.yaml"), "w", encoding="utf-8") as file:
        file.write(CONFIG.format(inputs=inputs, kernel=kernel, learners="\n".join(learners)))
    found = os.path.join(folder, "predictions.csv")
    command = [program, "run", os.path.join(folder, "far.yaml"), "--out", os.path.join(folder, "out"),
               "--predictions", found]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 6):  # 6: cells failed, whose predictions are missing below
        print("%s: exit code %d\n%s%s" % (" ".join(command), done.returncode, done.stdout, done.stderr))
        sys.exit(1)
    chosen = {"knn": {}, "kde": {}}
    with open(found, encoding="utf-8") as file:
        for row in csv.DictReader(file):
            chosen.setdefault(row["learner"], {})[int(row["sample"]) - 1] = int(row["chosen_sample"]) - 1
    return chosen, done.stdout + done.stderr


def say(what, agrees):
    print("%s: %s" % (what, "agrees" if agrees else "DIFFERS"))
    return agrees


def check_choices(program, folder, width, offset):
    data = Data(width)
    learners = [NEIGHBOURS, GAUSSIAN.format(sigma=data.sigma)]
    chosen, text = run(program, folder, data, offset, "{name: linear}", learners)
    regression, margin = data.regression()
    # Where two outputs are as good as equally near, rounding decides.
    clear = [i for i in range(POINTS) if margin[i] > 1e-8]
    right = sum(data.is_nearest(i, chosen["knn"].get(i)) for i in range(POINTS))
    clearly_right = sum(chosen["kde"].get(i) == regression[i] for i in clear)
    where = "%d coordinates, offset %g" % (width, offset)
    return all([
        say("%s: %d of %d nearest neighbours" % (where, right, POINTS), right == POINTS),
        say("%s: %d of %d predictions of the Gaussian" % (where, clearly_right, len(clear)),
            clearly_right == len(clear) > 0.9 * POINTS),
        say("%s: no warning, distances are as good as near the origin" % where, "too few digits" not in text),
    ])


def check_warnings(program, folder):
    """Regression on values of the linear kernel, and distances from those of a kernel without its own."""
    data = Data(2)
    cases = [("{name: linear}", PLAIN, 0, False), ("{name: linear}", PLAIN, 1600000000, True),
             ("{name: polynomial, degree: 2, offset: 1}", NEIGHBOURS, 0, False),
             ("{name: polynomial, degree: 2, offset: 1}", NEIGHBOURS, 10**7, True)]
    # With a small ridge it cannot be computed at all, which has to be said with its cause.
    cases.append(("{name: linear}", PLAIN.replace("1e6", str(RIDGE)), 1600000000, True))
    agree = True
    for kernel, learner, offset, warns in cases:
        _, text = run(program, folder, data, offset, kernel, [learner])
        what = "%s, %s, offset %g: %s" % (kernel, learner.split(":")[0].strip(), offset,
                                          "a warning" if warns else "no warning")
        agree = say(what, ("values hold too few digits" in text) == warns) and agree
    return agree


def nearest_to_mean(data, y, i):
    """The training sample whose output is nearest to the mean of the outputs of the three nearest inputs, exactly."""
    train = [j for fold in range(FOLDS) if fold != data.fold[i] for j in range(POINTS) if data.fold[j] == fold]
    near = sorted(train, key=lambda j: data.squared[i, j])[:3]  # a stable sort: of equals the first
    mean = Fraction(sum(Fraction(y[j]) for j in near), 3)
    return min(train, key=lambda j: abs(Fraction(y[j]) - mean))


def check_outputs(program, folder, name, y, output_kernel, warns):
    data = Data(2)
    data.y = np.array(y, float)
    config = CONFIG.replace("{{name: gaussian, sigma: 1}}", output_kernel.replace("{", "{{").replace("}", "}}"))
    data.write(os.path.join(folder, "points.csv"), 0)
    with open(os.path.join(folder, "outputs.yaml"), "w", encoding="utf-8") as file:
        file.write(config.format(inputs="x0, x1", kernel="{name: linear}",
                                 learners="  knn: {method: nearest_neighbours, k: 3}"))
    rows, text = predictions(program, folder, "outputs.yaml")
    right = sum(int(row["chosen_sample"]) - 1 == nearest_to_mean(data, y, int(row["sample"]) - 1) for row in rows)
    losses = all(float(row["loss.feature_distance"]) == abs(float(row["prediction"]) - float(row["target"]))
                 for row in rows)
    what = "outputs %s under %s" % (name, output_kernel.strip("{}"))
    if warns:  # nothing but the warning is promised
        return say(what + ": a warning", "values hold too few digits" in text)
    return all([say("%s: %d of %d are the nearest to the mean" % (what, right, POINTS), right == len(rows) == POINTS),
                say(what + ": distances are those of the numbers", losses),
                say(what + ": no warning", "values hold too few digits" not in text)])


def predictions(program, folder, config):
    found = os.path.join(folder, "predictions.csv")
    command = [program, "run", os.path.join(folder, config), "--out", os.path.join(folder, "out_" + config),
               "--predictions", found]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        print("%s: exit code %d\n%s%s" % (" ".join(command), done.returncode, done.stdout, done.stderr))
        sys.exit(1)
    with open(found, encoding="utf-8") as file:
        return list(csv.DictReader(file)), done.stdout + done.stderr


def check_config_of_init(program, folder):
    """200 times, ten seconds apart, predicted with the config that `init` writes."""
    random = np.random.default_rng(1)
    inputs = np.round(random.normal(size=(200, 2)), 6)
    times = 1700000000 + 10 * np.argsort(np.argsort(inputs[:, 0]))
    with open(os.path.join(folder, "times.csv"), "w", encoding="utf-8") as file:
        file.write("a,b,target\n" + "".join("%r,%r,%d\n" % (a, b, t) for (a, b), t in zip(inputs.tolist(), times)))
    config = os.path.join(folder, "times.yaml")
    subprocess.run([program, "init", os.path.join(folder, "times.csv"), "--target", "target", "--out", config],
                   capture_output=True, check=True)
    rows, _ = predictions(program, folder, "times.yaml")
    wrong = [row for row in rows
             if abs(float(row["loss.feature_distance"]) - abs(float(row["prediction"]) - float(row["target"]))) > 1e-5]
    return say("config of init, times: %d of %d distances are not those of the numbers" % (len(wrong), len(rows)),
               not wrong and len(rows) == 1200)


def main():
    program = sys.argv[1]
    agree = True
    with tempfile.TemporaryDirectory() as folder:
        for width in (2, 40):
            for offset in OFFSETS:
                agree = check_choices(program, folder, width, offset) and agree
        agree = check_warnings(program, folder) and agree
        rank = [int(r) for r in np.random.default_rng(3).permutation(POINTS)]
        times = [1700000000 + 600 * r for r in rank]
        one_large = [1500000 if r == POINTS - 1 else r % 10 for r in rank]
        for name, y in (("every ten minutes", times), ("from 0 to 9 and one of 1.5e6", one_large)):
            agree = check_outputs(program, folder, name, y, "{name: linear}", False) and agree
        agree = check_outputs(program, folder, "from 0 to 9 and one of 1.5e6", one_large,
                              "{name: polynomial, degree: 1, offset: 0}", False) and agree
        close = [1700000000 + 10 * r for r in rank]
        agree = check_outputs(program, folder, "every ten seconds", close, "{name: polynomial, degree: 2, offset: 0}",
                              True) and agree
        agree = check_config_of_init(program, folder) and agree
    return 0 if agree else 1


if __name__ == "__main__":
    sys.exit(main())
