"""Headless Chromium without a network, by Selenium, and what is asked of a page in it."""
import base64
import contextlib
import json
import os
import pathlib
import shutil
import sys

MISSING = 77  # the exit code of a test that is skipped


def skip(what):
    print(f"skipped: {what} is not installed (Debian: chromium chromium-driver python3-selenium)")
    sys.exit(MISSING)


try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
except ImportError:
    skip("selenium")

HEIGHT = 1600
WIDTHS = (1280, 800, 400)  # a screen, a tablet, a telephone


def expect(found, expected, what):
    if found != expected:
        raise AssertionError(f"{what}: found {found!r}, expected {expected!r}")


@contextlib.contextmanager
def started(folder):
    """Chromium with its profile in `folder`; a page within it reaches files alone."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    for name, path in programs.items():
        if path is None:
            skip(name)
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "localhost,127.0.0.1"  # chromedriver listens there
    options = Options()
    options.binary_location = programs["chromium"]
    for argument in ("--headless=new", "--disable-gpu", "--disable-background-networking", "--no-first-run",
                     "--host-resolver-rules=MAP * ~NOTFOUND", "--lang=en", "--hide-scrollbars",
                     "--force-device-scale-factor=1", "--disable-dev-shm-usage", f"--user-data-dir={folder}"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # which root cannot have
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(programs["chromedriver"]), options=options)
    try:
        yield driver
    finally:
        driver.quit()


class Page:
    """A file in the browser, and the questions of the test."""

    def __init__(self, driver, path):
        self.driver = driver
        self.path = pathlib.Path(path).resolve()
        self.address = self.path.as_uri()

    def open(self, suffix=""):
        """Anew, even where only what follows "#" differs."""
        self.driver.get("about:blank")
        self.driver.get(self.address + suffix)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def later(self, script, *arguments):
        """What the script hands to its last argument."""
        return self.driver.execute_async_script(script, *arguments)

    def frames(self):
        """Waits until two frames have been drawn: whatever was scheduled is done."""
        self.later("const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()));")

    def one(self, selector):
        return self.driver.find_element("css selector", selector)

    def all(self, selector):
        return self.driver.find_elements("css selector", selector)

    def actions(self):
        return ActionChains(self.driver, duration=20)

    def resize(self, width, height=HEIGHT):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.frames()

    def emulate(self, scheme="light", media=""):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "media": media, "features": [{"name": "prefers-color-scheme", "value": scheme}]})
        self.frames()

    def set_scripts(self, are_on):
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not are_on})

    def pdf(self):
        return base64.b64decode(self.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True})["data"])

    def screenshot(self, path=None, element=None):
        """Of the window or, with some space around it, of an element: PNG in base 64, and in a file."""
        options = {"format": "png"}
        if element is not None:
            box = self.run("""const {x, y, width, height} = arguments[0].getBoundingClientRect();
                return {x: scrollX + x - 16, y: scrollY + y - 16, width: width + 32, height: height + 32}""", element)
            options.update(captureBeyondViewport=True, clip={**box, "scale": 1})
        shot = self.driver.execute_cdp_cmd("Page.captureScreenshot", options)["data"]
        if path is not None:
            path.write_bytes(base64.b64decode(shot))
        return shot

    def complaints(self):
        """What the console was told since the last time."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Every address that a page asked for since the last time, the browser's own first page aside."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        sent = [message["params"] for message in messages if message["method"] == "Network.requestWillBeSent"]
        return [request["request"]["url"] for request in sent if not request["documentURL"].startswith("chrome:")]
