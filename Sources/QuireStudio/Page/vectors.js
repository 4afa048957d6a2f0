/** Vectors in documents: how they are shown, and the search for similar documents. */

import { get } from "./api.js";
import { collectionText, queryText } from "./completion.js";
import { go } from "./router.js";
import { kindOf, valueAt } from "./values.js";
import { numbersIn } from "./vector-text.js";

const LIMIT = 20;
const PREVIEWED = 3;

/** Returns the items of a menu that search documents similar to one, for each index of its vectors. */
export async function similarActions(app, collection, id, body) {
  if (!app.database.capabilities.indexes) return [];
  try {
    const { indexes } = await get("indexes");
    return indexes.filter((index) => index.kind === "nearest" && plain(index.collection) === plain(collection)).flatMap((index) => {
      const [path] = index.expressions;
      const numbers = numbersIn(valueAt(body, path));
      if (numbers?.length !== Number(index.dimensions)) return [];
      return [[`Similar documents by ${path}`, () => showSimilar(app, { collection, id, body, path, numbers, metric: index.metric })]];
    });
  } catch {
    return [];
  }
}

const plain = (name) => name.replace(/^_default\./, "");

/** Opens the query console with the documents whose vectors are nearest. */
function showSimilar(app, { collection, id, body, path, numbers, metric }) {
  const [name, scope = "_default"] = collection.split(".").reverse();
  const others = Object.keys(body).filter((key) => key !== "type" && ["string", "number"].includes(kindOf(body[key])) && !numbersIn(body[key]));
  const columns = ["META(d).id", ...others.slice(0, PREVIEWED).map((key) => `d.${queryText(`\`${key.replaceAll("`", "``")}\``)}`)];
  const distance = `APPROX_VECTOR_DISTANCE(d.${queryText(path)}, $vector, "${metric}")`;
  const bytes = new Uint8Array(Float32Array.from(numbers).buffer);
  app.consoleState = {
    ...app.consoleState, values: { vector: JSON.stringify(btoa(String.fromCharCode(...bytes))), id: JSON.stringify(id) },
  };
  go(["query"], {
    sql: `SELECT ${columns.join(", ")}, ${distance} AS distance\nFROM ${collectionText({ scope, collection: name })} AS d\n`
      + `WHERE META(d).id != $id\nORDER BY distance\nLIMIT ${LIMIT}`,
  });
}
