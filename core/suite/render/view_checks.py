"""Of the page's contents: one paper at a time, also at widths of a tablet and a telephone; and what a filter leaves."""
from browser import WIDTHS, expect

SEEN = """return [...document.querySelectorAll("#main > section")].filter((view) => view.checkVisibility()).map((view) => view.id)"""


def follow(page, address):
    """A click on a link of the contents, which are opened where they are folded."""
    page.run("document.querySelector('#contents details').open = true")
    page.one(f"#contents a[href='{address}']").click()
    page.frames()


def check_one_paper(page):
    """At every width: first the summary alone, then what is clicked, and back."""
    for width in WIDTHS:
        page.resize(width)
        page.open()
        expect(page.run(SEEN), ["summary"], f"what is seen first at {width} pixels")
        papers = [view for view in page.run("return views.map((view) => view.id)") if view.startswith("paper-")]
        expect(len(papers) >= 2, True, "two papers or more")
        for paper in papers:
            follow(page, "#" + paper)
            expect(page.run(SEEN), [paper], f"what is seen after a click at {width} pixels")
            expect(page.one(f"#contents a[href='#{paper}']").get_attribute("aria-current"), "true", "the current link")
        page.back()
        page.frames()
        expect(page.run(SEEN), [papers[-2]], "what is seen after going back")
        follow(page, "#everything")
        expect(len(page.run(SEEN)), len(papers) + 3, "what is seen of everything")
        is_folded = not page.run("return document.querySelector('#contents details').open")
        expect(is_folded, width <= 1024, f"contents that fold after a click at {width} pixels")


def check_part(page):
    """A link to a table shows its paper, at the table."""
    page.open()
    follow(page, "#paper-" + page.run("return data.numbers.length && document.querySelector('.paper').id.slice(6)"))
    table = page.one("#contents li.current ul a")
    anchor = table.get_attribute("hash")
    table.click()
    page.frames()
    top = page.run("return document.querySelector(arguments[0]).getBoundingClientRect().top", anchor)
    expect(0 <= top < 400, True, f"a table below the filter's line, found {top}")


def check_contents_stay(page):
    for width in WIDTHS:
        page.resize(width, 700)
        page.open("#everything")
        page.run("scrollTo(0, 1500)")
        page.frames()
        top = page.run("return document.querySelector('#contents summary').getBoundingClientRect().top")
        expect(0 <= top < 60, True, f"contents at the top of the window at {width} pixels, found {top}")


def check_first_column(page):
    """It stays where a table is scrolled, and edges show that there is more."""
    page.resize(400)
    page.open("#everything")
    found = page.run("""const box = [...document.querySelectorAll(".scroll")]
          .find((one) => one.scrollWidth > one.clientWidth + 40 && one.querySelector("table.numbers"));
        const cell = box.querySelector("tbody th[scope=row]"), left = () => cell.getBoundingClientRect().left;
        const before = left();
        box.scrollLeft = 1000;
        return [before, left(), box.scrollLeft, getComputedStyle(box).backgroundAttachment]""")
    expect(found[0] == found[1] and found[2] > 0, True, f"a first column that stays, found {found}")
    expect(found[3], "local, local, scroll, scroll", "shadows at the edges")


def check_labels(page):
    """In each cell of a table with printed numbers: which is ours, which is published."""
    page.open("#everything")
    cells = page.run("""return [...document.querySelectorAll(".numbers td.number:has(.published)")]
        .map((cell) => [...cell.querySelectorAll(".term")].map((term) => term.textContent).join())""")
    expect(set(cells), {"ours,published"}, "labels of cells")


def check_found(page):
    """What is asked for from the summary shows where it is found, and nothing else."""
    page.open()
    page.one("#filter-text").send_keys("0.676")
    page.frames()
    seen = page.run("""return [...document.querySelectorAll("[data-number]")]
        .filter((cell) => cell.querySelector("button").checkVisibility({visibilityProperty: true}))
        .map((cell) => data.numbers[cell.dataset.number].details[0][1])""")
    expect(len(seen) > 0 and all(text.startswith("0.676") for text in seen), True, f"numbers with 0.676, found {seen}")
    hidden = page.run("""return [...document.querySelectorAll("#main details:not(.without-config), figure, .statistics, .sweep, .bar, #words")]
        .filter((block) => block.checkVisibility()).length""")
    expect(hidden, 0, "blocks without a number that a filter leaves")
    page.one("#filter-reset").click()
    expect(page.run(SEEN), ["summary"], "what is seen after 'show all'")
    page.open("?verdict=reproduced")
    badges = page.run("""return [...document.querySelectorAll(".numbers .badge, .ledger .badge")]
        .filter((badge) => badge.checkVisibility({visibilityProperty: true})).map((badge) => badge.className)""")
    expect(set(badges), {"badge reproduced", "badge hindsight"}, "verdicts that are seen where 'reproduced' is asked for")


CHECKS = [check_one_paper, check_part, check_contents_stay, check_first_column, check_labels, check_found]
