// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let saveCellJS = ####"""
/** Saving one property of a document, and the conflict that this can cause. */

import { documents } from "./api.js";
import { showDialog } from "./dialog.js";
import { button, element } from "./dom.js";
import { equalValues } from "./json.js";
import { MISSING, valueAt, valueElement } from "./values.js";

/**
 * Saves a value. If another writer has changed the document, but not this property, the value is
 * saved on top of that change; otherwise the user chooses. Returns the document, or `null`.
 */
export async function saveCell(app, collection, row, path, original, value) {
  const change = value === MISSING ? { set: {}, remove: [path] } : { set: { [path]: value }, remove: [] };
  let revision = row.revision;
  for (;;) {
    try {
      return await documents.change(collection, row.id, change, revision);
    } catch (error) {
      if (error.code !== "conflict") throw error;
      const { current } = error.answer;
      if (!current) throw new Error(`The document "${row.id}" was deleted by another writer.`);
      const theirs = valueAt(current.body, path);
      const isUnchanged = theirs === original || (theirs !== MISSING && original !== MISSING && equalValues(theirs, original));
      if (!isUnchanged && !(await choose(row.id, path, theirs, value))) return current;
      revision = current.revision;
    }
  }
}

/** Asks which of two values to keep. Returns a promise of whether it is the user's own. */
function choose(id, path, theirs, mine) {
  return showDialog("Changed by another writer", (close) => ({
    content: [
      element("p", { text: `The property "${path}" of the document "${id}" has changed since it was read.` }),
      element("dl", { class: "sides" },
        element("dt", { text: "Stored" }), element("dd", {}, valueElement(theirs)),
        element("dt", { text: "Yours" }), element("dd", {}, valueElement(mine))),
    ],
    buttons: [
      button("Keep the stored value", () => close(false)),
      button("Save mine", () => close(true), { kind: "primary" }),
    ],
    submit: () => close(true),
  }));
}

"""####
}
