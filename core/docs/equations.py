#!/usr/bin/env python3
"""Holds the index of equations to the code: each row of equations.md names an equation of a paper, the declaration that is it, and
its test.

    equations.py [--update]        exit codes: 0 all hold, 1 some do not

A declaration cites a paper as the comment above it does: [Weston et al., NIPS 2002, eq. (6)]. A row's place is a file
with the line that cites its equation; --update writes the numbers of the lines anew, and nothing else. A row without a place names
the test that holds it, or says "needs no code" or "not built" and why. What is held:
- every numbered equation of each paper has a row;
- a place cites the equation, in the line that it names; every citation in the library is a place of its row; names of
  declarations stand in these files; rows of sections have no lines;
- a test is a file and the name of a case in it;
- files that experiments/ERRATA.md names are there.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAPERS = {  # as citations name a paper: how many numbered equations it has
    "NIPS 2002": 6,
    "TR-098": 6,
    "Bakir, Weston, Schoelkopf 2003": 6,
    "Lampert and Blaschko 2008": 4,
    "Cortes, Mohri and Weston 2005": 15,
}
BRACKET = re.compile(r"\[([^\[\]]*\beqs?\.[^\[\]]*)\]")
NUMBERS = re.compile(r"\beqs?\. ?((?:\(\d+\)(?:-|, | and )?)+)")
ROW = re.compile(r"^\| (\(\d+\)|sec\. [^|]*?) \|([^|]*)\|([^|]*)\|([^|]*)\|$")
PLACE = re.compile(r"`core/([\w/]+\.hpp)(?::(\d+))?`")
NAME = re.compile(r"`([A-Za-z_]+)(?:::[a-z_]+)?`")
TEST = re.compile(r'`([^`]+_test\.cpp)`: "([^"]+)"')


def numbers_in(text):
    """The numbers of "eqs. (8)-(10) and (12)"."""
    found = []
    for run in NUMBERS.findall(text):
        ends = [int(n) for n in re.findall(r"\((\d+)\)", run)]
        for dash, number in zip([""] + re.findall(r"\)(-|, | and )\(", run), ends):
            found += range(found[-1] + 1, number + 1) if dash == "-" else [number]
    return found


def citations(text):
    """(paper, number): the line of its first citation in a source file."""
    comment = re.sub(r"\n[ \t]*//[/!]?", lambda match: "\n" + " " * (len(match.group()) - 1), text)
    found = {}
    for match in BRACKET.finditer(comment):
        for part in match.group(1).split(";"):
            numbers = numbers_in(" ".join(part.split()))
            for paper in PAPERS:
                if paper not in " ".join(part.split()):
                    continue
                for number in numbers:
                    offset = match.start() + match.group().find(part)
                    line = comment.count("\n", 0, offset + len(part) - len(part.lstrip())) + 1
                    found.setdefault((paper, number), line)
    return found


def cited_in_library(root):
    return {path.relative_to(root / "core").as_posix(): citations(path.read_text(encoding="utf-8"))
            for path in sorted((root / "core" / "preimage").rglob("*.hpp")) if not path.name.startswith("testing_")}


def rows_of(page):
    """(line in the page, paper or papers, number or section, place, test) of each row below a heading."""
    papers = []
    for line, text in enumerate(page.splitlines(), 1):
        if text.startswith("## "):
            papers = [paper for paper in PAPERS if paper in text]
        row = ROW.match(text)
        if row and papers:
            yield line, papers, row.group(1), row.group(3), row.group(4)


def has_case(root, file, name):
    path = root / file
    return path.is_file() and f'TEST_CASE("{name}")' in re.sub(r'TEST_CASE\(\s+"', 'TEST_CASE("', path.read_text(encoding="utf-8"))


def faults(root, page):
    cited = cited_in_library(root)
    linked = {}
    for line, papers, number, place, test in rows_of(page):
        links = PLACE.findall(place)
        where = f"equations.md:{line}: {papers[0]} {number}"
        if not links and not TEST.search(test) and "needs no code" not in place and "not built" not in place:
            yield f"{where}: neither a place nor a test, \"needs no code\" or \"not built\""
        equation = int(number.strip("()")) if number.startswith("(") else None
        for file, at in links:
            if not (root / "core" / file).is_file():
                yield f"{where}: {file} is not there"
                continue
            for paper in papers if equation else []:
                linked.setdefault((paper, equation), set()).add(file)
                found = cited.get(file, {}).get((paper, equation))
                if found is None:
                    yield f"{where}: {file} does not cite {paper}, eq. ({equation})"
                elif str(found) != at and paper == papers[0]:
                    yield f"{where}: line {at} is line {found}: `core/docs/equations.py --update`"
        texts = "".join((root / "core" / file).read_text(encoding="utf-8") for file, _ in links if (root / "core" / file).is_file())
        for name in NAME.findall(place) if links else []:
            if not re.search(rf"\b{name}\b", texts):
                yield f"{where}: `{name}` is in none of its files"
        if links and not TEST.search(test):
            yield f"{where}: no test"
        for file, name in TEST.findall(test):
            if not has_case(root, file, name):
                yield f'{where}: {file} has no case "{name}"'
        if equation:
            for paper in papers:
                linked.setdefault((paper, equation), set())
    for paper, count in PAPERS.items():
        for number in range(1, count + 1):
            if (paper, number) not in linked:
                yield f"equations.md: no row for {paper}, eq. ({number})"
    for file, found in cited.items():
        for (paper, number), line in found.items():
            if file not in linked.get((paper, number), ()):
                yield f"core/{file}:{line}: cites {paper}, eq. ({number}), whose row does not have this place"


def stale_paths(root):
    for path in re.findall(r"`((?:core|experiments|configs)/[\w./]+)`", (root / "experiments" / "ERRATA.md").read_text(encoding="utf-8")):
        if not (root / path).exists():
            yield f"experiments/ERRATA.md: {path} is not there"


def updated(root, page):
    """The page with the lines where its places cite."""
    cited = cited_in_library(root)
    lines = page.splitlines()
    for line, papers, number, _, _ in list(rows_of(page)):
        def with_line(match):
            if not number.startswith("("):
                return match.group()
            found = cited.get(match.group(1), {}).get((papers[0], int(number.strip("()"))))
            return f"`core/{match.group(1)}:{found or match.group(2)}`"
        lines[line - 1] = PLACE.sub(with_line, lines[line - 1])
    return "\n".join(lines) + "\n"


def main(arguments):
    if arguments not in ([], ["--update"]):
        print(__doc__, file=sys.stderr)
        return 2
    path = ROOT / "core" / "docs" / "equations.md"
    if arguments:
        path.write_text(updated(ROOT, path.read_text(encoding="utf-8")), encoding="utf-8")
    found = [*faults(ROOT, path.read_text(encoding="utf-8")), *stale_paths(ROOT)]
    print("\n".join(found) if found else f"{len(list(rows_of(path.read_text(encoding='utf-8'))))} rows hold")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
