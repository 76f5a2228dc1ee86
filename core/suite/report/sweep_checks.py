"""Of the page's sweeps: which points a drag or the fields select, held against points.csv, and how long it takes."""
import math
import statistics
import time

import toy_page
from browser import CONTROL, expect

STEPS = 20
MOST_MILLISECONDS = 100
RIDGE, SIGMA, LENGTH = "learners.kde.ridge", "learners.kde.bandwidth.sigma", "input_kernel.base.length"


class Drawing:
    """The sweep of 10,000 points in the page."""

    def __init__(self, page):
        self.page = page
        page.open("#sweeps")
        self.index = page.run("return data.sweeps.findIndex((sweep) => sweep.rows.length === 10000)")
        self.columns = page.run("return data.sweeps[arguments[0]].columns", self.index)
        self.section = page.one(f"[data-sweep='{self.index}']")
        self.canvas = page.one("canvas", self.section)
        page.run("arguments[0].scrollIntoView({block: 'center'})", self.canvas)
        self.settle()

    def settle(self):
        """Waits for the drawing, and returns its milliseconds."""
        self.page.frames()
        end = time.monotonic() + 20
        while (milliseconds := self.canvas.get_attribute("data-milliseconds")) is None:
            expect(time.monotonic() < end, True, "a drawing within 20 s")
            time.sleep(0.005)
        return float(milliseconds)

    def column(self, name):
        """The index of an axis, by its path or title."""
        return next(i for i, c in enumerate(self.columns) if name in (c.get("path"), c["title"].replace(" ", "_")))

    def at(self, name, place):
        """Offsets from the middle of the canvas of a place on an axis."""
        x, y, width, height = self.page.run(
            """const drawing = drawings[arguments[0]], canvas = drawing.canvas;
               return [drawing.x(arguments[1]), drawing.y(arguments[2]), canvas.clientWidth, canvas.clientHeight]""",
            self.index, self.column(name), place)
        return round(x - width / 2), round(y - height / 2)

    def drag(self, name, place, other_place):
        (x, y), (_, other_y) = self.at(name, place), self.at(name, other_place)
        self.page.drag(self.canvas, x, y, other_y - y)
        self.settle()

    def click(self, name):
        x, y = self.at(name, 0.5)
        self.page.hold(self.canvas, x, y)
        self.page.let_go()
        self.settle()

    def fields(self, name):
        group = self.page.all("fieldset [role=group]", self.section)[self.column(name)]
        return self.page.all("input, select", group)

    def asked(self, name):
        """What the fields say: of a list the texts, of numbers both ends as they are written."""
        fields = self.fields(name)
        if len(fields) == 1:
            return self.page.run("return [...arguments[0].selectedOptions].map((option) => option.text)", fields[0])
        return [field.get_attribute("value") for field in fields]

    def ask(self, name, asked):
        """The same by the keyboard."""
        fields = self.fields(name)
        if len(fields) == 1:
            for text in asked:
                self.page.select(fields[0], text)
        else:
            for field, text in zip(fields, asked):
                field.send_keys(CONTROL, "a")
                field.send_keys(text)
        self.settle()

    def clear(self):
        self.page.one("fieldset button", self.section).click()
        self.settle()

    def selected(self):
        return int(self.canvas.get_attribute("data-selected"))


def fits(value, asked, is_list):
    if is_list:
        return not asked or value in asked
    low, high = float(asked[0] or "-inf"), float(asked[1] or "inf")
    return asked == ["", ""] or value is not None and low <= float(value) <= high


def expect_selected(drawing, points, names):
    """The page's count, words and table are those of the file's points that fit what the fields say."""
    asked = {name: drawing.asked(name) for name in names}
    selected = [p for p in points if all(fits(p[name], asked[name], name == LENGTH) for name in names)]
    expect(drawing.selected(), len(selected), f"points with {asked}")
    text = drawing.page.one(".parallel output", drawing.section).text
    expect(text, f"{len(selected):,} of 10,000 points", "the count in words")
    best = sorted(p["inner_loss"] for p in selected if p["inner_loss"] is not None)[:10]
    cell = f"tbody td:nth-child({drawing.column('inner_loss') + 1})"
    shown = [float(td.text) for td in drawing.page.all(f".parallel {cell}", drawing.section)]
    expect(shown, [float(f"{loss:.4g}") for loss in best], "the smallest inner losses")
    return len(selected)


def check_brushing(page):
    drawing, points = Drawing(page), toy_page.read_points(page.path)
    expect(expect_selected(drawing, points, [RIDGE]), 10000, "points before a drag")
    drawing.drag(RIDGE, 0.3, 0.7)
    ends = [math.log10(float(end)) for end in drawing.asked(RIDGE)]  # the axis is from -6 to 2
    near = all(abs(end - expected) < 0.05 for end, expected in zip(ends, (-3.6, -0.4)))
    expect(near, True, f"a drag from 10^-3.6 to 10^-0.4, found 10^{ends}")
    one = expect_selected(drawing, points, [RIDGE])
    drawing.drag(LENGTH, 0.9, 0.4)
    expect(drawing.asked(LENGTH), toy_page.AXES[LENGTH][1][1:], "the values of a list near to a drag")
    two = expect_selected(drawing, points, [RIDGE, LENGTH])
    drawing.drag("inner_loss", 0.5, -0.2)  # beyond the end
    names = [RIDGE, LENGTH, "inner_loss"]
    three = expect_selected(drawing, points, names)
    expect(10000 > one > two > three > 0, True, f"each brush narrows: 10000, {one}, {two}, {three}")
    check_keyboard(drawing, points, names, three)
    drawing.click(RIDGE)
    expect(drawing.asked(RIDGE), ["", ""], "what is asked for after a click on the axis")
    expect_selected(drawing, points, names)
    drawing.clear()
    expect(expect_selected(drawing, points, names), 10000, "points after 'clear'")
    drawing.ask(RIDGE, ["0.01", "1"])  # values of the grid: an interval holds its ends
    expect_selected(drawing, points, [RIDGE])


def check_keyboard(drawing, points, names, count):
    asked = {name: drawing.asked(name) for name in names}
    drawing.clear()
    expect(drawing.selected(), 10000, "points after 'clear'")
    for name in names:
        drawing.ask(name, asked[name])
    expect(expect_selected(drawing, points, names), count, "points by the keyboard")


def check_pace(page):
    """Each step of one drag over all points, down and up again, painted."""
    drawing = Drawing(page)
    (x, top), (_, bottom) = drawing.at(SIGMA, 1.0), drawing.at(SIGMA, 0.0)
    page.hold(drawing.canvas, x, top)
    milliseconds, counts = [], set()
    for step in range(STEPS):
        page.move(0, (bottom - top) // STEPS)
        milliseconds.append(drawing.settle())
        counts.add(drawing.selected())
    page.let_go()
    expect(len(counts) > STEPS / 2, True, f"another selection at most of the steps, found {sorted(counts)}")
    median = statistics.median(milliseconds)
    expect(median < MOST_MILLISECONDS, True, f"{median} ms for a step of a drag, less than {MOST_MILLISECONDS}")
    return f"a step of a drag over 10,000 points takes {median:.0f} ms"


def check_colours(page):
    """The smallest loss has the heat map's brightest colour, the largest its darkest: by value, not by rank."""
    drawing = Drawing(page)
    found = page.run("""const {shade, ramp, range, loss} = drawings[arguments[0]], values = [...loss.values];
        const at = (value) => ramp[shade[values.indexOf(value)]], known = values.filter((value) => !Number.isNaN(value));
        const middle = known.find((value) => Math.abs(value - (range[0] + range[1]) / 2) < (range[1] - range[0]) / 60);
        return [at(Math.min(...known)), at(middle), at(Math.max(...known))]""", drawing.index)
    expect([found[0], found[2]], ["rgb(253 231 37)", "rgb(68 1 84)"], "the colours at the ends of the range")
    channels = [int(channel) for channel in found[1][4:-1].split()]
    near = all(abs(a - b) < 25 for a, b in zip(channels, (33, 145, 140)))
    expect(near, True, f"the middle of viridis at the middle of the range, found {found[1]}")


CHECKS = [check_brushing, check_pace, check_colours]
