// swift-format-ignore-file
// Length: written by Scripts/studio-page from the files of the page.

extension PageSources {
static let mergeJS = ####"""
/** The differences of two versions of a document, and the dialog that merges them. */

import { showDialog } from "./dialog.js";
import { button, element } from "./dom.js";
import { ExactNumber, copyValue, equalValues } from "./json.js";
import { writePath } from "./property-path.js";
import { MISSING, valueElement } from "./values.js";

const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value) && !(value instanceof ExactNumber);
const isSame = (a, b) => (a === MISSING || b === MISSING ? a === b : equalValues(a, b));

/**
 * Returns the properties in which two bodies differ. Each has a `choice`, `mine` or `theirs`, which
 * is the side that changed the base, and `isConflict` if both did.
 */
export function differences(base, mine, theirs, path = []) {
  const result = [];
  for (const key of new Set([...Object.keys(mine), ...Object.keys(theirs)])) {
    const [b, m, t] = [base, mine, theirs].map((body) => (body && Object.hasOwn(body, key) ? body[key] : MISSING));
    if (isSame(m, t)) continue;
    const place = [...path, key];
    if (isObject(m) && isObject(t)) {
      result.push(...differences(isObject(b) ? b : null, m, t, place));
      continue;
    }
    const isMineChanged = !base || !isSame(b, m);
    const isTheirsChanged = !base || !isSame(b, t);
    result.push({ path: place, mine: m, theirs: t, choice: isMineChanged ? "mine" : "theirs", isConflict: isMineChanged && isTheirsChanged });
  }
  return result;
}

/** Applies the choices to the stored body. */
export function merged(theirs, changes) {
  const body = copyValue(theirs);
  for (const { path, mine, choice } of changes) {
    if (choice !== "mine") continue;
    const parent = path.slice(0, -1).reduce((value, key) => value[key], body);
    const key = path[path.length - 1];
    if (mine === MISSING) delete parent[key];
    else parent[key] = copyValue(mine);
  }
  return body;
}

/**
 * Shows both sides and lets the user choose for each property. Returns a promise of the merged body,
 * or `null`. A base is the version that both sides have changed.
 */
export function mergeDialog({ title, text, base, mine, theirs, labels = ["Yours", "Stored"], action = "Save" }) {
  const changes = differences(base, mine, theirs);
  return showDialog(title, (close) => {
    const rows = changes.map((change, index) => element("tr", { class: change.isConflict ? "both" : "" },
      element("th", { scope: "row", text: writePath(change.path) }),
      ["mine", "theirs"].map((side, position) => element("td", {}, element("label", { class: "side" },
        element("input", { type: "radio", name: `side-${index}`, value: side, checked: change.choice === side, on: { change: () => (change.choice = side) } }),
        element("span", { class: "offscreen", text: labels[position] }), valueElement(change[side]))))));
    const chooseAll = (side) => {
      changes.forEach((change) => (change.choice = side));
      for (const input of table.querySelectorAll(`input[value="${side}"]`)) input.checked = true;
    };
    const table = element("table", { class: "merge" },
      element("thead", {}, element("tr", {}, element("th", { scope: "col", text: "Property" }),
        labels.map((label, index) => element("th", { scope: "col" }, button(label, () => chooseAll(["mine", "theirs"][index]), { kind: "quiet", title: `Choose all of this side` }))))),
      element("tbody", {}, rows));
    return {
      content: [element("p", { text }), changes.length ? element("div", { class: "merge-scroll" }, table) : element("p", { class: "hint", text: "Both sides have the same contents." })],
      buttons: [button("Cancel", () => close()), element("button", { type: "submit", class: "button primary", text: action })],
      submit: () => close(merged(theirs, changes)),
    };
  }, { isWide: true });
}

"""####
}
