// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let documentCellJS = ####"""
/** The contents of a cell of the documents table. */

import { ID_COLUMN } from "./columns.js";
import { element } from "./dom.js";
import { routeTo } from "./router.js";
import { valueAt, valueElement } from "./values.js";

/** Creates the contents of a cell. The cell of the ID links to the document, and has its marks. */
export function documentCell(collection, row, column) {
  if (column.key !== ID_COLUMN) return valueElement(valueAt(row.body, column.key));
  const marks = [];
  if (row.flags.includes("conflict")) marks.push(["conflict", "The document has a conflict"]);
  if (row.expiration) marks.push(["expires", `Expires ${new Date(row.expiration).toLocaleString()}`]);
  if (row.damage) marks.push(["damaged", row.damage]);
  return element("span", { class: "id-cell" },
    element("a", { class: "id", href: routeTo(["d", collection, row.id]), tabindex: -1, text: row.id }),
    marks.map(([name, title]) => element("span", { class: `tag ${name}`, title, text: name })));
}

"""####
}
