#!/usr/bin/env python3
"""k nearest neighbours as a program: knn.py TRAIN TEST PREDICTIONS K

The files have a header and a row per sample: its number, the inputs, and, where it trains, the class behind them.
Equally near samples, and classes with equally many votes, are taken in the order of TRAIN, as the method
nearest_neighbours takes them.
"""
import csv
import sys


def read_rows(path):
    with open(path, newline="") as file:
        reader = csv.reader(file)
        next(reader)
        return list(reader)


train_file, test_file, predictions_file, k = sys.argv[1:]
train = [([float(x) for x in inputs], kind) for _, *inputs, kind in read_rows(train_file)]
with open(predictions_file, "w", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["row", "prediction"])
    for row, *fields in read_rows(test_file):
        point = [float(x) for x in fields]
        by_distance = sorted(train, key=lambda sample: round(sum((a - b) ** 2 for a, b in zip(sample[0], point)), 9))
        votes = dict.fromkeys((kind for _, kind in train), 0)
        for _, kind in by_distance[: int(k)]:
            votes[kind] += 1
        writer.writerow([row, max(votes, key=votes.get)])
