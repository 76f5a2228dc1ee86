"""Headless Chromium without a network, by Selenium."""
import base64
import contextlib
import json
import os
import shutil

import browser

PACKAGES = "chromium chromium-driver python3-selenium"

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.options import Options
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.support.select import Select
except ImportError:
    browser.skip("selenium", PACKAGES)


@contextlib.contextmanager
def started(folder):
    """Chromium with its profile in `folder`; a page within it reaches files alone."""
    programs = {name: shutil.which(name) for name in ("chromium", "chromedriver")}
    for name, path in programs.items():
        if path is None:
            browser.skip(name, PACKAGES)
    os.environ["NO_PROXY"] = os.environ["no_proxy"] = "localhost,127.0.0.1"  # chromedriver listens there
    options = Options()
    options.binary_location = programs["chromium"]
    for argument in ("--headless=new", "--disable-gpu", "--disable-background-networking", "--no-first-run",
                     "--host-resolver-rules=MAP * ~NOTFOUND", "--lang=en", "--hide-scrollbars",
                     "--force-device-scale-factor=1", "--disable-dev-shm-usage",
                     "--disable-ipc-flooding-protection",  # it is hit by the speed of the tests' keys
                     f"--user-data-dir={folder}"):
        options.add_argument(argument)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")  # which root cannot have
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(service=Service(programs["chromedriver"]), options=options)
    try:
        yield driver
    finally:
        driver.quit()


class Page(browser.Page):
    def go_to(self, address):
        self.driver.get(address)

    def reload(self):
        self.driver.refresh()

    def back(self):
        self.driver.back()

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def later(self, script, *arguments):
        """What the script hands to its last argument."""
        return self.driver.execute_async_script(script, *arguments)

    def one(self, selector, within=None):
        return (within or self.driver).find_element("css selector", selector)

    def all(self, selector, within=None):
        return (within or self.driver).find_elements("css selector", selector)

    def select(self, field, text):
        Select(field).select_by_visible_text(text)

    def press(self, keys):
        """To what has the focus."""
        self.actions().send_keys(keys).perform()

    def actions(self):
        return ActionChains(self.driver, duration=20)

    def resize(self, width, height=browser.HEIGHT):
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
            options.update(captureBeyondViewport=True, clip={**self.box_around(element), "scale": 1})
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
