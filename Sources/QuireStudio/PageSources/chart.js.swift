// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let chartJS = ####"""
/** Charts as drawings. */

import { labelOf, numberOf, scale, tickText, ticks } from "./chart-data.js";
import { drawn } from "./dom.js";

const MAXIMUM_BARS = 60;
const MARGIN = { top: 16, right: 20, bottom: 44, left: 64 };

/** Draws a chart of some type. Rows have values for the columns `x` and `y`. */
export function drawChart({ type, x, y, columns, rows, isDate, width, height }) {
  const points = rows.map((row, index) => ({ x: x === null ? index + 1 : row[x], y: numberOf(row[y]), index })).filter(({ y: value }) => Number.isFinite(value));
  const names = { x: x === null ? "row" : columns[x], y: columns[y] };
  const drawing = type === "bar" ? bars(points, names, width, height) : plane(type, points, names, isDate, width, height);
  const kind = { bar: "Bar chart", line: "Line chart", scatter: "Scatter chart", points: "Points by longitude and latitude" }[type];
  return drawn("svg", { class: "chart", viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": `${kind} of ${names.y} by ${names.x}, ${drawing.count} values` }, drawing.nodes);
}

function bars(points, names, width, height) {
  const shown = points.slice(0, MAXIMUM_BARS);
  const minimum = Math.min(0, ...shown.map(({ y }) => y));
  const maximum = ticksEnd(minimum, Math.max(0, ...shown.map(({ y }) => y)));
  const longest = Math.max(4, ...shown.map(({ x }) => labelOf(x).length));
  const isSlanted = longest * 7 > (width - 84) / Math.max(shown.length, 1);
  const bottom = isSlanted ? Math.min(120, 26 + longest * 4.6) : MARGIN.bottom;
  const yAt = scale(minimum, maximum, height - bottom, MARGIN.top + 10);
  const step = (width - MARGIN.left - MARGIN.right) / Math.max(shown.length, 1);
  const size = Math.min(step * 0.72, 72);
  const nodes = yAxis(minimum, maximum, yAt, width, names.y);
  shown.forEach(({ x, y }, index) => {
    const center = MARGIN.left + step * (index + 0.5);
    const top = Math.min(yAt(y), yAt(0));
    nodes.push(drawn("rect", { class: "mark-fill", x: center - size / 2, y: top, width: size, height: Math.max(Math.abs(yAt(y) - yAt(0)), 1), rx: Math.min(3, size / 4) },
      drawn("title", { text: `${labelOf(x)}: ${y}` })));
    const label = labelOf(x);
    const short = label.length > 22 ? label.slice(0, 21) + "…" : label;
    const base = height - bottom + 16;
    nodes.push(drawn("text", isSlanted
      ? { class: "tick", x: center + 4, y: base - 2, "text-anchor": "end", transform: `rotate(-38 ${center + 4} ${base - 2})`, text: short }
      : { class: "tick", x: center, y: base, "text-anchor": "middle", text: short }));
  });
  if (points.length > shown.length) nodes.push(drawn("text", { class: "tick", x: width - MARGIN.right, y: MARGIN.top, "text-anchor": "end", text: `first ${shown.length} of ${points.length}` }));
  return { nodes, count: shown.length };
}

/** The first tick that is not less than the maximum. */
function ticksEnd(minimum, maximum) {
  const values = ticks(minimum, maximum);
  const [last, step] = [values[values.length - 1], values[1] - values[0]];
  return last >= maximum || !step ? maximum : last + step;
}

function yAxis(minimum, maximum, yAt, width, name) {
  const nodes = ticks(minimum, maximum).flatMap((value) => [
    drawn("line", { class: value === 0 ? "axis" : "grid-line", x1: MARGIN.left, x2: width - MARGIN.right, y1: yAt(value), y2: yAt(value) }),
    drawn("text", { class: "tick", x: MARGIN.left - 8, y: yAt(value) + 4, "text-anchor": "end", text: tickText(value) }),
  ]);
  nodes.push(drawn("text", { class: "axis-name", x: 4, y: 12, text: name }));
  return nodes;
}

/** Points or a line in a plane of numbers or dates. */
function plane(type, points, names, isDate, width, height) {
  const all = points.map((point) => ({ ...point, x: numberOf(point.x) })).filter(({ x }) => Number.isFinite(x));
  if (!all.length) return { nodes: [], count: 0 };
  if (type === "line") all.sort((a, b) => a.x - b.x);
  let [left, right] = extent(all.map(({ x }) => x));
  let [low, high] = extent(all.map(({ y }) => y));
  if (type === "points") [left, right, low, high] = geographic(left, right, low, high, width, height);
  const xAt = scale(left, right, MARGIN.left, width - MARGIN.right);
  const yAt = scale(low, high, height - MARGIN.bottom, MARGIN.top + 8);
  const nodes = yAxis(low, high, yAt, width, names.y);
  for (const value of xTicks(left, right, isDate, width)) {
    nodes.push(drawn("line", { class: "grid-line", x1: xAt(value), x2: xAt(value), y1: MARGIN.top + 8, y2: height - MARGIN.bottom }),
      drawn("text", { class: "tick", x: xAt(value), y: height - MARGIN.bottom + 18, "text-anchor": "middle", text: tickText(value, isDate, right - left) }));
  }
  nodes.push(drawn("text", { class: "axis-name", x: width - MARGIN.right, y: height - 6, "text-anchor": "end", text: names.x }));
  if (type === "line") {
    nodes.push(drawn("path", { class: "mark-line", d: all.map(({ x, y }, index) => `${index ? "L" : "M"}${xAt(x).toFixed(1)} ${yAt(y).toFixed(1)}`).join("") }));
  }
  const radius = type === "line" ? (all.length > 80 ? 0 : 3) : all.length > 1000 ? 2.2 : 3.5;
  if (radius) {
    nodes.push(...all.map(({ x, y }) => drawn("circle", { class: type === "line" ? "mark-dot" : "mark-point", cx: xAt(x).toFixed(1), cy: yAt(y).toFixed(1), r: radius },
      drawn("title", { text: `${names.x} ${isDate ? new Date(x).toISOString() : x}, ${names.y} ${y}` }))));
  }
  return { nodes, count: all.length };
}

function extent(values) {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  const space = (high - low) * 0.04 || Math.abs(high) * 0.1 || 1;
  return [low - space, high + space];
}

/** Widens a range so that a degree of latitude and one of longitude have their true relation. */
function geographic(left, right, low, high, width, height) {
  const innerWidth = width - MARGIN.left - MARGIN.right;
  const innerHeight = height - MARGIN.top - MARGIN.bottom - 8;
  const shrink = Math.max(0.2, Math.cos((low + high) / 2 * Math.PI / 180));
  const unit = Math.max((right - left) * shrink / innerWidth, (high - low) / innerHeight);
  const halfWidth = unit * innerWidth / shrink / 2;
  const halfHeight = unit * innerHeight / 2;
  const [x, y] = [(left + right) / 2, (low + high) / 2];
  return [x - halfWidth, x + halfWidth, y - halfHeight, y + halfHeight];
}

const PERIODS = [1, 5, 15, 60, 180, 720, 1440, 2880, 10080, 43830, 131490, 525960, 1051920, 2629800, 5259600].map((minutes) => minutes * 60000);

function xTicks(left, right, isDate, width) {
  const count = Math.max(3, Math.floor(width / 130));
  if (!isDate) return ticks(left, right, count);
  const step = PERIODS.find((period) => (right - left) / period <= count) ?? PERIODS[PERIODS.length - 1] * 5;
  const result = [];
  for (let at = Math.ceil(left / step) * step; at <= right; at += step) result.push(at);
  return result;
}

"""####
}
