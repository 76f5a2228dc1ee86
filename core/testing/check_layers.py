#!/usr/bin/env python3
"""Holds the #include lines to the layers. Linking alone does not, because all headers lie on one include path.

    check_layers.py [ROOT]      exit codes: 0 the layers hold, 1 they do not

A room is a folder of core/preimage or core/suite. Its CMakeLists.txt names the rooms that it links:
    preimage_folder(decoders DEPENDS preimage::base preimage::linalg TEST_DEPENDS preimage::outputs)
- Its files include these rooms alone, and each of them; its tests those of TEST_DEPENDS, too.
- render/ is made of values: no file of it that is no test includes the store of records.
- A room links only rooms above it in the list of core/docs/architecture.md, in whose order CMake builds them.
- An experiment includes its own folder, experiments/shared, the library, and the rooms of suite/ that say what an
  experiment is; none that runs or judges one. Its tests include what they like.
- preimage/version.hpp, preimage/build_options.hpp and preimage/armadillo.hpp belong to no room: every file may include them.
- testing/ is for tests, benchmarks and testing_*.hpp; it includes preimage/base alone.
Beside that each x_fuzz.cpp has its inputs in core/testing/fuzz_corpus/x.
"""
import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')
PARTS = ("preimage", "suite")
OF_ALL_ROOMS = ("preimage/version.hpp", "preimage/build_options.hpp", "preimage/armadillo.hpp", "examples/own_kernel.cpp")  # of no room; the example is a test, too
FOR_EXPERIMENTS = ("config", "registry", "data", "records", "figures", "study")


def rooms_in_order(root):
    """The list of core/docs/architecture.md."""
    rooms, part = [], None
    for line in (root / "core" / "docs" / "architecture.md").read_text().splitlines():
        heading, room = re.match(r" {4}core/(\w+)/", line), re.match(r" {6}(\w+)/ ", line)
        if heading and heading.group(1) in PARTS:
            part = heading.group(1)
        elif room and part:
            rooms.append(f"{part}/{room.group(1)}")
        elif not line.startswith("    "):
            part = None
    return rooms


def built_rooms(root):
    rooms = []
    for part in PARTS:
        text = (root / "core" / part / "CMakeLists.txt").read_text()
        rooms += [f"{part}/{name}" for name in re.findall(r"^add_subdirectory\((\w+)\)", text, re.M)]
    return rooms


def links_of(root, room):
    """The rooms that its library links, and those that its tests link, too."""
    text = (root / "core" / room / "CMakeLists.txt").read_text()
    call = re.search(r"preimage_folder\(([^)]*)\)", text)
    kind, links = None, {"DEPENDS": set(), "TEST_DEPENDS": set()}
    for word in call.group(1).split() if call else []:
        if word in links:
            kind = word
        elif kind and word.split("::")[0] in PARTS and (root / "core" / word.replace("::", "/")).is_dir():
            links[kind].add(word.replace("::", "/"))
    return links["DEPENDS"], links["TEST_DEPENDS"]


def room_of(path):
    """'core/suite/study/cells.hpp' -> 'suite/study'; 'experiments/shared/x.hpp' -> 'experiments/shared'."""
    parts = pathlib.PurePosixPath(path).parts
    if parts[0] == "core":
        parts = parts[1:]
    if parts[0] in PARTS and len(parts) > 2:
        return "/".join(parts[:2])
    if parts[0] == "experiments" and len(parts) > 2:
        return "/".join(parts[:2])
    return parts[0] if parts[0] in ("testing", "experiments") and len(parts) > 1 else None


def is_for_tests(file):
    return bool(re.search(r"_(test|fuzz)\.cpp$|/testing_\w+\.hpp$|^experiments/benchmarks/", file))


class Layers:
    def __init__(self, root):
        self.root = root
        self.rooms = rooms_in_order(root)
        self.links = {room: links_of(root, room) for room in self.rooms}
        self.included = {room: set() for room in self.rooms}
        self.faults = []

    def check_rooms(self):
        if built_rooms(self.root) != self.rooms:
            self.faults.append("core/docs/architecture.md: its list of rooms is not that of the CMakeLists.txt of the parts")
        for part in PARTS:
            for folder in sorted((self.root / "core" / part).iterdir()):
                if folder.is_dir() and f"{part}/{folder.name}" not in self.rooms:
                    self.faults.append(f"core/{part}/{folder.name}: not in the list of core/docs/architecture.md")
        for room in self.rooms:
            for link in sorted(self.links[room][0]):  # tests alone may look down
                if link in self.rooms and self.rooms.index(link) > self.rooms.index(room):
                    self.faults.append(f"core/{room}/CMakeLists.txt: {link} stands below {room}")
            for link in sorted(self.links[room][0] - self.included[room]):
                self.faults.append(f"core/{room}/CMakeLists.txt: links {link}, which no file of it includes")

    def refusal(self, file, target):
        """Why `file` may not include a header of the room `target`; None where it may."""
        room, to, for_tests = room_of(file), room_of(target), is_for_tests(file)
        if target in OF_ALL_ROOMS:
            return None
        if to is None:
            return f'"{target}" is not named by its path from core/ or from the root'
        if to == room:
            return None
        if room == "suite/render" and target == "suite/records/record_store.hpp" and not for_tests:
            return "render is given values and reads no record"
        if to == "testing":
            return None if for_tests else "testing/ is for tests, benchmarks and testing_*.hpp"
        if room == "testing":
            return None if to == "preimage/base" else f"testing includes preimage/base alone, not {to}"
        if room in self.links:
            return self.refusal_of_room(room, to, target, for_tests)
        return self.refusal_of_experiment(room, to, for_tests)

    def refusal_of_room(self, room, to, target, for_tests):
        if to.startswith("experiments"):
            is_example = room.startswith("suite/") and target == "experiments/experiment_table.hpp"
            may = for_tests and (is_example or room == "suite/registry")  # whose tests run over the rows of experiments, too
            return None if may else "core includes nothing of experiments/"
        links, test_links = self.links[room]
        if not for_tests:
            self.included[room].add(to)
        if to in links or (for_tests and to in test_links):
            return None
        return f"{room} does not link {to} (core/{room}/CMakeLists.txt)"

    @staticmethod
    def refusal_of_experiment(room, to, for_tests):
        if for_tests or room == "experiments" or to == "experiments/shared" or to.startswith("preimage/"):
            return None
        if to.startswith("experiments"):
            return f"{room} includes no other experiment ({to})"
        if to.split("/")[1] in FOR_EXPERIMENTS:
            return None
        return f"an experiment knows nothing of {to}"

    def check_file(self, file):
        for number, line in enumerate((self.root / file).read_text(errors="replace").splitlines(), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            quote, target = match.groups()
            if quote == "<":
                why = f"<{target}> is ours: write it in quotation marks" if room_of(target) in self.links else None
            else:
                why = self.refusal(file, target)
            if why:
                self.faults.append(f"{file}:{number}: {why}")


def main(arguments):
    if len(arguments) > 1 or arguments == ["--help"]:
        print(__doc__, file=sys.stderr)
        return 1
    root = pathlib.Path(arguments[0]) if arguments else pathlib.Path(__file__).resolve().parents[2]
    layers = Layers(root)
    files = [f.relative_to(root).as_posix() for part in ("core", "experiments") for f in sorted((root / part).rglob("*.?pp"))]
    for file in files:
        layers.check_file(file)
        target, inputs = re.search(r"(\w+)_fuzz\.cpp$", file), root / "core/testing/fuzz_corpus"
        if target and inputs.is_dir() and not (inputs / target[1]).is_dir():
            layers.faults.append(f"{file}: core/testing/fuzz_corpus/{target[1]} is missing, without which no target is fuzzed")
    layers.check_rooms()
    if not files:
        layers.faults.append("no source file found")
    for fault in layers.faults:
        print(fault, file=sys.stderr)
    return 1 if layers.faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
