#!/usr/bin/python3
"""Chi-square scores of windows, one after the other in NumPy, each against all training boxes: a peer of `preimage bench scaling`.

usage: scaling_windows.py FOLDER
reads   FOLDER/words.npy     rows x columns of the grid: the visual word of each point
        FOLDER/windows.npy   a row per window: left, top, width, height in pixels
        FOLDER/shares.npy    a row per training box: levels 1 to 4, cell by cell, of each word's share
        FOLDER/settings.npy  1 x 3: number of words, offset and stride of the grid in pixels
answers the mean over the training boxes of the chi-square kernel, a row per window; prints what measured.py says
"""
import sys

from measured import inputs, measure

import numpy as np

LEVELS = 4


def edges(first, length, level, offset, stride, points):
    """Grid indices between which the parts of a window lie along one axis, in exact arithmetic."""
    pixels = [level * (first - offset) + length * part for part in range(level + 1)]
    return [min(max(-(-at // (level * stride)), 0), points) for at in pixels]


def main(folder):
    words, windows, shares, settings = inputs(folder, "words", "windows", "shares", "settings")
    words, windows, by_bin = words.astype(int), windows.astype(int).tolist(), np.ascontiguousarray(shares.T)
    n_words, offset, stride = settings.ravel().astype(int).tolist()

    def histogram(left, top, width, height):
        """The bins that are not empty, and their shares."""
        bins, cell = [], 0
        for level in range(1, LEVELS + 1):
            rows = edges(top, height, level, offset, stride, words.shape[0])
            columns = edges(left, width, level, offset, stride, words.shape[1])
            for i in range(level):
                for j in range(level):
                    bins.append(words[rows[i]:rows[i + 1], columns[j]:columns[j + 1]].ravel() + cell * n_words)
                    cell += 1
        filled, counts = np.unique(np.concatenate(bins), return_counts=True)
        return filled, counts / len(bins[0])

    def score(window):
        filled, own = histogram(*window)
        others = by_bin[filled]
        return (2 * own[:, None] * others / (own[:, None] + others)).sum() / shares.shape[0]
    measure(folder, lambda: np.array([[score(window)] for window in windows]))


if __name__ == "__main__":
    main(sys.argv[1])
