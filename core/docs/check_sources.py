#!/usr/bin/env python3
"""Compiles the files that a page adds to the source tree, its blocks ```cpp source=PATH, as the build would compile them there.

    check_sources.py BUILD PAGE...    BUILD: a build folder with compile_commands.json; exit code 77 where there is none

A file is compiled with the options of another one of its room (the nearest folder above that is compiled at all), from
a folder of its own, so that the tree stays as it is. No object is written. Files of a page that have the same options are
compiled as one, because each costs seconds for its headers alone; where that fails each is compiled alone.
"""
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile

import check_manual

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77


def options_for(path, commands, build):
    """The compiler and its options for a file at this path of the tree, without source and object."""
    is_test = path.endswith("_test.cpp")
    folder = pathlib.PurePosixPath(path).parent
    while folder.name:
        for entry in commands:
            words = shlex.split(entry["command"])
            target = words[words.index("-o") + 1]
            place = (pathlib.Path(entry["directory"]) / target).relative_to(build).as_posix()
            room, found, rest = place.partition("/CMakeFiles/")
            if found and room == str(folder) and rest.partition("/")[0].endswith("_tests.dir") == is_test and "cmake_pch" not in target:
                kept = [word for word in words if word not in ("-c", "-o", target, entry["file"])]
                return kept, entry["directory"]
        folder = folder.parent
    raise check_manual.PageError(f"{path}: nothing near it is compiled in {build}")


def with_notes(paths, tree, options, folder):
    """What the compiler says of these files as one."""
    (tree / "one.cpp").write_text("".join(f'#include "{path}"\n' for path in paths), encoding="utf-8")
    words = [*options, f"-I{tree / 'core'}", f"-I{tree}", "-fsyntax-only", str(tree / "one.cpp")]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def check_page(page, commands, build):
    """How many faults it has, which are printed."""
    blocks = [block for block in check_manual.page_blocks(page) if "source" in block.options]
    faults, groups = 0, {}
    with tempfile.TemporaryDirectory() as name:
        tree = pathlib.Path(name)
        for block in blocks:
            path = block.options["source"]
            file = tree / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("\n".join(block.lines) + "\n", encoding="utf-8")
            if (ROOT / path).exists():
                print(f"{page}:{block.line}: {path} is in the tree already")
                faults += 1
            elif path.endswith(".cpp"):
                options, folder = options_for(path, commands, build)
                groups.setdefault((*options, folder), {})[path] = block.line
        for (*options, folder), lines in groups.items():
            if with_notes(lines, tree, options, folder):
                for path, line in lines.items():
                    said = with_notes([path], tree, options, folder)
                    if said:
                        print(f"{page}:{line}: {path} does not compile:\n{said[:4000]}")
                        faults += 1
    print(f"{page}: {len(blocks)} sources, {faults} faults")
    return faults + (not blocks)


def main(arguments):
    if len(arguments) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    build = pathlib.Path(arguments[0]).resolve()
    database = build / "compile_commands.json"
    if not database.is_file():
        print(f"skipped: there is no {database}")
        return SKIPPED
    commands = json.loads(database.read_text(encoding="utf-8"))
    return 1 if sum(check_page(pathlib.Path(page), commands, build) for page in arguments[1:]) else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except check_manual.PageError as error:
        print(error)
        sys.exit(1)
