"""What the scripts do that benchmarks measure: they time their work, say so, and leave the answers. Of `bench scaling` and `ridge-scale`:

prints  "software ...", "seconds S" of CPU, "peak_kib N"
writes  FOLDER/answers.npy, a matrix
"""
import pathlib
import statistics
import time

from software import describe_software  # before NumPy, for it sets the number of threads

import numpy as np

SHORT_SECONDS, MORE_ROUNDS = 1.0, 3  # as own_process.cpp has them


def inputs(folder, *names):
    return [np.load(pathlib.Path(folder) / f"{name}.npy") for name in names]


def peak_kib():
    """As our own side counts it: VmHWM, since ru_maxrss is no smaller than the starting process's."""
    lines = pathlib.Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))


def timed(work):
    start = time.process_time()
    answers = work()
    return time.process_time() - start, answers


def measure(folder, work):
    """Once, and where that took less than a second three times more, of which the median counts."""
    seconds, answers = timed(work)
    if seconds < SHORT_SECONDS:
        seconds = statistics.median_high([timed(work)[0] for _ in range(MORE_ROUNDS)])
    peak = peak_kib()
    np.save(pathlib.Path(folder) / "answers.npy", np.ascontiguousarray(answers, dtype=np.float64))
    print("software", describe_software())
    print("seconds", repr(max(seconds, 1e-6)))
    print("peak_kib", peak)
