// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let documentKeysJS = ####"""
/** The keys of the documents table in addition to those of every grid. */

import { selectionBar } from "./document-actions.js";
import { newDocument } from "./new-document.js";

/** Handles a key of the table. */
export function tableKey(screen, event) {
  const { app, grid } = screen;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const row = grid.activeRow;
  if (event.key === "Delete" && app.canEdit && row) selectionBar.remove(screen, row);
  else if (event.key === "c" && !isPlain && !event.altKey && row) selectionBar.copy(screen, row);
  else if (event.key === "f" && isPlain && row) screen.filterBy(row, grid.columns[grid.active.column]);
  else if (event.key === "n" && isPlain && app.canEdit) newDocument(app, screen.collection);
  else if (event.key === "Escape" && grid.selected.size) grid.clearSelection();
  else return;
  event.preventDefault();
}

"""####
}
