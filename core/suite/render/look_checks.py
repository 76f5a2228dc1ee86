"""Of the page as it is seen: contrast, width, paper, without scripts, and its layout."""
import contextlib
import json
import pathlib
import re
import shutil
import subprocess
import zlib

from browser import WIDTHS, expect

LAYOUT = pathlib.Path(__file__).with_name("layout_reference.json")
LAYOUT_SIZE = [16, 20]        # of 1280 x 1600 pixels
LAYOUT_FONT = "DejaVu Sans"   # fontconfig comes with it, so that layouts of different machines can be compared
MOST_LAYOUT_DIFFERENCE = 0.1  # of the ink; measured: 0.2 a line more at the top, 0.5 other fonts, 0.9 no style sheet
LEAST_CONTRAST = 4.5          # WCAG 2.1, 1.4.3

# Colour and background of every text that is seen below a selector, as "colour on colour": an example of each.
COLOURS = r"""
const parse = (text) => {
  const parts = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(text);
  if (parts === null) throw new Error("no colour: " + text);
  return parts.slice(1).map((part) => part === undefined ? 1 : Number(part));
};
const over = (top, below) => below.slice(0, 3).map((channel, c) => top[3] * top[c] + (1 - top[3]) * channel);
const background = (node) => {
  if (node === null) return [255, 255, 255];
  const own = parse(getComputedStyle(node).backgroundColor);
  return own[3] === 1 ? own.slice(0, 3) : over(own, background(node.parentElement));
};
const found = {};
const add = (colour, node, example) => {
  const back = background(node), front = over(parse(colour), back);
  found[JSON.stringify([front, back])] ??= example.trim().slice(0, 40);
};
for (const node of document.querySelectorAll(arguments[0] + " *")) {
  if (node.closest("svg, script, style") || !node.checkVisibility({visibilityProperty: true})) continue;
  if (!arguments[0].startsWith("dialog") && node.closest("dialog")) continue;
  const texts = [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE);
  const text = texts.map((child) => child.data).join("");
  if (text.trim() !== "") add(getComputedStyle(node).color, node, text);
  if (node.placeholder) add(getComputedStyle(node, "::placeholder").color, node, node.placeholder);
}
return Object.entries(found).map(([colours, example]) => [...JSON.parse(colours), example]);
"""


def luminance(colour):
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(colour, background):
    high, low = sorted([luminance(colour), luminance(background)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def expect_contrast(page, selector, least_pairs):
    pairs = page.run(COLOURS, selector)
    expect(len(pairs) >= least_pairs, True, f"{least_pairs} colours or more in {selector}, found {len(pairs)}")
    found = [(round(contrast(colour, background), 2), example) for colour, background, example in pairs]
    weak = [pair for pair in found if pair[0] < LEAST_CONTRAST]
    expect(weak, [], f"texts of a contrast below {LEAST_CONTRAST}")


def open_all(page):
    page.run("for (const details of document.querySelectorAll('details')) details.open = true")


def check_contrast(page):
    for scheme in ("light", "dark"):
        page.emulate(scheme)
        page.open("#everything")
        open_all(page)
        expect_contrast(page, "body", 7)
        page.run("showNumber(0)")
        expect_contrast(page, "dialog", 2)
    expect(page.run("return getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)", True,
           "another background in the dark")


def check_width(page):
    """What is wide scrolls within itself, never the page."""
    for width in WIDTHS:
        page.resize(width)
        page.open("#everything")
        open_all(page)
        page.run("""document.getElementById("main").insertAdjacentHTML("beforeend",  // of many classes, as study.mustache has it
            `<section class="paper"><div class="side-by-side"><figure><div class="scroll"><table class="confusion"><tbody><tr>
            ${"<td>100</td>".repeat(40)}</tr></tbody></table></div></figure></div></section>`)""")
        page.frames()
        wide = page.run("""const box = document.scrollingElement;
            return box.scrollWidth <= box.clientWidth ? [] : [...document.querySelectorAll("body *")]
              .filter((node) => node.getBoundingClientRect().right > box.clientWidth && !node.closest(".scroll"))
              .map((node) => node.tagName + "." + node.className).slice(0, 5)""")
        expect(wide, [], f"what makes the page wider than {width} pixels")
        cut = page.run("""return [...document.querySelectorAll("#main *, #contents *, header *")]
            .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.clientWidth > 0 &&
              !node.matches(".unseen") && ["hidden", "clip"].includes(getComputedStyle(node).overflowX)).map((node) => node.outerHTML.slice(0, 80))""")
        expect(cut, [], f"what is cut at {width} pixels")
        over = page.run("""return [...document.querySelectorAll("td .badge")].filter((badge) =>
            badge.getBoundingClientRect().right > badge.closest("td").getBoundingClientRect().right + 1).map((badge) => badge.textContent)""")
        expect(over, [], f"verdicts that lie on the next column at {width} pixels")
        page.run("showNumber(0)")
        box = page.run("const {scrollWidth, clientWidth} = document.getElementById('details'); "
                       "return [scrollWidth, clientWidth]")
        expect(box[0] <= box[1], True, f"a dialog that fits into {width} pixels, found {box}")
        box = page.run("const {scrollWidth, clientWidth} = document.querySelector('#details .command pre'); "
                       "return [scrollWidth, clientWidth]")
        expect(box[0] <= box[1], True, f"a command that is seen whole at {width} pixels, found {box}")


OVERLAPS = """return [...document.querySelectorAll(".numbers td.number .ours")].filter((number) => {
  const text = document.createRange();  // may reach out of its box
  text.selectNodeContents(number);
  return text.getBoundingClientRect().right > number.closest("td").getBoundingClientRect().right + 1;
}).length"""


def check_numbers_apart(page):
    """Numbers of a table that has no printed ones, as a page of own numbers has, stay in their columns."""
    for width in WIDTHS:
        page.resize(width)
        page.open("#everything")
        page.run("""for (const part of document.querySelectorAll(".numbers :is(.term, .published, .said)")) part.remove();
                    for (const row of document.querySelectorAll(".numbers tr"))
                      for (let i = 0; i < 3; ++i) row.append(...[...row.children].slice(1, 3).map((cell) => cell.cloneNode(true)))""")
        page.frames()
        expect(page.run(OVERLAPS), 0, f"numbers that lie on the next column at {width} pixels")
    page.run("for (const cell of document.querySelectorAll('.numbers td.number')) cell.style.display = 'inline-block'")
    page.run("for (const cell of document.querySelectorAll('.numbers td.number')) cell.style.width = '2rem'")
    expect(page.run(OVERLAPS) > 0, True, "numbers that lie on the next column where these are narrow")  # must be seen


def sheets(pdf):
    """How many a PDF file has: what says so may be compressed."""
    parts = [pdf]
    for stream in re.findall(rb"stream\r?\n(.*?)endstream", pdf, re.DOTALL):
        with contextlib.suppress(zlib.error):  # a picture, a font
            parts.append(zlib.decompressobj().decompress(stream))
    return sum(len(re.findall(rb"/Type\s*/Page\b(?!s)", part)) for part in parts)


def check_print(page):
    page.emulate("dark")
    page.open("#number-0")
    pdf = page.pdf()
    expect(pdf[:5], b"%PDF-", "the beginning of a PDF file")
    expect(sheets(pdf) >= 1, True, "a sheet or more")
    page.emulate("dark", "print")
    seen = page.run("""return [".toolbar", "dialog", ".screen-only", ".numbers", "h1"]
        .map((selector) => document.querySelector(selector).checkVisibility())""")
    expect(seen, [False, False, False, True, True], "toolbar, dialog, drawings, tables and title are printed")
    expect_contrast(page, "body", 2)
    badges = page.run("""return [...document.querySelectorAll(".badge")].map((badge) => getComputedStyle(badge))
        .map((style) => `${style.color} on ${style.backgroundColor}, ${style.borderStyle}`)""")
    expect(set(badges), {"rgb(0, 0, 0) on rgb(255, 255, 255), solid"}, "badges on paper")


def check_without_scripts(page):
    page.set_scripts(False)
    page.open()
    seen = page.run("""return ["h1", ".card", ".numbers", ".toolbar", "#details"]
        .filter((selector) => document.querySelector(selector).checkVisibility())""")
    page.set_scripts(True)
    expect(seen, ["h1", ".card", ".numbers"], "what is seen without scripts")


def layout(page):
    """A screenshot as few values, row by row: 0 white to 255 black. The browser scales it, for Python has no PNG."""
    page.run("""for (const name of ["--text", "--mono"])
        document.documentElement.style.setProperty(name, arguments[0])""", LAYOUT_FONT)
    page.frames()
    return page.later("""const [shot, [width, height], done] = arguments, image = new Image();
        image.onload = () => {
          const canvas = Object.assign(document.createElement("canvas"), {width, height});
          const context = canvas.getContext("2d");
          context.imageSmoothingQuality = "high";
          context.drawImage(image, 0, 0, width, height);
          const values = context.getImageData(0, 0, width, height).data;
          const grey = (i) => Math.round((values[4 * i] + values[4 * i + 1] + values[4 * i + 2]) / 3);
          done(Array.from({length: width * height}, (_, i) => 255 - grey(i)));
        };
        image.src = "data:image/png;base64," + shot;""", page.screenshot(), LAYOUT_SIZE)


def difference(values, reference):
    expect(len(values), len(reference), "values of a layout")
    return sum(abs(a - b) for a, b in zip(values, reference)) / sum(reference)


def check_layout(page):
    """Not to the pixel: words differ between versions."""
    if shutil.which("fc-list") is None or LAYOUT_FONT not in subprocess.run(
            ["fc-list", LAYOUT_FONT], capture_output=True, text=True, check=True).stdout:
        return f"not tested: the font {LAYOUT_FONT} is not installed"
    reference = json.loads(LAYOUT.read_text())
    page.open()
    found = difference(layout(page), reference)
    expect(found < MOST_LAYOUT_DIFFERENCE, True,
           f"a layout within {MOST_LAYOUT_DIFFERENCE} of {LAYOUT.name}, found {found:.2f} (--update-layout writes it)")
    # What must be seen: a line more, another font, no style sheet.
    page.run("document.querySelector('h1').before(Object.assign(document.createElement('p'), {textContent: 'a line'}))")
    line = difference(layout(page), reference)
    page.open()
    page.run("document.body.style.fontFamily = 'monospace'")
    font = difference(layout(page), reference)
    page.run("document.querySelector('style').remove()")
    bare = difference(layout(page), reference)
    for what, changed in (("a line more", line), ("another font", font), ("no style sheet", bare)):
        expect(changed > MOST_LAYOUT_DIFFERENCE, True, f"another layout with {what}, found {changed:.2f}")
    return f"differs from the reference by {found:.3f} of its ink, with a line more by {line:.2f}, " \
           f"with another font by {font:.2f}, without style sheet by {bare:.2f}"


def update_layout(page):
    page.open()
    width, values = LAYOUT_SIZE[0], layout(page)
    rows = [", ".join(map(str, values[i:i + width])) for i in range(0, len(values), width)]
    LAYOUT.write_text("[" + ",\n ".join(rows) + "]\n")


CHECKS = [check_contrast, check_width, check_numbers_apart, check_print, check_without_scripts, check_layout]
