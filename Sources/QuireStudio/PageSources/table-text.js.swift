// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let tableTextJS = ####"""
/** Rows as text with separators. */

import { writeJSON } from "./json.js";
import { MISSING } from "./values.js";

/** Writes rows as CSV or TSV. */
export function separatedText(columns, rows, separator) {
  const line = (cells) => cells.map((cell) => quoted(cell, separator)).join(separator);
  return [line(columns), ...rows.map((row) => line(row.map(cellText)))].join("\r\n") + "\r\n";
}

function cellText(value) {
  if (value === MISSING || value === null) return "";
  return typeof value === "string" ? value : writeJSON(value);
}

function quoted(text, separator) {
  return text.includes(separator) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

"""####
}
