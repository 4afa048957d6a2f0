// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let columnsJS = ####"""
/** The columns of the documents table: their first choice, their memory, and the dialog to change them. */

import { combobox, matching } from "./combobox.js";
import { showDialog, formButtons } from "./dialog.js";
import { element, iconButton, setChildren } from "./dom.js";
import { kindOf, preview } from "./values.js";
import { writePath } from "./property-path.js";
import { recall, remember } from "./storage.js";
import { pathSuggestions } from "./schema-cache.js";

export const ID_COLUMN = "META().id";
const FIRST = ["type", "name", "title"];
const DEFAULT_COUNT = 8;
const CHARACTER = 8.2;

const storageKey = (database, collection) => `columns:${database}:${collection}`;

/** The remembered columns of a collection, or `null`. */
export function rememberedColumns(database, collection) {
  const columns = recall(storageKey(database, collection), null);
  if (!Array.isArray(columns)) return null;
  return columns.filter((column) => typeof column?.path === "string" && column.width > 0);
}

export function rememberColumns(database, collection, columns) {
  remember(storageKey(database, collection), columns);
}

export function forgetColumns(database, collection) {
  remember(storageKey(database, collection), null);
}

/** Columns for documents that are shown for the first time: frequent ones with simple values. */
export function defaultColumns(bodies) {
  const counts = new Map();
  for (const body of bodies) {
    for (const key of Object.keys(body)) {
      const kind = kindOf(body[key]);
      const entry = counts.get(key) ?? { path: writePath([key]), score: 0, lengths: [] };
      entry.lengths.push(preview(body[key]).length);
      entry.score += ["array", "object", "null"].includes(kind) ? 0.4 : 1;
      if (kind === "string" && body[key].length > 300) entry.score -= 0.5;
      counts.set(key, entry);
    }
  }
  const all = [...counts.values()];
  const chosen = [...all].sort((a, b) => rank(b) - rank(a)).slice(0, DEFAULT_COUNT);
  const ordered = all.filter((entry) => chosen.includes(entry));
  ordered.sort((a, b) => firstPlace(a) - firstPlace(b));
  return [{ path: ID_COLUMN, width: 190 }, ...ordered.map((entry) => ({ path: entry.path, width: width(entry) }))];
}

const firstPlace = ({ path }) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);
const rank = (entry) => entry.score + (FIRST.includes(entry.path) ? 1 : 0);

/** A width in which most values and the title are visible. */
function width({ path, lengths }) {
  const usual = lengths.sort((a, b) => a - b)[Math.floor(lengths.length * 0.9)];
  return Math.round(Math.min(260, Math.max(80, usual * CHARACTER + 26, path.length * 8 + 40)));
}

/** Lets the user choose and order columns. Returns a promise of them, or `null`. */
export function chooseColumns(columns, properties) {
  let chosen = columns.map((column) => ({ ...column }));
  return showDialog("Columns", (close) => {
    const list = element("ol", { class: "column-list" });
    const draw = (focusIndex, focusName) => {
      setChildren(list, chosen.map((column, index) => {
        const name = column.path === ID_COLUMN ? "Document ID" : column.path;
        const move = (to) => () => {
          chosen.splice(to, 0, ...chosen.splice(index, 1));
          draw(to, to > index ? "down" : "up");
        };
        return element("li", {}, element("span", { class: "column-name", text: name }),
          iconButton("up", `Move ${name} up`, move(index - 1), { disabled: index === 0, data: { move: "up" } }),
          iconButton("down", `Move ${name} down`, move(index + 1), { disabled: index === chosen.length - 1, data: { move: "down" } }),
          iconButton("close", `Remove the column ${name}`, () => {
            chosen = chosen.filter((other) => other !== column);
            draw();
            field.input.focus();
          }));
      }));
      const node = list.children[focusIndex];
      (node?.querySelector(`[data-move="${focusName}"]:not([disabled])`) ?? node?.querySelector("button:not([disabled])"))?.focus();
    };
    const field = combobox({
      label: "Add a column", placeholder: "Add a property, such as address.city", opensOnFocus: false,
      suggestions: (text) => matching(pathSuggestions(properties).filter(({ value }) => !chosen.some(({ path }) => path === value)), text),
      accept: (path) => {
        if (path && !chosen.some((column) => column.path === path)) chosen.push({ path, width: 170 });
        field.input.value = "";
        draw();
        list.lastChild?.scrollIntoView({ block: "nearest" });
      },
    });
    draw();
    return {
      content: [field.element, list],
      buttons: [element("button", { type: "button", class: "button quiet", text: "Reset", on: { click: () => close([]) } }), ...formButtons(close, "Show")],
      submit: () => close(chosen.length ? chosen : [{ path: ID_COLUMN, width: 190 }]),
    };
  });
}

"""####
}
