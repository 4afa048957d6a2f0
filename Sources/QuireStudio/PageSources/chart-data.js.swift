// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let chartDataJS = ####"""
/** The data of charts: which columns fit, scales, and ticks. */

import { ExactNumber } from "./json.js";
import { MISSING, dateOf, kindOf } from "./values.js";

/** Describes the columns: whether they hold numbers, dates, or other values. */
export function columnKinds(columns, rows) {
  return columns.map((name, index) => {
    const counts = { number: 0, date: 0, other: 0 };
    for (const row of rows) {
      const kind = kindOf(row[index]);
      if (kind === "missing" || kind === "null") continue;
      counts[kind in counts ? kind : "other"]++;
    }
    const total = counts.number + counts.date + counts.other;
    const kind = total > 0 && counts.number > total * 0.6 ? "number" : total > 0 && counts.date > total * 0.6 ? "date" : "other";
    return { name, index, kind, isLatitude: /^lat(itude)?$/i.test(name), isLongitude: /^(lon|lng|long)(itude)?$/i.test(name) };
  });
}

/** Proposes a chart for columns: its type and the columns of both axes. */
export function proposeChart(kinds) {
  const numbers = kinds.filter(({ kind }) => kind === "number");
  const latitude = numbers.find(({ isLatitude }) => isLatitude);
  const longitude = numbers.find(({ isLongitude }) => isLongitude);
  if (latitude && longitude) return { type: "points", x: longitude.index, y: latitude.index };
  const date = kinds.find(({ kind }) => kind === "date");
  const label = kinds.find(({ kind }) => kind === "other");
  if (date && numbers.length) return { type: "line", x: date.index, y: numbers[0].index };
  if (label && numbers.length) return { type: "bar", x: label.index, y: numbers[0].index };
  if (numbers.length >= 2) return { type: "scatter", x: numbers[0].index, y: numbers[1].index };
  return numbers.length ? { type: "bar", x: null, y: numbers[0].index } : null;
}

/** The number of a value, or `NaN`. A date counts its milliseconds. */
export function numberOf(value) {
  if (typeof value === "number") return value;
  if (value instanceof ExactNumber) return Number(value.text);
  return kindOf(value) === "date" ? dateOf(value).getTime() : NaN;
}

/** The text of a value at an axis. */
export function labelOf(value) {
  if (value === MISSING) return "missing";
  return value === null ? "null" : String(typeof value === "object" && !(value instanceof ExactNumber) ? JSON.stringify(value) : value);
}

/** Round numbers that divide a range into about a number of parts. */
export function ticks(minimum, maximum, count = 6) {
  const range = maximum - minimum || Math.abs(maximum) || 1;
  const power = 10 ** Math.floor(Math.log10(range / count));
  const step = [1, 2, 2.5, 5, 10].map((factor) => factor * power).find((size) => range / size <= count) ?? 10 * power;
  const first = Math.ceil(minimum / step - 1e-9);
  const result = [];
  for (let index = first; index * step <= maximum + step * 1e-9; index++) result.push(Number((index * step).toPrecision(12)));
  return result;
}

/** A function that maps a range of numbers to a range of coordinates. */
export function scale(minimum, maximum, from, to) {
  const range = maximum - minimum || 1;
  return (value) => from + (value - minimum) / range * (to - from);
}

const COMPACT = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 2 });
const PLAIN = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 6 });

/** The text of a number at an axis. */
export function tickText(value, isDate, range) {
  if (!isDate) return Math.abs(value) >= 10000 ? COMPACT.format(value) : PLAIN.format(value);
  const text = new Date(value).toISOString();
  const day = 86400000;
  if (range > 700 * day) return text.slice(0, 7);
  return range > 3 * day ? text.slice(0, 10) : text.slice(5, 16).replace("T", " ");
}

"""####
}
