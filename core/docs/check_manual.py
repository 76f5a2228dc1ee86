#!/usr/bin/env python3
"""Runs the examples of the manual, and holds what they print against what the page shows.

    check_manual.py PROGRAM PAGE...           runs them; PROGRAM is the built `preimage`
    check_manual.py --update PROGRAM PAGE...  writes what was printed into the page, where it differs; lines that
                                              leave out a part stay so, left out ones are back

The blocks of a page, in order, in one new folder per page:

    ```console             lines `$ command`, each followed by what it prints on both streams; `> ` continues a command.
                           A command that fails on purpose shows its exit code: `$ command; echo $?`
    ```console needs=numpy the same where there is a program of that name, or a module of python3; elsewhere it is named
                           and left out
    ```yaml file=a.yaml    any language: a file that the commands below it use
    ```cpp                 left to the test that compiles it; a block ```text right below it is what that prints
    ```cpp source=a/b.cpp  a file of the source tree that the page adds; left to check_sources.py, which compiles it
    <!-- files: a.csv -->  files that are copied into the folder, by their paths from the page

What is printed has to be what is shown, with these exceptions:
- `...` in a line stands for any text, alone in a line for any lines;
- one blank is as good as many; empty lines, and those of a run's progress after ten seconds, which only a slow machine prints, do not count;
- a number with three digits or more after its point may differ by one unit of the last digit shown, or by 1e-6 of itself:
  the last bits depend on the machine. All other numbers are compared as text.
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

SECONDS = 300  # of one command, with sanitizers
DECIMAL = r"\d+\.\d+(?:[eE][-+]?\d+)?"
FINE = r"\d+\.\d{3,}(?:[eE][-+]?\d+)?"
# Without these a command would read or write the results of the checkout.
NEEDED_OPTION = {r"\bpreimage (run|table|sweep|work|report|plan|explain|clean)\b": "--out",
                 r"\bpreimage fit\b": "--results"}


class PageError(Exception):
    """A page that cannot be run as it is written."""


@dataclass
class Block:
    language: str
    options: dict
    line: int  # of its first line, from 1
    lines: list = field(default_factory=list)


@dataclass
class Command:
    text: str
    line: int
    first: int  # of its output in the block's lines, from 0
    shown: list = field(default_factory=list)


def page_blocks(page):
    """The fenced blocks of a page, in order."""
    blocks, block = [], None
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        if block is not None and line.rstrip() == "```":
            blocks.append(block)
            block = None
        elif block is not None:
            block.lines.append(line)
        elif line.startswith("```"):
            words = line[3:].split()
            if not words:
                raise PageError(f"{page}:{number}: the block names no language")
            pairs = [word.partition("=") for word in words[1:]]
            block = Block(words[0], {name: value for name, _, value in pairs}, number + 1)
        elif line.lstrip().startswith("```"):
            raise PageError(f"{page}:{number}: a block begins at the start of its line")
    if block is not None:
        raise PageError(f"{page}:{block.line - 1}: the block does not end")
    return blocks


def kind_of(page, block, before):
    """console, file, cpp or output (of the cpp block before it)."""
    options = set(block.options)
    if block.language == "console" and options <= {"needs"}:
        return "console"
    if block.language == "cpp" and options <= {"source"}:
        return "source" if options else "cpp"
    if options == {"file"} and re.fullmatch(r"[\w.-]+", block.options["file"]):
        return "file"
    if block.language == "text" and not options and before is not None and before.language == "cpp":
        return "output"
    what = " ".join([block.language, *(f"{name}={value}" for name, value in block.options.items())])
    raise PageError(f"{page}:{block.line - 1}: a block '{what}' is none that is known: console, cpp, or any with file=NAME")


def block_commands(page, block):
    commands = []
    for place, line in enumerate(block.lines):
        number = block.line + place
        if line.startswith("$ "):
            commands.append(Command(line[2:], number, place + 1))
        elif not commands:
            raise PageError(f"{page}:{number}: a console block begins with `$ command`")
        elif line.startswith("> ") and not commands[-1].shown:
            commands[-1].text += "\n" + line[2:]
            commands[-1].first = place + 1
        else:
            commands[-1].shown.append(line)
    for command in commands:
        for verb, option in NEEDED_OPTION.items():
            if re.search(verb, command.text) and option not in command.text:
                raise PageError(f"{page}:{command.line}: needs {option}, so that it leaves the checkout's results alone")
    return commands


def plain(line):
    return " ".join(line.split())


def line_pattern(shown):
    """The pattern of a shown line; each number that may differ is a group."""
    parts = []
    for part in re.split(rf"(\.\.\.|(?<![\d.]){DECIMAL})", plain(shown)):
        if part == "...":
            parts.append(".*")
        else:
            parts.append(f"({DECIMAL})" if re.fullmatch(FINE, part) else re.escape(part))
    return re.compile("".join(parts))


def is_near(shown, printed):
    mantissa, _, exponent = shown.lower().partition("e")
    unit = 10.0 ** (int(exponent or 0) - len(mantissa.partition(".")[2]))
    return abs(float(shown) - float(printed)) <= 1.000001 * max(unit, 1e-6 * abs(float(shown)))


def same_line(shown, printed):
    match = line_pattern(shown).fullmatch(plain(printed))
    if match is None:
        return False
    numbers = [part for part in re.findall(rf"\.\.\.|(?<![\d.]){DECIMAL}", plain(shown)) if re.fullmatch(FINE, part)]
    return all(is_near(number, group) for number, group in zip(numbers, match.groups()))


def same_output(shown, printed):
    """Whether the lines are the same, where a line `...` stands for any number of them."""
    shown = [line for line in shown if line.strip()]
    printed = [line for line in printed if line.strip() and not re.match(r"\d+/\d+ cells, .* elapsed (?!0:00:0).* left about ", line)]
    reached = {0}  # how many printed lines may be used up
    for line in shown:
        if line.strip() == "...":
            reached = set(range(min(reached), len(printed) + 1)) if reached else set()
        else:
            reached = {at + 1 for at in reached if at < len(printed) and same_line(line, printed[at])}
    return len(printed) in reached


def run_command(command, folder, program):
    """What it prints, and its exit code."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREIMAGE")}
    environment.update(PATH=f"{program.parent}:{os.environ['PATH']}", HOME=str(folder), LC_ALL="C.UTF-8",
                       OPENBLAS_NUM_THREADS="1")
    done = subprocess.run(["bash", "-c", command.text], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
    return done.stdout.decode("utf-8", "replace").split("\n")[:-1] if done.stdout else [], done.returncode


def copy_files(page, folder):
    for names in re.findall(r"<!-- files:(.*?)-->", page.read_text(encoding="utf-8"), re.DOTALL):
        for name in names.split():
            if not (page.parent / name).is_file():
                raise PageError(f"{page}: no file {name}")
            shutil.copy(page.parent / name, folder)


def differences(page, block, folder, program):
    """Of a console block: (command, what it printed, its exit code) where that is not what is shown."""
    for command in block_commands(page, block):
        printed, code = run_command(command, folder, program)
        if code != 0 or not same_output(command.shown, printed):
            yield command, printed, code


def is_something_missing(block):
    name = block.options.get("needs")
    return name is not None and shutil.which(name) is None and importlib.util.find_spec(name) is None


def check_file_is_used(page, block, later):
    name = block.options["file"]
    if not any(name in line for other in later if other.language == "console" for line in other.lines):
        raise PageError(f"{page}:{block.line - 1}: no command below it names {name}")


def check_page(page, program):
    """The places where a page is wrong: (block, command, printed, exit code)."""
    blocks, wrong, before = page_blocks(page), [], None
    kinds = []
    for block in blocks:
        kinds.append(kind_of(page, block, before))
        before = block
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy_files(page, folder)
        for place, (block, kind) in enumerate(zip(blocks, kinds)):
            if kind == "file":
                check_file_is_used(page, block, blocks[place + 1:])
                (folder / block.options["file"]).write_text("\n".join(block.lines) + "\n", encoding="utf-8")
            elif kind == "console" and is_something_missing(block):
                print(f"{page}:{block.line}: left out, here is no {block.options['needs']}")
            elif kind == "console":
                wrong += [(block, *what) for what in differences(page, block, folder, program)]
    counts = ", ".join(f"{kinds.count(kind)} {kind}" for kind in ("console", "file", "cpp", "source") if kind in kinds)
    print(f"{page}: {counts or 'no'} blocks")
    return wrong


def print_wrong(page, command, printed, code):
    print(f"{page}:{command.line}: {command.text}")
    if code != 0:
        print(f"  ends with exit code {code}; one that it shall end with is shown by `; echo $?`")
    print("  shown:", *command.shown, "  printed:", *printed, sep="\n    ")


def as_shown(text, shown):
    """The shown line that leaves out a part of the printed one; the printed line itself where there is none."""
    return next((line for line in shown if "..." in line and line.strip() != "..." and same_line(line, text)), text)


def update(page, wrong):
    """Replaces what is shown, the last first, so that the lines before keep their numbers."""
    lines = page.read_text(encoding="utf-8").split("\n")
    for block, command, printed, _ in reversed(wrong):
        first = block.line - 1 + command.first
        lines[first:first + len(command.shown)] = [as_shown(line, command.shown) for line in printed]
    page.write_text("\n".join(lines), encoding="utf-8")


def main(arguments):
    is_update = arguments[:1] == ["--update"]
    names = arguments[1:] if is_update else arguments
    if len(names) < 2 or names[0].startswith("-"):
        print(__doc__, file=sys.stderr)
        return 2
    program = pathlib.Path(names[0]).absolute()
    if program.name != "preimage" or not os.access(program, os.X_OK):
        raise PageError(f"{program} is no program of the name preimage")
    failed = False
    for page in map(pathlib.Path, names[1:]):
        wrong = check_page(page, program)
        for _, command, printed, code in wrong:
            print_wrong(page, command, printed, code)
        if is_update:
            update(page, wrong)
        failed = failed or bool(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except PageError as error:
        print(error)
        sys.exit(1)
