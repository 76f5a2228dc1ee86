#!/usr/bin/python3
"""The spectrum kernel by scikit-learn's CountVectorizer and a product of sparse matrices: a peer of `preimage bench scaling`.
(kernlab's "spectrum" kernel counts one more than the substrings there are: stringdot(length = 2) of "acgtacgtta" with itself is
18, and 4 2^2 + 1 = 17.)

usage: scaling_spectrum.py FOLDER
reads   FOLDER/strings.txt   strings, a line each
        FOLDER/settings.npy  1 x 1: length of substrings
answers the Gram matrix; prints what measured.py says
"""
import pathlib
import sys

from measured import inputs, measure

from sklearn.feature_extraction.text import CountVectorizer


def main(folder):
    strings = (pathlib.Path(folder) / "strings.txt").read_text().split()
    length = int(inputs(folder, "settings")[0].ravel()[0])

    def work():
        counts = CountVectorizer(analyzer="char", ngram_range=(length, length), lowercase=False).fit_transform(strings)
        return (counts @ counts.T).toarray()
    measure(folder, work)


if __name__ == "__main__":
    main(sys.argv[1])
