#!/usr/bin/env python3
"""Tests equations.py on a small tree: what holds passes, each fault is named, and --update writes the lines anew."""
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import equations  # noqa: E402

HEADER = "// A.\n/// f = x\n///   [Weston et al., NIPS 2002 and\n///    TR-098, eqs. (1)-(3)]\nint f();\n"
TEST = 'TEST_CASE(\n    "f is x") {}\n'
ROWS = ("## NIPS 2002, TR-098\n| (1) | a | `core/preimage/x/f.hpp:3` `f` | `core/preimage/x/f_test.cpp`: \"f is x\" |\n"
        "| (2) | a | `core/preimage/x/f.hpp:3` | `core/preimage/x/f_test.cpp`: \"f is x\" |\n"
        "| (3) | a | `core/preimage/x/f.hpp:3` | `core/preimage/x/f_test.cpp`: \"f is x\" |\n"
        "| sec. 2 | b | not built, because no table uses it | |\n")
CASES = [  # header, page, what is said
    (HEADER, ROWS, ""),
    (HEADER, ROWS.replace(":3`", ":9`", 1), "line 9 is line 3"),
    (HEADER, ROWS.replace("| (2)", "| (4)"), "does not cite TR-098, eq. (4)"),
    (HEADER, ROWS.replace("| (3)", "| sec. 3"), "no row for NIPS 2002, eq. (3)"),
    (HEADER, ROWS.replace("not built, because", "never:"), 'neither a place nor a test'),
    (HEADER, ROWS.replace("not built, because", "needs no code:"), ""),
    (HEADER, ROWS.replace("not built, because no table uses it | ", "a step | `core/preimage/x/f_test.cpp`: \"f is x\" "), ""),
    (HEADER, ROWS.replace("f is x", "f is y", 1), 'has no case "f is y"'),
    (HEADER, ROWS.replace("`f`", "`g`"), "`g` is in none of its files"),
    (HEADER, ROWS.replace("x/f.hpp", "x/h.hpp"), "preimage/x/h.hpp is not there"),
    (HEADER.replace("(3)", "(4)"), ROWS, "cites NIPS 2002, eq. (4), whose row does not have this place"),
    (HEADER.replace("TR-098", "TR"), ROWS, "does not cite TR-098, eq. (1)"),
]


def faults_of(header, page):
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        folder = root / "core" / "preimage" / "x"
        folder.mkdir(parents=True)
        (folder / "f.hpp").write_text(header)
        (folder / "f_test.cpp").write_text(TEST)
        return list(equations.faults(root, page)), equations.updated(root, page)


def main():
    equations.PAPERS = {"NIPS 2002": 3, "TR-098": 3}
    failed = 0
    for header, page, said in CASES:
        found, updated = faults_of(header, page)
        if bool(found) != bool(said) or (said and not any(said in fault for fault in found)):
            failed += 1
            print(f"expected {said!r}, found {found}")
        if ":9`" in page and updated != ROWS:
            failed += 1
            print(f"updated to {updated}")
    print(f"{len(CASES)} cases, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
