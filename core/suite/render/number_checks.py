"""Of the page's numbers: the filter, and the details behind each."""
import itertools
import math
import re

from browser import CONTROL, ENTER, ESCAPE, expect

FILTERS = ["verdict", "reading", "hindsight"]
TEXTS = ["", "kde", "string loss nips"]

# --- filter

NUMBERS = """return [...document.querySelectorAll("[data-number]")].map((cell) => ({...cell.dataset,
  seen: cell.querySelector("button").checkVisibility({visibilityProperty: true})}))"""
ROWS_WITHOUT = """return [...document.querySelectorAll(".ledger tbody tr:not(.group)")]
  .filter((row) => row.querySelector("[data-number]") === null)
  .map((row) => [row.textContent, row.checkVisibility(), row.closest("details") !== null])"""
BLOCKS = """return [...document.querySelectorAll(".reading, tbody tr")]
  .map((block) => [block.checkVisibility(), [...block.querySelectorAll("[data-number]")]])
  .map(([seen, cells]) => [seen, cells.map((cell) => cell.dataset.number)])
  .filter(([, numbers]) => numbers.length > 0)"""


def choose(page, choice):
    """As a user does, but at once."""
    page.run("""for (const [name, value] of Object.entries(arguments[0])) {
                  const select = document.getElementById("filter-" + name);
                  select.value = value;
                  select.dispatchEvent(new Event(name === "text" ? "input" : "change", {bubbles: true}));
                }""", choice)


def has_words(text, asked):
    return all(word in text.lower() for word in asked.lower().split())


def haystack(page, number):
    """What the words of a search are looked for in: everything that the dialog says, and the names of its cells."""
    group = page["groups"][number["group"]]
    return " ".join([number["title"], group["name"], *(text for _, text in number["details"] + group["details"])])


def expect_shown(page, choice):
    """Every number that fits is seen wherever it stands, no other is, and no section is empty."""
    numbers, data = page.run(NUMBERS), page.run("return data")
    fitting = {n["number"] for n in numbers if all(choice[f] in ("", n[f]) for f in FILTERS)
               and has_words(haystack(data, data["numbers"][int(n["number"])]), choice.get("text", ""))}
    for number in numbers:
        expect(number["seen"], number["number"] in fitting, f"number {number['number']} is seen with {choice}")
    for seen, held in page.run(BLOCKS):
        expect(seen, not fitting.isdisjoint(held), f"a section with {held} is seen with {choice}")
    any_asked = any(choice.values())
    for text, seen, is_folded in page.run(ROWS_WITHOUT):
        is_asked = choice["reading"] == "" and choice["hindsight"] == "" and choice["verdict"] in ("", "none") \
            and has_words(text, choice.get("text", ""))
        is_seen = is_asked and (any_asked or not is_folded)  # what is folded opens where it was asked for
        expect(seen, is_seen, f"a published number without ours is seen with {choice}: {text}")
    total = len({n["number"] for n in numbers})
    noun = "number" if total == 1 else "numbers"
    text = ("" if len(fitting) == total else f"{len(fitting)} of ") + f"{total} {noun} of ours"
    expect(page.one("#shown").text, text, f"the count with {choice}")
    return fitting


def check_filters(page):
    page.open("#everything")
    options = {f: [o.get_attribute("value") for o in page.all(f"#filter-{f} option")] for f in FILTERS}
    for name, values in options.items():
        least = 2 if name == "hindsight" else 3
        expect(len(values) >= least and values[0] == "", True, f"{least - 1} values or more of {name}, found {values}")
    expect(len(page.run(ROWS_WITHOUT)) > 0, True, "published numbers without one of ours")
    found = set()
    for values in itertools.product(*options.values(), TEXTS):
        choice = dict(zip([*FILTERS, "text"], values))
        choose(page, choice)
        found.add(len(expect_shown(page, choice)))
    expect(len(found) > 3, True, "filters that differ in what they show")


def check_hindsight(page):
    """The filter leaves as many printed numbers as the summary counts, each with the mark, and none of another reading."""
    page.open("#everything")
    nothing = dict.fromkeys([*FILTERS, "text"], "")
    marks = "return [...document.querySelectorAll('.badge.hindsight')]" \
        ".filter((mark) => mark.checkVisibility({visibilityProperty: true})).length"
    said = re.search(r"(\d+) without hindsight", page.one(".lead").text)
    expect(said is not None and int(said[1]) > 0, True, "a count in the summary")
    choose(page, {**nothing, "hindsight": "without"})
    listed = page.run("return [...document.querySelectorAll('.ledger [data-number]')]"
                      ".filter((cell) => cell.checkVisibility()).length")
    expect(listed, int(said[1]), "printed numbers that are seen")
    seen = page.run("return [...document.querySelectorAll('[data-number]')].filter((cell) => "
                    "cell.checkVisibility() && !cell.classList.contains('left-out')).length")
    expect(page.run(marks), seen, "marks beside the numbers that are seen")
    expect(len(expect_shown(page, {**nothing, "hindsight": "without"})) > 0, True, "numbers that are seen")
    page.reload()
    expect(page.one("#filter-hindsight").get_attribute("value"), "without", "the choice after a reload")
    page.one("#filter-reset").click()
    expect(page.run(marks) > 0, True, "marks without a filter")


def check_address(page):
    page.open("#everything")
    choice = {"hindsight": "", "verdict": "", "reading": page.all("#filter-reading option")[1].get_attribute("value"), "text": "string"}
    page.select(page.one("#filter-reading"), choice["reading"])  # which is its text, too
    page.one("#filter-text").send_keys(choice["text"])
    shown = expect_shown(page, choice)
    page.reload()
    expect({f: page.one(f"#filter-{f}").get_attribute("value") for f in choice}, choice, "the choice after a reload")
    expect(expect_shown(page, choice), shown, "numbers after a reload")
    page.one("#filter-reset").click()
    expect_shown(page, dict.fromkeys(choice, ""))
    expect(page.place(), page.address + "#everything", "the address after a reset")
    page.open("?reading=no-such-reading#everything")
    expect_shown(page, dict.fromkeys(choice, ""))
    expect(page.one("#filter-reading").get_attribute("selectedIndex"), "0", "the choice of a reading that is not there")


# --- details of a number

def dialog(page):
    return page.one("#details")


def words(text):
    """As a browser shows it: white space is a space."""
    return " ".join(text.split())


def is_open(page):
    return page.run("return document.getElementById('details').open")


def expect_details(page, number_id):
    data = page.run("return data")
    number = data["numbers"][number_id]
    group = data["groups"][number["group"]]
    expect(is_open(page), True, "the dialog is open")
    expect(page.one("#details-title").text, words(number["title"]), "its title")
    facts = [[term.text, text.text] for term, text in zip(page.all("#details dt"), page.all("#details dd"))]
    expect(facts, [[words(part) for part in fact] for fact in number["details"] + group["details"]], "its facts")
    expect(page.one("#details pre").text, group["command"], "its command")
    rows = [[cell.text for cell in page.all("td", row)] for row in page.all("#details tbody tr")]
    expect(len(rows), len(group["chosen"]), "its cells")
    for cell, row in enumerate(rows):
        place = [str(cell // group["folds"]), str(cell % group["folds"])]
        expect([row[:2], row[-1]], [place, ":".join([group["name"], *place])], f"cell {cell}")
        loss = number["losses"][cell]
        expect(row[2] if loss is None else math.isclose(float(row[2]), loss, rel_tol=1e-5),
               "–" if loss is None else True, f"the loss of cell {cell}")
    chosen = [c for c in group["chosen"] if c >= 0]
    if chosen:
        most = max(chosen.count(c) for c in chosen)
        first = next(c for c in chosen if chosen.count(c) == most)
        beginning = f"chosen: {data['chosen'][first]} in {most} of {len(chosen)} folds"
        expect(page.one("#details .summary").text.startswith(beginning), True, f"a summary '{beginning}...'")


def check_details(page):
    page.open("#everything")
    cell = page.one(".numbers [data-number]")
    number_id = int(cell.get_attribute("data-number"))
    button = page.one("button", cell)
    for open_it in (button.click, lambda: button.send_keys(ENTER)):
        open_it()
        expect_details(page, number_id)
        expect(page.place(), f"{page.address}#number-{number_id}", "the address with a dialog")
        page.press(ESCAPE)
        expect(is_open(page), False, "the dialog is open after Esc")
        expect(page.place(), page.address + "#everything", "the address after Esc")
        expect(page.has_focus(button), True, "the button has the focus after Esc")
    expect(page.run("return getComputedStyle(arguments[0]).outlineStyle", button), "solid", "the outline of what has the focus")


def check_deep_link(page):
    page.open("#number-3")
    expect_details(page, 3)
    page.one("#details .close").click()
    expect(is_open(page), False, "the dialog is open after 'close'")
    focused = page.run("return document.activeElement.closest('[data-number]').dataset.number")
    expect(focused, "3", "the number with the focus")
    page.open("#number-999999")
    expect(is_open(page), False, "the dialog is open for a number that is not there")


def check_copying(page):
    """The whole command lands in the clipboard, from a page on disk, also where a browser has no clipboard for scripts."""
    for script in ("", "Object.defineProperty(navigator, 'clipboard', {value: undefined})"):
        page.open("#number-0")
        page.run(script)
        page.one("#details .command button").click()
        page.frames()
        expect(page.one("#details .command output").text, "copied", "the answer of the button")
        command = page.one("#details pre").text
        page.one("#details .close").click()
        field = page.one("#filter-text")
        field.send_keys(CONTROL, "v")
        expect(field.get_attribute("value"), command, "what was copied")
        field.clear()
    page.open("#number-0")
    page.run("document.execCommand = () => false; Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.one("#details .command button").click()
    page.frames()
    expect(page.one("#details .command output").text, "selected; copy it by the keyboard", "the answer of the button")
    expect(page.run("return getSelection().toString()"), page.one("#details pre").text, "the selected text")


def check_cells_that_lack(page):
    """A cell without a result, and losses that the page had no room for."""
    page.open()
    page.run("""const number = data.numbers[0];
                data.groups[number.group].status = {"1": "failed: out of memory"};
                number.losses[1] = null;
                showNumber(0);""")
    expect_details(page, 0)
    expect("failed: out of memory" in page.all("#details tbody tr")[1].text, True, "the status of cell 1 is shown")
    page.run("data.numbers[0].losses = []; showNumber(0);")
    name = page.run("return data.groups[data.numbers[0].group].name")
    expect(f"preimage explain {name}:repetition:fold" in dialog(page).text, True, "how to see losses that are left out")


CHECKS = [check_filters, check_hindsight, check_address, check_details, check_deep_link, check_copying, check_cells_that_lack]
