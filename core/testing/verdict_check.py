#!/usr/bin/python3
"""Holds rule 2 of `preimage verdict` against another implementation of core/docs/verdicts.md, by SciPy.

    verdict_check.py PROGRAM [CASES [SEED]]   10,000 random cases; exit code 77 where SciPy is not installed
"""
import csv
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    from scipy import stats
except ImportError:
    print("skipped: SciPy is not installed")
    sys.exit(77)

ROUNDING = 1e-9
WORDS = ["reproduced", "consistent", "no difference found", "marginal", "inconclusive", "not reproduced"]


def half_digit(text):
    mantissa, _, exponent = text.lower().partition("e")
    _, _, decimals = mantissa.partition(".")
    return 0.5 * 10.0 ** (int(exponent or 0) - len(decimals))


def sd_of(case, count):
    """The printed spread as the SD of one of `count` runs or folds."""
    spread = float(case["spread"]) or half_digit(case["spread"])
    if case["spread_kind"] == "SD":
        return spread
    if case["spread_kind"] == "CI95":
        spread /= stats.t.ppf(0.975, count - 1)
    return spread * math.sqrt(count)


def unit_of(case):
    """u and its degrees of freedom; None where nothing says how far draws lie apart."""
    sd, runs = float(case["sd"]), int(case["count"])
    # Where ours draws nothing, it is beside runs that draw seeds alone as one of them.
    alike = case["runs_draw"] == case["draw"].replace("nothing", "seeds")
    n = int(case["runs"]) if case["spread"] and case["folds"] == "" and alike else 1
    digits = half_digit(case["value"]) ** 2 / 3
    if n >= 2 and runs >= 2:
        return math.sqrt(sd_of(case, n) ** 2 / n + sd ** 2 / runs + digits), min(n, runs) - 1
    if runs >= 2:
        return math.sqrt(sd ** 2 * (1 + 1 / runs) + digits), runs - 1
    if n >= 2:
        return math.sqrt(sd_of(case, n) ** 2 * (1 + 1 / n) + digits), n - 1
    if case["draw"] == "nothing" and not case["spread"] and int(case["runs"]) == 1:
        return math.sqrt(digits), math.inf
    sides = []
    if case["our_folds"] and int(case["our_folds"]) > 1:
        sides.append((float(case["sd_over_folds"]), int(case["our_folds"])))
    if case["spread"] and case["folds"] and int(case["folds"]) > 1:
        sides.append((sd_of(case, int(case["folds"])), int(case["folds"])))
    wide = [(s ** 2 * (1 / j + 1 / (j - 1)), j - 1) for s, j in sides]
    if not wide:
        return None
    variance, degrees = max(wide, key=lambda side: side[0])
    return math.sqrt(variance + digits), degrees


def judge(case):
    unit = unit_of(case)
    if unit is None:
        return "inconclusive", None, None
    u, nu = unit
    difference = float(case["mean"]) - float(case["value"])
    t = stats.norm if math.isinf(nu) else stats.t(nu)
    z = difference / u if math.isinf(nu) else math.copysign(stats.norm.isf(max(t.sf(abs(difference / u)), 1e-300)), difference)
    matters = float(case["matters"]) if case["matters"] else None
    if matters is not None and abs(difference) + t.ppf(0.95) * u <= matters * (1 + ROUNDING):
        return "reproduced", z, u
    if abs(z) > 2 + ROUNDING:
        return ("marginal" if abs(z) <= 3 + ROUNDING else "not reproduced"), z, u
    if matters is None:
        return "no difference found", z, u
    return ("consistent" if u <= matters else "inconclusive"), z, u


def draw_case(rng, name):
    scale = 10.0 ** rng.randint(-3, 3)
    digits = rng.randint(0, 3)
    decimals = max(0, digits - round(math.log10(scale)))
    value = f"{scale * rng.uniform(0.5, 2):.{decimals}f}"
    runs, count = rng.choice([1, 2, 3, 5, 10, 50]), rng.choice([1, 1, 2, 3, 5, 10, 50])
    sd = scale * 10 ** rng.uniform(-3, -0.5)
    folds = rng.choice(["", "", "5", "10"])
    kind = rng.choice(["SE", "SD", "CI95", "unstated", ""])
    if kind in ("SD", "CI95") and folds == "" and runs == 1:
        kind = "SE"
    spread = f"{sd * 10 ** rng.uniform(-1, 0.5):.{decimals + rng.randint(0, 2)}f}" if kind else ""
    draw = rng.choice(["data", "splits", "seeds", "nothing"]) if count == 1 else rng.choice(["data", "splits", "seeds"])
    our_folds = rng.choice(["", "1", "5", "10"])
    return {"name": name, "value": value, "spread": spread, "spread_kind": kind, "folds": folds, "runs": str(runs),
            "runs_draw": rng.choice([draw, draw, "seeds"]).replace("nothing", ""), "draw": draw,
            "matters": f"{sd * 10 ** rng.uniform(-1, 1.5):.6g}" if rng.random() < 0.8 else "",
            "mean": repr(float(value) + sd * rng.gauss(0, 2)), "sd": repr(sd), "count": str(count),
            "our_folds": our_folds, "sd_over_folds": repr(sd * rng.uniform(0.5, 3)) if our_folds else ""}


def write(path, cases, columns):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows([[case[columns[column]] for column in columns] for case in cases])


def main(program, count=10000, seed=1):
    rng = random.Random(seed)
    cases = [draw_case(rng, f"case {i}") for i in range(count)]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        printed = ["name", "value", "spread", "spread_kind", "folds", "runs", "runs_draw", "matters"]
        write(folder / "printed.csv", cases, {column: column for column in printed} | {"row_title": "name"})
        write(folder / "rerun.csv", cases, {"name": "name", "mean": "mean", "sd": "sd", "count": "count", "runs_draw": "draw",
                                            "folds": "our_folds", "sd_over_folds": "sd_over_folds"})
        done = subprocess.run([program, "verdict", folder / "printed.csv", folder / "rerun.csv", "--json", folder / "all.json"],
                              capture_output=True, text=True, check=False)
        if done.returncode not in (0, 4):
            print(done.stderr)
            return 1
        numbers = json.loads((folder / "all.json").read_text(encoding="utf-8"))["numbers"]
    wrong, seen = 0, dict.fromkeys(WORDS, 0)
    for case, number in zip(cases, numbers, strict=True):
        word, z, u = judge(case)
        seen[word] += 1
        found = number["verdict"]
        same = found["word"] == word and (u is None) == (found["unit"] is None)
        if same and u is not None:
            same = math.isclose(found["unit"], u, rel_tol=1e-7) and math.isclose(found["z"], z, rel_tol=1e-6, abs_tol=1e-9)
        if not same:
            wrong += 1
            if wrong <= 5:
                print(f"expected {word}, z {z}, u {u}, found {found}, of {case}")
    print(f"{count} cases, {wrong} differ: {seen}")
    return 1 if wrong or (count >= 1000 and not all(seen.values())) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
