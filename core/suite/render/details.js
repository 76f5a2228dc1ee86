// What is behind a number: its cells, its command.
"use strict";

/** Copies the text of an element: a page from disk may lack the clipboard, so by the selection where need be. */
async function copyText(from) {
  try {
    await navigator.clipboard.writeText(from.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(from);
    const isCopied = document.execCommand("copy");
    if (isCopied) getSelection().removeAllRanges();
    return isCopied;
  }
}

/** The command, and a button that copies it or, where the browser forbids even that, selects it. */
function commandBlock(command) {
  const pre = element("pre", {tabindex: "0"}, command);
  const button = element("button", {type: "button"}, "copy");
  const said = element("output", {class: "faint"});
  button.addEventListener("click", async () => {
    said.textContent = await copyText(pre) ? "copied" : "selected; copy it by the keyboard";
  });
  return element("div", {class: "command"}, "To compute it again, where this page was made: ", button, " ", said, pre);
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
  const hasChoices = group.chosen.some((chosen) => chosen >= 0);
  const columns = [{title: "repetition"}, {title: "fold"}];
  if (hasLosses) columns.push({title: number.measure});
  if (hasChoices) columns.push({title: "chosen hyper-parameters", kind: "code"});
  if (hasStatus) columns.push({title: "status", kind: "text"});
  columns.push({title: "cell", kind: "code"});
  const rows = group.chosen.map((chosen, cell) => {
    const place = [Math.floor(cell / group.folds), cell % group.folds].map(String), loss = number.losses[cell];
    const row = [...place];
    if (hasLosses) row.push(loss === null ? "–" : shortNumber(loss, 6));
    if (hasChoices) row.push(data.chosen[chosen] ?? "");
    if (hasStatus) row.push(group.status[cell] ?? "ok");
    row.push([group.name, ...place].join(":"));
    return row;
  });
  const caption = hasChoices ? "Cells: what the inner folds chose and the loss on the outer fold's test samples" : "Cells";
  return table(caption, columns, rows);
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

function startDetails() {
  const dialog = document.getElementById("details");
  dialog.setAttribute("closedby", "any");  // by a click beside it, too
  dialog.querySelector(".close").addEventListener("click", () => dialog.close());
  let opener = null;  // what has the focus afterwards; not every browser gives it to a clicked button
  let before = "";    // what the address named
  const open = (button, id) => {
    opener = button;
    if (linkedNumber() === undefined) before = location.hash;
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
    if (linkedNumber() !== undefined) changeAddress((address) => { address.hash = before; });
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

startDetails();
startPrinting();
