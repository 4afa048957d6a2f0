// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let newDocumentJS = ####"""
/** The dialog that creates a document. */

import { documents } from "./api.js";
import { notify } from "./announce.js";
import { formButtons, showDialog } from "./dialog.js";
import { element, field } from "./dom.js";
import { parseJSON, writeJSON } from "./json.js";
import { go } from "./router.js";
import { schemaOf } from "./schema-cache.js";

const EMPTY = { string: "", date: "", integer: 0, double: 0, number: 0, boolean: false, array: [], dictionary: {}, object: {} };

/** A body with the properties that most documents have. */
async function template(app, collection) {
  const body = Object.create(null);
  try {
    const { types } = await schemaOf(collection);
    const [type] = types;
    if (!type) return body;
    for (const property of type.properties) {
      if (property.path.includes(".") || property.share < 0.9) continue;
      body[property.path] = EMPTY[property.kinds[0]?.kind] ?? null;
    }
    if (type.name !== null) body[app.database.typeKey] = type.name;
  } catch {
    // Without a schema, the document begins empty.
  }
  return body;
}

/** Lets the user enter the ID and the body of a new document, and opens it. */
export async function newDocument(app, collection) {
  const id = element("input", { class: "input", value: crypto.randomUUID(), required: true, spellcheck: "false" });
  const text = element("textarea", { class: "input code", rows: 14, spellcheck: "false" });
  const problem = element("p", { class: "problem", role: "alert" });
  text.value = writeJSON(await template(app, collection), 2);
  const created = await showDialog(`New document in ${collection}`, (close) => ({
    content: [field("Document ID", id), field("Body", text), problem],
    buttons: formButtons(close, "Create"),
    submit: async () => {
      try {
        const body = parseJSON(text.value);
        if (body === null || typeof body !== "object" || Array.isArray(body)) throw new Error("The body must be an object.");
        close(await documents.create(collection, id.value, body));
      } catch (error) {
        problem.textContent = error.line ? `${error.message} (line ${error.line}, column ${error.column})` : error.message;
      }
    },
  }), { isWide: true });
  if (!created) return;
  notify(`Document "${created.id}" created`);
  app.collectionsChanged();
  go(["d", collection, created.id]);
}


"""####
}
