/** Recognizes vectors: long arrays of numbers, and base64 text of 32-bit floating-point numbers. */

import { ExactNumber } from "./json.js";

/** The number of numbers from which an array is shown as a vector. */
const FOLDED = 32;
const MAXIMUM = 4096;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const isNumber = (value) => typeof value === "number" || value instanceof ExactNumber;

/** Returns the numbers of a vector, or null for another value. */
export function numbersIn(value) {
  if (Array.isArray(value)) return value.length > 0 && value.length <= MAXIMUM && value.every(isNumber) ? value.map(Number) : null;
  if (typeof value !== "string" || value.length < 4 || value.length % 4 || value.length > MAXIMUM * 6 || !BASE64.test(value)) return null;
  try {
    const bytes = Uint8Array.from(atob(value), (character) => character.charCodeAt(0));
    if (bytes.length % 4) return null;
    const view = new DataView(bytes.buffer);
    const numbers = Array.from({ length: bytes.length / 4 }, (_, index) => view.getFloat32(4 * index, true));
    return numbers.every((number) => number === 0 || Math.abs(number) > 1e-12 && Math.abs(number) < 1e6) ? numbers : null;
  } catch {
    return null;
  }
}

/** Returns the number of numbers in a long vector, or 0 for a value that is shown as it is. */
export function foldedCount(value) {
  const isLong = Array.isArray(value) ? value.length >= FOLDED : typeof value === "string" && value.length >= FOLDED * 16 / 3;
  return isLong ? numbersIn(value)?.length ?? 0 : 0;
}
