#!/usr/bin/env python3
"""Holds the JSON schema that `preimage keys --schema` writes against the configs.

    schema_test.py PROGRAM ROOT

configs/schema.json is what the program prints. Every config of the repository is accepted: configs/, and those that the
manual and the experiments bring. Misspelt keys, and values that no row takes, are refused. Exit code 77 where python3 has no
jsonschema or yaml.
"""
import json
import pathlib
import re
import subprocess
import sys

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


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    text = subprocess.run([program, "keys", "--schema"], capture_output=True, check=True).stdout.decode()
    schema_class = jsonschema.Draft7Validator
    schema_class.check_schema(json.loads(text))
    schema = schema_class(json.loads(text))
    problems = [*wrong_configs(schema, folder), *accepted_mistakes(schema)]
    if (folder / "configs" / "schema.json").read_text(encoding="utf-8") != text:
        problems.append("configs/schema.json is not what the program prints: preimage keys --schema > configs/schema.json")
    print(*problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
