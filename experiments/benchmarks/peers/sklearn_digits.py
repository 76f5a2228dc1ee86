#!/usr/bin/python3
"""Writes scikit-learn's digits as FOLDER/digits.csv: 64 pixels and a class per row.

usage: sklearn_digits.py FOLDER
"""
import pathlib
import sys

import numpy as np
from sklearn.datasets import load_digits

digits = load_digits()
np.savetxt(pathlib.Path(sys.argv[1]) / "digits.csv", np.column_stack([digits.data, digits.target]), fmt="%g", delimiter=",")
