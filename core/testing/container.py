#!/usr/bin/env python3
"""Runs the steps of a Containerfile in bare Debian 12 systems, one per stage, by mmdebstrap and chroot: no container engine.

    container.py CONTAINERFILE [--check COMMAND]...    from the top of a checkout; root and network

It takes FROM debian:bookworm or bookworm-slim [AS NAME], COPY [--from=NAME], RUN, WORKDIR and ENTRYPOINT; the context is the
last commit, as a clone. Each COMMAND is then run behind the words of ENTRYPOINT, in WORKDIR.

Exit codes: 0 all went through, 1 a step failed, 2 a line that this script does not know.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BASE = r"(?:docker\.io/library/)?debian:bookworm(?:-slim)?"


def instructions(path):
    """(word, rest) of each; continued lines are one, comments are left out."""
    text = "\n".join(line for line in path.read_text().split("\n") if not line.lstrip().startswith("#"))
    for line in text.replace("\\\n", " ").split("\n"):
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word.upper(), " ".join(rest.split())


def quietly(*words):
    subprocess.run([str(word) for word in words], check=True)


class Stages:
    def __init__(self, place):
        self.place, self.roots, self.entry, self.workdir = place, {}, [], "/"
        self.base = place / "base.tar"
        quietly("mmdebstrap", "--quiet", "--variant=apt", "bookworm", self.base)

    @property
    def root(self):
        return list(self.roots.values())[-1]

    def start(self, name):
        root = self.place / f"stage{len(self.roots)}"
        root.mkdir()
        quietly("tar", "-xf", self.base, "-C", root)
        shutil.copy("/etc/resolv.conf", root / "etc" / "resolv.conf")
        self.roots[name or f"stage{len(self.roots)}"] = root
        self.entry, self.workdir = [], "/"

    def inside(self, *words):
        # The mount of /proc ends with the shell.
        script = 'mount -t proc proc "$0/proc" && exec chroot "$0" env -i HOME=/root LC_ALL=C.UTF-8 ' \
                 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"'
        subprocess.run(["unshare", "--mount", "--pid", "--fork", "sh", "-c", script, str(self.root), *words], check=True,
                       stdin=subprocess.DEVNULL)

    def shell(self, command):
        self.inside("sh", "-e", "-c", f'cd "{self.workdir}"\n{command}')

    def copy(self, source, stage, target):
        to = self.root / target.lstrip("/")
        to.parent.mkdir(parents=True, exist_ok=True)
        if stage:
            quietly("cp", "-r", self.roots[stage] / source.lstrip("/"), to)
        elif source == ".":
            quietly("git", "clone", "--quiet", ".", to)
        else:
            quietly("cp", "-r", source, to)

    def step(self, word, rest):
        if word == "FROM" and (match := re.fullmatch(rf"{BASE}(?: AS (\w+))?", rest, re.I)):
            self.start(match[1])
        elif word == "COPY" and (match := re.fullmatch(r"(?:--from=(\w+) )?(\S+) (/\S+)", rest)):
            self.copy(match[2], match[1], match[3])
        elif word == "RUN":
            self.shell(rest)
        elif word == "WORKDIR" and rest.startswith("/"):
            self.workdir = rest
            (self.root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
        elif word == "ENTRYPOINT" and rest.startswith("["):
            self.entry = json.loads(rest)
        else:
            print(f"container.py: unknown: {word} {rest}", file=sys.stderr)
            sys.exit(2)


def main(arguments):
    checks = [arguments[i + 1] for i in range(1, len(arguments) - 1, 2) if arguments[i] == "--check"]
    if not arguments or len(arguments) != 1 + 2 * len(checks):
        print(__doc__, file=sys.stderr)
        return 2
    if os.getuid() != 0:
        print("container.py: root is needed, for chroot and mmdebstrap", file=sys.stderr)
        return 1
    with tempfile.TemporaryDirectory() as name:
        os.chmod(name, 0o755)  # apt reads as a user of its own
        try:
            stages = Stages(pathlib.Path(name))
            for word, rest in instructions(pathlib.Path(arguments[0])):
                print(f"== {word} {rest}", flush=True)
                stages.step(word, rest)
            for check in checks:
                print(f"== check: {check}", flush=True)
                stages.shell(" ".join([*stages.entry, check]))
        except subprocess.CalledProcessError as error:
            print(f"container.py: {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
