#!/usr/bin/env python3
"""Holds every place that says the version to the one that decides, project(VERSION) of CMakeLists.txt.

    version_test.py [PROGRAM BUILD]    with them also what the program prints, and what CMake wrote into its build folder

Exit codes: 0 all agree, 1 with a line per place that does not.
"""
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEADINGS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security", "Numbers"}  # Keep a Changelog, and one of ours
MOST_LINES = 60  # of a version's section
# Where the version may be written as digits: the place that decides, those that are compared below, files made by one version.
SAYS_IT = {"CMakeLists.txt", "CITATION.cff", "CHANGELOG.md", "action.yml"}
MADE_BY_ONE = ("core/testing/formats_0_1/", "core/testing/formats_0_2/", "results/reference/")


def text_of(name):
    return (ROOT / name).read_text(encoding="utf-8")


class Places:
    def __init__(self):
        self.faults = []

    def expect(self, place, found, wanted):
        if found != wanted:
            self.faults.append(f"{place}: expected {wanted!r}, found {found!r}")

    def find(self, place, pattern, text, wanted):
        match = re.search(pattern, text, re.M)
        self.expect(place, match.group(1) if match else None, wanted)


def check_changelog(places, version, date):
    text = text_of("CHANGELOG.md")
    sections = re.split(r"^## ", text, flags=re.M)[1:]
    released = [section for section in sections if not section.startswith("[Unreleased]")]
    places.expect("CHANGELOG.md: latest version", released[0].split("\n")[0], f"[{version}] - {date}")
    for section in released:
        name = section.split("\n")[0]
        lines = section.rstrip("\n").count("\n") + 1
        if lines > MOST_LINES:
            places.faults.append(f"CHANGELOG.md: {name}: {lines} lines, more than {MOST_LINES}")
        odd = set(re.findall(r"^### (.*)$", section, re.M)) - HEADINGS
        if odd:
            places.faults.append(f"CHANGELOG.md: {name}: headings {sorted(odd)} are none of {sorted(HEADINGS)}")


def check_pages(places, version):
    minor = ".".join(version.split(".")[:2])
    for page in [ROOT / "README.md", *sorted((ROOT / "core" / "docs").glob("*.md")),
                 *sorted((ROOT / "core" / "examples").glob("CMakeLists.txt"))]:
        for asked in re.findall(r"find_package\(preimage ([\d.]+)", page.read_text(encoding="utf-8")):
            places.expect(f"{page.relative_to(ROOT)}: find_package", asked, minor)


def check_other_files(places, version):
    """In a checkout: no other file has a copy of the version, which would be forgotten."""
    done = subprocess.run(["git", "-C", str(ROOT), "grep", "--fixed-strings", "--word-regexp", "-I", "-l", version], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    for name in done.stdout.split("\n") if done.returncode == 0 else []:
        if not name or name in SAYS_IT or name.startswith(MADE_BY_ONE):
            continue
        for line in text_of(name).split("\n"):
            if re.search(rf"(?<![\d.]){re.escape(version)}(?![\d.]|\+)", line) and re.search("preimage|version", line, re.I):
                places.faults.append(f"{name}: has a copy of the version: {line.strip()[:100]}")


def check_build(places, version, date, program, build):
    said = subprocess.run([program, "--version"], check=True, stdout=subprocess.PIPE, text=True).stdout
    places.find("preimage --version", r"^preimage (\S+) \(revision ", said, version)
    page = build / "pages" / "man1" / "preimage.1"
    if page.is_file():  # the target `pages` makes it
        places.find("preimage.1", r'^\.TH .*"preimage ([^"]+)"', page.read_text(), version)
        places.find("preimage.1: date", r'^\.TH "?PREIMAGE"? 1 "([^"]+)"', page.read_text(), date)
    for name, pattern in {"include/preimage/version.hpp": r'^#define PREIMAGE_VERSION "(.*)"$',
                          "preimage.pc": r"^Version: (.*)$",
                          "preimageConfigVersion.cmake": r'^set\(PACKAGE_VERSION "(.*)"\)$',
                          "debian/changelog.Debian": r"^preimage \((.*)-1\) "}.items():
        if (build / name).is_file():  # some are not made with sanitizers, or where dpkg is missing
            places.find(name, pattern, (build / name).read_text(), version)


def main(arguments):
    if len(arguments) not in (0, 2):
        print(__doc__, file=sys.stderr)
        return 1
    places = Places()
    version = re.search(r"^project\(preimage VERSION (\d+\.\d+\.\d+)\s", text_of("CMakeLists.txt"), re.M).group(1)
    citation = text_of("CITATION.cff")
    date = re.search(r"^date-released: (\S+)$", citation, re.M).group(1)
    places.find("CITATION.cff", r"^version: (\S+)$", citation, version)
    places.find("action.yml", r"/releases/download/v(\d+\.\d+\.\d+)/preimage_\1-1_amd64\.deb$", text_of("action.yml"), version)
    check_changelog(places, version, date)
    check_pages(places, version)
    check_other_files(places, version)
    if arguments:
        check_build(places, version, date, arguments[0], pathlib.Path(arguments[1]))
    for fault in places.faults:
        print(fault)
    print(f"preimage {version}, released {date}: {len(places.faults)} places disagree")
    return 1 if places.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
