"""Headless Firefox without a network, by WebDriver BiDi over a web socket: Debian 12 has no geckodriver."""
import base64
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import time

import browser

PACKAGES = "firefox-esr python3-websocket"

try:
    import websocket
except ImportError:
    browser.skip("websocket", PACKAGES)

SECONDS = 60  # the longest wait for an answer
PREFERENCES = {
    "network.dns.disabled": True, "network.proxy.type": 0,  # nothing goes out, no update and no telemetry either
    "app.update.disabledForTesting": True, "datareporting.policy.dataSubmissionEnabled": False,
    "intl.accept_languages": "en", "layout.css.devPixelsPerPx": "1.0", "ui.useOverlayScrollbars": 1,
}

# Firefox's console keeps its last 250 messages only, so all of them are written down as they come.
LISTEN = """window.heard = [];
    Services.console.registerListener({observe(message) {
      if (message instanceof Ci.nsIScriptError && message.sourceName.startsWith("file:")) heard.push(message.errorMessage);
    }})"""

# A script of the test in the page: values come and go as JSON, elements come as what BiDi makes of them.
RUN = """(...given) => {
  const values = given.map((value) => typeof value === "string" ? JSON.parse(value) : value);
  return JSON.stringify((function () { %s
  }).apply(window, values)) ?? "null";
}"""
LATER = """(...given) => new Promise((done) => {
  const values = given.map((value) => typeof value === "string" ? JSON.parse(value) : value);
  (function () { %s
  }).apply(window, [...values, done]);
}).then((found) => JSON.stringify(found) ?? "null")"""


class Driver:
    """A session: commands and their answers, and what Firefox tells without being asked."""

    def __init__(self, address):
        self.socket = websocket.create_connection(address + "/session", timeout=SECONDS, suppress_origin=True,
                                                  http_no_proxy=["127.0.0.1"])
        self.count = 0
        self.events = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded", "network.beforeRequestSent"])
        self.page = self.context()
        self.window = self.context(**{"moz:scope": "chrome"})
        self.in_window(LISTEN)

    def context(self, **which):
        return self.ask("browsingContext.getTree", **which)["contexts"][0]["context"]

    def ask(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while (answer := json.loads(self.socket.recv())).get("id") != self.count:
            self.events.append(answer)
        if answer["type"] == "error":
            raise RuntimeError(f"{method}: {answer['error']}: {answer['message']}")
        return answer["result"]

    def told(self, method):
        """Since the last time."""
        self.ask("session.status")  # what was told before the answer has come
        found = [event["params"] for event in self.events if event["method"] == method]
        self.events = [event for event in self.events if event["method"] != method]
        return found

    def call(self, function, *arguments, context=None):
        """The text that a function answers, in the page or in the browser's own window."""
        answer = self.ask("script.callFunction", functionDeclaration=function, arguments=list(arguments),
                          awaitPromise=True, target={"context": context or self.page})
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return answer["result"].get("value")

    def in_window(self, script):
        """What BiDi has no command for: by a script in Firefox's window, where `page` is what shows the page."""
        return self.call(f"() => {{ const page = gBrowser.selectedBrowser; {script} }}", context=self.window)


def address_of(process, messages):
    """Where it listens, which it says once it does."""
    end = time.monotonic() + SECONDS
    while process.poll() is None and time.monotonic() < end:
        found = re.search(r"WebDriver BiDi listening on (ws://\S+)\n", messages.read_text())
        if found is not None:
            return found[1]
        time.sleep(0.05)
    raise RuntimeError(f"Firefox did not start: {messages.read_text()}")


@contextlib.contextmanager
def started(folder):
    """Firefox with its profile in `folder`; a page within it reaches files alone."""
    program = shutil.which("firefox-esr")
    if program is None:
        browser.skip("firefox-esr", PACKAGES)
    folder = pathlib.Path(folder)
    folder.mkdir()
    (folder / "user.js").write_text(
        "".join(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()))
    messages = folder / "messages"
    # System access: the colour scheme, paper and scripts of a page are set by scripts in Firefox's own window.
    command = [program, "--headless", "--no-remote", "--profile", folder, "--remote-debugging-port=0",
               "--remote-allow-system-access"]
    with messages.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=output,
                                   env={**os.environ, "HOME": str(folder), "MOZ_CRASHREPORTER_DISABLE": "1"})
    try:
        driver = Driver(address_of(process, messages))
        yield driver
        driver.ask("browser.close")
        process.wait(SECONDS)
    finally:
        process.kill()
        process.wait()


class Element:
    def __init__(self, page, identity):
        self.page = page
        self.identity = identity

    @property
    def text(self):
        """As it is seen; an option of a closed list is not."""
        return self.page.run("const [node] = arguments; return (node.text ?? node.innerText).trim()", self)

    def get_attribute(self, name):
        return self.page.run("""const [node, name] = arguments, value = node[name] ?? node.getAttribute(name);
            return value === null ? null : String(value)""", self, name)

    def click(self):
        """Where it is seen: what lies on it would take the click."""
        covering = self.page.run("""const [node] = arguments;
            node.scrollIntoView({block: "center", behavior: "instant"});
            const {left, top, width, height} = node.getClientRects()[0];
            const hit = document.elementFromPoint(left + width / 2, top + height / 2);
            return node.contains(hit) ? null : String(hit?.outerHTML).slice(0, 80)""", self)
        browser.expect(covering, None, "what lies on an element that is clicked")
        self.page.hold(self, 0, 0)
        self.page.let_go()

    def send_keys(self, *keys):
        self.page.run("""const [node] = arguments;
            node.focus();
            const end = node.value.length;
            if (node.matches("[type=text], [type=search]")) node.setSelectionRange(end, end)""", self)
        self.page.press("".join(keys))

    def clear(self):
        self.page.run("arguments[0].value = ''", self)


class Page(browser.Page):
    not_asked = {"check_layout": "the reference is a layout of Chromium"}

    def go_to(self, address):
        self.driver.ask("browsingContext.navigate", context=self.driver.page, url=address, wait="complete")
        self.driver.in_window("page.focus()")  # or keys would go to the field of the address

    def reload(self):
        self.driver.ask("browsingContext.reload", context=self.driver.page, wait="complete")

    def back(self):
        self.driver.ask("browsingContext.traverseHistory", context=self.driver.page, delta=-1)

    def call(self, function, arguments):
        values = [{"sharedId": value.identity} if isinstance(value, Element) else
                  {"type": "string", "value": json.dumps(value)} for value in arguments]
        return json.loads(self.driver.call(function, *values))

    def run(self, script, *arguments):
        return self.call(RUN % script, arguments)

    def later(self, script, *arguments):
        """What the script hands to its last argument."""
        return self.call(LATER % script, arguments)

    def one(self, selector, within=None):
        found = self.all(selector, within)
        browser.expect(found != [], True, f"an element {selector}")
        return found[0]

    def all(self, selector, within=None):
        start = {} if within is None else {"startNodes": [{"sharedId": within.identity}]}
        found = self.driver.ask("browsingContext.locateNodes", context=self.driver.page,
                                locator={"type": "css", "value": selector}, **start)
        return [Element(self, node["sharedId"]) for node in found["nodes"]]

    def select(self, field, text):
        """By a script, for its list opens outside of the page."""
        self.run("""const [field, text] = arguments;
            [...field.options].find((option) => option.text === text).selected = true;
            for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, {bubbles: true}))""",
                 field, text)

    def press(self, keys):
        """To what has the focus; Control is held until the end."""
        held = [key for key in keys if key == browser.CONTROL]
        actions = [{"type": "keyDown", "value": key} for key in held]
        for key in keys:
            if key not in held:
                actions += [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        actions += [{"type": "keyUp", "value": key} for key in held]
        self.act({"type": "key", "id": "keyboard", "actions": actions})

    def hold(self, element, x, y):
        """The button of the mouse, so far from the middle of an element."""
        origin = {"type": "element", "element": {"sharedId": element.identity}}
        self.point({"type": "pointerMove", "x": x, "y": y, "origin": origin}, {"type": "pointerDown", "button": 0})

    def let_go(self):
        self.point({"type": "pointerUp", "button": 0})

    def point(self, *actions):
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": list(actions)})

    def act(self, source):
        self.driver.ask("input.performActions", context=self.driver.page, actions=[source])

    def resize(self, width, height=browser.HEIGHT):
        self.driver.ask("browsingContext.setViewport", context=self.driver.page,
                        viewport={"width": width, "height": height}, devicePixelRatio=1)
        self.frames()

    def emulate(self, scheme="light", media=""):
        """The scheme by a preference, which pages that are opened later keep."""
        number = ["dark", "light"].index(scheme)
        self.driver.in_window(f"""page.browsingContext.mediumOverride = {json.dumps(media)};
            Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", {number})""")
        self.frames()
        if media == "":  # paper is always light
            is_dark = self.run("return matchMedia('(prefers-color-scheme: dark)').matches")
            browser.expect(is_dark, scheme == "dark", "a dark scheme")

    def set_scripts(self, are_on):
        self.driver.in_window(f"page.browsingContext.allowJavascript = {json.dumps(are_on)}")

    def pdf(self):
        printed = self.driver.ask("browsingContext.print", context=self.driver.page, background=True)
        return base64.b64decode(printed["data"])

    def screenshot(self, path=None, element=None):
        """Of the window or, with some space around it, of an element: PNG in base 64, and in a file."""
        options = {}
        if element is not None:
            options = {"origin": "document", "clip": {"type": "box", **self.box_around(element)}}
        shot = self.driver.ask("browsingContext.captureScreenshot", context=self.driver.page, **options)["data"]
        if path is not None:
            path.write_bytes(base64.b64decode(shot))
        return shot

    def complaints(self):
        """What the console was told since the last time; BiDi leaves out what Firefox itself has to say of a page."""
        said = self.driver.in_window("return JSON.stringify(heard.splice(0))")
        return [*(entry["text"] for entry in self.driver.told("log.entryAdded")), *json.loads(said)]

    def requests(self):
        """Every address that a page asked for since the last time."""
        return [event["request"]["url"] for event in self.driver.told("network.beforeRequestSent")]
