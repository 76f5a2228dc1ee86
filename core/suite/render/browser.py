"""The sizes of the browser's window, keys, and what is asked of a page by scripts."""
import pathlib
import sys

MISSING = 77  # the exit code of a test that is skipped
HEIGHT = 1600
WIDTHS = (1280, 800, 400)  # a screen, a tablet, a telephone
CONTROL, ENTER, ESCAPE = "\ue009", "\ue007", "\ue00c"  # as WebDriver writes them


def skip(what, packages):
    print(f"skipped: {what} is not installed (Debian: {packages})")
    sys.exit(MISSING)


def expect(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: found {found!r}, expected {expected!r}")


class Page:
    """A file in the browser, and the questions of the test. chromium.py adds how they are asked; an element
    has `text`, `get_attribute`, `click`, `send_keys` and `clear`, as Selenium's."""

    def __init__(self, driver, path):
        self.driver = driver
        self.path = pathlib.Path(path).resolve()
        self.address = self.path.as_uri()

    def open(self, suffix=""):
        """Anew, even where only what follows "#" differs."""
        self.go_to("about:blank")
        self.go_to(self.address + suffix)

    def frames(self):
        """Waits until two frames have been drawn: whatever was scheduled is done."""
        self.later("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));")

    def place(self):
        """Its address now."""
        return self.run("return location.href")

    def has_focus(self, element):
        return self.run("return document.activeElement === arguments[0]", element)

    def box_around(self, element):
        """In the document, with some space."""
        return self.run("""const {x, y, width, height} = arguments[0].getBoundingClientRect();
            return {x: scrollX + x - 16, y: scrollY + y - 16, width: width + 32, height: height + 32}""", element)
