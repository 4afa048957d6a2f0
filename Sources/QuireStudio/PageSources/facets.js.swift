// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let facetsJS = ####"""
/** The most frequent values of a property among the documents of a collection. */

import { post } from "./api.js";
import { collectionText, queryText } from "./completion.js";
import { writeJSON } from "./json.js";
import { formatCount, kindOf } from "./values.js";

const MAXIMUM = 30;
const TIMEOUT = 3;

/** Returns a promise of suggestions with their numbers of documents; none if it takes too long. */
export async function frequentValues(collection, path) {
  if (path === "META().id") return [];
  const [scope, name] = collection.split(".");
  const property = queryText(path);
  const sql = `SELECT ${property} AS v, COUNT(*) AS n FROM ${collectionText({ scope, collection: name })}`
    + ` WHERE ${property} IS VALUED GROUP BY ${property} ORDER BY COUNT(*) DESC LIMIT ${MAXIMUM}`;
  try {
    const { rows } = await post("query", { sql, parameters: {}, limit: MAXIMUM, timeout: TIMEOUT });
    return rows.filter(([value]) => !["array", "object", "blob", "missing"].includes(kindOf(value)))
      .map(([value, count]) => ({ value: typeof value === "string" ? value : writeJSON(value), detail: formatCount(count) }))
      .filter(({ value }) => value.length <= 80);
  } catch {
    // The examples of the schema remain as suggestions.
    return [];
  }
}

"""####
}
