/** Actions on documents of the table: the menus, and the bar for selected documents. */

import { documents, post } from "./api.js";
import { announce, notify, reportError } from "./announce.js";
import { copyText } from "./clipboard.js";
import { ID_COLUMN } from "./columns.js";
import { confirmAction, formButtons, showDialog } from "./dialog.js";
import { button, element, field, setChildren } from "./dom.js";
import { exportDocuments } from "./export.js";
import { parseJSON, writeJSON } from "./json.js";
import { openMenu } from "./menu.js";
import { go } from "./router.js";
import { editCell } from "./save-cell.js";
import { counted, isPossibleID, plainText, valueAt } from "./values.js";

const COPY_LIMIT = 1000;

/** Opens the menu of a cell. */
export function cellMenu(screen, row, column, point) {
  const isID = column.key === ID_COLUMN;
  const value = isID ? row.id : valueAt(row.body, column.key);
  const { canEdit } = screen.app;
  openMenu([
    ["Open document", () => screen.openDocument(row.id)],
    !isID && isPossibleID(value) && [`Open the document "${value.slice(0, 40)}"`, () => screen.openDocument(value)],
    canEdit && !isID && ["Edit value", () => editCell(screen, row, column)],
    null,
    [`Filter by this value`, () => screen.filterBy(row, column)],
    ["Exclude this value", () => screen.filterBy(row, column, "!=")],
    null,
    ["Copy value", () => copyText(plainText(value), "Value copied")],
    ["Copy document as JSON", () => copyDocuments(screen, [row.id])],
    canEdit && null,
    canEdit && ["Delete…", () => removeDocuments(screen, targets(screen, row)), "danger"],
  ].filter((item) => item !== false), point, "Actions on the cell");
}

/** Opens the menu of a column. */
export function columnMenu(screen, column, point) {
  const index = screen.columns.findIndex(({ path }) => path === column.key);
  openMenu([
    ["Sort ascending", () => screen.setOrder({ path: column.key, descending: false })],
    ["Sort descending", () => screen.setOrder({ path: column.key, descending: true })],
    ["Filter by this property", () => screen.filterBar.edit(null, column.key)],
    null,
    index > 0 && ["Move left", () => screen.moveColumn(index, index - 1)],
    index < screen.columns.length - 1 && ["Move right", () => screen.moveColumn(index, index + 1)],
    screen.columns.length > 1 && ["Hide column", () => screen.hideColumn(index)],
  ].filter((item) => item !== false), point, "Actions on the column");
}

/** Opens the menu of the collection. */
export function collectionMenu(screen, place) {
  const formats = [["JSON lines", "jsonl"], ["JSON", "json"], ["CSV", "csv"], ["TSV", "tsv"], ["Markdown", "markdown"]];
  openMenu([
    ...formats.map(([label, format]) => [`Export as ${label}`, () => exportDocuments(screen, null, format)]),
    null,
    ["Schema", () => go(["schema", screen.collection])],
    ["Read again", () => screen.load()],
  ], place, "Collection");
}

/** Shows what can be done with the selected documents. */
export function selectionBar(screen) {
  const ids = [...screen.grid.selected.keys()];
  screen.selection.hidden = ids.length === 0;
  announce(`${ids.length} selected`);
  if (!ids.length) return;
  setChildren(screen.selection,
    element("strong", { text: `${ids.length} selected` }),
    button("Copy JSON", () => copyDocuments(screen, ids), { icon: "copy", kind: "quiet" }),
    button("Export", (event) => openMenu(
      [["JSON lines", "jsonl"], ["JSON", "json"], ["CSV", "csv"], ["TSV", "tsv"], ["Markdown", "markdown"]]
        .map(([label, format]) => [label, () => exportDocuments(screen, ids, format)]), event.currentTarget, "Formats"), { icon: "export", kind: "quiet" }),
    screen.app.canEdit && button("Set property", () => setProperty(screen, ids), { icon: "edit", kind: "quiet" }),
    screen.app.canEdit && button("Delete", () => removeDocuments(screen, ids), { icon: "remove", kind: "quiet danger" }),
    button("Clear", () => {
      screen.grid.clearSelection();
      screen.grid.element.focus();
    }, { kind: "quiet" }));
}

const targets = (screen, row) => (screen.grid.selected.has(row.id) ? [...screen.grid.selected.keys()] : [row.id]);

selectionBar.remove = (screen, row) => removeDocuments(screen, screen.grid.selected.size ? [...screen.grid.selected.keys()] : [row.id]);

selectionBar.copy = (screen, row) => {
  if (screen.grid.selected.size) return copyDocuments(screen, [...screen.grid.selected.keys()]);
  const column = screen.grid.columns[screen.grid.active.column];
  return copyText(plainText(column.key === ID_COLUMN ? row.id : valueAt(row.body, column.key)), "Value copied");
};

async function copyDocuments(screen, ids) {
  if (ids.length > COPY_LIMIT) {
    reportError(new Error(`At most ${COPY_LIMIT} documents can be copied. Export them instead.`));
    return;
  }
  try {
    const bodies = [];
    for (const id of ids) {
      const { body } = await documents.read(screen.collection, id);
      bodies.push(Object.assign(Object.create(null), { _id: id }, body));
    }
    await copyText(writeJSON(bodies.length === 1 ? bodies[0] : bodies, 2), `${counted(ids.length, "document")} copied`);
  } catch (error) {
    reportError(error);
  }
}

async function removeDocuments(screen, ids) {
  const what = ids.length === 1 ? `the document "${ids[0]}"` : counted(ids.length, "document");
  if (!(await confirmAction("Delete documents", `Delete ${what} from ${screen.collection}?`, "Delete"))) return;
  try {
    const { deleted } = await post("documents/delete", { collection: screen.collection, ids, purge: false });
    screen.grid.clearSelection();
    notify(`${counted(deleted, "document")} deleted`);
    screen.app.collectionsChanged();
    screen.refreshSoon();
  } catch (error) {
    reportError(error);
  }
}

async function setProperty(screen, ids) {
  const path = element("input", { class: "input", required: true, placeholder: "address.city" });
  const value = element("input", { class: "input code", placeholder: '"text", 12, true, null, or nothing to remove it' });
  const problem = element("p", { class: "problem", role: "alert" });
  const change = await showDialog(`Set a property of ${counted(ids.length, "document")}`, (close) => ({
    content: [field("Property", path), field("Value as JSON", value, "Leave it empty to remove the property."), problem],
    buttons: formButtons(close, "Set"),
    submit: () => {
      try {
        const text = value.value.trim();
        close(text ? { set: { [path.value]: parseJSON(text) }, remove: [] } : { set: {}, remove: [path.value] });
      } catch (error) {
        problem.textContent = error.message;
      }
    },
  }));
  if (!change) return;
  try {
    const { changed } = await post("documents/patch", { collection: screen.collection, ids, ...change });
    notify(`${counted(changed, "document")} changed`);
    screen.refreshSoon();
  } catch (error) {
    reportError(error);
  }
}
