// The page is complete without this script; it adds the filter, the details behind a number and brushing.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

/** An element with attributes and children (texts or elements). */
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// --- filter: what is not asked for is hidden; the address keeps the choice
const filters = ["paper", "verdict", "reading"];

function applyFilter() {
  const chosen = Object.fromEntries(filters.map((name) => [name, byId("filter-" + name).value]));
  let shown = 0;
  for (const number of document.querySelectorAll("[data-number]")) {
    const fits = filters.every((name) => !chosen[name] || number.dataset[name] === chosen[name]);
    number.classList.toggle("left-out", !fits);
    if (fits) ++shown;
  }
  for (const block of document.querySelectorAll("[data-block]"))
    block.hidden = block.querySelector("[data-number]:not(.left-out)") === null;
  byId("shown").textContent = `${shown} of ${data.numbers.length} numbers`;
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
  history.replaceState(null, "", location.pathname + (query.size ? "?" + query : "") + location.hash);
}

function restoreFilter() {
  const query = new URLSearchParams(location.search);
  for (const name of filters) {
    const select = byId("filter-" + name);
    select.value = query.get(name) ?? "";
    if (select.selectedIndex < 0) select.value = "";
    select.addEventListener("change", applyFilter);
  }
  byId("filter-reset").addEventListener("click", () => {
    for (const name of filters) byId("filter-" + name).value = "";
    applyFilter();
  });
  applyFilter();
}

// --- details of a number
function terms(list, entries) {
  for (const [term, text] of entries) {
    if (text !== null && text !== undefined && text !== "")
      list.append(element("dt", {}, term), element("dd", {}, text));
  }
}

function cellTable(number) {
  const rows = number.cells.map(([repetition, fold, loss, chosen, status, key]) =>
    element("tr", {},
      element("td", {}, String(repetition)), element("td", {}, String(fold)),
      element("td", {}, loss === null ? status : String(loss)),
      element("td", {class: "mono"}, data.chosen[chosen] ?? ""), element("td", {class: "mono"}, key)));
  return element("table", {},
    element("caption", {}, "Each cell: the loss on the test samples of an outer fold, what its inner folds chose"),
    element("thead", {}, element("tr", {}, ...["repetition", "fold", number.measure, "chosen", "cell"]
      .map((title) => element("th", {scope: "col"}, title)))),
    element("tbody", {}, ...rows));
}

function showNumber(id) {
  const number = data.numbers[id];
  if (!number) return;
  const list = element("dl");
  terms(list, [
    ["published", number.published], ["ours", number.ours], ["over folds", number.over_folds], ["z", number.z],
    ["verdict", number.verdict], ["reading", number.reading_text], ["config", number.config],
    ["data", number.data], ["seeds", number.seeds], ["versions", number.versions],
  ]);
  const body = byId("details-body");
  body.replaceChildren(
    element("h2", {}, number.title), list, element("p", {}, "To run it again:"),
    element("pre", {}, number.command), element("div", {class: "scroll"}, cellTable(number)));
  const dialog = byId("details");
  if (!dialog.open) dialog.showModal();
  history.replaceState(null, "", "#number-" + id);
}

function watchNumbers() {
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-number] button");
    if (button) showNumber(Number(button.closest("[data-number]").dataset.number));
  });
  byId("details").addEventListener("close", () => history.replaceState(null, "", location.pathname + location.search));
  const linked = /^#number-(\d+)$/.exec(location.hash);
  if (linked) showNumber(Number(linked[1]));
}

restoreFilter();
watchNumbers();
