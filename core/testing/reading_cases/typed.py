#!/usr/bin/env python3
"""typed.py SAID FILE NEW: runs the command between backticks in the file SAID that names FILE, with both names in their places."""
import pathlib
import re
import subprocess
import sys

said, file, new = sys.argv[1:]
for command in re.findall(r"`([^`]+)`", pathlib.Path(said).read_text(encoding="utf-8")):
    if re.search(r"\bFILE\b", command) or file in command:
        command = re.sub(r"\bFILE\b", file, re.sub(r"\bNEW(\.\w+)?\b", new, command))
        sys.exit(subprocess.run(["bash", "-c", command], check=False).returncode)
sys.exit(f"{said}: no command in it")
