// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let schemaCacheJS = ####"""
/** The schemas of collections, which are sampled once and then after changes. */

import { get } from "./api.js";
import { writeJSON } from "./json.js";

const SAMPLE = 5000;
const cache = new Map();

/** Returns the schema of a collection. */
export function schemaOf(collection) {
  if (!cache.has(collection)) {
    const promise = get("schema", { collection, sample: SAMPLE });
    promise.catch(() => cache.delete(collection));
    cache.set(collection, promise);
  }
  return cache.get(collection);
}

/** Discards a schema, so that the next use samples it again. */
export function forgetSchema(collection) {
  cache.delete(collection);
}

/** The properties of all types of a schema, the most frequent ones first. */
export function propertiesOf(schema) {
  const properties = new Map();
  for (const type of schema.types) {
    for (const property of type.properties) {
      const known = properties.get(property.path);
      if (known) {
        known.count += property.count;
        for (const { kind } of property.kinds) known.kinds.add(kind);
        known.examples.push(...property.examples);
      } else {
        properties.set(property.path, {
          path: property.path, count: property.count, examples: [...property.examples],
          kinds: new Set(property.kinds.map(({ kind }) => kind)),
        });
      }
    }
  }
  return [...properties.values()].sort((a, b) => b.count - a.count);
}

/** Suggestions of paths with their kinds, for text fields. */
export function pathSuggestions(properties) {
  // A path such as `tags[]` refers to all items of an array, not to a property.
  const paths = properties.filter(({ path }) => !path.includes("[]")).map(({ path, kinds }) => ({ value: path, detail: [...kinds].join(", ") }));
  return [{ value: "META().id", detail: "document ID" }, ...paths];
}

/** Suggestions of the values that a sampled property has. */
export function exampleSuggestions(properties, path) {
  const property = properties.find((item) => item.path === path);
  const texts = (property?.examples ?? []).map((example) => (typeof example === "string" ? example : writeJSON(example)));
  return [...new Set(texts)].filter((text) => text.length <= 80).map((value) => ({ value }));
}

"""####
}
