// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let saveCellJS = ####"""
/** Editing one property of a document in a table, and the conflict that this can cause. */

import { documents } from "./api.js";
import { editValue } from "./cell-editor.js";
import { ID_COLUMN } from "./columns.js";
import { showDialog } from "./dialog.js";
import { button, element } from "./dom.js";
import { equalValues } from "./json.js";
import { MISSING, valueAt, valueElement } from "./values.js";

/** Opens an editor in the active cell of a screen's table. The ID opens the document. */
export function editCell(screen, row, column) {
  if (column.key === ID_COLUMN) return screen.openDocument(row.id);
  const { grid } = screen;
  const cell = grid.cellElement(grid.active.row, grid.active.column);
  const value = valueAt(row.body, column.key);
  const box = { left: cell.offsetLeft, top: grid.map.offset(grid.active.row), width: cell.offsetWidth };
  editValue({
    parent: grid.body, box, label: column.label, value,
    save: async (edited) => {
      const saved = await saveCell(screen.collection, row, column.key, value, edited);
      if (saved) screen.window.replace({ ...saved, expiration: saved.expiration ?? null });
    },
    closed: (returnsFocus) => returnsFocus && grid.element.focus(),
  });
}

/**
 * Saves a value. If another writer has changed the document, but not this property, the value is
 * saved on top of that change; otherwise the user chooses. Returns the document, or `null`.
 */
async function saveCell(collection, row, path, original, value) {
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
