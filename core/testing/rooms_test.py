#!/usr/bin/env python3
"""Tests rooms.py on a small tree: what counts as code, where it is counted, and what it refuses."""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = """// A comment.
#pragma once
#include <string>
/* Two
   lines. */
namespace preimage::base {
namespace {
int f() {
  return 1;  // a code line

}
}  // namespace
struct S {
  int a;
};
}  // namespace preimage::base
"""  # four code lines: f, return, struct, a
TREE = {
    "core/docs/architecture.md": "## Budgets\n\n| part | code lines |\n|---|---|\n| library | 4 |\n| suite | 1 |\n| papers | 1,000 |\n"
    "| tests | 6 |\n| Python | 1 |\n| CMake | 1 |\n| templates | 2 |\n\n## Next\n\n| other | 1 |\n",
    "core/preimage/base/a.hpp": SOURCE,
    "core/preimage/base/a_test.cpp": '#include "testing/toy.hpp"\nint x;\n',
    "core/preimage/base/testing_a.hpp": "int x;\n",
    "core/testing/toy.hpp": SOURCE,
    "core/suite/run/run.cpp": "int y;\n",
    "core/suite/run/page.mustache": "<p>\n\n</p>\n",
    "core/testing/tool.py": "# comment\n\nprint(1)\n",
    "core/CMakeLists.txt": "# comment\nproject(a)\n",
    "experiments/main.cpp": "int main() {\n}\n",
    "experiments/benchmarks/b_bench.cpp": '#include "testing/toy.hpp"\nint z;\n',
    "core/suite/render/axe.min.js": "var a;\n",
}
CASES = [  # file, its text, the fault
    ("core/suite/run/run.cpp", "int y;\n", ""),
    ("core/suite/run/run.cpp", "int y;\nint z;\n", "suite: 2 code lines, 1 above its budget of 1 (core/docs/architecture.md)"),
    ("core/suite/run/run_test.cpp", "int y;\n", "tests: 7 code lines, 1 above its budget of 6 (core/docs/architecture.md)"),
    ("core/suite/run/second.mustache", "<p>\n", "templates: 3 code lines, 1 above its budget of 2 (core/docs/architecture.md)"),
    ("core/testing/x.R", "1\n", "core/docs/architecture.md: no budget for R"),
    ("core/suite/run/run.cpp", '#include "suite/run/testing_a.hpp"\nint y;\n',
     "core/suite/run/run.cpp:1: the product includes a file that is counted as a test"),
    ("core/preimage/base/b.cpp", '#include "testing/toy.hpp"\n',
     "core/preimage/base/b.cpp:1: the product includes a file that is counted as a test"),
]


def main():
    failures = 0
    for file, text, wanted in CASES:
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, content in {**TREE, file: text}.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(content)
            done = subprocess.run([HERE / "rooms.py", root], capture_output=True, text=True, check=False)
        if done.stderr.strip() != wanted or done.returncode != (1 if wanted else 0):
            failures += 1
            print(f"{file}:\n  wanted: {wanted}\n  said (code {done.returncode}): {done.stderr}{done.stdout}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
