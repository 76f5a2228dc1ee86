#!/usr/bin/python3
"""The string subsequence kernel in NumPy and SciPy, all pairs of strings side by side: a peer of `preimage bench scaling`.
The recursion of Lodhi et al. (2002, section 3), the sum over the second string's positions as a linear filter.
(kernlab of R has no such kernel: its "string" kernel counts contiguous substrings.)

usage: scaling_subsequence.py FOLDER
reads   FOLDER/strings.txt   strings of one length, a line each
        FOLDER/settings.npy  1 x 2: length of subsequences, decay
answers the Gram matrix; prints what measured.py says
"""
import pathlib
import sys

from measured import inputs, measure

import numpy as np
from scipy.signal import lfilter


def gram(symbols, length, decay):
    rows, columns = np.triu_indices(len(symbols))
    first, second = symbols[rows], symbols[columns]
    pairs, n = first.shape
    # before[i][:, b]: K'_i of what was read of the first string and the first b symbols of the second
    before = [np.ones((pairs, n + 1))] + [np.zeros((pairs, n + 1)) for _ in range(1, length)]
    values = np.zeros(pairs)
    for a in range(n):
        weights = decay ** 2 * (second == first[:, a:a + 1])
        values += np.einsum("pb,pb->p", weights, before[length - 1][:, :n])
        for i in range(length - 1, 0, -1):
            before[i][:, 1:] *= decay
            before[i][:, 1:] += lfilter([1.0], [1.0, -decay], weights * before[i - 1][:, :n], axis=1)
    result = np.zeros((len(symbols), len(symbols)))
    result[rows, columns] = result[columns, rows] = values
    return result


def main(folder):
    lines = (pathlib.Path(folder) / "strings.txt").read_text().split()
    symbols = np.array([list(line.encode()) for line in lines], dtype=np.uint8)
    length, decay = inputs(folder, "settings")[0].ravel()
    measure(folder, lambda: gram(symbols, int(length), decay))


if __name__ == "__main__":
    main(sys.argv[1])
