// Parallel coordinates of a sweep: an axis per column, a line per point, coloured by its loss as in the heat map. Dragging
// along an axis, or the fields below, select points. All lines are drawn once, faintly; a step of a drag draws those
// that are selected.
"use strict";

const margin = {top: 34, bottom: 14, left: 60, right: 60};  // in CSS pixels, as all lengths here
const reach = 30;         // how near to its axis a drag begins
const shortestDrag = 4;   // what is shorter is a click
const listedPoints = 10;
const manyPoints = 2000;  // so many lines are drawn with a pixel of the page, however many the screen has for it

/** The drawing and what is beside it. */
class ParallelCoordinates {
  /**
   * @param {HTMLElement} place  is filled
   * @param {Object} sweep  one of data.sweeps
   */
  constructor(place, sweep) {
    this.sweep = sweep;
    this.axes = sweep.columns.map((column, c) =>
      new Axis(column, Float64Array.from(sweep.rows, (row) => row[c] ?? NaN)));
    this.loss = this.axes.find((axis) => axis.column.loss && axis.scale.ticks.length > 0);
    this.order = this.byLoss();
    this.shade = new Uint8Array(sweep.rows.length);
    this.range = sweep.range ?? this.loss?.ends() ?? [0, 1];
    this.order.forEach((point) => { this.shade[point] = shadeOf(this.loss?.values[point] ?? NaN, this.range); });
    this.isSelected = new Uint8Array(sweep.rows.length);
    [this.background, this.lines] = [element("canvas"), element("canvas")];
    this.build(place);
    this.watch();
  }

  /** The points from the smallest loss to the largest, then those without one. */
  byLoss() {
    const losses = Array.from(this.sweep.rows, (row, point) => this.loss?.values[point] ?? NaN);
    const key = losses.map((loss) => Number.isNaN(loss) ? Infinity : loss);
    return Uint32Array.from(key.keys()).sort((a, b) => key[a] < key[b] ? -1 : key[a] > key[b] ? 1 : a - b);
  }

  build(place) {
    const titles = this.axes.map((axis) => axis.column.title).join(", ");
    this.canvas = element("canvas", {role: "img", "aria-label":
      `Parallel coordinates of ${counted(this.order.length, "point")}: ${titles}. The fields below select points.`});
    this.output = element("output");
    this.clear = element("button", {type: "button"}, "clear");
    this.fields = element("fieldset", {},
      element("legend", {}, "Select points: drag along an axis (a click clears it), or by value"),
      ...this.axes.map((axis) => axis.labelledFields()), this.clear);
    this.listed = element("div");
    place.replaceChildren(this.key(), element("div", {class: "scroll", tabindex: "0", role: "group", "aria-label": "axes"}, this.canvas), this.fields, this.listed);
  }

  /** What the colours mean. */
  key() {
    const text = (words) => element("span", {}, words), sample = (name) => element("span", {class: name});
    const ramp = this.loss === undefined ? [] :
      [text(`${this.loss.column.title}: ${shortNumber(this.range[0], 4)}`), element("span", {class: "ramp", style: `background: linear-gradient(to right, ${viridis.join()})`}),
        text(shortNumber(this.range[1], 4))];
    return element("p", {class: "key"}, ...ramp, sample("chosen"), text("chosen by inner folds"), this.output);
  }

  watch() {
    this.fields.addEventListener("input", () => this.schedule());
    this.clear.addEventListener("click", () => {
      for (const axis of this.axes) axis.clear();
      this.schedule();
    });
    this.canvas.addEventListener("pointerdown", (event) => this.startDrag(event));
    new ResizeObserver(() => this.resize()).observe(this.canvas);  // and once at the start
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.resize());
  }

  // --- dragging

  /** @param {PointerEvent} event */
  startDrag(event) {
    const start = this.pointOf(event), distances = this.axes.map((axis, a) => Math.abs(this.x(a) - start.x));
    const nearest = Math.min(...distances), axis = this.axes[distances.indexOf(nearest)];
    if (event.button !== 0 || nearest > reach) return;
    const move = (moved) => {
      const end = this.pointOf(moved);
      if (Math.abs(end.y - start.y) < shortestDrag) axis.clear();
      else axis.setBrush(this.placeAt(start.y), this.placeAt(end.y));
      this.schedule();
    };
    const drag = new AbortController(), watched = {signal: drag.signal};
    this.canvas.setPointerCapture(event.pointerId);
    this.canvas.addEventListener("pointermove", move, watched);
    for (const name of ["pointerup", "pointercancel"]) this.canvas.addEventListener(name, () => drag.abort(), watched);
    move(event);
  }

  pointOf(event) {
    const box = this.canvas.getBoundingClientRect();
    return {x: event.clientX - box.left, y: event.clientY - box.top};
  }

  /** Where the axis with index `a` stands. */
  x(a) {
    const width = this.canvas.clientWidth - margin.left - margin.right;
    return margin.left + (this.axes.length === 1 ? width / 2 : width * a / (this.axes.length - 1));
  }

  y(place) {
    return margin.top + (1 - place) * (this.canvas.clientHeight - margin.top - margin.bottom);
  }

  placeAt(y) {
    return (this.y(0) - y) / (this.y(0) - this.y(1));
  }

  /** Draws at the next frame, however often it is asked to before. */
  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.redraw();
    });
  }

  /** All that depends on size and colours. */
  resize() {
    if (this.canvas.clientWidth === 0) return;  // not on the screen
    const lineRatio = this.order.length > manyPoints ? 1 : window.devicePixelRatio;
    for (const canvas of [this.canvas, this.background, this.lines]) {
      const ratio = canvas === this.canvas ? window.devicePixelRatio : lineRatio;
      canvas.width = Math.round(this.canvas.clientWidth * ratio);
      canvas.height = Math.round(this.canvas.clientHeight * ratio);
      canvas.getContext("2d").setTransform(ratio, 0, 0, ratio, 0, 0);
    }
    const style = getComputedStyle(this.canvas);
    const colour = (name) => style.getPropertyValue("--" + name).trim();
    this.colours = Object.fromEntries(
      ["ink", "paper", "line", "link", "chosen"].map((name) => [name, colour(name)]));
    this.ramp = mixedColours(viridis, shades);
    this.font = style.fontFamily;
    this.xs = this.axes.map((axis, a) => this.x(a));
    this.ys = this.axes.map((axis) => Float32Array.from(axis.values, (value) => this.y(axis.scale.place(value))));
    const context = this.background.getContext("2d"), path = new Path2D();
    this.traceLines(this.order, () => path);
    context.strokeStyle = this.colours.line;
    context.stroke(path);
    this.redraw();
  }

  redraw() {
    const begin = performance.now(), context = this.canvas.getContext("2d");
    this.isSelected.fill(1);
    for (const axis of this.axes) axis.narrow(this.isSelected);
    const selected = this.order.filter((point) => this.isSelected[point]);
    this.drawSelected(this.lines.getContext("2d"), selected);
    this.copy(this.lines, context);
    this.axes.forEach((axis, a) => this.drawAxis(context, axis, a));
    this.output.textContent = `${selected.length.toLocaleString("en")} of ${counted(this.order.length, "point")}`;
    this.listPoints(selected);
    this.canvas.dataset.selected = selected.length;
    this.noteTime(begin);
  }

  /** How long the frame took. A canvas paints after the script has returned, so a message is sent around. */
  noteTime(begin) {
    delete this.canvas.dataset.milliseconds;
    const {port1, port2} = new MessageChannel();
    port1.onmessage = () => {
      this.canvas.dataset.milliseconds = (performance.now() - begin).toFixed(1);
      port1.close();
    };
    port2.postMessage("");
  }

  /** Onto a canvas of the same size on the page, in place of what is there. */
  copy(canvas, context) {
    const size = [this.canvas.clientWidth, this.canvas.clientHeight];
    context.clearRect(0, 0, ...size);
    context.drawImage(canvas, 0, 0, ...size);
  }

  /** The best of them last, that is on top, and above them what the inner folds chose. */
  drawSelected(context, selected) {
    this.copy(this.background, context);
    const paths = this.ramp.map(() => new Path2D()), chosenPath = new Path2D();
    this.traceLines(selected, (point) => paths[this.shade[point]]);
    context.lineWidth = selected.length > 100 ? 1 : 1.5;
    for (let shade = shades - 1; shade >= 0; --shade) {
      context.strokeStyle = this.ramp[shade];
      context.stroke(paths[shade]);
    }
    const chosen = selected.filter((point) => this.sweep.chosen[point] > 0);
    this.traceLines(chosen, () => chosenPath);
    context.lineWidth = 2.5;
    context.strokeStyle = context.fillStyle = this.colours.chosen;
    context.stroke(chosenPath);
    for (const point of chosen) this.drawDots(context, point);
  }

  /**
   * A line per point, broken where it has no value. Of pieces that begin and end at the same pixels the first alone,
   * for the best point lies on top: of a grid that spares nearly all.
   * @param {function(number): Path2D} pathOf  where the line of a point goes
   */
  traceLines(points, pathOf) {
    const height = this.canvas.clientHeight, isTraced = new Uint8Array(height * height);
    for (let a = 0; a + 1 < this.axes.length; ++a) {
      const [x, nextX, y, nextY] = [this.xs[a], this.xs[a + 1], this.ys[a], this.ys[a + 1]];
      isTraced.fill(0);
      for (const point of points) {
        const pixels = Math.round(y[point]) * height + Math.round(nextY[point]);
        if (Number.isNaN(pixels) || isTraced[pixels] === 1) continue;
        isTraced[pixels] = 1;
        const path = pathOf(point);
        path.moveTo(x, y[point]);
        path.lineTo(nextX, nextY[point]);
      }
    }
  }

  drawDots(context, point) {
    this.xs.forEach((x, a) => {
      context.beginPath();
      context.arc(x, this.ys[a][point], 3.5, 0, 2 * Math.PI);
      context.fill();
    });
  }

  drawAxis(context, axis, a) {
    const x = this.xs[a], isLast = a === this.axes.length - 1 && a > 0;
    context.strokeStyle = this.colours.ink;
    context.lineWidth = 1;
    context.strokeRect(x, this.y(1), 0, this.y(0) - this.y(1));
    this.drawBrush(context, axis, x);
    // The outer titles begin and end where the drawing does, or they would be cut.
    const isFirst = a === 0 && this.axes.length > 1;
    context.textAlign = isFirst ? "left" : isLast ? "right" : "center";
    const titleX = isFirst ? 2 : isLast ? this.canvas.clientWidth - 2 : x;
    this.drawText(context, axis.column.title, titleX, margin.top - 20, "600 13px", this.gap(a));
    context.textAlign = isLast ? "left" : "right";
    for (const {value, text} of axis.scale.ticks) {
      const y = this.y(axis.scale.place(value)), side = isLast ? 1 : -1;
      context.strokeStyle = this.colours.ink;
      context.strokeRect(x, y, side * 4, 0);
      this.drawText(context, text, x + side * 7, y, "12px", this.gap(a) - 20);
    }
  }

  /** How wide a text at an axis may be. */
  gap(a) {
    return this.axes.length === 1 ? this.canvas.clientWidth : this.x(1) - this.x(0) - 12;
  }

  /** What is asked for on an axis: an interval, or the values of a list. */
  drawBrush(context, axis, x) {
    const brush = axis.brush();
    if (brush === null) return;
    const y = (value) => this.y(Math.min(1, Math.max(0, axis.scale.place(value) || 0)));
    context.lineWidth = 2;
    context.strokeStyle = this.colours.link;
    const intervals = axis.isList ? brush.map((index) => [index, index]) : [brush];
    for (const [low, high] of intervals) context.strokeRect(x - 7, y(high) - 3, 14, y(low) - y(high) + 6);
    context.lineWidth = 1;
  }

  /** Readable over lines; cut where it is longer than `width`. */
  drawText(context, text, x, y, font, width) {
    context.font = `${font} ${this.font}`;
    context.textBaseline = "middle";
    let cut = text;
    for (let kept = text.length - 1; kept > 0 && context.measureText(cut).width > width; --kept)
      cut = text.slice(0, kept) + "…";
    context.strokeStyle = this.colours.paper;
    context.fillStyle = this.colours.ink;
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeText(cut, x, y);
    context.fillText(cut, x, y);
    context.lineWidth = 1;
  }

  /** The best of the selected as a table. */
  listPoints(selected) {
    const points = [...selected.slice(0, listedPoints)];
    const columns = this.axes.map((axis) => ({title: axis.column.title, kind: axis.isList ? "code" : ""}));
    const rows = points.map((point) => [...this.axes.map((axis) => axis.text(point)),
      this.sweep.chosen[point] > 0 ? counted(this.sweep.chosen[point], "fold") : ""]);
    const caption = this.loss === undefined ? "The first of the selected points" :
      `Of the selected points the ${points.length} with the smallest ${this.loss.column.title}`;
    this.listed.replaceChildren(points.length === 0 ? "" : table(caption, [...columns, {title: "chosen in"}], rows));
  }
}

/** By the index of the sweep: the test reads where its axes stand. */
const drawings = [...document.querySelectorAll("[data-sweep]")].map((section) =>
  new ParallelCoordinates(section.querySelector(".parallel"), data.sweeps[section.dataset.sweep]));
