// The page is complete without this script. It adds the filter and the details behind a number;
// parallel.js, which follows it, adds brushing over the points of a sweep.
"use strict";

/** What is in no table of the page: losses of cells, commands, points of sweeps. */
const data = JSON.parse(document.getElementById("data").textContent);
document.documentElement.classList.add("scripted");

/**
 * A new element.
 * @param {string} name
 * @param {Object<string, string>} attributes
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** "1 point", "10,000 points" */
function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** A number to `digits` significant digits, without zeros at the end: 0.0812, 1e-6. */
function shortNumber(value, digits) {
  const rounded = Number(value.toPrecision(digits));
  return rounded !== 0 && Math.abs(rounded) < 1e-4 ? rounded.toExponential() : String(rounded);
}

/**
 * A table that scrolls within itself.
 * @param {string} caption
 * @param {{title: string, kind?: string}[]} columns  kind  "text" or "code"; else numbers
 * @param {string[][]} rows
 */
function table(caption, columns, rows) {
  const attributes = (column) => column.kind ? {class: column.kind} : {};
  const heads = columns.map((column) => element("th", {scope: "col", ...attributes(column)}, column.title));
  const cells = (row) => row.map((text, c) => element("td", attributes(columns[c]), text));
  return element("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": caption},
    element("table", {},
      element("caption", {}, caption),
      element("thead", {}, element("tr", {}, ...heads)),
      element("tbody", {}, ...rows.map((row) => element("tr", {}, ...cells(row))))));
}

/**
 * Puts the choice into the address, for reload and for passing on.
 * @param {function(URL): void} change
 */
function changeAddress(change) {
  const address = new URL(location.href);
  change(address);
  if (address.href === location.href) return;
  try {
    history.replaceState(null, "", address);
  } catch (error) {
    // A page within a sandboxed frame has no address of its own; all else works there.
    if (!(error instanceof DOMException)) throw error;
  }
}

// --- filter: what is not asked for is hidden

/** The three choices, by the data attribute of a number that each is about. */
const filters = new Map(
  ["paper", "verdict", "reading"].map((name) => [name, document.getElementById("filter-" + name)]));

/** A number stands in a card and in a table; both are shown or neither. */
function applyFilter() {
  const asked = [...filters].filter(([, select]) => select.value !== "");
  const shown = new Set(), all = new Set();
  for (const number of document.querySelectorAll("[data-number]")) {
    const fits = asked.every(([name, select]) => number.dataset[name] === select.value);
    number.classList.toggle("left-out", !fits);
    all.add(number.dataset.number);
    if (fits) shown.add(number.dataset.number);
  }
  // A published number without one of ours has no verdict and no reading: a choice of those leaves it out.
  const byNumber = asked.some(([name]) => name !== "paper");
  for (const row of document.querySelectorAll(".ledger tbody tr, .numbers tbody tr"))
    row.hidden = (byNumber || holds(row, "[data-number]")) && !holds(row, "[data-number]:not(.left-out)");
  for (const block of document.querySelectorAll("[data-block], .card"))
    block.hidden = asked.length > 0 && !holds(block, "[data-number]:not(.left-out)");
  document.getElementById("shown").textContent =
    (shown.size === all.size ? "" : `${shown.size} of `) + counted(all.size, "number") + " of ours";
  changeAddress((address) => {
    for (const [name, select] of filters) address.searchParams.delete(name);
    for (const [name, select] of asked) address.searchParams.set(name, select.value);
  });
}

function holds(block, selector) {
  return block.querySelector(selector) !== null;
}

function startFilter() {
  const address = new URL(location.href).searchParams;
  for (const [name, select] of filters) {
    select.value = address.get(name) ?? "";
    if (select.selectedIndex < 0) select.value = "";  // a value that this page does not have
    select.addEventListener("change", applyFilter);
  }
  document.getElementById("filter-reset").addEventListener("click", () => {
    for (const select of filters.values()) select.value = "";
    applyFilter();
  });
  applyFilter();
}

// --- details of a number

/** The command, and a button that copies it or, where the browser forbids that, selects it. */
function commandBlock(command) {
  const pre = element("pre", {tabindex: "0"}, command);
  const button = element("button", {type: "button"}, "copy");
  const said = element("output", {class: "faint"});
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(command);
      said.textContent = "copied";
    } catch {
      getSelection().selectAllChildren(pre);
      said.textContent = "selected; copy it by the keyboard";
    }
  });
  return element("div", {class: "command"}, "To compute it again: ", button, " ", said, pre);
}

/**
 * What the inner folds chose, the most frequent first: "chosen: ridge=0.1 sigma=2 in 31 of 50 folds".
 * @returns {string} "" where there was nothing to choose
 */
function chosenSummary(group) {
  const counts = new Map();
  for (const chosen of group.chosen) {
    if (chosen >= 0) counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  if (counts.size === 0) return "";
  const folds = [...counts.values()].reduce((sum, count) => sum + count);
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  const named = 6;
  const texts = sorted.slice(0, named).map(([chosen, count], i) =>
    i === 0 ? `${data.chosen[chosen]} in ${count} of ${counted(folds, "fold")}` : `${data.chosen[chosen]} in ${count}`);
  if (sorted.length > named) texts.push(`and ${sorted.length - named} more`);
  return "chosen: " + texts.join(", ");
}

/** The cells of a number, repetition by repetition and fold by fold. */
function cellTable(number, group) {
  const hasLosses = number.losses.length > 0, hasStatus = Object.keys(group.status).length > 0;
  const columns = [{title: "repetition"}, {title: "fold"}];
  if (hasLosses) columns.push({title: number.measure});
  columns.push({title: "chosen hyper-parameters", kind: "code"});
  if (hasStatus) columns.push({title: "status", kind: "text"});
  columns.push({title: "cell", kind: "code"});
  const rows = group.chosen.map((chosen, cell) => {
    const place = [Math.floor(cell / group.folds), cell % group.folds].map(String), loss = number.losses[cell];
    const row = [...place];
    if (hasLosses) row.push(loss === null ? "–" : shortNumber(loss, 6));
    row.push(data.chosen[chosen] ?? "");
    if (hasStatus) row.push(group.status[cell] ?? "ok");
    row.push([group.name, ...place].join(":"));
    return row;
  });
  return table("Cells: what the inner folds chose and the loss on the outer fold's test samples", columns, rows);
}

/** Where the losses were left out, how to see them. */
function lossesNote(number, group) {
  if (number.losses.length > 0 || group.chosen.length === 0) return "";
  return element("p", {},
    "The losses of the cells are left out, for the page would grow too large; one cell is shown by ",
    element("code", {}, `preimage explain ${group.name}:repetition:fold`), ".");
}

/** Shows the details of number `id`, where there is one. */
function showNumber(id) {
  const number = data.numbers[id];
  if (number === undefined) return;
  const group = data.groups[number.group], dialog = document.getElementById("details");
  const details = [...number.details, ...group.details].flatMap(
    ([term, text]) => [element("dt", {}, term), element("dd", {}, text)]);
  const summary = chosenSummary(group);
  document.getElementById("details-body").replaceChildren(
    element("h2", {id: "details-title"}, number.title),
    element("dl", {}, ...details),
    commandBlock(group.command),
    summary === "" ? "" : element("p", {class: "summary"}, summary),
    lossesNote(number, group),
    group.chosen.length > 0 ? cellTable(number, group) : "");
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
  changeAddress((address) => { address.hash = "number-" + id; });
}

/** The number that the address names: #number-12. */
function linkedNumber() {
  return /^#number-(\d+)$/.exec(location.hash)?.[1];
}

function startDetails() {
  const dialog = document.getElementById("details");
  dialog.setAttribute("closedby", "any");  // by a click beside it, too
  let opener = null;  // what has the focus afterwards; not every browser gives it to a clicked button
  const open = (button, id) => {
    opener = button;
    showNumber(id);
  };
  const openLinked = () => {
    const id = linkedNumber();
    if (id !== undefined) open(document.querySelector(`[data-number="${id}"] button`), id);
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-number] button");
    if (button !== null) open(button, button.closest("[data-number]").dataset.number);
  });
  dialog.addEventListener("close", () => {
    if (linkedNumber() !== undefined) changeAddress((address) => { address.hash = ""; });
    opener?.focus();
  });
  window.addEventListener("hashchange", openLinked);
  openLinked();
}

/** On paper nothing can be opened, so all is. */
function startPrinting() {
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("main details:not([open])")];
    for (const details of opened) details.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const details of opened) details.open = false;
  });
}

startFilter();
startDetails();
startPrinting();
