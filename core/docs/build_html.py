#!/usr/bin/env python3
"""Builds the manual as HTML pages in one folder, which needs no network and may be moved.

    build_html.py DIR          writes them; DIR is made, or holds an older manual
    build_html.py --check DIR  holds links and tables of contents of a built manual against what there is
    build_html.py --test       both in a temporary folder; exit code 77 where pandoc is not installed

The pages are index.md and those of its list, in that order. Any other file of the checkout that a page links to is copied
into DIR/files, as text.
"""
import html
import html.parser
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
SKIPPED = 77
NO_PANDOC = "the HTML manual is made by pandoc, which is not installed: Debian's package is named pandoc"


def manual_pages():
    """index.md, then the pages of its list, each with what the list calls it."""
    index = HERE / "index.md"
    listed = re.findall(r"^\d+\. \[([^\]]*)\]\(([^)#]+\.md)\)", index.read_text(encoding="utf-8"), re.MULTILINE)
    return {index: "The manual", **{(HERE / name).resolve(): title for title, name in listed}}


def html_name(page):
    return f"{page.parent.name}_readme.html" if page.stem == "README" else f"{page.stem}.html"


def menu(pages, here):
    """The list of pages, the current one without a link."""
    items = []
    for page, name in pages.items():
        title = html.escape(name)
        items.append(f"<li>{title}</li>" if page == here else f'<li><a href="{html_name(page)}">{title}</a></li>')
    return "<ul>\n" + "\n".join(items) + "\n</ul>"


def new_target(target, page, pages, out):
    """Where a link of a page leads in the manual; copies what is no page of it."""
    path, hash_sign, anchor = target.partition("#")
    if not path or re.match(r"[a-z]+:", target):
        return target
    file = (page.parent / path).resolve()
    if file in pages:
        return html_name(file) + hash_sign + anchor
    if not file.is_file() or ROOT not in file.parents:
        raise SystemExit(f"{page}: {target}: no file of the checkout")
    is_picture = file.suffix in (".png", ".svg")
    copy = pathlib.Path("files") / (str(file.relative_to(ROOT)) + ("" if is_picture else ".txt"))
    (out / copy).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, out / copy)
    return copy.as_posix()


def write_page(page, pages, out):
    following = list(pages)[list(pages).index(page) + 1:]
    variables = {"pagetitle": html.escape(pages[page]), "menu": menu(pages, page)}
    if following:
        variables["next"] = f'<a href="{html_name(following[0])}">{html.escape(pages[following[0]])}</a>'
    command = ["pandoc", "--from=gfm", "--to=html5", "--standalone", "--toc", "--toc-depth=3", "--no-highlight",
               "--wrap=preserve", f"--template={HERE / 'manual.template.html'}"]
    command += [f"--variable={name}={value}" for name, value in variables.items()]
    done = subprocess.run([*command, str(page)], capture_output=True, text=True, check=True)

    def renamed(match):
        return f'{match.group(1)}="{new_target(match.group(2), page, pages, out)}"'
    head, main_tag, rest = done.stdout.partition("<main>")
    body, end_tag, foot = rest.partition("</main>")
    body = re.sub(r'\b(href|src)="([^"]*)"', renamed, body)
    (out / html_name(page)).write_text(head + main_tag + body + end_tag + foot, encoding="utf-8")


def build(out):
    pages = manual_pages()
    out.mkdir(parents=True, exist_ok=True)
    for page in pages:
        write_page(page, pages, out)
    shutil.copyfile(HERE / "manual.css", out / "manual.css")
    print(f"{len(pages)} pages: {out / 'index.html'}")


class Page(html.parser.HTMLParser):
    """The ids of a page, what it links to, and what it shows or runs of other files."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.headings, self.links, self.parts, self.scripts = set(), set(), [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if values.get("id"):
            self.ids.add(values["id"])
            if tag in ("h2", "h3"):
                self.headings.add(values["id"])
        if tag == "script":
            self.scripts.append(values.get("src", "inline"))
        elif tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag != "a":
            self.parts += [values[name] for name in ("src", "href") if name in values]


def fault(target, name, pages, folder):
    """What is wrong with a link, or nothing."""
    if re.match(r"(https?|mailto):", target):
        return ""
    path, _, anchor = target.partition("#")
    file = pathlib.Path(os.path.normpath(folder / path)) if path else folder / name
    if folder not in file.parents:
        return "leads out of the manual"
    if not file.is_file():
        return "no such file"
    if file.suffix == ".md":
        return "a link to Markdown"
    if anchor and anchor not in pages[file.relative_to(folder).as_posix()].ids:
        return "nothing of that id"
    return ""


def check(folder):
    pages = {file.name: Page(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.html"))}
    faults, count = [], 0
    for name, page in pages.items():
        faults += [f"{name}: {target}: a script" for target in page.scripts]
        faults += [f"{name}: {target}: is fetched from a network" for target in page.parts if "//" in target]
        for heading in sorted(page.headings - {link[1:] for link in page.links}):
            faults.append(f"{name}: the table of contents lacks {heading}")
        for target in page.links + [part for part in page.parts if "//" not in part]:
            count += 1
            what = fault(target, name, pages, folder)
            if what:
                faults.append(f"{name}: {target}: {what}")
    for text in faults:
        print(text)
    print(f"{count} links of {len(pages)} pages, {len(faults)} faults")
    return 1 if faults or not pages else 0


def test():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name).resolve()
        build(folder)
        return check(folder)


def main(arguments):
    if len(arguments) == 2 and arguments[0] == "--check":
        return check(pathlib.Path(arguments[1]).resolve())
    if len(arguments) != 1 or (arguments[0].startswith("-") and arguments[0] != "--test"):
        print(__doc__, file=sys.stderr)
        return 2
    if shutil.which("pandoc") is None:
        print(f"{'skipped: ' if arguments[0] == '--test' else ''}{NO_PANDOC}", file=sys.stderr)
        return SKIPPED if arguments[0] == "--test" else 1
    if arguments[0] == "--test":
        return test()
    build(pathlib.Path(arguments[0]).resolve())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
