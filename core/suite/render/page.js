// The page is complete without scripts. They add: one paper at a time and the filter (views.js), and the details behind a
// number (details.js). What they share is here.
"use strict";

/** What is in no table of the page: losses of cells, commands. */
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
  return element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": caption},
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
