// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let jsonJS = ####"""
/**
 * An exact JSON reader and writer.
 *
 * Numbers whose digits a JavaScript number cannot reproduce, such as integers above 2^53 and `1.0`,
 * become `ExactNumber` values, which keep their text. Objects have no prototype, so that keys such
 * as `__proto__` are ordinary keys.
 */

/** A number that keeps the digits with which it was written. */
export class ExactNumber {
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }

  valueOf() {
    return Number(this.text);
  }
}

/** An error in JSON text, with the offset, line, and column where it was found. */
export class JSONError extends Error {
  constructor(message, text, offset) {
    super(message);
    const lines = text.slice(0, offset).split("\n");
    this.offset = offset;
    this.line = lines.length;
    this.column = lines[lines.length - 1].length + 1;
  }
}

const MAXIMUM_DEPTH = 512;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SPACE = /[ \t\n\r]*/y;
const WORDS = [["true", true], ["false", false], ["null", null]];

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail(message, offset = this.at) {
    throw new JSONError(message, this.text, offset);
  }

  skipSpace() {
    SPACE.lastIndex = this.at;
    SPACE.test(this.text);
    this.at = SPACE.lastIndex;
  }

  match(expression) {
    expression.lastIndex = this.at;
    if (!expression.test(this.text)) return null;
    const found = this.text.slice(this.at, expression.lastIndex);
    this.at = expression.lastIndex;
    return found;
  }

  string() {
    const start = this.at;
    const found = this.match(STRING);
    if (found === null) this.fail("Invalid or unterminated string", start);
    return found.includes("\\") ? JSON.parse(found) : found.slice(1, -1);
  }

  value(depth) {
    if (depth > MAXIMUM_DEPTH) this.fail("Nested too deeply");
    this.skipSpace();
    const first = this.text[this.at];
    if (first === "{") return this.object(depth);
    if (first === "[") return this.array(depth);
    if (first === '"') return this.string();
    for (const [word, value] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return value;
      }
    }
    const number = this.match(NUMBER);
    if (number === null) this.fail(first === undefined ? "Unexpected end" : "Expected a value");
    return exactNumber(number);
  }

  object(depth) {
    const result = Object.create(null);
    this.at++;
    this.skipSpace();
    if (this.text[this.at] === "}") {
      this.at++;
      return result;
    }
    for (;;) {
      this.skipSpace();
      const start = this.at;
      if (this.text[start] !== '"') this.fail("Expected a key in quotation marks");
      const key = this.string();
      if (key in result) this.fail(`Duplicate key "${key}"`, start);
      this.skipSpace();
      if (this.text[this.at] !== ":") this.fail('Expected ":"');
      this.at++;
      result[key] = this.value(depth + 1);
      if (this.endsWith("}")) return result;
    }
  }

  array(depth) {
    const result = [];
    this.at++;
    this.skipSpace();
    if (this.text[this.at] === "]") {
      this.at++;
      return result;
    }
    for (;;) {
      result.push(this.value(depth + 1));
      if (this.endsWith("]")) return result;
    }
  }

  endsWith(bracket) {
    this.skipSpace();
    const next = this.text[this.at];
    if (next !== bracket && next !== ",") {
      this.fail(next === undefined ? "Unexpected end" : `Expected "," or "${bracket}"`);
    }
    this.at++;
    return next === bracket;
  }
}

/** The value of a number's text: a JavaScript number if it reproduces the text. */
export function exactNumber(text) {
  const number = Number(text);
  return String(number) === text ? number : new ExactNumber(text);
}

/** Parses JSON text, or throws a `JSONError`. */
export function parseJSON(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.skipSpace();
  if (reader.at < text.length) reader.fail("Unexpected text after the value");
  return value;
}

/** Writes a value as JSON. With an indentation, each property and element has its own line. */
export function writeJSON(value, indent = 0, level = 0) {
  if (value instanceof ExactNumber) return value.text;
  if (value === undefined) return "null";
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const isArray = Array.isArray(value);
  const items = isArray
    ? value.map((item) => writeJSON(item, indent, level + 1))
    : Object.keys(value).map((key) =>
      JSON.stringify(key) + (indent ? ": " : ":") + writeJSON(value[key], indent, level + 1));
  const [open, close] = isArray ? "[]" : "{}";
  if (!items.length || !indent) return open + items.join(",") + close;
  const line = "\n" + " ".repeat(indent * (level + 1));
  return open + line + items.join("," + line) + "\n" + " ".repeat(indent * level) + close;
}

/** Copies a value deeply. */
export function copyValue(value) {
  if (value === null || typeof value !== "object" || value instanceof ExactNumber) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy = Object.create(null);
  for (const key of Object.keys(value)) copy[key] = copyValue(value[key]);
  return copy;
}

/** Whether two values are equal, without regard to the order of keys. */
export function equalValues(a, b) {
  if (a instanceof ExactNumber || b instanceof ExactNumber) {
    return a != null && b != null && typeof a !== "string" && typeof b !== "string" && String(a) === String(b);
  }
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length
    && keys.every((key) => key in b && equalValues(a[key], b[key]));
}

"""####
}
