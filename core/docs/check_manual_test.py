#!/usr/bin/env python3
"""Tests check_manual.py, check_readme.py, check_sources.py, check_links.py and build_html.py on small pages: what is right passes, each fault is named."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAM = "#!/bin/sh\necho \"told $1\" >&2\necho 'mean 0.3333 of 12, k = 0.5'\nexit ${2:-0}\n"
SHOWN = "told a\nmean 0.3333 of 12, k = 0.5\n"
SCORES = "#!/bin/sh\nwhile [ \"$1\" != --markdown ]; do shift; done\nprintf '| p | 1 |\n\n- a remark\n' >\"$2\"\nexit %d\n"  # exit code
SCORED = "<!-- scoreboard: of x -->\n| p | 1 |\n<!-- end of scoreboard -->\n"
READMES = [  # page, exit code of the program, what is said
    (SCORED, 0, ""),
    (SCORED + "\n" * 107, 4, ""),
    (SCORED + "\n" * 108, 0, "111 lines, more than 110"),
    (SCORED.replace("1", "2"), 0, "the scoreboard is not what the program prints"),
    (SCORED.replace("| p | 1 |\n", ""), 0, "the scoreboard is not what the program prints"),
    (SCORED + SCORED, 0, "2 scoreboards, expected one"),
    ("Nothing.\n", 0, "0 scoreboards, expected one"),
    (SCORED, 5, "exit code 5"),
]
PAGES = [  # page, what is said, or nothing of one that passes
    ("```console\n$ preimage a\n" + SHOWN + "```\n", ""),
    ("```console\n$ preimage a\n\ntold   a\nmean 0.3334 of 12, k = 0.5\n\n```\n", ""),
    ("```console\n$ preimage a\ntold ...\n...\n```\n", ""),
    ("```console\n$ preimage a\n...\nmean ... k = 0.5\n```\n", ""),
    ("```console\n$ preimage a 5; echo $?\n" + SHOWN + "5\n```\n", ""),
    ("```console\n$ cat <<'END'\n> one\n> END\none\n$ echo two\ntwo\n```\n", ""),
    ("```csv file=a.csv\nx\n1\n```\n```console\n$ cat a.csv\nx\n1\n```\n", ""),
    ("<!-- files: given.txt -->\n```console\n$ cat given.txt\ngiven\n```\n", ""),
    ("```console\n$ touch a\n```\nText.\n```console\n$ ls\na\n```\n", ""),
    ("```console needs=no_such_module\n$ false\n```\n", ""),
    ("```cpp\nint main() {}\n```\n```text\nnothing\n```\n", ""),
    ("```cpp source=core/x/a.cpp\nint a;\n```\n", ""),
    ("```cpp wrong=a.cpp\nint a;\n```\n", "page.md:1: a block 'cpp wrong=a.cpp' is none that is known"),
    ("```console\n$ preimage a\ntold b\nmean 0.3333 of 12, k = 0.5\n```\n", "page.md:2: preimage a"),
    ("```console\n$ preimage a\ntold a\nmean 0.3335 of 12, k = 0.5\n```\n", "page.md:2: preimage a"),
    ("```console\n$ preimage a\ntold a\nmean 0.3333 of 13, k = 0.5\n```\n", "page.md:2: preimage a"),
    ("```console\n$ preimage a\ntold a\nmean 0.3333 of 12, k = 0.6\n```\n", "page.md:2: preimage a"),
    ("```console\n$ preimage a\ntold a\n```\n", "page.md:2: preimage a"),
    ("```console\n$ preimage a\n" + SHOWN + "more\n```\n", "page.md:2: preimage a"),
    ("```console\n$ preimage a\n...\ntold a\n```\n", "page.md:2: preimage a"),
    ("```console\n$ preimage a 5\n" + SHOWN + "```\n", "ends with exit code 5"),
    ("```console\n$ preimage a 5; echo $?\n" + SHOWN + "6\n```\n", "page.md:2:"),
    ("```console needs=sys\n$ false\n```\n", "page.md:2: false"),
    ("```console needs=sh\n$ false\n```\n", "page.md:2: false"),
    ("```ruby\nx\n```\n", "page.md:1: a block 'ruby' is none that is known"),
    ("```text\nx\n```\n", "page.md:1: a block 'text' is none that is known"),
    ("```\nx\n```\n", "page.md:1: the block names no language"),
    ("```console\n$ true\n", "page.md:1: the block does not end"),
    (" ```console\n$ true\n```\n", "page.md:1: a block begins at the start of its line"),
    ("```console\ntold a\n```\n", "page.md:2: a console block begins with"),
    ("```csv file=a.csv\nx\n```\n", "page.md:1: no command below it names a.csv"),
    ("<!-- files: absent.txt -->\n", "no file absent.txt"),
    ("```console\n$ preimage run a.yaml\n```\n", "page.md:2: needs --out"),
    ("```console\n$ preimage fit a.yaml --out b\n```\n", "page.md:2: needs --results"),
]
SOURCES = [  # page, what is said; `core/x` is the one room that is compiled
    ("```cpp source=core/x/a.cpp\nint a;\n```\n", ""),
    ("```cpp source=core/x/y/a.hpp\nint a();\n```\n```cpp source=core/x/y/a.cpp\n#include \"x/y/a.hpp\"\nint a() { return 0; }\n```\n", ""),
    ("```cpp source=core/x/a.cpp\nint a\n```\n", "page.md:2: core/x/a.cpp does not compile"),
    ("```cpp source=core/x/a.cpp\nint a;\n```\n```cpp source=core/x/b.cpp\nchar a;\n```\n", ""),
    ("```cpp source=core/x/a.cpp\nint a;\n```\n```cpp source=core/x/b.cpp\nint b\n```\n", "page.md:5: core/x/b.cpp does not compile"),
    ("```cpp source=core/x/a_test.cpp\nint a;\n```\n", "core/x/a_test.cpp: nothing near it is compiled"),
    ("```cpp source=README.md\nint a;\n```\n", "page.md:2: README.md is in the tree already"),
    ("Text.\n", "page.md: 0 sources"),
]
LINKS = [  # page, what is said
    ("# A page: `x` & y\n[a](other.md#one-head) [b](#a-page-x--y) [c](given.txt) <https://example.org> `[no](no.md)`\n", ""),
    ("# A\n```console\n[no](no.md)\n```\n\n    [no](no.md)\n\n# A\n[second](#a-1)\n", ""),
    ("[a](absent.md)\n", "page.md:1: absent.md: no such file"),
    ("Text\n![a](absent.png)\n", "page.md:2: absent.png: no such file"),
    ("[a](other.md#absent)\n", "page.md:1: other.md#absent: no such heading"),
    ("[a](#absent)\n", "page.md:1: #absent: no such heading"),
    ("[a](/given.txt)\n", "page.md:1: /given.txt: begins with /"),
]
HTML = [  # body of a page, what is said
    ('<h1 id="a">A</h1><a href="#a">a</a> <a href="other.html#b">b</a> <a href="https://example.org">c</a>', ""),
    ('<a href="absent.html">a</a>', "page.html: absent.html: no such file"),
    ('<a href="other.html#absent">a</a>', "page.html: other.html#absent: nothing of that id"),
    ('<a href="../page.html">a</a>', "page.html: ../page.html: leads out of the manual"),
    ('<a href="other.md">a</a>', "page.html: other.md: a link to Markdown"),
    ('<img src="https://example.org/a.png">', "page.html: https://example.org/a.png: is fetched from a network"),
    ('<a href="#c">C</a> <h2 id="c">C</h2><h3 id="d">D</h3>', "page.html: the table of contents lacks d"),
    ('<script src="other.html"></script>', "page.html: other.html: a script"),
]


def said(script, *arguments):
    done = subprocess.run([sys.executable, HERE / script, *arguments], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def failure(case, expected, code, output):
    passed = code == 0 if expected == "" else code == 1 and expected in output
    return "" if passed else f"{case!r}\n  expected {expected!r}, exit code {code}:\n{output}"


def check_update(folder, program, page):
    """--update makes a page right, and leaves alone what was right."""
    page.write_text("Text.\n```console\n$ preimage a\nold\nlines\nof ...\nmean 0.3333 ...\n$ echo b\nb\n$ printf 'c of 7 cells\\nd\\n'\nc of ... cells\n```\nEnd.\n", encoding="utf-8")
    said("check_manual.py", "--update", program, page)
    new = "Text.\n```console\n$ preimage a\ntold a\nmean 0.3333 ...\n$ echo b\nb\n$ printf 'c of 7 cells\\nd\\n'\nc of ... cells\nd\n```\nEnd.\n"
    found = page.read_text(encoding="utf-8")
    return "" if found == new else f"--update wrote {found!r} in {folder}"


def readme_failures(folder, page):
    program = folder / "scores"
    for text, code, expected in READMES:
        program.write_text(SCORES % code, encoding="utf-8")
        program.chmod(0o755)
        page.write_text(text, encoding="utf-8")
        yield failure(text, expected, *said("check_readme.py", program, page))
    page.write_text("A\n" + SCORED.replace("1", "2") + "B\n", encoding="utf-8")
    program.write_text(SCORES % 4, encoding="utf-8")
    code, output = said("check_readme.py", "--update", program, page)
    is_right = code == 0 and page.read_text(encoding="utf-8") == "A\n" + SCORED + "B\n"
    yield "" if is_right else f"check_readme.py --update: {output}"


def write_build(folder):
    """A build folder in which one file of core/x was compiled."""
    build = folder / "build"
    build.mkdir()
    compiler = shutil.which("c++") or "c++"
    command = f"{compiler} -std=c++20 -o core/x/CMakeFiles/x.dir/b.cpp.o -c {folder}/core/x/b.cpp"
    entry = {"directory": str(build), "command": command, "file": f"{folder}/core/x/b.cpp"}
    (build / "compile_commands.json").write_text(json.dumps([entry]), encoding="utf-8")
    return build


def failures(folder):
    program, page, html = folder / "preimage", folder / "page.md", folder / "html"
    program.write_text(PROGRAM, encoding="utf-8")
    program.chmod(0o755)
    (folder / "given.txt").write_text("given\n", encoding="utf-8")
    (folder / "other.md").write_text("# One head\n", encoding="utf-8")
    for text, expected in PAGES:
        page.write_text(text, encoding="utf-8")
        yield failure(text, expected, *said("check_manual.py", program, page))
    yield from readme_failures(folder, page)
    build = write_build(folder)
    for text, expected in SOURCES:
        page.write_text(text, encoding="utf-8")
        yield failure(text, expected, *said("check_sources.py", build, page))
    for text, expected in LINKS:
        page.write_text(text, encoding="utf-8")
        yield failure(text, expected, *said("check_links.py", page, folder / "other.md"))
    html.mkdir()
    (html / "other.html").write_text('<h1 id="b">B</h1>', encoding="utf-8")
    (html / "other.md").write_text("", encoding="utf-8")
    for text, expected in HTML:
        (html / "page.html").write_text(text, encoding="utf-8")
        yield failure(text, expected, *said("build_html.py", "--check", html))
    yield check_update(folder, program, page)


def main():
    with tempfile.TemporaryDirectory() as name:
        found = [text for text in failures(pathlib.Path(name)) if text]
    for text in found:
        print(text)
    print(f"{len(PAGES) + len(SOURCES) + len(LINKS) + len(HTML) + len(READMES) + 2} cases, {len(found)} failed")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
