// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let jsonColorsJS = ####"""
/** JSON text in the colors of its kinds of values. */

import { element } from "./dom.js";

const TOKEN = /("(?:[^"\\\n]|\\.)*"?)(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false)\b|\b(null)\b|[^"\-\dtfn]+|[^]/g;
const DATE = /^"\d{4}-\d\d-\d\d(?:[T ][\d:.]+(?: ?(?:Z|[+-]\d\d:?\d\d))?)?"$/;

/** The greatest length of text that is colored. */
export const COLOR_LIMIT = 60_000;

/** Creates the nodes of JSON text. */
export function coloredJSON(text) {
  const nodes = [];
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, number, truth, nothing] = match;
    if (string !== undefined) {
      nodes.push(element("span", { class: colon === undefined ? (DATE.test(string) ? "value date" : "json-string") : "json-key", text: string }), colon ?? "");
    } else if (number ?? truth ?? nothing) {
      nodes.push(element("span", { class: `value ${number ? "number" : truth ? "boolean" : "null"}`, text: whole }));
    } else {
      nodes.push(whole);
    }
  }
  return nodes;
}

"""####
}
