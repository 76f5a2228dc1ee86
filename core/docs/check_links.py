#!/usr/bin/env python3
"""Holds the links of Markdown pages against what there is: files, and headings of pages.

    check_links.py [PAGE...]   none: all pages of the checkout

Links in code are no links. A link into the network is not looked up. Headings have the anchors that GitHub gives them.
"""
import pathlib
import re
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("*.md", "core/**/*.md", "experiments/**/*.md", "configs/**/*.md", "datasets/*.md", "results/*.md")


def without_code(text):
    """The text with as many lines, and nothing in those of code blocks."""
    lines, in_fence, before_is_blank, in_block = [], False, True, False
    for line in text.split("\n"):
        is_fence = line.startswith("```")
        in_block = line.startswith("    ") and (before_is_blank or in_block)
        lines.append("" if is_fence or in_fence or in_block else line)
        in_fence = in_fence != is_fence
        before_is_blank = not line.strip()
    return "\n".join(lines)


def anchor_of(heading):
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(page):
    found = []
    for heading in re.findall(r"^#{1,6} +(.+?) *#*$", without_code(page.read_text(encoding="utf-8")), re.MULTILINE):
        anchor = anchor_of(heading)
        times = sum(1 for other in found if other == anchor or re.fullmatch(re.escape(anchor) + r"-\d+", other))
        found.append(f"{anchor}-{times}" if times else anchor)
    return found


def links(page):
    """(line, target) of each."""
    for number, line in enumerate(without_code(page.read_text(encoding="utf-8")).split("\n"), 1):
        for target in re.findall(r"\]\(<?([^()\s>]+)>?(?: \"[^\"]*\")?\)", re.sub(r"`[^`]*`", "", line)):
            yield number, target


def fault(page, target):
    """What is wrong with a link, or nothing."""
    if re.match(r"(https?|mailto):", target):
        return ""
    path, _, anchor = target.partition("#")
    if path.startswith("/"):
        return "begins with /, so that it is another file on each machine"
    other = page.parent / urllib.parse.unquote(path) if path else page
    if not other.exists():
        return "no such file"
    if anchor and (other.suffix != ".md" or anchor not in anchors(other)):
        return "no such heading"
    return ""


def main(names):
    pages = [pathlib.Path(name) for name in names] or sorted({page for glob in PAGES for page in ROOT.glob(glob)})
    faults, count = [], 0
    for page in pages:
        for line, target in links(page):
            count += 1
            what = fault(page, target)
            if what:
                faults.append(f"{page}:{line}: {target}: {what}")
    for text in faults:
        print(text)
    print(f"{count} links of {len(pages)} pages, {len(faults)} broken")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
