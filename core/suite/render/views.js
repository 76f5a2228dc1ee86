// One paper at a time, which the contents choose, and the filter: what is not asked for is hidden.
"use strict";

const isNarrow = matchMedia("(max-width: 64rem)");  // as in page.css
const views = [...document.querySelectorAll("#main > section")];
const links = [...document.querySelectorAll("#contents a")];

/** What is asked for: words of a number's row, a verdict, a reading, "without" hindsight. A page has those that change it. */
const filters = new Map(
  ["text", "verdict", "reading", "hindsight"].map((name) => [name, document.getElementById("filter-" + name)])
    .filter(([, field]) => field !== null));

/** The words by which each number is found, in small letters. */
const haystacks = data.numbers.map((number) => {
  const group = data.groups[number.group];
  const words = [number.title, group.name, ...[...number.details, ...group.details].map(([, text]) => text)];
  return words.join(" ").toLowerCase();
});

function holds(block, selector) {
  return block.querySelector(selector) !== null;
}

function asked(name) {
  return filters.get(name)?.value.trim() ?? "";
}

function isAsked() {
  return [...filters.keys()].some((name) => asked(name) !== "");
}

/** Whether all words that are asked for occur in `text`. */
function hasWords(text) {
  return asked("text").toLowerCase().split(/\s+/).every((word) => text.includes(word));
}

function fits(cell) {
  return ["verdict", "reading", "hindsight"].every((name) => asked(name) === "" || cell.dataset[name] === asked(name)) &&
    hasWords(haystacks[cell.dataset.number]);
}

/** A published number without one of ours has no verdict and no reading. */
function fitsWithout(row) {
  return asked("reading") === "" && asked("hindsight") === "" && ["", "none"].includes(asked("verdict")) && hasWords(row.textContent.toLowerCase());
}

/**
 * A number is in a list and in a table; both are shown or neither, but that the list names a reading without hindsight
 * where the one that it shows is another. What is folded opens where something in it was asked for.
 */
function applyFilter() {
  const any = isAsked();
  document.documentElement.classList.toggle("filtered", any);
  for (const cell of document.querySelectorAll("[data-number]")) cell.classList.toggle("left-out", !fits(cell));
  for (const row of document.querySelectorAll(".ledger tbody tr:not(.group), .numbers tbody tr:not(.group)"))
    row.hidden = any && (holds(row, "[data-number]") ? !holds(row, "[data-number]:not(.left-out)") : !fitsWithout(row));
  for (const body of document.querySelectorAll(".ledger tbody, .numbers tbody"))
    body.hidden = !holds(body, "tr:not(.group):not([hidden])");
  for (const block of document.querySelectorAll("[data-block]"))
    block.hidden = any && !holds(block, ":is(.ledger, .numbers) > tbody:not([hidden])");
  for (const details of document.querySelectorAll("details.without-config")) details.open = any && !details.hidden;
  for (const view of views) {
    if (!view.classList.contains("paper")) view.hidden = any;
  }
  changeAddress((address) => {
    for (const name of filters.keys()) {
      if (asked(name) === "") address.searchParams.delete(name);
      else address.searchParams.set(name, asked(name));
    }
  });
}

/** How many numbers are seen, and of how many. */
function countShown() {
  const all = new Set(), shown = new Set();
  for (const cell of document.querySelectorAll("#main > :not(.out-of-view) [data-number]")) {
    all.add(cell.dataset.number);
    if (!cell.classList.contains("left-out")) shown.add(cell.dataset.number);
  }
  document.getElementById("shown").textContent = all.size === 0 ? "" :
    (shown.size === all.size ? "" : `${shown.size.toLocaleString("en")} of `) + counted(all.size, "number") +
      (data.printed ? " of ours" : "");
}

/** Shows the view with this id alone, or "everything". */
function showView(id) {
  for (const view of views) view.classList.toggle("out-of-view", id !== "everything" && view.id !== id);
  for (const link of links) {
    const isCurrent = link.hash === "#" + id;
    if (isCurrent) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
    link.closest("li").classList.toggle("current", isCurrent);
  }
  document.querySelector("#contents summary span").textContent =
    ": " + (links.find((link) => link.hash === "#" + id)?.textContent ?? "");
  countShown();
}

function seenView() {
  const seen = views.filter((view) => !view.classList.contains("out-of-view"));
  return seen.length === 1 ? seen[0].id : "everything";
}

/** The element with this id; a browser complains where an empty one is asked for. */
function linkedElement(name) {
  return name === "" ? null : document.getElementById(name);
}

/** The view that the address names: that of a number, of what has this id; of nothing the summary. */
function linkedView() {
  const name = decodeURIComponent(location.hash.slice(1));
  if (name === "everything") return name;
  const id = linkedNumber();
  const target = id === undefined ? linkedElement(name) : document.querySelector(`[data-number="${id}"]`);
  const view = target?.closest("#main > section");
  if (view) return view.id;
  if (target) return seenView();
  const papers = views.filter((other) => other.classList.contains("paper")).length;
  return papers > 1 && document.getElementById("summary") !== null ? "summary" : "everything";
}

/** The number that the address names: #number-12. */
function linkedNumber() {
  return /^#number-(\d+)$/.exec(location.hash)?.[1];
}

function followAddress() {
  showView(linkedView());
  const target = linkedNumber() === undefined ? linkedElement(location.hash.slice(1)) : null;
  if (target === null || views.includes(target)) scrollTo(0, 0);
  else target.scrollIntoView();
  if (isNarrow.matches) document.querySelector("#contents details").open = false;
}

/** What is asked for is shown where it is found: beyond the view where that has nothing. */
function followFilter() {
  applyFilter();
  const view = document.getElementById(seenView());
  if (isAsked() && view !== null && view.hidden) showView("everything");
  countShown();
}

function startFilter() {
  const address = new URL(location.href).searchParams;
  for (const [name, field] of filters) {
    field.value = address.get(name) ?? "";
    if (field.selectedIndex < 0) field.value = "";  // a value that this page does not have
    field.addEventListener(name === "text" ? "input" : "change", followFilter);
  }
  document.getElementById("filter-reset").addEventListener("click", () => {
    for (const field of filters.values()) field.value = "";
    applyFilter();
    showView(linkedView());
  });
  window.addEventListener("hashchange", followAddress);
  showView(linkedView());
  followFilter();
  if (location.hash !== "") followAddress();
  const openContents = () => { document.querySelector("#contents details").open = !isNarrow.matches; };
  isNarrow.addEventListener("change", openContents);
  openContents();
}

startFilter();
