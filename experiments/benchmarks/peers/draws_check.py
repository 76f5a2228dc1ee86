#!/usr/bin/python3
"""What a repetition of a program outside draws (`draws` of experiment: command) decides the test: its size on null data.

usage: draws_check.py PROGRAM
exit   0 all agree, 1 something differs, 77 NumPy is not installed

A null data set has two features that tell the classes apart equally well, and the two methods look at one each: no method is
better, and a test at the level .05 may say otherwise of one data set in twenty. Each repetition draws a data set anew, or splits
one anew into training and test samples. The errors are computed here and printed by the "program"; every data set is a measure of
one config. p of the page is compared with NumPy's:
  t = m / sqrt((1/R + n_test / n_train) s^2), with 0 in place of the ratio where data are drawn anew.
"""
import json
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

SETS, REPETITIONS, SAMPLES = 200, 10, 60
CONFIG = """title: No difference
experiment: command
seed: 1
run: [cat, "{method}-{repetition}.json"]
files: FILES
measures: MEASURES
learners:
  first: {method: METHOD-first}
  second: {method: METHOD-second}
DRAWS
profiles: {quick: {repetitions: 10, readings: all}}
"""
# name: whether each repetition has a data set of its own, the share of the samples that trains, what the config says
DESIGNS = {
    "data": (True, .5, "draws: new_data"),
    "halves": (False, .5, "draws: new_split\ntrain_share: 0.5"),
    "fifths": (False, .8, "draws: new_split\ntrain_share: 0.8"),
    "taken for data": (False, .5, "draws: new_data"),
    "none": (False, .5, "draws: none"),
    "unsaid": (False, .5, ""),
}
failed = []


def check(what, agrees, detail):
    print(f"{'ok    ' if agrees else 'DIFFER'} {what}: {detail}")
    if not agrees:
        failed.append(what)


def data_set(random):
    classes = np.arange(SAMPLES) % 2
    return random.normal(size=(SAMPLES, 2)) + classes[:, None], classes


def errors(x, classes, train, test):
    """Of the class whose mean is nearer, by each feature alone."""
    low, high = (x[train][classes[train] == c].mean(0) for c in (0, 1))
    nearer_high = np.abs(x[test] - high) < np.abs(x[test] - low)
    return (nearer_high != (classes[test] == 1)[:, None]).mean(0)


def draw(are_new, share, seed):
    """[set, repetition, method]: test errors."""
    random = np.random.default_rng(seed)
    result = np.empty((SETS, REPETITIONS, 2))
    for k in range(SETS):
        held = data_set(random)
        for r in range(REPETITIONS):
            x, classes = data_set(random) if are_new else held
            order, count = random.permutation(SAMPLES), round(share * SAMPLES)
            result[k, r] = errors(x, classes, order[:count], order[count:])
    return result


def tail(t, degrees):
    """P(|T| > t) of Student's distribution: its density integrated by Simpson's rule over x = tan(u)."""
    u, n = np.linspace(math.atan(t), math.pi / 2, 2001), 2000
    density = np.maximum(np.cos(u), 0) ** (degrees - 1) * (np.cos(u) ** 2 + np.sin(u) ** 2 / degrees) ** (-(degrees + 1) / 2)
    weights = np.ones(n + 1)
    weights[1:-1:2], weights[2:-1:2] = 4, 2
    area = (math.pi / 2 - math.atan(t)) / n / 3 * (weights @ density)
    return 2 * area * math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2) - .5 * math.log(degrees * math.pi))


def page_of(program, folder, numbers, draws):
    folder.mkdir()
    files = []
    for method, name in enumerate(("first", "second")):
        for r in range(REPETITIONS):
            files.append(f"e-{name}-{r}.json")
            (folder / files[-1]).write_text(json.dumps({f"m{k}": numbers[k, r, method] for k in range(SETS)}))
    measures = "{" + ", ".join(f"m{k}: 'json:.m{k}'" for k in range(SETS)) + "}"
    (folder / "c.yaml").write_text(CONFIG.replace("FILES", "[" + ", ".join(files) + "]").replace("MEASURES", measures)
                                   .replace("METHOD", "e").replace("DRAWS", draws))
    common = [folder / "c.yaml", "--out", folder / "out"]
    for words in (["run", *common, "--allow-commands", "--quiet"], ["report", *common, "--page", folder / "page.html"]):
        finished = subprocess.run([program, *words], capture_output=True, text=True)
        if finished.returncode != 0:
            print(finished.stdout + finished.stderr)
            sys.exit(1)
    return (folder / "page.html").read_text()


def p_values(html):
    """As the page prints them, by data set."""
    rows = re.findall(r'<tr><th scope="row">m(\d+)</th><td>.*?</td><td>.*?</td><td>.*?</td><td>.*? to .*?</td><td>(.*?)</td>', html)
    return {int(k): p.replace("&lt; ", "") for k, p in rows}


def main(program):
    check("Student's distribution", abs(tail(2.262157163, 9) - .05) < 1e-9, f"P(|T| > 2.262; 9) = {tail(2.262157163, 9):.9f}")
    with tempfile.TemporaryDirectory() as name:
        for seed, (title, (are_new, share, draws)) in enumerate(DESIGNS.items()):
            numbers = draw(are_new, share, seed)
            found = p_values(page_of(program, pathlib.Path(name) / title.replace(" ", "-"), numbers, draws))
            if "new" not in draws:
                check(title, not found, f"{len(found)} values of p")
                continue
            d = numbers[:, :, 1] - numbers[:, :, 0]
            ratio = 0 if "new_data" in draws else (1 - share) / share
            error = np.sqrt((1 / REPETITIONS + ratio) * d.var(1, ddof=1))
            expected = [tail(abs(m) / e, REPETITIONS - 1) if e > 0 else 1. for m, e in zip(d.mean(1), error)]
            same = len(found) == SETS and all(abs(float(found[k]) - p) <= max(.06 * p, 1e-4) for k, p in enumerate(expected))
            check(f"{title}, p", same, f"{len(found)} of {SETS} data sets")
            size = np.mean([float(p) < .05 for p in found.values()])
            if title == "taken for data":
                check(f"{title}, size", size > .25, f"{size:.3f}: what a plain test makes of splits of the same samples")
            else:  # three standard errors of 200 data sets about .05
                check(f"{title}, size", size <= .05 + 3 * math.sqrt(.05 * .95 / SETS), f"{size:.3f}, expected about .05")
    print(f"{len(failed)} differ" if failed else "all agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
