// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let completionJS = ####"""
/** The completion of queries: keywords, functions, collections, and properties. */

import { matching } from "./combobox.js";
import { parsePath } from "./property-path.js";
import { FUNCTIONS, KEYWORDS, sourcesOf } from "./sql-words.js";
import { propertiesOf, schemaOf } from "./schema-cache.js";

const quoted = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``);

/** The text of a property path in a query. */
export function queryText(path) {
  return parsePath(path).map((part, index) => (typeof part === "number" ? `[${part}]` : (index ? "." : "") + quoted(part))).join("");
}

/** The text of a collection in a query. */
export function collectionText({ scope, collection }) {
  return scope === "_default" ? quoted(collection) : `${quoted(scope)}.${quoted(collection)}`;
}

/** Returns a function that completes queries on some collections. */
export function completer(collections) {
  return async (text, caret) => {
    const before = text.slice(0, caret);
    const [word] = /[\p{L}\w.`()]*$/u.exec(before);
    const start = caret - word.length;
    const previous = /(\w+)\s*$/.exec(before.slice(0, start))?.[1]?.toUpperCase();
    if (previous === "FROM" || previous === "JOIN") {
      const names = collections().map((collection) => ({ value: collectionText(collection), detail: "collection" }));
      return { start, items: matching(names, word) };
    }
    const words = [...KEYWORDS.map((value) => ({ value, detail: "keyword" })), ...FUNCTIONS.map((value) => ({ value, detail: "function" }))];
    const items = [...(await properties(text)), ...words];
    const found = matching(items, word).filter(({ value }) => value !== word);
    return { start, items: word.length === 0 ? items : found.filter((item) => item.value.toLowerCase().startsWith(word.toLowerCase()) || item.detail !== "keyword") };
  };
}

async function properties(text) {
  const result = [];
  for (const { collection, alias } of sourcesOf(text)) {
    const known = await schemaOf(collection).then(propertiesOf, () => []);
    for (const { path, kinds } of known) {
      if (path.includes("[]")) continue;
      const name = queryText(path);
      const detail = [...kinds].join(", ");
      result.push({ value: name, detail }, { value: `${quoted(alias)}.${name}`, detail });
    }
  }
  return result;
}

"""####
}
