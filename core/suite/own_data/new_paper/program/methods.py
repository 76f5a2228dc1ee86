"""Made up: how far the mean and the median of 20 numbers lie from 0 where one number in five is ten times as large."""
import argparse
import random
import statistics

METHODS = {"mean": statistics.mean, "median": statistics.median}

options = argparse.ArgumentParser()
options.add_argument("--method", choices=METHODS, required=True)
options.add_argument("--seed", type=int, required=True)
options = options.parse_args()

draw = random.Random(options.seed)


def number():
    return draw.uniform(-1, 1) * (10 if draw.random() < 0.2 else 1)


estimates = [METHODS[options.method]([number() for _ in range(20)]) for _ in range(200)]
print(f"error = {statistics.mean(estimate**2 for estimate in estimates):.4f}")
