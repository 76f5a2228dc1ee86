"""One run of the program on a table of random data: what its --predictions say."""
import csv
import subprocess
import sys


def predictions_of(program, folder, config, rows):
    """folder  is made: c.yaml, d.csv, out;  rows  the header first;  exits with 1 where the run fails"""
    folder.mkdir(exist_ok=True)
    (folder / "c.yaml").write_text(config)
    with open(folder / "d.csv", "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
    finished = subprocess.run([program, "run", folder / "c.yaml", "--out", folder / "out",
                               "--predictions", folder / "p.csv"], capture_output=True, text=True)
    if finished.returncode != 0:
        print(finished.stdout + finished.stderr)
        sys.exit(1)
    with open(folder / "p.csv", newline="") as file:
        return list(csv.DictReader(file))
