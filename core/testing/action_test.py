#!/usr/bin/env python3
"""The steps of action.yml as a runner would take them, but for the service: inputs become variables, `run` goes to bash.

usage: action_test.py PROGRAM             all steps but `install`, which needs root and the network, with this program in PATH
       action_test.py --package FILE.deb  all steps, as root of a bare Debian 12 (core/testing/packages.sh)

A config whose numbers hold passes, one whose seed was changed fails in `check` with 3, and the summary says which.
Exit codes: 0 passed, 1 failed, 77 skipped because PyYAML is not installed.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]

try:
    import yaml
except ImportError:
    print("skipped: PyYAML is not installed")
    sys.exit(77)


def steps_of(action, given):
    """(name, script, variables) of each step, with the inputs in their places."""
    inputs = {name: given.get(name, facts.get("default")) for name, facts in action["inputs"].items()}
    for step in action["runs"]["steps"]:
        assert step["shell"] == "bash", step
        variables = {}
        for name, text in step.get("env", {}).items():
            match = re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", text)
            assert match, f"{name}: {text}: an input alone is expected"
            variables[name] = inputs[match[1]]
            assert variables[name] is not None, f"{match[1]} is required"
        assert "${{" not in step["run"], "an input in a script could be a command: it belongs into env"
        yield step["name"], step["run"], variables


def take_steps(folder, environment, given, skipped):
    """The exit code of the first step that fails, with its name, else 0; and the summary."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    summary = folder / "summary.md"
    summary.write_text("")
    for name, script, variables in steps_of(action, given):
        if name in skipped:
            continue
        done = subprocess.run(["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", script], cwd=folder, check=False,
                              env={**environment, **variables, "GITHUB_STEP_SUMMARY": str(summary)},
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            return (name, done.returncode), summary.read_text(), done.stdout
    return ("", 0), summary.read_text(), ""


def expect(found, expected, what, output=""):
    if found != expected:
        sys.exit(f"{what}: found {found!r}, expected {expected!r}\n{output}")


def main():
    environment, given, skipped = dict(os.environ), {"config": "vectors.yaml"}, {"install"}
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if sys.argv[1] == "--package":
            given["package"] = str(pathlib.Path(sys.argv[2]).resolve())
            skipped = set()
        else:
            environment["PATH"] = f"{pathlib.Path(sys.argv[1]).resolve().parent}:{environment['PATH']}"
        example = ROOT / "core" / "suite" / "own_data" / "example"
        if not example.is_dir():
            example = ROOT / "experiments" / "own_data" / "example"
        for file in ("vectors.yaml", "points.csv"):
            shutil.copy(example / file, folder)
        # The reference, as who sets up the gate makes it.
        (outcome, _, output) = take_steps(folder, environment, given, skipped | {"check"})
        expect(outcome, ("", 0), "the steps up to check", output)
        update = ["preimage", "check", "vectors.yaml", "--reference", "numbers", "--latest", "out", "--update"]
        subprocess.run(update, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        outcome, summary, output = take_steps(folder, environment, given, skipped | {"install"})
        expect(outcome, ("", 0), "numbers that hold", output)
        expect(summary.startswith("**held**: 0 of "), True, "the summary of numbers that hold", summary)
        config = folder / "vectors.yaml"
        config.write_text(config.read_text().replace("seed: 1\n", "seed: 2\n"))
        outcome, summary, output = take_steps(folder, environment, given, skipped | {"install"})
        expect(outcome, ("check", 3), "numbers that moved", output)
        expect(summary.startswith("**moved**: "), True, "the summary of numbers that moved", summary)
    print("action.yml: held and moved as expected")


main()
