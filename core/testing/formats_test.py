#!/usr/bin/env python3
"""Holds the program to files of an earlier version (out/, reference/, *.pim, made by make_formats.sh): each is read, and says what it said.

    formats_test.py PROGRAM FOLDER            exit codes: 0 ok, 1 something is not read, or says something else
    formats_test.py PROGRAM FOLDER --write    writes FOLDER/expected anew; make_formats.sh does

Texts are compared letter by letter, numbers within 1e-8: their last digits are the machine's.
Where the version of a method, kernel or decoder was raised since, tables are of other numbers: records, notes, jobs and
references have to be read all the same, and a model has to be refused with both versions and the `preimage fit` to type.
"""
import csv
import difflib
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile

NUMBER = r"(?<![\w.])[-+]?\d+\.\d+(?:e[-+]?\d+)?(?![\w.])"
MODELS = {"classes": "x1,x2\n0.5,1\n-0.25,2\n", "curve": "x\n0.1\n1.3\n", "pairs": "kolut\nsami\n",
          "mixed": "molecule,charge,mass\nCCO,0.5,\nCNSC,-1,0.2\n"}
SCHEMAS = {"formats_0_1": {2, 3, 4}, "formats_0_2": {2, 3, 4, 5}}  # of records
FIT = r"; `preimage fit {0} --reading as-written --learner kde --out \S*{0}\.pim` fits it again"


class Failure(Exception):
    pass


def difference(name, expected, found):
    """Why `found` is not `expected`; None where it is."""
    split = [(re.sub(NUMBER, "#", text), re.findall(NUMBER, text)) for text in (expected, found)]
    (words, numbers), (other_words, other_numbers) = split
    if words != other_words:
        lines = difflib.unified_diff(expected.split("\n"), found.split("\n"), "expected", "found", lineterm="", n=0)
        return name + ":\n" + "\n".join(list(lines)[:20])
    for a, b in zip(numbers, other_numbers):
        if abs(float(a) - float(b)) > 1e-8 * max(1.0, abs(float(a))):
            return f"{name}: expected {a}, found {b}"
    return None


def without_verdicts(text, old):
    """The columns that OLD has of a table in CSV, but for those of its verdicts, which another rule gives now."""
    names = [name for name in next(csv.reader(io.StringIO(old)), []) if name not in ("z", "verdict")]
    return "\n".join(",".join(str(row.get(name)) for name in names) for row in csv.DictReader(io.StringIO(text)))


class Formats:
    def __init__(self, program, folder, place):
        self.program, self.folder, self.place = program, folder, place
        self.made_at = f"/tmp/{folder.name}"
        self.models = [model.stem for model in sorted(folder.glob("*.pim"))]
        for name in ("study", "out", "reference"):
            shutil.copytree(folder / name, place / name)
        for model in self.models:
            shutil.copy(folder / f"{model}.pim", place)
            (place / f"{model}_inputs.txt").write_text(MODELS[model])
        # A job names its configs by absolute paths; a note also by the way to them from its folder.
        for file in place.glob("out/jobs/*/job.json"):
            file.write_text(file.read_text().replace(self.made_at, str(place)))

    def run(self, *words, code=0):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PREIMAGE_")}
        environment.update(OPENBLAS_NUM_THREADS="1", NO_COLOR="1", LC_ALL="C")
        done = subprocess.run([self.program, *words], cwd=self.place, env=environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=120)
        if done.returncode != code:
            raise Failure(f"preimage {' '.join(words)}: expected exit code {code}, found {done.returncode}\n{done.stderr}")
        return done

    def said(self, *words, code=0):
        return self.run(*words, code=code).stdout.replace(str(self.place), self.made_at)

    def printed(self):
        """What verbs print, by the name of its file in expected/, of everything but models."""
        self.run("table", "--out", "out", code=6)  # the tables of 0.1 have not the columns of rule 2
        gate = self.said("check", "study/classes.yaml", "study/pairs.yaml", "--reference", "reference", "--latest", "out",
                         "--json", "check.json")
        return {"verify.txt": self.said("verify", "out"),
                 "plan.txt": re.sub(r"\d+:\d\d:\d\d|\b\d+$", "#", self.said("plan", "--out", "out", *self.configs()), flags=re.M),
                 "check.txt": gate, "check.json": (self.place / "check.json").read_text(),
                 "published.txt": self.said("check", "study/classes.yaml", "--published", "--latest", "out"),
                 "status.txt": self.said("status", "--out", "out"),
                 "table.txt": self.said("table", "--out", "out", code=6),
                 "table.json": self.said("table", "--out", "out", "--json", code=6)}

    def configs(self):
        return [f"study/{config.name}" for config in sorted((self.folder / "study").glob("*.yaml"))]

    def predictions(self, model):
        return self.said("predict", f"{model}.pim", f"{model}_inputs.txt")

    def model_files(self):
        return {f"predict_{model}.csv": self.predictions(model) for model in self.models}

    def raised_versions(self):
        """Lines of `explain` on what changed in a cell of each config since its record was written."""
        changed = []
        for name in ("classes:as-written:kde:0:0", "curve:as-written:kde:0:0", "pairs:as-written:kde:0:0",
                     "pairs:as-written:windows:0:0", "single:as-written:nearest_neighbours:0:0"):
            said = self.run("explain", name, f"study/{name.split(':')[0]}.yaml", "--out", "out").stdout
            if not re.search(r"^runs again +no$", said, re.M):
                changed += re.findall(r"^changed +(.*)$", said, re.M) or [said]
        odd = [line for line in changed if not line.startswith("version.")]
        if odd:
            raise Failure(f"keys of 0.1 have moved, and no version was raised: {odd}")
        return changed


def check_records(formats):
    """Every record is read, whatever became of its numbers: `verify` finds no fault, and a changed byte."""
    formats.run("table", "--out", "out", code=6)  # as above
    said = formats.said("verify", "out")
    if not re.search(r"^out: \d+ records, .*: 0 faults$", said, re.M):
        raise Failure(f"records of 0.1 are not read:\n{said}")
    records = sorted(formats.place.glob("out/cells/*/*.json"))
    schemas = {json.loads(record.read_text())["schema"] for record in records}
    statuses = {json.loads(record.read_text())["result"]["status"] for record in records}
    wanted = SCHEMAS[formats.folder.name]
    if schemas != wanted or statuses != {"ok", "failed"}:
        raise Failure(f"the records are to be of schemas {wanted}, ok and failed: {schemas}, {statuses}")
    for record in records:  # by other code than ours
        line = record.read_bytes()
        body, mark, rest = line.rpartition(b',"sha256":"')
        if not mark or rest != hashlib.sha256(body + b"}").hexdigest().encode() + b'"}\n':
            raise Failure(f"{record.name}: its sum is not that of the line without it")


def check_tables(formats):
    texts = formats.printed()
    for name, text in texts.items():
        reason = difference(name, (formats.folder / "expected" / name).read_text(), text)
        if reason:
            raise Failure(reason)
    files = 0
    for file in sorted(formats.folder.glob("out/quick/**/*")):  # `table` has written them anew
        if file.is_file() and file.name != "timings.csv":
            now = formats.place / file.relative_to(formats.folder)
            if file.name.endswith(".confusion.svg"):  # a picture of 0.1 that is none any more
                if now.exists():
                    raise Failure(f"{now.name}: `table` leaves a picture that it does not write")
                continue
            shown = [path.read_text() if path.is_file() else "" for path in (file, now)]
            if file.suffix == ".csv":
                shown = [without_verdicts(text, shown[0]) for text in shown]
            elif all(shown) and file.suffix in (".txt", ".md", ".tex"):  # expected/table.txt holds the forms of now
                shown[1] = shown[0]
            reason = difference(str(file.relative_to(formats.folder)), *shown)
            if reason:
                raise Failure(reason)
            files += 1
    if files < 20:
        raise Failure(f"only {files} files of tables")


def check_job(formats, has_moved):
    """A job is read; the program that it names is not started. has_moved  its cells have other keys now"""
    program = formats.place / "bin" / "preimage"
    program.parent.mkdir()
    program.write_text(f"#!/bin/sh\n: >'{formats.place}/started'\n")
    program.chmod(0o755)
    job = next(formats.place.glob("out/jobs/*/job.json"))
    if json.loads(job.read_text())["program"] != str(program):
        raise Failure(f"{job}: names another program")
    formats.run("status", "--out", "out")
    if has_moved:
        return
    open_cells = formats.run("collect", "--out", "out", code=6).stderr
    if "\n3 of 6 cells have no result; " not in open_cells:
        raise Failure(f"collect does not read the job:\n{open_cells}")
    if (formats.place / "started").exists():
        raise Failure("a job starts its program")


def check_model(formats, model):
    """It predicts what it predicted, or is refused by name."""
    done = subprocess.run([formats.program, "predict", f"{model}.pim", f"{model}_inputs.txt"], cwd=formats.place,
                          capture_output=True, text=True, check=False, timeout=120)
    if done.returncode == 5:
        versions = re.search(r"fitted by version '?(\d+)'? of .*, and this program has version (\d+),", done.stderr)
        if not versions or versions[1] == versions[2] or not re.search(FIT.format(model), done.stderr):
            raise Failure(f"{model}.pim is refused without versions and the fit to type:\n{done.stderr}")
        print(f"{model}.pim is of version {versions[1]}, and refused")
        return
    expected = (formats.folder / "expected" / f"predict_{model}.csv").read_text()
    said = done.stdout
    if "far_from_training" not in expected:  # a column that 0.1 did not have
        said = re.sub(",(far_from_training|[01])$", "", said, flags=re.M)
    reason = difference(model, expected, said)
    if done.returncode != 0 or reason:
        raise Failure(f"{model}.pim: exit code {done.returncode}, {reason}\n{done.stderr}")


def rewritten(path, facts):
    """The model file with these facts in model.json, and with valid sums."""
    members = {}
    with tarfile.open(path) as archive:
        for member in archive:
            members[member.name] = archive.extractfile(member).read()
    members["model.json"] = (json.dumps({**json.loads(members["model.json"]), **facts}, indent=1, ensure_ascii=False) + "\n").encode()
    del members["SHA256SUMS"]
    members["SHA256SUMS"] = "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in members.items()).encode()
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in members.items():
            member = tarfile.TarInfo(name)
            member.size, member.mode = len(data), 0o644
            archive.addfile(member, io.BytesIO(data))
    size = sum(512 + -(-len(data) // 512) * 512 for data in members.values())
    path.write_bytes(out.getvalue()[:size + 1024])


def check_refusals(formats, model):
    """An earlier format, one that is later, and another version of the method."""
    path = formats.place / f"{model}.pim"
    good = path.read_bytes()
    fit = FIT.format(model)
    for facts, said in [({}, None),
                        ({"format_version": "0"}, r"is a model file of format '0', and this program reads format 1: an earlier program "
                                                  r"wrote it" + fit),
                        ({"format_version": "2"}, r"is a model file of format '2', and this program reads format 1: a later program "
                                                  r"wrote it$"),
                        ({"parameters.version.method": "1"}, r"fitted by version '1' of method kernel_dependency_estimation, and this "
                                                             r"program has version \d+, whose numbers differ" + fit)]:
        path.write_bytes(good)
        rewritten(path, facts)
        if said is None:
            if path.read_bytes() != good:
                raise Failure("this test writes model files otherwise than the program")
            continue
        message = formats.run("predict", f"{model}.pim", f"{model}_inputs.txt", code=5).stderr.strip()
        if not message.startswith(f"preimage: {model}.pim: ") or not re.search(said, message) or "\n" in message:
            raise Failure(f"{facts}: expected '{said}', found\n{message}")
    path.write_bytes(good)


def write(formats):
    (formats.folder / "expected").mkdir(exist_ok=True)
    for name, text in {**formats.printed(), **formats.model_files()}.items():
        (formats.folder / "expected" / name).write_text(text)


def main(arguments):
    if len(arguments) not in (2, 3) or arguments[2:] not in ([], ["--write"]):
        print(__doc__, file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        program, folder = (pathlib.Path(argument).resolve() for argument in arguments[:2])
        formats = Formats(str(program), folder, pathlib.Path(name).resolve() / "formats")
        if arguments[2:]:
            write(formats)
            return 0
        try:
            check_records(formats)
            raised = formats.raised_versions()
            if raised:
                print("its tables are of earlier versions, and not compared:", *raised, sep="\n  ")
            else:
                check_tables(formats)
            check_job(formats, bool(raised))
            for model in formats.models:
                check_model(formats, model)
            check_refusals(formats, "classes")
        except Failure as failure:
            print(failure, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
