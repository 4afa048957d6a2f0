// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let filterModelJS = ####"""
/** Filters of documents: their operators, their text, and the reading of values that are typed. */

import { parseJSON, writeJSON } from "./json.js";

export const OPERATORS = [
  ["=", "is"], ["!=", "is not"], ["<", "<"], ["<=", "≤"], [">", ">"], [">=", "≥"],
  ["contains", "contains"], ["startsWith", "starts with"], ["like", "is like"], ["in", "is one of"],
  ["isPresent", "is present"], ["isMissing", "is missing"], ["isNull", "is null"],
];

const WITHOUT_VALUE = ["isPresent", "isMissing", "isNull"];
const TEXT_ONLY = ["contains", "startsWith", "like"];

export const needsValue = (operator) => !WITHOUT_VALUE.includes(operator);

/** The text of a filter, such as `city is Paris`. */
export function filterText({ path, operator, value }) {
  const name = path === "META().id" ? "ID" : path;
  const label = OPERATORS.find(([key]) => key === operator)?.[1] ?? operator;
  return needsValue(operator) ? [name, label, valueText(value)] : [name, label, ""];
}

/** The text of a value in a field, which `parseValue` reads back. */
export function valueText(value) {
  if (Array.isArray(value)) return value.map(valueText).join(", ");
  if (typeof value !== "string") return writeJSON(value);
  return isLiteral(value) || /[,\n\r]/.test(value) ? JSON.stringify(value) : value;
}

/** Reads a value that was typed. Kinds are those that the property has in the schema. */
export function parseValue(text, operator, kinds) {
  if (operator === "in") return splitList(text).map((part) => parseSingle(part.trim(), kinds));
  if (TEXT_ONLY.includes(operator)) return unquoted(text);
  return parseSingle(text, kinds);
}

function parseSingle(text, kinds) {
  const isText = kinds && (kinds.has("string") || kinds.has("date")) && ![...kinds].some((kind) => ["integer", "double", "number", "boolean"].includes(kind));
  if (isText && text !== "null") return unquoted(text);
  if (!isLiteral(text)) return unquoted(text);
  return parseJSON(text);
}

function unquoted(text) {
  if (!/^".*"$/s.test(text)) return text;
  try {
    return parseJSON(text);
  } catch {
    return text;
  }
}

function splitList(text) {
  return text.match(/"(?:[^"\\]|\\.)*"|[^,]+/g) ?? [];
}

function isLiteral(text) {
  return /^(true|false|null|-?\d.*|".*"|\[.*\]|\{.*\})$/s.test(text) && canParse(text);
}

function canParse(text) {
  try {
    parseJSON(text);
    return true;
  } catch {
    return false;
  }
}

/** Writes filters into an address. */
export function encodeFilters(filters) {
  return filters.length ? writeJSON(filters) : null;
}

/** Reads filters from an address. Malformed ones are left out. */
export function decodeFilters(text) {
  try {
    const filters = parseJSON(text ?? "[]");
    return filters.filter((filter) => typeof filter?.path === "string" && OPERATORS.some(([key]) => key === filter.operator))
      .map(({ path, operator, value }) => (needsValue(operator) ? { path, operator, value } : { path, operator }));
  } catch {
    return [];
  }
}


"""####
}
