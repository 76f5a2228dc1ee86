"""Of the page for those who do not see it, or not well: axe-core, and whether its HTML is well formed."""
import pathlib
import shutil
import subprocess

from browser import WIDTHS, expect

AXE = pathlib.Path(__file__).with_name("axe") / "axe.min.js"  # axe-core, for this test alone

RUN_AXE = """const done = arguments[0];
  axe.run(document, {resultTypes: ["violations"]}).then((result) => done(
    result.violations.map((found) => [found.id, found.impact, found.nodes.length, found.nodes[0].html.slice(0, 200)])))"""


def check_axe(page):
    """At every width, light and dark, with all that can be opened open; with a dialog at one of them."""
    source, rules = AXE.read_text(encoding="utf-8"), 0
    for width in WIDTHS:
        page.resize(width)
        for scheme in ("light", "dark"):
            page.emulate(scheme)
            for view in ("#everything", "#number-0") if width == WIDTHS[0] else ("#everything",):
                page.open(view)
                page.run("for (const details of document.querySelectorAll('details')) details.open = true")
                page.run(source + "; window.axe = axe;")
                expect(page.later(RUN_AXE), [], f"violations at {width} pixels, {scheme}, {view}")
                rules = page.run("return axe.getRules().length")
    page.open("#everything")  # what must be seen
    page.run(source + "; window.axe = axe;")
    page.run("document.querySelector('#filter-reset').textContent = ''")
    expect([found[0] for found in page.later(RUN_AXE)], ["button-name"], "violations of a button without a name")
    return f"{rules} rules, no violation"


def check_tidy(page):
    """No error and no warning of HTML Tidy, but those about what it does not know yet, and about styles inside of an SVG,
    which it takes for styles of the page."""
    if shutil.which("tidy") is None:
        return "not tested: tidy is not installed"
    options = ["-quiet", "-errors", "-utf8", "--drop-empty-elements", "no", "--mute-id", "yes", "--mute", "PROPRIETARY_ATTRIBUTE,FOUND_STYLE_IN_BODY",
               "--fix-style-tags", "no"]
    done = subprocess.run(["tidy", *options, page.path], capture_output=True, text=True, check=False)
    expect(done.stderr.splitlines(), [], "complaints of tidy")
    wrong = subprocess.run(["tidy", *options], input="<!DOCTYPE html><title>t</title><p><table></p>", capture_output=True,
                           text=True, check=False)
    expect(wrong.returncode > 0, True, "a complaint of tidy about a table in a paragraph")
    return None


CHECKS = [check_axe, check_tidy]
