#!/usr/bin/env python3
"""Tests check_layers.py on a small tree: it accepts what is allowed and names each breach."""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TREE = {
    "core/docs/architecture.md": "Rooms:\n\n    core/preimage/\n      base/    x\n      linalg/  y\n    core/suite/\n"
    "      study/   z\n      run/     z\n\nText.\n",
    "core/preimage/CMakeLists.txt": "add_subdirectory(base)\nadd_subdirectory(linalg)\n",
    "core/preimage/base/CMakeLists.txt": "preimage_folder(base DEPENDS fmt::fmt)\n",
    "core/preimage/base/error.hpp": "#include <string>\n",
    "core/preimage/linalg/CMakeLists.txt": "preimage_folder(linalg DEPENDS preimage::base preimage::armadillo)\n",
    "core/preimage/linalg/solve.cpp": '#include <string>\n#include "preimage/base/error.hpp"\n',
    "core/preimage/linalg/solve_test.cpp": '#include "testing/toy_data.hpp"\n',
    "core/suite/CMakeLists.txt": "add_subdirectory(study)\nadd_subdirectory(run)\n",
    "core/suite/study/CMakeLists.txt": "preimage_folder(study LIGHT DEPENDS preimage::linalg\n  TEST_DEPENDS preimage::base)\n",
    "core/suite/study/cell.cpp": '#include "preimage/linalg/solve.hpp"\n',
    "core/suite/run/CMakeLists.txt": "preimage_folder(run DEPENDS suite::study)\n",
    "core/suite/run/run.cpp": '#include "suite/study/cell.hpp"\n',
    "core/testing/toy_data.hpp": '#include "preimage/base/random.hpp"\n',
    "experiments/main.cpp": '#include "suite/run/run.hpp"\n',
}
CASES = [  # file, line that is added to it, what is said
    ("core/preimage/linalg/solve.hpp", '#include "preimage/base/file.hpp"', ""),
    ("core/preimage/linalg/solve.hpp", '#include "preimage/version.hpp"', ""),
    ("core/testing/toy_data.hpp", '#include "preimage/armadillo.hpp"', ""),
    ("core/preimage/armadillo.hpp", '#include "preimage/version.hpp"', ""),
    ("core/preimage/linalg/solve_fuzz.cpp", '#include "testing/toy_data.hpp"', ""),
    ("core/preimage/linalg/testing_matrix.hpp", '#include "testing/toy_data.hpp"', ""),
    ("core/suite/study/cell_test.cpp", '#include "preimage/base/error.hpp"', ""),
    ("core/suite/study/cell_test.cpp", '#include "experiments/experiment_table.hpp"', ""),
    ("experiments/toy/experiment.cpp", '#include "experiments/shared/digits.hpp"', ""),
    ("experiments/toy/experiment.cpp", '#include "suite/study/cell.hpp"', ""),
    ("experiments/toy/toy_test.cpp", '#include "suite/run/run.hpp"', ""),
    ("experiments/benchmarks/x_bench.cpp", '#include "testing/toy_data.hpp"', ""),
    ("core/preimage/base/error.hpp", '#include "preimage/linalg/solve.hpp"',
     "core/preimage/base/error.hpp:2: preimage/base does not link preimage/linalg (core/preimage/base/CMakeLists.txt)"),
    ("core/preimage/base/error_test.cpp", '  #  include "preimage/linalg/solve.hpp"',
     "core/preimage/base/error_test.cpp:1: preimage/base does not link preimage/linalg (core/preimage/base/CMakeLists.txt)"),
    ("core/suite/study/cell.hpp", '#include "preimage/base/error.hpp"',
     "core/suite/study/cell.hpp:1: suite/study does not link preimage/base (core/suite/study/CMakeLists.txt)"),
    ("core/preimage/linalg/solve.cpp", '#include "testing/toy_data.hpp"',
     "core/preimage/linalg/solve.cpp:3: testing/ is for tests, benchmarks and testing_*.hpp"),
    ("core/testing/is_close.hpp", '#include "preimage/linalg/solve.hpp"',
     "core/testing/is_close.hpp:1: testing includes preimage/base alone, not preimage/linalg"),
    ("core/suite/study/cell.cpp", '#include "experiments/shared/digits.hpp"',
     "core/suite/study/cell.cpp:2: core includes nothing of experiments/"),
    ("core/preimage/linalg/solve.cpp", '#include "solve.hpp"',
     'core/preimage/linalg/solve.cpp:3: "solve.hpp" is not named by its path from core/ or from the root'),
    ("core/preimage/linalg/solve.cpp", "#include <preimage/base/file.hpp>",
     "core/preimage/linalg/solve.cpp:3: <preimage/base/file.hpp> is ours: write it in quotation marks"),
    ("experiments/toy/experiment.cpp", '#include "suite/run/run.hpp"',
     "experiments/toy/experiment.cpp:1: an experiment knows nothing of suite/run"),
    ("experiments/toy/experiment.cpp", '#include "experiments/other/x.hpp"',
     "experiments/toy/experiment.cpp:1: experiments/toy includes no other experiment (experiments/other)"),
    ("core/suite/render/page.cpp", '#include "suite/records/record_store.hpp"',
     "core/suite/render/page.cpp:1: render is given values and reads no record\n"
     "core/suite/render: not in the list of core/docs/architecture.md"),
    ("core/preimage/losses/losses.hpp", "", "core/preimage/losses: not in the list of core/docs/architecture.md"),
    ("core/preimage/CMakeLists.txt", "add_subdirectory(linalg)\nadd_subdirectory(base)",
     "core/docs/architecture.md: its list of rooms is not that of the CMakeLists.txt of the parts"),
    ("core/suite/run/CMakeLists.txt", "preimage_folder(run DEPENDS preimage::base suite::study)",
     "core/suite/run/CMakeLists.txt: links preimage/base, which no file of it includes"),
    ("core/preimage/base/CMakeLists.txt", "preimage_folder(base DEPENDS preimage::linalg)",
     "core/preimage/base/CMakeLists.txt: preimage/linalg stands below preimage/base\n"
     "core/preimage/base/CMakeLists.txt: links preimage/linalg, which no file of it includes"),
    ("core/preimage/base/CMakeLists.txt", "preimage_folder(base DEPENDS preimage::linalg TEST_DEPENDS preimage::linalg)",
     "core/preimage/base/CMakeLists.txt: preimage/linalg stands below preimage/base\n"
     "core/preimage/base/CMakeLists.txt: links preimage/linalg, which no file of it includes"),
]


def said_with(file, line):
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for name, text in TREE.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        before = path.read_text() if path.exists() and path.name != "CMakeLists.txt" else ""
        path.write_text(before + line + "\n")
        result = subprocess.run([HERE / "check_layers.py", root], capture_output=True, text=True, check=False)
        return result.stderr.strip(), result.returncode


def main():
    failures = 0
    for file, line, wanted in CASES:
        said, code = said_with(file, line)
        if said != wanted or code != (1 if wanted else 0):
            failures += 1
            print(f"with {line} in {file}:\n  wanted: {wanted}\n  said (code {code}): {said}", file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
