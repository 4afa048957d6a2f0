// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let helpJS = ####"""
/** The list of keys. */

import { showDialog } from "./dialog.js";
import { button, element } from "./dom.js";

const KEYS = [
  ["Everywhere", [["g c", "Collections"], ["g q", "Query console"], ["g s", "Schema"], ["g i", "Indexes"], ["g k", "Check"], ["g y", "Synchronization"], ["?", "Keys"], ["Escape", "Close, or go back"]]],
  ["Documents", [["/", "Add a filter"], ["Arrows, Page", "Move"], ["Home, End", "First and last document"], ["Enter", "Open, or sort by the column"], ["F2", "Edit the value"], ["f", "Filter by the value"], ["Space, Shift+↑↓", "Select"], ["Ctrl+C", "Copy"], ["Delete", "Delete"], ["n", "New document"], ["Shift+F10", "Menu of the cell or the column"], ["Alt+←→", "Width of the column, in the header"], ["Shift+←→", "Order of the column, in the header"]]],
  ["Document", [["Arrows", "Move in the tree"], ["Enter, F2", "Edit the value"], ["Ctrl+S", "Save"], ["Escape", "Back to the table"]]],
  ["Query console", [["Ctrl+Enter", "Run"], ["Ctrl+Space", "Complete"], ["Escape", "Cancel"]]],
];

/** Shows the keys. */
export function showKeys() {
  return showDialog("Keys", (close) => ({
    content: element("div", { class: "keys" }, KEYS.map(([title, keys]) => element("section", {},
      element("h3", { text: title }),
      element("dl", {}, keys.map(([key, text]) => [element("dt", {}, element("kbd", { text: key })), element("dd", { text })]))))),
    buttons: [button("Close", () => close(), { kind: "primary", autofocus: true })],
    submit: () => close(),
  }), { isWide: true });
}

"""####
}
