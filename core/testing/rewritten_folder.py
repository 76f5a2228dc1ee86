#!/usr/bin/env python3
"""Attacks a folder of results as a stranger who passes it on could: records, notes, jobs, sweeps, tables and models are
rewritten, with valid sums where a file has one. `verify` has to find each fault and none in the sound folder, and no verb
may end in anything but a documented exit code.

usage: rewritten_folder.py PROGRAM [--count N] [--seed S] [--keep DIR]
  --count N  faults, dealt over all kinds (default 100)
  --seed S   of the random choices (default 1)
  --keep DIR the folders of faults that were missed stay there

Exit codes: 0 all found, 1 a fault was missed or a verb broke.
"""
import argparse
import collections
import hashlib
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve()
EXAMPLE = HERE.parents[2] / "experiments" / "own_data" / "example"
DOCUMENTED = {0, 2, 3, 4, 5, 6, 7}
SECONDS = 60  # of a verb


class Unchanged(Exception):
    """The random rewriting has changed nothing."""


def run(program, *words, cwd):
    environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "NO_COLOR": "1"}
    return subprocess.run([program, *map(str, words)], cwd=cwd, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, errors="replace", timeout=SECONDS, check=False)


def make_sound(program, place):
    """Two runs, a sweep, a job that was collected, and a model."""
    for name in ("vectors.yaml", "points.csv"):
        shutil.copy(EXAMPLE / name, place)
    for words in (["run", "vectors.yaml", "--quiet"], ["run", "vectors.yaml", "--set", "seed=3", "--quiet"],
                  ["sweep", "vectors.yaml", "--grid", "learners.kde.ridge=1e-3:1:log10", "--quiet"]):
        subprocess.run([program, *words, "--out", "out"], cwd=place, check=True, capture_output=True)
    commands = run(program, "submit", "vectors.yaml", "--set", "seed=2", "--engine", "commands", "--chunks", 2, "--out",
                   "out", cwd=place).stdout
    subprocess.run(["sh"], input=commands, text=True, cwd=place, check=True, capture_output=True)
    run(program, "collect", "--out", "out", cwd=place)
    subprocess.run([program, "fit", "vectors.yaml", "--learner", "kde", "--results", "out", "--out", "m.pim"], cwd=place,
                   check=True, capture_output=True)
    (place / "new.csv").write_text("x1,x2\n0.5,1\n-0.25,2\n")


# --- what becomes of a value

ODD_NUMBERS = [0, 1, -1, 2, 7, 1e300, -1e300, 1 << 31, 1 << 53, -(1 << 63), 0.5]
ODD_TEXTS = ["", "x", "\u001b[31m", "<script>alert(1)</script>", "../../x", "=1+1", "a,b\n", "\u00e4" * 300]


def other_value(random_, value):
    """Of the same type mostly, else of any."""
    if random_.random() < 0.15:
        return random_.choice([None, True, 5, "x", [], {}])
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return random_.choice(ODD_NUMBERS)
    if isinstance(value, str):
        return random_.choice(ODD_TEXTS + [value + "x", value[:-1]])
    if isinstance(value, list):
        return random_.choice([value + value[-1:], value[:-1], []])
    if isinstance(value, dict):
        return {**value, random_.choice(["new", ""]): 1}
    return 1


def places(value, path=()):
    """The paths of all values below, containers too."""
    yield path
    if isinstance(value, dict):
        for key, below in value.items():
            yield from places(below, (*path, key))
    elif isinstance(value, list):
        for i, below in enumerate(value[:12]):
            yield from places(below, (*path, i))


def rewritten(random_, root, kept=(), left_out=()):
    """A deep copy with one value replaced or one member removed; none below the keys `kept` or that begins as `left_out`."""
    root = json.loads(json.dumps(root))
    paths = [path for path in places(root) if path and path[0] not in kept]
    path = random_.choice([path for path in paths if not ".".join(map(str, path)).startswith(tuple(left_out) or "\n")])
    holder = root
    for step in path[:-1]:
        holder = holder[step]
    if random_.random() < 0.15:
        del holder[path[-1]]
    else:
        before = holder[path[-1]]
        holder[path[-1]] = other_value(random_, before)
        if holder[path[-1]] == before and not isinstance(before, bool):
            raise Unchanged
    return root, ".".join(map(str, path))


def json_text(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False, sort_keys=True)


def seal(record):
    """A record's text with its check sum."""
    record = {key: value for key, value in record.items() if key != "sha256"}
    body = json_text(record)
    return body[:-1] + ',"sha256":"' + hashlib.sha256(body.encode(errors="surrogatepass")).hexdigest() + '"}\n'


def one(random_, files):
    return random_.choice(sorted(files))


def records(place):
    return (place / "out" / "cells").glob("*/*.json")


# --- the kinds of faults; each returns what it did and whether `verify` has to find it

def record_with_a_sum(random_, place):
    path = one(random_, records(place))
    record = json.loads(path.read_text())
    # Which machine it was, for how long, whose name a config gives it, how good the choice was on inner folds, and what was
    # predicted contradict nothing that is in the folder; which samples a cell of a sweep alone tests, and which seeds it names, is said nowhere else.
    left_out = ["identity.config", "identity.reading", "result.inner_loss", "result.chosen"]
    if "," not in record["parameters"].get("learner.ridge", ","):
        left_out += ["result.samples", "seeds"]
    changed, where = rewritten(random_, record, kept=("circumstances", "scores", "sha256"), left_out=left_out)
    path.write_text(seal(changed), errors="surrogatepass")
    return f"{path.name[:8]}: {where}", True


def record_of_another_cell(random_, place):
    paths = sorted(records(place))
    first, second = random_.sample(paths, 2)
    shutil.copy(first, second)
    return f"{first.name[:8]} as {second.name[:8]}", True


def record_cut(random_, place):
    path = one(random_, records(place))
    text = path.read_bytes()
    path.write_bytes(text[:random_.randrange(len(text))])
    return path.name[:8], True


def record_flipped(random_, place):
    path = one(random_, records(place))
    text = bytearray(path.read_bytes())
    at = random_.randrange(len(text))
    text[at] ^= 1 << random_.randrange(8)
    path.write_bytes(bytes(text))
    return f"{path.name[:8]} byte {at}", True


def note(random_, place):
    path = one(random_, (place / "out" / ".configs" / "runs").glob("*.json"))
    changed, where = rewritten(random_, json.loads(path.read_text()))
    path.write_text(json_text(changed) + "\n", errors="surrogatepass")
    return f"{path.name}: {where}", True


def note_of_a_strangers_file(random_, place):
    path = one(random_, (place / "out" / ".configs" / "runs").glob("*.json"))
    changed = json.loads(path.read_text())
    changed["config"] = random_.choice(["/etc/passwd", "/dev/zero", "/proc/self/environ", str(place)])
    changed.pop("relative", None)
    path.write_text(json_text(changed) + "\n")
    return f"{path.name}: {changed['config']}", True


def job(random_, place):
    path = one(random_, (place / "out" / "jobs").glob("*/job.json"))
    changed, where = rewritten(random_, json.loads(path.read_text()))
    path.write_text(json_text(changed) + "\n", errors="surrogatepass")
    return where, False  # a submission of another study is one, too


def job_list(random_, place):
    path = one(random_, (place / "out" / "jobs").glob("*/cells-*.txt"))
    lines = path.read_text().splitlines()
    lines[random_.randrange(len(lines))] = random_.choice(["", "x", "0" * 64, "f" * 63, "../../../etc/passwd"])
    path.write_text("\n".join(lines) + "\n")
    return path.name, False


def digit(random_, path):
    """Changes a digit of a text file."""
    text = path.read_text()
    digits = [i for i, c in enumerate(text) if c.isdigit()]
    if not digits:
        raise Unchanged
    at = random_.choice(digits)
    path.write_text(text[:at] + str((int(text[at]) + random_.randrange(1, 10)) % 10) + text[at + 1:])
    return f"{path.name} character {at}"


def table(random_, place):
    return digit(random_, one(random_, [p for p in (place / "out" / "quick").rglob("*")
                                        if p.suffix in (".csv", ".txt", ".md", ".tex") and not p.name.startswith("timings")])), True


def sweep(random_, place):
    names = ("points.csv", "best.csv", "summary.txt", "curve.csv", "axes.csv")
    return digit(random_, one(random_, [p for p in (place / "out" / "sweeps").glob("*/*") if p.name in names])), True


def link(random_, place):
    path = place / "out" / random_.choice(["cells", "cells/zz", "quick/x.csv", "jobs/x", "sweeps/x", ".configs/runs/x.json"])
    if path.exists():
        moved = place / "moved"
        shutil.move(path, moved)
        path.symlink_to(moved)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.symlink_to("/etc")
    return str(path.relative_to(place)), True


def strange_file(random_, place):
    path = place / "out" / random_.choice(["cells/note.txt", "cells/00/x.json", "cells/00/readme", "cells/x/y.json"])
    path.parent.mkdir(exist_ok=True)
    path.write_text("{}")
    return str(path.relative_to(place)), True


FAULTS = [record_with_a_sum, record_with_a_sum, record_with_a_sum, record_of_another_cell, record_cut, record_flipped, note,
          note_of_a_strangers_file, job, job_list, table, table, sweep, sweep, link, strange_file]

VERBS = [("table", "--out", "out"), ("report", "--out", "out"), ("collect", "--out", "out"), ("status", "--out", "out"),
         ("check", "--latest", "out"), ("explain", "vectors:as-written:kde:0:1", "--out", "out"),
         ("run", "vectors.yaml", "--out", "out", "--quiet"), ("clean", "--out", "out"), ("table", "--out", "out", "--json"),
         ("compare", "out", "out")]


def broken(finished):
    """What a verb may not do: end otherwise than documented, or show a word of a stranger's file."""
    if finished.returncode not in DOCUMENTED:
        return f"exit code {finished.returncode}: {finished.stderr[-300:]}"
    if "root:x:0" in finished.stdout + finished.stderr:
        return "an excerpt of /etc/passwd"
    if "\u001b[31m" in finished.stdout + finished.stderr:
        return "a control sequence of the file"
    return None


def attack(program, sound, number, seed, work):
    """One fault: its kind, what is wrong, and how many verbs were tried."""
    random_ = random.Random(f"{seed} {number}")
    plant = FAULTS[number % len(FAULTS)]
    place = work / f"{number:05}"
    shutil.copytree(sound, place, symlinks=True)
    for _ in range(20):
        try:
            what, must_be_found = plant(random_, place)
            break
        except Unchanged:
            continue
    faults = []
    finished = run(program, "verify", "out", cwd=place)
    if wrong := broken(finished):
        faults.append(f"verify: {wrong}")
    elif must_be_found and finished.returncode != 5:
        faults.append(f"verify has not found it: exit code {finished.returncode}")
    tried = 1
    for words in random_.sample(VERBS, 2):
        tried += 1
        if wrong := broken(run(program, *words, cwd=place)):
            faults.append(f"{' '.join(words)}: {wrong}")
    return plant.__name__, what, faults, tried, place


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n\n")[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    program = arguments.program.resolve()
    planted, found, tried, failed = collections.Counter(), collections.Counter(), 0, 0
    with tempfile.TemporaryDirectory(prefix="preimage-rewritten-") as name:
        work = pathlib.Path(name)
        sound = work / "sound"
        sound.mkdir()
        make_sound(program, sound)
        verified = run(program, "verify", "out", cwd=sound)
        if verified.returncode != 0:
            print(f"a fault is told of the sound folder:\n{verified.stdout}{verified.stderr}", file=sys.stderr)
            return 1
        for number in range(arguments.count):
            kind, what, faults, verbs, place = attack(program, sound, number, arguments.seed, work)
            planted[kind] += 1
            found[kind] += not faults
            tried += verbs
            if faults:
                failed += 1
                print(f"{number} {kind} ({what}): {'; '.join(faults)}", file=sys.stderr)
                if arguments.keep:
                    shutil.copytree(place, arguments.keep / place.name, symlinks=True, dirs_exist_ok=True)
            shutil.rmtree(place)
    for kind, count in sorted(planted.items()):
        print(f"{kind:28} {count:5} planted, {found[kind]:5} as promised")
    print(f"{arguments.count} faults, {tried} verbs, {failed} misses")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
