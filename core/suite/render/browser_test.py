#!/usr/bin/python3
"""The report page in headless Chromium, on a page that the program makes of small studies.

usage: browser_test.py PROGRAM [--page FILE] [--update-layout]   test; --page: made before, with its results beside it
       browser_test.py --screenshots FOLDER --page FILE          report.png, report_narrow.png, paper.png, sweep.png, curve.png of any page

Exit codes: 0 passed, 1 failed, 77 skipped because the browser or what drives it are not installed.
"""
import argparse
import pathlib
import sys
import tempfile
import time
import traceback

sys.dont_write_bytecode = True  # this is a folder of sources

import access_checks
import browser
import chromium
import look_checks
import number_checks
import toy_page
import view_checks


def check_console_and_network(page):
    """Last: of all that was done before."""
    browser.expect(page.complaints(), [], "what the console was told")
    others = [url for url in page.requests() if not url.startswith(("file:", "data:", "blob:", "about:"))]
    browser.expect(others, [], "requests over a network")


CHECKS = [*view_checks.CHECKS, *number_checks.CHECKS, *look_checks.CHECKS, *access_checks.CHECKS,
          check_console_and_network]


def words(check):
    return check.__name__[len("check_"):].replace("_", " ")


def test(page):
    """Runs every check, prints what failed and what was measured; whether all passed."""
    failed = 0
    for check in CHECKS:
        page.emulate("light")
        page.resize(1280)
        try:
            measured = check(page)
        except Exception:
            failed += 1
            print(f"FAILED: {check.__name__}\n{traceback.format_exc(limit=-3)}", file=sys.stderr)
        else:
            print(f"{words(check)}: {measured or 'ok'}", flush=True)
    return failed == 0


SCREENSHOTS = [  # name, width, height, scheme, what follows the address
    ("report", 1280, 900, "light", ""), ("report_narrow", 400, 800, "light", "")]


def take_screenshots(page, folder):
    """Of any page the summary; where it has papers and sweeps, also its first paper and the first sweep."""
    first = ".paper .ledger"
    for name, width, height, scheme, suffix in SCREENSHOTS:
        page.emulate(scheme)
        page.resize(width, height)
        page.open(suffix)
        page.screenshot(folder / f"{name}.png")
    page.emulate("light")
    page.resize(1280, 900)
    page.open("#everything")
    if page.all(first):
        page.open("#" + page.run("return document.querySelector('.paper:has(.ledger)').id"))
        page.screenshot(folder / "paper.png")
    page.open("#sweeps")
    for name, selector in (("sweep", ".sweep:has(figure)"), ("curve", ".curve")):
        if not page.all(selector):
            continue
        page.frames()
        page.screenshot(folder / f"{name}.png", page.one(selector))


def main():
    parser = argparse.ArgumentParser(usage="\n".join(__doc__.splitlines()[2:4])[len("usage: "):])
    parser.add_argument("program", nargs="?", type=pathlib.Path)
    parser.add_argument("--page", type=pathlib.Path)
    parser.add_argument("--screenshots", type=pathlib.Path)
    parser.add_argument("--update-layout", action="store_true")
    arguments = parser.parse_args()
    if arguments.page is None and (arguments.program is None or arguments.screenshots is not None):
        parser.error("expected PROGRAM, or --page with or without --screenshots")
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="preimage-page-", ignore_cleanup_errors=True) as folder:
        with chromium.started(pathlib.Path(folder) / "profile") as driver:
            path = arguments.page or toy_page.make_page(arguments.program.resolve(), pathlib.Path(folder))
            page = chromium.Page(driver, path)
            if arguments.screenshots is not None:
                take_screenshots(page, arguments.screenshots)
            elif arguments.update_layout:
                page.resize(1280)
                look_checks.update_layout(page)
            elif not test(page):
                return 1
    print(f"done in {time.monotonic() - begin:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
