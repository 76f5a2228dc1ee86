// The axes of parallel.js: where a value lies on an axis, which values are asked for, and the fields that say so.
"use strict";

/**
 * A place on an axis is 0 at its bottom and 1 at its top.
 * @typedef {Object} Scale
 * @property {function(number): number} place  of a value
 * @property {function(number): number} value  at a place; of what is beyond an end, the end's
 * @property {{value: number, text: string}[]} ticks
 */

/** @returns {Scale} from the smallest to the largest of `values` that is not NaN */
function numberScale(values, isLogarithmic) {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const to = isLogarithmic ? Math.log10 : (value) => value, from = isLogarithmic ? (t) => 10 ** t : (t) => t;
  const bottom = to(low), length = to(high) - bottom;
  const isDecades = isLogarithmic && length >= 2;
  return {
    place: (value) => length > 0 ? (to(value) - bottom) / length : value - low + 0.5,
    // Four digits are finer than a pixel and short in a field.
    value: (place) => place <= 0 ? low : place >= 1 ? high : Number(from(bottom + place * length).toPrecision(4)),
    ticks: (low > high ? [] : isDecades ? decades(bottom, length) : roundNumbers(low, high))
      .map((value) => ({value, text: shortNumber(value, 4)})),
  };
}

/** The powers of ten from 10^bottom on, no more than eight. */
function decades(bottom, length) {
  const first = Math.ceil(bottom - 1e-9), last = Math.floor(bottom + length + 1e-9);
  const step = Math.ceil((last - first + 1) / 8), ticks = [];
  for (let exponent = first; exponent <= last; exponent += step) ticks.push(Number("1e" + exponent));
  return ticks;
}

/** Multiples of 1, 2 or 5 times a power of ten, about six of them. */
function roundNumbers(low, high) {
  if (low === high) return [low];
  const least = (high - low) / 6, power = 10 ** Math.floor(Math.log10(least));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)), ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i) ticks.push(i * step);
  return ticks;
}

/** @returns {Scale} of indices into `texts` */
function listScale(texts) {
  const last = texts.length - 1;
  return {
    place: (index) => last === 0 ? 0.5 : index / last,
    value: (place) => Math.round(Math.min(1, Math.max(0, place)) * last),
    ticks: texts.map((text, value) => ({value, text})),
  };
}

/** `count` colours from the first of `stops` ("#rrggbb") to the last. */
function mixedColours(stops, count) {
  const channels = stops.map((stop) => [1, 3, 5].map((i) => parseInt(stop.slice(i, i + 2), 16)));
  return Array.from({length: count}, (_, i) => {
    const at = i / (count - 1) * (stops.length - 1), from = Math.min(Math.floor(at), stops.length - 2);
    const mixed = channels[from].map((channel, c) => channel + (at - from) * (channels[from + 1][c] - channel));
    return `rgb(${mixed.map(Math.round).join(" ")})`;
  });
}

const viridis = ["#fde725", "#5ec962", "#21918c", "#3b528b", "#440154"];  // from the smallest loss on, as in the heat maps
const shades = 24;  // groups of lines that are drawn at once

/** Of a loss in a range: 0 for the smallest to `shades` - 1 for the largest, and for what has none. */
function shadeOf(loss, [low, high]) {
  const share = high > low ? (loss - low) / (high - low) : 0;
  return share <= 0 ? 0 : share < 1 ? Math.floor(share * shades) : shades - 1;
}

/**
 * A column of a sweep: its values, its scale, its fields. The fields alone hold what is asked for; a drag fills them
 * in.
 * @typedef {{title: string, path?: string, scale: string, loss?: boolean, values?: string[]}} Column
 */
class Axis {
  /**
   * @param {Column} column
   * @param {Float64Array} values  one per point, NaN where it has none; of a list the index
   */
  constructor(column, values) {
    this.column = column;
    this.values = values;
    this.isList = column.scale === "list";
    this.scale = this.isList ? listScale(column.values) : numberScale(values, column.scale === "log10");
    this.fields = this.isList ? [this.makeSelect()] : [this.makeInput(0), this.makeInput(1)];
  }

  /** @returns {number[]} the smallest and the largest value */
  ends() {
    return [this.scale.value(0), this.scale.value(1)];
  }

  makeInput(end) {
    const value = this.scale.value(end), placeholder = Number.isFinite(value) ? shortNumber(value, 4) : "";
    return element("input", {type: "number", step: "any", placeholder});
  }

  makeSelect() {
    const options = this.column.values.map((text, index) => element("option", {value: String(index)}, text));
    return element("select", {multiple: "", size: String(Math.min(Math.max(options.length, 2), 4))}, ...options);
  }

  /** The fields with their labels. */
  labelledFields() {
    const labels = this.isList ? ["one of"] : ["at least", "at most"];
    return element("div", {role: "group", "aria-label": this.column.title}, element("span", {}, this.column.title),
      ...this.fields.map((field, f) => element("label", {}, labels[f], field)));
  }

  /** @returns {?number[]} what is asked for: the ends of an interval, or indices into a list; null: nothing */
  brush() {
    if (this.isList) {
      const indices = [...this.fields[0].selectedOptions].map((option) => option.index);
      return indices.length > 0 ? indices : null;
    }
    const [low, high] = this.fields.map((field) => field.valueAsNumber);
    if (Number.isNaN(low) && Number.isNaN(high)) return null;
    return [Number.isNaN(low) ? -Infinity : low, Number.isNaN(high) ? Infinity : high];
  }

  clear() {
    for (const field of this.fields) {
      if (this.isList) field.selectedIndex = -1;
      else field.value = "";
    }
  }

  /** Asks for what lies between two places; beyond an end of the axis there is no limit. */
  setBrush(place, otherPlace) {
    const bottom = Math.min(place, otherPlace), top = Math.max(place, otherPlace);
    const low = this.scale.value(bottom), high = this.scale.value(top);
    if (this.isList) {
      for (const option of this.fields[0].options) option.selected = low <= option.index && option.index <= high;
    } else {
      this.fields[0].value = bottom <= 0 ? "" : String(low);
      this.fields[1].value = top >= 1 ? "" : String(high);
    }
  }

  /** Takes out of `isSelected` the points that are not asked for, and those without a value. */
  narrow(isSelected) {
    const brush = this.brush(), values = this.values;
    if (brush === null) return;
    const asked = this.isList ? new Set(brush) : null, [low, high] = brush;
    for (let point = 0; point < values.length; ++point) {
      const value = values[point];
      if (asked !== null ? !asked.has(value) : !(value >= low && value <= high)) isSelected[point] = 0;
    }
  }

  /** The value of a point in words. */
  text(point) {
    const value = this.values[point];
    if (Number.isNaN(value)) return "–";
    return this.isList ? this.column.values[value] : shortNumber(value, this.column.loss ? 4 : 6);
  }
}
