#!/usr/bin/env python3
"""Holds the JSON schemas that `preimage keys --schema` writes against the configs and the ledgers of published numbers.

    schema_test.py PROGRAM ROOT

configs/schema.json is what the program prints. Every config of the repository is accepted: configs/, and those that the
manual and the experiments bring. Misspelt keys, and values that no row takes, are refused. The same for
configs/published_schema.json and all ledgers; and what `table --json` prints against core/docs/table.schema.json. Exit code 77 where python3 has no jsonschema or yaml.
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys
import tempfile

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"left out: {missing}")
    sys.exit(77)


class Loader(yaml.SafeLoader):
    """Numbers as YAML 1.2 and the program read them: 1e-3 is one."""


Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)$"),
                             list("-+.0123456789"))

TOY = """
title: Toy
experiment: string_toy
seed: 1
dataset: {name: generated_strings, samples: 30}
input_kernel: {name: normalised, base: {name: subsequence, length: 2, decay: 0.5}}
output_kernel: {name: spectrum, length: 2}
loss: distance
protocol: {outer: {folds: 3}, inner: {folds: 3}}
learners:
  kde: {method: kernel_dependency_estimation, bandwidth: {sigma: [0.5, 1e-1]}, ridge: [1e-2, 1], decoder: {name: candidates}}
  nn_{k}: {for: {k: [1, 3]}, method: nearest_neighbours, k: {k}}
readings:
  other: {note: n, dataset.samples: 20, learners.nn_*.k: 2}
claims:
  c_{k}: {for: {k: [1, 3]}, text: "k = {k}", measure: string_loss, better: kde, worse: "nn_{k}"}
profiles:
  quick: {repetitions: 2, readings: all}
"""

# What is replaced in TOY, and by what no config may have.
WRONG = [("seed: 1", "sede: 1"), ("title: Toy\n", ""), ("loss: distance", "los: distance"), ("loss: distance", "loss: distanc"),
         ("ridge: [1e-2, 1]", "rigde: [1e-2, 1]"), ("ridge: [1e-2, 1]", "ridge: [-1]"), ("ridge: [1e-2, 1]", "ridge: []"),
         ("sigma: [0.5, 1e-1]", "sigma: 0"), ("sigma: [0.5, 1e-1]", "sgima: 1"),
         ("name: candidates", "name: candidate"), ("name: candidates", "name: candidates, k: 1"),
         ("nearest_neighbours", "nearest_neighbors"), ("k: {k}}", "kk: {k}}"), ("k: {k}}", "k: 1.5}"), ("k: {k}}", "k: x}"),
         ("decay: 0.5", "decay: x"), ("decay: 0.5", "decaj: 0.5"), ("name: subsequence", "name: subsequences"),
         ("outer: {folds: 3}", "outer: {folds: 1}"), ("outer: {folds: 3}", "outer: {fold: 3}"),
         ("measure: string_loss, ", ""), ("better: kde", "beter: kde"), ("repetitions: 2", "repetition: 2"),
         ("note: n", "note: [n]"), ("loss: distance", "loss: distance\nword_kernels: {a: {name: linear}}"),
         ("experiment: string_toy", "experiment: string_toi")]


def load(text):
    return yaml.load(text, Loader)  # noqa: S506, a safe loader


def wrong_configs(schema, folder):
    paths = sorted([*folder.glob("configs/*.yaml"), *folder.glob("core/docs/**/*.yaml"),
                    *folder.glob("experiments/*/example/*.yaml")])
    texts = [(path, path.read_text(encoding="utf-8")) for path in paths]
    for page in sorted(folder.glob("core/docs/*.md")):
        blocks = re.findall(r"^```yaml file=.*?\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S)
        texts += [(page, block) for block in blocks if re.search("^experiment:", block, re.M)]
    print(f"{len(texts)} configs")
    if len(texts) < 17:
        yield "expected all configs of the repository"
    for path, text in texts:
        for error in schema.iter_errors(load(text)):
            yield f"{path}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"


def accepted_mistakes(schema):
    if not schema.is_valid(load(TOY)):
        yield f"the toy config is refused: {next(schema.iter_errors(load(TOY))).message[:300]}"
    for old, new in WRONG:
        if old not in TOY:
            yield f"the toy config has no '{old}'"
        elif schema.is_valid(load(TOY.replace(old, new))):
            yield f"'{new}' in place of '{old}' is accepted"


LEDGER = """table,measure,learner,value,spread,spread_kind,folds,note
p/t1,loss,kde,0.0798,0.01,SD,5,"one, two"
p/t1,loss,knn,-1.2e-3,,,,
"""

# What is replaced in LEDGER, and by what no ledger may have.
WRONG_LEDGER = [("value", "valeu"), (",note", ",nota"), ("0.0798", "O.0798"), ("0.0798", ""), ("0.0798", "nan"),
                ("0.01,SD,5", "x,SD,5"), ("0.01,SD,5", "0.01,sd,5"), ("0.01,SD,5", "0.01,SD,"), ("0.01,SD,5", "0.01,SD,0"),
                ("0.01,SD,5", "0.01,,5"), ("0.01,SD,5", ",SE,5"), ("0.01,SD,5", "0.01,SD,five"), ("one", "\x07"),
                (LEDGER.split("\n", 1)[1], "")]


def rows(text):
    return list(csv.DictReader(io.StringIO(text)))


def ledger_problems(schema, folder):
    paths = sorted([*folder.glob("configs/**/*.csv"), *folder.glob("experiments/**/published.csv"),
                    *folder.glob("core/docs/**/published.csv")])
    paths = [path for path in paths if path.name != "papers.csv" and not path.name.endswith(".why.csv")]
    print(f"{len(paths)} ledgers")
    if len(paths) < 6:
        yield "expected all ledgers of the repository"
    for path in paths:
        for error in schema.iter_errors(rows(path.read_text(encoding="utf-8"))):
            yield f"{path}: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"
    for error in schema.iter_errors(rows(LEDGER)):
        yield f"the toy ledger is refused: {error.message[:200]}"
    for old, new in WRONG_LEDGER:
        if schema.is_valid(rows(LEDGER.replace(old, new))):
            yield f"'{new}' in place of '{old}' is accepted in a ledger"


def printed(command, path):
    """The schema that the command prints, and what is wrong with the file that holds it."""
    text = subprocess.run(command, capture_output=True, check=True).stdout.decode()
    schema = jsonschema.Draft7Validator(json.loads(text))
    schema.check_schema(schema.schema)
    is_same = path.is_file() and path.read_text(encoding="utf-8") == text
    return schema, [] if is_same else [f"{path} is not what the program prints: {' '.join(command)}"]


def table_problems(program, folder):
    """What `table --json` prints against core/docs/table.schema.json, and an error that it prints in its place."""
    schema = jsonschema.Draft7Validator(json.loads((folder / "core" / "docs" / "table.schema.json").read_text(encoding="utf-8")))
    schema.check_schema(schema.schema)
    with tempfile.TemporaryDirectory() as out:
        config = [folder / "configs" / "kde_nips_table1.yaml", "--reading", "A-exclusive-noise", "--repetitions", "1", "--out", out]
        subprocess.run([program, "run", *config, "--tables", "none", "--quiet"], check=True)
        text = subprocess.run([program, "table", *config, "--json"], capture_output=True, check=True).stdout
    document = json.loads(text)
    for error in schema.iter_errors(document):
        yield f"table --json: {'.'.join(map(str, error.absolute_path))}: {error.message[:200]}"
    if not document["tables"][0]["rows"][0]["numbers"][0]["verdict"] or document["papers"][0]["numbers"] != 4:
        yield "table --json: expected verdicts of four numbers"
    for path in (["tables", 0, "cells"], ["papers", 0, "in_any_reading"], ["tables", 0, "rows", 0, "numbers", 0, "ours"]):
        damaged = json.loads(text)
        at = damaged
        for step in path[:-1]:
            at = at[step]
        del at[path[-1]]
        if schema.is_valid(damaged):
            yield f"table --json without {path[-1]} is accepted"
    refused = subprocess.run([program, "table", "--json", "--out", out], capture_output=True, check=False)
    error = json.loads(refused.stdout)
    if error["format"] != "preimage-error" or error["exit_code"] != refused.returncode or not error["error"]:
        yield f"an error under --json is not the document that is described: {error}"


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    schema, problems = printed([program, "keys", "--schema"], folder / "configs" / "schema.json")
    problems += [*wrong_configs(schema, folder), *accepted_mistakes(schema)]
    schema, stale = printed([program, "keys", "published", "--schema"], folder / "configs" / "published_schema.json")
    problems += stale + list(ledger_problems(schema, folder)) + list(table_problems(program, folder))
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
