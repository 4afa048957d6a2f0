// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let gridHeaderJS = ####"""
/** The header of a column: sorting by a click, and width and order by dragging. */

import { element, icon } from "./dom.js";

const MINIMUM_WIDTH = 60;

/** Creates the header of a column. */
export function headerCell(grid, column, index) {
  const sorting = grid.options.sorting?.();
  const direction = sorting && sorting.path === column.key ? (sorting.descending ? "descending" : "ascending") : null;
  const isSortable = grid.options.sort !== undefined && column.isSortable !== false;
  const cell = element("div", {
    class: `grid-title ${isSortable ? "sortable" : ""}`, role: "columnheader", "aria-colindex": index + 1,
    "aria-sort": direction ?? (isSortable ? "none" : null), data: { column: index },
    draggable: grid.options.moved ? "true" : null, title: column.hint ?? column.label,
    on: {
      click: () => isSortable && grid.options.sort(column),
      contextmenu: (event) => {
        if (!grid.options.headerMenu) return;
        event.preventDefault();
        grid.options.headerMenu(column, { x: event.clientX, y: event.clientY });
      },
      dragstart: (event) => event.dataTransfer.setData("application/x-quire-column", String(index)),
      dragover: (event) => {
        if (event.dataTransfer.types.includes("application/x-quire-column")) event.preventDefault();
      },
      drop: (event) => {
        const from = event.dataTransfer.getData("application/x-quire-column");
        if (from === "") return;
        event.preventDefault();
        grid.options.moved(Number(from), index);
      },
    },
  }, element("span", { class: "title-text", text: column.label }), direction && icon(direction === "ascending" ? "up" : "down"));
  if (grid.options.resized) cell.append(resizer(grid, column));
  return cell;
}

function resizer(grid, column) {
  const handle = element("span", { class: "resizer", "aria-hidden": "true", on: {
    click: (event) => event.stopPropagation(),
    pointerdown: (event) => {
      event.preventDefault();
      event.stopPropagation();
      const start = event.clientX - column.width;
      handle.setPointerCapture(event.pointerId);
      const move = (moved) => {
        column.width = Math.max(MINIMUM_WIDTH, moved.clientX - start);
        grid.applyWidths();
      };
      handle.addEventListener("pointermove", move);
      handle.addEventListener("lostpointercapture", () => {
        handle.removeEventListener("pointermove", move);
        grid.options.resized(column, column.width);
      }, { once: true });
    },
  } });
  return handle;
}

"""####
}
