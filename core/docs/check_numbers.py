#!/usr/bin/env python3
"""Holds tables of the pages to the committed reference: each cell is a number of a CSV, rounded.

    check_numbers.py [--update] [PAGE...]   PAGE: the READMEs of experiments and the pages of the manual, unless some are named

--update writes the numbers anew, with as many digits as they have; words are left to a person. A table is held by a comment
before it, with one word for each row below its head and one for each column behind the first:

    <!-- numbers: paper/string_toy 50 repetitions
    columns: string_loss/kde - class_loss/kde,class_loss/jkse
    rows: printed=kde_nips_table1/A kde_nips_table1/A -
    -->

A row and a column together name a line of results/reference/paper/string_toy/kde_nips_table1.csv by reading, measure and
learner: ROW/COLUMN, or ROW with COLUMN in place of its {}. Several {}, or {0} and {1}, take the parts of a COLUMN like A:B.
"-" is held to nothing; "printed=" takes the published number in place of ours. A cell may hold several numbers with commas
between them, each also as `.85 +- .04`, with the SD. A cell is blank only where the CSV has no number for it. Further words
behind the folder are:

    50 repetitions      each line of the CSV has as many, and the text above says so; not needed where there is 1; also 1 or 50
    percent             the page's numbers are the CSV's times 100
    without verdicts    else a verdict that is not "reproduced" stands behind the number: "~" or consistent, "=" or no difference
                        found, marginal, "no" or "not reproduced", "?" or inconclusive
"""
import csv
import decimal
import functools
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "results" / "reference"
COMMENT = re.compile(r"<!-- numbers: (.*?)-->[ \t]*\n", re.DOTALL)
BEGIN = re.compile(r"<!--\s*numbers\b")
DECIMAL = r"\d*\.?\d+(?:[eE][-+]?\d+)?"
NUMBER = re.compile(rf"([-+]?{DECIMAL})(?: \+- ({DECIMAL}))?")
WORDS = {"reproduced": {"", "yes", "reproduced"}, "consistent": {"~", "consistent"}, "no difference found": {"=", "no difference found"},
         "marginal": {"marginal"}, "not reproduced": {"no", "not reproduced"}, "inconclusive": {"?", "inconclusive"}, "": {""}}


@functools.lru_cache
def lines_of(file):
    """The lines of a CSV by reading/measure/learner; none where there is no such file."""
    if not file.is_file():
        return {}
    with open(file, encoding="utf-8", newline="") as opened:
        return {f"{line['reading']}/{line['measure']}/{line['learner']}": line for line in csv.DictReader(opened)}


class Table:
    """What a comment says of the table below it."""

    def __init__(self, text, reference):
        parts = re.split(r"\n(columns|rows):", text)
        folder, *options = parts[0].split()
        self.folder = reference / folder
        named = dict(zip(parts[1::2], parts[2::2]))
        self.columns = named.get("columns", "").split()
        self.rows = named.get("rows", "").split()
        told = " ".join(options)
        self.factor = 100 if "percent" in options else 1
        self.has_verdicts = "without verdicts" not in told
        found = re.search(r"((?:\d+ or )*\d+) repetitions", told)
        self.repetitions = found.group(1).split(" or ") if found else ["1"]

    def holds_nothing(self):
        return {"-"}.issuperset(self.rows) or {"-"}.issuperset(self.columns)

    def find(self, row, column):
        """The CSV of an address, the key of the line in it, and whether its published number is meant."""
        is_printed = row.startswith("printed=")
        row = row.removeprefix("printed=")
        address = f"{row}/{column}"
        if "{" in row:
            address = row.format(*column.split(":"))
        config, key = address.split("/", 1)
        return self.folder / f"{config}.csv", key, is_printed

    def line(self, row, column):
        """The CSV's line of an address, and whether its published number is meant."""
        file, key, is_printed = self.find(row, column)
        if key not in lines_of(file):
            raise SystemExit(f"no line {key} in {file}")
        return lines_of(file)[key], is_printed

    def missing(self, row, column):
        """The number that the CSV has for a blank cell; nothing where it has none."""
        file, key, is_printed = self.find(row, column)
        return lines_of(file).get(key, {}).get("published" if is_printed else "ours", "")


def unit(text):
    """One unit of the last digit that is written, exponent included: .01 of "7.25", .00001 of "5.0e-4"."""
    return decimal.Decimal(1).scaleb(decimal.Decimal(text).as_tuple().exponent)


def is_rounded(text, value):
    """Whether TEXT is VALUE with as many digits as TEXT has."""
    return abs(float(text) - value) <= .5 * float(unit(text)) * (1 + 1e-9) + 1e-15 * abs(value)


def rounded(text, value):
    """VALUE with as many digits as TEXT has, with an exponent or without, and without a 0 in front where TEXT has none."""
    if is_rounded(text, value):
        return text
    digits, mark, exponent = re.fullmatch(r"([^eE]*)([eE]?)(.*)", text).groups()
    scaled = decimal.Decimal(value).scaleb(-int(exponent or 0))
    written = str(scaled.quantize(unit(digits), decimal.ROUND_HALF_UP))
    return (written if digits.lstrip("-+").startswith("0") else re.sub(r"^(-?)0\.", r"\1.", written)) + mark + exponent


class Cell:
    """One number of a page beside its line of the CSV."""

    def __init__(self, text, table, line, is_printed):
        self.text = text.strip().rstrip("†")
        self.line = line
        names = ("published", "published_spread") if is_printed else ("ours", "sd_over_repetitions")
        self.values = [float(line[name]) * table.factor if line[name] else None for name in names]
        self.has_verdict = table.has_verdicts and not is_printed
        self.repetitions = None if is_printed else table.repetitions

    def faults(self):
        found = NUMBER.match(self.text)
        if not found:
            return [f"'{self.text}' is no number"]
        wrong = [f"{shown} is not {value} rounded" for shown, value in zip(found.groups(), self.values)
                 if shown and (value is None or not is_rounded(shown, value))]
        verdict = self.line["verdict"].removesuffix(" (provisional)")
        if self.has_verdict and self.text[found.end():].strip() not in WORDS[verdict]:
            wrong.append(f"'{self.text}': the verdict is '{self.line['verdict']}'")
        if self.repetitions and self.line["repetitions"] not in self.repetitions:
            wrong.append(f"of {self.line['repetitions']} repetitions, not {' or '.join(self.repetitions)}")
        return wrong

    def updated(self, text):
        """TEXT with the CSV's numbers in place of its own; a number that the CSV lacks stays, and stays a fault."""
        def write(found):
            shown = [old if value is None else rounded(old, value) for old, value in zip(found.groups(), self.values) if old]
            return " +- ".join(shown)
        return NUMBER.sub(write, text, count=1)


def hold_row(table, row, cells):
    """The cells of a row with the CSV's numbers, and what is wrong with them."""
    written, wrong = [], []
    if len(cells) != len(table.columns):
        return cells, [f"row {row}: {len(cells)} cells, {len(table.columns)} columns"]
    for cell, column in zip(cells, table.columns):
        parts, names = cell.split(","), column.split(",")
        if "-" in (row, column):
            written.append(cell)
            continue
        if not cell.strip():
            written.append(cell)
            wrong += [f"row {row}, column {name}: blank, and the CSV has {table.missing(row, name)}" for name in names
                      if table.missing(row, name)]
            continue
        if len(parts) != len(names):
            wrong.append(f"row {row}: '{cell}' has not {len(names)} numbers")
            names = names[:len(parts)]
        for place, name in enumerate(names):
            held = Cell(parts[place], table, *table.line(row, name))
            wrong += [f"row {row}, column {name}: {what}" for what in held.faults()]
            parts[place] = held.updated(parts[place])
        written.append(",".join(parts))
    return written, wrong


def hold(text, reference=REFERENCE):
    """A page with the reference's numbers, what is wrong with it, and how many of its tables are held."""
    out, wrong, end, count = [], [], 0, 0
    begun, comments = len(BEGIN.findall(text)), list(COMMENT.finditer(text))
    if begun != len(comments):
        wrong.append(f"{begun} comments begin with 'numbers', and {len(comments)} are whole")
    for found in comments:
        table = Table(found.group(1), reference)
        count += 1
        above = " ".join(text[:found.start()].split("\n\n")[-2].split())
        wrong += [f"the text above the table of {table.rows[0]} does not say '{number} repetitions'" for number in table.repetitions
                  if number != "1" and not re.search(rf"(?<![\w.,]){number} repetitions\b", above)]
        if table.holds_nothing():
            wrong.append("a table of '-' alone is held to nothing")
        shown = re.match(r"(?:\|.*\n)+", text[found.end():])
        lines = shown.group(0).splitlines() if shown else []
        if len(lines) < 2:
            wrong.append(f"no table follows the comment of {' '.join(table.rows)}")
            continue
        if len(lines) != len(table.rows) + 2:
            wrong.append(f"{len(lines) - 2} rows below a comment of {len(table.rows)}")
            continue
        out += [text[end:found.end()], "".join(line + "\n" for line in lines[:2])]
        for row, line in zip(table.rows, lines[2:]):
            first, *cells = line.strip("|").split("|")
            written, faults = hold_row(table, row, cells)
            wrong += faults
            out.append("|" + "|".join([first, *written]) + "|\n")
        end = found.end() + shown.end()
    return "".join(out) + text[end:], wrong, count


LINES = ("reading,measure,learner,published,published_spread,ours,sd_over_repetitions,repetitions,verdict\n"
         "r,loss,kde,0.15,,0.1234,0.02,20,marginal\n")
GOOD = ("Of 20 repetitions.\n\n<!-- numbers: x 20 repetitions\ncolumns: kde -\nrows: printed=c/r/loss c/r/loss -\n-->\n"
        "| a | b | c |\n|---|---|---|\n| p | .15 | |\n| o | .123 +- .02 marginal | 7 |\n| n | 1 | 2 |\n")
CHANGES = ((".123", ".124"), ("+- .02", "+- .03"), (" marginal", ""), ("Of 20", "Of 10"), (".15", ".16"), ("kde -", "kde"),
           ("| n | 1 | 2 |\n", ""), (".123 +- .02 marginal", "none"), ("x 20", "x 30"), (".123 +- .02 marginal", ""),
           ("| .15 |", "| |"), (".15", ".15 +- .04"), ("Of 20", "Of 120"), ("Of 20", "Of 1,020"), ("-->\n", "--> of p\n"),
           ("<!-- ", "<!--"), ("printed=c/r/loss c/r/loss", "- -"), ("kde -", "- -"))


def test(folder):
    """Each fault of a table is found, and --update mends the numbers."""
    (folder / "x").mkdir()
    (folder / "x" / "c.csv").write_text(LINES, encoding="utf-8")
    assert hold(GOOD, folder) == (GOOD, [], 1), hold(GOOD, folder)
    for old, new in CHANGES:
        assert hold(GOOD.replace(old, new), folder)[1], (old, new)
    assert hold(GOOD.replace(".123 +- .02", ".999 +- .99"), folder)[0] == GOOD
    percent = GOOD.replace("20 repetitions\nc", "20 repetitions percent without verdicts\nc").replace(".15", "15")
    assert not hold(percent.replace(".123 +- .02 marginal", "12.3"), folder)[1]
    assert hold(GOOD.replace("-->\n", "--> \n"), folder)[1:] == ([], 1)
    assert hold(GOOD.replace("-->\n", "-->\n\n"), folder)[1] == ["no table follows the comment of printed=c/r/loss c/r/loss -"]
    small = GOOD.replace(".123 +- .02 marginal", "1.2e-4 +- 2e-5 marginal")
    (folder / "z").mkdir()
    (folder / "z" / "c.csv").write_text(LINES.replace("0.1234,0.02", "0.000124,0.00002"), encoding="utf-8")
    small = small.replace("x 20", "z 20")
    assert not hold(small, folder)[1], hold(small, folder)
    for old, new in (("1.2e-4", "1.3e-4"), ("1.2e-4", "1.2e-3"), ("2e-5", "3e-5"), ("2e-5", "2e-4")):
        assert hold(small.replace(old, new), folder)[1], (old, new)
        assert hold(small.replace(old, new), folder)[0].count("e-") == 2
    assert hold(small.replace("1.2e-4 +- 2e-5", "9.9e-4 +- 9e-5"), folder)[0] == small
    lacking = GOOD.replace(".15", ".15 +- .04")
    assert hold(lacking, folder)[0] == lacking
    (folder / "y").mkdir()
    (folder / "y" / "c.csv").write_text(LINES.replace("marginal", "marginal (provisional)"), encoding="utf-8")
    assert not hold(GOOD.replace("x 20", "y 20"), folder)[1]


def main(arguments):
    with tempfile.TemporaryDirectory() as name:
        test(pathlib.Path(name))
    is_update = arguments[:1] == ["--update"]
    pages = [pathlib.Path(name) for name in arguments[is_update:]]
    pages = pages or sorted([*ROOT.glob("experiments/*/README.md"), *ROOT.glob("core/docs/*.md")])
    wrong, tables = 0, 0
    for page in pages:
        text = page.read_text(encoding="utf-8")
        written, faults, count = hold(text)
        if is_update and written != text:
            page.write_text(written, encoding="utf-8")
            faults = hold(written)[1]
        if not count and (REFERENCE / "paper" / page.parent.name).is_dir():
            faults = ["no table is held to the reference"]
        for what in faults:
            print(f"{page}: {what}")
        wrong, tables = wrong + len(faults), tables + count
    print(f"{tables} tables, {wrong} faults")
    return 1 if wrong or not tables else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
