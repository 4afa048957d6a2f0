/** Kinds of values and how they are shown. */

import { element } from "./dom.js";
import { ExactNumber, writeJSON } from "./json.js";
import { parsePath } from "./property-path.js";
import { foldedCount } from "./vector-text.js";

/** The value of a property that a document does not have, which differs from null. */
export const MISSING = Symbol("missing");

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?$/;
const PREVIEW = 200;

/** The kind of a value: missing, null, boolean, number, date, string, array, blob, or object. */
export function kindOf(value) {
  if (value === MISSING || value === undefined) return "missing";
  if (value === null) return "null";
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number" || value instanceof ExactNumber) return "number";
  if (typeof value === "string") return DATE.test(value) && !isNaN(dateOf(value)) ? "date" : "string";
  if (Array.isArray(value)) return "array";
  return value["@type"] === "blob" && typeof value.digest === "string" ? "blob" : "object";
}

/** Whether a value can be the ID of a document, such as a reference to another one. */
export const isPossibleID = (value) => typeof value === "string" && /^[^\s]{1,240}$/.test(value);

/** The date of a string in a form of ISO 8601, also with a space. */
export function dateOf(text) {
  return new Date(text.replace(/^(\S+) (\d\d:\d\d)/, "$1T$2").replace(/ ([+-])/, "$1"));
}

/** Returns the value at a property path, or `MISSING`. */
export function valueAt(body, path) {
  let value = body;
  for (const part of parsePath(path)) {
    if (value === null || typeof value !== "object" || value instanceof ExactNumber) return MISSING;
    const key = typeof part === "number" && part < 0 && Array.isArray(value) ? value.length + part : part;
    if (typeof part === "number" !== Array.isArray(value) || !Object.hasOwn(value, key)) return MISSING;
    value = value[key];
  }
  return value;
}

/** A short text for a value. Strings have a limit of their own, and vectors are folded. */
export function preview(value, limit = PREVIEW) {
  const count = foldedCount(value);
  if (count) return counted(count, "number");
  switch (kindOf(value)) {
    case "missing": return "";
    case "string":
    case "date": return value.length > limit ? value.slice(0, limit) + "…" : value;
    case "array": return `[${value.length}] ${shorten(writeJSON(value.slice(0, 8)).slice(1, -1))}`;
    case "object": return shorten(objectPreview(value));
    case "blob": return `${value.content_type ?? "blob"}, ${formatBytes(Number(value.length ?? 0))}`;
    default: return String(value);
  }
}

const shorten = (text) => (text.length > 80 ? text.slice(0, 80) + "…" : text);

function objectPreview(value) {
  const keys = Object.keys(value);
  const parts = keys.slice(0, 6).map((key) => {
    const item = value[key];
    const isNested = item !== null && typeof item === "object" && !(item instanceof ExactNumber);
    return `${key}: ${isNested ? (Array.isArray(item) ? "[…]" : "{…}") : shorten(String(item))}`;
  });
  return `{${parts.join(", ")}${keys.length > 6 ? ", …" : ""}}`;
}

/** Creates an element that shows a value. */
export function valueElement(value, limit) {
  const kind = kindOf(value);
  if (kind === "missing") {
    return element("span", { class: "value missing", title: "Missing: the document has no such property" },
      element("span", { class: "offscreen", text: "missing" }), element("span", { "aria-hidden": "true", text: "–" }));
  }
  const title = kind === "date" ? dateOf(value).toString() : null;
  return element("span", { class: `value ${kind}`, text: value === "" ? "\u201c\u201d" : preview(value, limit), title });
}

/** The complete text of a value for the clipboard: strings without quotation marks. */
export function plainText(value) {
  if (value === MISSING) return "";
  return typeof value === "string" ? value : writeJSON(value, kindOf(value) === "object" || Array.isArray(value) ? 2 : 0);
}

export function formatBytes(count) {
  if (count === null || count === undefined || isNaN(count)) return "";
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  let size = Number(count);
  while (size >= 1000 && unit < units.length - 1) {
    size /= 1000;
    unit++;
  }
  return `${unit === 0 ? size : size.toFixed(size < 10 ? 1 : 0)} ${units[unit]}`;
}

const NUMBER = new Intl.NumberFormat("en-US");
export const formatCount = (count) => NUMBER.format(Number(count));

/** A number with the noun that fits, such as "1 document". */
export const counted = (count, noun) => `${formatCount(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;

export function formatTime(seconds) {
  const time = Number(seconds);
  return time < 1 ? `${(time * 1000).toFixed(time < 0.01 ? 1 : 0)} ms` : `${time.toFixed(2)} s`;
}
